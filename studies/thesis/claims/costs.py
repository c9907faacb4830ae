"""Claims 13, 28 and 75: the time of an iteration in the thesis's program, and in ours."""

import math

from simbench.labels import SOLVER_LABELS
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, about, about_twice, above, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, iteration_milliseconds, seconds_or_never, seconds_to
from thesis.claims.weights import SOLVERS
from thesis.plots import load_reference
from thesis.published import samples_with_errors

FIRST = 20  # iterations, in which the thesis's QN nearly converges; afterwards it searches for long
ALIKE = 1.5  # largest ratio that counts as "very similar"
FAR_MORE = 3  # times
CELLS = ([16, 3, 3], [32, 6, 6], [48, 9, 9])
STRAIN, NEO_HOOKEAN = "strain_beam_untwist_objectives", "neohookean_objectives"


@claim(13)
def cost_of_an_iteration(results: Results) -> Verdict:
    first, shown = milliseconds(STRAIN, FIRST), milliseconds(STRAIN)
    seconds = seconds_of_the_thesis(STRAIN)
    runs = [{s: results.run("cost_untwist", s, cells=cells) for s in SOLVERS} for cells in CELLS]
    times = [{s: seconds_to(run, SOLVED) for s, run in of_size.items()} for of_size in runs]
    ours = [iteration_milliseconds(of["qn"]) / iteration_milliseconds(of["pd"]) for of in runs]
    alike = [first[s] for s in ("pd", "admm", "xpbd")]
    words = listed(f"{SOLVER_LABELS[s]} {value:.2g}" for s, value in first.items())
    return in_parts(
        [
            below(
                max(alike) / min(alike), ALIKE, f"the thesis's milliseconds an iteration: {words}; apart by"
            ),
            about_twice(first["qn"] / first["pd"], "QN's time over PD's; apart from 2 by a factor"),
            below(
                _lead(seconds),
                1,
                f"the thesis's times to the minimum: {_times(seconds)}; the last of QN "
                "and ADMM over the first of PD and XPBD",
            ),
            below(max(map(_lead, times)), 1, "the same over runs of simbench"),
        ],
        first=FIRST,
        of_thesis=first["qn"] / first["pd"],
    ).reaching(
        {
            "over all iterations that the thesis's figure shows": _twice(shown["qn"] / shown["pd"]),
            "in simbench": all(map(_twice, ours)),
        },
        shown=shown["qn"] / shown["pd"],
        least=min(ours),
        most=max(ours),
    )


def _twice(ratio: float) -> bool:
    return about_twice(ratio, "").holds


def _lead(seconds: dict[str, float]) -> float:
    return max(seconds["qn"], seconds["admm"]) / min(seconds["pd"], seconds["xpbd"])


def _times(seconds: dict[str, float]) -> str:
    return listed(f"{SOLVER_LABELS.get(s, s)} {seconds_or_never(value)}" for s, value in seconds.items())


def milliseconds(figure: str, iterations: int | None = None) -> dict[str, float]:
    """Mean time of one of the thesis's first iterations by solver, or of all that its figure shows."""
    return {
        solver: 1e3 * (seconds := _clock(figure)[solver])[n := iterations or max(seconds)] / n
        for solver in _clock(figure)
    }


def _clock(figure: str) -> dict[str, dict[int, float]]:
    """The thesis's seconds after each of its samples, by solver or form of XPBD and by iteration."""
    times, samples = load_reference(f"{figure}_time"), load_reference(figure)
    found = {}
    for series, rows in times.groupby("series", sort=False):
        iterations = samples.loc[samples["series"] == series, "iteration"]
        found[_solver(series)] = dict(zip(map(int, iterations), rows["duration_s"], strict=False))
    return found


def _solver(series: str) -> str:
    names = {label: solver for solver, label in SOLVER_LABELS.items()}
    return names.get(series, series.split()[0].lower())


def seconds_of_the_thesis(figure: str) -> dict[str, float]:
    """By solver, to a relative error below 0.05 % at the thesis's samples."""
    samples = samples_with_errors(f"{figure}_time")
    reached = samples[samples["relative_error"] < SOLVED].groupby("series")["duration_s"].min()
    return {_solver(series): reached.get(series, math.inf) for series in samples["series"].unique()}


@claim(28)
def cost_of_a_neo_hookean_iteration(results: Results) -> Verdict:
    cost = milliseconds(NEO_HOOKEAN)
    runs = {s: results.run("cost_neo_hookean", s) for s in ("admm", "qn")}
    runs |= {form: results.run("cost_neo_hookean", "xpbd", form=form) for form in ("split", "combined")}
    ours = {name: iteration_milliseconds(run) for name, run in runs.items()}
    return in_parts(
        [
            above(cost["admm"] / cost["qn"], FAR_MORE, "the thesis's time of ADMM's iteration over QN's"),
            about_twice(cost["qn"] / cost["split"], "QN's over split XPBD's; apart from 2 by a factor"),
            about_twice(
                cost["combined"] / cost["split"], "combined's over split's; apart from 2 by a factor"
            ),
        ],
        **ratios(cost),
    ).reaching(
        {"in simbench": ours["admm"] > FAR_MORE * ours["qn"] and _twice(ours["combined"] / ours["split"])},
        **{f"{name}_ours": ratio for name, ratio in ratios(ours).items()},
    )


def ratios(cost: dict[str, float]) -> dict[str, float]:
    return {
        "admm": cost["admm"] / cost["qn"],
        "qn": cost["qn"] / cost["split"],
        "split": cost["split"] / cost["combined"],
    }


@claim(75)
def seconds_of_500_iterations(results: Results) -> Verdict:
    seconds = {s: _clock(STRAIN)[s][500] for s in ("xpbd", "admm", "pd")}
    ours = {s: iteration_milliseconds(results.run("cost_untwist", s, cells=CELLS[1])) / 2 for s in seconds}
    return in_parts(
        [about(value, 2, f"{SOLVER_LABELS[s]}: the thesis's seconds") for s, value in seconds.items()],
        seconds=_times(seconds),
    ).reaching({}, ours=_times(ours))
