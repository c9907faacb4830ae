"""Profiles: which functions the time of a solver goes to, with a made-up perf and with the record."""

import json
import stat

import pytest
from conftest import REPOSITORY

from simbench.benchmark import groups
from simbench.benchmark.profiles import OTHER, PROFILED, WORK, profile, shares
from simbench.errors import ResultsError
from simbench.pages import profiles

RESULTS = REPOSITORY / "results"
REPORT = """# Samples: 4  of event 'cpu-clock'
#
 600|program|[.] Eigen::internal::gebp_kernel<double>::operator()
 150|program|[.] Eigen::internal::gemm_pack_lhs<double>::operator()
 200|libmetis.so|[.] libmetis__Match
  50|program|[.] something
"""
PROGRAM = """#!/bin/sh
echo '{"git_commit": "abc", "seconds": 0.5}'
exec sleep 100
"""
PERF = """#!/bin/sh
echo "$@" >> calls
[ "$1" = record ] || cat "$REPORT"
"""


def test_functions_of_one_kind_are_added():
    expected = {"products of matrices": 75, "nested dissection (METIS)": 20, OTHER: 5}
    assert shares(REPORT) == expected and list(shares(REPORT)) == list(expected)
    with pytest.raises(ResultsError, match="perf has taken no samples"):
        shares("# nothing\n")


@pytest.mark.parametrize(("at_least", "window"), [(0.1, 2.0), (2.3, 2.5)])
def test_whole_repetitions_are_sampled(tmp_path, monkeypatch, at_least, window):
    for name, text in {"program": PROGRAM, "perf": PERF.replace("calls", f"{tmp_path}/calls")}.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(stat.S_IRWXU)
    (tmp_path / "report").write_text(REPORT)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("REPORT", str(tmp_path / "report"))
    told, report = profile(tmp_path / "program", "iteration", "pd", "M", at_least)
    assert (told, report) == ({"git_commit": "abc"}, REPORT)
    record, written = (tmp_path / "calls").read_text().splitlines()
    assert record.startswith("record ") and record.endswith(f" -- sleep {window}")
    assert written.startswith("report ")


def test_the_record_has_every_profile_and_knows_nearly_all_functions():
    rows = profiles.load(RESULTS)
    expected = {(part, case, beam) for (part, case), beams in PROFILED.items() for beam in beams}
    assert {(row["part"], row["case"], row["beam"]) for row in rows} == expected
    assert {case for _, case in PROFILED} <= set(groups.BEAMS.split(","))
    for row in rows:
        assert sum(row["shares"].values()) == pytest.approx(100, abs=1)
        assert row["shares"].keys() <= WORK.keys() | {OTHER}
        assert row["shares"].get(OTHER, 0) < 3, row


def test_the_larger_the_mesh_the_more_of_newtons_iteration_is_products():
    found = [
        int(profiles.share(RESULTS, "iteration", "newton", b, "products", "of", "matrices")) for b in "TML"
    ]
    assert found == sorted(found) and found[0] < found[-1]


def test_a_share_that_is_not_on_record_is_named(tmp_path):
    file = tmp_path / profiles.FILE
    file.parent.mkdir(parents=True)
    row = {"part": "row", "case": "pd", "beam": "M", "shares": {"determinants": 8.4, "memory": 1.0}}
    file.write_text(json.dumps({"rows": [row]}))
    assert profiles.table(tmp_path).splitlines()[-1] == "| row of PD | M | determinants 8 % |"
    assert profiles.share(tmp_path, "row", "pd", "M", "determinants") == "8"
    with pytest.raises(ResultsError, match="no profile on record is of the row of pd on L"):
        profiles.share(tmp_path, "row", "pd", "L", "determinants")
    with pytest.raises(ResultsError, match="there is no kind of work 'magic'"):
        profiles.share(tmp_path, "row", "pd", "M", "magic")
