"""Claims F5, F6 and F7: ADMM's weight, and its accelerations by Anderson's method."""

import json
import math
from collections.abc import Mapping

from field.claims.measures import WORK, everywhere, in_setting, iterations_to, power_of_ten, span, work_to
from field.claims.problems import CLOSE, PLAUSIBLE, RIGHT, Scene, by, names, times
from simbench import Run
from simbench.study import Results, Verdict, at_most, below, claim
from simbench.study.words import listed

SWEEP = "splitting_"
DRAWN = "drawn out"  # a nearly incompressible body
WEIGHT = {name: f"solvers.{name}.weight_factor" for name in ("admm", "anderson_admm", "douglas_rachford")}
PUBLISHED, HALF = 1, 0.5  # weight factors c of ADMM
COLUMNS, COLUMNS_OF_DR = 6, 3  # differences that the papers, or their codes, combine
MUCH = 1 / 2  # much faster: at most this share of the work


@claim(5)
def half_of_the_weight_is_faster(results: Results) -> Verdict:
    cases, gains, best, differences, distances, stalls = {}, {}, {}, [], [], []
    for scene in splitting_scenes(results):
        runs = by(results, scene, "admm", WEIGHT["admm"])
        stalls += [
            f"c = {c:g} ({scene.name}: {run.curve['relative_error'].min():.0e})"
            for c, run in runs.items()
            if c < HALF and not math.isfinite(iterations_to(run, RIGHT))
        ]
        if "ν" in scene.name:
            continue  # Projective Dynamics needs another law
        pd = next(iter(by(results, scene, "pd").values()))
        gains[scene.name] = iterations_to(runs[HALF], RIGHT) / iterations_to(pd, RIGHT)
        best[scene.name] = min(runs, key=lambda c: iterations_to(runs[c], RIGHT))
        differences.append(largest_difference(runs[PUBLISHED], pd))
        apart = max(
            abs(iterations_to(runs[PUBLISHED], error) - iterations_to(pd, error))
            for error in (PLAUSIBLE, CLOSE, RIGHT)
        )
        distances.append(apart)
        cases[scene.name] = [
            below(apart, 2, "c = 1 and PD differ by this number of iterations to 1e-1, 1e-3 or 1e-6"),
            below(
                gains[scene.name],
                1,
                f"c = 0.5 takes {times(runs[HALF])} iterations to 1e-6 and PD {times(pd)}; the ratio",
            ),
        ]
    return in_setting(
        cases,
        everywhere,
        gains=span(gains.values()),
        apart=f"{max(distances):g} iteration{'' if max(distances) == 1 else 's'}",
        difference=f"{100 * max(differences):.2g}",
        best=f"{next(iter(best.values())):g} in all scenes"
        if len(set(best.values())) == 1
        else listed(f"{c:g} ({name})" for name, c in best.items()),
        stalls=names(stalls),
    )


@claim(6)
def anderson_makes_admm_faster(results: Results) -> Verdict:
    pairs = {}
    for scene in splitting_scenes(results):
        plain = by(results, scene, "admm", WEIGHT["admm"])
        history = "solvers.anderson_admm.history"
        fast = by(results, scene, "anderson_admm", WEIGHT["anderson_admm"], history)
        pairs[scene.name] = {
            "c = 1": (plain[PUBLISHED], fast[PUBLISHED, COLUMNS]),
            "best settings": (min(plain.values(), key=work), min(fast.values(), key=work)),
        }
    return accelerated(pairs, at_most, MUCH)


@claim(7)
def anderson_makes_splitting_faster(results: Results) -> Verdict:
    pairs, stalls = {}, {}
    for scene in splitting_scenes(results):
        axes = (WEIGHT["douglas_rachford"], "solvers.douglas_rachford.history")
        all_runs = by(results, scene, "douglas_rachford", *axes, "solvers.douglas_rachford.merit")
        plain = {c: run for (c, columns, _), run in all_runs.items() if columns == 0}
        for merit in ("envelope", "residual"):
            fast = {(c, m): run for (c, m, by_what), run in all_runs.items() if m > 0 and by_what == merit}
            pairs[f"{scene.name}, {merit}"] = {
                "c = 1": (plain[PUBLISHED], fast[PUBLISHED, COLUMNS_OF_DR]),
                "best settings": (min(plain.values(), key=work), min(fast.values(), key=work)),
            }
            stalled = {c for (c, _), run in fast.items() if not math.isfinite(iterations_to(run, RIGHT))}
            stalls |= {(scene.name, c): plain[c] for c in sorted(stalled)}
    also = all(not math.isfinite(iterations_to(run, RIGHT)) for run in stalls.values())
    return accelerated(
        pairs,
        below,
        1,
        stalls=names(f"{name} with c = {c:g}" for name, c in stalls),
        plain="does not get there either" if also else "gets there in some of them",
    )


def accelerated(pairs: Mapping, relation, threshold: float, **values) -> Verdict:
    """pairs[scene][setting] has a plain run and an accelerated one; the work of the two is compared."""
    cases, ratios = {}, {}
    for scene, settings in pairs.items():
        for setting, (plain, fast) in settings.items():
            ratio = work(fast) / least_work(plain)
            finding = f"{times(fast)} iterations instead of {times(plain)}; the ratio of passes and solves"
            cases[f"{scene}, {setting}"] = [relation(ratio, threshold, finding)]
            ratios.setdefault(DRAWN if scene.startswith(DRAWN) else setting, []).append(ratio)
    return in_setting(
        cases,
        published,
        default=span(ratios["c = 1"]),
        tuned=span(ratios["best settings"]),
        drawn=span(ratios[DRAWN]),
        **values,
    )


def published(case: str) -> bool:
    """The published weight, and materials that are not nearly incompressible."""
    return case.endswith(f"c = {PUBLISHED}") and not case.startswith(DRAWN)


def splitting_scenes(results: Results) -> list[Scene]:
    return [
        *material_scenes(results, "untwist", "admm", "untwist"),
        *material_scenes(results, "end_turned", "admm", "end turned"),
        Scene(f"{DRAWN}, ν = 0.49", SWEEP + "drawn_out"),
    ]


def material_scenes(results: Results, sweep: str, solver: str, what: str) -> list[Scene]:
    """A scene for each material of a sweep that the solver accepts."""
    materials = dict.fromkeys(key[0] for key in results.by(SWEEP + sweep, solver, "material", WEIGHT[solver]))
    return [Scene(f"{what}, {law(text)}", SWEEP + sweep, {"material": text}) for text in materials]


def law(text: str) -> str:
    material = json.loads(text)
    if material["model"] == "strain":
        return f"k = {power_of_ten(material['stiffness'])} Pa"
    return f"ν = {material['poisson_ratio']:g}"


def largest_difference(run: Run, other: Run) -> float:
    """How far the relative errors of two runs differ at the same iteration, as a share, while they count."""
    errors, others = (one.curve.set_index("iteration")["relative_error"] for one in (run, other))
    ratios = (errors / others[others > RIGHT]).dropna()
    return float((ratios - 1).abs().max())


def work(run: Run) -> float:
    return work_to(run, WORK, RIGHT)


def least_work(run: Run) -> float:
    """The work until the run is right; if it does not get there, its whole work, which is a lower bound."""
    rows = run.curve
    return min(work(run), float((rows.iloc[-1][WORK] - rows.iloc[0][WORK]).sum()))
