"""Claims R49 to R52: what Müller et al. 2020, Macklin et al. 2019 and Giles et al. 2025 say."""

import math

from simbench.claims.measures import GRAVITY, listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import how_many, number, percent, rounded, settled, span
from simbench.claims.rigid.softness import STATIC, static_deviation
from simbench.claims.verdicts import Verdict, at_most, in_parts
from simbench.results import Run
from simbench.rigid.chain import chain_of
from simbench.rigid.warm_start import loads

SMALL = 0.01  # m, of links of 1 m
RAN_AWAY = 1e3  # m
PAPERS = (1.0, 0.99, 0.99, 1e5, "adaptive")  # s, w, a, β and start of Giles et al.
TIES = 1.001  # of equals the one with more substeps counts


@rigid_claim(
    49,
    "Elongations and forces of hanging soft boxes are right for any number of iterations and substeps.",
    source="Müller et al. 2020, Fig. 4",
    setting="rope of ten at rest, α = 10⁻⁴ and 10⁻³ m/N, 1 … 100 sweeps, 1 and 5 substeps under `xpbd`; to "
    "1 %",
    figure="chain_softness",
)
def hanging_soft_boxes(results: Results) -> Verdict:
    parts, deviations = [], {}
    for alpha in (1e-4, 1e-3):
        runs = results.by("rigid_softness", "xpbd", "substeps", "iterations", bodies=10, compliance=alpha)
        for (substeps, sweeps), run in runs.items():
            off = deviations[alpha, sweeps, substeps] = static_deviation(run)
            parts.append(
                at_most(
                    off,
                    STATIC,
                    f"α = {alpha:g} m/N, {sweeps:g} sweeps in each of {substeps:g} substeps: off by "
                    f"{number(off)}",
                )
            )
    worst, best = (end(deviations, key=deviations.get) for end in (max, min))
    ends = (
        f"{rounded(deviations[key])} (α = {rounded(key[0])} m/N, K = {key[1]:g}, n = {key[2]:g})"
        for key in (worst, best)
    )
    said = (
        f"The stretch is right to {percent(STATIC)} in {how_many(parts)} settings. With K sweeps in each of "
        f"n substeps it is off by {' to '.join(ends)} of itself."
    )
    return in_parts(parts, whatever_the_verdict=said)


@rigid_claim(
    50,
    "1 g above 1 kg, hard: only a small error at the top joint with 20 substeps.",
    source="Müller et al. 2020, Fig. 6",
    setting="two hanging masses, one sweep a substep, frames of 1/60 s; small: a hundredth of the links' "
    "metre",
    figure="chain_substeps",
)
def gram_above_kilogram(results: Results) -> Verdict:
    runs = results.by("rigid_light_above_heavy", "gs", "substeps")
    stretch = {n: settled(run) for n, run in runs.items()}
    said = {n: top_stretch(run) for n, run in runs.items()}
    avbd = results.by("rigid_light_above_heavy", "avbd", "substeps")
    words = (
        f"The joint stretches by {rounded(1e3 * stretch[20.0])} mm with 20 substeps, where (M/m) g (h/n)² "
        f"is {rounded(1e3 * said[20.0])} mm."
    )
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
        confirmed=words,
        refuted=words,
    )


def top_stretch(run: Run) -> float:
    """(M/m) g (h/n)² [m]"""
    light, heavy = chain_of(run.scene).masses
    substep = run.scene["step"]["time_step"] / run.scene["step"]["substeps"]
    return heavy / light * GRAVITY * substep**2


def energy_drift(run: Run) -> float:
    """The largest change of kinetic and potential energy of all frames, as a share of the fall of all masses.

    That is m g times half the rope's length: what the rope gains in falling from level to straight down.
    """
    rows = run.ends_of_steps
    energy = rows["kinetic_energy"] + rows["potential_energy"]
    masses = chain_of(run.scene).masses
    fall = GRAVITY * sum(mass * (place + 0.5) for place, mass in enumerate(masses))
    first = run.iterations.iloc[0]
    drift = (energy - (first["kinetic_energy"] + first["potential_energy"])).abs()
    return float(drift.max()) / fall if drift.notna().all() else float("inf")


