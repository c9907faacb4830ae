"""The formulas of docs/theory, written out with dense matrices, give the iterates of the program."""

# ruff: noqa: N803, N806 (names of the theory)

import json
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from spring_net import (
    ALPHA_TILDE,
    ANCHORS,
    ELEMENTS,
    GRAVITY,
    Q_N,
    Q_TILDE,
    SCENE,
    SPRINGS,
    VELOCITY,
    M,
    S,
    gradient,
    h,
    hessian,
    linearised,
    n,
    objective,
    solve,
    system,
)

from simbench.snapshots import load_snapshot, snapshot_files

ITERATIONS = 8  # newton converges in fewer


def armijo(q, p, first=1.0):
    """The accepted length of backtracking."""
    length, slope = first, (gradient(q) * p).sum()
    while not objective(q + length * p) <= objective(q) + 0.3 * length * slope:
        length /= 2
    return length


def pbd(part=1.0):
    yield from sweeps(lambda C, squares, *_: -part * C / squares)


def xpbd(tau=0.0):
    gamma = tau / h

    def change(C, squares, compliance, multiplier, slope):
        numerator = -C - compliance * multiplier - gamma * slope
        return numerator / ((1 + gamma) * squares + compliance)

    yield from sweeps(change)


def sweeps(change) -> Iterator[np.ndarray]:
    q, multipliers = Q_TILDE.copy(), np.zeros(len(ELEMENTS))
    while True:
        for j, e in enumerate(ELEMENTS):
            C, dC = e.constraint(q)
            squares, slope = ((dC**2).sum(axis=1) / M).sum(), (dC * (q - Q_N)).sum()
            step = change(C, squares, ALPHA_TILDE[j], multipliers[j], slope)
            multipliers[j] += step
            q += dC * step / M[:, None]
        yield q.copy()


def pd():
    q = Q_TILDE
    while True:
        right = M[:, None] / h**2 * Q_TILDE
        for e in ELEMENTS:
            p = e.rest * e.y(q) / np.linalg.norm(e.y(q))
            right = right + e.k * e.V * np.outer(e.D, p + e.b)
        q = np.linalg.solve(S, right)
        yield q


def admm(c):
    w2 = [*(e.k * e.V for e in ANCHORS), *(c**2 * e.k * e.V for e in SPRINGS)]
    q, u = Q_TILDE, np.zeros((len(ELEMENTS), 3))
    while True:
        right = M[:, None] / h**2 * Q_TILDE
        for j, e in enumerate(ELEMENTS):
            target, r = e.y(q) + u[j], w2[j] / e.V
            size = np.linalg.norm(target)
            z = target / size * (e.k * e.rest + r * size) / (e.k + r)
            u[j] = target - z
            right = right + w2[j] * np.outer(e.D, z - u[j] + e.b)
        q = np.linalg.solve(system(w2), right)
        yield q


def quasi_newton(history):
    """H is built from S⁻¹ and the last pairs in each iteration, without the two-loop recursion."""
    q, pairs = Q_TILDE, []
    while True:
        H = np.kron(np.linalg.inv(S), np.eye(3))
        for s, y in pairs[-history:]:
            left = np.eye(3 * n) - np.outer(s, y) / (s @ y)
            H = left @ H @ left.T + np.outer(s, s) / (s @ y)
        p = -(H @ gradient(q).reshape(-1)).reshape(-1, 3)
        end = q + armijo(q, p) * p
        pairs.append(((end - q).reshape(-1), (gradient(end) - gradient(q)).reshape(-1)))
        q = end
        yield q


def newton(*, clamped=True):
    q = Q_TILDE
    while True:
        p = -solve(hessian(q, clamped=clamped), gradient(q))
        q = q + (armijo(q, p) if clamped else 1) * p
        yield q


def gradient_descent(P):
    q, length = Q_TILDE, 1 / (np.abs(S).sum(axis=1) / P).max()
    while True:
        p = -gradient(q) / P[:, None]
        length = armijo(q, p, length)
        q = q + length * p
        length *= 2
        yield q


def vbd():
    q = Q_TILDE.copy()
    while True:
        for i in range(n):
            block = hessian(q, clamped=True)[3 * i : 3 * i + 3, 3 * i : 3 * i + 3]
            q[i] -= np.linalg.solve(block, gradient(q)[i])
        yield q.copy()


def xpbd_global(*, keep_g=False):
    """The published system of multipliers, with −g in the first row if it is kept."""
    q, multipliers, W = Q_TILDE, np.zeros(len(ELEMENTS)), np.repeat(1 / M, 3)
    while True:
        C, J = linearised(q)
        r = C + ALPHA_TILDE * multipliers
        g = (M[:, None] * (q - Q_TILDE)).reshape(-1) - J.T @ multipliers if keep_g else np.zeros(3 * n)
        change = np.linalg.solve(J * W @ J.T + np.diag(ALPHA_TILDE), -r + J @ (W * g))
        multipliers = multipliers + change
        q = q + (W * (J.T @ change - g)).reshape(-1, 3)
        yield q


