"""The plots of the thesis's evaluation: their settings, their samples, and whether a run is one of theirs."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pandas as pd

from simbench.errors import ResultsError
from simbench.published import ITERATION, SECONDS
from simbench.results import Run, admm_weight

BEAM_SIZE, BEAM_CELLS = [3.2, 0.6, 0.6], [32, 6, 6]  # m
SAMPLES = Path(__file__).parent / "reference"


@dataclass(frozen=True)
class Problem:
    """A step of the thesis's beam: `start` is its objective (J) at iteration 0, with six digits."""

    scene: str
    law: str
    time_step: float  # s
    stiffness: float  # Pa: k of the strain law, E of the stable Neo-Hookean one
    start: float

    def is_of(self, run: Run) -> bool:
        """Whether the run solves this problem; the start's objective identifies start state and anchors."""
        material = run.scene.get("material", {})
        beam = run.scene.get("body", {}).get("beam", {})
        return (
            run.step == 1
            and material.get("model") == self.law
            and math.isclose(run.scene["step"]["time_step"], self.time_step)
            and math.isclose(material.get("stiffness", material.get("youngs_modulus")), self.stiffness)
            and (beam.get("size"), beam.get("cells")) == (BEAM_SIZE, BEAM_CELLS)
            and math.isclose(run.curve["objective"].iloc[0], self.start, rel_tol=1e-5)
        )


UNTWIST = Problem("beam_untwist", "strain", 1e-2, 1e8, 2.91891e6)
UNTWIST_SMALL = Problem("beam_untwist", "strain", 1e-3, 1e8, 2.91891e6)
UNTWIST_LARGE = Problem("beam_untwist", "strain", 1e-1, 1e9, 2.91892e7)
TWIST_LARGE = Problem("beam_twist", "strain", 1e-1, 1e9, 7.2129e7)
TWIST = Problem("beam_twist", "strain", 1e-2, 1e10, 2.9619e8)
TWIST_SOFT = Problem("beam_twist", "strain", 1e-2, 1e8, 2.96189e6)
NEO_HOOKEAN = Problem("beam_untwist_neo_hookean", "stable_neo_hookean", 1e-1, 1e5, 4238.89)
NEO_HOOKEAN_STIFF = Problem("beam_untwist_neo_hookean", "stable_neo_hookean", 1e-1, 1e7, 423889)


@dataclass(frozen=True)
class Plot:
    """A plot of the thesis. `column` of iterations.csv is its y axis; it ends at `iterations`.

    `weights` are ADMM's: c of w = c √(k V) for the strain law, w itself for the Neo-Hookean one; a plot with
    several weights has a series for each. `precision` is the precision of our runs that repeat the samples:
    the thesis computed in single precision, but most of its curves do not show its rounding.
    """

    source: ClassVar[str] = "thesis"
    name: str  # of the CSV file
    title: str
    column: str
    problem: Problem
    iterations: int
    weights: Sequence[float] = (0.3,)
    precision: str = "double"
    over: str = ITERATION

    def is_of(self, run: Run) -> bool:
        """Whether the plot shows the run: runs in its precision, and runs in double to show the rounding."""
        return self.problem.is_of(run) and run.manifest.get("precision") in (self.precision, "double")

    def series_of(self, run: Run) -> str | None:
        """The series that a run repeats: the thesis has the same solver with the same settings."""
        settings = run.scene["solvers"].get(run.solver, {})
        if run.solver == "admm":
            weight = admm_weight(run)
            if weight is None or not any(math.isclose(weight, own, rel_tol=1e-6) for own in self.weights):
                return None
            return self.weight_series(weight) if len(self.weights) > 1 else "ADMM"
        if len(self.weights) > 1:
            return None
        if run.solver == "xpbd" and self.problem.law == "stable_neo_hookean":
            return {"split": "Split XPBD", "combined": "Combined XPBD"}.get(settings.get("form"))
        return {"qn": "QN", "pd": "PD", "xpbd": "XPBD"}.get(run.solver)

    def weight_series(self, weight: float) -> str:
        if self.problem.law == "stable_neo_hookean":
            return f"w={weight:g}"
        return f"w={weight:.1f}*sqrt(k)" + (" (rec.)" if weight == 1 else "")  # the default of its solver

    def samples_of(self, run: Run) -> pd.DataFrame:
        """The rows of the run's series; none if the plot has none."""
        samples = load_reference(self.name)
        return samples[samples["series"] == self.series_of(run)]

    def deviations(self, run: Run) -> pd.Series:
        """(ours − sample)/sample by iteration, where the run has the iteration and the sample is not 0."""
        samples = self.samples_of(run).set_index(self.over)["value"]
        ours = run.curve.set_index("iteration")[self.column]
        samples = samples[(samples != 0) & samples.index.isin(ours.index)]
        return ours[samples.index] / samples - 1


