"""Claims R70 to R72: what Giles et al. 2025 and Catto 2024 say of stacks of boxes."""

import math

from rigid.claims.measures import number, rounded, span
from rigid.claims.stack_measures import STANDS, by_constants, displacement, lowest_edge, unit_of_stack
from rigid.claims.units import DEMONSTRATION, PUBLISHED
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_least, at_most, in_parts
from simbench.study.words import listed, together

FOLLOWING = "s = heavier mass"
# Overlaps over the edge of the block. A block whose middle is reached is crushed; a tenth of an edge can
# hardly be seen in a picture of the stack.
CRUSHED, MAINTAINED = 0.5, 0.1
# Edges: tops whose distances differ by less are equally far. Boxes settle by some thousandths of an edge.
SAME = 0.01
GAUSS_SEIDEL, IMPULSES, CATTO = "Gauss–Seidel", "sequential impulses", "soft step"
# Dual methods that begin warm.
WARM = {"gs": f"{GAUSS_SEIDEL}, warm", "si": f"{IMPULSES}, warm", "soft_step": CATTO}
SUBSTEPPED = {
    GAUSS_SEIDEL: ("gs", {"warm_start": 0}),
    f"{GAUSS_SEIDEL}, warm": ("gs", {"warm_start": 1}),
    IMPULSES: ("si", {"si_warm_start": 0}),
    f"{IMPULSES}, warm": ("si", {"si_warm_start": 1}),
    CATTO: ("soft_step", {}),
    f"AVBD, {DEMONSTRATION}": ("avbd", {"ramp": 1e5}),
    f"AVBD, {FOLLOWING}": ("avbd", {"ramp": 0}),
}


def largest_overlap(run: Run) -> float:
    """Of two bodies at the end of any frame, over the edge of the lowest box."""
    overlaps = run.ends_of_steps["penetration"]  # empty in frames without contacts
    if run.manifest["status"] != "max_iterations":
        return math.inf
    return float(overlaps.max()) / lowest_edge(run)


@claim(70)
def growing_stack(results: Results) -> Verdict:
    """The figure's constants are not at hand: AVBD "can" maintain the contacts if published ones do."""
    impulses = {
        "cold" if warm == 0 else "warm": largest_overlap(run)
        for warm, run in results.by("rigid_growing_stack", "si", "si_warm_start").items()
    }
    found = {words: of[()] for words, of in by_constants(results, "rigid_growing_stack").items()}
    overlaps = {words: largest_overlap(run) for words, run in found.items()}
    best = min(PUBLISHED.values(), key=overlaps.get)
    return in_parts(
        [
            at_least(min(impulses.values()), CRUSHED, f"sequential impulses: overlaps of {_each(impulses)}"),
            at_most(overlaps[best], MAINTAINED, f"AVBD with the constants of the {best}: the overlap"),
        ],
        f"AVBD: overlaps of {_each(overlaps)}",
        impulses=_each(impulses),
        best=best,
        overlap=_far(overlaps[best]),
    ).reaching(
        {f"for AVBD with {words}": overlap <= MAINTAINED for words, overlap in overlaps.items()},
        others=_each({words: overlap for words, overlap in overlaps.items() if words != best}),
    )


def _each(values: dict[str, float]) -> str:
    return listed(f"{_far(value)} ({words})" for words, value in values.items())


def _far(value: float) -> str:
    return rounded(value) if math.isfinite(value) else "beyond all bounds"


@claim(71)
def heavy_top(results: Results) -> Verdict:
    duals = {
        words: {top: displacement(run) for top, run in results.by("rigid_heavy_top", solver, "top").items()}
        for solver, words in WARM.items()
    }
    primal = {
        words: {top: displacement(run) for (top,), run in of.items()}
        for words, of in by_constants(results, "rigid_heavy_top", "top").items()
    }
    equal, heaviest = (end(primal[DEMONSTRATION]) for end in (min, max))
    # A method that does not hold equal masses tells nothing about mass ratios.
    sound = {words: of[heaviest] for words, of in duals.items() if of[equal] < STANDS}
    units = unit_of_stack(results)
    parts = [
        at_least(
            min(sound.values(), default=0),
            STANDS,
            f"dual methods that hold equal masses: the top moves by {_each(sound)} edges",
        ),
        at_most(
            max(primal[DEMONSTRATION].values()), STANDS, "AVBD: the top moves by this many edges at most"
        ),
    ]
    moved = {f"{words}, by the mass of the top": of for words, of in (duals | primal).items()}
    moved |= {f"{words}, a ten times as heavy top, by the mass of a box": of for words, of in units.items()}
    fallen = [mass for mass, way in units[DEMONSTRATION].items() if not way < STANDS]
    return in_parts(
        parts,
        *(f"{words}: the top moves by {_by_mass(of)} edges" for words, of in moved.items()),
        heaviest=rounded(heaviest),
        duals=listed(f"{_holds_until(of)} ({words})" for words, of in duals.items()),
    ).reaching(
        {
            f"for AVBD with {words}": max(of.values()) < STANDS
            for words, of in primal.items()
            if words != DEMONSTRATION
        }
        | {f"for boxes of {mass:g} kg": way < STANDS for mass, way in units[DEMONSTRATION].items()},
        primal=listed(
            f"{_holds_until(of)} ({words})" for words, of in primal.items() if words != DEMONSTRATION
        ),
        stand=f"{span((m for m in units[DEMONSTRATION] if m not in fallen), 1)} kg",
        fall=" and ".join(f"{rounded(mass, 1)} kg" for mass in fallen) or None,
        following=span(units[FOLLOWING].values()),
    )


def _by_mass(of: dict[float, float]) -> str:
    return listed(f"{number(moved)} ({mass:g})" for mass, moved in of.items())


def _holds_until(of: dict[float, float]) -> str:
    """The largest ratio up to which the stack stands, or "none"."""
    first = next((place for place, moved in enumerate(of.values()) if moved >= STANDS), len(of))
    return f"{list(of)[first - 1]:g}" if first else "none"


@claim(72)
def smaller_steps(results: Results) -> Verdict:
    """The reported solver is `soft_step`, whose steps are small; other solvers are the reach."""
    parts: dict[str, list[Part]] = {}
    for words, (solver, setting) in SUBSTEPPED.items():
        for top in (1, 10):
            runs = results.by("rigid_stack_substeps", solver, "substeps", top=top, **setting)
            moved = {n: displacement(run) for n, run in runs.items()}
            most = max(moved)
            # A stack that falls gains nothing from smaller steps, however far its top gets.
            stands = moved[most] < STANDS
            further = moved[most] - moved[1] if stands else math.inf
            each = listed(f"{number(value)} (n = {n:g})" for n, value in moved.items())
            end = "the last minus the first" if stands else "the stack falls"
            finding = f"{words}, top of {top} kg: the top moves by {each} edges; {end}"
            parts.setdefault(words, []).append(at_most(further, SAME, finding))
    cases = {words: all(part.holds for part in of) for words, of in parts.items()}
    fallen = [words for words, of in parts.items() if any(part.measured == math.inf for part in of)]
    own = parts.pop(CATTO)
    return in_parts(
        own,
        *(finding for of in parts.values() for finding in in_parts(of).findings),
        most=f"{most:g}",
        gained=span(-part.measured for part in own),
    ).reaching(
        {f"under {words}": holds for words, holds in cases.items() if words != CATTO},
        fallen=together(fallen, "; ", "; ") or None,
    )
