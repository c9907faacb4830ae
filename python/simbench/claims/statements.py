"""Claims 48 to 52: other sentences of the evaluation chapter, about single solvers."""

import math

from simbench.claims import claim
from simbench.claims.measures import SOLVED, final, first_iteration, listed
from simbench.claims.momentum import kept, momentum
from simbench.claims.results import Results
from simbench.claims.twist import fails, settings
from simbench.claims.twist import grid as twist_grid
from simbench.claims.untwist import SOLVERS, main_runs
from simbench.claims.verdicts import Verdict, above, at_least, at_most, in_parts
from simbench.claims.weights import fastest_run
from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.shapes import shape

ALMOST_ALL = 0.9  # of the settings
ROUNDING = 1e-12  # of the start objective: what PD may rise by

Grid = dict[tuple[float, float], Run]


def untwist_grid(results: Results, solver: str) -> Grid:
    """Over the thesis's settings; ADMM with the weight that is the fastest in each."""
    if solver != "admm":
        return results.by("thesis_untwist", solver, "h", "k")
    keys = results.by("thesis_untwist", "qn", "h", "k")
    return {key: fastest_run(results, *key)[1] for key in keys}


@claim(
    48,
    "Untwist: every solver ends below the start in all settings.",
    source="evaluation, untwisting beam",
    setting="32 settings; ADMM with the weight that is the fastest in each; PBD is left out as in the thesis",
    figure="thesis_untwist_heatmaps",
)
def all_end_below_the_start(results: Results) -> Verdict:
    parts, highest = [], {}
    for solver in SOLVERS:
        runs = untwist_grid(results, solver)
        above_start = {key for key, run in runs.items() if fails(run)}
        highest[solver] = max(final(run) / run.at(0)["objective"] for run in runs.values())
        parts.append(
            at_most(
                len(above_start),
                0,
                f"{SOLVER_LABELS[solver]} ends above the start at {settings(above_start)}; its least drop is "
                f"{1 - highest[solver]:.2g} of the start",
            )
        )
    return in_parts(
        parts,
        confirmed=f"In all {len(runs)} settings each of the solvers ends below the start; the least drop is "
        f"{1 - max(highest.values()):.1g} of the start.",
    )


@claim(
    49,
    "Untwist, h = 1e-2 s, k = 1e8 Pa: the constraint term is larger than the inertial one during most of the "
    "iterations before a solver converges.",
    source="evaluation, untwisting beam, terms of the objective",
    setting="before convergence: an error of 0.05 % or more",
    figure="untwist_1e-2_1e8_terms",
)
def constraint_term_dominates(results: Results) -> Verdict:
    parts, shares = [], {}
    for solver, run in main_runs(results).items():
        end = first_iteration(run, SOLVED)
        rows = run.first_step.query(f"iteration < {math.inf if end is None else end}")
        shares[solver] = float((rows["constraint"] > rows["inertial"]).mean())
        last = rows.loc[rows["constraint"] > rows["inertial"], "iteration"].max()
        parts.append(
            above(
                shares[solver],
                0.5,
                f"{SOLVER_LABELS[solver]}: in {100 * shares[solver]:.0f} % of {len(rows)} iterations, "
                f"for the "
                f"last time in iteration {last}",
            )
        )
    words = listed(f"{SOLVER_LABELS[s]} {100 * share:.0f} %" for s, share in shares.items())
    return in_parts(
        parts,
        whatever_the_verdict="The constraint term is the larger one in these shares of the iterations before "
        f"convergence: {words}.",
    )


@claim(
    50,
    "PD decreases the objective in every iteration.",
    source="evaluation, untwisting beam, large time step; chapter on methods, properties of PD",
    setting="32 settings of each experiment, double precision, every iteration; rises below 1e-12 of the "
    "start "
    "are rounding",
    figure="untwist_1e-2_1e8_objective",
)
def pd_is_monotone(results: Results) -> Verdict:
    parts, largest, count = [], 0.0, 0
    for name, runs in (
        ("untwist", untwist_grid(results, "pd")),
        ("twist further", twist_grid(results, "pd")),
    ):
        rises = {key: _largest_rise(run) for key, run in runs.items()}
        count += sum(len(run.first_step) - 1 for run in runs.values())
        largest = max(largest, *rises.values())
        rising = {key for key, rise in rises.items() if rise > ROUNDING}
        parts.append(
            at_most(
                len(rising),
                0,
                f"{name}: settings with a rise: {settings(rising)}; the largest is "
                f"{max(rises.values()):.1e} of "
                "the start",
            )
        )
    return in_parts(
        parts,
        confirmed=f"In none of {count} iterations does it rise by more than {largest:.0e} of the start.",
    )


def _largest_rise(run: Run) -> float:
    """In an iteration, as a share of the start objective."""
    objective = run.first_step["objective"]
    return float(max(objective.diff().max() / objective.iloc[0], 0))


@claim(
    51,
    "Untwist: what the plot of momenta at h = 1e-1 s, k = 1e9 Pa shows (16) is representative for almost all "
    "settings.",
    source="evaluation, untwisting beam, momenta",
    setting="32 settings, single precision, plain sparse Cholesky, ADMM with c = 0.6; almost all: nine "
    "of ten",
    figure="untwist_1e-1_1e9_momenta",
)
def momenta_are_representative(results: Results) -> Verdict:
    runs = {solver: results.by("momenta_grid", solver, "h", "k") for solver in SOLVERS}
    keys = list(runs["qn"])

    def keeps(solver: str, which: str, key: tuple) -> bool:
        return kept(runs[solver][key], f"{which}_momentum")

    statements = {
        "QN keeps both momenta": lambda k: keeps("qn", "linear", k) and keeps("qn", "angular", k),
        "XPBD keeps linear momentum": lambda k: keeps("xpbd", "linear", k),
        "XPBD gains angular momentum": lambda k: not keeps("xpbd", "angular", k),
        "PD gains linear momentum": lambda k: not keeps("pd", "linear", k),
        "ADMM gains linear momentum": lambda k: not keeps("admm", "linear", k),
        "PD's linear momentum is the largest": lambda k: (
            max(SOLVERS, key=lambda s: momentum(runs[s][k])) == "pd"
        ),
    }
    parts, shares = [], {}
    for words, holds in statements.items():
        others = {key for key in keys if not holds(key)}
        shares[words] = 1 - len(others) / len(keys)
        parts.append(at_least(shares[words], ALMOST_ALL, f"{words}, not so at {settings(others)}"))
    counts = listed(f"{words} {round(share * len(keys))}" for words, share in shares.items())
    return in_parts(
        parts,
        whatever_the_verdict=f"What the plot shows holds in these numbers of {len(keys)} settings: {counts}.",
    )


@claim(
    52,
    "Untwist, h = 1e-1 s, k = 1e9 Pa: XPBD untwists the beam less than the other solvers.",
    source="evaluation, untwisting beam, large time step, geometries",
    setting="after 1000 iterations",
    figure="untwist_1e-1_1e9",
)
def xpbd_untwists_less(results: Results) -> Verdict:
    left = {
        solver: abs(shape(results.run("geometry_untwist", solver, h=1e-1, k=1e9, iterations=1000)).twist)
        for solver in SOLVERS
    }
    others = max(angle for solver, angle in left.items() if solver != "xpbd")
    words = listed(f"{SOLVER_LABELS[s]} {angle:.2g}°" for s, angle in left.items())
    return in_parts(
        [above(left["xpbd"], others, f"twist left after 1000 iterations: {words}")],
        confirmed=f"It leaves {left['xpbd']:.2g}° of the twist, the others at most {others:.1g}°.",
    )
