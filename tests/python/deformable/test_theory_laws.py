"""The table of docs/theory/laws.md: energies, stiffnesses of the quadratic and constraints of each law."""

# ruff: noqa: N802, N803, N806 (names of the theory)

import numpy as np
import pytest
from tet_cell import Cell, H, rotation

K, YOUNG, NU = 2e4, 2e4, 0.3  # Pa, Pa, 1
MU = YOUNG / (2 * (1 + NU))
LAMBDA = 2 * MU * NU / (1 - 2 * NU)


def density(law: str, F) -> float:
    """The column Ψ."""
    R, J, E = rotation(F), np.linalg.det(F), (F.T @ F - np.eye(3)) / 2
    shear = MU / 2 * (np.trace(F.T @ F) - 3)
    return {
        "strain": lambda: K / 2 * ((F - R) ** 2).sum(),
        "stable_neo_hookean": lambda: shear + LAMBDA / 2 * (J - 1 - MU / LAMBDA) ** 2,
        "neo_hookean": lambda: shear - MU * np.log(J) + LAMBDA / 2 * np.log(J) ** 2,
        "st_venant_kirchhoff": lambda: MU * (E**2).sum() + LAMBDA / 2 * np.trace(E) ** 2,
        "corotated_linear": lambda: (
            MU * ((F - R) ** 2).sum() + LAMBDA / 2 * np.trace(R.T @ F - np.eye(3)) ** 2
        ),
    }[law]()


def constraints(law: str, F) -> list[tuple[float, float]]:
    """The last column: C and its stiffness."""
    R, J, E = rotation(F), np.linalg.det(F), (F.T @ F - np.eye(3)) / 2
    norm = np.linalg.norm
    return {
        "strain": lambda: [(norm(F - R), K)],
        "stable_neo_hookean": lambda: [(norm(F), MU), (J - 1 - MU / LAMBDA, LAMBDA)],
        "neo_hookean": lambda: [(np.sqrt(np.trace(F.T @ F) - 3 - 2 * np.log(J)), MU), (np.log(J), LAMBDA)],
        "st_venant_kirchhoff": lambda: [(norm(E), 2 * MU), (np.trace(E), LAMBDA)],
        "corotated_linear": lambda: [(norm(F - R), 2 * MU), (np.trace(R.T @ F - np.eye(3)), LAMBDA)],
    }[law]()


def quadratic_stiffness(law: str) -> float:
    """The column k; if it is fitted, the integral of docs/theory/qn.md."""
    exact = {"strain": K, "stable_neo_hookean": MU + LAMBDA, "corotated_linear": 2 * MU + LAMBDA}
    if law in exact:
        return exact[law]
    nodes, weights = np.polynomial.legendre.leggauss(40)
    strains, step = nodes / 2, 1e-6
    ends = [[density(law, np.diag([1 + e + d, 1, 1])) for e in strains] for d in (step, -step)]
    stresses = (np.array(ends[0]) - ends[1]) / (2 * step)
    return (weights * strains * stresses).sum() / (weights * strains**2).sum()


def combined(pairs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    stiffness = max(own for _, own in pairs)
    return [(np.sqrt(sum(own * C**2 for C, own in pairs) / stiffness), stiffness)]


def cell_of(law: str, run_simbench, workplace, solver: str, iterations: int) -> Cell:
    stiffness = {"stiffness": K} if law == "strain" else {"youngs_modulus": YOUNG, "poisson_ratio": NU}
    return Cell(run_simbench, workplace, {"model": law, **stiffness}, solver, iterations)


def derivative(function, q):
    """∂/∂q by central differences."""
    result, step = np.zeros_like(q), 1e-6
    for place in np.ndindex(q.shape):
        move = np.zeros_like(q)
        move[place] = step
        result[place] = (function(q + move) - function(q - move)) / (2 * step)
    return result


def test_the_energy_is_that_of_the_table(run_simbench, workplace, any_law):
    cell = cell_of(any_law, run_simbench, workplace, "newton", 0)
    q = cell.iterates[0]
    energy = sum(V * density(any_law, cell.F(j, q)) for j, V in enumerate(cell.volumes))
    assert cell.table["constraint"][0] == pytest.approx(energy, rel=1e-12)
    pairs = constraints(any_law, cell.F(0, q))
    shift = 3 * MU / 2 if any_law == "stable_neo_hookean" else 0
    assert sum(own * C**2 / 2 for C, own in pairs) == pytest.approx(density(any_law, cell.F(0, q)) + shift)


def test_the_first_step_of_qn_has_the_stiffness_of_the_table(run_simbench, workplace, any_law):
    cell = cell_of(any_law, run_simbench, workplace, "qn[line_search=none]", 1)
    start, end = cell.iterates
    S = cell.S(quadratic_stiffness(any_law))
    gradient = derivative(
        lambda q: sum(V * density(any_law, cell.F(j, q)) for j, V in enumerate(cell.volumes)), start
    )
    np.testing.assert_allclose(end, start - np.linalg.solve(S, gradient), atol=1e-7)


@pytest.mark.parametrize("form", ["split", "combined"])
def test_a_sweep_of_xpbd_has_the_constraints_of_the_table(run_simbench, workplace, any_law, form):
    cell = cell_of(any_law, run_simbench, workplace, f"xpbd[form={form}]", 1)
    q, change_form = cell.iterates[0].copy(), combined if form == "combined" else list
    for j, V in enumerate(cell.volumes):
        for index, (_, stiffness) in enumerate(change_form(constraints(any_law, cell.F(j, q)))):

            def C(x, j=j, index=index):
                return change_form(constraints(any_law, cell.F(j, x)))[index][0]

            gradient = derivative(C, q)
            compliance = 1 / (stiffness * V * H**2)
            squares = ((gradient**2).sum(axis=1) / cell.masses).sum()
            q += gradient * -C(q) / (squares + compliance) / cell.masses[:, None]
    np.testing.assert_allclose(cell.iterates[1], q, atol=1e-7)
