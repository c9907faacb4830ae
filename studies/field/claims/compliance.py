"""Claim F18: XPBD's stiffness over the iterations and the time step, and the examples of its paper."""

import json
import math
from collections.abc import Callable
from functools import partial

import numpy as np

from field.claims.measures import in_setting, power_of_ten, span, two_digits
from field.claims.sagging import depths, sag
from simbench import Run
from simbench.snapshots import load_snapshot, snapshot_files
from simbench.study import Part, Results, Verdict, at_most, claim
from simbench.study.words import listed, together

SAG, CHAIN, CANTILEVER = "compliance_sag", "compliance_chain", "compliance_cantilever"
FRAME = 1 / 60  # s
PUBLISHED = {50: 0.06, 100: 0.02, 1000: 0.005}  # share by which the force errs, by iterations
ALIKE = 1.1  # sags that differ by at most this factor count as equal
PAPERS_MODULUS = 1e5  # Pa, of its cantilever
VISIBLE = 0.01  # share of the length that one sees
PAPERS_FORM = json.dumps({"form": "block"}, separators=(",", ":"))  # six strains and a matrix of compliances
DEFAULT = "{}"
PBDS_STIFFNESS = 1e7  # Pa: PBD does not know k, so it runs once


@claim(18)
def stiffness_is_independent(results: Results) -> Verdict:
    sags = partial(results.by, SAG)
    over_iterations, over_steps = (
        {(k, tuned): ratios(k, tuned) for tuned in (False, True) for k in stiffnesses(sags)}
        for ratios in (partial(over_iterations_of, sags), partial(over_steps_of, sags))
    )
    chain, beams = force_errors(results), cantilevers(results)
    cases: dict[str, list[Part]] = {}
    for (k, tuned), found in over_iterations.items():
        cases[f"sag, k = {power_of_ten(k)} Pa{', best order' if tuned else ''}"] = [
            independent({f"{m:g}": ratio for m, ratio in found.items()}, "iterations in a step"),
            independent({f"{h:.2g}": ratio for h, ratio in over_steps[k, tuned].items()}, "s of a time step"),
        ]
    for key, errors in chain.items():
        cases[name_of(key)] = [
            at_most(error, PUBLISHED[count], f"the force errs by {100 * error:.2g} % with {count} iterations")
            for count, error in errors.items()
        ]
    for (modulus, tuned), apart in beams.items():
        cases[f"cantilever, E = {power_of_ten(modulus)} Pa{', best form' if tuned else ''}"] = [
            at_most(apart, VISIBLE, "how far the centres of mass are apart at most, over the length")
        ]
    fits = name_of(min(chain, key=lambda key: (key[2], excess(chain[key]))))
    cantilever = f"cantilever, E = {power_of_ten(PAPERS_MODULUS)} Pa"
    return in_setting(
        cases,
        lambda case: case in (fits, cantilever) or (case.startswith("sag") and "best" not in case),
        iterations=by_stiffness({k: ratios for (k, tuned), ratios in over_iterations.items() if not tuned}),
        steps=by_stiffness({k: ratios for (k, tuned), ratios in over_steps.items() if not tuned}),
        pbd=span(over_iterations_of(sags, PBDS_STIFFNESS, True, "pbd").values()),
        **chain_in_words({key[:2]: errors for key, errors in chain.items() if not key[2]}),
        beams=listed(
            f"{100 * apart:.2g} % ({power_of_ten(modulus)} Pa)"
            for (modulus, tuned), apart in beams.items()
            if not tuned
        ),
    )


def name_of(key: tuple[float, float, bool]) -> str:
    length, time_step, tuned = key
    return f"chain, links of {length:g} m, h = {time_step:.2g} s{', reversed order' if tuned else ''}"


def excess(errors: dict[int, float]) -> float:
    """The largest error over the printed one: the paper does not say the length that makes it small."""
    return max(error / PUBLISHED[count] for count, error in errors.items())


def stiffnesses(by: Callable[..., dict]) -> list[float]:
    return list(dict.fromkeys(k for k, _ in by("newton", "k", "step")))


def independent(sags: dict[str, float], what: str) -> Part:
    """Whether all these sags over exact ones, by the number of `what`, are close to 1."""
    worst = max(max(sags.values()), 1 / min(sags.values()))
    said = listed(f"{two_digits(ratio)} with {number}" for number, ratio in sags.items())
    return at_most(worst, ALIKE, f"the sag over that of exact steps is {said} {what}; the farthest")


def over_iterations_of(by: Callable[..., dict], k: float, tuned: bool, solver: str = "xpbd") -> dict:
    """The ratios of sags in steps of a frame, by the iterations."""
    steps = sags_over_exact(by, k, tuned, solver)
    return {m: ratio for (h, m), ratio in sorted(steps.items()) if math.isclose(h, FRAME)}


