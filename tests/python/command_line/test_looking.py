"""Recording iterates changes neither the end of a run nor its numbers."""

import math

import pytest

from simbench import load_run

# One inverted tet makes the objective infinite for two iterations; positions stay finite, and XPBD recovers.
RECOVERS = (
    "--scene beam_untwist_neo_hookean.json --set material.model=neo_hookean --set step.time_step=1e-1 "
    "--set material.youngs_modulus=1e5 --set solvers.xpbd.form=combined --solver xpbd"
)


def test_an_infinite_objective_does_not_end_a_run(run_simbench, workplace):
    runs = {}
    for every in (1, 2, 7, 60):
        run_simbench(RECOVERS, f"--iterations 60 --record-every {every} --output every-{every}")
        runs[every] = load_run(workplace / f"every-{every}/xpbd")
    infinite = runs[1].iterations["objective"].isna()
    assert 0 < infinite.sum() < 10 and not infinite.iloc[-1]
    assert (runs[1].iterations["inverted_tets"][infinite] > 0).all()
    all_rows = (workplace / "every-1/xpbd/iterations.csv").read_text().splitlines()[1:]
    for every, run in runs.items():
        assert run.manifest["status"] == "max_iterations" and run.manifest["message"] == ""
        assert run.manifest["infinite_objectives"] == run.iterations["objective"].isna().sum()
        rows = (workplace / f"every-{every}/xpbd/iterations.csv").read_text().splitlines()
        recorded = [row for row in all_rows if int(row.split(",")[0]) in set(run.iterations["iteration"])]
        assert rows[1:] == recorded, every


def test_an_infinite_last_objective_is_reported(run_simbench, workplace):
    told = run_simbench(RECOVERS, "--iterations 2 --output OUT").stderr
    run = load_run(workplace / "OUT/xpbd")
    assert math.isnan(run.iterations["objective"].iloc[-1])
    assert run.manifest["status"] == "max_iterations"
    assert "infinite" in run.manifest["message"] and run.manifest["message"] in told


@pytest.mark.parametrize("scene", ["--scene smoke.json --solver qn", "--scene chain_bent --solver gs"])
def test_the_target_is_checked_in_each_iterate(run_simbench, workplace, scene):
    ends = []
    for every in (1, 3, 1000):
        output = f"every-{every}"
        run_simbench(scene, f"--until-relative-error 1e-3 --record-every {every} --output {output}")
        (run,) = [load_run(folder) for folder in (workplace / output).iterdir()]
        ends.append((run.manifest["status"], run.iterations["iteration"].iloc[-1]))
    assert ends[0][0] == "target_reached" and ends[0][1] > 1
    assert set(ends) == {ends[0]}
