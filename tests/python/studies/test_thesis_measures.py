"""Measures of the thesis's judges agree with numbers from formulas and from independent programs."""

import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from synthetic_sweeps import curve, reaching

from simbench.results import Run
from simbench.shapes import Shape, held_inertia
from thesis import beam_theory
from thesis.claims import measures, optimisers
from thesis.claims.problems import intervals

BEAM = {  # μ = 1e8 Pa, λ = 3e8 Pa; small strains have Lamé parameters μ and λ − μ: ν = 1/3, E = 8/3 μ
    "density": 1000,
    "body": {"beam": {"size": [4, 0.1, 0.1]}},
    "step": {"time_step": 0.1},
    "material": {"model": "stable_neo_hookean", "youngs_modulus": 2.75e8, "poisson_ratio": 0.375},
}


def in_memory(table: pd.DataFrame) -> Run:
    return Run("qn", table, {}, {}, Path())


def test_an_error_that_is_not_reached_is_written_as_never():
    assert optimisers.words(optimisers.counts(in_memory(reaching({1e-3: 70})))) == "70 and never"


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        ((0.5, 1.5), (9.2001, 7.8475, 6)),
        ((0.9, 1.1), (7.360, 7.322, 6)),
        ((0.2, 2), (12.042, 12.430, 6)),
        ((0.1, 3), (6.555, 29.913, 6)),
    ],
)
def test_the_stiffness_of_a_material_in_the_matrix(interval, expected):
    """The expected values are from an independent program."""
    mu, lam = 1.3, 4.7
    ratio = lam / (2 * (lam + mu))
    material = {"youngs_modulus": 2 * mu * (1 + ratio), "poisson_ratio": ratio}
    assert measures.lame_parameters(material) == pytest.approx((mu, lam))
    models = ("neo_hookean", "st_venant_kirchhoff", "stable_neo_hookean")
    found = [measures.matrix_stiffness({**material, "model": model}, *interval) for model in models]
    assert found == pytest.approx(expected, rel=1e-4)


def test_evaluations_are_counted_until_an_error_is_reached():
    table = curve(lambda i: 1.0 / (1 + i), every=10).assign(evaluations=2)
    run = in_memory(table)
    assert measures.evaluations_to(run, 0.05) == 6
    assert measures.evaluations_to(run, 1e-9) == math.inf


def test_the_deflection_of_a_slender_cantilever_is_that_of_beam_theory():
    """∫ (s⁴ − 4 s³ + 6 s²)² ds = 104/45; E = 8/3 · 1e8 Pa; q = ρ g A; I = b⁴/12. Shear adds 0.1 %."""
    load, rigidity = 1000 * 9.81 * 0.01, 8e8 / 3 * 0.1**4 / 12
    expected = load * 4**4 / (24 * rigidity) * math.sqrt(104 / 45)
    found = beam_theory.deflection(SimpleNamespace(scene=BEAM))
    assert expected < found < 1.002 * expected


def test_whole_swings_end_at_the_last_upper_turning_point():
    """A swing takes ten steps: it is down at 5, up at 10, down at 15, up at 20, and moves down at 23."""
    sag = 1 - np.cos(2 * np.pi * np.arange(24) / 10)
    weight = 1000 * measures.GRAVITY
    table = {"step": range(1, 25), "iteration": 0, "kinetic_energy": 0.0, "constraint": 0.0}
    scene = {"density": 1000, "body": {"beam": {"size": [1, 1, 1]}}}
    run = SimpleNamespace(ends_of_steps=pd.DataFrame({**table, "total_energy": -weight * sag}), scene=scene)
    assert measures.whole_swings(run) == 21  # the swing begins at step 1, not at 0
    run.ends_of_steps = run.ends_of_steps.iloc[:8]
    assert measures.whole_swings(run) == 8


def test_the_predicted_stiffness_of_pbd():
    assert measures.predicted_stiffness(0.3, "per_iteration", 1, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_iteration", 2, 0.1) == pytest.approx(0.51 / 0.49 / 0.01)
    assert measures.predicted_stiffness(0.3, "per_step", 2, 0.1) == pytest.approx(0.3 / 0.7 / 0.01)


def test_intervals_are_of_neighbours_among_the_numbers_that_were_run():
    assert intervals({1: True, 10: True, 100: False, 1000: True}) == "1 to 10 and 1000"
    assert intervals({1: False}) == "nowhere"


def test_first_lasting_is_the_first_iteration_from_which_on_a_condition_holds():
    iterations, holds = pd.Series([0, 10, 20, 30]), pd.Series([True, False, True, True])
    assert measures.first_lasting(iterations, holds) == 20
    assert measures.first_lasting(iterations, ~holds) is None
    assert measures.first_lasting(iterations, holds | True) == 0


def test_an_infinite_objective_in_the_middle_of_a_curve_is_above_all_finite_ones():
    def run(*objectives):
        return SimpleNamespace(
            first_step=pd.DataFrame({"iteration": range(len(objectives)), "objective": objectives})
        )

    nan = float("nan")  # an infinite objective is an empty cell
    assert measures.first_below(run(1, 5, 1, 1), run(2, nan, 2, 2)) == 0
    assert measures.first_below(run(1, 1, nan, 1), run(2, 2, 2, 2)) == 3


def test_the_inertia_of_held_ends(monkeypatch):
    rest = np.array([[0.0, 0, 0], [1, 0, 0], [0.5, 1, 0], [0.5, 0, 1]])
    tets = np.array([[0, 1, 2, 3]])  # 1/6 m³; each vertex has a quarter of the mass
    moved = rest + np.array([[0, 0, 0.2], [0, 0, 0.2], [5, 5, 5], [5, 5, 5]])
    monkeypatch.setattr("simbench.shapes.start_shape", lambda run: Shape(rest, rest, tets))
    monkeypatch.setattr("simbench.shapes.shape", lambda run: Shape(moved, rest, tets))

    hard = SimpleNamespace(scene={"density": 1200, "step": {"time_step": 0.1}})
    assert held_inertia(None, hard) == pytest.approx(0.5 * 2 * 50 * 0.2**2 / 0.1**2)
