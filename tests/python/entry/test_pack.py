"""The reference pack is checked by its own checker, by the program, and by a code that is not ours."""

import hashlib
import json
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from conftest import REPOSITORY

import simbench as sb
from simbench.entry import problems
from simbench.entry.pack.catalogue import scenes
from simbench.entry.pack.writing import ITERATIONS, write_pack

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def program(monkeypatch, simbench):
    """Commands in other folders find the program under test."""
    monkeypatch.setenv("SIMBENCH", str(simbench))


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return write_pack(tmp_path_factory.mktemp("packs") / "reference")


def check(pack, *words) -> subprocess.CompletedProcess:
    """Runs the pack's checker in a process in which simbench cannot be imported."""
    start = f"import sys, runpy; sys.argv = {[str(pack / 'check.py'), *map(str, words)]!r}; "
    start += f"sys.path[:0] = [{str(pack)!r}]; sys.modules['simbench'] = None; "
    start += f"runpy.run_path({str(pack / 'check.py')!r}, run_name='__main__')"
    return subprocess.run(
        [sys.executable, "-c", start], capture_output=True, text=True, check=False, cwd=pack.parent
    )


def folder_hashes(folder) -> dict[str, str]:
    """The SHA-256 of each file, without Python's own files."""
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def test_the_checker_finds_all_minima_by_numpy(pack):
    checked = check(pack)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert re.fullmatch(r"20 minima and \d+ files are right\n", checked.stdout)


def test_the_checker_is_short_and_needs_only_numpy(pack):
    text = (pack / "check.py").read_text()
    assert len([line for line in text.partition("import")[2].splitlines() if line.strip()]) <= 30
    for file in ("check.py", "energies.py"):
        imported = re.findall(r"^(?:import|from) (\w+)", (pack / file).read_text(), re.MULTILINE)
        assert {*imported} <= {"hashlib", "json", "sys", "pathlib", "numpy", "energies"}


