"""Claims 27, 30, 31 and 56: split and combined XPBD of stable Neo-Hookean material on the untwisting beam."""

import json
import math

from simbench.results import Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, about, above, at_most, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, final, spread
from thesis.claims.neo_hookean import SWEEP, grid
from thesis.claims.twist import settings, threshold_part

FORMS = ("split", "combined")
MANY = 2  # times the start
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
    of_qn = shape(qn)
    shapes = {form: [shape(run) for run in of_form] for form, of_form in runs.items()}
    at_10 = {
        form: [run.at(10)["objective"] / run.at(0)["objective"] for run in of_form]
        for form, of_form in runs.items()
    }
    split = [final(run) / run.at(0)["objective"] for run in runs["split"]]
    volume = [of_run.volume_ratio / of_qn.volume_ratio for of_run in shapes["split"]]
    jagged = [of_run.roughness / of_qn.roughness for of_run in shapes["split"]]
    last_above = [_last_above(run) for run in runs["combined"]]
    combined = [final(run) / final(qn) for run in runs["combined"]]
    robust = [is_robust(run, qn) for run in runs["combined"]]
    looks = {
        form: f"{form}: volume {spread(s.volume_ratio for s in of_form)} of rest, "
        f"{spread((s.roughness for s in of_form), '.1f')}° between surface triangles, twist "
        f"{spread((s.twist for s in of_form), '.1f')}°"
        for form, of_form in (shapes | {"QN": [of_qn]}).items()
    }
    starts = listed(f"{form} {spread(ratios)}" for form, ratios in at_10.items())
    furthest = max(last_above, key=lambda iteration: abs(iteration - 250))
    return in_parts(
        [
            above(min(map(min, at_10.values())), MANY, f"after 10 iterations: {starts} of start; the least"),
            above(min(split), MANY, f"split ends at {spread(split)} of start; the least"),
            below(max(volume), 0.9, f"{looks['split']}; the largest of its volumes over QN's"),
            above(min(jagged), 2, f"{looks['QN']}; split's least roughness over QN's"),
            about(furthest, 250, f"combined is last above the start at iteration {spread(last_above, 'g')}"),
            above(
                min(combined), 1.01, f"combined ends at {spread(combined)} times QN's objective; the least"
            ),
            Part(all(robust), f"{looks['combined']}: no artefacts in {sum(robust)} of {len(robust)} orders"),
        ],
        orders=len(split),
        split_at_10=spread(at_10["split"]),
        combined_at_10=spread(at_10["combined"]),
        split_end=spread(split),
        volume=spread((100 * v for v in volume), ".0f"),
        jagged=spread(jagged, ".2g"),
        last_above=spread(last_above, "g"),
        combined_end=spread(combined),
    )


def _last_above(run: Run) -> float:
    """The last iteration that is not below the start; infinite if the run ends there."""
    rows = run.first_step
    last = rows.loc[~(rows["objective"] <= rows["objective"].iloc[0]), "iteration"].max()
    return math.inf if last == rows["iteration"].iloc[-1] else float(last)


@claim(30)
def where_xpbd_agrees(results: Results) -> Verdict:
    thesis = {"combined": {(1e-4, 1e5), (1e-4, 1e6)}, "split": {(1e-3, 1e5), (1e-4, 1e5), (1e-4, 1e7)}}
    errors = {
        form: {k: abs(final(r, "relative_error")) for k, r in grid(results, "xpbd", form=form).items()}
        for form in FORMS
    }
    cases, said = {}, []
    for limit in (SOLVED, AGREES):
        others = {}
        parts = []
        for form, by_key in errors.items():
            found = {key for key, error in by_key.items() if error < limit}
            others[form] = found ^ thesis[form]
            largest = max((by_key[key] for key in found), default=0)
            nearest = min((error for key, error in by_key.items() if key not in found), default=math.inf)
            parts.append(
                at_most(
                    len(others[form]),
                    0,
                    f"{form}: at {settings(found)}; the largest of these errors is {100 * largest:.3g} %, "
                    f"the next one {100 * nearest:.3g} %",
                )
            )
        case = f"an error below {100 * limit:g} %"
        cases[case] = parts
        softer, stiffer = ({(h, factor * modulus) for h, modulus in thesis["split"]} for factor in (0.1, 10))
        between = others["split"] & softer & stiffer
        said.append(
            f"With {case} these settings differ from the table: "
            + listed(f"{form} {settings(cells)}" for form, cells in others.items())
            + "."
            + (
                f" The table leaves out {settings(between)} between two of its own settings."
                if between
                else ""
            )
        )
    return by_case("the error with which XPBD counts as there", cases, said=" ".join(said))


@claim(31)
def where_xpbd_is_robust(results: Results) -> Verdict:
    thesis = {
        "combined": {1e-1: 1e5, 1e-2: 1e7, 1e-3: 1e9, 1e-4: 1e11},
        "split": {1e-1: None, 1e-2: 1e5, 1e-3: 1e7, 1e-4: 1e10},
    }
    qn = grid(results, "qn")
    parts, breaks = [], {}
    for form in FORMS:
        # threshold_part tests the settings from a stiffness on, here those that are not robust.
        breaks[form] = {
            key: not is_robust(run, qn[key]) for key, run in grid(results, "xpbd", form=form).items()
        }
        first = {h: 1e5 if limit is None else 10 * limit for h, limit in thesis[form].items()}
        parts.append(threshold_part(f"{form} is not robust", breaks[form], first, "E"))
    wrong = {form: int(part.measured) for form, part in zip(FORMS, parts, strict=True)}
    odd = shape(results.run(SWEEP, "xpbd", h=1e-4, E=1e10, form="split")).volume_ratio
    counts = listed(f"{form} in {count}" for form, count in wrong.items())
    return in_parts(
        parts,
        settings=len(qn),
        counts=counts,
        volume=100 * odd if breaks["split"][1e-4, 1e10] else None,
    )


@claim(56)
def combined_is_robust_over_a_wider_range(results: Results) -> Verdict:
    qn = grid(results, "qn")
    robust = {
        form: {key for key, run in grid(results, "xpbd", form=form).items() if is_robust(run, qn[key])}
        for form in FORMS
    }
    split_alone = robust["split"] - robust["combined"]
    counts = {form: len(cells) for form, cells in robust.items()}
    return in_parts(
        [
            above(
                counts["combined"],
                counts["split"],
                f"robust settings: combined {counts['combined']}, split {counts['split']}",
            ),
            at_most(len(split_alone), 0, f"settings in which split alone is robust: {settings(split_alone)}"),
        ],
        combined=counts["combined"],
        settings=len(qn),
        split=counts["split"],
    )
