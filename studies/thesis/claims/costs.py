"""Claims 13 and 28: the time of an iteration in the thesis's code and in ours."""

import math

from simbench.labels import SOLVER_LABELS
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, about_twice, above, below, by_case
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, iteration_milliseconds, seconds_or_never, seconds_to
from thesis.claims.untwist import SOLVERS
from thesis.plots import load_reference
from thesis.published import samples_with_errors

FIRST = 20  # iterations; near convergence the thesis's QN searches for long
ALIKE = 1.5  # largest ratio that counts as "about the same"
WINDOWS = (
    f"the thesis's times are means over its first {FIRST} iterations, and over all that its figure shows"
)
FAR_MORE = 3  # times
FORMS = ("split", "combined")


@claim(13)
def cost_of_an_iteration(results: Results) -> Verdict:
    cases, published = {}, {}
    for window, cost in _windows("strain_beam_untwist_objectives_time").items():
        published[window] = cost["qn"] / cost["pd"]
        cases[window] = _costs(cost, _seconds_of_the_thesis())
    ours = {}
    for cells in ([16, 3, 3], [32, 6, 6], [48, 9, 9]):
        runs = {s: results.run("cost_untwist", s, cells=cells) for s in SOLVERS}
        cost = {s: iteration_milliseconds(run) for s, run in runs.items()}
        times = {s: seconds_to(run, SOLVED) for s, run in runs.items()}
        case = f"simbench, {runs['pd'].manifest['tets']} tets"
        ours[case] = cost["qn"] / cost["pd"]
        cases[case] = _costs(cost, times)
    is_first = all(parts[-1].holds for parts in cases.values())
    of_thesis = listed(f"{ratio:.2f} ({window})" for window, ratio in published.items())
    return by_case(
        "the implementation, the size of the beam and the iterations that are timed",
        cases,
        of_thesis=of_thesis,
        least=min(ours.values()),
        most=max(ours.values()),
        first=" QN and ADMM converge first in time everywhere." if is_first else "",
    )


def _costs(cost: dict[str, float], seconds: dict[str, float]) -> list[Part]:
    alike = [cost[s] for s in ("pd", "admm", "xpbd")]
    ratio = cost["qn"] / cost["pd"]
    words = listed(f"{SOLVER_LABELS[s]} {value:.2g}" for s, value in cost.items())
    times = listed(f"{SOLVER_LABELS[s]} {seconds_or_never(value)}" for s, value in seconds.items())
    first, second = max(seconds["qn"], seconds["admm"]), min(seconds["pd"], seconds["xpbd"])
    return [
        below(max(alike) / min(alike), ALIKE, f"milliseconds an iteration: {words}"),
        about_twice(ratio, f"QN costs {ratio:.3g} times as much as PD; apart from 2 by a factor"),
        below(first / second, 1, f"time to a relative error below 0.05 %: {times}"),
    ]


def _windows(figure: str) -> dict[str, dict[str, float]]:
    """Mean milliseconds of an iteration in the thesis's code by solver: over the first ones, and over all."""
    times, samples = load_reference(figure), load_reference(figure.removesuffix("_time"))
    names = f"the thesis's first {FIRST} iterations", "all of the thesis's iterations"
    windows: dict[str, dict[str, float]] = {name: {} for name in names}
    for series, rows in times.groupby("series", sort=False):
        iterations = samples.loc[samples["series"] == series, "iteration"].to_numpy()
        seconds = rows["duration_s"].to_numpy()
        for name, row in zip(names, (list(iterations).index(FIRST), len(seconds) - 1), strict=True):
            windows[name][_solver(series)] = 1e3 * seconds[row] / iterations[row]
    return windows


def _solver(series: str) -> str:
    names = {label: solver for solver, label in SOLVER_LABELS.items()}
    return names.get(series, series.split()[0].lower())


def _seconds_of_the_thesis() -> dict[str, float]:
    """To a relative error below 0.05 % at its samples."""
    samples = samples_with_errors("strain_beam_untwist_objectives_time")
    first = samples[samples["relative_error"] < SOLVED].groupby("series")["duration_s"].min()
    return {solver: first.get(SOLVER_LABELS[solver], math.inf) for solver in SOLVERS}


@claim(28)
def cost_of_a_neo_hookean_iteration(results: Results) -> Verdict:
    runs = {s: results.run("cost_neo_hookean", s) for s in ("admm", "qn")}
    runs |= {form: results.run("cost_neo_hookean", "xpbd", form=form) for form in FORMS}
    ours = {name: iteration_milliseconds(run) for name, run in runs.items()}
    costs = _windows("neohookean_objectives_time") | {"simbench": ours}
    ratios = {
        "ADMM's iteration costs these multiples of QN's": ("admm", "qn"),
        "QN's of split XPBD's": ("qn", "split"),
        "split's, which has two constraints a tet, of combined's": ("split", "combined"),
    }
    words = (
        f"{what}: {listed(f'{cost[over] / cost[under]:.3g} ({case})' for case, cost in costs.items())}"
        for what, (over, under) in ratios.items()
    )
    return by_case(
        "the implementation and the iterations that are timed",
        {case: _neo_hookean_costs(cost) for case, cost in costs.items()},
        costs="; ".join(words),
    )


def _neo_hookean_costs(cost: dict[str, float]) -> list[Part]:
    words = listed(f"{SOLVER_LABELS.get(name, name)} {value:.2g}" for name, value in cost.items())
    larger = max(cost["split"] / cost["combined"], cost["combined"] / cost["split"])
    qn = cost["qn"] / cost["split"]
    return [
        above(cost["admm"] / cost["qn"], FAR_MORE, f"milliseconds an iteration: {words}"),
        about_twice(qn, f"QN costs {qn:.2f} times as much as split XPBD; apart from 2 by a factor"),
        about_twice(
            larger, f"split and combined differ by a factor of {larger:.2f}; apart from 2 by a factor"
        ),
    ]
