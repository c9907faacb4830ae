"""Short measurements on a run that several claims use."""

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd

from simbench.results import Run

GRAVITY = 9.81  # m/s²
SOLVED = 5e-4  # relative error that the thesis prints as 0.0 %


def final(run: Run, column: str = "objective") -> float:
    """The value of the last iterate; infinite if it is not finite."""
    value = run.first_step[column].iloc[-1]
    return value if math.isfinite(value) else math.inf


def first_iteration(run: Run, relative_error: float) -> int | None:
    """The first recorded iteration with an error below this."""
    rows = run.first_step
    reached = rows.loc[rows["relative_error"] < relative_error, "iteration"]
    return None if reached.empty else int(reached.iloc[0])


def evaluations_to(run: Run, relative_error: float) -> float:
    """Evaluations of the objective to an error below this; infinite if it is not reached."""
    rows = run.first_step
    reached = rows["relative_error"] < relative_error
    evaluations = rows["evaluations"].fillna(0).cumsum()
    return int(evaluations[reached].iloc[0]) if reached.any() else math.inf


def seconds_to(run: Run, relative_error: float) -> float:
    """Seconds of iterations to an error below this, set-up not counted; infinite if it is not reached."""
    rows = run.first_step
    reached = rows.loc[rows["relative_error"] < relative_error, "elapsed_seconds"]
    return math.inf if reached.empty else float(reached.iloc[0])


def iteration_milliseconds(run: Run) -> float:
    """The median time of a recorded iteration [ms]."""
    rows = run.first_step
    return 1e3 * float(rows.loc[rows["iteration"] > 0, "iteration_seconds"].median())


def monotone_violations(run: Run, column: str, sampling: int, least: float, *, falls: bool) -> list[int]:
    """Sampled iterations at which the term went the wrong way by more than `least` of the start."""
    rows = run.first_step.query(f"iteration % {sampling} == 0")
    steps = rows[column].diff() * (1 if falls else -1)
    return rows.loc[steps > least * rows["objective"].iloc[0], "iteration"].tolist()


def first_below(run: Run, other: Run) -> int | None:
    """First iteration recorded by both from which on the run's objective stays below the other's.

    An empty cell is an infinite objective.
    """
    rows = pd.merge(run.first_step, other.first_step, on="iteration", suffixes=("", "_other"))
    own, others = (rows[column].fillna(math.inf) for column in ("objective", "objective_other"))
    return first_lasting(rows["iteration"], own < others)


def first_lasting(iterations: pd.Series, holds: pd.Series) -> int | None:
    """The first of these iterations from which on something holds; None if it does not at the last one."""
    lasting = holds[::-1].cummin()[::-1]
    return int(iterations[lasting].iloc[0]) if lasting.any() else None


def growth(run: Run, column: str, first_steps: int = 1) -> float:
    """The largest absolute value at the end of a step, divided by the largest one of the first steps.

    Infinite if the run diverged.
    """
    if run.manifest["status"] == "diverged":
        return math.inf
    sizes = run.ends_of_steps[column].abs()
    return float(sizes.max() / sizes.iloc[:first_steps].max())


def rod_error(run: Run) -> pd.Series:
    """How far a rod, a spring that is held hard, is off its length at the end of each step [m]."""
    return np.sqrt(2 * run.ends_of_steps["constraint"] / run.scene["potentials"][0]["stiffness"])


def beam_mass(run: Run) -> float:
    """[kg]"""
    return run.scene["density"] * math.prod(run.scene["body"]["beam"]["size"])


def stiffness_number(run: Run) -> float:
    """k h², or E h² of a material with Young's modulus [Pa s²]"""
    material = run.scene["material"]
    return material.get("stiffness", material.get("youngs_modulus")) * run.scene["step"]["time_step"] ** 2


def cells_label(cells) -> str:
    """8×2×2"""
    return "×".join(map(str, cells))


def displacement(run: Run) -> pd.Series:
    """Root mean square over a beam's mass [m] of each iterate of a step from rest: √(2 E_kin/m) h."""
    return np.sqrt(2 * run.first_step["kinetic_energy"] / beam_mass(run)) * run.scene["step"]["time_step"]


def final_displacement(run: Run) -> float:
    """[m], infinite if the run diverged"""
    value = float(displacement(run).iloc[-1])
    return value if math.isfinite(value) else math.inf


def energy_shortfall(run: Run, converged: Run) -> float:
    """How far a run's total energy is below the energy of converged steps, on average over whole swings.

    Relative to the energy that converged steps lose during these swings.
    """
    last = whole_swings(converged)
    energies, of_converged = (which.ends_of_steps["total_energy"].iloc[:last] for which in (run, converged))
    return float((of_converged - energies).mean() / (of_converged.iloc[0] - of_converged.iloc[-1]))


