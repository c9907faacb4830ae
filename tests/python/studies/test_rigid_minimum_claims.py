"""The judges of claims R22 to R25, R45 and R55 to R67 of first order give the right verdicts."""

import math
from dataclasses import replace

import numpy as np
import pytest
from rigid_runs import ending, falling, kind_of, per_ln, resting, sweep
from studies import AXES, with_sentences

from rigid.claims import avbd_iterations, first_order, softness
from rigid.theory.chain import Chain, counts_per_ln, gauss_seidel_map, spectral_radius
from rigid.theory.joints import ends_of_updates, moments_of_sweeps, shaped_chain
from simbench.study.results import Results
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow


def compliances(folder, direct: str, soft: float, faster: float, bent: float) -> Results:
    """Runs for claims R22, R24, R61 and R62, with the relative errors of soft chains and of bent ones."""
    runs = [("direct", {"of_first": 0}, ending(1e-9), direct)]
    runs += [(solver, {"of_first": 0}, ending(1e-9)) for solver in ("gs", "xpbd")]
    sweep(folder, "rigid_joints_twice", runs)
    sweep(folder, "rigid_joints_twice_soft", [("direct", {"of_first": 1e-3}, ending(math.sqrt(soft)))])
    of = Chain((1.0,) * 10)
    forces = np.eye(10) + of.jacobian.T @ of.jacobian / 0.1
    count = faster * counts_per_ln(spectral_radius(gauss_seidel_map(forces)))
    ends = per_ln(count)
    ends.loc[ends.index[-1], "relative_error"] = max(soft, ends["relative_error"].iloc[-1])
    sweep(folder, "rigid_compliance", [(s, {"R": 1, "compliance": 0.1}, ends) for s in ("xpbd", "vbd")])
    runs = [(s, {"compliance": 0.1}, ending(math.sqrt(bent))) for s in ("xpbd", "vbd")]
    return sweep(folder, "rigid_compliance_bent", runs)


def test_judges_of_compliance(tmp_path):
    good = compliances(tmp_path / "a", "not_spd", 1e-30, 1.0, 1e-3)
    bad = compliances(tmp_path / "b", "converged", 1e-2, 1.5, 1e-3)
    for judge, wrong in (
        (softness.compliance_helps, IN_PART),  # random rows are by eigenvalues
        (softness.both_ways_one_answer, FAILS),
        (first_order.sweeps_over_bodies, FAILS),
        (first_order.regularised_least_squares, FAILS),
    ):
        assert kind_of(with_sentences(judge)(good)) == HOLDS
        assert kind_of(with_sentences(judge)(bad)) == wrong
    assert list(with_sentences(softness.both_ways_one_answer)(good).cases.values()) == [False]


@pytest.mark.parametrize(("one", "left", "kind"), [(1.0, 0.5, HOLDS), (2.0, 0.5, IN_PART), (2.0, 1.0, FAILS)])
def test_judge_of_softness(tmp_path, one, left, kind):
    """One mass stretches by `one` times the right amount, a rope of ten by 1.5 times with one sweep."""
    runs = []
    for bodies in (1, 10):
        for alpha in softness.SOFTNESSES:
            for k in (1, 20):
                setting = {"bodies": bodies, "compliance": alpha, "iterations": k, "substeps": 1}
                off = one if bodies == 1 else 1.5 if k == 1 else 1.0
                runs.append(("xpbd", setting, resting(alpha * 9.81 * bodies * off)))
    sweep(tmp_path, "rigid_stiffness", [("sor", {"bodies": 2, "xi": 0.5}, falling(left, 20))])
    found = with_sentences(softness.softness_over_iterations)(
        sweep(tmp_path, "rigid_softness", runs, anchored=True)
    )
    assert (kind_of(found), list(found.cases.values())) == (kind, [False])
    assert "A rope of ten is right to 1 % from 20 sweeps a frame on" in found.answer


