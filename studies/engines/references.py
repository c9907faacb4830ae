"""Iterates of simbench, and of methods in numpy, that an engine's iterates are compared with."""

import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from engines.cases import Case
from engines.exported import Exported
from engines.linear_steps import linear_step
from engines.tet_sweeps import divided_multipliers
from simbench.input_files import load_json
from simbench.running import run
from simbench.snapshots import load_snapshot, snapshot_files

MOST = 20  # iterations of sweeps in Python
Iterates = dict[int, np.ndarray]  # positions (n, 3) [m] by iteration


def iterates_of(
    case: Case, folder: Path, problem: Exported, forces: np.ndarray, iterations: Sequence[int]
) -> Iterates:
    """The reference's iterates. `forces` are those of the law at q_n [N]."""
    if case.reference in OWN:
        return OWN[case.reference](problem, forces, iterations)
    scene = load_json(folder / "scene.json")
    with tempfile.TemporaryDirectory() as place:
        if case.grouped:
            mesh = Path(place) / "grouped.msh"
            mesh.write_text(msh(problem.rest, problem.tets[np.concatenate(greedy_groups(problem.tets))]))
            scene["body"] = {"mesh": {"file": str(mesh)}}
        runs = run(scene, case.reference, iterations=max(iterations), snapshot_every=1)
        (done,) = runs.values()
        files = {file.iteration: file.path for file in snapshot_files(done.folder)}
        return {number: load_snapshot(files[number]).points for number in iterations if number in files}


def greedy_groups(elements: np.ndarray) -> list[np.ndarray]:
    """Groups of elements without common vertices: each element is in the first group that has room."""
    groups: list[tuple[list[int], set[int]]] = []
    for number, corners in enumerate(elements.tolist()):
        for members, taken in groups:
            if taken.isdisjoint(corners):
                members.append(number)
                taken.update(corners)
                break
        else:
            groups.append(([number], set(corners)))
    return [np.array(members) for members, _ in groups]


def msh(points: np.ndarray, tets: np.ndarray) -> str:
    """A mesh in Gmsh's format 2.2; numbers read back to the same bits."""
    nodes = [f"{number} {x!r} {y!r} {z!r}" for number, (x, y, z) in enumerate(points.tolist(), start=1)]
    elements = [f"{number} 4 2 0 1 {' '.join(map(str, tet + 1))}" for number, tet in enumerate(tets, start=1)]
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", str(len(nodes)), *nodes, "$EndNodes"]
    return "\n".join([*lines, "$Elements", str(len(elements)), *elements, "$EndElements"]) + "\n"


def one_linear_step(problem: Exported, forces: np.ndarray, iterations: Sequence[int]) -> Iterates:
    return {number: linear_step(problem, forces) for number in iterations if number == 1}


def jacobi(problem: Exported, forces: np.ndarray, iterations: Sequence[int]) -> Iterates:
    """XPBD of springs whose corrections all see the same positions and are summed without an average."""
    ends, stiffness = problem.springs
    lengths = np.linalg.norm(problem.rest[ends[:, 0]] - problem.rest[ends[:, 1]], axis=1)
    compliance = 1 / (stiffness * problem.time_step**2)
    inverse_masses = 1 / problem.masses
    inverse_masses[problem.held] = 0
    weights = inverse_masses[ends]
    q, multipliers, found = problem.inertial.copy(), np.zeros(len(ends)), {}
    for number in range(1, max(iterations) + 1):
        along = q[ends[:, 0]] - q[ends[:, 1]]
        distances = np.linalg.norm(along, axis=1)
        values = distances - lengths
        changes = -(values + compliance * multipliers) / (weights.sum(axis=1) + compliance)
        multipliers += changes
        pulls = (changes / distances)[:, None] * along
        moves = np.zeros_like(q)
        np.add.at(moves, ends[:, 0], weights[:, :1] * pulls)
        np.add.at(moves, ends[:, 1], -weights[:, 1:] * pulls)
        q = q + moves
        if number in iterations:
            found[number] = q
    return found


def in_greedy_groups(
    problem: Exported, forces: np.ndarray, iterations: Sequence[int], scale: float
) -> Iterates:
    order = np.concatenate(greedy_groups(problem.tets))
    few = [number for number in iterations if number <= MOST]
    return divided_multipliers(problem, order, few, scale)


OWN: dict[str, Callable[[Exported, np.ndarray, Sequence[int]], Iterates]] = {
    "jacobi": jacobi,
    "linear_step": one_linear_step,
    "divided_multipliers": partial(in_greedy_groups, scale=1e3),
    "divided_multipliers_in_micrometres": partial(in_greedy_groups, scale=1e6),
}
