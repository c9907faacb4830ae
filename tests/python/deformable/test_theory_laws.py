"""The table of docs/theory/laws.md: energies, stiffnesses of the quadratic and constraints of each law."""

# ruff: noqa: N802, N803, N806 (names of the theory)

import json

import numpy as np
import pandas as pd
import pytest

from simbench.snapshots import load_snapshot, snapshot_files

K, YOUNG, NU, H = 2e4, 2e4, 0.3, 0.02  # Pa, Pa, 1, s
MU = YOUNG / (2 * (1 + NU))
LAMBDA = 2 * MU * NU / (1 - 2 * NU)
DENSITY = 100  # kg/m³
FORCES = {0: (3e3, -2e3, 1e3), 3: (-4e3, 1e3, 2.5e3), 5: (1e3, 6e3, -3e3), 6: (-2e3, -3.5e3, 1.5e3)}  # N
LAWS = ["strain", "stable_neo_hookean", "neo_hookean", "st_venant_kirchhoff", "corotated_linear"]


def rotation(F):
    U, _, V = np.linalg.svd(F)
    return U @ np.diag([1, 1, np.linalg.det(U @ V)]) @ V


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


class Beam:
    """One step of a cell of five tets; the forces deform q̃."""

    def __init__(self, run_simbench, workplace, law: str, solver: str, iterations: int):
        stiffness = {"stiffness": K} if law == "strain" else {"youngs_modulus": YOUNG, "poisson_ratio": NU}
        scene = {
            "body": {"beam": {"size": [1, 1.2, 0.8], "cells": [1, 1, 1]}},
            "material": {"model": law, **stiffness},
            "forces": [
                {"vertices": {"select": "indices", "indices": [i]}, "force": force}
                for i, force in FORCES.items()
            ],
            "density": DENSITY,
            "step": {"time_step": H, "iterations": iterations},
        }
        (workplace / "cell.json").write_text(json.dumps(scene))
        run_simbench("--scene cell.json --vtu 1 --output OUT --quiet", "--solver", solver)
        (folder,) = (workplace / "OUT").iterdir()
        snapshots = [load_snapshot(file.path) for file in snapshot_files(folder)]
        self.iterates = [snapshot.points for snapshot in snapshots]
        self.tets, rest = snapshots[0].cells, snapshots[0].point_data["rest_positions"]
        edges = [(rest[tet[1:]] - rest[tet[0]]).T for tet in self.tets]
        self.rest_inverses = [np.linalg.inv(edge) for edge in edges]
        self.volumes = [np.linalg.det(edge) / 6 for edge in edges]
        self.masses = np.zeros(len(rest))
        for tet, volume in zip(self.tets, self.volumes, strict=True):
            self.masses[tet] += DENSITY * volume / 4
        self.table = pd.read_csv(folder / "iterations.csv")

    def F(self, j: int, q):
        corners = q[self.tets[j]]
        return (corners[1:] - corners[0]).T @ self.rest_inverses[j]


def derivative(function, q):
    """∂/∂q by central differences."""
    result, step = np.zeros_like(q), 1e-6
    for place in np.ndindex(q.shape):
        move = np.zeros_like(q)
        move[place] = step
        result[place] = (function(q + move) - function(q - move)) / (2 * step)
    return result


@pytest.mark.parametrize("law", LAWS)
def test_the_energy_is_that_of_the_table(run_simbench, workplace, law):
    beam = Beam(run_simbench, workplace, law, "newton", 0)
    q = beam.iterates[0]
    energy = sum(V * density(law, beam.F(j, q)) for j, V in enumerate(beam.volumes))
    assert beam.table["constraint"][0] == pytest.approx(energy, rel=1e-12)
    pairs = constraints(law, beam.F(0, q))
    shift = 3 * MU / 2 if law == "stable_neo_hookean" else 0
    assert sum(own * C**2 / 2 for C, own in pairs) == pytest.approx(density(law, beam.F(0, q)) + shift)


@pytest.mark.parametrize("law", LAWS)
def test_the_first_step_of_qn_has_the_stiffness_of_the_table(run_simbench, workplace, law):
    beam = Beam(run_simbench, workplace, law, "qn[line_search=none]", 1)
    start, end = beam.iterates
    S = np.diag(beam.masses) / H**2
    for tet, inverse, V in zip(beam.tets, beam.rest_inverses, beam.volumes, strict=True):
        G = np.vstack([-inverse.sum(axis=0), inverse])
        S[np.ix_(tet, tet)] += quadratic_stiffness(law) * V * G @ G.T
    gradient = derivative(
        lambda q: sum(V * density(law, beam.F(j, q)) for j, V in enumerate(beam.volumes)), start
    )
    np.testing.assert_allclose(end, start - np.linalg.solve(S, gradient), atol=1e-7)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("form", ["split", "combined"])
def test_a_sweep_of_xpbd_has_the_constraints_of_the_table(run_simbench, workplace, law, form):
    beam = Beam(run_simbench, workplace, law, f"xpbd[form={form}]", 1)
    q, change_form = beam.iterates[0].copy(), combined if form == "combined" else list
    for j, V in enumerate(beam.volumes):
        for index, (_, stiffness) in enumerate(change_form(constraints(law, beam.F(j, q)))):

            def C(x, j=j, index=index):
                return change_form(constraints(law, beam.F(j, x)))[index][0]

            gradient = derivative(C, q)
            compliance = 1 / (stiffness * V * H**2)
            squares = ((gradient**2).sum(axis=1) / beam.masses).sum()
            q += gradient * -C(q) / (squares + compliance) / beam.masses[:, None]
    np.testing.assert_allclose(beam.iterates[1], q, atol=1e-7)
