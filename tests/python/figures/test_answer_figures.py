"""The figures on open questions of the thesis draw the numbers of their sweeps."""

import json

import numpy as np
import pandas as pd
import pytest
from conftest import lines_of
from synthetic_sweeps import run_in_memory

from simbench import ResultsError, Run
from simbench.figures import cost_over_size
from thesis.figures import admm_momentum, admm_prox, momentum_causes

ORIGINS = {0.0: "[0,0,0]", 1000.0: "[1000,0,0]"}
VARIANTS = [  # solver, form of PD's global step, ADMM's c
    ("xpbd", None, np.nan),
    ("pd", "positions", np.nan),
    ("pd", "increment", np.nan),
    ("admm", None, 0.25),
    ("admm", None, 1.0),
]


def momentum_of(precision: str, distance: float, place: int) -> float:
    """A different number for each run, so that the test finds swapped runs."""
    return (1e-9 if precision == "double" else 1.0) * (1 + distance) * 2**place


@pytest.fixture
def momenta() -> pd.DataFrame:
    rows = [
        {
            "run_id": f"{place}{precision}{distance}",
            "solver": solver,
            "precision": precision,
            "body.beam.origin": ORIGINS[distance],
            "solvers.pd.global_step": global_step,
            "solvers.admm.weight_factor": factor,
            "status": "max_iterations",
            "final_relative_error": 0.0,
            "final_linear_momentum": momentum_of(precision, distance, place),
        }
        for precision in ("double", "single")
        for distance in ORIGINS
        for place, (solver, global_step, factor) in enumerate(VARIANTS)
    ]
    return pd.DataFrame(rows)


def test_filters_choose_variants(momenta):
    (axes,) = momentum_causes.draw(momenta, ["solver=pd", "solver=admm", "solvers.admm.weight_factor=1"]).axes
    assert len(axes.get_yticklabels()) == 3
    with pytest.raises(ResultsError, match="no axis precision"):
        momentum_causes.draw(momenta.drop(columns="precision"))


def test_admm_momentum_is_drawn_over_the_factor_with_a_line_of_slope_two(momenta):
    (axes,) = admm_momentum.draw(momenta).axes
    lines = lines_of(axes)
    for precision in ("double", "single"):
        for distance in ORIGINS:
            line = lines[f"_{precision} {distance:g}"]
            np.testing.assert_array_equal(line.get_xdata(), [0.25, 1])
            expected = [momentum_of(precision, distance, place) for place in (3, 4)]
            np.testing.assert_array_equal(line.get_ydata(), expected)
            rounding = lines[f"_rounding {precision} {distance:g}"].get_ydata()
            np.testing.assert_allclose(rounding, [expected[1] / 16, expected[1]])
            positions = lines[f"_pd {precision} {distance:g}"]
            np.testing.assert_array_equal(positions.get_ydata(), [momentum_of(precision, distance, 1)])


def admm_run(modulus: float, weight: float, errors: list[float], **settings) -> Run:
    scene = {"material": {"youngs_modulus": modulus}}
    return run_in_memory("admm", scene=scene, settings={"weight": weight, **settings}, relative_error=errors)


def test_admm_prox_draws_final_and_lowest_relative_error():
    runs = [
        admm_run(1e5, 40.0, [1, 0.5, 0.25]),
        admm_run(1e5, 4.0, [1, 0.1, 3]),
        admm_run(1e5, 0.5, [1, 0.9, np.nan]),  # diverged
        admm_run(1e5, 4.0, [1, 0.8, 0.7], prox_iterations=1),
        admm_run(1e5, 4.0, [1, 0.9, 0.8], prox="lbfgs", prox_iterations=3),
        admm_run(1e7, 4.0, [1, 2, 1e9]),
        admm_run(1e7, 8.0, [1, 2, 1.5], prox_iterations=50),  # equal to the exact one
    ]
    figure = admm_prox.draw(runs)
    words = [text.get_text() for text in figure.legends[0].texts]
    assert words[:2] == ["z-update: exact", "z-update: 1 Newton iteration"]
    assert words[2] == "z-update: 3 L-BFGS iterations"
    soft, stiff = figure.axes
    assert "10^{5}" in soft.get_title() and "10^{7}" in stiff.get_title()
    lines = lines_of(soft)
    np.testing.assert_array_equal(lines["_final 50"].get_xdata(), [0.5, 4, 40])
    np.testing.assert_allclose(lines["_final 50"].get_ydata(), [admm_prox.LIMITS[1], 3, 0.25])
    np.testing.assert_allclose(lines["_lowest 50"].get_ydata(), [0.9, 0.1, 0.25])
    np.testing.assert_allclose(lines["_final 1"].get_ydata(), [0.7])
    np.testing.assert_allclose(lines["_final lbfgs 3"].get_ydata(), [0.8])
    np.testing.assert_allclose(lines_of(stiff)["_final 50"].get_ydata(), [admm_prox.LIMITS[1], 1.5])
    np.testing.assert_allclose(lines_of(stiff)["_lowest 50"].get_ydata(), [2, 1.5])


