"""Changed files of results are reported with a sentence that names the error, without text of a library."""

import json

import pytest
from test_sweep import write_plan

pytestmark = pytest.mark.slow

WRONG = [None, 3, "x", [], {}, [{"x": 1}]]


def changed(value) -> list:
    """Wrong values for `value`, and for members of its first two levels."""
    return [wrong for wrong in WRONG if type(wrong) is not type(value) or wrong == []]


def variants(document: dict):
    for key in document:
        yield {name: value for name, value in document.items() if name != key}
        for wrong in changed(document[key]):
            yield {**document, key: wrong}
    yield from ([], 3, None, "x", {})


def check(run_simbench, file, command, codes) -> None:
    """Checks the exit code and the message of a command for every variant of the file."""
    original = file.read_text()
    tried = 0
    for variant in variants(json.loads(original)):
        file.write_text(json.dumps(variant))
        finished = run_simbench(command, exit_code=None)
        assert finished.returncode in codes, (variant, finished.stderr)
        assert "json.exception" not in finished.stderr and "internal error" not in finished.stderr
        assert "type must be" not in finished.stderr
        tried += 1
    file.write_text(original)
    assert tried > 10


def test_changed_manifests_are_reported(run_simbench, workplace):
    run_simbench("--scene smoke --solver qn --iterations 1 --output OUT")
    check(
        run_simbench,
        workplace / "OUT/qn/manifest.json",
        "rerun OUT/qn/manifest.json --output AGAIN",
        (0, 1, 2),
    )


def test_changed_environments_are_reported(run_simbench, workplace):
    run_simbench("--scene smoke --solver qn --iterations 1 --output OUT")
    file = workplace / "OUT/qn/environment.json"
    check(run_simbench, file, "rerun OUT/qn/manifest.json --output AGAIN", (0, 2))
    check(run_simbench, file, "--scene smoke --solver qn --iterations 1 --output OUT --skip-complete", (0,))


def test_the_message_on_a_manifest_names_place_and_error(run_simbench, workplace):
    run_simbench("--scene smoke --solver qn --iterations 1 --output OUT")
    file = workplace / "OUT/qn/manifest.json"
    manifest = json.loads(file.read_text())
    file.write_text(json.dumps({**manifest, "solver": 3}, indent=2))
    finished = run_simbench("rerun OUT/qn/manifest.json", exit_code=2)
    assert "/solver: expected a text; found a number" in finished.stderr
    assert f"{file.relative_to(workplace)}:" in finished.stderr


# verify fails for a changed plan. A sweep does not overwrite a plan that no sweep has stored.
@pytest.mark.parametrize(
    ("command", "codes"),
    [("status OUT", (0, 2)), ("verify OUT", (0, 1, 2)), ("sweep plan.json --output OUT", (0, 2, 4))],
)
def test_changed_plans_of_a_sweep_are_reported(run_simbench, workplace, command, codes):
    write_plan(workplace, axes=[], exclude=[], solvers=["pd"])
    run_simbench("sweep plan.json --output OUT")
    check(run_simbench, workplace / "OUT/plan.json", command, codes)


@pytest.mark.parametrize("name", ["manifest.json", "environment.json"])
def test_changed_runs_of_a_sweep_are_reported(run_simbench, workplace, name):
    write_plan(workplace, axes=[], exclude=[], solvers=["pd"])
    run_simbench("sweep plan.json --output OUT")
    (file,) = (workplace / "OUT/runs").glob(f"*/*/{name}")
    check(run_simbench, file, "verify OUT", (0, 1))
    check(run_simbench, file, "sweep plan.json --output OUT", (0, 4, 5))


def test_changed_tuned_weights_are_reported(run_simbench, workplace):
    run_simbench("tune smoke --iterations 50 --target 1e-1")
    file = workplace / "tuned_weights.json"
    command = "--scene smoke --solver admm --iterations 1 --output OUT --set solvers.admm.weight=tuned"
    check(run_simbench, file, command, (0, 2))
    ((key, entry),) = json.loads(file.read_text()).items()
    for member in ("weight_factor", "target", "iterations"):
        for wrong in ("x", [], {}):
            file.write_text(json.dumps({key: {**entry, member: wrong}}))
            finished = run_simbench(command, exit_code=2)
            assert f"/{member}: expected a number; found" in finished.stderr
