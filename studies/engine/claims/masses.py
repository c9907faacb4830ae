"""Claim E5: a rope with a heavy tip."""

from engine.claims.measures import VISIBLE, by_solver, two_digits
from simbench import Run
from simbench.study import Results, Verdict, above, claim

RIGID = ("gs", "xpbd", "jacobi", "avbd", "si", "soft_step", "direct")
RATIO = 100


def stretch(run: Run) -> float:
    """The largest stretch of a joint [m], a mean over the second half of the frames."""
    stretches = run.ends_of_frames["largest_stretch"]
    return float(stretches.iloc[len(stretches) // 2 :].mean())


@claim(5)
def heavy_tip_stretches_a_rope(results: Results) -> Verdict:
    parts, words = {}, {}
    for solver in RIGID:
        light, heavy = (stretch(results.run("rope_masses", solver, tip=mass)) for mass in (1, RATIO))
        words[solver] = f"{two_digits(100 * light)} and {two_digits(100 * heavy)} cm"
        finding = (
            f"a joint stretches by {words[solver]} with a tip of 1 and {RATIO} kg; the second one in metres"
        )
        parts[solver] = above(heavy, VISIBLE, finding)
    return by_solver(parts, words)
