"""docs/output.md names every file, column, key, status and exit code."""

import json
import re

import pytest
from conftest import REPOSITORY

DOCUMENTATION = (REPOSITORY / "docs/output.md").read_text()


def section(heading: str) -> str:
    """The text below a heading, up to the next one of its level or above."""
    level = heading.index(" ")
    text = DOCUMENTATION.split(f"\n{heading}\n", 1)[1]
    return re.split(rf"^#{{1,{level}}} ", text, maxsplit=1, flags=re.MULTILINE)[0]


def named(text: str) -> set[str]:
    """The texts in the first cells of the tables."""
    cells = re.findall(r"^\| ([^|]+?) \|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


@pytest.fixture
def folder(run_simbench, workplace):
    run_simbench("--scene smoke.json --solver qn --iterations 2 --vtu 1 --checkpoint-every 1 --output OUT")
    return workplace / "OUT/qn"


@pytest.mark.parametrize("file", ["iterations.csv", "timings.csv"])
def test_columns_match_a_real_run_in_their_order(folder, file):
    header = (folder / file).read_text().splitlines()[0].split(",")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]", section(f"## {file}"), re.MULTILINE)
    assert [name for name, _ in rows] == header


def test_units_of_metrics_match_the_program(run_simbench):
    documented = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section("## iterations.csv"), re.MULTILINE))
    listed = json.loads(run_simbench("list metrics --json").stdout)["metrics"]
    printed = [(metric["name"], metric["unit"]) for metric in listed if metric["kind"] == "deformable"]
    assert len(printed) == len(documented) - 2
    for name, unit in printed:
        assert documented[name] == unit.replace("^2", "²").replace("sqrt(J)", "√J"), name


@pytest.mark.parametrize("file", ["manifest.json", "environment.json"])
def test_keys_match_a_real_run(folder, file):
    keys = json.loads((folder / file).read_text()).keys()
    table = section(f"## {file}").split("### ")[0]
    assert named(table) == set(keys)


def test_options_match_a_real_run(folder):
    (row,) = re.findall(r"^\| `options` \| (.*) \|$", DOCUMENTATION, re.MULTILINE)
    options = json.loads((folder / "manifest.json").read_text())["options"]
    assert options.keys() <= set(re.findall(r"`(\w+)`", row))


def test_keys_of_the_build_match_a_real_run(folder):
    (row,) = re.findall(r"^\| `build` \| (.*) \|$", DOCUMENTATION, re.MULTILINE)
    build = json.loads((folder / "manifest.json").read_text())["build"]
    assert set(re.findall(r"`(\w+)`", row)) == build.keys()


def test_files_match_a_real_run_and_so_do_those_with_equal_bytes(folder):
    table = DOCUMENTATION.split("## ")[0]
    rows = dict(re.findall(r"^\| `([^`]+)` \| .* \| (yes|no) \|$", table, re.MULTILINE))
    found = {
        re.sub(r"_\d{6}\.", "_SSSSSS.", re.sub(r"_\d{4}_\d{6}", "_SSSS_IIIIII", path.name))
        for path in folder.iterdir()
    }
    assert rows.keys() == found
    hashed = json.loads((folder / "manifest.json").read_text())["files_sha256"]
    for name, repeats in rows.items():
        real = name.replace("SSSS_IIIIII", "0001_000000").replace("_SSSSSS", "_000001")
        assert (real in hashed or name == "manifest.json") == (repeats == "yes")


def test_statuses_match_the_program(run_simbench):
    listed = json.loads(run_simbench("list statuses --json").stdout)["statuses"]
    rows = re.findall(r"^\| `(\w+)` \| .* \| ([^|]+) \|$", section("### Statuses"), re.MULTILINE)
    assert {name for name, _ in rows} == {entry["name"] for entry in listed}
    for entry in listed:
        assert str(entry["exit_code"]) in dict(rows)[entry["name"]], entry


def test_exit_codes_match_the_program(run_simbench):
    listed = json.loads(run_simbench("list exit_codes --json").stdout)["exit_codes"]
    documented = re.findall(r"^\| ([\d, ]+) \|", section("## Exit codes"), re.MULTILINE)
    assert {code for cell in documented for code in cell.split(", ")} == {entry["name"] for entry in listed}
