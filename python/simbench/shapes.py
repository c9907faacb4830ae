"""Measures shapes that pictures of beams show, from the .vtu file of a run's last iterate."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from simbench.errors import NotRunError
from simbench.mesh_report import tet_volumes
from simbench.results import Run
from simbench.snapshots import load_snapshot, snapshot_files, surface_triangles


@dataclass(frozen=True)
class Shape:
    """A beam along x: `positions`, `rest` (vertices × 3, m) and `tets` (tets × 4)."""

    positions: np.ndarray
    rest: np.ndarray
    tets: np.ndarray

    @property
    def twist(self) -> float:
        """Angle [°] by which the end at x_min is turned against the end at x_max; it may exceed 180."""
        return float(self.twist_along[0] - self.twist_along[-1])

    @property
    def twist_along(self) -> np.ndarray:
        """Angle [°] of each cross-section x = constant: the best rotation (Procrustes) of its y, z."""
        angles = []
        for section in self._sections():
            before, now = (
                (p := points[section, 1] + 1j * points[section, 2]) - p.mean()
                for points in (self.rest, self.positions)
            )
            angles.append(np.angle(np.vdot(before, now)))
        return np.degrees(np.unwrap(angles))

    def _sections(self) -> list[np.ndarray]:
        """The vertices of both ends, and of the slices between them, each as thick as a cell of 0.1 m."""
        share = (self.rest[:, 0] - self.rest[:, 0].min()) / np.ptp(self.rest[:, 0])
        slices = np.rint(32 * share)
        slices[share < 1e-9] = -1
        slices[share > 1 - 1e-9] = 33
        return [slices == number for number in np.unique(slices)]

    @property
    def radius(self) -> float:
        """Largest distance [m] of a vertex from the beam's axis at rest."""
        axis = self.rest.mean(axis=0)
        return float(np.hypot(*(self.positions - axis).T[1:]).max())

    @property
    def volume_ratio(self) -> float:
        """Signed volume of all tets over that at rest: 1 if volume is kept, less if the body collapses."""
        return float(tet_volumes(self.positions, self.tets).sum() / tet_volumes(self.rest, self.tets).sum())

    @property
    def roughness(self) -> float:
        """Root mean square angle [°] between neighbouring surface triangles that are coplanar at rest."""
        return self._roughness(np.ones(len(self.rest), bool))

    @property
    def end_roughness(self) -> float:
        """The roughness of only the outer tenths of the beam."""
        x = self.rest[:, 0]
        return self._roughness(np.abs(x - x.mean()) > 0.4 * np.ptp(x))

    def _roughness(self, where: np.ndarray) -> float:
        first, second = _neighbours(self.tets)
        flat = _cosines(_normals(self.rest, first), _normals(self.rest, second)) > 1 - 1e-9
        flat &= where[first].all(axis=1) & where[second].all(axis=1)
        now = _cosines(_normals(self.positions, first[flat]), _normals(self.positions, second[flat]))
        return float(np.degrees(np.sqrt(np.mean(np.arccos(np.clip(now, -1, 1)) ** 2))))

    @property
    def reach(self) -> float:
        """Largest distance [m] of a vertex of the surface from the box that the beam fills at rest."""
        low, high = self.rest.min(axis=0), self.rest.max(axis=0)
        positions = self.positions[np.unique(surface_triangles(self.tets))]
        outside = np.maximum(0, np.maximum(low - positions, positions - high))
        return float(np.linalg.norm(outside, axis=1).max())

    @property
    def centre_of_mass(self) -> np.ndarray:
        """The centre of mass [m] of a body of constant density."""
        masses = self.masses(1)
        return masses @ self.positions / masses.sum()

    def end_outline(self, end: int) -> np.ndarray:
        """The vertices [m] on the rim of the end face at x_min (0) or x_max (−1), as a closed line."""
        x = self.rest[:, 0]
        y, z = (
            2 * (self.rest[:, i] - np.mean([self.rest[:, i].min(), self.rest[:, i].max()])) for i in (1, 2)
        )
        on_rim = np.isclose(np.maximum(abs(y) / np.ptp(self.rest[:, 1]), abs(z) / np.ptp(self.rest[:, 2])), 1)
        rim = np.flatnonzero(np.isclose(x, (x.min(), x.max())[end]) & on_rim)
        rim = rim[np.argsort(np.arctan2(z[rim], y[rim]))]
        return self.positions[np.append(rim, rim[0])]

    def kinetic_energy(self, start: "Shape", time_step: float, density: float) -> float:
        """½ Σ m |(q − q_start)/h|² [J]"""
        velocities = (self.positions - start.positions) / time_step
        return float(0.5 * self.masses(density) @ (velocities**2).sum(axis=1))

    def masses(self, density: float) -> np.ndarray:
        """Masses of the vertices [kg]: a quarter of each tet's mass on each corner."""
        masses = np.zeros(len(self.rest))
        np.add.at(masses, self.tets, density * tet_volumes(self.rest, self.tets)[:, None] / 4)
        return masses


def shape(run: Run) -> Shape:
    return _read(run.folder, -1)


def start_shape(run: Run) -> Shape:
    """The shape of iteration 0, where a step begins: q̃."""
    return _read(run.folder, 0)


def held_inertia(springs: Run, hard: Run) -> float:
    """Inertial term [J] of the ends of a beam at the positions where the run `hard` holds them.

    With hard anchors f leaves it out, as a constant; with springs f contains it.
    """
    free, held = start_shape(springs), shape(hard)
    x = held.rest[:, 0]
    ends = (x == x.min()) | (x == x.max())
    away = ((held.positions - free.positions)[ends] ** 2).sum(axis=1)
    masses = held.masses(hard.scene["density"])[ends]
    return float(0.5 * masses @ away) / hard.scene["step"]["time_step"] ** 2


@cache
def _read(folder, place: int) -> Shape:
    files = [file.path for file in snapshot_files(folder) if file.step == 1]
    if not files:
        raise NotRunError(f"run {folder.name} has no positions (option snapshot_every)")
    snapshot = load_snapshot(files[place])
    return Shape(snapshot.points, snapshot.point_data["rest_positions"], snapshot.cells)


def _neighbours(tets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of surface triangles (pairs × 3 each) that share an edge."""
    surface = surface_triangles(tets)
    edges = np.sort(surface[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    order = np.lexsort(edges.T).reshape(-1, 2)  # each edge of a closed surface is there twice
    return surface[order[:, 0] // 3], surface[order[:, 1] // 3]


def _normals(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    a, b, c = points[triangles].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def _cosines(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (a * b).sum(axis=1)
