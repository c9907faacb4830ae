"""A floor that pushes, as a term of the objective: the log barrier of incremental potential contact.

simbench --scene hanging_cloth --solver newton,qn,ncg --term floor_barrier.py
"""

from typing import ClassVar

import numpy as np
import scipy.sparse

import simbench as sb


class FloorBarrier(sb.Term):
    """A horizontal floor: -k (d - r)^2 ln(d/r) for each vertex at a distance d below r.

    This is the barrier of Li et al. 2020 (Eq. 6).
    """

    columns: ClassVar = {"smallest_gap": ("m", "smallest distance of a vertex from the floor")}

    def __init__(self, height: float = -1.0, reach: float = 0.1, stiffness: float = 1e4) -> None:
        self.height = height  # z of the floor [m]
        self.reach = reach  # r: the distance where the barrier begins [m]
        self.stiffness = stiffness  # k [J/m^2]

    def value(self, q: np.ndarray) -> float:
        gap = self._gap(q)
        if gap.min() <= 0:
            return np.inf
        d = np.minimum(gap, self.reach)
        return float(-self.stiffness * ((d - self.reach) ** 2 * np.log(d / self.reach)).sum())

    def gradient(self, q: np.ndarray) -> np.ndarray:
        d = np.minimum(self._gap(q), self.reach)
        slope = -(d - self.reach) * (2 * np.log(d / self.reach) + (d - self.reach) / d)
        result = np.zeros_like(q)
        result[:, 2] = self.stiffness * slope
        return result

    def hessian(self, q: np.ndarray, definite: bool) -> scipy.sparse.csc_array:
        d = np.minimum(self._gap(q), self.reach)
        s = self.reach / d
        curvature = self.stiffness * np.where(s > 1, (s - 1) * (s + 3) + 2 * np.log(s), 0)  # never negative
        diagonal = np.zeros_like(q)
        diagonal[:, 2] = curvature
        return scipy.sparse.csc_array(scipy.sparse.diags_array(diagonal.ravel()))

    def largest_step(self, q: np.ndarray, step: np.ndarray) -> float:
        """Leaves a tenth of each gap."""
        fall = np.maximum(-step[:, 2], 1e-300)
        return float(min(1, (0.9 * self._gap(q) / fall).min()))

    def measure(self, q: np.ndarray) -> dict[str, float]:
        return {"smallest_gap": float(self._gap(q).min())}

    def _gap(self, q: np.ndarray) -> np.ndarray:
        return q[:, 2] - self.height
