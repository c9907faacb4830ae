"""simbench-tetmesh as a program of its own: what it writes, and how it refuses."""

import subprocess

import meshio
import numpy as np
import pytest
from conftest import PATIENCE

CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def box(origin=(0, 0, 0), size=(1, 1, 1), first=1) -> str:
    lines = [
        "v {} {} {}".format(*(o + s * c for o, s, c in zip(origin, size, corner, strict=True)))
        for corner in CORNERS
    ]
    for a, b, c, d in QUADS:
        lines += [f"f {first + a} {first + b} {first + c}", f"f {first + a} {first + c} {first + d}"]
    return "\n".join(lines) + "\n"


@pytest.fixture
def tetmesh(simbench, workplace):
    """Runs simbench-tetmesh, which lies beside simbench, in the workplace with box.obj."""
    program = simbench.with_name("simbench-tetmesh")
    if not program.is_file():
        pytest.skip("simbench-tetmesh is not built: TetGen is missing (Debian: libtet1.5-dev)")
    (workplace / "box.obj").write_text(box(size=(2, 1, 1)))

    def run(arguments: str, exit_code=0) -> subprocess.CompletedProcess:
        finished = subprocess.run(
            [program, *arguments.split()],
            cwd=workplace,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert finished.returncode == exit_code, finished.stderr
        return finished

    return run


def refusal(finished) -> str:
    last = finished.stderr.splitlines()[-1]
    assert last.startswith("simbench-tetmesh: ")
    return last


def test_other_programs_read_the_mesh(tetmesh, workplace):
    tetmesh("box.obj mesh.vtu --max-volume 0.01")
    mesh = meshio.read(workplace / "mesh.vtu")
    tets = mesh.cells_dict["tetra"]
    corners = mesh.points[tets]
    volumes = np.linalg.det(corners[:, 1:] - corners[:, :1]) / 6
    assert volumes.min() > 0 and volumes.max() <= 0.01
    assert volumes.sum() == pytest.approx(2, rel=1e-12)
    assert np.array_equal(np.unique(tets), np.arange(len(mesh.points)))
    assert (mesh.points.min(0) == 0).all() and (mesh.points.max(0) == (2, 1, 1)).all()


def test_the_quality_is_the_ratio_that_it_says(tetmesh, workplace):
    for quality in (2.0, 1.2):
        tetmesh(f"box.obj mesh.vtu --max-volume 0.1 --quality {quality}")
        mesh = meshio.read(workplace / "mesh.vtu")
        corners = mesh.points[mesh.cells_dict["tetra"]]
        edges = corners[:, 1:] - corners[:, :1]
        # The circumcentre c from corner 0: 2 e·c = |e|² for its three edges e.
        radii = np.linalg.norm(np.linalg.solve(2 * edges, (edges**2).sum(2)[..., None])[..., 0], axis=1)
        lengths = np.linalg.norm(corners[:, [0, 0, 0, 1, 1, 2]] - corners[:, [1, 2, 3, 2, 3, 3]], axis=2)
        assert np.quantile(radii / lengths.min(1), 0.9) <= quality * (1 + 1e-9)


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "box.obj",
        "box.obj mesh.vtu",
        "box.obj mesh.vtu --max-volume",
        "box.obj mesh.vtu --max-volume x",
        "box.obj mesh.vtu --max-volume 0",
        "box.obj mesh.vtu --max-volume -1",
        "box.obj mesh.vtu --max-volume nan",
        "box.obj mesh.vtu --max-volume inf",
        "box.obj mesh.vtu --max-volume 1 --quality 0.5",
        "box.obj mesh.vtu --max-volume 1 --quality nan",
        "box.obj mesh.vtu --max-volume 1 --unknown",
    ],
)
def test_wrong_arguments(tetmesh, workplace, arguments):
    assert tetmesh(arguments, exit_code=2).stderr
    assert not (workplace / "mesh.vtu").exists()


@pytest.mark.parametrize(
    ("name", "contents", "word"),
    [
        ("absent.obj", None, "absent.obj"),
        ("open.obj", box()[: box().rindex("f")], "open.obj"),
        ("garbage.obj", "\x01\x02", "garbage.obj"),
        ("crossed.obj", box() + box((0.5, 0.4, 0.3), first=9), "intersects or touches itself"),
        ("touching.obj", box() + box((1, 0.2, 0.2), (0.5, 0.5, 0.5), first=9), "touches itself"),
    ],
)
def test_surfaces_that_cannot_be_filled(tetmesh, workplace, name, contents, word):
    if contents:
        (workplace / name).write_text(contents)
    assert word in refusal(tetmesh(f"{name} mesh.vtu --max-volume 1", exit_code=3))
    assert not (workplace / "mesh.vtu").exists()


def test_an_output_that_cannot_be_written(tetmesh, workplace):
    (workplace / "file").write_text("mine")
    for output in ("absent/mesh.vtu", "file/mesh.vtu", "/proc/mesh.vtu"):
        assert output.split("/")[-1] in refusal(tetmesh(f"box.obj {output} --max-volume 1", exit_code=4))
    assert (workplace / "file").read_text() == "mine"


def test_help_and_version_say_what_it_is(tetmesh):
    explanation = tetmesh("--help").stdout
    assert "AGPL" in explanation and "SIMBENCH_TETMESH_SECONDS" in explanation
    assert "TetGen 1.5" in tetmesh("--version").stdout
