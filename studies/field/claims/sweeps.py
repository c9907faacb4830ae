"""Claims F12 and F16: sweeps over vertices against sweeps over constraints."""

import json
import math
from functools import partial

import pandas as pd

from field.claims.measures import (
    PASSES,
    by_setting,
    count,
    everywhere,
    first,
    in_setting,
    iterations_to,
    law,
    span,
)
from simbench import Run
from simbench.study import Part, Results, Verdict, at_least, claim
from simbench.study.words import listed

UNTWIST, STATIC = "sweeps_untwist", "sweeps_static"
TARGETS = (1e-1, 1e-2)  # relative errors
TEN_TIMES = 8  # "about ten times" is at least ten less 20 %
AT_MINIMUM = 5e-4  # relative error
STAGNATES, CONVERGES = 1e-5, 1e-8  # |g|/|g_0|


def passes_of_an_iteration(run: Run) -> float:
    rows = run.curve
    done = rows.iloc[-1][PASSES] - rows.iloc[0][PASSES]
    return float(done.sum()) / float(rows["iteration"].iloc[-1])


def has_stalled(errors: pd.Series) -> bool:
    """Whether the last error is above the minimum, and at least half of the one after half of the sweeps."""
    return bool(errors.iloc[-1] > AT_MINIMUM and errors.iloc[-1] > errors.iloc[len(errors) // 2] / 2)


@claim(12)
def vertices_beat_constraints(results: Results) -> Verdict:
    by = partial(results.by, UNTWIST)
    vbd, xpbd = (by_setting(by, solver, "material") for solver in ("vbd", "xpbd"))
    cases: dict = {}
    words: dict = {"default_neo": [], "default_strain": [], "tuned": []}
    passes, left = [], []
    for material in vbd:
        settings = {
            "default": (vbd[material]["{}"], xpbd[material]["{}"]),
            "tuned": (fastest(vbd[material]), fastest(xpbd[material])),
        }
        for name, (vertices, constraints) in settings.items():
            limit = int(constraints.curve["iteration"].iloc[-1])
            ratios, said = [], []
            for error in TARGETS:
                slow, fast = (iterations_to(run, error) for run in (constraints, vertices))
                ratios.append(slow / fast if math.isfinite(fast) else 0)
                said.append(f"{count(slow, limit)} and {count(fast, limit)} to {error:g}")
            kind = name if name == "tuned" else "default_strain" if "stiffness" in material else "default_neo"
            words[kind].append(ratios[0])
            passes.append(passes_of_an_iteration(vertices) / passes_of_an_iteration(constraints))
            errors = constraints.curve["relative_error"]
            least = max(float(vertices.curve["relative_error"].min()), 0)
            left.append(float(errors.iloc[-1]))
            ends = f"VBD's smallest error is {least:.1g}; XPBD's last one is {errors.iloc[-1]:.1g}"
            cases[f"{law(material)}, {name}"] = [
                at_least(
                    min(ratios), TEN_TIMES, f"iterations of XPBD and VBD: {listed(said)}; the smaller ratio"
                ),
                Part(least < AT_MINIMUM and has_stalled(errors), ends),
            ]
    return in_setting(
        cases,
        lambda case: case.startswith("Neo-Hookean") and case.endswith("default"),
        left=span(left),
        passes=span(passes),
        **{name: at_first(ratios) for name, ratios in words.items()},
    )


def at_first(ratios: list[float]) -> str:
    """The iterations of XPBD over those of VBD to the first target, in words."""
    finite = [ratio for ratio in ratios if math.isfinite(ratio)]
    if not finite:
        return "only VBD arrives at an error of 0.1"
    alone = f", or does not arrive ({len(ratios) - len(finite)} of {len(ratios)} materials)"
    return f"XPBD needs {span(finite)} times the iterations of VBD" + alone * (len(finite) < len(ratios))


def fastest(runs: dict[str, Run]) -> Run:
    """The run that reaches the smallest targets first; the smallest last error breaks ties."""
    return min(
        runs.values(),
        key=lambda run: (iterations_to(run, 0.01), iterations_to(run, 0.1), last_error(run)),
    )


def last_error(run: Run) -> float:
    error = float(run.curve["relative_error"].iloc[-1])
    return error if math.isfinite(error) else math.inf


def shares(run: Run) -> pd.Series:
    """|g|/|g_0|; infinite where a run has diverged."""
    norms = run.curve["gradient_norm"]
    return (norms / norms.iloc[0]).fillna(math.inf)


@claim(16)
def vertices_go_on(results: Results) -> Verdict:
    by = partial(results.by, STATIC)
    pbng, xpbd = (by_setting(by, solver, "material") for solver in ("pbng", "xpbd"))
    cases, left, reached = {}, [], []
    others: dict[str, list[Run]] = {}
    for material, runs in pbng.items():
        form = min(xpbd[material].values(), key=least_late)
        left.append(least_late(form))
        limit = int(runs["{}"].curve["iteration"].iloc[-1])
        goes = to_small_gradient(runs["{}"])
        reached.append(goes)
        for setting, run in runs.items():
            if setting != "{}":
                others.setdefault(f"{json.loads(setting)['relaxation']:g}", []).append(run)
        cases[law(material)] = [
            Part(
                least_late(form) > STAGNATES and not is_halved(form),
                f"the smallest gradient in the second half of XPBD's sweeps is {left[-1]:.2g}",
            ),
            Part(math.isfinite(goes), f"PBNG's iterations to {CONVERGES:g}: {count(goes, limit)}"),
        ]
    said = [
        f"with one of {relaxation} it gets there with "
        f"{sum(math.isfinite(to_small_gradient(run)) for run in runs)} of {len(runs)} materials"
        + (f", and diverges with {diverged}" if diverged else "")
        for relaxation, runs in others.items()
        for diverged in [sum(shares(run).iloc[-1] > 1 for run in runs)]
    ]
    return in_setting(
        cases,
        everywhere,
        left=span(left),
        reached=span(reached, partial(count, limit=limit)),
        others="; ".join(said),
    )


def to_small_gradient(run: Run) -> float:
    return first(run.curve, shares(run) <= CONVERGES)


def least_late(run: Run) -> float:
    """The smallest share in the second half of the sweeps."""
    found = shares(run)
    return float(found.iloc[len(found) // 2 :].min())


def is_halved(run: Run) -> bool:
    """Whether the gradient falls to less than half in the second half of the sweeps."""
    found = shares(run)
    return bool(found.iloc[-1] < found.iloc[len(found) // 2] / 2)
