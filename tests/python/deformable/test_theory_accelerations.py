"""The formulas of docs/theory/{chebyshev,anderson,nesterov,ncg}.md give the iterates of the program.

Each is written in another form than in the program: Chebyshev polynomials instead of a recursion of weights,
affine combinations of all maps, three sequences instead of a momentum, and dense matrices.
"""

# ruff: noqa: N803, N806 (names of the theory)

from functools import partial

import numpy as np
import pytest
from tet_cell import Cell, H, rotation

K = 2e6  # Pa
MATERIAL = {"model": "strain", "stiffness": K}
ITERATIONS = 10
LONG_STEPS = "history=2,scale=0.55"  # so long that Anderson's guard rejects a combination


def dot(one, other):
    return (one * other).sum()


class Problem:
    """f with its derivatives, and S, for the strain law."""

    def __init__(self, cell: Cell):
        self.cell, self.start, self.S = cell, cell.iterates[0], cell.S(K)
        self.elements = list(zip(cell.tets, cell.volumes, cell.shape_gradients, strict=True))

    def inertia(self, d):
        return self.cell.masses[:, None] / H**2 * d

    def strains(self, q) -> list[np.ndarray]:
        """F − R of each tet."""
        return [F - rotation(F) for F in map(partial(self.cell.F, q=q), range(len(self.elements)))]

    def f(self, q):
        way, squares = q - self.start, [(E**2).sum() for E in self.strains(q)]
        return dot(way, self.inertia(way)) / 2 + K / 2 * np.dot(self.cell.volumes, squares)

    def gradient(self, q):
        result = self.inertia(q - self.start)
        for (tet, V, G), E in zip(self.elements, self.strains(q), strict=True):
            result[tet] += K * V * G @ E.T
        return result

    def curvature(self, q, d):
        """dᵀ ∇²f d; R changes by R Ω where (tr S − S) ω = axl(Rᵀ dF − dFᵀ R) with S = Rᵀ F."""
        result = dot(d, self.inertia(d))
        for j, (_, V, _) in enumerate(self.elements):
            F, dF = self.cell.F(j, q), self.cell.F(j, d)
            R = rotation(F)
            stretch, skew = R.T @ F, R.T @ dF - dF.T @ R
            axis = np.array([skew[2, 1], skew[0, 2], skew[1, 0]])
            x, y, z = np.linalg.solve(np.trace(stretch) * np.eye(3) - stretch, axis)
            dR = R @ np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            result += K * V * dot(dF, dF - dR)
        return result


def chebyshev(problem, low, high, *, start, metric=lambda S: S):
    """The map multiplies errors by numbers in [low, high]; None: ± the ratio of its last two changes."""
    P = metric(problem.S)
    points = [problem.start]
    for k in range(ITERATIONS):
        step = -np.linalg.solve(P, problem.gradient(points[-1]))
        if k < start:
            points.append(points[-1] + step)
            continue
        if high is None:
            last, new = (np.linalg.norm(points[-i] - points[-i - 1]) for i in (2, 1))
            low, high = -new / last, new / last
        gamma, x = 2 / (2 - low - high), (2 - low - high) / (high - low)
        T = [np.cosh(n * np.arccosh(x)) for n in (k - start, k - start + 1)]
        weight = 1 if k == start else 2 * x * T[0] / T[1]
        points.append(points[-2] + weight * (gamma * step + points[-1] - points[-2]))
    return points[1:]


def anderson(problem, history, *, scale=1.0, guard=True):
    """The affine combination of the last maps whose combined residual is least (Walker and Ni 2011)."""
    q, residuals, maps, result = problem.start, [], [], []
    for _ in range(ITERATIONS):
        step = -np.linalg.solve(scale * problem.S, problem.gradient(q))
        residuals, maps = [step, *residuals[:history]], [q + step, *maps[:history]]
        trial = maps[0]
        if residuals[1:]:
            columns = np.array([(r - step).reshape(-1) for r in residuals[1:]]).T
            shares = np.linalg.lstsq(columns, -step.reshape(-1))[0]
            trial = trial + sum(share * (G - maps[0]) for share, G in zip(shares, maps[1:], strict=True))
        is_worse = problem.f(trial) > problem.f(q)
        q = maps[0] if guard and is_worse else trial
        result.append(q)
    return result


