"""Claims R49 to R51: statements of Müller et al. 2020 and Macklin et al. 2019 on substeps."""

import math

from rigid.claims.measures import GRAVITY, ends_of_frames, gravity_of, number, percent, rounded, settled, span
from rigid.claims.softness import STATIC, static_deviation, static_stretch
from rigid.theory.chain import chain_of
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_most, below, in_parts
from simbench.study.words import listed

SMALL = 0.01  # m, of links of 1 m
RAN_AWAY = 1e3  # m
TIES = 1.001  # a smaller difference is none
FRAMES = 20  # the last frames, in which a rope is at rest
XPBD = "PBD and XPBD"
SUBSTEPPED = [
    ("gs", XPBD, {}),  # on hard joints they are the same method
    ("sor", "over-relaxation", {}),
    ("jacobi", "Jacobi with divided masses", {}),
    ("avbd", "AVBD with s = 1 kg", {"s": 1}),
    ("avbd", "AVBD with s = effective mass", {"s": "effective_mass"}),
]


@claim(49)
def hanging_soft_boxes(results: Results) -> Verdict:
    runs = results.by("rigid_hanging_boxes", "xpbd", "substeps", "iterations")
    off = {
        "stretch": {key: static_deviation(run) for key, run in runs.items()},
        "force": {key: force_deviation(run) for key, run in runs.items()},
    }
    parts, notes = [], []
    for words, of in off.items():
        n, k = max(of, key=of.get)
        finding = f"the {words} of the top joint is off by most at K = {k:g} sweeps, n = {n:g} substeps"
        parts.append(at_most(of[n, k], STATIC, finding))
        each = listed(f"{number(value)} (K = {k:g}, n = {n:g})" for (n, k), value in of.items())
        notes.append(f"the {words} is off by {each}")
    whole = {k: off["stretch"][n, k] for n, k in runs if n == 1}  # without substeps
    enough = min((k for k, value in whole.items() if value <= STATIC), default=math.inf)
    return in_parts(
        parts,
        *notes,
        first=f"{settled(runs[1, 1]):.4g}",
        exact=rounded(static_stretch(runs[1, 1]), 4),
        force=percent(parts[1].measured),
    ).reaching(
        {f"for the stretch, K = {k:g} without substeps": value <= STATIC for k, value in whole.items()},
        enough=number(enough),
        right=percent(STATIC),
    )


def force_deviation(run: Run) -> float:
    """The relative deviation of the top joint's force from the weight below it, in the last frames.

    Joints between boxes add no momentum, so all momentum that a substep adds comes from the top joint.
    """
    weight = gravity_of(run) * sum(chain_of(run.scene).masses)
    substep = run.scene["step"]["time_step"] / run.scene["step"]["substeps"]
    forces = ends_of_frames(run, "linear_momentum").iloc[-FRAMES:] / substep
    return float((forces / weight - 1).abs().max())


@claim(50)
def gram_above_kilogram(results: Results) -> Verdict:
    runs = results.by("rigid_light_above_heavy", "gs", "substeps")
    stretch = {n: settled(run) for n, run in runs.items()}
    said = {n: top_stretch(run) for n, run in runs.items()}
    avbd = {n: settled(run) for n, run in results.by("rigid_light_above_heavy", "avbd", "substeps").items()}
    enough = min((n for n in stretch if stretch[n] <= SMALL), default=math.inf)
    fewer = max((n for n in stretch if n < enough), default=None)
    words = listed(f"{number(value)} m (n = {n:g})" for n, value in stretch.items())
    return in_parts(
        [at_most(stretch[20.0], SMALL, f"the top joint opens by {words}")],
        f"under AVBD with s = 1 kg {listed(f'{number(value)} m (n = {n:g})' for n, value in avbd.items())}",
        measured=rounded(1e3 * stretch[20.0]),
        predicted=rounded(1e3 * said[20.0]),
    ).reaching(
        {f"with {n:g} substeps": value <= SMALL for n, value in stretch.items()},
        enough=number(enough),
        fewer=fewer and f"{fewer:g}",
        opens=fewer and rounded(1e3 * stretch[fewer]),
    )


def top_stretch(run: Run) -> float:
    """(M/m) g (h/n)² [m]"""
    light, heavy = chain_of(run.scene).masses
    substep = run.scene["step"]["time_step"] / run.scene["step"]["substeps"]
    return heavy / light * GRAVITY * substep**2


