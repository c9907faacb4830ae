"""One step of a cell of five tets whose forces deform q̃: iterates, masses, volumes and shape gradients."""

# ruff: noqa: N802, N803, N806 (names of the theory)

import json

import numpy as np
import pandas as pd

from simbench.snapshots import load_snapshot, snapshot_files

H, DENSITY = 0.02, 100  # s, kg/m³
FORCES = {0: (3e3, -2e3, 1e3), 3: (-4e3, 1e3, 2.5e3), 5: (1e3, 6e3, -3e3), 6: (-2e3, -3.5e3, 1.5e3)}  # N


class Cell:
    """Runs the solver; iterates[0] is q̃."""

    def __init__(self, run_simbench, workplace, material: dict, solver: str, iterations: int):
        scene = {
            "body": {"beam": {"size": [1, 1.2, 0.8], "cells": [1, 1, 1]}},
            "material": material,
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
        self.volumes = [np.linalg.det(edge) / 6 for edge in edges]
        inverses = [np.linalg.inv(edge) for edge in edges]
        self.shape_gradients = [np.vstack([-inverse.sum(axis=0), inverse]) for inverse in inverses]
        self.masses = np.zeros(len(rest))
        for tet, volume in zip(self.tets, self.volumes, strict=True):
            self.masses[tet] += DENSITY * volume / 4
        self.table = pd.read_csv(folder / "iterations.csv")

    def F(self, j: int, q):
        return q[self.tets[j]].T @ self.shape_gradients[j]

    def S(self, stiffness: float):
        S = np.diag(self.masses) / H**2
        for tet, V, G in zip(self.tets, self.volumes, self.shape_gradients, strict=True):
            S[np.ix_(tet, tet)] += stiffness * V * G @ G.T
        return S


def rotation(F):
    U, _, V = np.linalg.svd(F)
    return U @ np.diag([1, 1, np.linalg.det(U @ V)]) @ V
