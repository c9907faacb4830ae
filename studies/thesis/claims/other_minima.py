"""Claims 23 to 25: another minimum that ADMM finds on the beam twisted further, and where it swings."""

import math

import pandas as pd

from simbench.results import FINISHED, Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import (
    Part,
    Verdict,
    about,
    above,
    at_least,
    at_most,
    below,
    in_parts,
    misprinted,
)
from simbench.study.words import listed
from thesis.claims.measures import final
from thesis.claims.problems import Key, by_problem, intervals
from thesis.claims.twist import IN_SINGLE, SWEEP, grid, settings
from thesis.plots import load_reference

WEIGHTS = (0.3, 0.4, 0.5, 0.6)  # the thesis states its weights for two settings only
SWINGS = "admm_swings"
W8, W10 = (1e-2, 1e8), (1e-2, 1e10)  # settings of its figures, both with c = 0.3
# ADMM has found another minimum if its last objective is below this share of QN's.
FAR_BELOW = 0.9
# It oscillates if the range of its last 500 objectives exceeds this share of the start objective.
OSCILLATION = 0.1
ORDER_OF_MAGNITUDE = 7  # "almost an order of magnitude": by this factor or more


def far_below(admm: Run, qn: Run) -> bool:
    return final(admm) < FAR_BELOW * final(qn)


def last_half(run: Run) -> pd.Series:
    """The objective of the last 500 iterations; an empty cell is an infinite one."""
    rows = run.first_step
    return rows.loc[rows["iteration"] >= rows["iteration"].iloc[-1] - 500, "objective"].fillna(math.inf)


def oscillates(run: Run) -> bool:
    """Whether the last objectives have a large range, or one of them is infinite.

    A run that ended because no iteration would lower the objective does not oscillate.
    """
    if run.manifest["status"] in FINISHED:
        return False
    tail = last_half(run)
    return not tail.max() - tail.min() < OSCILLATION * run.at(0)["objective"]


def swings(admm: Run, qn: Run) -> bool:
    """Whether the last iterations pass both above the start and below QN's minimum."""
    tail = last_half(admm)
    return oscillates(admm) and tail.max() > admm.at(0)["objective"] and tail.min() < final(qn)


@claim(23)
def admm_finds_another_minimum(results: Results) -> Verdict:
    runs = {s: results.run("shapes_twist", s, k=1e10, iterations=1000) for s in ("admm", "qn", "pd")}
    at = {i: runs["admm"].at(i)["objective"] / runs["admm"].at(0)["objective"] for i in (20, 40, 60)}
    admm, qn = shape(runs["admm"]), shape(runs["qn"])
    factor = min(final(runs["qn"]), final(runs["pd"])) / final(runs["admm"])
    published = load_reference("strain_beam_twist_objectives").groupby("series")["value"].last()
    printed = published["PD"] / published["ADMM"]
    energies = [runs[s].at(1000)["material_energy"] for s in ("admm", "qn")]
    parts = [
        above(min(at[20], at[40]), 1, f"ADMM after 20, 40 iterations: {at[20]:.3g}, {at[40]:.3g} of start"),
        below(at[60], 1, f"after 60: {at[60]:.3g} of start"),
        below(
            energies[0] / energies[1],
            1,
            "nearer to the rest shape: ADMM's elastic energy over QN's",
        ),
        Part(admm.twist * qn.twist < 0, f"twist: ADMM {admm.twist:.1f}°, QN {qn.twist:.1f}°"),
    ]
    single = results.run(SWINGS, "admm", h=1e-2, k=1e10, c=0.3, precision="single")
    lower = {"in single precision": far_below(single, results.run(IN_SINGLE, "qn", h=1e-2, k=1e10))}
    for c in WEIGHTS[1:]:
        lower[f"with c = {c:g}"] = far_below(grid(results, "admm", c=c)[W10], grid(results, "qn")[W10])
    return misprinted(
        [*parts, at_least(factor, ORDER_OF_MAGNITUDE, "ends: the lower one of QN and PD over ADMM")],
        [
            *parts,
            about(factor, printed, f"it is {factor:.3g}; in the thesis's curves {printed:.3g}"),
        ],
        factor=factor,
        printed=printed,
        of_qn=abs(qn.twist),
        of_admm=abs(admm.twist),
    ).reaching(
        lower,
        **{
            name: " and ".join(case for case, yes in lower.items() if yes == holds) or "nowhere else"
            for name, holds in (("also", True), ("not_so", False))
        },
    )