def energy_drift(run: Run) -> float:
    """The largest change of the total energy over all frames, relative to the energy of the fall.

    This is the potential energy that the rope loses from the horizontal to the vertical position.
    """
    rows = run.ends_of_steps
    energy = rows["kinetic_energy"] + rows["potential_energy"]
    masses = chain_of(run.scene).masses
    fall = GRAVITY * sum(mass * (place + 0.5) for place, mass in enumerate(masses))
    first = run.iterations.iloc[0]
    drift = (energy - (first["kinetic_energy"] + first["potential_energy"])).abs()
    return float(drift.max()) / fall if drift.notna().all() else float("inf")


@claim(51)
def substeps_are_best(results: Results) -> Verdict:
    """One step of n sweeps against n substeps of one sweep, under XPBD; other methods are the reach."""
    parts: dict[str, list[Part]] = {}
    fewer: list[str] = []
    for what, (sweeps, measure) in MEASURES.items():
        for solver, words, setting in SUBSTEPPED:
            for tip in (1, 100):
                found = _spreads(results, sweeps, solver, measure, tip=tip, **setting)
                most = max(found)
                times = found[most][1] / found[1][0]
                each = listed(f"{_range(found[n])} (n = {n:g})" for n in found)
                finding = f"{what}, tip of {tip} kg, {words}: {each}; the last over the first"
                parts.setdefault(words, []).append(below(times, 1.0, finding))
                between = min(found[n][1] for n in found if n not in (1, most))
                if words == XPBD and between < found[most][0] / TIES:
                    fewer.append(f"the {what} with a tip of {tip} kg")
    of_xpbd = [part.measured for part in parts[XPBD]]
    return in_parts(
        parts[XPBD],
        *(
            f"{words}: the error of {most:g} substeps over that of one step is {span(p.measured for p in of)}"
            for words, of in parts.items()
            if words != XPBD
        ),
        most=f"{most:g}",
        times=span(of_xpbd),
    ).reaching(
        {f"under {words}": all(part.holds for part in of) for words, of in parts.items() if words != XPBD},
        between=" and ".join(fewer) or None,
    )


def _spreads(results: Results, sweeps: list[str], solver: str, measure, **setting) -> dict:
    """The least and the largest value of all starts, by the number of substeps."""
    values: dict[float, list[float]] = {}
    for sweep in sweeps:
        axes = ("substeps", "gravity") if sweep == "rigid_substeps_starts" else ("substeps",)
        for key, run in results.by(sweep, solver, *axes, **setting).items():
            values.setdefault(key[0] if isinstance(key, tuple) else key, []).append(measure(run))
    return {n: (min(of), max(of)) for n, of in values.items()}


def _range(ends: tuple[float, float]) -> str:
    return " to ".join(dict.fromkeys(map(number, ends)))


SWINGING = ["rigid_substeps_swing", "rigid_substeps_starts"]
MEASURES = {  # by what is measured: the plans, and the number of a run
    "stretch of a hanging rope": (["rigid_substeps"], settled),
    "stretch of a swinging rope": (SWINGING, settled),
    "change of energy of a swinging rope": (SWINGING, energy_drift),
}


@claim(73)
def compliance_is_more_stable(results: Results) -> Verdict:
    """A rope that begins with all of the last multipliers: from how many sweeps a frame on it holds."""
    stretch: dict[float, dict[float, float]] = {}
    for (sweeps, compliance), run in results.by(
        "rigid_more_stable", "xpbd", "iterations", "compliance"
    ).items():
        stretch.setdefault(compliance, {})[sweeps] = settled(run)
    needed = {a: min((k for k in of if _stays(of, k)), default=math.inf) for a, of in stretch.items()}
    hard = needed.pop(0.0)
    cold = results.by("rigid_warm_start", "gs", "iterations", warm_start=0)
    return in_parts(
        [
            below(k / hard, 1.0, f"compliance {a:g} m/N: it holds from {k:g} sweeps on, over those of PBD")
            for a, k in needed.items()
        ],
        hard=number(hard),
        soft=listed(f"{number(k)} (α = {rounded(a)} m/N)" for a, k in needed.items()),
        opens=rounded(stretch[min(needed)][max(stretch[0.0])]),
        stiffest=rounded(min(needed)),
    ).reaching({"without a warm start": any(settled(run) >= RAN_AWAY for run in cold.values())})


def _stays(of: dict[float, float], sweeps: float) -> bool:
    """Whether the rope holds with this number of sweeps, and with all larger ones."""
    return all(value < RAN_AWAY for k, value in of.items() if k >= sweeps)
