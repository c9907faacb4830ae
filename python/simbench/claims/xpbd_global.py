"""Claim 33: XPBD's linear system solved globally, on the thesis's untwisting beam."""

from simbench.claims import Part, Verdict, claim, verdict_by
from simbench.claims.measures import final, first_iteration, listed
from simbench.claims.results import Results
from simbench.results import Run

SETTINGS = ((1e-2, 1e8), (1e-1, 1e9))
SOLVED = 1e-9  # multiplier residual below which the system counts as solved, as a share of XPBD's
RULES = {
    "full": "full steps",
    "line_search_on_residual": "a line search on the residual",
    "line_search_on_objective": "a line search on f",
}


@claim(
    33,
    "Untwist, left open: would XPBD's constraint term fall further if its system were solved globally "
    "instead of by sweeps?",
)
def constraint_term_of_the_global_system(results: Results) -> Verdict:
    def judge(h: float, k: float) -> list[Part]:
        def globally(keep_g: bool) -> dict[tuple[str, str], Run]:
            axes = ("constraint", "rule")
            return results.by("xpbd_global", "xpbd_global", *axes, h=h, k=k, keep_g=keep_g)

        sweeps = results.run("xpbd_global", "xpbd", h=h, k=k)
        ends = {variant: final(run, "constraint") for variant, run in globally(False).items()}
        best = min(ends, key=ends.get)
        solved = globally(False)["vector", "full"]
        kept = {variant: first_iteration(run, 1e-6) for variant, run in globally(True).items()}
        reached = {variant: count for variant, count in kept.items() if count is not None}
        return [
            Part(
                ends[best] < final(sweeps, "constraint"),
                f"the constraint term ends at {final(sweeps, 'constraint'):.4g} J after 1000 sweeps, and at "
                f"{ends[best]:.4g} J at least after 100 global solves ({_words(best)})",
            ),
            Part(
                True,
                "global solves end at "
                + listed(f"{end:.3g} J ({_words(variant)})" for variant, end in ends.items()),
            ),
            Part(
                final(solved, "multiplier_residual") < SOLVED * final(sweeps, "multiplier_residual"),
                f"with vector constraints and full steps the system is solved, C + α̃λ falls to "
                f"{final(solved, 'multiplier_residual'):.1e} √J (sweeps "
                f"{final(sweeps, 'multiplier_residual'):.2g}), "
                f"and what is left of the gradient is g: {final(solved, 'gradient_residual'):.3g} of "
                f"{final(solved, 'gradient_norm'):.3g} N (sweeps {final(sweeps, 'gradient_residual'):.3g} of "
                f"{final(sweeps, 'gradient_norm'):.3g} N)",
            ),
            Part(
                True,
                "with g kept an error of 1e-6 is reached by "
                + (listed(f"{_words(v)} after {n}" for v, n in reached.items()) or "none"),
            ),
        ]

    cases = {f"h = {h:g} s, k = {k:g} Pa": judge(h, k) for h, k in SETTINGS}
    return verdict_by("the setting", cases)


def _words(variant: tuple[str, str]) -> str:
    return f"{variant[0]}, {RULES[variant[1]]}"
