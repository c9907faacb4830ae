"""Reads an exported problem (docs/entry.md) for adapters of engines."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from simbench.errors import ResultsError
from simbench.input_files import load_json, read_text


@dataclass(frozen=True, eq=False)
class Exported:
    """One step of implicit Euler: minimise 1/(2 h²) Σ mᵢ ‖qᵢ − q̃ᵢ‖² + the energies of `scene`."""

    name: str
    time_step: float  # h [s]
    laws: list[str]  # of simbench, one for each potential
    scene: dict  # scene.json
    rest: np.ndarray  # positions at rest; (n, 3) [m]
    previous: np.ndarray  # q_n, before the step; (n, 3) [m]
    inertial: np.ndarray  # q̃, which contains gravity and other external forces; (n, 3) [m]
    masses: np.ndarray  # (n,) [kg]
    tets: np.ndarray  # (tets, 4)
    triangles: np.ndarray  # (triangles, 3)
    held: np.ndarray  # numbers of the vertices that stay at their q̃

    @property
    def velocities(self) -> np.ndarray:
        """(q̃ − q_n)/h: with these and without gravity an engine arrives at q̃; (n, 3) [m/s]."""
        return (self.inertial - self.previous) / self.time_step

    @property
    def free(self) -> np.ndarray:
        """The numbers of the vertices that are not held."""
        return np.setdiff1d(np.arange(len(self.rest)), self.held)

    @property
    def lame(self) -> tuple[float, float]:
        """Lamé's parameters μ and λ of the material [Pa], by E and ν as in docs/scene.md."""
        material = self.scene["material"]
        modulus, ratio = material["youngs_modulus"], material["poisson_ratio"]
        mu = modulus / (2 * (1 + ratio))
        return mu, 2 * mu * ratio / (1 - 2 * ratio)

    @property
    def volumes(self) -> np.ndarray:
        """The volume of each tet at rest; (tets,) [m³]."""
        return volumes_of(self.rest, self.tets)

    @property
    def edge(self) -> float:
        """The mean length of an edge at rest, or of a spring [m]."""
        pairs = edges_of(self.elements)
        return float(np.linalg.norm(self.rest[pairs[:, 0]] - self.rest[pairs[:, 1]], axis=1).mean())

    @property
    def elements(self) -> np.ndarray:
        """The vertices of each tet, triangle or spring."""
        if len(self.tets):
            return self.tets
        return self.triangles if len(self.triangles) else self.springs[0]

    @property
    def springs(self) -> tuple[np.ndarray, np.ndarray]:
        """The ends (springs, 2) and the stiffness [N/m] of each spring between pairs of the scene."""
        found = [
            (pair["vertices"], potential["stiffness"])
            for potential in self.scene.get("potentials", [])
            if potential["type"] == "springs"
            for pair in potential.get("pairs", [])
        ]
        ends, stiffness = zip(*found, strict=True) if found else ((), ())
        return np.array(ends, dtype=int).reshape(-1, 2), np.array(stiffness, dtype=float)

    def at_rest_in(self, pose: np.ndarray, time_step: float) -> "Exported":
        """The step from this pose without velocity, in which no vertex is held."""
        return replace(self, previous=pose, inertial=pose, time_step=time_step, held=np.array([], dtype=int))

    def moved(self, distance: float, seed: int = 1) -> "Exported":
        """The same step from a start whose free vertices are moved by random numbers up to this [m]."""
        moves = np.random.default_rng(seed).uniform(-distance, distance, self.rest.shape)
        moves[self.held] = 0
        return replace(self, previous=self.previous + moves, inertial=self.inertial + moves)


def read(folder: Path) -> Exported:
    """The problem that `simbench entry export` wrote. ResultsError if the folder is none.

    Adapters make models of linear tets of one material, of triangles and of springs; others are refused.
    """
    try:
        problem, scene = load_json(folder / "problem.json"), load_json(folder / "scene.json")
        size = problem["vertices"]
        refused = {
            "quadratic tets": (folder / "quadratic_tets.csv").exists(),
            "regions": scene.get("regions"),
        }
        for what, is_there in refused.items():
            if is_there:
                raise ResultsError(f"the scene has {what}, and adapters take linear tets of one material")
        return Exported(
            problem["name"],
            problem["time_step"],
            problem["laws"],
            scene,
            *(_table(folder, f"{name}_positions", (size, 3)) for name in ("rest", "previous", "inertial")),
            masses=_table(folder, "masses", (size,)),
            tets=_table(folder, "tets", (-1, 4), int),
            triangles=_table(folder, "triangles", (-1, 3), int),
            held=_table(folder, "held_vertices", (-1,), int),
        )
    except (ResultsError, OSError, ValueError, KeyError) as error:
        raise ResultsError(
            f"{folder} is not an exported problem for adapters ({error}); "
            "simbench entry export SCENE --output FOLDER writes one"
        ) from error


def _table(folder: Path, name: str, shape: tuple[int, ...], kind: type = float) -> np.ndarray:
    file = folder / f"{name}.csv"
    if name == "triangles" and not file.exists():
        return np.empty((0, 3), int)
    rows = [line.split(",") for line in read_text(file).split()]
    return np.array(rows, dtype=float).astype(kind).reshape(shape)


def volumes_of(points: np.ndarray, tets: np.ndarray) -> np.ndarray:
    """The signed volume of each tet; (tets,) [m³]."""
    return np.linalg.det(points[tets[:, 1:]] - points[tets[:, :1]]) / 6


def edges_of(elements: np.ndarray) -> np.ndarray:
    """The pairs of vertices that share an element, each once and ascending; (edges, 2)."""
    corners = range(elements.shape[1])
    pairs = [elements[:, [a, b]] for a in corners for b in corners if a < b]
    return np.unique(np.sort(np.concatenate(pairs), axis=1), axis=0)


def levels_of_vertices(problem: Exported) -> list[np.ndarray]:
    """Groups of free vertices without common elements, one after the other: a sweep in the order of numbers.

    A vertex comes one level after the last of its neighbours that have smaller numbers, so it sees the same
    positions as in a sweep over all vertices in the order of their numbers.
    """
    held = set(problem.held.tolist())
    level = np.where(np.isin(np.arange(len(problem.rest)), problem.held), -1, 0)
    for low, high in sorted(edges_of(problem.elements).tolist(), key=lambda edge: edge[1]):
        if low not in held and high not in held:
            level[high] = max(level[high], level[low] + 1)
    return [np.flatnonzero(level == number) for number in range(level.max() + 1)]


def levels_of_elements(elements: np.ndarray) -> list[np.ndarray]:
    """Groups of elements without common vertices, one after the other: a sweep in the order of the mesh."""
    latest: dict[int, int] = {}  # the level of the last element at a vertex
    level = []
    for corners in elements.tolist():
        level.append(1 + max(latest.get(vertex, -1) for vertex in corners))
        latest.update(dict.fromkeys(corners, level[-1]))
    return [np.flatnonzero(np.array(level) == number) for number in range(max(level, default=-1) + 1)]


def as_partitions(groups: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Groups as offsets (groups + 1) and numbers, one after the other."""
    offsets = np.cumsum([0, *(len(group) for group in groups)])
    return offsets, np.concatenate([*groups, np.array([], dtype=int)]).astype(int)
