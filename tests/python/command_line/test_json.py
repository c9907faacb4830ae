"""`--json` of runs, list, check and compare: one document, with the keys that docs/json.md names."""

import csv
import json
import re

import pytest
from conftest import REPOSITORY

PAGE = (REPOSITORY / "docs/json.md").read_text()


def documented(section: str) -> set[str]:
    """The texts in the first cells of the table of a section."""
    table = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| ([^|]+?) \|", table, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def row(section: str, key: str) -> set[str]:
    """The names in the row of a key."""
    table = PAGE.split(f"\n## {section}\n")[1]
    return set(re.findall(r"`(\w+)`", re.search(rf"^\| [^|]*`{key}`.*$", table, re.MULTILINE).group()))


@pytest.fixture
def printed(run_simbench):
    def run(*arguments, **options):
        return json.loads(run_simbench(*arguments, "--json", **options).stdout)

    return run


@pytest.fixture
def two_runs(run_simbench, workplace):
    run_simbench("--scene smoke.json --solver qn,pd --iterations 3 --output A")
    run_simbench("--scene smoke.json --solver qn --iterations 3 --output B")
    table = workplace / "B/qn/iterations.csv"
    header, first, second, *rest = table.read_text().splitlines()
    cells = second.split(",")
    cells[1] = repr(float(cells[1]) * (1 + 1e-6))
    table.write_text("\n".join([header, first, ",".join(cells), *rest]) + "\n")


def test_runs_are_described_by_their_own_files(printed, workplace):
    """The document has the numbers of the last rows; a second command finds the first run up to date."""
    first = printed("--scene smoke --solver qn,qn[history=3] --iterations 3 --output A")
    assert first.keys() | first["runs"][0].keys() == documented("Runs") - {"error"}
    assert [run["name"] for run in first["runs"]] == ["qn", "qn-history=3"]
    for run, history in zip(first["runs"], (5, 3), strict=True):
        table = csv.DictReader((workplace / run["folder"] / "iterations.csv").open())
        last = list(table)[-1]
        assert (run["objective"], run["relative_error"]) == (
            float(last["objective"]),
            float(last["relative_error"]),
        )
        assert (run["solver"], run["settings"]["history"], run["iterations"]) == ("qn", history, 3)
        assert (run["status"], run["up_to_date"]) == ("max_iterations", False)
        assert 0 < run["iteration_seconds"] < 60
    again = printed("--scene smoke --solver qn --iterations 3 --output A --skip-complete")
    assert again == {"scene": first["scene"], "runs": [{**first["runs"][0], "up_to_date": True}]}


@pytest.mark.parametrize(
    "word", ["solvers", "materials", "metrics", "scenes", "plans", "statuses", "exit_codes"]
)
def test_lists_have_the_entries_of_the_text(run_simbench, printed, word):
    (entries,) = printed(f"list {word}").values()
    text = run_simbench(f"list {word}").stdout
    lines = [line for line in text.splitlines() if not line.startswith((" ", "simbench list"))]
    names = [line.split()[0] for line in lines if not line.endswith(" bodies:")]
    assert [entry["name"] for entry in entries] == names
    keys = set().union(*entries) | {key for entry in entries for s in entry.get("settings", []) for key in s}
    assert keys - {"error"} == row("list", word) - {"error"} - documented("list") | (
        keys & documented("list")
    )


def test_settings_have_their_defaults_as_values(printed):
    solvers = {entry["name"]: entry for entry in printed("list solvers")["solvers"]}
    settings = {setting["path"]: setting for setting in solvers["qn"]["settings"]}
    assert settings["solvers.qn.history"]["default"] == 5
    weights = {setting["path"]: setting for setting in solvers["admm"]["settings"]}
    assert "default" not in weights["solvers.admm.weight_factor"]


def test_a_scene_that_cannot_be_read_is_in_the_list_with_its_error(run_simbench, workplace, printed):
    (workplace / "scenes").unlink()
    (workplace / "scenes").mkdir()
    (workplace / "scenes/broken.json").write_text("{")
    (entry,) = [entry for entry in printed("list scenes")["scenes"] if entry["name"] == "broken.json"]
    assert "broken.json:1:2" in entry["error"] and "description" not in entry


