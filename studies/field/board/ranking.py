"""The ranking of solvers by their areas, with intervals that say which differences the scenes bear out."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from field.board.budgets import FACTORISATION, RANKED_BUDGET, areas_by_run, by_group, difficulty
from field.board.settings import ONE, RANKED_TARGET, of_column, ranked, without_matrix
from simbench.entry.targets import CURVE_TARGETS
from simbench.labels import solver_label

SAMPLES, SEED = 10_000, 1
QUANTILES = (0.025, 0.975)  # the ends of an interval


def ranking(
    rows: pd.DataFrame,
    column: str = ONE,
    factorisation: float = FACTORISATION,
    budget: float = RANKED_BUDGET,
    targets: Sequence[float] = CURVE_TARGETS,
    group: Callable[[str], str] = difficulty,
) -> pd.DataFrame:
    """The solvers in the order of their areas: "area", "low" and "high", the ends of its interval.

    "behind_low" and "behind_high" are those of the first solver's area minus the own one.
    Solvers whose difference may be zero are "tied" with the first. Groups of scenes count alike, whatever the
    number of their scenes; `group` has the group of a scene.
    """
    chosen = of_column(rows, column, RANKED_TARGET, factorisation)
    areas = areas_by_run(chosen, budget, factorisation, targets)
    means = by_group(areas, group).mean().sort_values(ascending=False, kind="stable")
    samples = resampled(areas[means.index], group)
    behind = samples[:, :1] - samples
    found = pd.DataFrame({"area": means})
    for name, values in (("", samples), ("behind_", behind)):
        found[f"{name}low"], found[f"{name}high"] = np.quantile(values, QUANTILES, axis=0)
    return found.assign(tied=found["behind_low"] <= 0)


def resampled(areas: pd.DataFrame, group: Callable[[str], str] = difficulty) -> np.ndarray:
    """The mean areas (samples × solvers) with groups of scenes drawn anew, and one instance of each scene.

    This is the bootstrap: it shows how far the means depend on which groups and instances were run.
    Solvers have the same ones in a sample, so that their differences are those on the same scenes.
    """
    draw = np.random.default_rng(SEED)
    values, scenes = areas.to_numpy(), areas.index.get_level_values("scene")
    by_scene = {scene: values[scenes == scene] for scene in dict.fromkeys(scenes)}
    drawn = {scene: own[draw.integers(len(own), size=SAMPLES)] for scene, own in by_scene.items()}
    groups: dict[str, list[np.ndarray]] = {}
    for scene, own in drawn.items():
        groups.setdefault(group(scene), []).append(own)
    means = np.array([np.mean(own, axis=0) for own in groups.values()])  # groups × samples × solvers
    which = draw.integers(len(means), size=(len(means), SAMPLES))
    return means[which, np.arange(SAMPLES)].mean(axis=0)


def first_of(rows: pd.DataFrame, **rules) -> list[str]:
    """The first solvers of a ranking; none without rows."""
    return leaders(ranking(rows, **rules)) if len(rows) else []


def leaders(found: pd.DataFrame) -> list[str]:
    """The first solver of a ranking, and those that are tied with it."""
    return found.index[found["tied"]].tolist()


def advice(rows: pd.DataFrame) -> dict[str, list[str]]:
    """The first solvers: with factorisations charged, with free ones, and of those without any matrix."""
    own = ranked(rows)
    return {
        "": first_of(own),
        "if the step may factorise at no cost": first_of(own, factorisation=0),
        "without a matrix": first_of(without_matrix(own)),
    }


def in_short(rows: pd.DataFrame) -> str:
    """A sentence with the advice."""
    named = {use: " or ".join(map(solver_label, first)) for use, first in advice(rows).items() if first}
    words = [f"**{solvers}** {use}".strip() for use, solvers in named.items()]
    return f"Take {', '.join(words[:-1])}, and {words[-1]}."
