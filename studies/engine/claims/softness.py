"""Claims E1 to E4: how stiff a bar looks over the iterations and the time steps of a frame."""

import json

from engine.claims.measures import SOLVERS, STEEL, VISIBLE, by_solver, exact_sag, millimetres, sag, two_digits
from simbench.study import Results, Verdict, above, at_most, claim, near

ALIKE = 0.2  # two sags are alike if they differ by no more than this share
LESS = 1 / 2  # a bar is clearly stiffer if it sags by no more than this share


@claim(1)
def steel_looks_soft(results: Results) -> Verdict:
    sags = {solver: sag(results.run("bar_iterations", solver, k=STEEL, iterations=10)) for solver in SOLVERS}
    parts = {
        solver: above(
            share, VISIBLE, f"the bar, a metre long, sags by {millimetres(share)}; as a share of its length"
        )
        for solver, share in sags.items()
    }
    words = {solver: millimetres(share) for solver, share in sags.items()}
    return by_solver(parts, words, exact=millimetres(exact_sag(results)))


@claim(2)
def stiffness_does_not_matter(results: Results) -> Verdict:
    sags = {
        solver: {k: sag(run) for k, run in results.by("bar_iterations", solver, "k", iterations=10).items()}
        for solver in SOLVERS
    }
    words = {
        solver: f"{millimetres(of_solver[STEEL])} and {millimetres(of_solver[min(of_solver)])}"
        for solver, of_solver in sags.items()
    }
    parts = {
        solver: near(
            of_solver[min(of_solver)],
            of_solver[STEEL],
            ALIKE,
            f"steel and the soft bar sag by {words[solver]}",
        )
        for solver, of_solver in sags.items()
    }
    return by_solver(parts, words)


@claim(3)
def more_iterations_are_stiffer(results: Results) -> Verdict:
    parts, words = {}, {}
    for solver in SOLVERS:
        few, many = (
            sag(results.run("bar_iterations", solver, k=STEEL, iterations=count)) for count in (10, 100)
        )
        words[solver] = f"{millimetres(few)} and {millimetres(many)}"
        finding = (
            f"the bar sags by {words[solver]} with 10 and 100 iterations a frame; the difference in metres"
        )
        parts[solver] = above(few - many, VISIBLE, finding)
    return by_solver(parts, words)


@claim(4)
def small_steps_are_stiffer(results: Results) -> Verdict:
    parts, words = {}, {}
    for solver in SOLVERS:
        sags = {
            json.loads(step)["iterations"]: sag(run)
            for step, run in results.by("bar_steps", solver, "step").items()
        }
        words[solver] = f"{two_digits(sags[10] / sags[1])} times"
        finding = (
            f"the bar sags by {millimetres(sags[10])} with ten iterations of a step, and by "
            f"{millimetres(sags[1])} with ten steps of one iteration; the ratio"
        )
        parts[solver] = at_most(sags[1] / sags[10], LESS, finding)
    return by_solver(parts, words)