def kkt(*, hard=False, velocity=False):
    """The saddle-point system of v and μ, linearised at q_n and then at the iterate."""
    place, velocities = Q_N, VELOCITY + 0 * Q_N
    forces = M[:, None] * GRAVITY
    while True:
        C, J = linearised(place)
        alpha = 0 * ALPHA_TILDE if hard else ALPHA_TILDE * h**2
        matrix = np.block([[np.diag(np.repeat(M, 3)), -J.T], [J, np.diag(alpha / h**2)]])
        # C at q_n to first order, so that v is measured from q_n.
        lower = np.zeros(len(C)) if velocity else -(C + J @ (Q_N - place).reshape(-1)) / h
        upper = M[:, None] * velocities + h * forces
        v = np.linalg.solve(matrix, np.r_[upper.reshape(-1), lower])[: 3 * n]
        place = Q_N + h * v.reshape(-1, 3)
        yield place


def kkt_with_geometric_stiffness():
    place, multipliers = Q_N, -linearised(Q_N)[0] / ALPHA_TILDE
    while True:
        C, J = linearised(place)
        G = sum(L * e.curvature(place) for L, e in zip(multipliers, ELEMENTS, strict=True))
        way = (Q_TILDE - place).reshape(-1)
        matrix = np.block([[np.diag(np.repeat(M, 3)) - G, -J.T], [J, np.diag(ALPHA_TILDE)]])
        solution = np.linalg.solve(matrix, np.r_[G @ way, -C - J @ way])
        place, multipliers = Q_TILDE + solution[: 3 * n].reshape(-1, 3), solution[3 * n :]
        yield place


def one_step(integrator):
    forces = M[:, None] / h**2 * (Q_N - Q_TILDE) - gradient(Q_N)  # −∇ψ(q_n)
    acceleration = GRAVITY + forces / M[:, None]
    if integrator == "explicit_euler":
        yield Q_N + h * VELOCITY
    elif integrator == "symplectic_euler":
        yield Q_N + h * (VELOCITY + h * acceleration)
    else:
        K = np.kron(np.diag(M) / h**2, np.eye(3)) - hessian(Q_N, clamped=False)
        right = M[:, None] * (VELOCITY + h * acceleration)
        yield Q_N + h * solve(np.diag(np.repeat(M, 3)) - h**2 * K, right)


@pytest.mark.parametrize(
    ("solver", "iterates"),
    [
        ("pbd", pbd),
        ("pbd[stiffness=0.7]", partial(pbd, 0.7)),
        ("pbd[constraint=energy]", partial(pbd, 0.5)),
        ("pbd[stiffness=0.7,stiffness_rule=per_step]", partial(pbd, 1 - 0.3 ** (1 / ITERATIONS))),
        ("xpbd", xpbd),
        ("xpbd[damping=0.02]", partial(xpbd, 0.02)),
        ("pd", pd),
        ("pd[global_step=increment]", pd),
        ("admm[weight_factor=0.6]", partial(admm, 0.6)),
        ("qn", partial(quasi_newton, 5)),
        ("qn[history=1]", partial(quasi_newton, 1)),
        ("bfgs", partial(quasi_newton, ITERATIONS)),
        ("newton", newton),
        ("newton[hessian=exact,line_search=none]", partial(newton, clamped=False)),
        ("gradient_descent", partial(gradient_descent, np.ones(n))),
        ("gradient_descent[metric=diagonal]", partial(gradient_descent, np.diag(S))),
        ("vbd", vbd),
        ("xpbd_global", xpbd_global),
        ("xpbd_global[keep_g=true]", partial(xpbd_global, keep_g=True)),
        ("kkt", kkt),
        ("kkt[geometric_stiffness=true]", kkt_with_geometric_stiffness),
        ("kkt[hard=true]", partial(kkt, hard=True)),
        ("kkt[hard=true,level=velocity]", partial(kkt, hard=True, velocity=True)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_formulas_give_the_iterates(run_simbench, workplace, solver, iterates):
    run(run_simbench, workplace, solver, f"--iterations {ITERATIONS}")
    (folder,) = (workplace / "OUT").iterdir()
    files = snapshot_files(folder)[1:]
    assert len(files) >= 4
    for file, expected in zip(files, iterates(), strict=False):
        np.testing.assert_allclose(load_snapshot(file.path).points, expected, atol=1e-10, err_msg=str(file))


@pytest.mark.parametrize("integrator", ["explicit_euler", "symplectic_euler", "linear_implicit_euler"])
def test_formulas_give_the_step(run_simbench, workplace, integrator):
    run(run_simbench, workplace, "formula", f"--set step.integrator={integrator}")
    end = load_snapshot(snapshot_files(workplace / "OUT/formula")[-1].path).points
    np.testing.assert_allclose(end, next(one_step(integrator)), atol=1e-12)


def run(run_simbench, workplace, solver: str, options: str) -> None:
    (workplace / "springs.json").write_text(json.dumps(SCENE))
    run_simbench("--scene springs.json --vtu 1 --output OUT --quiet", "--solver", solver, options)