WEIGHT_FACTORS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.2)
WEIGHTS = (10, 50, 100, 150, 200, 250)
LARGE_FACTOR = (0.50596443,)
# At the large time step the thesis's curves show the rounding of single precision.
LARGE = {"problem": UNTWIST_LARGE, "iterations": 1000, "weights": LARGE_FACTOR, "precision": "single"}
NEO = {"problem": NEO_HOOKEAN, "iterations": 500, "weights": (4,)}

PLOTS = {
    plot.name: plot
    for plot in (
        Plot("strain_beam_untwist_objectives", "untwist: objective", "objective", UNTWIST, 1000),
        Plot(
            "strain_beam_untwist_constraintObjectives", "untwist: constraint term", "constraint", UNTWIST, 500
        ),
        Plot("strain_beam_untwist_inertialObjectives", "untwist: inertial term", "inertial", UNTWIST, 500),
        Plot(
            "strain_beam_untwist_objectives_time",
            "untwist: objective over time",
            "objective",
            UNTWIST,
            1000,
            over=SECONDS,
        ),
        Plot("strain_admm_weights_1e-2", "weights of ADMM", "objective", UNTWIST, 300, WEIGHT_FACTORS),
        Plot(
            "strain_admm_weights_1e-3",
            "weights of ADMM, small step",
            "objective",
            UNTWIST_SMALL,
            300,
            WEIGHT_FACTORS,
        ),
        Plot(
            "strain_beam_untwist_objectives_large_ts", "untwist, large step: objective", "objective", **LARGE
        ),
        Plot(
            "strain_beam_untwist_constraintObjectives_large_ts",
            "untwist, large step: constraint term",
            "constraint",
            **LARGE,
        ),
        Plot(
            "strain_beam_untwist_inertialObjectives_large_ts",
            "untwist, large step: inertial term",
            "inertial",
            **LARGE,
        ),
        Plot(
            "strain_beam_untwist_momenta_large_ts",
            "untwist, large step: linear momentum",
            "linear_momentum",
            **LARGE,
        ),
        Plot(
            "strain_beam_untwist_angular_momenta_large_ts",
            "untwist, large step: angular momentum",
            "angular_momentum",
            **LARGE,
        ),
        Plot(
            "strain_beam_twist_typical_objectives",
            "twist further, large step",
            "objective",
            TWIST_LARGE,
            1000,
            LARGE_FACTOR,
        ),
        Plot("strain_beam_twist_objectives", "twist further, stiff: objective", "objective", TWIST, 1000),
        Plot(
            "strain_beam_twist_constraintObjective",
            "twist further, stiff: constraint term",
            "constraint",
            TWIST,
            1000,
        ),
        Plot(
            "strain_beam_twist_inertialObjective",
            "twist further, stiff: inertial term",
            "inertial",
            TWIST,
            1000,
        ),
        Plot(
            "strain_beam_twist_objectives_admm_failure",
            "twist further, soft: ADMM oscillates",
            "objective",
            TWIST_SOFT,
            1000,
        ),
        Plot("neohookean_objectives", "Neo-Hookean: objective", "objective", **NEO),
        Plot(
            "neohookean_objectives_time", "Neo-Hookean: objective over time", "objective", **NEO, over=SECONDS
        ),
        Plot(
            "neohookean_admm_weights",
            "Neo-Hookean, stiff: weights of ADMM",
            "objective",
            NEO_HOOKEAN_STIFF,
            1000,
            WEIGHTS,
        ),
    )
}


def load_reference(figure: str) -> pd.DataFrame:
    """The thesis's samples of one plot; columns series, value and iteration or duration_s (s)."""
    if figure not in PLOTS:
        raise ResultsError(f"the thesis has no figure '{figure}'; there are: {', '.join(sorted(PLOTS))}")
    return pd.read_csv(SAMPLES / f"{figure}.csv")
