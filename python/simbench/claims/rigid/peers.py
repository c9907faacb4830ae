"""Claims R49 to R53: what Müller et al. 2020, Macklin et al. 2019, Giles et al. 2025 and engines say."""

from simbench.claims.measures import listed
from simbench.claims.results import Results
from simbench.claims.rigid import rigid_claim
from simbench.claims.rigid.measures import number, per_ln, settled
from simbench.claims.rigid.softness import STATIC, static_deviation
from simbench.claims.verdicts import Verdict, at_most, in_parts
from simbench.results import Run
from simbench.rigid.chain import chain_of
from simbench.rigid.warm_start import loads

SMALL = 0.01  # m, of links of 1 m
RAN_AWAY = 1e3  # m
PAPERS = (1.0, 0.99, 0.99, 1e5, "adaptive")  # s, w, a, β and start of Giles et al.
GOOD = 2.0  # times the iterations of the best penalty
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
    parts = []
    for alpha in (1e-4, 1e-3):
        runs = results.by("rigid_softness", "xpbd", "substeps", "iterations", bodies=10, compliance=alpha)
        for (substeps, sweeps), run in runs.items():
            off = static_deviation(run)
            parts.append(
                at_most(
                    off,
                    STATIC,
                    f"α = {alpha:g} m/N, {sweeps:g} sweeps in each of {substeps:g} substeps: off by "
                    f"{number(off)}",
                )
            )
    return in_parts(parts)


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
    )


def top_stretch(run: Run) -> float:
    """(M/m) g (h/n)² [m]"""
    light, heavy = chain_of(run.scene).masses
    substep = run.scene["step"]["time_step"] / run.scene["step"]["substeps"]
    return heavy / light * 9.81 * substep**2


def energy_drift(run: Run) -> float:
    """The largest change of kinetic and potential energy of all frames, as a share of the fall of all masses.

    That is m g times half the rope's length: what the rope gains in falling from level to straight down.
    """
    rows = run.ends_of_steps
    energy = rows["kinetic_energy"] + rows["potential_energy"]
    masses = chain_of(run.scene).masses
    fall = 9.81 * sum(mass * (place + 0.5) for place, mass in enumerate(masses))
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
    parts = []
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
                best = min(found.values())
                parts.append(
                    at_most(
                        most / best if best > 0 else 1.0,
                        TIES,
                        f"{words}, tip of {tip} kg, {solver}: "
                        + listed(f"{number(value)} (n = {n:g})" for n, value in found.items()),
                    )
                )
    return in_parts(parts)


@rigid_claim(
    52,
    "AVBD handles a chain of 50 links with a mass ratio of 50 000.",
    source="Giles et al. 2025",
    setting="hanging rope of 50 with a tip of 50 000 kg, 10 iterations a frame, 600 frames; handles: no "
    "joint opens by "
    "a hundredth of a link",
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
    load = float(loads(chain_of(next(iter(runs.values())).scene), 1 / 60).max())
    return in_parts(
        [
            at_most(stretch[PAPERS], SMALL, f"as published, {_setting(PAPERS)}: {opening(stretch[PAPERS])}"),
            at_most(stretch[best], SMALL, f"best of {len(runs)}, {_setting(best)}: {opening(stretch[best])}"),
        ],
        *(f"{_setting(key)}: {opening(value)}" for key, value in stretch.items()),
        f"others: {others}; with a tip of 1 kg AVBD's best {opening(min(map(settled, equal.values())))}",
        f"the top joint carries Λ = {load:.4g} kg m, which takes Λ/s of stretch, or as many iterations as "
        "bring "
        "it there",
    )


def _setting(key: tuple) -> str:
    s, warm, kept, growth, start = key
    penalty = s.replace("_", " ") if isinstance(s, str) else f"{s:g}"
    return f"s = {penalty}, w = {warm:g}, a = {kept:g}, β = {growth:g}, {start} start"


def opening(stretch: float) -> str:
    return f"opens by {number(stretch)} m" if stretch < RAN_AWAY else "runs away"


@rigid_claim(
    53,
    "s = the effective mass of a pair of bodies is a good choice for any mass ratio.",
    source="engines' automatic penalty",
    setting="straight chain, N = 10 and 30, both ends R = 1, 100, 10⁴; good: twice the iterations of the "
    "best s",
    figure="chain_penalty",
)
def effective_mass(results: Results) -> Verdict:
    parts = []
    for bodies in (10, 30):
        for ratio in (1.0, 100.0, 1e4):
            runs = results.by("rigid_penalty", "avbd", "s", bodies=bodies, R=ratio)
            counts = {s: per_ln(run) for s, run in runs.items()}
            automatic = counts.pop("effective_mass")
            best = min(counts, key=counts.get)
            parts.append(
                at_most(
                    automatic / counts[best],
                    GOOD,
                    f"N = {bodies}, R = {ratio:g}: k/ln {number(automatic)}, the best s = {best:g} kg has "
                    f"{number(counts[best])}",
                )
            )
    factors = results.by("rigid_penalty_rules", "avbd", "R", "factor", s="effective_mass", ramp=0)
    return in_parts(
        parts,
        "κ times the effective mass, N = 10: "
        + listed(f"{number(per_ln(run))} (R = {r:g}, κ = {k:g})" for (r, k), run in factors.items()),
    )
