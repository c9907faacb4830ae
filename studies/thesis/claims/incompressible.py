"""Claims 35 and 40: split XPBD as ν → 1/2 and why it collapses, XPBD of classical Neo-Hookean."""

import math
from collections.abc import Iterable
from itertools import pairwise

from simbench.labels import SOLVER_LABELS
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_least, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import count_or_never, final, final_displacement, first_iteration

MODELS = {"stable_neo_hookean": "stable", "neo_hookean": "classical"}
INCOMPATIBLE = 0.5  # relative error with which XPBD does not work
FORMS = ("split", "combined")
MOVED = 1e-6  # m: a smaller displacement at rest is rounding
COLLAPSED = -0.25  # volume error
PRODUCT = ", E h² = "  # in the name of a case, in Pa s²


@claim(35)
def split_xpbd_and_incompressibility(results: Results) -> Verdict:
    at_rest = {
        (name, form): final_displacement(results.run("rest", "xpbd", model=model, form=form))
        for model, name in MODELS.items()
        for form in FORMS
    }
    cases: dict[str, list[Part]] = {}
    nearer, collapsed = {}, {}
    for model, name in MODELS.items():
        runs = results.by("incompressible_stiffness", "xpbd", "E", "form", "nu", model=model)
        for stiffness in dict.fromkeys(stiffness for stiffness, _, _ in runs):
            family = {
                form: {nu: r for (E, f, nu), r in runs.items() if (E, f) == (stiffness, form)}
                for form in FORMS
            }
            case = f"{name}{PRODUCT}{stiffness * _time_step(runs) ** 2:g}"
            errors = {
                form: {nu: final(run, "relative_error") for nu, run in of_form.items()}
                for form, of_form in family.items()
            }
            shrunk = min(final(run, "volume_error") for run in family["split"].values())
            highest = max(errors["split"])
            nearer[case] = below(
                errors["split"][highest],
                errors["combined"][highest],
                "last relative errors: "
                + "; ".join(
                    f"{form} {listed(f'{e:.2g} (ν = {nu:g})' for nu, e in by_nu.items())}"
                    for form, by_nu in errors.items()
                ),
            )
            collapsed[case] = shrunk < COLLAPSED
            cases[case] = [
                nearer[case],
                Part(
                    collapsed[case] == (at_rest[name, "split"] > MOVED),
                    f"split XPBD {'collapses' if collapsed[case] else 'does not collapse'}: its volume "
                    f"changes by {100 * shrunk:.1f} % at the least",
                ),
            ]
    notes = [
        f"at rest, where nothing acts, 20 sweeps of {form} XPBD move the beam of {name} Neo-Hookean by "
        f"{moved:.1e} m"
        for (name, form), moved in at_rest.items()
    ]
    for model, name in MODELS.items():
        for form in FORMS:
            run = results.run("collapse_causes", "xpbd", model=model, form=form)
            notes.append(
                f"untwist, h = 1e-1 s, E = 1e5 Pa, {name}, {form}: the volume changes by "
                f"{100 * final(run, 'volume_error'):.1f} %, the relative error ends at "
                f"{final(run, 'relative_error'):.2g}"
            )
    for solver in ("newton", "qn", "admm"):
        runs = results.by("incompressible", solver, "nu", model="neo_hookean")
        counts = {nu: count_or_never(first_iteration(run, 1e-3)) for nu, run in runs.items()}
        words = listed(f"{count} (ν = {nu:g})" for nu, count in counts.items())
        notes.append(f"iterations of {SOLVER_LABELS[solver]} to 1e-3, classical, E h² = 1000 Pa s²: {words}")
    shines, not_so = (
        _grouped(case for case, part in nearer.items() if part.holds == wanted) for wanted in (True, False)
    )
    return by_case(
        "the material and E h²",
        cases,
        *notes,
        shines=shines,
        not_so=not_so,
        collapses=_grouped((case for case, yes in collapsed.items() if yes)),
        stable=at_rest["stable", "split"],
        classical=at_rest["classical", "split"],
    )


def _grouped(cases: Iterable[str]) -> str:
    """stable (E h² = 0.1, 10 Pa s²)"""
    found: dict[str, list[str]] = {}
    for case in cases:
        name, number = case.split(PRODUCT)
        found.setdefault(name, []).append(number)
    return (
        listed(f"{name} ({PRODUCT[2:]}{listed(numbers)} Pa s²)" for name, numbers in found.items()) or "none"
    )


def _time_step(runs: dict) -> float:
    """[s] of the first of them"""
    return next(iter(runs.values())).scene["step"]["time_step"]


@claim(40)
def classical_neo_hookean_and_xpbd(results: Results) -> Verdict:
    cubes = results.by("compressed_cube", "newton", "duration").values()
    energies = {run.first_step["min_det_f"].iloc[-1]: final(run, "constraint") for run in cubes}
    whole = [energies[det] for det in sorted(energies, reverse=True) if det > 0]
    grows = min(later - earlier for earlier, later in pairwise(whole))
    inverted = [energy for det, energy in energies.items() if det < 0]
    runs = {form: results.run("collapse_causes", "xpbd", model="neo_hookean", form=form) for form in FORMS}
    ends = {form: final(run, "relative_error") for form, run in runs.items()}
    words = listed(f"{form} {end:.2g}" for form, end in ends.items())
    return in_parts(
        [
            above(grows, 0, f"the energy of a cube whose det F falls: {listed(f'{e:.3g} J' for e in whole)}"),
            at_least(
                sum(map(math.isinf, inverted)), 1, "cubes with det F < 0 and an energy that is not finite"
            ),
            at_least(
                max(ends.values()),
                INCOMPATIBLE,
                f"XPBD with both terms as constraints ends at relative errors of {words}",
            ),
        ],
        worst=100 * max(ends.values()),
        inverted=max(run.first_step["inverted_tets"].max() for run in runs.values()),
    )
