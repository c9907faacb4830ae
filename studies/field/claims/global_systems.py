"""Claim F23: one system for all constraints of XPBD."""

import json
import math

import pandas as pd

from field.claims.measures import first, in_setting, power_of_ten, span
from simbench import Run
from simbench.study import Results, Verdict, above, below, claim
from simbench.study.words import listed

SWEEPS = {"the beam that sags": "global_sag", "the beam that untwists": "global_untwist"}
FINE = [32, 8, 8]  # cells
SYSTEM = "solvers.xpbd_global"
FORMS = {"scalar": "one constraint a tet", "vector": "nine constraints a tet"}
RESIDUAL_STALLS, RESIDUAL_SOLVED = 1e-2, 1e-6  # shares of the first residual of XPBD's equations


def residuals(run: Run) -> pd.Series:
    """The residual of XPBD's equations over that of the start, where λ = 0 and C²/(2α) is the energy."""
    rows = run.curve
    return (rows["multiplier_residual"] / math.sqrt(rows["constraint"].iloc[0])).fillna(math.inf)


@claim(23)
def one_system_converges(results: Results) -> Verdict:
    cases: dict = {}
    ends: dict = {form: [] for form in FORMS}
    gaps: dict = {scene: [] for scene in SWEEPS}
    left: dict[bool, list[float]] = {}  # by whether the mesh is the fine one
    counts = []
    for scene, sweep in SWEEPS.items():
        for (cells, k), run in results.by(sweep, "xpbd", "cells", "k").items():
            remaining = float(residuals(run).iloc[-1])
            fine = json.loads(cells) == FINE
            left.setdefault(fine, []).append(remaining)
            systems = results.by(sweep, "xpbd_global", SYSTEM, cells=json.loads(cells), k=k)
            for form, words in FORMS.items():
                of_form = [one for setting, one in systems.items() if constraint_of(setting) == form]
                least = min(residuals(one).min() for one in of_form)
                ends[form].append(least)
                if form == "vector":
                    counts += [first(one.curve, residuals(one) < RESIDUAL_SOLVED) for one in of_form]
                    gaps[scene] += [float(one.curve["relative_error"].iloc[-1]) for one in of_form]
                if fine:
                    cases[f"{scene}, k = {power_of_ten(k)} Pa, {words}"] = [
                        above(remaining, RESIDUAL_STALLS, "what 500 sweeps leave of XPBD's residual"),
                        below(least, RESIDUAL_SOLVED, "what the global system leaves of it"),
                    ]
    return in_setting(
        cases,
        lambda case: case.endswith(FORMS["scalar"]),  # as the authors have it
        coarse=span(left[False]),
        fine=span(left[True]),
        scalar=span(ends["scalar"]),
        solved=sum(value < RESIDUAL_SOLVED for value in ends["scalar"]),
        runs=len(ends["scalar"]),
        counts=span(counts),
        gaps=listed(f"{span(values)} ({scene})" for scene, values in gaps.items()),
    )


def constraint_of(setting: str) -> str:
    return json.loads(setting).get("constraint", "scalar")
