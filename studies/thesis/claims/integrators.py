"""Claims 42, 78 and 79: sentences of the chapter on integrators."""

import math
from itertools import pairwise

from simbench.labels import INTEGRATOR_LABELS, material_label
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import final, growth, stiffness_number

INTEGRATOR_SWEEPS = {
    "integrators_oscillator": "oscillator",
    "integrators_pendulum": "pendulum",
    "integrators_beam": "released beam",
}
DAMPING_SWEEPS = {
    "damping_oscillator": "particle on a spring",
    "damping_pendulum": "pendulum",
    "damping_beam": "untwisting beam",
}
GROWN = 5  # times the first energy: more than any oscillation of it
ROUNDING = 1e-9  # as a share of the first energy: an energy may rise by this


def never_rises(run: Run) -> bool:
    energies = run.ends_of_steps["total_energy"]
    complete = len(energies) == run.steps and energies.map(math.isfinite).all()
    return bool(complete and (energies.diff().dropna() <= ROUNDING * abs(energies.iloc[0])).all())


@claim(42)
def implicit_euler_is_stable(results: Results) -> Verdict:
    stable, grown = {}, {"explicit_euler": {}, "symplectic_euler": {}}
    for sweep, name in INTEGRATOR_SWEEPS.items():
        implicit = results.by(sweep, "newton", "h", integrator="implicit_euler")
        stable |= {(name, h): never_rises(run) for h, run in implicit.items()}
        for integrator, growths in grown.items():
            runs = results.by(sweep, "formula", "h", integrator=integrator)
            growths[name] = {h: growth(run, "total_energy") for h, run in runs.items()}
    steps = sorted(h for _, h in stable)
    rising = listed(f"{name}, h = {h:g} s" for (name, h), holds in stable.items() if not holds)
    parts = [
        at_most(
            sum(not holds for holds in stable.values()),
            0,
            f"of {len(stable)} runs with implicit Euler at h = "
            f"{listed(f'{h:g}' for h in dict.fromkeys(steps))} s the energy rises in: {rising or 'none'}",
        )
    ]
    bounded = {}
    for integrator, growths in grown.items():
        label = INTEGRATOR_LABELS[integrator]
        words = (
            f"{name} {listed(f'{_finite(g, 3)} (h = {h:g} s)' for h, g in of_scene.items())}"
            for name, of_scene in growths.items()
        )
        least = min(max(of_scene.values()) for of_scene in growths.values())
        parts.append(
            above(
                least, GROWN, f"{label} brings the energy to these multiples of the first: {'; '.join(words)}"
            )
        )
        stays = (
            f"{name} at h = {listed(f'{h:g}' for h, g in of_scene.items() if g <= GROWN)} s"
            for name, of_scene in growths.items()
            if min(of_scene.values()) <= GROWN
        )
        bounded[label] = listed(stays) or "none"
    return in_parts(
        parts,
        least=steps[0],
        most=steps[-1],
        grown=GROWN,
        bounded="; ".join((f"{label} {where}" for label, where in bounded.items())),
    )


def _finite(number: float, digits: int) -> str:
    return f"{number:.{digits}g}" if math.isfinite(number) else "∞"


LINEARISED_SWEEPS = {"linearised_strain": ("k", "k h²"), "linearised_neo_hookean": ("E", "E h²")}
CONVERGED = 1e-9  # relative error of a step that has converged
DIVERGED = 1e6  # larger errors count as this one, because their digits differ between machines


@claim(78)
def iterated_linearised_system_converges(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    reached, left = [], []
    for sweep, (axis, symbol) in LINEARISED_SWEEPS.items():
        runs = sorted(results.by(sweep, "newton", axis).values(), key=stiffness_number)
        material = material_label(runs[0].scene["material"]["model"])
        errors = {stiffness_number(run): min(final(run, "relative_error"), DIVERGED) for run in runs}
        converged = [number for number, error in errors.items() if error <= CONVERGED]
        words = listed(f"{error:.0e} ({number:.0e})" for number, error in errors.items())
        cases[material] = [
            at_most(max(errors.values()), CONVERGED, f"relative errors over {symbol} in Pa s²: {words}")
        ]
        if converged:
            iterations = max(
                int(run.first_step["iteration"].iloc[-1])
                for run in runs
                if stiffness_number(run) in converged
            )
            reached.append(
                f"for {material} up to {symbol} = {max(converged):.0e} Pa s², within {iterations} iterations"
            )
        if len(converged) < len(runs):
            first = min(number for number in errors if number not in converged)
            left.append(f"for {material} from {symbol} = {first:.0e} Pa s² on")
    return by_case(
        "the material and E h²", cases, reached="; ".join(reached) or "nowhere", left="; ".join(left)
    )


@claim(79)
def damping_depends_on_the_time_step(results: Results) -> Verdict:
    cases: dict[str, list[Part]] = {}
    said = []
    for sweep, name in DAMPING_SWEEPS.items():
        runs = results.by(sweep, "newton", "h")
        steps = sorted(runs, reverse=True)
        energies = {h: float(runs[h].ends_of_steps["total_energy"].iloc[-1]) for h in steps}
        rises = [energies[smaller] - energies[larger] for larger, smaller in pairwise(steps)]
        words = listed(f"{energy:.4g} J (h = {h:g} s)" for h, energy in energies.items())
        cases[name] = [
            above(
                min(rises), 0, f"the energy left after the same time: {words}; to the next smaller h at least"
            )
        ]
        said.append(
            f"the {name} has {energies[steps[0]]:.3g} J with h = {steps[0]:g} s, and "
            f"{energies[steps[-1]]:.3g} J with h = {steps[-1]:g} s"
        )
    return by_case("the scene", cases, said="; ".join(said))
