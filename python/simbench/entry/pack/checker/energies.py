"""f of a problem of this pack by numpy: 1/(2h^2) sum m |q - q~|^2 and the energies of the laws.

Formulas are those of simbench's docs/theory/laws.md and docs/scene.md; the code is written for this pack.
"""

# ruff: noqa: N803, N806 (names of the theory)

import json
from pathlib import Path

import numpy as np


def table(file: Path, kind: type = float) -> np.ndarray:
    return np.loadtxt(file, delimiter=",", dtype=kind, ndmin=2)


def objective(folder: Path, q: np.ndarray) -> float:
    """f(q) [J] of positions q (n, 3) [m]."""
    problem, scene = (json.loads((folder / f"{name}.json").read_text()) for name in ("problem", "scene"))
    rest, start, masses = (
        table(folder / f"{n}.csv") for n in ("rest_positions", "inertial_positions", "masses")
    )
    f = (masses * (q - start) ** 2).sum() / (2 * problem["time_step"] ** 2)
    if (folder / "tets.csv").stat().st_size:
        f += tets(folder, scene, rest, q)
    for one in scene.get("potentials", []):
        f += one["stiffness"] * POTENTIALS[one["type"]](one, folder, scene, rest, q)
    anchors = scene.get("anchors", {})
    for group in anchors.get("groups", []) if anchors["stiffness"] != "hard" else []:
        targets = np.array([target["point"] for target in group["targets"]])
        f += anchors["stiffness"] / 2 * ((q[group["vertices"]["indices"]] - targets) ** 2).sum()
    return f


def tets(folder: Path, scene: dict, rest: np.ndarray, q: np.ndarray) -> float:
    corners = table(folder / "tets.csv", int)
    materials = [scene["material"]] * len(corners)
    for region in scene.get("regions", []):
        for tet in region["tets"]["indices"]:
            materials[tet] = region["material"]
    Q = table(folder / "quadratic_tets.csv", int) if (folder / "quadratic_tets.csv").exists() else None
    total = 0.0
    for number, tet in enumerate(corners):
        G, volume = gradients(rest[tet])
        points = [(q[tet].T @ G, volume)] if Q is None else quadratic(q[Q[number]], G, volume)
        total += sum(weight * density(materials[number], F) for F, weight in points)
    return total


def gradients(corners: np.ndarray) -> tuple[np.ndarray, float]:
    """Gradients of the four shape functions (4, 3) and the volume of a tet."""
    edges = (corners[1:] - corners[0]).T
    inverse = np.linalg.inv(edges)
    return np.vstack([-inverse.sum(axis=0), inverse]), np.linalg.det(edges) / 6


def quadratic(x: np.ndarray, G: np.ndarray, volume: float) -> list[tuple[np.ndarray, float]]:
    """F at the four points of integration of a quadratic tet with straight edges at rest."""
    near, far = (5 + 3 * 5**0.5) / 20, (5 - 5**0.5) / 20
    found = []
    for L in np.full((4, 4), far) + (near - far) * np.eye(4):
        middles = [4 * (L[i] * G[j] + L[j] * G[i]) for i in range(4) for j in range(i + 1, 4)]
        found.append((x.T @ np.vstack([(4 * L[:, None] - 1) * G, middles]), volume / 4))
    return found


def density(law: dict, F: np.ndarray) -> float:
    """Psi of a law by the stretches s, the last one negative if the tet is inverted [J/m^3]."""
    s, J = np.linalg.svd(F, compute_uv=False), np.linalg.det(F)
    s[2] *= np.sign(J)
    if law["model"] == "strain":
        return law["stiffness"] / 2 * ((s - 1) ** 2).sum()
    mu = law["youngs_modulus"] / (2 * (1 + law["poisson_ratio"]))
    lam = 2 * mu * law["poisson_ratio"] / (1 - 2 * law["poisson_ratio"])
    shear, E = mu / 2 * ((s**2).sum() - 3), (s**2 - 1) / 2
    return {
        "stable_neo_hookean": lambda: shear + lam / 2 * (J - 1 - mu / lam) ** 2,
        "neo_hookean": lambda: shear - mu * np.log(J) + lam / 2 * np.log(J) ** 2,
        "st_venant_kirchhoff": lambda: mu * (E**2).sum() + lam / 2 * E.sum() ** 2,
        "corotated_linear": lambda: mu * ((s - 1) ** 2).sum() + lam / 2 * (s - 1).sum() ** 2,
    }[law["model"]]()


