"""Claims R28, R29, R31 and R32: numbers of iterations on straight chains of equal masses."""

import math

from rigid.claims.formulas import ASYMPTOTIC, EXACT, OTHERS, by_eigenvalues, counted, of_formula
from rigid.claims.measures import LENGTHS, begins_to_hold, exponent, number, percent, power, span
from rigid.theory import seed
from rigid.theory.chain import chain, counts_per_ln
from rigid.theory.rates import NORMS, iterations_to_remove
from simbench.labels import SOLVER_LABELS
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, apart, at_most, in_parts, near
from simbench.study.words import listed

LINEAR = 0.1  # how far an exponent of N may be from 1
PARTS_OF_FIGURE_2 = (0.1, 0.5, 0.9, 0.99, 0.999, 0.9999)
AT = 0.9  # the removed share of the error in the answer on Figure 2
RIGHT = 0.1  # of the iterations in Figure 2
FIGURE_2 = {"gs": seed.eq_8_14, "jacobi": seed.eq_8_29, "sor": seed.eq_8_24}


@claim(28)
def iterations_of_gauss_seidel(results: Results) -> Verdict:
    return _with_counts(results, "gs", seed.eq_8_14, of_formula(results, "gs", seed.eq_8_14, ASYMPTOTIC))


@claim(29)
def jacobi_needs_twice_as_many(results: Results) -> Verdict:
    found = of_formula(results, "jacobi", lambda n: 2 * counts_per_ln(seed.eq_8_11(n)), EXACT)
    times = {w: by_eigenvalues("jacobi", of) / by_eigenvalues("gs", of) for w, of in OTHERS.items()}
    twice = {words: apart(value, 2) <= EXACT for words, value in times.items()}
    return _with_counts(results, "jacobi", seed.eq_8_29, found.reaching(twice))


@claim(31)
def iterations_of_sor(results: Results) -> Verdict:
    grows = exponent(LENGTHS, [by_eigenvalues("sor", chain(n)) for n in LENGTHS])
    linear = near(grows, 1, LINEAR, f"k/ln grows like N^{power(grows)}")
    found = of_formula(results, "sor", seed.eq_8_24, ASYMPTOTIC, [linear])
    return _with_counts(results, "sor", seed.eq_8_24, found).reaching({}, power=power(grows))


def _with_counts(results: Results, solver: str, formula, found: Verdict) -> Verdict:
    agree, counts = counted(results, solver, formula)
    where = begins_to_hold(lambda n: apart(formula(n), by_eigenvalues(solver, chain(n))), ASYMPTOTIC)
    return found.reaching(
        {"for counts of iterations from the start": agree},
        counts=counts,
        asymptotic=percent(ASYMPTOTIC),
        where=where,
    )


@claim(32)
def figure_2(results: Results) -> Verdict:
    """The image of the figure is lost: its caption decides, and what it may have drawn is the reach."""
    relaxation = float(results.run("rigid_figure_2", "sor").first_step["relaxation"].iloc[-1])
    parts = [at_most(abs(relaxation - 1.5), 0.05, f"the best relaxation is {relaxation:.4g}")]
    cases, notes, times = {}, [], {}
    for solver, formula in FIGURE_2.items():
        run = results.run("rigid_figure_2", solver)
        expected = [formula(10) * math.log(1 / (1 - part)) for part in PARTS_OF_FIGURE_2]
        counts = {n: [iterations_to_remove(run, part, n) for part in PARTS_OF_FIGURE_2] for n in NORMS}
        off = [
            abs(k - said) / max(1, RIGHT * said)
            for of in counts.values()
            for k, said in zip(of, expected, strict=True)
        ]
        cases[f"for a curve of {SOLVER_LABELS[solver]} by its formula"] = max(off) <= 1
        at = PARTS_OF_FIGURE_2.index(AT)
        times[solver] = span((of[at] / expected[at] for of in counts.values()), 2)
        notes.append(
            f"{SOLVER_LABELS[solver]}: {listed(map(number, counts['energy']))} iterations, by the formula "
            f"{listed(f'{said:.1f}' for said in expected)}, for "
            + listed(f"{100 * part:g} %" for part in PARTS_OF_FIGURE_2)
        )
    return in_parts(parts, *notes, relaxation=f"{relaxation:.3f}").reaching(
        cases, at=f"{100 * AT:g}", near=percent(RIGHT), **times
    )