def over_steps_of(by: Callable[..., dict], k: float, tuned: bool, solver: str = "xpbd") -> dict:
    """The ratios of sags with fewest iterations, by the time step [s]."""
    steps = sags_over_exact(by, k, tuned, solver)
    few = min(m for _, m in steps)
    return {h: ratio for (h, m), ratio in sorted(steps.items()) if m == few}


def sags_over_exact(by: Callable[..., dict], k: float, tuned: bool, solver: str) -> dict:
    """A solver's sag over that of Newton's method in the same steps, by time step [s] and iterations.

    With its default, or tuned: with the setting whose ratio is closest to 1 in this step.
    """
    newton = by("newton", "step", k=k)
    found: dict = {}
    for (step, setting), run in by(solver, "step", f"solvers.{solver}", k=k).items():
        if tuned or setting == DEFAULT:
            said = json.loads(step)
            ratio = sag(run) / sag(newton[step])
            found.setdefault((said["time_step"], said["iterations"]), []).append(ratio)
    return {step: min(ratios, key=lambda ratio: abs(math.log(ratio))) for step, ratios in found.items()}


def by_stiffness(found: dict[float, dict[float, float]]) -> str:
    """Up to 3 and 34 times (k = 1e6 and 1e7 Pa): the largest ratios."""
    most = together(two_digits(max(ratios.values())) for ratios in found.values())
    return f"{most} times as far as with exact steps (k = {together(map(power_of_ten, found))} Pa)"


def force_errors(results: Results) -> dict[tuple[float, float, bool], dict[int, float]]:
    """The largest error of the force at the support over its largest value, by iterations.

    By the length of a link [m], the time step [s], and whether the order is not the default.
    """
    found: dict = {}
    axes = ("body.particles.points", "step.time_step", "step.iterations", "solvers.xpbd")
    for (points, time_step, count, setting), run in results.by(CHAIN, "xpbd", *axes).items():
        exact = forces(results.run(CHAIN, "newton", **dict(zip(axes[:2], (points, time_step), strict=True))))
        error = float(np.max(np.abs(forces(run) - exact)) / np.max(exact))
        found.setdefault((link(points), time_step, setting != DEFAULT), {})[int(count)] = error
    return found


def link(points: str) -> float:
    """The length of the first link [m] of a chain with these points."""
    return math.dist(*(point["position"] for point in json.loads(points)[:2]))


def chain_in_words(found: dict[tuple[float, float], dict[int, float]]) -> dict[str, str | None]:
    """Of errors by length and time step: all lengths, the ranges, and which are at most the printed ones."""
    lengths: dict[float, list[str]] = {}
    for (length, time_step), errors in found.items():
        good = all(error <= PUBLISHED[count] for count, error in errors.items())
        lengths.setdefault(time_step, []).extend([f"{length:g}"] if good else [])
    held = [f"{together(of)} m with h = {time_step:.2g} s" for time_step, of in lengths.items() if of]
    return {
        "lengths": span((length for length, _ in found), "{:g}".format),
        "chain": together(
            span(100 * errors[count] for errors in found.values()) + " %" for count in PUBLISHED
        ),
        "held": ", and of ".join(held) or None,
    }


def forces(run: Run) -> np.ndarray:
    """The force at the held end of the chain in each step [N].

    Forces between particles cancel, so it is what gravity alone does not explain of the change of momentum.
    In a step of XPBD it is the sum of the multipliers of the first link times its directions, over h².
    """
    points = run.scene["body"]["particles"]["points"]
    start = np.array([point["position"] for point in points])
    masses = np.array([point["mass"] for point in points])[:, np.newaxis]
    h = run.scene["step"]["time_step"]
    ends = [start, start, *(load_snapshot(file.path).points for file in snapshot_files(run.folder))]
    places = np.array(ends)  # steps × particles × 3; the chain starts at rest
    accelerations = (places[2:] - 2 * places[1:-1] + places[:-2]) / h**2
    pulls = masses * (accelerations - np.array(run.scene["gravity"]))
    return np.linalg.norm(pulls[:, 1:].sum(axis=1), axis=1)  # without the held particle, the first


def cantilevers(results: Results) -> dict[tuple[float, bool], float]:
    """How far the centres of mass of XPBD and Newton's method are apart at most, over the length."""
    found = {}
    for material, newton in results.by(CANTILEVER, "newton", "material").items():
        length = newton.scene["body"]["beam"]["size"][0]
        apart = {
            setting: float((depths(run) - depths(newton)).abs().max()) / length
            for setting, run in results.by(CANTILEVER, "xpbd", "solvers.xpbd", material=material).items()
        }
        modulus = json.loads(material)["youngs_modulus"]
        found[modulus, False] = apart[PAPERS_FORM]
        found[modulus, True] = min(apart.values())
    return found