# The energies of potentials are for the stiffness 1.


def springs(one: dict, folder: Path, scene: dict, rest: np.ndarray, q: np.ndarray) -> float:
    total = 0.0
    for pair in one["pairs"]:
        i, j = pair["vertices"]
        length = pair.get("length", np.linalg.norm(rest[i] - rest[j]))
        total += (np.linalg.norm(q[i] - q[j]) - length) ** 2 / 2
    return total


def volumes(one: dict, folder: Path, scene: dict, rest: np.ndarray, q: np.ndarray) -> float:
    total = 0.0
    for tet in table(folder / "tets.csv", int)[one["tets"]["indices"]]:
        G, volume = gradients(rest[tet])
        total += volume / 2 * (np.linalg.det(q[tet].T @ G) - 1) ** 2
    return total


def half_space(one: dict, folder: Path, scene: dict, rest: np.ndarray, q: np.ndarray) -> float:
    normal = np.array(one["normal"]) / np.linalg.norm(one["normal"])
    depths = np.minimum(0, (q[one["vertices"]["indices"]] - one["point"]) @ normal)
    return (depths**2).sum() / 2


def membrane(one: dict, folder: Path, scene: dict, rest: np.ndarray, q: np.ndarray) -> float:
    total = 0.0
    for i, j, k in table(folder / "triangles.csv", int):
        plane = np.linalg.qr(np.array([rest[j] - rest[i], rest[k] - rest[i]]).T, mode="r")
        F = np.array([q[j] - q[i], q[k] - q[i]]).T @ np.linalg.inv(plane)
        total += abs(np.linalg.det(plane)) / 4 * ((np.linalg.svd(F, compute_uv=False) - 1) ** 2).sum()
    return total * scene["body"]["sheet"]["thickness"]


def hinges(folder: Path) -> list[list[int]]:
    """The ends of each edge between two triangles, and the corners opposite to it."""
    corners, found = {}, []
    for a, b, c in table(folder / "triangles.csv", int).tolist():
        for i, j, opposite in ((a, b, c), (b, c, a), (c, a, b)):
            if (j, i) in corners:
                found.append([j, i, corners[j, i], opposite])
            corners[i, j] = opposite
    return found


def bending(one: dict, folder: Path, scene: dict, rest: np.ndarray, q: np.ndarray) -> float:
    def cotangent(at: int, i: int, j: int) -> float:
        a, b = rest[i] - rest[at], rest[j] - rest[at]
        return a @ b / np.linalg.norm(np.cross(a, b))

    total = 0.0
    for i, j, k, m in hinges(folder):
        alpha, beta, gamma, delta = (cotangent(*at) for at in ((i, j, k), (j, i, k), (j, i, m), (i, j, m)))
        K = np.array([beta + gamma, alpha + delta, -alpha - beta, -gamma - delta])
        total += ((K @ q[[i, j, k, m]]) ** 2).sum() / (2 * area(rest, i, j, k, m))
    return total


def dihedral(one: dict, folder: Path, scene: dict, rest: np.ndarray, q: np.ndarray) -> float:
    def angle(x: np.ndarray, i: int, j: int, k: int, m: int) -> float:
        e, a, b = x[j] - x[i], x[k] - x[i], x[m] - x[i]
        first, second = np.cross(e, a), np.cross(b, e)
        return np.arctan2(np.cross(second, first) @ e / np.linalg.norm(e), first @ second)

    total = 0.0
    for hinge in hinges(folder):
        turn = angle(q, *hinge) - angle(rest, *hinge)
        total += ((rest[hinge[1]] - rest[hinge[0]]) ** 2).sum() / area(rest, *hinge) * turn**2 / 2
    return total


def area(rest: np.ndarray, i: int, j: int, k: int, m: int) -> float:
    return sum(np.linalg.norm(np.cross(rest[j] - rest[i], rest[c] - rest[i])) / 2 for c in (k, m))


POTENTIALS = {one.__name__: one for one in (springs, volumes, half_space, membrane, bending, dihedral)}
