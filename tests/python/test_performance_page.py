"""What the pages say of speed is what the benchmark measured."""

import json
import re

from conftest import REPOSITORY

ROWS = json.loads((REPOSITORY / "results/performance/S_T_M.json").read_text())["rows"]


def measured(case: str, beam: str = "M") -> dict:
    """In double precision with one thread."""
    (row,) = (
        row
        for row in ROWS
        if (row["case"], row["beam"], row["precision"], row["threads"]) == (case, beam, "double", 1)
    )
    return row


def test_the_readme_has_the_measured_times():
    words = " ".join((REPOSITORY / "README.md").read_text().split())
    found = re.search(
        r"on ([\d,]+) tets PD takes ([\d.]+) ms \(a plain code ([\d.]+), the floor ([\d.]+)\), "
        r"QN ([\d.]+) \(([\d.]+)\), XPBD ([\d.]+) \(([\d.]+)\)",
        words,
    )
    pd, qn, xpbd = (measured(case) for case in ("pd", "qn", "xpbd"))
    assert found[1] == f"{pd['tets']:,}"
    expected = (
        pd["ms"],
        pd["baseline_ms"],
        pd["floor_ms"],
        qn["ms"],
        qn["baseline_ms"],
        xpbd["ms"],
        xpbd["baseline_ms"],
    )
    assert list(found.groups()[1:]) == [f"{value:.2g}" for value in expected]


def test_the_page_has_the_measured_times_of_the_rigid_chain():
    page = " ".join((REPOSITORY / "docs/performance.md").read_text().split())
    rows = json.loads((REPOSITORY / "results/performance/rigid.json").read_text())["rows"]
    double = {row["case"]: row for row in rows if row["precision"] == "double"}
    for case, unit in (("gs", "joint"), ("avbd", "body")):
        row = double[case]
        nanoseconds, ratio = row["ms"] * 1e6 / row["tets"], row["baseline_ms"] / row["ms"]
        assert f"{case} {nanoseconds:.0f} ns a {unit}, {ratio:.1f}×" in page