def test_the_pack_is_small_and_has_every_law(pack, simbench):
    files = [path for path in pack.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 6e6  # bytes
    laws, steps, held, springs, counts = set(), set(), set(), False, []
    for name in scenes():
        content = json.loads((pack / name / "problem.json").read_text())
        scene = json.loads((pack / name / "scene.json").read_text())
        laws |= {scene["material"]["model"]} if "material" in scene else set()
        laws |= {potential["type"] for potential in scene["potentials"]}
        springs |= "anchor" in content["laws"]
        steps.add(content["step"])
        counts.append(content["vertices"])
        held.add(bool((pack / name / "held_vertices.csv").read_text()))
    known = set()
    for kind in ("materials", "potentials"):
        listed = subprocess.run([simbench, "list", kind, "--json"], capture_output=True, check=True)
        known |= {entry["name"] for entry in json.loads(listed.stdout)[kind]}
    assert laws == known and springs
    assert steps == {1, 2} and held == {True, False} and max(counts) < 100 and len(counts) == 20


def test_a_problem_has_the_iterates_of_every_solver_that_takes_it(pack):
    for name, (members, step) in scenes().items():
        scene = sb.Scene.load(members)
        takers = {solver for solver in scene.solvers if scene.declines(solver) is None}
        files = {path.stem.removeprefix("iterates_") for path in (pack / name).glob("iterates_*.csv")}
        assert files == takers and {"qn", "newton"} <= takers
        referee = problems.Referee.load(pack / name)
        rows = [row.split(",") for row in (pack / name / "errors.csv").read_text().splitlines()[1:]]
        for solver in ("qn", "xpbd") if "xpbd" in takers else ("qn",):
            iterates = np.loadtxt(pack / name / f"iterates_{solver}.csv", delimiter=",", ndmin=2)
            stated = [row for row in rows if row[0] == solver]
            assert len(iterates) == len(stated) and int(stated[-1][1]) <= ITERATIONS
            for q, (_, _, objective, error, _) in zip(iterates, stated, strict=True):
                assert referee.objective(q.reshape(-1, 3)) == pytest.approx(float(objective), rel=1e-12)
                found = referee.relative_error(float(objective))
                assert found == pytest.approx(float(error), rel=1e-9, abs=1e-13)
        assert step == json.loads((pack / name / "problem.json").read_text())["step"]


def test_numpy_finds_the_objectives_of_random_poses(pack, monkeypatch):
    """The checker's energies and the program's agree away from minima, too."""
    monkeypatch.syspath_prepend(str(pack))
    from energies import objective

    random = np.random.default_rng(7)
    for name in scenes():
        referee = problems.Referee.load(pack / name)
        q = referee.problem.start + random.uniform(-0.004, 0.004, referee.problem.start.shape)
        held = referee.problem.held_vertices
        q[held] = referee.problem.start[held]
        assert objective(pack / name, q) == pytest.approx(referee.objective(q), rel=1e-12), name


def test_a_second_step_begins_where_the_first_one_ends(pack):
    """q~ of the second step by the formula of implicit Euler, from the first one's files."""
    first, second = pack / "strain_held", pack / "strain_held_second_step"
    read = {
        place: lambda name, place=place: np.loadtxt(place / f"{name}.csv", delimiter=",")
        for place in (first, second)
    }
    end, before = read[first]("minimiser"), read[first]("previous_positions")
    np.testing.assert_allclose(read[second]("previous_positions"), end, atol=1e-9)
    free = np.setdiff1d(np.arange(len(end)), np.loadtxt(second / "held_vertices.csv", dtype=int))
    expected = end + (end - before) + 0.02**2 * np.array([0, 0, -9.81])
    np.testing.assert_allclose(read[second]("inertial_positions")[free], expected[free], atol=1e-8)


def test_the_same_build_writes_the_same_bytes_and_replaces_only_a_pack(pack, tmp_path, run_command):
    known = folder_hashes(pack)
    copy = tmp_path / "copy"
    shutil.copytree(pack, copy)
    (copy / "strain_held/minimiser.csv").unlink()
    finished = run_command("simbench-entry", "pack", "--output", copy)
    assert folder_hashes(copy) == known and known["index.json"] in finished.stdout
    for name in ("mine.txt", "strain_held/minimiser.csv"):  # a new file and an edited one
        (copy / name).write_text("not a file of a pack")
        refused = run_command("simbench-entry", "pack", "--output", copy, check=False)
        assert refused.returncode == 2 and "or was changed since" in refused.stderr
        assert (copy / name).read_text() == "not a file of a pack"
        (copy / name).unlink()


def test_a_changed_file_is_named(pack, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(pack, copy)
    (copy / "cloth_springs/masses.csv").write_text("1\n" * 16)
    checked = check(copy)
    assert (checked.returncode, checked.stderr) == (
        1,
        "cloth_springs/masses.csv is not the file of the index\n",
    )


def test_the_checker_judges_a_code_that_is_not_ours(pack, tmp_path):
    """docs/examples/other_code.py has no simbench; its error by the checker is that of the pack's pd."""
    other = REPOSITORY / "docs/examples/other_code.py"
    lines = subprocess.run([sys.executable, other, pack / "strain_free"], capture_output=True, check=True)
    rows = [json.loads(line) for line in lines.stdout.splitlines()]
    ours = {
        int(row[1]): float(row[3])
        for row in (line.split(",") for line in (pack / "strain_free/errors.csv").read_text().splitlines())
        if row[0] == "pd"
    }
    for row in rows[:: ITERATIONS // 2][:3]:
        np.savetxt(tmp_path / "q.csv", row["positions"], delimiter=",", fmt="%.17g")
        checked = check(pack, "strain_free", tmp_path / "q.csv")
        found = float(checked.stdout.split()[-1])
        assert found == pytest.approx(ours[row["iteration"]], rel=1e-5, abs=1e-12)


@pytest.mark.parametrize(
    ("rows", "largest", "code", "words"),
    [
        ("inertial", "1e-3", 1, "relative error 1\n"),
        ("minimiser", "1e-9", 0, "relative error"),
        ("short", "1", 1, "spring_chain has 6 vertices of three finite numbers"),
        ("nan", "1", 1, "spring_chain has 6 vertices of three finite numbers"),
    ],
)
def test_a_threshold_decides_the_exit_code(pack, tmp_path, rows, largest, code, words):
    texts = {"short": "0,0,0\n", "nan": "nan,0,0\n" * 6}
    texts |= {
        "inertial": (pack / "spring_chain/inertial_positions.csv").read_text(),
        "minimiser": (pack / "spring_chain/minimiser.csv").read_text(),
    }
    (tmp_path / "q.csv").write_text(texts[rows])
    checked = check(pack, "spring_chain", tmp_path / "q.csv", largest)
    assert checked.returncode == code
    assert words in checked.stdout + checked.stderr


def test_a_step_that_a_scene_has_not_is_refused():
    with pytest.raises(sb.ResultsError, match=r"smoke has no time step 2; its last one is 1"):
        problems.texts_of_problem(sb.Scene.load("smoke"), "smoke", 2)
