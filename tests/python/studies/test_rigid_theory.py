"""The theory of chains: eigenvalues match closed forms, matrices match loops and other programs."""

import math

import numpy as np
import pandas as pd
import pytest

from rigid.theory import avbd, axes, joints, rates, seed, warm_start
from rigid.theory.chain import (
    Chain,
    chain,
    chain_of,
    counts_per_ln,
    gauss_seidel_map,
    gauss_seidel_radius,
    history,
    jacobi_eigenvalues,
    jacobi_map,
    jacobi_radius,
    optimal_relaxation,
    scanned_relaxation,
    spectral_radius,
    young,
)

RANDOM = np.random.default_rng(7)
CHAINS = [
    chain(10),
    chain(10, 100),
    chain(7, 3, anchored=True, tip=20),
    Chain(tuple(RANDOM.uniform(0.1, 10, 9))),
    Chain(tuple(RANDOM.uniform(0.1, 10, 9)), anchored=True, compliance=0.3),
]


@pytest.mark.parametrize("system", CHAINS)
def test_the_matrix_and_the_radii_of_a_chain_match_numpy(system):
    built = system.jacobian @ np.diag(1 / np.array(system.masses)) @ system.jacobian.T
    assert np.allclose(
        system.matrix, built + system.compliance * np.eye(system.constraints), rtol=1e-14, atol=1e-15
    )
    by_map = np.sort(np.linalg.eigvals(jacobi_map(system.matrix)).real)
    assert np.allclose(jacobi_eigenvalues(system.matrix), by_map, atol=1e-12)
    for xi in (0.3, 1.0, 1.4, 1.7, 1.95):
        exact = spectral_radius(gauss_seidel_map(system.matrix, xi))
        assert gauss_seidel_radius(system, xi) == pytest.approx(exact, abs=1e-7), xi


@pytest.mark.parametrize("system", CHAINS)
def test_a_scan_finds_the_optimum(system):
    xi, radius = scanned_relaxation(system.matrix)
    assert optimal_relaxation(system) == pytest.approx(xi, abs=2e-3)
    # The double root is defective: ρ rises with the square root of the distance from it.
    assert gauss_seidel_radius(system, optimal_relaxation(system)) == pytest.approx(radius, abs=0.03)
    assert gauss_seidel_radius(system, optimal_relaxation(system)) < radius + 1e-9


def test_the_matrix_of_a_sweep_equals_its_loop():
    system = CHAINS[3]
    violation = RANDOM.normal(size=system.constraints)
    found = history(system.matrix, violation, gauss_seidel_map(system.matrix, 1.3), 5)
    multipliers = np.zeros(system.constraints)
    for size in found:
        assert np.linalg.norm(violation + system.matrix @ multipliers) == pytest.approx(size, rel=1e-12)
        for i, row in enumerate(system.matrix):
            multipliers[i] -= 1.3 * (violation[i] + row @ multipliers) / row[i]


def test_closed_forms_that_hold():
    for bodies in (3, 10, 50):
        system = chain(bodies)
        assert jacobi_radius(system) == pytest.approx(seed.eq_8_27(bodies), abs=1e-13)
        assert spectral_radius(gauss_seidel_map(system.matrix)) == pytest.approx(
            seed.eq_8_11(bodies), abs=1e-9
        )
        assert optimal_relaxation(system) == pytest.approx(seed.eq_8_21(bodies), abs=1e-7)
        assert gauss_seidel_radius(system, optimal_relaxation(system)) == pytest.approx(
            seed.eq_8_22(bodies), abs=1e-6
        )
    assert seed.eq_8_14(10) == pytest.approx(10.13, abs=0.01)
    assert seed.eq_8_24(100) == pytest.approx(15.92, abs=0.01)
    assert seed.eq_8_29(10) == pytest.approx(2 * seed.eq_8_14(10))
    assert seed.eq_8_42(10, 0.01) == pytest.approx(500)
    assert seed.eq_8_45(10, 0.01) == pytest.approx(11.18, abs=0.01)
    # Closed forms agree in their common limits.
    assert seed.eq_8_12(1000) == pytest.approx(seed.eq_8_11(1000), abs=1e-10)
    assert seed.eq_8_41(100, 1e-4) == pytest.approx(seed.eq_8_40(100, 1e-4) ** 2, abs=1e-11)
    assert seed.eq_8_23(1000)[1] == pytest.approx(seed.eq_8_22(1000), abs=1e-4)
    assert seed.eq_8_34(10, 1e9) == pytest.approx(seed.eq_8_14(10), rel=1e-6)
    assert seed.eq_8_48(1000, 1, 10) == pytest.approx(1 - 2e-4, abs=1e-6)
    assert seed.eq_8_49(10, 0.01, 100) == pytest.approx(5)
    assert seed.eq_8_43(10, 0.01) == pytest.approx(seed.eq_8_43_from_radius(1 - 2e-3))


