"""Claims 26, 29, 32, 94: QN and ADMM on the untwisting beam of stable Neo-Hookean, Poisson's ratio 0.45."""

import math

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, about, above, answered, at_least, at_most, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import SOLVED, count_or_never, final, first_iteration, first_lasting
from thesis.claims.problems import by_problem, cases, intervals
from thesis.claims.twist import of_start

SWEEP = "thesis_neo_hookean"
NO_INERTIA = 1e6  # Pa s²: from this E h² on f is elastic
OF_THESIS = (10, 50, 100, 150, 200, 250)  # weights
LARGER = 8  # times the volume of the fine mesh's tets: that of the coarse one's
LEVEL = 1e-2  # of a curve's height: what is nearer to its end looks level


def grid(results: Results, solver: str, **setting) -> dict[tuple[float, float], Run]:
    return results.by(SWEEP, solver, "h", "E", **setting)


def level_from(run: Run) -> int:
    """The iteration from which on the objective's curve looks level: the thesis's "converged"."""
    rows = run.first_step
    values = rows["objective"].fillna(math.inf)
    near = (values - values.iloc[-1]).abs() <= LEVEL * abs(values.iloc[0] - values.iloc[-1])
    return first_lasting(rows["iteration"], near)


@claim(26)
def both_converge(results: Results) -> Verdict:
    runs = {
        "QN": (results.run("neo_hookean_weights", "qn", E=1e5), 20),
        "ADMM": (results.run("neo_hookean_weights", "admm", E=1e5, w=4), 50),
    }
    level = {name: level_from(run) for name, (run, _) in runs.items()}
    solved = {name: first_iteration(run, SOLVED) for name, (run, _) in runs.items()}
    apart = max(abs(final(run, "relative_error")) for run, _ in runs.values())
    return in_parts(
        [
            *(about(level[n], count, f"{n} is level from {level[n]}") for n, (_, count) in runs.items()),
            below(apart, SOLVED, "both end at Newton's minimum; the larger of their relative errors"),
        ],
        qn=level["QN"],
        admm=level["ADMM"],
    ).reaching(
        {"to an error below 0.05 %": all(solved[n] and solved[n] <= 1.2 * c for n, (_, c) in runs.items())},
        qn_solved=count_or_never(solved["QN"]),
        admm_solved=count_or_never(solved["ADMM"]),
    )


@claim(29)
def no_weight_helps(results: Results) -> Verdict:
    runs = results.by("neo_hookean_weights_stiff", "admm", "h", "E", "w")
    ends = {key: of_start(run) for key, run in runs.items()}
    exact = {w: ends[1e-1, 1e7, w] for w in OF_THESIS}
    cut_short = results.by("admm_prox_thesis", "admm", "w", "prox_iterations", E=1e7)
    helps = {
        "exact": [w for w, end in exact.items() if end < 1],
        "L-BFGS": sorted({w for (w, _), run in cut_short.items() if of_start(run) < 1}),
    }
    best = min(exact, key=exact.get)
    none_helps = {
        modulus: all(end >= 1 for (_, E, w), end in ends.items() if modulus == E and w in OF_THESIS)
        for _, modulus, _ in ends
    }
    helping, useless = (
        [w / math.sqrt(modulus) for (_, modulus, w), end in ends.items() if (end < 1) == helps_there]
        for helps_there in (True, False)
    )
    return in_parts(
        [
            *(
                at_most(len(found), 0, f"{z} z-update: the weights that help are {listed(found)}; how many")
                for z, found in helps.items()
            ),
            about(exact[best], 1, f"the best weight, {best:g}, ends at {exact[best]:.2f} of the start"),
        ],
        weights=len(exact),
        cut=len(helps["L-BFGS"]) or "none",
        exact=len(helps["exact"]) or "none",
        best=best,
        end=exact[best],
    ).reaching(
        {
            f"for E of {intervals({E: none == holds for E, none in none_helps.items()})} Pa": holds
            for holds in (True, False)
        },
        stiff=intervals(none_helps),
        alike=100 * spread_at_equal_weights(ends),
        least=min(helping, default=math.nan),
        enough=min((ratio for ratio in helping if ratio > max(useless, default=0)), default=math.nan),
    )


def spread_at_equal_weights(ends: dict[tuple[float, float, float], float]) -> float:
    """How much the ends of stiff bodies with the same w/√E differ where the weight helps, relatively."""
    same: dict[float, list[float]] = {}
    for (h, modulus, w), end in ends.items():
        if modulus * h**2 >= NO_INERTIA and end < 1:
            same.setdefault(round(w / math.sqrt(modulus), 9), []).append(end)
    return max((max(found) / min(found) - 1 for found in same.values()), default=math.nan)


@claim(94)
def larger_tets_need_larger_weights(results: Results) -> Verdict:
    fine, coarse = (
        {(E, round(w, 6)): of_start(run) < 1 for (E, w), run in found.items()}
        for found in (
            results.by("neo_hookean_weights_stiff", "admm", "E", "w", h=1e-1),
            results.by("neo_hookean_weights_coarse", "admm", "E", "w"),
        )
    )
    moduli = dict.fromkeys(E for E, _ in coarse)
    same = [fine[E, w] == coarse[E, round(w * math.sqrt(LARGER), 6)] for E in moduli for w in OF_THESIS]
    lost = sum(fine[E, w] and not coarse[E, w] for E in moduli for w in OF_THESIS)
    first = [
        min((w / math.sqrt(E) for (E, w), helps in found.items() if helps), default=math.nan)
        for found in (fine, coarse)
    ]
    return answered(
        [
            above(lost, 0, "bodies and weights that help on the fine mesh and not on the coarse one"),
            at_least(sum(same), len(same), f"of {len(same)}, as they do with √{LARGER} times the weight"),
        ],
        fine=first[0],
        coarse=first[1],
        scaled=f"√{LARGER}" if all(same) else None,
    )


@claim(32)
def qn_converges(results: Results) -> Verdict:
    runs = grid(results, "qn")
    errors = {key: abs(final(run, "relative_error")) for key, run in runs.items()}
    level = {key: level_from(run) for key, run in runs.items()}
    solved = {key: error < SOLVED for key, error in errors.items()}
    return in_parts(
        [below(max(errors.values()), SOLVED, "QN ends at Newton's minimum; the largest relative error")],
        least=min(level.values()),
        most=max(level.values()),
        error=max(errors.values()),
    ).reaching(cases(solved, "E"), where=intervals(by_problem(solved)))
