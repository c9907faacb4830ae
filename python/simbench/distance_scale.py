"""The scale of colours for distances between shapes: logarithmic, and as long as what it shows needs."""

import math
from dataclasses import dataclass

import numpy as np

DECADES = 4  # with 16 colours there are four in each, so that they also show isolines
LEAST = 1e-5  # share of the body's size that the scale has at least: below it are rounding errors
UNITS = {"km": 1e3, "m": 1.0, "mm": 1e-3, "µm": 1e-6, "nm": 1e-9}


@dataclass(frozen=True)
class DistanceScale:
    """From `farthest` [m], a power of ten, DECADES downwards. Smaller and larger distances have its ends."""

    farthest: float

    @classmethod
    def of(cls, largest: float, size: float) -> "DistanceScale":
        """The scale for distances up to `largest` between shapes of this size [m]."""
        end = max(largest, LEAST * size) if math.isfinite(largest) else size
        return cls(10.0 ** math.ceil(math.log10(end) - 1e-9))

    @property
    def nearest(self) -> float:
        return self.farthest / 10**DECADES

    @property
    def unit(self) -> str:
        """The unit in which the largest number of the scale is 10 to 1000, if there is one."""
        return next((name for name, metres in UNITS.items() if self.farthest > 1.1 * metres), "nm")

    @property
    def unit_in_metres(self) -> float:
        return UNITS[self.unit]

    @property
    def numbers(self) -> list[str]:
        """Of the ends of its decades, in its unit."""
        last = self.farthest / self.unit_in_metres
        return [f"{last / 10**decade:.6g}" for decade in range(DECADES, -1, -1)]

    def shares(self, distances: np.ndarray) -> np.ndarray:
        """Places on the scale, from 0 to 1, of distances [m]; NaN has the place of the farthest."""
        known = np.clip(np.nan_to_num(distances, nan=self.farthest), self.nearest, self.farthest)
        return np.log10(known / self.nearest) / DECADES
