"""The benchmark's comparison, history and groups, on made-up measurements, and scripts/benchmark.sh."""

import json
import re
import stat
import subprocess
import sys

import pytest
from conftest import REPOSITORY

from simbench.benchmark import command, compare, groups, history, ipctk_baseline, running
from simbench.benchmark.records import caches, label, machine, recorded, rows_of
from simbench.errors import ResultsError
from simbench.pages.benchmark_history import bars, tables

MACHINE = {"processor": "A", "cores": 2, "caches": "L1 48K"}


def row(case="pd", ms=1.0, noise=0.0, yardstick="baseline", beam="M", **members) -> dict:
    """A row whose quartiles are ± noise/2 around ms, and whose yardstick takes 10 ms."""
    spread = [ms * (1 - noise / 2), ms, ms * (1 + noise / 2)]
    return {
        "beam": beam,
        "case": case,
        "precision": "double",
        "threads": 1,
        "ms": ms,
        "quartiles_ms": spread,
        "yardstick": yardstick,
        "relative": [number / 10 for number in spread],
        "baseline_ms": 10.0,
        **members,
    }


def rows(*of: dict, **machine) -> dict:
    return rows_of([{"machine": MACHINE | machine, "rows": list(of)}])


def verdicts(old: dict, new: dict) -> dict[str, str]:
    found = compare.differences(rows(old), rows(new))
    return {d.key[1]: "slower" if d.is_slower else "faster" if d.is_faster else "same" for d in found}


@pytest.mark.parametrize(
    ("before", "after", "noise", "verdict"),
    [
        (1, 1.2, 0, "slower"),
        (1, 0.8, 0, "faster"),
        (1, 1.04, 0, "same"),  # less than 5 %
        (1, 1.2, 0.08, "slower"),  # more than both noises, 16 %
        (1, 1.2, 0.12, "same"),  # both noises are 24 %
        (1, 1 / 1.23, 0.12, "same"),
        (1, 1 / 1.26, 0.12, "faster"),
    ],
)
def test_a_difference_counts_if_it_is_larger_than_both_noises(before, after, noise, verdict):
    assert verdicts(row(ms=before, noise=noise), row(ms=after, noise=noise)) == {"pd": verdict}


def test_a_slow_day_of_the_machine_is_not_a_slow_solver():
    slow_day = row(ms=1.5)
    slow_day["relative"] = row()["relative"]  # the yardstick was slow, too
    assert verdicts(row(), slow_day) == {"pd": "same"}
    other_yardstick = slow_day | {"yardstick": "decompositions"}
    assert verdicts(row(), other_yardstick) == {"pd": "slower"}  # by ms


def test_rows_without_quartiles_and_rows_of_one_side_are_left_out():
    old = {name: value for name, value in row().items() if name not in ("quartiles_ms", "relative")}
    assert compare.differences(rows(old), rows(row())) == []
    assert compare.differences(rows(row("pd")), rows(row("qn"))) == []
    assert compare.differences(rows(row(relative=[None] * 3)), rows(row())) == []


def test_records_of_another_processor_are_refused():
    assert compare.reason_not_to_compare(rows(row()), rows(row())) == ""
    reason = compare.reason_not_to_compare(rows(row()), rows(row(), processor="B"))
    assert reason.startswith("the last record is of A (2 cores, L1 48K), and this machine is B (2 cores, ")
    assert compare.reason_not_to_compare(rows(row()), rows(row(), caches="L1 32K"))  # of the same name
    mixed = rows(row("pd")) | rows(row("qn"), caches="L1 32K")  # files that were measured apart
    new = rows(row("pd", ms=2), row("qn", ms=2))
    assert compare.reason_not_to_compare(mixed, new) == ""
    assert [difference.key[1] for difference in compare.differences(mixed, new)] == ["pd"]
    unnamed = rows_of([{"rows": [row()]}])
    assert "does not name its processor" in compare.reason_not_to_compare(unnamed, rows(row()))


