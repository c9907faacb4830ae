"""Several time steps on the command line: messages, the table, and the start of each step."""

import json

from simbench import load_run
from simbench.run_folders import run_folder

STEPS = "--scene smoke --set step.steps=3 --set step.iterations=4 --set gravity=[0,0,-9.81] --output OUT"


def test_the_note_on_the_reference_minimum_is_printed_once(run_simbench, tmp_path):
    fresh = {"SIMBENCH_CACHE": str(tmp_path / "fresh")}
    said = run_simbench(STEPS, "--solver pd,qn", environment=fresh).stderr
    assert said.count("finding the reference minimum") == 1


def test_the_table_names_its_step(run_simbench):
    header, *rows, note = run_simbench(STEPS, "--solver pd,qn").stdout.splitlines()
    assert header.split()[:3] == ["solver", "step", "iterations"]
    assert [row.split()[:2] for row in rows] == [["pd", "3/3"], ["qn", "3/3"]]
    assert note.startswith("Objective and relative error are values at the end of the given step")
    assert "step" not in run_simbench("--scene smoke --solver qn --iterations 2").stdout


def test_on_newtons_trajectory_all_solvers_begin_a_step_alike(run_simbench, workplace, solvers):
    run_simbench(STEPS, "--solver every --trajectory newton --quiet")
    starts = {}
    for folder in sorted((workplace / "OUT").glob("[!.]*")):
        run = load_run(folder)
        assert run.manifest["options"]["trajectory"] == "newton"
        table = run.iterations[run.iterations["iteration"] == 0]
        starts[folder.name] = list(table["objective"])
    assert starts.keys() == set(solvers) and all(values == starts["newton"] for values in starts.values())
    assert len(starts["newton"]) == 3
    own = run_simbench(STEPS.replace("OUT", "OWN"), "--solver pd --quiet") and load_run(workplace / "OWN/pd")
    assert own.manifest["options"]["trajectory"] == "own"
    assert own.manifest["run_id"] != load_run(workplace / "OUT/pd").manifest["run_id"]


def test_a_plan_takes_the_trajectory_and_a_manifest_repeats_it(run_simbench, workplace):
    plan = {
        "scene": "smoke",
        "set": {"step.steps": 3, "step.iterations": 4, "gravity": [0, 0, -9.81]},
        "axes": [],
        "solvers": ["pd", "qn"],
        "options": {"trajectory": "newton"},
    }
    (workplace / "plan.json").write_text(json.dumps(plan))
    run_simbench("sweep plan.json --output SWEEP --quiet")
    run_simbench(STEPS, "--solver pd,qn --trajectory newton --quiet")
    for solver in ("pd", "qn"):
        manifest = json.loads((workplace / "OUT" / solver / "manifest.json").read_text())
        swept = run_folder(workplace / "SWEEP", manifest["run_id"]) / "iterations.csv"
        assert swept.read_bytes() == (workplace / "OUT" / solver / "iterations.csv").read_bytes()
    assert "iterations.csv: identical" in run_simbench("rerun OUT/pd/manifest.json").stdout


def test_a_step_without_a_minimum_keeps_its_rows(run_simbench, workplace):
    """At h = 1e6 s newton fails, but xpbd goes on. The step is recorded, and the next one cannot begin."""
    finished = run_simbench(
        "--scene smoke --solver xpbd --iterations 3 --set step.steps=2 --set step.time_step=1e6",
        "--trajectory newton --output OUT",
        exit_code=5,
    )
    assert "no minimum" in finished.stderr and "--trajectory own" in finished.stderr
    run = load_run(workplace / "OUT/xpbd")
    assert run.manifest["status"] == "no_minimum"
    assert run.iterations["iteration"].tolist() == [0, 1, 2, 3]
