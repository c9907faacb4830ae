"""Synthetic runs of a beam that sags, for tests of judges of the field's study."""

import numpy as np
import pandas as pd

from simbench.results import Run

BEAM = {
    "body": {"beam": {"size": [0.8, 0.2, 0.2], "cells": [12, 3, 3]}},
    "density": 1000,
    "gravity": [0, 0, -10],
    "step": {},
}
WEIGHT = 320  # N: 0.032 m³ of 1000 kg/m³ under 10 m/s²


def run_of(rows: pd.DataFrame, scene: dict) -> Run:
    return Run("xpbd", rows, {"scene": scene, "status": "max_iterations"}, {}, folder=None)


def beam(depths, kinetic: float = 3.0, elastic: float = 2.0) -> pd.DataFrame:
    """A beam whose centre of mass hangs lower by these depths [m] at the ends of its steps."""
    heights = 0.1 - np.asarray(depths)
    count = len(heights)
    return pd.DataFrame(
        {
            "step": np.arange(1, count + 1),
            "iteration": 0,
            "total_energy": WEIGHT * heights + elastic + kinetic,
            "kinetic_energy": kinetic,
            "constraint": elastic,
            "relative_error": 0.1,
        }
    )