def test_the_straight_chain_of_ten_matches_an_independent_program():
    """The values are |c|/|c₀|."""
    system, violation = chain(10), np.ones(9)
    expected = {
        "gs": (gauss_seidel_map(system.matrix), [0.8873955846, 0.7981011426, 0.6027441444, 0.3768141478]),
        "jacobi": (jacobi_map(system.matrix), [0.9128709292, 0.8579691784, 0.7328774625, 0.570010124]),
        "sor": (
            gauss_seidel_map(system.matrix, 1.5278640450),
            [1.099472204, 0.8772361514, 0.4320814692, 0.03990678199],
        ),
    }
    for name, (step, values) in expected.items():
        sizes = history(system.matrix, violation, step, 10)
        assert sizes[[1, 2, 5, 10]] / sizes[0] == pytest.approx(values, rel=1e-9), name
    solution = -np.linalg.solve(system.matrix, violation)
    assert solution == pytest.approx([-4.5, -8, -10.5, -12, -12.5, -12, -10.5, -8, -4.5])
    assert -violation @ solution / 2 == pytest.approx(41.25)
    assert optimal_relaxation(system) == pytest.approx(1.5278640450, abs=1e-10)


def test_the_matrix_of_avbd_equals_the_loop_over_bodies():
    system, penalty = CHAINS[2], 2.5
    violation = RANDOM.normal(size=system.constraints)
    masses = np.array(system.masses)
    solution = -np.linalg.solve(system.matrix, violation)
    moved = np.zeros(len(masses))
    multipliers = np.zeros(system.constraints)
    exact = np.concatenate([system.jacobian.T @ solution / masses, solution])
    gap = np.concatenate([moved, multipliers]) - exact
    for _ in range(4):
        for body in range(len(masses)):
            column = system.jacobian[:, body]
            force = multipliers - penalty * (violation + system.jacobian @ moved)
            slope = masses[body] * moved[body] - column @ force
            moved[body] -= slope / (masses[body] + penalty * column @ column)
        multipliers -= penalty * (violation + system.jacobian @ moved)
        gap = avbd.dual_map(system, penalty) @ gap
        assert np.concatenate([moved, multipliers]) - exact == pytest.approx(gap, abs=1e-12)


def test_the_radii_of_avbd_match_its_matrices():
    system = chain(10)
    for penalty in (0.1, 2.0, 50.0):
        by_map = spectral_radius(avbd.inner_map(system, penalty))
        assert avbd.inner_radius(system, penalty) == pytest.approx(by_map, abs=1e-12)
        assert avbd.dual_radius(system, penalty) < 1
    penalty, radius = avbd.best_penalty(system)
    around = [avbd.dual_radius(system, penalty * factor) for factor in (0.5, 0.9, 1.1, 2)]
    assert radius <= min(around)
    assert avbd.effective_mass(chain(3, 4, anchored=True)) == pytest.approx([4, 0.8, 0.8])
    same = avbd.effective_mass_radius(chain(10), 2.0)  # every pair has ½ kg
    assert same == pytest.approx(avbd.dual_radius(chain(10), 1.0))


def error_after_frames(q: float, w: float, a: float, count: int = 5000) -> float:
    """|c| after frames that are simulated for one eigenvector of A with eigenvalue 1."""
    old = before = 0.0
    multiplier, load = 0.0, 1e-3
    for _ in range(count):
        predicted = 2 * old - before + load
        started = predicted + w * multiplier  # A = 1: M⁻¹JᵀΛ moves c by Λ
        solved = a * old + q * (started - a * old)
        multiplier = solved - predicted
        before, old = old, solved
        if abs(old) > 1e6:
            break
    return abs(old)


@pytest.mark.parametrize(("w", "a"), [(0, 0), (0.5, 0), (0.9, 0), (0.9, 0.4), (1, 0.9), (0.3, 0.95)])
def test_frames_with_a_warm_start_are_stable_below_the_bound(w, a):
    limit = 1 / (w * (2 - a)) if w else 1.0
    for q in (0.2, 0.95 * min(limit, 1), 1.05 * limit):
        if q >= 1 and w == 0:
            continue
        size = warm_start.growth(warm_start.frame_polynomial(q, w, a))
        stable = w * (2 - a) * q < 1
        assert (size < 1) == stable, (q, size)
        assert (error_after_frames(q, w, a) < 1) == stable, q
    assert warm_start.frame_polynomial(0.3, 0)[:3] == pytest.approx([1, -0.6, 0.3])  # z² = q(2z − 1)
    assert warm_start.growth(warm_start.frame_polynomial(-0.32, 0)) < 1
    assert warm_start.growth(warm_start.frame_polynomial(-0.35, 0)) > 1
    assert warm_start.growth(warm_start.impulse_polynomial(0.9, 1.0)) < 1