def test_admm_prox_needs_weights_that_are_numbers():
    with pytest.raises(ResultsError, match="no run of admm has a number as weight"):
        admm_prox.draw([admm_run(1e5, "factor", [2, 1])])


TETS = [1000, 8000, 64000]
REACHED = {"pbd": [3, 3, 3], "admm": [10, 20, 40], "xpbd": [100, np.nan, np.nan], "newton": [4, 4, 4]}
GROWTH = {"pbd": 1.0, "admm": 1.5, "xpbd": 1.0, "newton": 2.0}  # of the seconds of an iteration


@pytest.fixture
def sizes() -> pd.DataFrame:
    rows = [
        {
            "run_id": f"{solver}{tets}",
            "solver": solver,
            "body.beam.cells": f"[{tets // 5},1,1]",
            "status": "max_iterations",
            "iterations": 200,
            "final_relative_error": 1.0 if solver == "pbd" else 0.0,
            "setup_seconds": 0.0 if solver == "xpbd" else 1e-4 * tets,
            "iteration_seconds": 200 * 1e-6 * tets ** GROWTH[solver],
            "tets": tets,
            **{f"iterations_to_{target}": reached for target in ("1e-3", "1e-6")},
            **{
                f"seconds_to_{target}": reached * 1e-6 * tets ** GROWTH[solver] for target in ("1e-3", "1e-6")
            },
        }
        for solver in REACHED
        for tets, reached in zip(TETS, REACHED[solver], strict=True)
    ]
    return pd.DataFrame(rows)


def test_the_table_of_costs_has_the_exponents(sizes, capsys):
    table = cost_over_size.table(sizes)
    for solver, label in (("pbd", "PBD"), ("admm", "ADMM"), ("newton", "Newton")):
        np.testing.assert_allclose(table.loc[label, "its exponent"], GROWTH[solver])
    np.testing.assert_allclose(table.loc["ADMM", "exponent of set-up"], 1)
    assert table.loc["XPBD", "exponent of set-up"].isna().all()  # it has no set-up
    np.testing.assert_allclose(table.loc["PBD", "ms an iteration"], [1, 8, 64])
    cost_over_size.draw(sizes)
    assert "its exponent" in capsys.readouterr().out


@pytest.fixture
def smoke_sweep(run_simbench, workplace):
    """Runs a plan on the small beam with the program, and returns its folder."""

    def run(axes: dict, solvers: list[str], **plan):
        plan = {"scene": "smoke.json", "axes": [], "solvers": solvers, "set": {"step.iterations": 20}, **plan}
        plan["axes"] = [{"path": path, "values": values} for path, values in axes.items()]
        (workplace / "plan.json").write_text(json.dumps(plan))
        run_simbench("sweep plan.json --output sweep --quiet", exit_code=0)
        return workplace / "sweep"

    return run


def test_cost_over_size_of_two_sweeps_by_the_program(smoke_sweep, run_command, tmp_path, workplace):
    cells = {"body.beam.cells": [[4, 1, 1], [8, 2, 2]]}
    sweep = smoke_sweep(cells, ["qn", "xpbd"], options={"until_relative_error": 1e-6})
    small = cost_over_size.load(sweep)
    assert sorted(small["tets"]) == [20, 20, 160, 160]
    figure = cost_over_size.draw(small)
    qn = small[small["solver"] == "qn"].sort_values("tets")
    np.testing.assert_array_equal(lines_of(figure.axes[0])["QN"].get_ydata(), qn["iterations_to_1e-3"])
    result = run_command(
        "simbench-figure", "cost_over_size", sweep, "--large", sweep, "--output", tmp_path / "out"
    )
    assert (tmp_path / "out" / "cost_over_size.png").read_bytes().startswith(b"\x89PNG")
    assert result.stdout.count("QN") == 1 and "160" in result.stdout
