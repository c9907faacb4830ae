"""A small net of springs with two anchors: its scene, and f with its derivatives as dense matrices."""

# ruff: noqa: N806 (names of the theory)

from dataclasses import dataclass

import numpy as np

TIME_STEP = 0.05
MASSES = np.array([1, 2, 0.5, 1.5, 0.8])
POINTS = np.array([[0, 0, 0], [1, 0.1, 0], [0.2, 1, 0.1], [0.1, 0.3, 1], [1.2, 0.9, 0.8]])
PAIRS = [(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 1)]
LENGTHS = [0.8, 1.5, 1.2, 1.3, 1.4, 0.9]
VELOCITY, GRAVITY = np.array([0.3, -0.2, 0.5]), np.array([0, 0, -9.81])
TARGETS = {2: (0.5, 1.1, 0), 4: (1, 1, 1)}
SPRING, ANCHOR = 400.0, 300.0  # k and k_s [N/m]
SCENE = {
    "body": {
        "particles": {
            "points": [{"position": list(x), "mass": m} for x, m in zip(POINTS, MASSES, strict=True)]
        }
    },
    "potentials": [
        {
            "type": "springs",
            "stiffness": SPRING,
            "pairs": [{"vertices": pair, "length": L} for pair, L in zip(PAIRS, LENGTHS, strict=True)],
        }
    ],
    "anchors": {
        "stiffness": ANCHOR,
        "groups": [
            {"vertices": {"select": "indices", "indices": [i]}, "target": {"point": target}}
            for i, target in TARGETS.items()
        ],
    },
    "initial_velocity": list(VELOCITY),
    "gravity": list(GRAVITY),
    "step": {"time_step": TIME_STEP},
}


@dataclass
class Element:
    """y = D q − b with one number of D for each vertex; Ψ = k/2 (‖y‖ − rest)² and the energy is V Ψ."""

    D: np.ndarray
    b: np.ndarray
    k: float
    V: float
    rest: float

    def y(self, q):
        return self.D @ q - self.b

    def constraint(self, q):
        """C and ∇C (vertices × 3)."""
        y = self.y(q)
        return np.linalg.norm(y) - self.rest, np.outer(self.D, y / np.linalg.norm(y))

    def curvature(self, q):
        """∇²C (3n × 3n)."""
        size = np.linalg.norm(self.y(q))
        along = np.outer(self.y(q), self.y(q)) / size**2
        return np.kron(np.outer(self.D, self.D), (np.eye(3) - along) / size)

    def hessian(self, q, *, clamped):
        """∂²Ψ/∂y²."""
        size = np.linalg.norm(self.y(q))
        along = np.outer(self.y(q), self.y(q)) / size**2
        across = 1 - self.rest / size
        return self.k * (along + (max(across, 0) if clamped else across) * (np.eye(3) - along))


def element(vertices: dict[int, float], **members) -> Element:
    D = np.zeros(len(MASSES))
    for vertex, number in vertices.items():
        D[vertex] = number
    return Element(D=D, **members)


h, n, M = TIME_STEP, len(MASSES), MASSES
Q_N = POINTS
Q_TILDE = Q_N + h * VELOCITY + h**2 * GRAVITY
ANCHORS = [element({i: 1}, b=np.array(a), k=ANCHOR, V=1, rest=0) for i, a in TARGETS.items()]
SPRINGS = [
    element({i: -1 / L, j: 1 / L}, b=np.zeros(3), k=SPRING, V=L**2, rest=1)
    for (i, j), L in zip(PAIRS, LENGTHS, strict=True)
]
ELEMENTS = [*ANCHORS, *SPRINGS]  # in the order of a sweep
ALPHA_TILDE = np.array([1 / (e.k * e.V) for e in ELEMENTS]) / h**2


def objective(q):
    energies = [e.V * e.k / 2 * e.constraint(q)[0] ** 2 for e in ELEMENTS]
    return (M * ((q - Q_TILDE) ** 2).sum(axis=1)).sum() / (2 * h**2) + sum(energies)


def gradient(q):
    forces = [e.V * e.k * C * dC for e in ELEMENTS for C, dC in [e.constraint(q)]]
    return M[:, None] / h**2 * (q - Q_TILDE) + sum(forces)


def hessian(q, *, clamped):
    blocks = [e.V * np.kron(np.outer(e.D, e.D), e.hessian(q, clamped=clamped)) for e in ELEMENTS]
    return np.kron(np.diag(M) / h**2, np.eye(3)) + sum(blocks)


def system(weights):
    return np.diag(M) / h**2 + sum(w * np.outer(e.D, e.D) for w, e in zip(weights, ELEMENTS, strict=True))


def solve(matrix, columns):
    """For a matrix of 3n rows."""
    return np.linalg.solve(matrix, columns.reshape(-1)).reshape(-1, 3)


S = system([e.k * e.V for e in ELEMENTS])


def linearised(q):
    """C and J (constraints × 3n)."""
    pairs = [e.constraint(q) for e in ELEMENTS]
    return np.array([C for C, _ in pairs]), np.array([dC.reshape(-1) for _, dC in pairs])
