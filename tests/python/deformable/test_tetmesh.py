"""simbench-tetmesh writes meshes that other programs read, and refuses bad input with a message."""

import subprocess

import meshio
import numpy as np
import pytest
from conftest import TIMEOUT

CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def boxes(*places) -> str:
    """The surfaces of boxes, each (origin, size), as the text of an .off file."""
    points = [
        [o + s * c for o, s, c in zip(origin, size, corner, strict=True)]
        for origin, size in places
        for corner in CORNERS
    ]
    triangles = [
        [8 * box + corner for corner in triangle]
        for box in range(len(places))
        for a, b, c, d in QUADS
        for triangle in ((a, b, c), (a, c, d))
    ]
    lines = ["OFF", f"{len(points)} {len(triangles)} 0"]
    lines += [" ".join(map(str, point)) for point in points]
    lines += [" ".join(map(str, [3, *triangle])) for triangle in triangles]
    return "\n".join(lines) + "\n"


UNIT = ((0, 0, 0), (1, 1, 1))
# Without its last triangle.
OPEN = boxes(UNIT).replace("8 12 0", "8 11 0").rpartition("3 ")[0]


@pytest.fixture
def tetmesh(simbench, workplace):
    """Runs simbench-tetmesh, which lies beside simbench, in the workplace with box.off."""
    program = simbench.with_name("simbench-tetmesh")
    if not program.is_file():
        pytest.skip("simbench-tetmesh is not built: TetGen is missing (Debian: libtet1.5-dev)")
    (workplace / "box.off").write_text(boxes(((0, 0, 0), (2, 1, 1))))

    def run(arguments: str, exit_code=0) -> subprocess.CompletedProcess:
        finished = subprocess.run(
            [program, *arguments.split()],
            cwd=workplace,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
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
    tetmesh("box.off mesh.msh --max-volume 0.01")
    mesh = meshio.read(workplace / "mesh.msh")
    tets = mesh.cells_dict["tetra"]
    corners = mesh.points[tets]
    volumes = np.linalg.det(corners[:, 1:] - corners[:, :1]) / 6
    assert volumes.min() > 0 and volumes.max() <= 0.01
    assert volumes.sum() == pytest.approx(2, rel=1e-12)
    assert np.array_equal(np.unique(tets), np.arange(len(mesh.points)))
    assert (mesh.points.min(0) == 0).all() and (mesh.points.max(0) == (2, 1, 1)).all()


def test_the_quality_is_the_ratio_of_its_definition(tetmesh, workplace):
    for quality in (2.0, 1.2):
        tetmesh(f"box.off mesh.msh --max-volume 0.1 --quality {quality}")
        mesh = meshio.read(workplace / "mesh.msh")
        corners = mesh.points[mesh.cells_dict["tetra"]]
        edges = corners[:, 1:] - corners[:, :1]
        # The circumcentre c from corner 0: 2 e·c = |e|² for its three edges e.
        radii = np.linalg.norm(np.linalg.solve(2 * edges, (edges**2).sum(2)[..., None])[..., 0], axis=1)
        lengths = np.linalg.norm(corners[:, [0, 0, 0, 1, 1, 2]] - corners[:, [1, 2, 3, 2, 3, 3]], axis=2)
        assert np.quantile(radii / lengths.min(1), 0.9) <= quality * (1 + 1e-9)


@pytest.mark.parametrize(
    "arguments",
    [
        *("", "box.off", "box.off mesh.msh", "box.off mesh.msh --max-volume"),
        *(f"box.off mesh.msh --max-volume {volume}" for volume in ("x", "0", "-1", "nan", "inf")),
        *(
            f"box.off mesh.msh --max-volume 1 {more}"
            for more in ("--quality 0.5", "--quality nan", "--unknown")
        ),
    ],
)
def test_wrong_arguments_are_refused(tetmesh, workplace, arguments):
    assert tetmesh(arguments, exit_code=2).stderr
    assert not (workplace / "mesh.msh").exists()


@pytest.mark.parametrize(
    ("name", "contents", "word"),
    [
        ("absent.off", None, "absent.off"),
        ("open.off", OPEN, "open.off"),
        ("garbage.off", "\x01\x02", "garbage.off"),
        ("crossed.off", boxes(UNIT, ((0.5, 0.4, 0.3), (1, 1, 1))), "intersects or touches itself"),
        ("touching.off", boxes(UNIT, ((1, 0.2, 0.2), (0.5, 0.5, 0.5))), "touches itself"),
    ],
)
def test_surfaces_that_cannot_be_filled_are_refused(tetmesh, workplace, name, contents, word):
    if contents:
        (workplace / name).write_text(contents)
    assert word in refusal(tetmesh(f"{name} mesh.msh --max-volume 1", exit_code=3))
    assert not (workplace / "mesh.msh").exists()


def test_an_output_that_cannot_be_written_is_reported(tetmesh, workplace):
    (workplace / "file").write_text("mine")
    for output in ("absent/mesh.msh", "file/mesh.msh", "/proc/mesh.msh"):
        assert output.split("/")[-1] in refusal(tetmesh(f"box.off {output} --max-volume 1", exit_code=4))
    assert (workplace / "file").read_text() == "mine"


def test_help_and_version_name_the_program(tetmesh):
    explanation = tetmesh("--help").stdout
    assert "AGPL" in explanation and "SIMBENCH_TETMESH_SECONDS" in explanation
    assert "TetGen 1.5" in tetmesh("--version").stdout
