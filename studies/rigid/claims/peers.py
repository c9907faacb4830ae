"""Claims R49 to R52: statements of Müller et al. 2020, Macklin et al. 2019 and Giles et al. 2025."""

from rigid.claims.measures import GRAVITY, ends_of_frames, gravity_of, number, percent, rounded, settled
from rigid.claims.softness import STATIC, static_deviation, static_stretch
from rigid.theory.chain import chain_of
from rigid.theory.warm_start import loads
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_most, by_case, in_parts
from simbench.study.words import listed

SMALL = 0.01  # m, of links of 1 m
RAN_AWAY = 1e3  # m
TIES = 1.001  # if two are equal, the one with more substeps counts
FRAMES = 20  # the last frames, in which a rope is at rest
SUBSTEPPED = [
    ("gs", "gs and xpbd", {}),  # on hard joints they are the same method
    ("sor", "sor", {}),
    ("jacobi", "jacobi, divided masses", {}),
    ("avbd", "avbd, s = 1", {"s": 1}),
    ("avbd", "avbd, s = effective mass", {"s": "effective_mass"}),
]


@claim(49)
def hanging_soft_boxes(results: Results) -> Verdict:
    runs = results.by("rigid_hanging_boxes", "xpbd", "substeps", "iterations")
    stretch = {key: static_deviation(run) for key, run in runs.items()}
    force = {key: force_deviation(run) for key, run in runs.items()}
    ends, parts, notes = {}, [], []
    for words, off in (("stretch", stretch), ("force", force)):
        worst, best = (end(off, key=off.get) for end in (max, min))
        ends[words] = " to ".join(f"{percent(off[n, k])} (K = {k:g}, n = {n:g})" for n, k in (worst, best))
        finding = f"the {words} of the top joint is off by most at K = {worst[1]:g}, n = {worst[0]:g}"
        parts.append(at_most(off[worst], STATIC, finding))
        notes += [
            f"{words}, n = {n:g}: off by "
            + listed(f"{number(off[n, k])} (K = {k:g})" for of, k in off if of == n)
            for n in dict.fromkeys(n for n, _ in off)
        ]
    without_substeps = {k: settled(run) for (n, k), run in runs.items() if n == 1}
    return in_parts(
        parts,
        *notes,
        **ends,
        found=listed(f"{value:.6f} m (K = {k:g})" for k, value in without_substeps.items()),
        exact=rounded(static_stretch(next(iter(runs.values()))), 4),
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
    avbd = results.by("rigid_light_above_heavy", "avbd", "substeps")
    return in_parts(
        [
            at_most(
                stretch[20.0],
                SMALL,
                "the joint's stretch is "
                + listed(f"{number(value)} m (n = {n:g})" for n, value in stretch.items())
                + f"; (M/m) g (h/n)² is {said[20.0]:.4g} m at n = 20",
            )
        ],
        "under avbd with s = 1 kg "
        + listed(f"{number(settled(run))} m (n = {n:g})" for n, run in avbd.items()),
        measured=rounded(1e3 * stretch[20.0]),
        predicted=rounded(1e3 * said[20.0]),
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
    cases: dict[str, list[Part]] = {}
    better = {}
    for sweeps, motion, what, measure in (
        (["rigid_substeps"], "hanging", "largest stretch in m", settled),
        (["rigid_substeps_swing", "rigid_substeps_starts"], "swinging", "change of energy", energy_drift),
        (["rigid_substeps_swing", "rigid_substeps_starts"], "swinging", "largest stretch in m", settled),
    ):
        for solver, words, setting in SUBSTEPPED:
            parts = cases.setdefault(f"{motion}, {words}", [])
            for tip in (1, 100):
                found = _spreads(results, sweeps, solver, measure, tip=tip, **setting)
                most = max(found)
                # If spreads overlap, neither is better.
                fewer = min((n for n in found if n < most), key=lambda n: found[n][1])
                times = found[most][0] / found[fewer][1] if found[fewer][1] > 0 else 1.0
                if not times <= TIES:
                    better[f"{motion}, {what.removesuffix(' in m')}, {tip} kg, {words}"] = fewer, times
                parts.append(
                    at_most(
                        times,
                        TIES,
                        f"{what}, tip of {tip} kg: "
                        + listed(f"{_range(found[n])} (n = {n:g})" for n in found),
                    )
                )
    finite = {name: case for name, case in better.items() if case[1] < RAN_AWAY}
    said = f"{most:g} substeps of one sweep are best, or as good as the best"
    if finite:
        said += ", except where fewer are better by more than the spread of starts: " + "; ".join(
            f"{name} ({times:.3g} times, with {fewer:g})" for name, (fewer, times) in finite.items()
        )
    if len(finite) < len(better):
        others = "; ".join(name for name in better if name not in finite)
        said += f". With {most:g} the rope runs away in these cases: {others}"
    said += "."
    return by_case("the motion and the solver", cases, said=said)


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


@claim(52)
def fifty_links(results: Results) -> Verdict:
    published = results.by("rigid_published_penalties", "avbd", "s", "ramp")
    stretch = {key: settled(run) for key, run in published.items()}
    best, worst = (end(stretch, key=stretch.get) for end in (min, max))
    axes = ("s", "avbd_warm_start", "avbd_keep", "ramp", "start")
    tried = {key: settled(run) for key, run in results.by("rigid_heavy_tip", "avbd", *axes, tip=5e4).items()}
    found = min(tried, key=tried.get)
    others = listed(
        f"{solver} {opening(settled(results.run('rigid_heavy_tip', solver, tip=5e4)))}"
        for solver in ("gs", "sor", "direct")
    )
    equal = results.by("rigid_heavy_tip", "avbd", *axes, tip=1)
    load = float(loads(chain_of(next(iter(published.values())).scene), 1 / 60).max())
    return in_parts(
        [at_most(stretch[best], SMALL, f"the best of {len(published)} published ones: {_published(best)}")],
        *(f"as published, {_published(key)}: {opening(value)}" for key, value in stretch.items()),
        f"the best of ours, {_setting(found)}: {opening(tried[found])}",
        *(f"{_setting(key)}: {opening(value)}" for key, value in tried.items()),
        f"others: {others}; with a tip of 1 kg AVBD's best {opening(min(map(settled, equal.values())))}",
        f"the top joint carries Λ = {load:.4g} kg m, which takes Λ/s of stretch, or as many iterations as "
        "bring it there",
        best=opening(stretch[best]),
        worst=opening(stretch[worst]),
        allowed=rounded(SMALL),
        tried=len(tried),
        ours=opening(tried[found]),
    )


def _published(key: tuple) -> str:
    """s = k h² at 60 frames a second."""
    return f"k from {3600 * key[0]:.4g} N/m, β = {key[1]:g}"


def _setting(key: tuple) -> str:
    s, warm, kept, growth, start = key
    penalty = s.replace("_", " ") if isinstance(s, str) else f"{s:g}"
    return f"s = {penalty}, w = {warm:g}, a = {kept:g}, β = {growth:g}, {start} start"


def opening(stretch: float) -> str:
    return f"opens by {number(stretch)} m" if stretch < RAN_AWAY else "runs away"