def nesterov(problem, *, restarts=True):
    """y is the mean of x and z, where z makes t times the step of x."""
    x = y = problem.start
    t, result = 1, []
    for _ in range(ITERATIONS):
        g = problem.gradient(y)
        new = y - np.linalg.solve(problem.S, g)
        z = x + t * (new - x)
        t = (1 + np.sqrt(1 + 4 * t**2)) / 2
        if restarts and dot(g, new - x) > 0:
            t, z = 1, new
        x = new
        y = (1 - 1 / t) * x + z / t
        result.append(x)
    return result


def dai_kou(g, new, d, P):
    y = new - g
    return dot(new, P @ y) / dot(d, y) - dot(y, P @ y) / dot(d, y) * dot(d, new) / dot(d, y)


def polak_ribiere(g, new, d, P):
    return max(0, dot(new, P @ (new - g)) / dot(g, P @ g))


def ncg(problem, beta):
    inverse, q, result = np.linalg.inv(problem.S), problem.start, []
    g = problem.gradient(q)
    d = -inverse @ g
    for _ in range(ITERATIONS):
        d = d if dot(g, d) < 0 else -inverse @ g
        length = -dot(g, d) / problem.curvature(q, d)
        while not problem.f(q + length * d) <= problem.f(q) + 1e-4 * length * dot(g, d):
            length /= 2
        q = q + length * d
        new = problem.gradient(q)
        d = -inverse @ new + beta(g, new, d, inverse) * d
        g = new
        result.append(q)
    return result


@pytest.mark.parametrize(
    ("solver", "iterates"),
    [
        ("chebyshev[rho=0.9,start=2]", partial(chebyshev, low=-0.9, high=0.9, start=2)),
        ("chebyshev[rho=0.9,start=2,interval=positive]", partial(chebyshev, low=0, high=0.9, start=2)),
        ("chebyshev[start=3]", partial(chebyshev, low=None, high=None, start=3)),
        (
            "chebyshev[metric=diagonal,scale=1.5,rho=0.95,start=2]",
            partial(chebyshev, low=-0.95, high=0.95, start=2, metric=lambda S: 1.5 * np.diag(np.diag(S))),
        ),
        ("anderson[history=3]", partial(anderson, history=3)),
        (f"anderson[{LONG_STEPS}]", partial(anderson, history=2, scale=0.55)),
        (f"anderson[{LONG_STEPS},guard=none]", partial(anderson, history=2, scale=0.55, guard=False)),
        ("nesterov", nesterov),
        ("nesterov[restart=none]", partial(nesterov, restarts=False)),
        ("ncg", partial(ncg, beta=dai_kou)),
        ("ncg[formula=polak_ribiere]", partial(ncg, beta=polak_ribiere)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_formulas_give_the_iterates(run_simbench, workplace, solver, iterates):
    cell = Cell(run_simbench, workplace, MATERIAL, solver, ITERATIONS)
    expected = iterates(Problem(cell))
    np.testing.assert_allclose(cell.iterates[1:], expected, rtol=0, atol=1e-10)


def test_these_iterates_have_a_rejected_combination_and_a_restart(run_simbench, workplace):
    problem = Problem(Cell(run_simbench, workplace, MATERIAL, "newton", 0))
    for with_it, without in (
        (anderson(problem, 2, scale=0.55), anderson(problem, 2, scale=0.55, guard=False)),
        (nesterov(problem), nesterov(problem, restarts=False)),
    ):
        assert np.abs(with_it[-1] - without[-1]).max() > 1e-6
