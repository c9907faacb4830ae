"""Claims 27, 30, 31 and 56: split and combined XPBD of stable Neo-Hookean material on the untwisting beam."""

import json
import math

from simbench.results import Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, about, above, below, in_parts, misprinted
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, final, spread
from thesis.claims.neo_hookean import SWEEP, grid
from thesis.claims.problems import Key, by_problem, cases, intervals, problem
from thesis.claims.twist import settings, table_part

FORMS = ("split", "combined")
MANY = 2  # times the start
COLLAPSED = 0.9  # of QN's volume
AGREES = 1e-2  # relative error with which XPBD counts as having reached QN's solution


def against_qn(run: Run, qn: Run) -> dict[str, float]:
    """The numbers that decide whether XPBD is robust; volume and roughness relative to QN's."""
    ours, theirs = shape(run), shape(qn)
    return {
        "inverted": final(run, "inverted_tets"),
        "volume": ours.volume_ratio / theirs.volume_ratio,
        "roughness": ours.roughness / theirs.roughness,
        "objective": final(run) / run.at(0)["objective"],
    }


def within_bounds(inverted: float, volume: float, roughness: float, objective: float) -> bool:
    """Whether no tet is inverted, the volume is within 10 % of QN's, and the two ratios are below 2.

    The roughness is relative to QN's, the objective to the start's. On the thesis's grid no run is near a
    bound: the nearest volumes are 0.96 and 0.63, roughnesses 1.8 and 9.7, objectives 1.1 and 4.
    """
    return inverted == 0 and abs(volume - 1) < 0.1 and roughness < 2 and objective < 2


def is_robust(run: Run, qn: Run) -> bool:
    return within_bounds(**against_qn(run, qn))


@claim(27)
def xpbd_forms(results: Results) -> Verdict:
    qn = results.run(SWEEP, "qn", h=1e-1, E=1e5)
    runs: dict[str, list[Run]] = {form: [] for form in FORMS}
    for setting, run in results.by("xpbd_orders", "xpbd", "xpbd").items():
        runs[json.loads(setting)["form"]].append(run)
    split, combined = ([against_qn(run, qn) for run in runs[form]] for form in FORMS)
    at_10 = [run.at(10)["objective"] / run.at(0)["objective"] for form in FORMS for run in runs[form]]
    ends, volumes, jagged = ([of[name] for of in split] for name in ("objective", "volume", "roughness"))
    last_above = [_last_above(run) for run in runs["combined"]]
    over_qn = [final(run) / final(qn) for run in runs["combined"]]
    robust = sum(within_bounds(**of) for of in combined)
    furthest = max(last_above, key=lambda iteration: abs(iteration - 250))
    collapses, keeps = collapsing(results), robust_cells(results, "combined")
    as_here = {key: collapses[key] and keeps[key] for key in collapses}
    return in_parts(
        [
            above(
                min(at_10), MANY, f"after 10 iterations both are at {spread(at_10)} times the start; at least"
            ),
            above(min(ends), MANY, f"split ends at {spread(ends)} times the start; at least"),
            below(max(volumes), COLLAPSED, f"split's volume over QN's: {spread(volumes)}; at most"),
            above(min(jagged), MANY, f"split's roughness over QN's: {spread(jagged)}; at least"),
            about(furthest, 250, f"combined is last above the start at iteration {spread(last_above, 'g')}"),
            above(min(over_qn), 1.01, f"combined ends at {spread(over_qn)} times QN's objective; at least"),
            Part(
                robust == len(combined), f"combined shows no artefacts in {robust} of {len(combined)} orders"
            ),
        ],
        orders=len(combined),
        split_end=spread(ends),
        volume=spread((100 * volume for volume in volumes), ".0f"),
        last_above=spread(last_above, "g"),
        combined_end=spread(over_qn),
    ).reaching(
        cases(as_here, "E"),
        collapse=intervals(by_problem(collapses)),
        robust=intervals(by_problem(keeps)),
    )