def test_a_hanging_rope_settles():
    system = chain(10, anchored=True)
    assert warm_start.bound(system, 4) == pytest.approx(0.5 / gauss_seidel_radius(system) ** 4)
    stretch = warm_start.steady_stretch(system, 4, 1 / 60)
    assert 1e3 * stretch.sum() == pytest.approx(29.63467862, abs=1e-8)
    exact = warm_start.steady_stretch(chain(10, anchored=True, compliance=0.5), 4000, 1 / 60)
    assert exact == pytest.approx(0.5 * warm_start.loads(system, 1 / 60), rel=1e-9)  # α̃ ℓ
    assert warm_start.steady_stretch(system, 4, 1 / 60, warm_start=0.9, keep=0.5) == pytest.approx(
        0.2 * stretch
    )


def test_stretch_of_the_boxes_of_claim_r49():
    """The numbers that the runs give for the source's boxes, g = 10 m/s² and α = 0.01 m/N, at h = 1/60 s."""
    system = Chain((0.125, 1.0), anchored=True, compliance=0.01 * 60**2)
    found = [warm_start.steady_stretch(system, k, 1 / 60, gravity=10)[0] for k in (1, 2, 5)]
    assert found == pytest.approx([0.134722, 0.113196, 0.112500], abs=5e-7)


def test_a_scene_is_read_as_a_chain():
    step = {"time_step": 0.1, "substeps": 2}
    described = {"bodies": 4, "mass": 2, "end_mass_ratio": 5, "compliance": 1e-3, "anchored": True}
    assert chain_of({"chain": described, "step": step}) == Chain((10, 2, 2, 10), True, pytest.approx(0.4))
    assert chain_of({"chain": {"bodies": 3, "mass": [1, 2, 3], "tip_mass": 7}, "step": step}).masses == (
        1,
        2,
        7,
    )


def test_the_matrix_of_the_bent_chain_matches_finite_differences():
    bent = joints.bent_chain(10)
    errors = bent.errors()
    assert np.linalg.norm(errors) == pytest.approx(0.2480635272, abs=1e-10)
    matrix = bent.matrix()
    assert np.allclose(matrix, matrix.T)
    assert np.linalg.eigvalsh(matrix).min() > 0
    # An impulse at joint 3 moves its two bodies, which changes all errors.
    size, impulse = 1e-6, np.array([0.3, -0.2, 0.5])
    positions, orientations = bent.positions.copy(), bent.orientations.copy()
    for body, sign, arm in ((3, 1, bent.arms(3)[1]), (4, -1, bent.arms(4)[0])):
        positions[body] += sign * size * impulse / bent.masses[body]
        turn = sign * size * bent.inverse_inertia(body) @ np.cross(arm, impulse)
        orientations[body] = product(joints.quaternions(turn[None])[0], orientations[body])
    moved = joints.JointedBoxes(bent.masses, bent.edges, positions, orientations)
    change = (moved.errors() - errors).ravel() / size
    assert change == pytest.approx(matrix[:, 9:12] @ impulse, abs=1e-5)
    radii = [spectral_radius(joints.block_gauss_seidel(matrix, xi)) for xi in (1.0, 1.4, 1.47, 1.6)]
    assert min(radii) == radii[2]


def test_a_straight_chain_of_boxes_has_the_axial_block():
    edges = np.array([1, 0.2, 0.2])
    along = np.stack([np.arange(6) + 0.5, np.zeros(6), np.zeros(6)], axis=1)
    upright = np.tile([1.0, 0, 0, 0], (6, 1))
    matrix = joints.JointedBoxes(np.ones(6), edges, along, upright).matrix()
    assert matrix[::3, ::3] == pytest.approx(chain(6).matrix)
    axial = spectral_radius(joints.block_gauss_seidel(matrix[::3, ::3], size=1))
    assert axial == pytest.approx(math.cos(math.pi / 6) ** 2)


def product(one, other):
    w, v = one[0], one[1:]
    u, r = other[0], other[1:]
    return np.concatenate([[w * u - v @ r], w * r + u * v + np.cross(v, r)])


