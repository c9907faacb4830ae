"""Claims 80, 81 and 89: XPBD with multipliers that are dropped, its damping, and few iterations of it."""

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, in_parts, near
from thesis.claims.foundations import HANGS_AS
from thesis.claims.integrators import damps_more_with_larger_steps, ends
from thesis.claims.measures import effective_stiffness, stiffness_number

SETTLED, LAST = 100, 1000  # iterations of the beam
STAYS = 0.2  # change of a constraint term that stays, between these iterations
MANY = 2  # times the energy at the start


@claim(80)
def stiffness_of_xpbd(results: Results) -> Verdict:
    kept, _, beam = stays_as_stiff(results, "kept")
    dropped, softer, harder = stays_as_stiff(results, "dropped")
    pbd = change(next(iter(results.by("multipliers_beam", "pbd", "multipliers").values())))
    return in_parts(kept, beam=100 * abs(beam - 1), settled=SETTLED, last=LAST).reaching(
        {"if each iteration drops the multipliers": all(part.holds for part in dropped)},
        dropped=softer,
        dropped_beam=harder,
        pbd=pbd,
    )


def stays_as_stiff(results: Results, rule: str) -> tuple[list[Part], float, float]:
    """Whether more iterations leave a spring and a beam as stiff, and the factors by which they change."""
    runs = results.by("multipliers_spring", "xpbd", "h", "iterations", multipliers=rule).values()
    found = [effective_stiffness(run) / run.scene["anchors"]["stiffness"] for run in runs]
    worst = max(found, key=lambda ratio: abs(ratio - 1))
    beam = change(results.run("multipliers_beam", "xpbd", multipliers=rule))
    parts = [
        near(worst, 1, HANGS_AS, f"multipliers {rule}: the stiffness of a spring over its own, {worst:.4g}"),
        near(
            beam,
            1,
            STAYS,
            f"multipliers {rule}: from iteration {SETTLED} to {LAST} a beam's constraint term changes by "
            f"{beam:.2g}",
        ),
    ]
    return parts, worst, beam


def change(run: Run) -> float:
    """The factor by which the constraint term changes from iteration SETTLED to LAST."""
    return float(run.at(LAST)["constraint"] / run.at(SETTLED)["constraint"])


@claim(81)
def damping_of_xpbd(results: Results) -> Verdict:
    scenes = {
        name: results.by(f"numerical_damping_{scene}", "xpbd", "h")
        for scene, name in (("oscillator", "particle on a spring"), ("beam", "untwisting beam"))
    }
    parts = [damps_more_with_larger_steps(runs, name) for name, runs in scenes.items()]
    return in_parts(parts, **ends(scenes["untwisting beam"]))


@claim(89)
def robust_with_few_iterations(results: Results) -> Verdict:
    """The better form of XPBD counts; the time steps are far apart in E h²."""
    runs = results.by("few_iterations_neo_hookean", "xpbd", "h", "iterations", "form")
    robust: dict[tuple[float, int], bool] = {}
    for (h, n, _), run in runs.items():
        robust[h, n] = robust.get((h, n), False) or stays_whole(run)
    product = {h: stiffness_number(run) for (h, _, _), run in runs.items()}
    (small, few), (large, many) = min(robust), max(robust)
    parts = [
        Part(robust[h, n], f"h = {h:g} s, n = {n:g}: a form of XPBD keeps its tets and its energy")
        for h, n in ((small, few), (large, many), (large, few))
    ]
    return in_parts(parts, small=small, large=large, few=few, many=many).reaching(
        {
            f"at E h² = {product[h]:g} Pa s² with n = {n:g}": robust[h, n]
            for h in product
            for n in (few, many)
        },
        largest=max((product[h] for h in product if robust[h, few]), default=None),
        enough=max((product[h] for h in product if robust[h, many]), default=None),
    )


def stays_whole(run: Run) -> bool:
    """Whether no tet is inverted after the last step, and the energy stays below MANY times the first one."""
    ends = run.ends_of_steps
    most = MANY * run.first_step["total_energy"].iloc[0]
    complete = len(ends) == run.steps
    return bool(complete and ends["inverted_tets"].iloc[-1] == 0 and ends["total_energy"].max() < most)
