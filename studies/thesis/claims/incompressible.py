"""Claims 35 and 40: split XPBD as ν → 1/2 and why it collapses, XPBD of classical Neo-Hookean."""

import math
from itertools import pairwise

from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, answered, at_least, below, in_parts
from simbench.study.words import listed
from thesis.claims.measures import final, final_displacement
from thesis.claims.problems import intervals

MODELS = {"stable_neo_hookean": "stable", "neo_hookean": "classical"}
INCOMPATIBLE = 0.5  # relative error with which XPBD does not work
FORMS = ("split", "combined")
MOVED = 1e-6  # m: a smaller displacement at rest is rounding
COLLAPSED = -0.25  # volume error


@claim(35)
def split_xpbd_and_incompressibility(results: Results) -> Verdict:
    parts, nearer, collapses = [], {}, {}
    for model, name in MODELS.items():
        runs = results.by("incompressible_stiffness", "xpbd", "E", "form", "nu", model=model)
        highest = max(nu for _, _, nu in runs)
        h = next(iter(runs.values())).scene["step"]["time_step"]
        for modulus in dict.fromkeys(modulus for modulus, _, _ in runs):
            split, combined = (final(runs[modulus, form, highest], "relative_error") for form in FORMS)
            shrunk = min(
                final(run, "volume_error")
                for (E, form, _), run in runs.items()
                if (E, form) == (modulus, "split")
            )
            product = float(f"{modulus * h**2:.6g}")
            nearer.setdefault(name, {})[product] = split < combined
            collapses.setdefault(name, {})[product] = shrunk < COLLAPSED
            parts.append(
                below(
                    split / combined,
                    1,
                    f"{name}, E h² = {product:g} Pa s²: split's volume changes by {100 * shrunk:.1f} %; "
                    f"at ν = {highest:g} its last relative error over combined's",
                )
            )
    moved = {
        name: final_displacement(results.run("rest", "xpbd", model=model, form="split"))
        for model, name in MODELS.items()
    }
    parts += [
        below(metres, MOVED, f"{name}: how far 20 sweeps of split XPBD move a beam at rest [m]")
        for name, metres in moved.items()
    ]
    return answered(
        parts,
        stable=intervals(nearer["stable"]),
        classical=intervals(nearer["classical"]),
        collapses=intervals(collapses["stable"]),
        classical_collapses="never" if not any(collapses["classical"].values()) else "as well",
        moved=moved["stable"],
    )


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
        inverted="tets" if any(run.first_step["inverted_tets"].max() for run in runs.values()) else "no tet",
    )