def test_turns_are_compared_by_the_quartiles_of_their_medians():
    key, other = ("M", "pd", "double", 1), ("M", "qn", "single", 2)
    old = {key: [1, 1.01, 0.99, 1, 1], other: [1, 1.3, 0.8, 1.1, 0.9]}
    new = {key: [1.05, 1.06, 1.04, 1.05, 1.05], other: [1.1, 1.4, 0.9, 1.2, 1]}
    found = compare.of_turns(old, new)
    assert [(d.key, d.is_slower) for d in found] == [(other, False), (key, True)]
    text = compare.report(found, "COMMIT", "this build")
    head = "this build against COMMIT: 2 rows, 1 slower, 0 faster, 1 the same within noise"
    assert text.splitlines()[0] == head
    assert "M pd" in text and "1.050" in text and label(other) not in text
    assert label(other) == "M qn single 2 threads"


def test_the_history_keeps_the_main_rows_and_is_read_again(tmp_path):
    record = {
        "machine": MACHINE,
        "rows": [
            row(ms=0.5),
            row("xpbd", ms=2, baseline_ms=None),
            row(threads=2),
            row("looking_pd"),
            row(beam="S"),
        ],
    }
    line = history.entry([record], "abc", "2026-01-01", "A")
    assert line["rows"] == {"M pd": [0.5, 20], "M xpbd": [2, None]}
    assert history.load(tmp_path) == []
    history.append(tmp_path, line)
    history.append(tmp_path, line | {"date": "2026-01-02"})  # the same build again
    history.append(tmp_path, line | {"commit": "def", "rows": {"M pd": [0.25, 40.0]}})
    lines = history.load(tmp_path)
    assert [(each["commit"], each["date"]) for each in lines] == [
        ("abc", "2026-01-02"),
        ("def", "2026-01-01"),
    ]
    assert tables(lines).splitlines() == [
        "## A",
        "",
        "| beam | solver | first | course | last | last over first | × baseline, first → last |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        "| M | PD | 0.5 ms (abc, 2026-01-02) | █▅ | 0.25 ms (def, 2026-01-01) | 0.5 | 20 → 40 |",
        "",
        "1 row was recorded once.",
    ]
    assert bars([0, 1, 2, 4]) == "▁▃▅█"


def test_a_broken_line_of_the_history_is_named(tmp_path):
    (tmp_path / history.FILE).write_text(
        '{"commit": "a", "date": "b", "processor": "", "rows": {}}\n{"commit"}\n'
    )
    with pytest.raises(ResultsError, match=r"history\.jsonl:2: this line is not JSON"):
        history.load(tmp_path)


def test_the_recorded_history_can_be_read():
    lines = history.load(REPOSITORY / "results/performance")
    assert len(lines) > 1
    assert [line["date"] for line in lines] == sorted(line["date"] for line in lines)


