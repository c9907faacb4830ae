"""Figures on open questions of the thesis draw the numbers of their runs."""

import json
import math

import numpy as np
import pytest
from conftest import lines_of
from synthetic_sweeps import run_in_memory

from simbench import ResultsError, drawing, load_run, load_runs
from simbench.run_folders import run_folder
from simbench.shapes import Shape
from thesis.chains import condition_numbers
from thesis.figures import early_stopping, materials, qn_ablations, shape_registration

pytestmark = pytest.mark.slow


def test_materials_has_a_panel_for_each_material_and_time_step():
    def run(solver, model, h, **settings):
        scene = {"material": {"model": model, "stiffness": 1.0}, "step": {"time_step": h, "steps": 1}}
        return run_in_memory(solver, scene=scene, settings=settings, relative_error=[1.0, 10 * h, 5 * h])

    runs = [run("qn", model, h) for model in ("strain", "neo_hookean") for h in (0.1, 0.01)]
    runs += [run("xpbd", "neo_hookean", 0.1, form=form) for form in ("split", "combined")]
    runs[-1].iterations.loc[1, "relative_error"] = math.nan  # infinite in one iteration
    panels = materials.draw(runs).axes
    assert [sum(len(line.get_xdata()) > 0 for line in axes.lines) for axes in panels] == [1, 1, 1, 5]
    assert [axes.texts[0].get_text() for axes in panels] == 3 * ["XPBD declines"] + [""]
    np.testing.assert_allclose(panels[0].lines[0].get_ydata(), [0.1, 0.05])
    lines = lines_of(panels[3])
    assert set(lines) == {"_qn", "_xpbd", "_xpbd combined", "_xpbd combined infinite", "_lonely"}
    lonely = next(line for line in panels[3].lines if line.get_label() == "_lonely" and len(line.get_xdata()))
    np.testing.assert_array_equal(lonely.get_xydata(), [[2, 0.5]])
    np.testing.assert_array_equal(lines["_xpbd combined"].get_ydata(), [math.nan, 0.5])
    np.testing.assert_array_equal(lines["_xpbd combined infinite"].get_xdata(), [1])
    assert lines["_xpbd"].get_color() == drawing.LOOKS["xpbd"]["color"]
    assert lines["_xpbd combined"].get_color() == drawing.COMBINED_XPBD["color"]


def swinging(solver, cells, iterations, energies, h=0.1):
    """A beam of 2000 kg that falls by 1 m per step, which is 19620 J."""
    steps = np.arange(1, len(energies) + 1)
    scene = {
        "body": {"beam": {"size": [2, 1, 1], "cells": cells}},
        "step": {"time_step": h, "steps": len(steps), "iterations": iterations},
    }
    kinetic = np.array(energies) - 3.0 + 19620 * (steps - 1)
    columns = {"constraint": 3.0, "kinetic_energy": kinetic, "total_energy": energies}
    return run_in_memory(solver, scene=scene, step=steps, iteration=iterations, **columns)


def test_early_stopping_shows_all_energies_and_the_sag_downwards():
    coarse, fine = [4, 1, 1], [8, 2, 2]
    runs = [
        swinging(solver, cells, n, [5000.0, 5000.0 - 100 / n - cells[0]])
        for solver in ("pd", "newton", "admm")
        for cells in (fine, coarse)
        for n in (10, 1)
    ]
    of_coarse, _, sag = early_stopping.draw(runs).axes[::2]
    low, high = of_coarse.get_ylim()
    assert low < 4.896 and high > 5
    np.testing.assert_allclose(lines_of(sag)["_pd 10"].get_ydata(), [0, 1])
    assert sag.yaxis_inverted()
    with pytest.raises(ResultsError, match="different time steps"):
        early_stopping.draw([*runs, swinging("pd", coarse, 1, [1.0], h=0.2)])
    with pytest.raises(ResultsError, match="no run of newton"):
        early_stopping.draw(runs[:2])


def chain(count: int, k: float = 1.0, *, mass=1.0, held=(), h=0.01) -> dict:
    return {
        "body": {
            "particles": {"points": [{"position": [0.1 * i, 0, 0], "mass": mass} for i in range(count)]}
        },
        "potentials": [{"stiffness": k, "pairs": [{"vertices": [i, i + 1]} for i in range(count - 1)]}],
        "anchors": {"groups": [{"vertices": {"select": "indices", "indices": list(held)}}]},
        "step": {"time_step": h},
    }


@pytest.mark.parametrize("k", [1e2, 1e4, 1e8])
def test_the_condition_numbers_of_two_masses_on_a_spring(k):
    """M + h² k JᵀJ has the eigenvalues m and m + 2h²k; with the spring twice, m + 4h²k."""
    penalty, multipliers = condition_numbers(chain(2, mass=0.5), k)
    assert penalty == pytest.approx(1 + 2 * 1e-4 * k / 0.5)
    assert multipliers == pytest.approx(1)
    penalty, multipliers = condition_numbers(chain(2, mass=0.5), k, twice=True)
    assert penalty == pytest.approx(1 + 4 * 1e-4 * k / 0.5)
    # (2/m) [1 1; 1 1] + I/(k h²): 4/m + 1/(k h²) over 1/(k h²)
    assert multipliers == pytest.approx(1 + 4 * 1e-4 * k / 0.5, rel=1e-6)


