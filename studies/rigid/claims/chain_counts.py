"""Claims R28, R29, R31 and R32: numbers of iterations on straight chains of equal masses."""

import math

from rigid.claims.measures import (
    LENGTHS,
    NORM_NAMES,
    PARTS_REMOVED,
    begins_to_hold,
    grid,
    number,
    per_ln,
    percent,
    rounded,
    span,
    split,
)
from rigid.theory import seed
from rigid.theory.chain import (
    chain,
    counts_per_ln,
    gauss_seidel_radius,
    jacobi_radius,
    optimal_relaxation,
)
from rigid.theory.rates import NORMS, iterations_to_remove, rate
from simbench.labels import SOLVER_LABELS
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, apart, at_most, by_case, in_parts, near
from simbench.study.words import listed

EXACT = 1e-6  # of eigenvalues
MEASURED = 0.02  # largest deviation of a run's late rate from eigenvalues, by k/ln
ASYMPTOTIC = 0.05
DEFECTIVE = 0.1  # the same near a double eigenvalue, where errors decrease like k ρ^k
PARTS_OF_FIGURE_2 = (0.1, 0.5, 0.9, 0.99, 0.999, 0.9999)
AT = 0.9  # the removed share of the error in the claims on Figure 2
RIGHT = 0.1  # of the iterations in Figure 2
FIGURE_2 = {"gs": seed.eq_8_14, "jacobi": seed.eq_8_29, "sor": seed.eq_8_24}
SETTING = "straight chain, N = 10, 100, 1000, equal masses"


@claim(28)
def iterations_of_gauss_seidel(results: Results) -> Verdict:
    return _iterations(results, "gs", seed.eq_8_14, lambda n: gauss_seidel_radius(chain(n)))


@claim(29)
def jacobi_needs_twice_as_many(results: Results) -> Verdict:
    notes, by_eigenvalues, by_rates, by_counts, short = [], [], [], [], []
    for bodies in LENGTHS:
        exact = counts_per_ln(jacobi_radius(chain(bodies))) / counts_per_ln(seed.eq_8_11(bodies))
        runs = {solver: grid(results, solver)[bodies, 1.0] for solver in ("gs", "jacobi")}
        ratio = per_ln(runs["jacobi"]) / per_ln(runs["gs"])
        by_eigenvalues.append(exact)
        by_rates.append(ratio)
        notes.append(f"N = {bodies}: by eigenvalues {exact:.8g}, by late rates {ratio:.4f} times as many")
        for norm in NORMS:
            counts = {s: [iterations_to_remove(r, p, norm) for p in PARTS_REMOVED] for s, r in runs.items()}
            pairs = [pair for pair in zip(*counts.values(), strict=True) if math.isfinite(pair[1])]
            if pairs:
                ratios = [jacobi / gs for gs, jacobi in pairs]
                by_counts += ratios
                short += [2 * gs - jacobi for gs, jacobi in pairs]
                notes.append(
                    f"N = {bodies}, {NORM_NAMES[norm]}: counts to {_parts_in_words(len(ratios))} are "
                    + listed(f"{r:.3f}" for r in ratios)
                    + " times those of Gauss–Seidel"
                )
    off = [max(apart(times, 2) for times in of) for of in (by_eigenvalues, by_rates)]
    parts = [
        at_most(off[0], EXACT, "by eigenvalues it is twice as many, to this share"),
        at_most(off[1], MEASURED, "by late rates it is twice as many, to this share"),
    ]
    return in_parts(
        parts, *notes, by_rates=span(by_rates, 4), by_counts=span(by_counts, 4), short=span(short)
    )


@claim(31)
def iterations_of_sor(results: Results) -> Verdict:
    return _iterations(results, "sor", seed.eq_8_24, seed.eq_8_22, DEFECTIVE)


