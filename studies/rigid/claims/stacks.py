"""Claims R70 to R72: what Giles et al. 2025 and Catto 2024 say of stacks of boxes."""

import math

from rigid.claims.measures import number, rounded
from rigid.claims.stack_measures import STANDS, displacement, lowest_edge
from rigid.claims.units import PUBLISHED, constants
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_least, at_most, by_case
from simbench.study.words import listed

FOLLOWING = "s = heavier mass"
# Overlaps over the edge of the block. A block whose middle is reached is crushed; a tenth of an edge can
# hardly be seen in a picture of the stack.
CRUSHED, MAINTAINED = 0.5, 0.1
# Edges: tops whose distances differ by less are equally far. Boxes settle by some thousandths of an edge.
SAME = 0.01
WARM = {"gs": "gs, warm", "si": "si, warm", "soft_step": "soft_step"}  # dual methods that begin warm
SUBSTEPPED = {
    "gs": ("gs", {"warm_start": 0}),
    "gs, warm": ("gs", {"warm_start": 1}),
    "si": ("si", {"si_warm_start": 0}),
    "si, warm": ("si", {"si_warm_start": 1}),
    "soft_step": ("soft_step", {}),
    "avbd, demonstration": ("avbd", {"ramp": 1e5}),
    f"avbd, {FOLLOWING}": ("avbd", {"ramp": 0}),
}


def by_constants(results: Results, sweep: str, *axes: str) -> dict[str, dict]:
    """AVBD's runs by its constants, and by these axes."""
    found: dict[str, dict] = {}
    for (s, growth, *key), run in results.by(sweep, "avbd", "s", "ramp", *axes).items():
        found.setdefault(constants(s, growth), {})[tuple(key)] = run
    return found


def largest_overlap(run: Run) -> float:
    """Of two bodies at the end of any frame, over the edge of the lowest box."""
    overlaps = run.ends_of_steps["penetration"]  # empty in frames without contacts
    if run.manifest["status"] != "max_iterations":
        return math.inf
    return float(overlaps.max()) / lowest_edge(run)


@claim(70)
def growing_stack(results: Results) -> Verdict:
    impulses = {
        "cold" if warm == 0 else "warm": largest_overlap(run)
        for warm, run in results.by("rigid_growing_stack", "si", "si_warm_start").items()
    }
    found = {words: of[()] for words, of in by_constants(results, "rigid_growing_stack").items()}
    overlaps = {words: largest_overlap(run) for words, run in found.items()}
    cases = {
        words: [
            at_least(min(impulses.values()), CRUSHED, f"sequential impulses: overlaps of {_each(impulses)}"),
            at_most(overlaps[words], MAINTAINED, f"AVBD: an overlap of {number(overlaps[words])}"),
        ]
        for words in PUBLISHED.values()
    }
    return by_case(
        "AVBD's constants",
        cases,
        f"AVBD with {FOLLOWING}: an overlap of {number(overlaps[FOLLOWING])}",
        *(
            f"AVBD, {words}: the top moves by {number(displacement(run))} edges"
            for words, run in found.items()
        ),
        impulses=_each(impulses),
        primal=_each(overlaps),
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
    cold = results.by("rigid_heavy_top", "xpbd", "top")
    equal, heaviest = min(cold), max(cold)
    sound = {words: of[heaviest] for words, of in duals.items() if of[equal] < STANDS}
    primal = {
        words: {top: displacement(run) for (top,), run in of.items()}
        for words, of in by_constants(results, "rigid_heavy_top", "top").items()
    }
    # A method that does not hold equal masses tells nothing about mass ratios.
    judged = {words: of for words, of in primal.items() if words in PUBLISHED.values() and of[equal] < STANDS}
    cases = {
        words: [
            at_least(
                min(sound.values(), default=0),
                STANDS,
                f"dual methods that hold equal masses: the top moves by {_each(sound)} edges",
            ),
            at_most(max(of.values()), STANDS, f"AVBD: the top moves by {_by_top(of)} edges"),
        ]
        for words, of in judged.items()
    }
    notes = [f"{words}: the top moves by {_by_top(of)} edges" for words, of in duals.items()]
    notes += [f"AVBD, {words}: {_by_top(of)} edges" for words, of in primal.items() if words not in judged]
    notes.append(f"xpbd, cold: {_by_top({top: displacement(run) for top, run in cold.items()})} edges")
    return by_case(
        "AVBD's constants",
        cases,
        *notes,
        duals=listed(f"{_holds_until(of)} ({words})" for words, of in duals.items()),
        primal=listed(f"{_holds_until(of)} ({words})" for words, of in primal.items()),
        heaviest=rounded(heaviest),
    )


def _by_top(of: dict[float, float]) -> str:
    return listed(f"{number(moved)} ({top:g})" for top, moved in of.items())


def _holds_until(of: dict[float, float]) -> str:
    """The largest ratio up to which the stack stands."""
    first = next((place for place, moved in enumerate(of.values()) if moved >= STANDS), len(of))
    return f"{list(of)[first - 1]:g}" if first else "at none"


@claim(72)
def smaller_steps(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    names: dict[str, list[str]] = {"best": [], "worse": [], "falls": [], "mended": []}
    for words, (solver, setting) in SUBSTEPPED.items():
        for top in (1, 10):
            runs = results.by("rigid_stack_substeps", solver, "substeps", top=top, **setting)
            moved = {n: displacement(run) for n, run in runs.items()}
            most = max(moved)
            fewer = min(value for n, value in moved.items() if n < most)
            case = f"{words} with {top} kg"
            each = listed(f"{number(value)} (n = {n:g})" for n, value in moved.items())
            # A stack that falls gains nothing from smaller steps, however far its top gets.
            further = moved[most] - fewer if moved[most] < STANDS else math.inf
            cases[case] = [
                at_most(
                    further, SAME, f"the top moves further than with fewer substeps, in all by {each} edges"
                )
            ]
            if further == math.inf:
                names["falls"].append(case)
                names["mended"] += [case] * (fewer < STANDS)
            else:
                names["best" if further <= SAME else "worse"].append(case)
    said = [f"{most:g} substeps of one sweep are best, or as good as the best, for: {_named(names['best'])}."]
    if names["worse"]:
        said.append(f"The stack stands, but fewer substeps move its top less, for: {_named(names['worse'])}.")
    if names["falls"]:
        said.append(f"The stack falls with {most:g} substeps for: {_named(names['falls'])}.")
    if names["mended"]:
        said.append(f"Of these it stands with fewer substeps for: {_named(names['mended'])}.")
    return by_case("the solver and the masses", cases, said=" ".join(said))


def _named(cases: list[str]) -> str:
    return "; ".join(cases) or "none"