@pytest.mark.parametrize("held", [(), (0,)])
def test_the_condition_number_of_a_chain(held):
    """J M⁻¹ Jᵀ of n springs in a row has the eigenvalues 4 sin²: of a free chain of i π/(2n + 2), of one that
    is held at an end of (2i − 1) π/(4n + 2)."""
    springs, k = 5, 1e6
    i = np.arange(1, springs + 1)
    angles = (2 * i - 1) * math.pi / (4 * springs + 2) if held else i * math.pi / (2 * springs + 2)
    eigenvalues = 4 * np.sin(angles) ** 2
    penalty, multipliers = condition_numbers(chain(6, held=held), k)
    assert penalty == pytest.approx(1 + 1e-4 * k * eigenvalues.max())
    soft = 1 / (1e-4 * k)
    assert multipliers == pytest.approx((eigenvalues.max() + soft) / (eigenvalues.min() + soft))


def test_shape_registration_draws_errors_shapes_and_landmarks(monkeypatch):
    rest = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    ended = Shape(rest + np.array([0, 0, 0.5]), rest, np.array([[0, 1, 2, 3]]))
    monkeypatch.setattr(shape_registration, "shape", lambda run: ended)
    groups = [
        {"vertices": {"select": "nearest", "point": [0.1, 0, 0]}},
        {"vertices": {"select": "nearest", "point": [1, 0, 0]}, "target": {"point": [2, 3, 4]}},
    ]
    scene = {"anchors": {"groups": groups}}
    runs = [run_in_memory(s, scene=scene, relative_error=[1.0, 0.5, 0.0]) for s in ("xpbd", "qn", "admm")]
    errors, *shapes = shape_registration.draw(runs).axes
    assert set(lines_of(errors)) == {"XPBD", "QN", "ADMM"}
    np.testing.assert_array_equal(lines_of(errors)["QN"].get_ydata(), [0.5, shape_registration.LEAST_ERROR])
    assert [axes.get_title() for axes in shapes] == ["XPBD", "QN"]  # ADMM's shape is QN's
    np.testing.assert_array_equal(shape_registration.landmarks(runs[0], ended), [[0, 0, 0], [2, 3, 4]])
    places = lines_of(shapes[0])["_landmarks"]
    expected = np.array([[0, 0, 0], [2, 3, 4]]) @ shape_registration.RIGHT
    np.testing.assert_allclose(places.get_xdata(), expected)
    at_rest, now = (np.vstack([path.vertices for path in c.get_paths()]) for c in shapes[0].collections)
    assert at_rest[:, 1].max() == pytest.approx((rest @ shape_registration.UP).max())
    assert now[:, 1].max() == pytest.approx((ended.positions @ shape_registration.UP).max())


def test_the_view_of_shapes_is_a_rotation():
    view = np.array([shape_registration.RIGHT, shape_registration.UP, shape_registration.TOWARDS])
    np.testing.assert_allclose(view @ view.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(view) > 0


def test_xpbd_without_compliance_is_pbd(run_simbench, workplace):
    command = "--scene smoke.json --iterations 30 --quiet --reference none --solver"
    run_simbench(command, "pbd --output pbd")
    run_simbench(command, "xpbd --output xpbd --set material.stiffness=1e30")
    pbd, xpbd = (load_run(workplace / f"{name}/{name}").first_step for name in ("pbd", "xpbd"))
    assert pbd["inertial"].iloc[-1] > 0
    np.testing.assert_array_equal(pbd["inertial"], xpbd["inertial"])  # depends only on positions


def test_the_form_without_a_stable_rest_shrinks(run_simbench, workplace):
    run_simbench("sweep studies/thesis/plans/unstable_rest --output sweep --quiet --set step.steps=60")
    for run in load_runs(workplace / "sweep"):
        material = run.scene["material"]
        volume = 1 + run.ends_of_steps["volume_error"].iloc[-1]
        if material["rest_stable"]:
            assert volume == pytest.approx(1, abs=1e-12)
            continue
        over = (1 - 2 * material["poisson_ratio"]) / (2 * material["poisson_ratio"])  # μ/λ
        # μ + λ(σ³ − 1)σ = 0: two roots up to 1, of which the larger one is stable, or none
        roots = [root.real for root in np.roots([1, 0, 0, -1, over]) if abs(root.imag) < 1e-12]
        expected = max(roots, default=0.0)
        assert volume ** (1 / 3) == pytest.approx(expected, abs=1e-6), json.dumps(material)


def test_evaluations_need_rows_of_every_iteration(tmp_path, write_run):
    write_run(run_folder(tmp_path, "00aa"), solver="qn")
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(ResultsError, match="every iteration"):
        qn_ablations.load(tmp_path)


def test_the_plan_has_the_runs_of_all_panels(run_simbench):
    listed = run_simbench("sweep studies/thesis/plans/qn_ablations.json --list").stdout.splitlines()
    assert len(listed) == 2 * 2 * 3 * 8
    assert len({line.split(maxsplit=1)[1] for line in listed}) == len(listed)
    for others, _ in qn_ablations.COLUMNS.values():
        for key, values in others.items():
            for value in values:
                assert any(f" solvers.qn.{key}={value} " in f"{line} " for line in listed)
