"""One linearised step of implicit Euler from q_n, for St. Venant-Kirchhoff tets: a step of MuJoCo."""

import numpy as np
from scipy.sparse import coo_array, diags_array
from scipy.sparse.linalg import spsolve

from engines.exported import Exported


def linear_step(problem: Exported, forces: np.ndarray) -> np.ndarray:
    """q_n + (M/h² + K)⁻¹ (M/h² (q̃ − q_n) + f), all at q_n; (n, 3) [m]. `forces` f are the law's at q_n.

    K has the Gauss-Newton part of the Hessian, and of its geometric part only the edges under tension.
    """
    inertia = np.repeat(problem.masses, 3) / problem.time_step**2
    matrix = (diags_array(inertia) + stiffness(problem)).tocsr()
    free = (3 * problem.free[:, None] + np.arange(3)).ravel()
    right_hand_side = inertia * (problem.inertial - problem.previous).ravel() + forces.ravel()
    moves = np.zeros(inertia.size)
    moves[free] = spsolve(matrix[free][:, free], right_hand_side[free])
    return problem.previous + moves.reshape(-1, 3)


def stiffness(problem: Exported) -> coo_array:
    mu, lame = problem.lame
    edges = np.swapaxes(problem.rest[problem.tets[:, 1:]] - problem.rest[problem.tets[:, :1]], 1, 2)
    inverse = np.linalg.inv(edges)
    slopes = np.concatenate([-inverse.sum(axis=1, keepdims=True), inverse], axis=1)  # ∇N, (tets, 4, 3)
    F = np.einsum("tci,tcj->tij", problem.previous[problem.tets], slopes)  # noqa: N806
    strain = (np.swapaxes(F, 1, 2) @ F - np.eye(3)) / 2
    stress = 2 * mu * strain + lame * np.trace(strain, axis1=1, axis2=2)[:, None, None] * np.eye(3)
    # The geometric part is one spring an edge, of stiffness -∇N_a · S ∇N_b; those that pull stay.
    tensions = np.maximum(-np.einsum("tai,tij,tbj->tab", slopes, stress, slopes), 0)
    tensions *= 1 - np.eye(4)
    geometric = np.eye(4) * tensions.sum(axis=2)[:, :, None] - tensions

    # The derivative of the strain by vertex a along c: the symmetric part of F[c, i] ∇N[a, j].
    change = np.einsum("tci,taj->tacij", F, slopes)
    change = (change + np.swapaxes(change, 3, 4)) / 2
    trace = np.trace(change, axis1=3, axis2=4)
    blocks = 2 * mu * np.einsum("tacij,tbdij->tacbd", change, change)
    blocks += lame * np.einsum("tac,tbd->tacbd", trace, trace)
    blocks += np.einsum("tab,cd->tacbd", geometric, np.eye(3))
    blocks *= problem.volumes[:, None, None, None, None]

    places = (3 * problem.tets[:, :, None] + np.arange(3)).reshape(-1, 12)
    rows, columns = np.repeat(places, 12, axis=1), np.tile(places, (1, 12))
    size = 3 * len(problem.rest)
    return coo_array((blocks.ravel(), (rows.ravel(), columns.ravel())), shape=(size, size))
