"""Claims 48 to 52: other sentences of the evaluation chapter, about single solvers."""

import math

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, answered, at_most, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import first_iteration
from thesis.claims.momentum import kept, momentum
from thesis.claims.problems import Key, by_problem, cases, intervals
from thesis.claims.twist import grid as twist_grid
from thesis.claims.twist import of_start
from thesis.claims.untwist import COUNTS, SOLVERS, main_runs
from thesis.claims.weights import untwist_grid

ROUNDING = 1e-12  # PD may rise by this share of the start objective
ROUGHLY = 0.01  # relative error of a solver that is nearly there
SHOWN = 500  # iterations in the figure of claim 49, in which XPBD has not converged
LINEAR, ANGULAR = "linear_momentum", "angular_momentum"


@claim(48)
def all_end_below_the_start(results: Results) -> Verdict:
    ends = {
        solver: {key: of_start(run) for key, run in untwist_grid(results, solver).items()}
        for solver in SOLVERS
    }
    highest = {solver: max(of_solver.values()) for solver, of_solver in ends.items()}
    cells = {key: all(of_solver[key] < 1 for of_solver in ends.values()) for key in ends["qn"]}
    further = all(of_start(run) < 1 for run in twist_grid(results, "xpbd").values())
    return in_parts(
        [below(end, 1, f"{SOLVER_LABELS[s]}: the highest end over the start") for s, end in highest.items()],
        least=1 - max(highest.values()),
    ).reaching(
        cases(cells) | {"on the beam that is twisted further": further},
        where=intervals(by_problem(cells)),
        does="does" if further else "does not",
    )


@claim(49)
def constraint_term_dominates(results: Results) -> Verdict:
    runs = main_runs(results)
    of_thesis = COUNTS | {"xpbd": SHOWN}
    shares = {s: larger_constraint_term(run, of_thesis[s]) for s, run in runs.items()}
    early = {s: larger_constraint_term(runs[s], first_iteration(runs[s], ROUGHLY)) for s in COUNTS}
    return in_parts(
        [
            above(
                share, 0.5, f"{SOLVER_LABELS[s]}: share of its {of_thesis[s]} iterations with the larger term"
            )
            for s, share in shares.items()
        ],
        shares=_percentages(shares),
    ).reaching(
        {
            f"until an error of {100 * ROUGHLY:g} %, with {SOLVER_LABELS[s]}": share > 0.5
            for s, share in early.items()
        },
        error=100 * ROUGHLY,
        early=_percentages(early),
        late=f"{100 * larger_constraint_term(runs['xpbd'], None):.0f} %",
    )


def larger_constraint_term(run: Run, before: int | None) -> float:
    """The share of the iterations before this one, or of all, in which it is larger than the inertial one."""
    rows = run.first_step.query(f"iteration < {math.inf if before is None else before}")
    return float((rows["constraint"] > rows["inertial"]).mean())


def _percentages(shares: dict[str, float]) -> str:
    return listed(f"{SOLVER_LABELS[s]} {100 * share:.0f} %" for s, share in shares.items())


@claim(50)
def pd_is_monotone(results: Results) -> Verdict:
    double, single = (
        [run for sweep in sweeps for run in results.by(sweep, "pd", "h", "k").values()]
        for sweeps in (("thesis_untwist", "thesis_twist"), ("pd_single_untwist", "pd_single_twist"))
    )
    rise, rounded = (max(map(_largest_rise, runs)) for runs in (double, single))
    rising = sum(_largest_rise(run) > ROUNDING for run in single)
    return in_parts(
        [at_most(rise, ROUNDING, f"the largest rise of {len(double)} runs in an iteration, over the start")],
        rise=rise,
    ).reaching(
        {"in single precision": rounded <= ROUNDING},
        rounded=rounded,
        rising="almost every" if rising > 0.9 * len(single) else "some" if rising else "no",
    )


def _largest_rise(run: Run) -> float:
    """The largest rise of the objective in an iteration, as a share of the start objective."""
    objective = run.first_step["objective"].fillna(math.inf)  # an empty cell is an infinite objective
    return float(max(objective.diff().max() / objective.iloc[0], 0))


@claim(51)
def momenta_are_representative(results: Results) -> Verdict:
    runs = {solver: results.by("momenta_grid", solver, "origin", "h", "k") for solver in SOLVERS}

    def holding(holds) -> dict[Key, bool]:
        """Whether it holds in a setting, at each place of the beam."""
        found: dict[Key, bool] = {}
        for origin, h, k in runs["qn"]:
            found[h, k] = found.get((h, k), True) and holds({s: runs[s][origin, h, k] for s in SOLVERS})
        return found

    shown = {
        "QN keeps both momenta": lambda r: kept(r["qn"], LINEAR) and kept(r["qn"], ANGULAR),
        "XPBD keeps linear and gains angular momentum": lambda r: (
            kept(r["xpbd"], LINEAR) and not kept(r["xpbd"], ANGULAR)
        ),
        "PD gains linear momentum": lambda r: not kept(r["pd"], LINEAR),
        "ADMM gains linear momentum": lambda r: not kept(r["admm"], LINEAR),
        "PD gains the most": lambda r: max(SOLVERS, key=lambda s: momentum(r[s])) == "pd",
    }
    cells = {words: holding(holds) for words, holds in shown.items()}
    where = {words: intervals(by_problem(found)) for words, found in cells.items()}
    shares = {words: sum(found.values()) / len(found) for words, found in cells.items()}
    rarest = min(shares, key=shares.get)
    return answered(
        (above(share, 0.5, f"{words}: share of the settings") for words, share in shares.items()),
        most="Each part of it holds in most settings"
        if min(shares.values()) > 0.5
        else "Not each part of it holds in most settings",
        rarest=rarest,
        rarely=where[rarest],
        words="; ".join(f"{words} for {where[words]}" for words in shares if words != rarest),
    )


@claim(52)
def xpbd_untwists_less(results: Results) -> Verdict:
    def left(**setting) -> dict[str, float]:
        return {
            s: abs(shape(results.run("geometry_untwist", s, iterations=1000, **setting)).twist)
            for s in SOLVERS
        }

    large, other = left(h=1e-1, k=1e9), left(h=1e-2, k=1e8)
    return in_parts(
        [above(large["xpbd"], large["qn"], "XPBD's twist after 1000 iterations, and QN's")],
        xpbd=large["xpbd"],
        qn=large["qn"],
    ).reaching(
        {"at h = 1e-2 s, k = 1e8 Pa": other["xpbd"] > other["qn"]},
        xpbd_there=other["xpbd"],
        qn_there=other["qn"],
    )