PROGRAM = f"""#!{sys.executable}
import json, sys
def value(option, default):
    return sys.argv[sys.argv.index(option) + 1] if option in sys.argv else default
if "--help" in sys.argv:
    print("--beam TEXT:{{S,T,M}}=[S] ...")
    print("--solver TEXT:{{pd,qn}} ...")
elif "--contact-mesh" in sys.argv:
    points = [[x, y, z] for z in (0, 0.05) for x, y in ((0, 0), (1, 0), (0, 1))]
    edges = [[0, 1], [0, 2], [1, 2], [3, 4], [3, 5], [4, 5]]
    surface = {{"positions": points, "edges": edges, "triangles": [[0, 1, 2], [3, 4, 5]]}}
    open(value("--contact-mesh", ""), "w").write(json.dumps(surface | {{"distance": 0.1, "stiffness": 1}}))
elif value("--solver", "") == "wrong":
    sys.exit("unknown solver")
else:
    key = {{"precision": "double", "threads": 1, "ms": MS, "median_ms": MS, "quartiles_ms": [MS, MS, MS]}}
    beam, names = value("--beam", "").split(",")[0], value("--solver", "pd").split(",")
    rows = [key | {{"beam": beam, "case": name}} for name in names]
    build = {{"git_commit": "abc", "git_dirty": True}}
    open(value("--json", ""), "w").write(json.dumps(build | {{"rows": rows}}))
"""


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Two programs in place of simbench_benchmark, which "measure" 1 ms and 2 ms."""
    monkeypatch.setattr(ipctk_baseline, "SECONDS", 0)
    files = []
    for ms in (1, 2):
        file = tmp_path / f"program{ms}"
        file.write_text(PROGRAM.replace("MS", str(ms)))
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        files.append(file)
    return files


def test_two_programs_measure_in_turns_what_the_old_one_knows(programs, capsys):
    known = groups.group("known", "M,L", "pd,xpbd")
    unknown = groups.group("unknown", "M", "xpbd")
    old, new = running.in_turns(*programs, [known, unknown], turns=3)
    key = ("M", "pd", "double", 1)
    assert (old, new) == ({key: [1] * 3}, {key: [2] * 3})
    assert capsys.readouterr().out.count("does not know these rows") == 1
    assert running.known_to(programs[0], known).options == ("--beam", "M", "--solver", "pd")


def test_a_full_run_replaces_the_record_and_adds_to_the_history(programs, tmp_path, capsys):
    record = tmp_path / "record"
    record.mkdir()
    (record / "of_old_times.json").write_text(json.dumps({"rows": [row(beam="S", ms=1)]}))
    command.check(programs[0], record)  # the short form writes nothing
    assert [file.name for file in record.iterdir()] == ["of_old_times.json"]
    assert (
        "not compared with the last record: the last record does not name its processor"
        in capsys.readouterr().out
    )
    command.record(programs[0], record)
    assert {file.stem for file in record.glob("*.json")} == {group.name for group in groups.FULL}
    written = json.loads((record / "S_T_M.json").read_text())
    assert written["machine"] == machine() and len(written["date"]) == len("2026-01-01")
    capsys.readouterr()
    command.record(programs[1], record)
    told = capsys.readouterr().out
    assert re.search(r"this build against the last record: (\d+) rows, \1 slower, 0 faster, 0 the same", told)
    (line,) = history.load(record)  # the same commit again
    assert line["commit"] == "abc+" and line["rows"]["L newton"] == [2, None]


def test_the_record_has_the_times_with_avx512(programs, tmp_path):
    command.record(programs[1], tmp_path, programs[0])
    rows = {key[:2]: row for key, row in rows_of(recorded(tmp_path)).items()}
    assert (rows["S", "pd"]["in_turns_ms"], rows["S", "pd"]["avx512_ms"]) == (2, 1)
    assert not {"avx512_ms"} & rows["L", "newton"].keys()  # would take minutes


def test_a_program_that_fails_is_reported(programs):
    with pytest.raises(ResultsError, match="failed:\nunknown solver"):
        running.run(programs[0], groups.group("a", "M", "wrong"))


def test_groups_name_each_file_once():
    for plan in (groups.FULL, groups.SHORT, groups.AGAINST, groups.AGAINST_SHORT):
        assert len({group.name for group in plan}) == len(plan)


def test_the_machine_is_described(tmp_path):
    for index, texts in enumerate(
        [("Data", "1", "48K"), ("Instruction", "1", "32K"), ("Unified", "2", "2048K")]
    ):
        folder = tmp_path / f"index{index}"
        folder.mkdir()
        for name, text in zip(("type", "level", "size"), texts, strict=True):
            (folder / name).write_text(text + "\n")
    assert caches(tmp_path) == "L1 48K, L2 2048K"
    assert machine()["processor"] and machine()["cores"] > 0


def test_the_script_tells_its_usage():
    def call(*arguments):
        return subprocess.run(
            [REPOSITORY / "scripts/benchmark.sh", *arguments], capture_output=True, text=True
        )

    told = call("--help")
    assert told.returncode == 0
    usage = "Usage: scripts/benchmark.sh [--short] [--against COMMIT] [--profile] [--help]\n"
    assert told.stdout.startswith(usage)
    wrong = call("--fast")
    assert (wrong.returncode, wrong.stderr) == (2, told.stdout)
    assert call("--against").returncode != 0
