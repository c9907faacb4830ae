"""Stands for another code: reads an exported problem, and writes an entry. It does not use simbench.

    python other_code.py problems/smoke > mine.jsonl

Projective Dynamics in numpy and scipy, for the strain law and bodies without anchors.
"""

import json
import sys
from pathlib import Path

import numpy as np
from scipy.sparse import coo_array, diags_array
from scipy.sparse.linalg import splu

ITERATIONS = 30


def read(folder: Path, name: str, kind: type = float) -> np.ndarray:
    return np.loadtxt(folder / f"{name}.csv", delimiter=",", dtype=kind)


def main(folder: Path) -> None:
    problem, scene = (json.loads((folder / f"{name}.json").read_text()) for name in ("problem", "scene"))
    k, h = scene["material"]["stiffness"], problem["time_step"]
    rest, start, masses = (read(folder, name) for name in ("rest_positions", "inertial_positions", "masses"))
    tets = read(folder, "tets", int)
    edges = np.swapaxes(rest[tets[:, 1:]] - rest[tets[:, :1]], 1, 2)
    weights = k * np.linalg.det(edges) / 6
    inverse = np.linalg.inv(edges)
    G = np.concatenate([-inverse.sum(axis=1, keepdims=True), inverse], axis=1)  # noqa: N806  (tets, 4, 3)

    blocks = weights[:, None, None] * (G @ np.swapaxes(G, 1, 2))
    rows, columns = np.repeat(tets, 4, axis=1), np.tile(tets, (1, 4))
    stiffness = coo_array((blocks.ravel(), (rows.ravel(), columns.ravel())), shape=(len(masses),) * 2)
    factor = splu((stiffness + diags_array(masses / h**2)).tocsc())

    q = start.copy()
    for iteration in range(ITERATIONS + 1):
        row = {"scene": problem["name"], "solver": "other_pd", "iteration": iteration}
        print(json.dumps(row | {"positions": q.tolist(), "passes": iteration, "solves": iteration}))
        F = np.einsum("tci,tcj->tij", q[tets], G)  # noqa: N806
        U, _, Vt = np.linalg.svd(F)  # noqa: N806
        U[:, :, 2] *= np.sign(np.linalg.det(U @ Vt))[:, None]
        pull = weights[:, None, None] * (G @ np.swapaxes(U @ Vt, 1, 2))
        right_hand_side = masses[:, None] / h**2 * start
        np.add.at(right_hand_side, tets, pull)
        q = factor.solve(right_hand_side)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