@pytest.mark.parametrize(("error", "kind"), [(1e-12, HOLDS), (1e-3, FAILS)])
def test_judge_of_least_squares_minimum(tmp_path, error, kind):
    """A run that still converges does not count."""
    rows = ending(math.sqrt(error))
    sweep(tmp_path, "rigid_same_answer", [(solver, {"R": 1}, rows) for solver in ("gs", "jacobi", "sor")])
    bent = {"bodies": 10, "R": 1}
    runs = [
        ("gs", {**bent, "gs_form": "vector"}, rows),
        ("jacobi", {**bent, "averaging": "none"}, rows),
        ("jacobi", {**bent, "averaging": "count"}, ending(0.1)),
        ("sor", {**bent, "sor_form": "vector"}, rows),
        ("avbd", {**bent, "s": 2, "avbd_form": "vector"}, rows),
        ("avbd", {**bent, "s": 1e4, "avbd_form": "vector"}, falling(0.999)),
    ]
    found = with_sentences(softness.least_squares_minimum)(sweep(tmp_path, "rigid_three_dimensions", runs))
    assert kind_of(found) == kind
    assert list(found.cases.values()) == [kind == HOLDS] * 4 + [False]


@pytest.mark.parametrize(("count", "kind"), [(2, HOLDS), (20, IN_PART)])
def test_judge_of_momentum_that_comes_back(tmp_path, count, kind):
    runs = [
        ("gs", {"h": 1, "gs_form": "vector"}, falling(0.9, 100)),
        ("avbd", {"h": 1, "s": 2}, falling(0.8, 100)),
    ]
    sweep(tmp_path, "rigid_momentum", runs)
    runs = [
        ("avbd", {"masses": "[1, 1]", "s": s}, per_ln(count * factor, linear_momentum=0.1))
        for s, factor in ((0.1, 10), (1, 1), (1e4, 100))
    ]
    found = with_sentences(avbd_iterations.momentum_converges)(sweep(tmp_path, "rigid_two_particles", runs))
    assert (kind_of(found), list(found.cases.values())) == (kind, [False, False, True])


@pytest.mark.parametrize(("order", "kinds"), [(2, (HOLDS, FAILS)), (1, (IN_PART, HOLDS))])
def test_judges_of_spinning_pairs(tmp_path, order, kinds):
    """Under sequential impulses a joint opens like h^order; Gauss–Seidel loses energy like h^order."""
    runs = []
    for h in (0.01, 0.005, 0.0025):
        lost = resting(0.0, kinetic_energy=first_order.SPINNING * (1 - h**order))
        lost["constraint_error"] = 0.0
        runs += [("gs", {"h": h}, lost), ("si", {"h": h}, lost.assign(constraint_error=h**order))]
    results = sweep(tmp_path, "rigid_spinning_pair", runs)
    judges = first_order.linearised_error, first_order.order_of_the_step
    assert tuple(kind_of(with_sentences(judge)(results)) for judge in judges) == kinds
    rows = falling(0.9, 20)
    results = sweep(tmp_path, "rigid_impulses", [(solver, {"R": 1}, rows) for solver in ("gs", "si")])
    same = with_sentences(first_order.sequential_impulses)(results)
    assert (kind_of(same), list(same.cases.values())) == (HOLDS, [False])


def test_judge_of_an_accurate_error(tmp_path):
    """A loop decides; with the error and the derivatives of the present poses it is that of R16 and R17."""
    found = with_sentences(first_order.accurate_error)(Results(tmp_path, AXES))
    assert kind_of(found) == HOLDS
    boxes = shaped_chain("zigzag", 0.3, 4)
    shifted = replace(boxes, positions=boxes.positions + 0.5 * np.outer(np.arange(4), [1, 0, 0]))
    sizes, _ = moments_of_sweeps(shifted, "vector", 5)
    assert ends_of_updates(boxes, 0.5, 5, True, True) == pytest.approx(sizes[-1] / sizes[0], rel=1e-9)