@rigid_claim(
    51,
    "At a fixed budget it is always best to replace iterations by substeps.",
    source="Macklin et al. 2019; Müller et al. 2020, Fig. 9, 11",
    setting="32 sweeps a frame: stretch of a hanging rope, energy and stretch of a swinging one; tips of 1 "
    "and 100 kg",
    figure="chain_substeps",
)
def substeps_are_best(results: Results) -> Verdict:
    parts, better = [], {}
    for sweep, words, measure in (
        ("rigid_substeps", "hanging, largest stretch in m", settled),
        ("rigid_substeps_swing", "swinging, change of energy", energy_drift),
        ("rigid_substeps_swing", "swinging, largest stretch in m", settled),
    ):
        for tip in (1, 100):
            cases = {"gs": results.by(sweep, "gs", "substeps", tip=tip)}
            cases["xpbd"] = results.by(sweep, "xpbd", "substeps", tip=tip)
            for s in (1, "effective_mass"):
                cases[f"avbd, s = {s}".replace("_", " ")] = results.by(
                    sweep, "avbd", "substeps", tip=tip, s=s
                )
            for solver, runs in cases.items():
                found = {n: measure(run) for n, run in runs.items()}
                most = found[max(found)]
                best = min(value for n, value in found.items() if n < max(found))
                times = most / best if best > 0 else 1.0 if most == 0 else math.inf
                if not times <= TIES:
                    what = words.removesuffix(" in m")
                    better[f"{what}, tip of {tip} kg, {solver}"] = min(found, key=found.get), times
                parts.append(
                    at_most(
                        times,
                        TIES,
                        f"{words}, tip of {tip} kg, {solver}: "
                        + listed(f"{number(value)} (n = {n:g})" for n, value in found.items()),
                    )
                )
    said = f"{max(found):g} substeps of one sweep are best in {how_many(parts)} cases"
    less = ""
    if better:
        counts, times = zip(*better.values(), strict=True)
        less = (
            f"; {span(counts)} substeps are up to {rounded(max(times), 3)} times better in these: "
            f"{'; '.join(better)}"
        )
    return in_parts(parts, confirmed=f"{said}.", partly=f"{said}{less}.", refuted=f"{said}{less}.")


@rigid_claim(
    52,
    "AVBD handles a chain of 50 links with a mass ratio of 50 000.",
    source="Giles et al. 2025",
    setting="hanging rope of 50 with a tip of 50 000 kg, 10 iterations a frame, 600 frames; handles: no "
    "joint opens by a hundredth of a link",
    figure="chain_substeps",
)
def fifty_links(results: Results) -> Verdict:
    axes = ("s", "avbd_warm_start", "avbd_keep", "ramp", "start")
    runs = results.by("rigid_heavy_tip", "avbd", *axes, tip=5e4)
    stretch = {key: settled(run) for key, run in runs.items()}
    best = min(stretch, key=stretch.get)
    others = listed(
        f"{solver} {opening(settled(results.run('rigid_heavy_tip', solver, tip=5e4)))}"
        for solver in ("gs", "sor", "direct")
    )
    equal = results.by("rigid_heavy_tip", "avbd", *axes, tip=1)
    said = (
        f"With the published settings the worst joint {opening(stretch[PAPERS])}, and with the best of "
        f"{len(runs)} settings it {opening(stretch[best])}; allowed are {rounded(SMALL)} m."
    )
    load = float(loads(chain_of(next(iter(runs.values())).scene), 1 / 60).max())
    return in_parts(
        [
            at_most(stretch[PAPERS], SMALL, f"as published, {_setting(PAPERS)}: {opening(stretch[PAPERS])}"),
            at_most(stretch[best], SMALL, f"best of {len(runs)}, {_setting(best)}: {opening(stretch[best])}"),
        ],
        *(f"{_setting(key)}: {opening(value)}" for key, value in stretch.items()),
        f"others: {others}; with a tip of 1 kg AVBD's best {opening(min(map(settled, equal.values())))}",
        f"the top joint carries Λ = {load:.4g} kg m, which takes Λ/s of stretch, or as many iterations as "
        "bring it there",
        whatever_the_verdict=said,
    )


def _setting(key: tuple) -> str:
    s, warm, kept, growth, start = key
    penalty = s.replace("_", " ") if isinstance(s, str) else f"{s:g}"
    return f"s = {penalty}, w = {warm:g}, a = {kept:g}, β = {growth:g}, {start} start"


def opening(stretch: float) -> str:
    return f"opens by {number(stretch)} m" if stretch < RAN_AWAY else "runs away"
