"""Claim 33: XPBD's linear system solved globally, on the thesis's untwisting beam."""

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, below, by_case
from simbench.study.words import listed
from thesis.claims.measures import final, first_iteration

SETTINGS = ((1e-2, 1e8), (1e-1, 1e9))
RULES = {
    "full": "full steps",
    "line_search_on_residual": "a line search on the residual",
    "line_search_on_objective": "a line search on f",
}


@claim(33)
def constraint_term_of_the_global_system(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    said, notes = (
        [],
        [],
    )  # the claim covers neither the accuracy of the solve nor the system that keeps g
    for h, k in SETTINGS:
        where = f"h = {h:g} s, k = {k:g} Pa"
        sweeps = results.run("xpbd_global", "xpbd", h=h, k=k)
        runs = results.by("xpbd_global", "xpbd_global", "constraint", "rule", "keep_g", h=h, k=k)
        for more in (sweeps, results.run("xpbd_long", "xpbd", h=h, k=k)):
            against = f"{where}, {_iterations(more)} sweeps"
            term = final(more, "constraint")
            lower = []
            for (constraint, rule, keep_g), run in runs.items():
                if keep_g:
                    continue
                words = (
                    f"constraint terms in J after {_iterations(run)} solves and {_iterations(more)} sweeps"
                )
                part = below(final(run, "constraint"), term, words)
                cases[f"{against}, {_words(constraint, rule)}"] = [part]
                if part.holds:
                    lower.append(f"{_words(constraint, rule)} ({part.measured:.4g} J)")
            said.append(
                f"{against}: {term:.4g} J, at most 1000 solves end lower with {'; '.join(lower) or 'none'}."
            )
        solved = runs["vector", "full", False]
        notes.append(
            f"{where}: with {_words('vector', 'full')} C + α̃λ falls to "
            f"{final(solved, 'multiplier_residual'):.1e} √J (sweeps "
            f"{final(sweeps, 'multiplier_residual'):.2g}), and what is left of the gradient is g: "
            f"{final(solved, 'gradient_residual'):.3g} of {final(solved, 'gradient_norm'):.3g} N (sweeps "
            f"{final(sweeps, 'gradient_residual'):.3g} of {final(sweeps, 'gradient_norm'):.3g} N)"
        )
        kept = {
            _words(constraint, rule): first_iteration(run, 1e-6)
            for (constraint, rule, keep_g), run in runs.items()
            if keep_g
        }
        reached = listed(f"{name} after {count}" for name, count in kept.items() if count is not None)
        notes.append(f"{where}: with g kept an error of 1e-6 is reached by {reached or 'none'}")
    return by_case(
        "the setting, the number of sweeps, the constraint and the rule for the step",
        cases,
        *notes,
        said=" ".join(said),
    )


def _iterations(run: Run) -> int:
    return int(run.first_step["iteration"].iloc[-1])


def _words(constraint: str, rule: str) -> str:
    return f"{constraint} constraints and {RULES[rule]}"