def whole_swings(run: Run) -> int:
    """Steps until the last upper turning point of a beam that was let go; all if it has none."""
    sag = mean_sag(run).to_numpy()
    upper = np.flatnonzero((sag[1:-1] < sag[:-2]) & (sag[1:-1] <= sag[2:])) + 1
    return int(upper[-1]) + 1 if upper.size else len(sag)


def mean_sag(run: Run) -> pd.Series:
    """How far [m] the centre of mass at the end of each step is below its position after the first step."""
    rows = run.ends_of_steps
    of_weight = rows["total_energy"] - rows["kinetic_energy"] - rows["constraint"]
    return (of_weight.iloc[0] - of_weight) / (beam_mass(run) * GRAVITY)


def excess(run: Run) -> pd.Series:
    """(f − f*)/f* of each iterate, with hard anchors by feasible_objective; compares all ways of holding.

    Infinite if f is not finite.
    """
    column = "feasible_objective" if run.scene["anchors"]["stiffness"] == "hard" else "objective"
    values = run.first_step[column]
    return ((values - run.minimum) / run.minimum).where(np.isfinite(values), math.inf)


def reaction(run: Run) -> float:
    """‖r‖ [N] of a run on springs: √(2 k_s anchor_energy)."""
    return math.sqrt(2 * run.scene["anchors"]["stiffness"] * final(run, "anchor_energy"))


def final_energy(run: Run) -> float:
    """Elastic energy [J] at the end of the last step."""
    return float(run.iterations["constraint"].iloc[-1])


def sag(run: Run) -> float:
    """How low [m] the mass of hanging_mass.json hangs: ½ k_s sag² is the energy of its spring."""
    return math.sqrt(2 * final_energy(run) / run.scene["anchors"]["stiffness"])


def effective_stiffness(run: Run) -> float:
    """Stiffness [N/m] at which a mass of 1 kg hangs as low as in the run."""
    return GRAVITY / sag(run)


def predicted_stiffness(k: float, rule: str, iterations: int, time_step: float) -> float:
    """Stiffness [N/m] of PBD for a mass of 1 kg: (1 − ρ)/(ρ h²), ρ = (1 − k)^n, or 1 − k for per_step."""
    left = (1 - k) ** iterations if rule == "per_iteration" else 1 - k
    return (1 - left) / (left * time_step**2)


def lame_parameters(material: dict) -> tuple[float, float]:
    """μ, λ [Pa]"""
    modulus, ratio = material["youngs_modulus"], material["poisson_ratio"]
    mu = modulus / (2 * (1 + ratio))
    return mu, 2 * mu * ratio / (1 - 2 * ratio)


def matrix_stiffness(material: dict, low: float, high: float) -> float:
    """k [Pa] with which k (σ − 1) is nearest to the stress of a law along one stretch, over an interval.

    Least squares (Liu et al. 2017), by the midpoint rule. The stress is a' + 2b' + c' of the
    Valanis–Landel form.
    """
    mu, lam = lame_parameters(material)
    count = 100_000
    x = low + (high - low) * (np.arange(count) + 0.5) / count
    stress = {
        "stable_neo_hookean": mu * x + lam * (x - 1 - mu / lam),
        "neo_hookean": mu * (x - 1 / x) + lam * np.log(x) / x,
        "st_venant_kirchhoff": (mu + lam / 2) * (x**2 - 1) * x,
    }[material["model"]]
    return float((stress * (x - 1)).sum() / ((x - 1) ** 2).sum())


def error_of_rounding(single: Run, double: Run) -> float:
    """The relative difference of the kinetic energies of a step in single and in double precision."""
    return abs(final(single, "kinetic_energy") / final(double, "kinetic_energy") - 1)


def count_or_never(count: int | None) -> str:
    return "never" if count is None else str(count)


def two_digits(value: float) -> str:
    """Two digits, without an exponent up to six digits: 4600, 2.9e+06."""
    return f"{float(f'{value:.2g}'):g}"


def seconds_or_never(seconds: float) -> str:
    return f"{seconds:.2g} s" if math.isfinite(seconds) else "never"


def spread(values: Iterable[float], form: str = ".3g") -> str:
    """The smallest and the largest value, or one value if they are the same: 540 to 660, or 603."""
    ends = sorted({f"{value:{form}}": value for value in values}.items(), key=lambda item: item[1])
    words = [word.replace("inf", "never") for word, _ in (ends[0], ends[-1])]
    return words[0] if len(ends) == 1 else f"{words[0]} to {words[1]}"