def test_late_rates():
    k = np.arange(0, 200)
    assert rates.late_rate(pd.Series(3 * 0.9**k)) == pytest.approx(0.9)
    with_transient = pd.Series(0.9**k + 5 * 0.5**k)
    assert rates.late_rate(with_transient) == pytest.approx(0.9, abs=1e-6)
    floor = pd.Series(np.maximum(0.5**k, 1e-16))
    assert rates.late_rate(floor) == pytest.approx(0.5)
    beating = pd.Series(0.95**k * np.abs(np.cos(0.3 * k) + 1.5))
    assert rates.late_rate(beating) == pytest.approx(0.95, abs=2e-3)
    every_tenth = pd.Series(0.9 ** k[::10], index=k[::10])
    assert rates.late_rate(every_tenth) == pytest.approx(0.9)
    assert rates.late_rate(pd.Series([1.0, np.inf, np.nan])) == math.inf
    assert rates.late_rate(pd.Series([1.0, 0.0, 0.0])) == 0
    assert counts_per_ln(math.exp(-0.1)) == pytest.approx(10)
    assert counts_per_ln(1.2) == math.inf


def test_iterations_count_where_an_error_stays_below():
    dips = pd.Series([1, 0.5, 0.05, 0.3, 0.09, 0.01])
    assert rates.first_lasting_below(dips, 0.1) == 4
    assert rates.first_lasting_below(dips, 2) == 0
    assert rates.first_lasting_below(dips, 1e-3) == math.inf
    assert rates.first_lasting_below(pd.Series([1, math.nan, 0.01]), 0.1) == 2
    assert rates.first_lasting_below(pd.Series([1, 0.01, math.nan]), 0.1) == math.inf


def test_optimal_relaxation_is_where_the_discriminant_is_zero():
    mu = 0.97
    xi = 2 / (1 + math.sqrt(1 - mu**2))
    assert xi**2 * mu**2 == pytest.approx(4 * (xi - 1))
    assert young(xi, mu) == pytest.approx(xi - 1)
    assert young(1, mu) == pytest.approx(mu**2)
    assert young(2.1, mu) == pytest.approx(1.1)


def test_axes_are_aligned_by_the_angle_at_once_and_by_the_cosine_at_rate_one_half():
    """Two balls. An iteration with the cosine gives θ' = θ − tan(θ/2), which tends to θ/2."""
    ball = np.array([2.0, 2.0, 2.0])
    start = [np.eye(3), joints.rotation(joints.quaternions(np.array([[0.8, 0, 0]]))[0])]
    by_angle = axes.angles(start, [ball, ball], "angle", 5)
    assert by_angle[0] == pytest.approx(0.8)
    assert by_angle[1] < 1e-15
    by_cosine = axes.angles(start, [ball, 3 * ball], "cosine", 5)
    theta = 0.8
    for angle in by_cosine:
        assert angle == pytest.approx(theta, rel=1e-9)
        theta -= math.tan(theta / 2)
    assert axes.factors(by_cosine)[-1] == pytest.approx(0.5, abs=1e-3)
    assert axes.iterations_until([1, 0.5, 0.6, 0.1], 0.5) == 3
    assert axes.iterations_until([1, 0.5, 0.6], 0.5) == math.inf
    assert axes.box_inertia(12, [1, 2, 3]) == pytest.approx([13, 10, 5])


def test_the_sweeps_with_sums_of_moments_match_an_independent_program():
    expected = {
        "vector": [0.239268, 0.0701542, 0.00992673, 0.00497409, 0.00182711],
        "scalar": [0.280097, 0.136730, 0.0282555, 0.0130713, 0.00644323],
    }
    boxes = joints.bent_chain(10)
    for form, values in expected.items():
        sizes, moments = joints.moments_of_sweeps(boxes, form, 20)
        assert sizes[0] == pytest.approx(0.2480635272, rel=1e-9)
        assert sizes[[1, 2, 5, 10, 20]] / sizes[0] == pytest.approx(values, rel=1e-5), form
        assert (moments[-1] < 1e-16) == (form == "scalar")


def test_zigzags_and_arcs_have_closed_joints():
    for shape in ("zigzag", "arc"):
        boxes = joints.shaped_chain(shape, 0.3, 6, 10)
        assert np.abs(boxes.errors()).max() < 1e-15
        first, second = (joints.rotation(q)[:, 0] for q in boxes.orientations[:2])
        assert math.acos(first @ second) == pytest.approx(0.6 if shape == "zigzag" else 0.3)
        assert list(boxes.masses) == [10, 1, 1, 1, 1, 10]


def test_jacobi_by_rows_has_half_the_rate_of_gauss_seidel_by_joints_on_straight_boxes():
    matrix = joints.shaped_chain("arc", 0.0, 10).matrix()
    rows = spectral_radius(jacobi_map(matrix))
    assert rows**2 == pytest.approx(spectral_radius(joints.block_gauss_seidel(matrix)), rel=1e-9)
