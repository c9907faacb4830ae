"""The tables over the thesis's grid are right, and the recorded tables show the recorded numbers."""

import math

import pytest
from conftest import REPOSITORY
from synthetic_sweeps import GRID, SyntheticResults, failures, two_rows

from thesis.documents import tables

GALLERY = REPOSITORY / "results/thesis"


def test_the_tables_on_record_show_the_numbers_on_record():
    numbers = tables.load(GALLERY / "tables.csv")
    assert set(numbers["table"]) == {table.title for table in tables.TABLES}
    assert (GALLERY / "tables.md").read_text() == tables.markdown(numbers, {})


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.title)
def test_a_changed_number_on_record_changes_the_table(table):
    numbers = tables.load(GALLERY / "tables.csv")
    first = numbers.index[numbers["table"] == table.title][0]
    numbers.loc[first, "value"] += 7
    changed = tables.markdown(numbers, {}).splitlines()
    recorded = (GALLERY / "tables.md").read_text().splitlines()
    lines = {line for line, (a, b) in enumerate(zip(changed, recorded, strict=True)) if a != b}
    assert lines and min(lines) > recorded.index(f"## {table.title}")


def test_tables_over_the_grid(tmp_path):
    tables.write(failures(tmp_path / "results"), tmp_path, tmp_path)
    text = (tmp_path / "tables.md").read_text()
    table = text.split("## XPBD's failures")[1].split("##")[0]
    assert "| h [s] \\ k [Pa] | 1e5 | 1e6 |" in table
    assert "| 0.1 | 0.5 | 0.5 | **2** | **2** |" in table
    assert table.count("**2**") == 6 + 5 + 3 + 1
    assert "Not run: there is no sweep thesis_neo_hookean." in text
    numbers = tables.load(tmp_path / "tables.csv")
    assert set(numbers["table"]) == {"XPBD's failures"} and len(numbers) == 32
    others = {other.title: "absent" for other in tables.TABLES if other.title != "XPBD's failures"}
    assert tables.markdown(numbers, others).split("## XPBD's failures")[1].split("##")[0] == table


def test_values_that_are_not_finite_are_read_as_they_were_written(tmp_path):
    values = {(1e-1, 1e5): math.inf, (1e-1, 1e6): math.nan}
    runs = [("xpbd", {"h": h, "k": k}, two_rows(1.0, values.get((h, k), 0.5)), "diverged") for h, k in GRID]
    numbers, missing = tables.measured(SyntheticResults(tmp_path).add("thesis_twist", ["h", "k"], runs))
    numbers.loc[1, "value"] = math.nan
    numbers.to_csv(tmp_path / "tables.csv", index=False, na_rep="nan")
    assert tables.load(tmp_path / "tables.csv").equals(numbers)
    assert tables.markdown(numbers, missing).count("∞") == 2
