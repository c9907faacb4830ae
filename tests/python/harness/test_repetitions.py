"""`--repeat N` does each run N times, and reports the median of the times."""

import json
import os
import re
import signal

import pytest
from conftest import files_of, table_rows
from terminals import Terminal

from simbench import load_run

SMOKE = "--scene smoke.json --iterations 20 --output OUT --solver"


def test_the_table_shows_the_median_and_the_spread(run_simbench, workplace):
    printed = run_simbench(f"{SMOKE} 'pd,admm[weight=auto]' --repeat 5").stdout
    header, *rows, explanation = printed.splitlines()
    assert header.split()[5:8] == ["error", "ms/iter.", "spread"]
    assert "median of the repetitions" in explanation
    for label, row in table_rows("\n".join([header, *rows])).items():
        environment = load_run(workplace / "OUT" / label).environment
        repeats = environment["repeats"]
        assert len(repeats) == 5
        assert environment["iteration_seconds"] == sorted(repeats)[2]
        iterations, milliseconds, percent = int(row[0]), float(row[3]), float(row[4].removesuffix("%"))
        assert milliseconds == pytest.approx(1000 * sorted(repeats)[2] / iterations, abs=1e-3)
        assert percent == pytest.approx(100 * (max(repeats) - min(repeats)) / sorted(repeats)[2], abs=0.1)


def test_timings_belong_to_the_repetition_with_the_median(run_simbench, workplace):
    run_simbench(f"{SMOKE} pd --repeat 3")
    run = load_run(workplace / "OUT/pd")
    assert run.iterations["elapsed_seconds"].iloc[-1] == pytest.approx(sorted(run.environment["repeats"])[1])


def test_a_repeated_run_has_the_same_numbers_and_id(run_simbench, workplace):
    run_simbench(f"{SMOKE} qn --vtu 10")
    once = files_of(workplace / "OUT/qn")
    assert len(json.loads(once["environment.json"])["repeats"]) == 1
    run_simbench(f"{SMOKE} qn --vtu 10 --repeat 3")
    repeated = files_of(workplace / "OUT/qn")
    assert repeated.keys() == once.keys()
    for name in once.keys() - {"timings.csv", "environment.json"}:
        assert repeated[name] == once[name], name
    assert "is up to date" in run_simbench(f"{SMOKE} qn --vtu 10 --skip-complete").stdout


def test_repetitions_can_be_combined_with_reference_best(run_simbench, workplace):
    run_simbench(f"{SMOKE} pd,qn --reference best")
    once = {name: files_of(workplace / "OUT" / name)["iterations.csv"] for name in ("pd", "qn")}
    run_simbench(f"{SMOKE} pd,qn --reference best --repeat 2")
    assert once == {name: files_of(workplace / "OUT" / name)["iterations.csv"] for name in ("pd", "qn")}


def test_a_repetition_can_be_repeated(run_simbench, workplace):
    run_simbench(f"{SMOKE} qn")
    assert "manifest.json: identical" in run_simbench("rerun OUT/qn/manifest.json --repeat 3").stdout
    assert len(load_run(workplace / "rerun/qn").environment["repeats"]) == 3


@pytest.mark.parametrize("limit", ["--max-seconds 1", "--max-wall-seconds 1"])
def test_time_limits_are_refused_with_repetitions(refused, limit):
    assert "--repeat compares runs that end by themselves" in refused(f"{SMOKE} qn --repeat 2 {limit}")


@pytest.mark.parametrize("number", ["0", "-1", "1.5", "many"])
def test_the_number_of_repetitions_is_checked(refused, number):
    assert f"--repeat {number}: expected an integer from 1 to 1000" in refused(
        f"{SMOKE} qn --repeat {number}"
    )


def test_a_signal_keeps_the_repetitions_that_are_done(simbench, workplace, cache_folder):
    words = SMOKE.replace("20", "20000") + " pd --record-every 1000 --repeat 1000"
    environment = {**os.environ, "SIMBENCH_CACHE": str(cache_folder)}
    with Terminal([simbench, *words.split()], environment=environment, cwd=workplace) as terminal:
        shown = ""  # a fast machine skips numbers
        while max(map(int, re.findall(r"pd (\d+)/1000", shown)), default=0) < 3:
            shown += terminal.read_until("/1000 iteration")
        terminal.program.send_signal(signal.SIGINT)
        terminal.read_all()
    assert terminal.program.returncode == 130
    run = load_run(workplace / "OUT/pd")
    assert 2 <= len(run.environment["repeats"]) < 1000
    assert run.manifest["status"] == "max_iterations"