@claim(24)
def where_admm_finds_it(results: Results) -> Verdict:
    thesis = {(1e-1, 1e6), (1e-1, 1e8), (1e-1, 1e11), W10, (1e-3, 1e10), (1e-3, 1e12), (1e-4, 1e12)}
    qn = grid(results, "qn")
    cells = {
        c: {
            key: far_below(run, qn[key]) and not oscillates(run)
            for key, run in grid(results, "admm", c=c).items()
        }
        for c in WEIGHTS
    }
    found = {c: {key for key, yes in of_weight.items() if yes} for c, of_weight in cells.items()}
    missed, more = thesis - set.union(*found.values()), set.intersection(*found.values()) - thesis
    is_it = {f"with c = {c:g} in all settings": keys == thesis for c, keys in found.items()}
    return in_parts(
        [
            Part(W10 in found[0.3], "it ends there at (1e-2, 1e10) with c = 0.3, the thesis's weight"),
            at_most(len(missed), 0, f"listed, and no weight ends there: {settings(missed)}; how many"),
            at_most(len(more), 0, f"not listed, and each weight ends there: {settings(more)}; how many"),
        ],
    ).reaching(
        is_it,
        never="sometimes" if any(is_it.values()) else "never",
        where="; ".join(
            f"{intervals(by_problem(of_weight))}{' Pa s²' * bool(found[c])} with c = {c:g}"
            for c, of_weight in cells.items()
        ),
    )


@claim(25)
def admm_oscillates(results: Results) -> Verdict:
    single, double = (
        swinging(results, precision, sweep) for precision, sweep in (("single", IN_SINGLE), ("double", SWEEP))
    )
    known = results.run(SWINGS, "admm", h=1e-2, k=1e8, c=0.3, precision="single")
    tail = last_half(known) / known.at(0)["objective"]
    span = f"{tail.min():.2g} and {tail.max():.2g}"
    qn = grid(results, "qn")
    in_grid = {key: swings(run, qn[key]) for key, run in grid(results, "admm", c=0.3).items()}
    others = {key: weights for key, weights in single.items() if key != W8}
    both = sorted(set.intersection(*map(set, others.values())))
    in_both = 0.3 in double[W8] and all(double.values())
    return in_parts(
        [
            Part(0.3 in single[W8], f"(1e-2, 1e8), c = 0.3: between {span} of the start"),
            *(
                Part(bool(weights), f"{settings([key])}: it swings with c = {listed(weights) or 'none'}")
                for key, weights in others.items()
            ),
        ],
        span=span,
        weights=listed(both) or "no weight",
    ).reaching(
        {
            "in double precision": in_both,
            "with c = 0.3 in all three settings": all(0.3 in weights for weights in single.values()),
        },
        precisions="both precisions" if in_both else "single precision only",
        fixed=settings(key for key, weights in single.items() if 0.3 not in weights),
        where=intervals(by_problem(in_grid)),
    )


def swinging(results: Results, precision: str, sweep_of_qn: str) -> dict[Key, list[float]]:
    """The weights c with which ADMM swings, in the settings that the thesis names."""
    found: dict[Key, list[float]] = {}
    for (h, k, c), run in results.by(SWINGS, "admm", "h", "k", "c", precision=precision).items():
        qn = results.run(sweep_of_qn, "qn", h=h, k=k)
        found.setdefault((h, k), []).extend([c] if swings(run, qn) else [])
    return found