def _iterations(results: Results, solver: str, formula, radius, of_rate: float = MEASURED) -> Verdict:
    parts, by_counts, runs = [], [], grid(results, solver)
    off: dict[str, list[float]] = {"eigenvalues": [], "late rates": []}
    times: dict[float, list[float]] = {}
    for bodies in LENGTHS:
        said, exact = formula(bodies), counts_per_ln(radius(bodies))
        run = runs[bodies, 1.0]
        found = per_ln(run)
        off["eigenvalues"].append(apart(said, exact))
        off["late rates"].append(apart(found, exact))
        parts += [
            near(said, exact, ASYMPTOTIC, f"N = {bodies}: k/ln = {said:.5g}, by eigenvalues {exact:.5g}"),
            near(found, exact, of_rate, f"N = {bodies}: by the run's late rate {number(found)}"),
        ]
        for norm in NORMS:
            counts = [(p, iterations_to_remove(run, p, norm)) for p in PARTS_REMOVED]
            for part, count in counts:
                if math.isfinite(count):
                    times.setdefault(part, []).append(count / (said * math.log(1 / (1 - part))))
            counts = [(said * math.log(1 / (1 - p)), k) for p, k in counts if math.isfinite(k)]
            if counts:
                worst = max(counts, key=lambda pair: apart(pair[1], pair[0]))
                by_counts.append(
                    near(
                        worst[1],
                        worst[0],
                        max(ASYMPTOTIC, 1 / worst[0]),
                        f"N = {bodies}, {NORM_NAMES[norm]}: {_parts_in_words(len(counts))} after "
                        + listed(f"{k:g} (formula {f:.1f})" for f, k in counts),
                    )
                )
    where = begins_to_hold(lambda n: apart(formula(n), counts_per_ln(radius(n))), ASYMPTOTIC)
    return by_case(
        "what is counted",
        {"by rates": parts, "by counts of iterations": by_counts},
        f"k/ln is the formula's to {percent(ASYMPTOTIC)} of it {where}",
        by_eigenvalues=percent(max(off["eigenvalues"])),
        by_rates=percent(max(off["late rates"])),
        counts=listed((f"{span(of, 3)} times (to {100 * part:g} %)" for part, of in sorted(times.items()))),
        # The sentence names the double eigenvalue if the counts differ from the formula.
        multiplicity=None if all(part.holds for part in by_counts) else "double",
    )


def _parts_in_words(count: int) -> str:
    return listed(f"{100 * part:g} %" for part in PARTS_REMOVED[:count])


@claim(32)
def figure_2(results: Results) -> Verdict:
    curves, notes = {}, []
    for solver, formula in FIGURE_2.items():
        run = results.run("rigid_figure_2", solver)
        excess = []
        for norm in NORMS:
            counts = [
                (formula(10) * math.log(1 / (1 - p)), iterations_to_remove(run, p, norm))
                for p in PARTS_OF_FIGURE_2
            ]
            excess.append(max(abs(k - said) / max(1.0, RIGHT * said) for said, k in counts))
            notes.append(
                f"{solver}, {NORM_NAMES[norm]}: "
                + listed(f"{number(k)} ({said:.1f})" for said, k in counts)
                + " iterations (the figure's) for "
                + listed(f"{100 * p:g} %" for p in PARTS_OF_FIGURE_2)
            )
        needs, formula_says = iterations_to_remove(run, AT), formula(10) * math.log(1 / (1 - AT))
        words = (
            f"{SOLVER_LABELS[solver]} ({rounded(needs)} iterations to {100 * AT:g} %, the figure "
            f"{formula_says:.1f})"
        )
        curves[words] = at_most(
            max(excess), 1.0, f"{words}: off by this many iterations or tenths, in any norm"
        )
    right, wrong = split(curves)
    late = {s: rate(results.run("rigid_figure_2", s)) for s in FIGURE_2}
    of = chain(10)
    return in_parts(
        curves.values(),
        *notes,
        "late rates " + listed(f"{s} {r:.6f}" for s, r in late.items()) + ", by eigenvalues "
        f"{gauss_seidel_radius(of):.6f}, {jacobi_radius(of):.6f}, "
        f"{gauss_seidel_radius(of, optimal_relaxation(of)):.6f}",
        near=percent(RIGHT),
        right=right,
        wrong=wrong,
    )