def robust_cells(results: Results, form: str) -> dict[Key, bool]:
    """Over the thesis's grid: whether XPBD in this form is robust."""
    qn = grid(results, "qn")
    return {key: is_robust(run, qn[key]) for key, run in grid(results, "xpbd", form=form).items()}


def collapsing(results: Results) -> dict[Key, bool]:
    """Over the thesis's grid: whether split XPBD ends far above the start, with another volume."""
    qn = grid(results, "qn")
    found = {key: against_qn(run, qn[key]) for key, run in grid(results, "xpbd", form="split").items()}
    return {
        key: not COLLAPSED <= of["volume"] <= 2 - COLLAPSED and of["objective"] > MANY
        for key, of in found.items()
    }


def _last_above(run: Run) -> float:
    """The last iteration that is not below the start; infinite if the run ends there."""
    rows = run.first_step
    last = rows.loc[~(rows["objective"] <= rows["objective"].iloc[0]), "iteration"].max()
    return math.inf if last == rows["iteration"].iloc[-1] else float(last)


@claim(30)
def where_xpbd_agrees(results: Results) -> Verdict:
    combined, split = {(1e-4, 1e5), (1e-4, 1e6)}, {(1e-3, 1e5), (1e-4, 1e5), (1e-4, 1e7)}
    meant = split | {(1e-4, 1e6)}  # a softer body between two of its own, which the table leaves out
    agrees, solved = (
        {
            form: {key for key, run in runs.items() if abs(final(run, "relative_error")) < limit}
            for form in FORMS
            for runs in [grid(results, "xpbd", form=form)]
        }
        for limit in (AGREES, SOLVED)
    )
    first = table_part("combined", agrees["combined"], combined)
    more = agrees["split"] - split
    return misprinted(
        [first, table_part("split", agrees["split"], split)],
        [first, table_part("split", agrees["split"], meant)],
        omitted=settings(more) if more else None,
        **{form: most_of(agrees[form]) for form in FORMS},
    ).reaching(
        {"to an error below 0.05 %": solved == {"combined": combined, "split": meant}},
        **{f"{form}_solved": most_of(solved[form]) for form in FORMS},
    )


def most_of(cells: set[Key]) -> float:
    """The largest E h² of these settings [Pa s²]."""
    return max(map(problem, cells), default=math.nan)


@claim(31)
def where_xpbd_is_robust(results: Results) -> Verdict:
    combined = {1e-1: 1e5, 1e-2: 1e7, 1e-3: 1e9, 1e-4: 1e11}
    split = {1e-1: 0, 1e-2: 1e5, 1e-3: 1e7, 1e-4: 1e10}
    meant = split | {1e-4: 1e9}  # the same E h² as at the other time steps
    robust = {form: {key for key, yes in robust_cells(results, form).items() if yes} for form in FORMS}

    def part(form: str, limits: dict[float, float]) -> Part:
        return table_part(form, robust[form], {(h, E) for h, E in grid(results, "qn") if limits[h] >= E})

    odd, qn = (
        results.run(SWEEP, s, h=1e-4, E=1e10, **f) for s, f in (("xpbd", {"form": "split"}), ("qn", {}))
    )
    return misprinted(
        [part("combined", combined), part("split", split)],
        [part("combined", combined), part("split", meant)],
        volume=100 * against_qn(odd, qn)["volume"],
        **{form: most_of(robust[form]) for form in FORMS},
    )


@claim(56)
def combined_is_robust_over_a_wider_range(results: Results) -> Verdict:
    robust = {form: robust_cells(results, form) for form in FORMS}
    split, combined = (
        [sum(yes for (step, _), yes in robust[form].items() if step == h) for h in (1e-1, 1e-2, 1e-3, 1e-4)]
        for form in FORMS
    )
    return in_parts(
        [
            above(
                min(more - less for more, less in zip(combined, split, strict=True)),
                0,
                "how many moduli it is robust with, from the largest time step on: combined "
                f"{listed(combined)}, split {listed(split)}; the least difference",
            )
        ],
        **{form: intervals(by_problem(cells)) for form, cells in robust.items()},
    )
