"""Question E5: a rope with a heavy tip."""

from engine.claims.measures import VISIBLE, by_solver, reaching, show_it, together, two_digits
from simbench import Run
from simbench.labels import solver_label
from simbench.study import Part, Results, Verdict, above, claim

RIGID = ("gs", "xpbd", "jacobi", "avbd", "si", "soft_step", "direct")
RATIO = 100


def stretch(run: Run) -> float:
    """The largest stretch of a joint [m], a mean over the second half of the frames."""
    stretches = run.ends_of_frames["largest_stretch"]
    return float(stretches.iloc[len(stretches) // 2 :].mean())


def name_of(solver: str) -> str:
    return "the direct solver" if solver == "direct" else solver_label(solver)


@claim(5)
def heavy_tip_stretches_a_rope(results: Results) -> Verdict:
    found = {
        solver: {tip: stretch(run) for tip, run in results.by("rope_masses", solver, "tip").items()}
        for solver in RIGID
    }

    def parts(tip: float) -> dict[str, Part]:
        words = "a joint stretches by {} cm with a tip of 1 kg; with the heavier one, in metres"
        return {
            solver: above(of[tip], VISIBLE, words.format(two_digits(100 * of[1])))
            for solver, of in found.items()
        }

    judged = parts(RATIO)
    sizes = {
        name: {solver: 100 * of[tip] for solver, of in found.items()}
        for name, tip in (("light", 1), ("heavy", RATIO))
    }
    cases = {
        f"with {tip:g} kg": show_it(parts(tip)) == show_it(judged)
        for tip in found["gs"]
        if tip not in (1, RATIO)
    }
    earlier = [name_of(solver) for solver in RIGID if parts(10)[solver].holds]
    return reaching(by_solver(judged, sizes, name_of), cases, earlier=together(earlier))
