"""Claims 80 and 81: XPBD with multipliers that are dropped in each iteration, and XPBD's own damping."""

import math
from itertools import pairwise

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, about, above, at_most, by_case, near
from simbench.study.words import listed
from thesis.claims.measures import effective_stiffness

MULTIPLIERS = ("kept", "dropped")
HANGS_AS = 1e-6  # relative error of a stiffness that is right
SETTLED, LAST = 100, 1000  # iterations of the beam
STAYS = 0.2  # change of a constraint term that stays, between these iterations
DAMPED_SCENES = {"oscillator": "particle on a spring", "beam": "untwisting beam"}


@claim(80)
def stiffness_of_xpbd_with_dropped_multipliers(results: Results) -> Verdict:
    cases, stiffnesses, changes = {}, {}, {}
    for rule in MULTIPLIERS:
        springs = results.by("multipliers_spring", "xpbd", "h", "iterations", multipliers=rule)
        given = next(iter(springs.values())).scene["anchors"]["stiffness"]
        found = {setting: effective_stiffness(run) for setting, run in springs.items()}
        h = max(h for h, _ in found)
        by_count = {n: stiffness for (step, n), stiffness in found.items() if step == h}
        stiffnesses[rule] = " and ".join(
            f"{by_count[n]:.4g} N/m with n = {n:g}" for n in (min(by_count), max(by_count))
        )
        changes[rule] = change(results.run("multipliers_beam", "xpbd", multipliers=rule))
        cases[rule] = [
            at_most(
                max(abs(stiffness / given - 1) for stiffness in found.values()),
                HANGS_AS,
                f"a spring of {given:g} N/m has {stiffnesses[rule]} iterations of h = {h:g} s; the "
                "largest relative error",
            ),
            near(
                changes[rule],
                1,
                STAYS,
                f"from iteration {SETTLED} to {LAST} a beam's constraint term changes by {changes[rule]:.2g}",
            ),
        ]
    return by_case(
        "whether multipliers are kept",
        cases,
        springs=stiffnesses,
        beams=changes,
        pbd=change(next(iter(results.by("multipliers_beam", "pbd", "multipliers").values()))),
        settled=SETTLED,
        last=LAST,
    )


def change(run: Run) -> float:
    """The factor by which the constraint term changes from iteration SETTLED to LAST."""
    return float(run.at(LAST)["constraint"] / run.at(SETTLED)["constraint"])


@claim(81)
def damping_of_xpbd(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    said = []
    for scene, name in DAMPED_SCENES.items():
        numerical = results.by(f"numerical_damping_{scene}", "xpbd", "h")
        steps = sorted(numerical, reverse=True)
        losses = {h: damping(numerical[h]) for h in steps}
        least = min(losses[larger] - losses[smaller] for larger, smaller in pairwise(steps))
        added = results.by(f"added_damping_{scene}", "xpbd", "damping")
        smallest = steps[-1]
        ratios = {
            smallest + tau: damping(run) / losses[nearest(steps, smallest + tau)]
            for tau, run in added.items()
        }
        worst = max(ratios.values(), key=lambda ratio: abs(ratio - 1))
        words = listed(f"{loss:.3g} (h = {h:g} s)" for h, loss in losses.items())
        of_dampers = listed(f"{ratio:.3g} (h = {h:g} s)" for h, ratio in ratios.items() if h > smallest)
        cases[name] = [
            above(
                least, 0, f"ln of the energy at the start over the energy left: {words}; from h to h at least"
            ),
            about(
                worst,
                1,
                f"with h = {smallest:g} s and τ = h − {smallest:g} s that is, times as much: {of_dampers}",
            ),
        ]
        said.append(
            f"the {name} has {energy_left(numerical[steps[0]]):.3g} J with h = {steps[0]:g} s, and "
            f"{energy_left(numerical[smallest]):.3g} J with h = {smallest:g} s, or with a damper of τ = "
            f"{steps[0] - smallest:g} s {energy_left(added[nearest(added, steps[0] - smallest)]):.3g}"
            " J"
        )
    return by_case("the scene", cases, said="; ".join(said))


def nearest(numbers, number: float) -> float:
    return min(numbers, key=lambda other: abs(other - number))


def energy_left(run: Run) -> float:
    """[J] at the end of the last step."""
    return float(run.ends_of_steps["total_energy"].iloc[-1])


def damping(run: Run) -> float:
    """ln of the energy before the first step over the energy after the last one."""
    return math.log(float(run.first_step["total_energy"].iloc[0]) / energy_left(run))
