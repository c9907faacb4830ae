"""Claims 42, 76, 78 and 79: sentences of the chapter on integrators."""

import math
from collections.abc import Mapping
from itertools import pairwise

from simbench.labels import material_label
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, in_parts
from simbench.study.words import listed, together
from thesis.claims.measures import final, stiffness_number

INTEGRATOR_SWEEPS = {
    "integrators_oscillator": "particle on a spring",
    "integrators_pendulum": "pendulum",
    "integrators_beam": "released beam",
}
ROUNDING = 1e-9  # as a share of the first energy: an energy may rise by this
KEPT = 0.05  # of the energy of a swing


def never_rises(run: Run) -> bool:
    energies = run.ends_of_steps["total_energy"]
    complete = len(energies) == run.steps and energies.map(math.isfinite).all()
    return bool(complete and (energies.diff().dropna() <= ROUNDING * abs(energies.iloc[0])).all())


@claim(42)
def implicit_euler_is_stable(results: Results) -> Verdict:
    exact, linear = (
        {
            (name, h): never_rises(run)
            for sweep, name in INTEGRATOR_SWEEPS.items()
            for h, run in results.by(sweep, solver, "h", integrator=integrator).items()
        }
        for solver, integrator in (("newton", "implicit_euler"), ("formula", "linear_implicit_euler"))
    )
    rising, of_linear = (
        together(f"{name} with h = {h:g} s" for (name, h), stable in found.items() if not stable) or None
        for found in (exact, linear)
    )
    steps = [h for _, h in exact]
    return in_parts(
        [
            at_most(
                sum(not stable for stable in exact.values()),
                0,
                f"{len(exact)} runs with steps that are solved exactly; the energy rises in: "
                f"{rising or 'none'}",
            ),
            above(
                sum(not stable for stable in linear.values()),
                0,
                f"as many with one linear system a step; the energy rises in: {of_linear or 'none'}",
            ),
        ],
        least=min(steps),
        most=max(steps),
        rising=rising,
        linear=of_linear,
    )


@claim(76)
def symplectic_euler_keeps_the_amplitude(results: Results) -> Verdict:
    runs = results.by("integrators_pendulum", "formula", "h", integrator="symplectic_euler")
    implicit = results.by("integrators_pendulum", "newton", "h", integrator="implicit_euler").values()
    hanging = min(run.ends_of_steps["total_energy"].min() for run in implicit)
    changes = {h: swing(run, hanging) for h, run in runs.items()}
    smallest = min(changes)
    lost = [h for h, change in changes.items() if not change <= KEPT]
    return in_parts(
        [
            at_most(
                changes[smallest], KEPT, f"h = {smallest:g} s: the energy of the swing changes by a share of"
            )
        ],
        smallest=smallest,
        change=100 * changes[smallest],
        least_lost=min(lost, default=None),
    ).reaching({f"with h = {h:g} s": False for h in lost})


def swing(run: Run, hanging: float) -> float:
    """The range of the total energy as a share of the first energy above that of the hanging pendulum [J]."""
    energies = run.ends_of_steps["total_energy"]
    if run.manifest["status"] == "diverged":
        return math.inf
    return float((energies.max() - energies.min()) / (energies.iloc[0] - hanging))


LINEARISED_SWEEPS = {"linearised_strain": ("k", "k h²"), "linearised_neo_hookean": ("E", "E h²")}
CONVERGED = 1e-9  # relative error of a step that has converged
DIVERGED = 1e6  # larger errors count as this one, because their digits differ between machines


@claim(78)
def iterated_linearised_system_converges(results: Results) -> Verdict:
    parts, cases, found = [], {}, {}
    for sweep, (axis, symbol) in LINEARISED_SWEEPS.items():
        runs = sorted(results.by(sweep, "newton", axis).values(), key=stiffness_number)
        material = material_label(runs[0].scene["material"]["model"])
        errors = {stiffness_number(run): min(final(run, "relative_error"), DIVERGED) for run in runs}
        converged = [number for number, error in errors.items() if error <= CONVERGED]
        diverging = [number for number in errors if number not in converged]
        words = listed(f"{error:.0e} ({number:.0e})" for number, error in errors.items())
        finding = f"{material}: relative errors over {symbol} in Pa s²: {words}"
        parts.append(at_most(max(errors.values()), CONVERGED, finding))
        if converged and diverging:
            cases[f"for {material} from {symbol} = {min(diverging):.0e} Pa s² on"] = False
        found[sweep] = max(converged, default=None), min(diverging, default=None)
    (strain, _), (to, from_) = found.values()
    return in_parts(parts, strain=strain).reaching(cases, to=to, from_=from_)


DAMPING_SWEEPS = {
    "damping_oscillator": "particle on a spring",
    "damping_pendulum": "pendulum",
    "damping_beam": "untwisting beam",
}


@claim(79)
def damping_depends_on_the_time_step(results: Results) -> Verdict:
    found = {
        name: damps_more_with_larger_steps(results.by(sweep, "newton", "h"), name)
        for sweep, name in DAMPING_SWEEPS.items()
    }
    return in_parts([found["pendulum"]], **ends(results.by("damping_pendulum", "newton", "h"))).reaching(
        {f"for the {name}": part.holds for name, part in found.items() if name != "pendulum"},
        *(part.said() for name, part in found.items() if name != "pendulum"),
    )


def damps_more_with_larger_steps(runs: Mapping[float, Run], name: str) -> Part:
    """By the energy [J] that is left after the same time with each of these time steps."""
    energies = {h: energy_left(runs[h]) for h in sorted(runs, reverse=True)}
    words = listed(f"{energy:.4g} J (h = {h:g} s)" for h, energy in energies.items())
    least = min(smaller - larger for larger, smaller in pairwise(energies.values()))
    return above(
        least, 0, f"{name}: left after the same time: {words}; gained by the next smaller h at least, in J"
    )


def ends(runs: Mapping[float, Run]) -> dict[str, float]:
    """The largest and the smallest time step, and the energy [J] that they leave, for an answer."""
    large, small = max(runs), min(runs)
    return {
        "large": large,
        "left_large": energy_left(runs[large]),
        "small": small,
        "left_small": energy_left(runs[small]),
    }


def energy_left(run: Run) -> float:
    """[J] at the end of the last step."""
    return float(run.ends_of_steps["total_energy"].iloc[-1])
