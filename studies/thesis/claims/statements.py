"""Claims 48 to 52: other sentences of the evaluation chapter, about single solvers."""

import math

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.shapes import shape
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, at_least, at_most, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, first_iteration, spread
from thesis.claims.momentum import kept, momentum
from thesis.claims.problems import by_problem, cases, intervals
from thesis.claims.twist import grid as twist_grid
from thesis.claims.twist import of_start, settings
from thesis.claims.untwist import SOLVERS, main_runs
from thesis.claims.weights import fastest_run

ROUNDING = 1e-12  # PD may rise by this share of the start objective

Grid = dict[tuple[float, float], Run]


def untwist_grid(results: Results, solver: str) -> Grid:
    """Over the thesis's settings; ADMM with the weight that is the fastest in each."""
    if solver != "admm":
        return results.by("thesis_untwist", solver, "h", "k")
    keys = results.by("thesis_untwist", "qn", "h", "k")
    return {key: fastest_run(results, *key)[1] for key in keys}


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
    cases, shares = {}, {}
    for solver, run in main_runs(results).items():
        end = first_iteration(run, SOLVED)
        rows = run.first_step.query(f"iteration < {math.inf if end is None else end}")
        shares[solver] = float((rows["constraint"] > rows["inertial"]).mean())
        last = rows.loc[rows["constraint"] > rows["inertial"], "iteration"].max()
        words = (
            f"in {100 * shares[solver]:.0f} % of {len(rows)} iterations, for the last time in iteration "
            f"{last}"
        )
        cases[SOLVER_LABELS[solver]] = [above(shares[solver], 0.5, words)]
    words = listed(f"{SOLVER_LABELS[s]} {100 * share:.0f} %" for s, share in shares.items())
    return by_case(
        "the solver",
        cases,
        words=words,
    )


@claim(50)
def pd_is_monotone(results: Results) -> Verdict:
    runs = {
        "double": {"untwist": untwist_grid(results, "pd"), "twist further": twist_grid(results, "pd")},
        "single": {
            "untwist": results.by("pd_single_untwist", "pd", "h", "k"),
            "twist further": results.by("pd_single_twist", "pd", "h", "k"),
        },
    }
    cases, said = {}, []
    for precision, scenes in runs.items():
        rises = {
            name: {key: _largest_rise(run) for key, run in grid.items()} for name, grid in scenes.items()
        }
        rising = {
            name: {key for key, rise in found.items() if rise > ROUNDING} for name, found in rises.items()
        }
        count = sum(len(run.first_step) - 1 for grid in scenes.values() for run in grid.values())
        largest = max(rise for found in rises.values() for rise in found.values())
        settings_of = sum(map(len, scenes.values()))
        where = "; ".join(f"{name} {settings(keys)}" for name, keys in rising.items())
        cases[f"{precision} precision"] = [
            at_most(
                sum(map(len, rising.values())),
                0,
                f"settings with a rise: {where}; the largest is {largest:.1e} of the start",
            )
        ]
        said.append(
            f"in {precision} precision it rises in {sum(map(len, rising.values()))} of {settings_of} "
            f"settings ({count} iterations), the most by {largest:.0e} of the start"
        )
    return by_case(
        "the precision of the solver's arithmetic",
        cases,
        rounding=ROUNDING,
        rises="; ".join(said),
    )


def _largest_rise(run: Run) -> float:
    """The largest rise of the objective in an iteration, as a share of the start objective."""
    objective = run.first_step["objective"].fillna(math.inf)  # an empty cell is an infinite objective
    return float(max(objective.diff().max() / objective.iloc[0], 0))


@claim(51)
def momenta_are_representative(results: Results) -> Verdict:
    runs = {solver: results.by("momenta_grid", solver, "origin", "h", "k") for solver in SOLVERS}
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
    places = list(dict.fromkeys(origin for origin, _, _ in keys))
    count = len(keys) // len(places)
    shares, findings, counts = {}, {}, []
    for words, holds in statements.items():
        others = [
            {(h, k) for origin, h, k in keys if origin == at and not holds((at, h, k))} for at in places
        ]
        shares[words] = min(1 - len(found) / count for found in others)
        findings[words] = f"{words}, not so at {'; '.join(map(settings, others))}"
        counts.append(f"{words} {spread((count - len(found) for found in others), 'g')}")
    return by_case(
        "what almost all means",
        {
            "more than half": [above(shares[words], 0.5, finding) for words, finding in findings.items()],
            "nine of ten": [at_least(shares[words], 0.9, finding) for words, finding in findings.items()],
        },
        count=count,
        places=len(places),
        counts=listed(counts),
    )


@claim(52)
def xpbd_untwists_less(results: Results) -> Verdict:
    left = {
        solver: abs(shape(results.run("geometry_untwist", solver, h=1e-1, k=1e9, iterations=1000)).twist)
        for solver in SOLVERS
    }
    others = max(angle for solver, angle in left.items() if solver != "xpbd")
    words = listed(f"{SOLVER_LABELS[s]} {angle:.2g}°" for s, angle in left.items())
    return in_parts(
        [above(left["xpbd"], others, f"twist left after 1000 iterations: {words}")],
        xpbd=left["xpbd"],
        others=others,
    )