def test_check_has_the_numbers_of_the_text(printed):
    seen = printed("check beam_twist --set body.beam.cells=[8,2,2]")
    assert seen.keys() == documented("check")
    for key in ("mesh", "near_rest", "step"):
        assert seen[key].keys() == row("check", key) - {key}, key
    assert seen["mesh"]["tets"] == 160 and seen["mesh"]["vertices"] == 81
    assert seen["mesh"]["volume"] == pytest.approx(3.2 * 0.6 * 0.6)
    group = seen["anchors"]["groups"][0]
    assert {*group, "groups", "loose_components"} == row("check", "anchors") - {"anchors"}
    assert seen["anchors"]["loose_components"] == 0
    assert seen["preparation"] is None or seen["preparation"].keys() == seen["anchors"].keys()
    assert [solver["name"] for solver in seen["solvers"]][:2] == ["pbd", "xpbd"]
    assert {solver["declines"] for solver in seen["solvers"]} == {None}
    assert seen["condition"] > 1 and seen["derivatives"] is None


def test_check_describes_rigid_bodies(printed):
    seen = printed("check chain_straight --set chain.end_mass_ratio=5 --set chain.anchored=true")
    assert seen.keys() == documented("check, of rigid bodies")
    assert seen["bodies"] == {"moving": 10, "fixed": 0} and seen["constraints"] == {"axial": 10}
    assert (seen["mass"], seen["mass_ratio"]) == (pytest.approx(18), pytest.approx(5))
    assert seen["start_error"] == pytest.approx(10**0.5)


def test_the_stiffness_of_anchors_is_a_number_or_a_word(printed):
    stiffness = [
        printed(f"check smoke --set {text}")["preparation"]["groups"][0]["stiffness"]
        for text in ("preparation.anchors.stiffness=hard", "preparation.anchors.stiffness=5")
    ]
    assert stiffness == ["hard", 5]
    assert '`"hard"`' in next(line for line in PAGE.splitlines() if line.startswith("| `anchors` |"))


def test_check_tests_derivatives_and_names_solvers_that_decline(printed):
    neo = (
        "--set material.model=neo_hookean --set material.youngs_modulus=1e6 --set material.poisson_ratio=0.3"
    )
    seen = printed(f"check smoke --derivatives {neo}")
    assert seen["derivatives"] and all(test["passed"] for test in seen["derivatives"])
    assert set(seen["derivatives"][0]) == row("check", "derivatives") - {"derivatives"}
    declining = {solver["name"] for solver in seen["solvers"] if solver["declines"]}
    assert {"pbd", "pd"} <= declining and "newton" not in declining


def test_errors_leave_the_standard_output_empty(refused):
    assert "no_such_scene" in refused("check no_such_scene --json")
    assert "A" in refused("compare A B --json")


def test_compare_has_the_first_and_the_largest_difference(printed, two_runs):
    comparison = printed("compare A B", exit_code=1)
    pd, qn = comparison["runs"]
    assert {*comparison, *pd, *qn} - {"name", "outcome"} == documented("compare")
    assert comparison["same"] is False and comparison["tolerance"] == 0
    assert pd == {"name": "pd", "outcome": "only_in_a"}
    assert qn["outcome"] == "different" and qn["rows"] == [4, 4] and qn["same_columns"]
    difference = qn["first_difference"]
    assert (difference["step"], difference["iteration"], difference["column"]) == (1, 1, "objective")
    assert difference["relative"] == pytest.approx(1e-6, rel=1e-3) and difference["b"] > difference["a"]
    assert qn["largest_difference"] == difference


def test_differences_below_the_tolerance_count_as_equal(run_simbench, printed, two_runs):
    comparison = printed("compare A/qn B/qn --tolerance 1e-5")
    (run,) = comparison["runs"]
    assert comparison["same"] and comparison["tolerance"] == 1e-5
    assert (run["name"], run["outcome"], run["first_difference"]) == ("run", "within_tolerance", None)
    assert run["largest_difference"]["column"] == "objective"
    text = run_simbench("compare A/qn B/qn --tolerance 1e-5").stdout
    assert "largest relative difference 1e-06 at step 1, iteration 1, column objective" in text
    assert "the same within 1e-05 (4 rows)" in text
    text = run_simbench("compare A/qn B/qn --tolerance 1e-7", exit_code=1).stdout
    assert "first difference beyond 1e-07 at step 1, iteration 1, column objective" in text
    assert "first difference at step 1" in run_simbench("compare A/qn B/qn --tolerance 0", exit_code=1).stdout
    run_simbench("compare A B --tolerance 1e-5", exit_code=1)  # pd is missing


@pytest.mark.parametrize("tolerance", ["-1", "nan", "inf", "1e-9x", "''"])
def test_a_tolerance_is_a_number(refused, tolerance):
    assert "expected a number of at least 0" in refused(f"compare A B --tolerance {tolerance}")
