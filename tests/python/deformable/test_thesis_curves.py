"""Shortened runs of the thesis's main experiment match its published curves.

The bounds of the project: objective within 0.1 % for PD, XPBD, QN (its first 40 iterations) and
ADMM with c = 0.3, except ADMM at iteration 20 (inverted tets: within 3 %); constraint and inertial terms
within 0.1 %, except QN at iteration 40 (0.5 %: the thesis's run stopped) and ADMM at 20 to 60 (6 %).
"""

import json
import os
import subprocess

import pandas as pd
import pytest
from conftest import ADMM_DEFAULTS, REPOSITORY, TIMEOUT

from simbench import load_run, load_runs
from simbench.relative_errors import relative_errors
from thesis.plots import load_reference

ITERATIONS = {"qn": 40, "pd": 100, "xpbd": 100, "admm": 100}
SERIES = {"QN": "qn", "PD": "pd", "XPBD": "xpbd", "ADMM": "admm"}
WEIGHTS = ("0.4", "0.6", "0.8", "1.2")  # of c = 0.1 … 1.2; 0.3 is the ADMM run itself


@pytest.fixture(scope="module")
def results(simbench, cache_folder, tmp_path_factory):
    """The runs for all tests of this file."""
    output = tmp_path_factory.mktemp("untwist")

    def run(solver, iterations, folder, *more):
        scene = REPOSITORY / "scenes/deformable/beam_untwist.json"
        words = f"--solver {solver} --iterations {iterations} --record-every 10 --quiet --output".split()
        command = [simbench, "--scene", scene, *words, output / folder, *more]
        environment = {**os.environ, "SIMBENCH_CACHE": str(cache_folder)}
        subprocess.run(command, check=True, env=environment, timeout=TIMEOUT)

    for solver, iterations in ITERATIONS.items():
        run(solver, iterations, "solvers")
    for weight in WEIGHTS:
        run("admm", 60, f"c={weight}", "--set", f"solvers.admm.weight_factor={weight}", "--reference=none")
    return output


def samples(figure: str, last_iterations: dict[str, int]) -> pd.DataFrame:
    """The thesis's samples within the shortened runs, without iteration 0 if its value is 0."""
    curves = load_reference(figure)
    curves["solver"] = curves["series"].map(SERIES)
    return curves[curves["iteration"] <= curves["solver"].map(last_iterations)]


def deviations(results, figure: str, column: str) -> dict[tuple[str, int], float]:
    """|ours − thesis|/thesis of every sample, by solver and iteration."""
    found = {}
    for sample in samples(figure, ITERATIONS).itertuples():
        table = load_run(results / "solvers" / sample.solver).iterations.set_index("iteration")
        value = table.loc[sample.iteration, column]
        if sample.value == 0:
            assert value == 0
        else:
            found[sample.solver, sample.iteration] = abs(value - sample.value) / sample.value
    return found


def test_start_objective_and_minimum_match_the_thesis(results):
    for run in load_runs(results / "solvers"):
        assert run.iterations["objective"].iloc[0] == pytest.approx(2918908, abs=20)
        assert run.manifest["reference_minimum"] == [pytest.approx(384537, abs=2)]


def test_objectives_match_the_thesis(results):
    found = deviations(results, "strain_beam_untwist_objectives", "objective")
    assert len(found) == 3 + 3 * 6
    for (solver, iteration), deviation in found.items():
        bound = 0.03 if (solver, iteration) == ("admm", 20) else 0.001
        assert deviation <= bound, (solver, iteration)


@pytest.mark.parametrize(
    ("figure", "column"),
    [
        ("strain_beam_untwist_constraintObjectives", "constraint"),
        ("strain_beam_untwist_inertialObjectives", "inertial"),
    ],
)
def test_terms_match_the_thesis(results, figure, column):
    found = deviations(results, figure, column)
    assert len(found) == 5 + 3 * 11 - (4 if column == "inertial" else 0)
    for (solver, iteration), deviation in found.items():
        if (solver, iteration) == ("qn", 40):
            assert round(100 * deviation, 1) <= 0.5  # "0.5 %", as printed; here the thesis's run stopped
        elif solver == "admm" and 20 <= iteration <= 60:
            assert deviation <= 0.06, iteration
        else:
            assert deviation <= 0.001, (solver, iteration)


@pytest.mark.parametrize("weight", WEIGHTS)
def test_weights_of_admm_match_the_thesis(results, weight):
    curves = load_reference("strain_admm_weights_1e-2").set_index(["series", "iteration"])["value"]
    table = load_run(results / f"c={weight}" / "admm").iterations.set_index("iteration")["objective"]
    for iteration in range(0, 61, 10):
        thesis = curves[f"w={weight}*sqrt(k)", iteration]
        assert table[iteration] == pytest.approx(thesis, rel=0.001), iteration


def test_admm_with_the_default_weight_matches_the_curve_for_c_03(results):
    curves = load_reference("strain_admm_weights_1e-2").set_index(["series", "iteration"])["value"]
    run = load_run(results / "solvers/admm")
    assert run.scene["solvers"] == {"admm": {"weight": "factor", "weight_factor": 0.3, **ADMM_DEFAULTS}}
    objective = run.iterations.set_index("iteration")["objective"]
    for iteration in (0, 10, 40, 50, 60, 70, 80, 90, 100):
        assert objective[iteration] == pytest.approx(curves["w=0.3*sqrt(k)", iteration], rel=0.001)


def test_relative_errors_match_the_table_of_the_thesis(results):
    """The digits are those of the thesis's table, in %. Its ADMM curve gives 0.3 at 40 instead of 0.4."""
    table = relative_errors(load_runs(results / "solvers")).set_index(["solver", "iteration"])
    percent = table["relative_error_percent"]
    expected = {"admm": (0.3, 0.0), "pd": (22.7, 12.6), "xpbd": (67.8, 47.8)}
    for solver, values in expected.items():
        assert [round(percent[solver, iteration], 1) + 0.0 for iteration in (40, 60)] == list(values)
    assert round(percent["qn", 40], 1) == 0.0


def test_newton_reaches_the_reference(run_simbench, workplace):
    run_simbench("--scene beam_untwist --solver newton --iterations 100 --output OUT")
    manifest = json.loads((workplace / "OUT/newton/manifest.json").read_text())
    last = load_run(workplace / "OUT/newton").iterations.iloc[-1]
    assert manifest["status"] in ("converged", "stalled")
    assert last["objective"] == pytest.approx(manifest["reference_minimum"][0], rel=1e-10)
    assert last["inverted_tets"] == 0
