"""Claims R69 to R72: what Müller et al. 2020, Giles et al. 2025 and Catto 2024 say of stacks of boxes."""

import math

from rigid.claims.measures import number, rounded, settled, span
from rigid.claims.peers import TIES
from rigid.claims.stack_measures import STANDS, displacement, height, stands
from rigid.claims.units import PUBLISHED, constants
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_least, at_most, by_case, in_parts
from simbench.study.words import listed

FOLLOWING = "s = heavier mass"
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


@claim(69)
def updated_directions(results: Results) -> Verdict:
    axes = ("system", "iterations", "warm_start", "update")
    runs = results.by("rigid_tall_stacks", "gs", *axes)
    pairs: dict[tuple, dict[str, Run]] = {}
    for (_, sweeps, warm, update), run in runs.items():
        pairs.setdefault((height(run), sweeps, warm), {})[update] = run
    fallen, frozen = (
        {key for key, pair in pairs.items() if not stands(pair[update])} for update in ("nonlinear", "linear")
    )
    prevented = [key for key in pairs if key in fallen - frozen]
    exact = {height(run): run for run in results.by("rigid_tall_stacks_exact", "direct", "system").values()}
    return in_parts(
        [
            at_least(len(fallen), 1, f"{len(fallen)} stacks fall with directions that are updated"),
            at_least(len(prevented), 1, f"{len(prevented)} of them stand with those of the start"),
        ],
        *(
            f"{_stack(key)}: the top moves by {number(displacement(pair['nonlinear']))} edges with "
            f"directions that are updated, by {number(displacement(pair['linear']))} with those of the start"
            for key, pair in pairs.items()
        ),
        enough=_enough(pairs, fallen, frozen),
        prevented="; ".join(_stack(key) for key in prevented) or "none",
        exact=listed(boxes for boxes, run in exact.items() if stands(run)) or "none",
    )


def _stack(key: tuple) -> str:
    boxes, sweeps, warm = key
    return f"{boxes} boxes, {sweeps:g} sweeps, {'warm' if warm else 'cold'}"


def _enough(pairs: dict[tuple, dict], fallen: set[tuple], frozen: set[tuple]) -> str:
    """From how many sweeps on a stack stands, with both kinds of directions, by its height and start."""
    words = []
    for boxes, warm in dict.fromkeys((boxes, warm) for boxes, _, warm in pairs):
        tried = [sweeps for n, sweeps, w in pairs if (n, w) == (boxes, warm)]

        def least(fall: set[tuple], boxes=boxes, warm=warm, tried=tried) -> str:
            most = max((sweeps for n, sweeps, w in fall if (n, w) == (boxes, warm)), default=0)
            enough = [sweeps for sweeps in tried if sweeps > most]
            return f"{min(enough):g}" if enough else f"more than {max(tried):g}"

        start = "warm" if warm else "cold"
        words.append(f"{least(fallen)} and {least(frozen)} ({boxes} boxes, {start})")
    return listed(words)


def by_constants(results: Results, sweep: str, *axes: str) -> dict[str, dict]:
    """AVBD's runs by its constants, and by these axes."""
    found: dict[str, dict] = {}
    for (s, growth, *key), run in results.by(sweep, "avbd", "s", "ramp", *axes).items():
        found.setdefault(constants(s, growth), {})[tuple(key)] = run
    return found


@claim(70)
def growing_stack(results: Results) -> Verdict:
    impulses = results.by("rigid_growing_stack", "si", "si_warm_start")
    least = min(map(displacement, impulses.values()))
    found = {words: of[()] for words, of in by_constants(results, "rigid_growing_stack").items()}
    moves = {words: displacement(run) for words, run in found.items()}
    cases = {
        words: [
            above(least, STANDS, f"sequential impulses: the top moves by {number(least)} edges or more"),
            at_most(moves[words], STANDS, f"AVBD: the top moves by {number(moves[words])} edges"),
        ]
        for words in PUBLISHED.values()
    }
    return by_case(
        "AVBD's constants",
        cases,
        f"AVBD with {FOLLOWING}: the top moves by {number(moves[FOLLOWING])} edges",
        impulses=rounded(least),
        moves=listed(f"{_far(value)} ({words})" for words, value in moves.items()),
        overlaps=listed(
            f"{rounded(settled(run, 'penetration'))} m ({words})"
            for words, run in found.items()
            if stands(run)
        )
        or "none stands",
    )


def _far(value: float) -> str:
    return rounded(value) if math.isfinite(value) else "out of sight"


@claim(71)
def heavy_top(results: Results) -> Verdict:
    duals = {
        words: {top: displacement(run) for top, run in results.by("rigid_heavy_top", solver, "top").items()}
        for solver, words in WARM.items()
    }
    cold = results.by("rigid_heavy_top", "xpbd", "top")
    equal, heaviest = min(cold), max(cold)
    sound = [words for words, of in duals.items() if of[equal] < STANDS]
    fallen = [words for words in sound if duals[words][heaviest] >= STANDS]
    primal = {
        words: {top: displacement(run) for (top,), run in of.items()}
        for words, of in by_constants(results, "rigid_heavy_top", "top").items()
    }
    cases = {
        words: [
            at_least(
                len(fallen),
                len(sound),
                f"of {len(sound)} dual methods that hold equal masses {len(fallen)} fall at {heaviest:g}",
            ),
            at_most(max(of.values()), STANDS, f"AVBD: the top moves by {_by_top(of)} edges"),
        ]
        for words, of in primal.items()
    }
    return by_case(
        "AVBD's constants",
        cases,
        *(f"{words}: the top moves by {_by_top(of)} edges" for words, of in duals.items()),
        f"xpbd, cold: {_by_top({top: displacement(run) for top, run in cold.items()})} edges",
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
    times_worse = []
    for words, (solver, setting) in SUBSTEPPED.items():
        parts = cases.setdefault(words, [])
        for top in (1, 10):
            runs = results.by("rigid_stack_substeps", solver, "substeps", top=top, **setting)
            moved = {n: displacement(run) for n, run in runs.items()}
            most = max(moved)
            fewer = min((n for n in moved if n < most), key=moved.get)
            # A stack that falls gains nothing from smaller steps, however far its top gets.
            times = moved[most] / moved[fewer] if moved[most] < STANDS else math.inf
            parts.append(
                at_most(
                    times,
                    TIES,
                    f"top of {top} kg: the top moves by "
                    + listed(f"{number(value)} (n = {n:g})" for n, value in moved.items())
                    + " edges",
                )
            )
            case = f"{words} with {top} kg"
            if times == math.inf:
                names["falls"].append(case)
                names["mended"] += [case] * (moved[fewer] < STANDS)
            elif times > TIES:
                names["worse"].append(case)
                times_worse.append(times)
            else:
                names["best"].append(case)
    named = {name: "; ".join(of) or "none" for name, of in names.items()}
    said = [f"{most:g} substeps of one sweep are best, or as good as the best, for: {named['best']}."]
    if times_worse:
        times = span(times_worse, 3)
        said.append(
            f"The stack stands, but fewer substeps move its top less ({times} times), for: {named['worse']}."
        )
    if names["falls"]:
        said.append(f"It falls with {most:g} substeps for: {named['falls']}.")
        said.append(f"With fewer it stands for: {named['mended']}.")
    return by_case("the solver and the masses", cases, said=" ".join(said))
