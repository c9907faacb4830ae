"""The judges of claims 35, 40 and 41 (Neo-Hookean, ν → 1/2) give the right verdicts on synthetic runs."""

import json
import math
from types import SimpleNamespace

import pytest
from synthetic_sweeps import Case, SyntheticResults, check, two_rows

from simbench.study.verdicts import ANSWERED, FAILS, HOLDS, IN_PART
from thesis import beam_theory
from thesis.claims.incompressible import FORMS, MODELS
from thesis.claims.locking import CELLS, SPLITS

pytestmark = pytest.mark.slow

BEAM = {  # μ = 1e8 Pa, λ = 3e8 Pa; small strains have Lamé parameters μ and λ − μ: ν = 1/3, E = 8/3 μ
    "density": 1000,
    "body": {"beam": {"size": [4, 0.1, 0.1]}},
    "step": {"time_step": 0.1},
    "material": {"model": "stable_neo_hookean", "youngs_modulus": 2.75e8, "poisson_ratio": 0.375},
}


def beam_scene(setting: dict) -> dict:
    material = BEAM["material"] | {"poisson_ratio": setting.get("nu", 0.375)}
    return BEAM | {"material": material, "step": {"time_step": 0.1}}


def displaced(metres: float) -> dict:
    """The kinetic energy of BEAM if it moves by `metres` in a time step."""
    return {"kinetic_energy": 0.5 * 40 * (metres / 0.1) ** 2}


SPLIT_BETTER, COMBINED_BETTER = (1e-4, 0.1), (0.5, 0.1)  # errors of split and combined at the highest ν
COLLAPSE = {"stable": -0.9, "classical": 0.0}  # changes of volume under split XPBD


def neo_hookean_runs(
    folder,
    *,
    moved=(0.01, 0.0),
    soft=SPLIT_BETTER,
    stiff=SPLIT_BETTER,
    shrunk=COLLAPSE,
    own=(0.05, 0.05),
    compressed=(2.0, 3.0),
    inverted=math.nan,
):
    """`moved`: how far beams at rest move. `soft`, `stiff`: errors at E h² = 1 and 100 Pa s².

    `shrunk`: changes of volume. `own`: errors of split and combined XPBD of classical Neo-Hookean at the
    thesis's ν. `compressed`: the energies of a cube with det F = 0.1 and 0.01, `inverted` with less than 0.
    """
    runs = {"rest": [], "collapse_causes": [], "incompressible": [], "incompressible_stiffness": []}
    for (model, name), at_rest in zip(MODELS.items(), moved, strict=True):
        for place, form in enumerate(FORMS):
            setting = {"model": model, "form": form}
            runs["rest"].append(("xpbd", setting, two_rows(0, 0, **displaced(at_rest)), "max_iterations"))
            table = two_rows(2, 1, volume_error=-0.7 if name == "stable" else 0.0, relative_error=own[place])
            table["inverted_tets"] = 0
            runs["collapse_causes"].append(("xpbd", setting, table, "max_iterations"))
            for modulus, errors in ((1e2, soft), (1e4, stiff)):
                for nu, error in ((0.3, 0.2), (0.4999, errors[place])):
                    volume = shrunk[name] if nu < 0.4 else 0.0
                    table = two_rows(1, 1, relative_error=error, volume_error=volume)
                    where = setting | {"E": modulus, "nu": nu}
                    runs["incompressible_stiffness"].append(("xpbd", where, table, "max_iterations"))
    for solver in ("newton", "qn", "admm"):
        table = two_rows(1, 1, relative_error=[1, 1e-6])
        for nu in (0.3, 0.49):
            runs["incompressible"].append((solver, {"model": "neo_hookean", "nu": nu}, table, "converged"))
    results = SyntheticResults(folder)
    cubes = [
        ("newton", {"duration": 1 - det}, two_rows(1, energy, min_det_f=det), "converged")
        for det, energy in ((0.1, compressed[0]), (0.01, compressed[1]), (-0.01, inverted))
    ]
    results.add("compressed_cube", ["duration"], cubes)
    for sweep, sweep_runs in runs.items():
        results.add(sweep, ["model", "E", "nu", "form"], sweep_runs, scene=beam_scene)
    return results


def cantilevers(folder, left=(0.8, 0.1), finer=1.5) -> SyntheticResults:
    """The sag is 20 % of beam theory's at ν = 0.3, and `left` times this at ν = 0.499 (five and six tets).

    Each finer mesh multiplies the sag by `finer`.
    """
    of_theory = {
        nu: beam_theory.deflection(SimpleNamespace(scene=beam_scene({"nu": nu}))) for nu in (0.3, 0.499)
    }
    runs = [
        (
            "newton",
            {"split": split, "cells": json.dumps(cells), "nu": nu},
            two_rows(0, 0, **displaced(0.2 * finer**place * sag * (1 if nu < 0.4 else share))),
            "converged",
        )
        for split, share in zip(SPLITS, left, strict=True)
        for place, cells in enumerate(CELLS)
        for nu, sag in of_theory.items()
    ]
    return SyntheticResults(folder).add("locking", ["split", "cells", "nu"], runs, scene=beam_scene)


BOTH = "the material and E h²"
CASES = [
    Case(
        35,
        ANSWERED,
        neo_hookean_runs,
        ("of 1 to 100 Pa s² with stable Neo-Hookean and of 1 to 100 Pa s² with", "never", "by 0.01 m"),
    ),
    Case(
        35,
        ANSWERED,
        neo_hookean_runs,
        ("of 1 Pa s² with stable", "stable Neo-Hookean for E h² of nowhere"),
        {"stiff": COMBINED_BETTER, "shrunk": dict.fromkeys(COLLAPSE, -0.1)},
    ),
    Case(41, ANSWERED, cantilevers, ("six tets a cell shows 2 to 4 %", "five tets a cell 16 to 36 %")),
    Case(41, ANSWERED, cantilevers, ("shows 10 to 22 %",), {"left": (0.5, 0.5)}, ("Not so: what it leaves",)),
    Case(40, IN_PART, neo_hookean_runs, ("within 5 % of the minimum",)),
    Case(40, HOLDS, neo_hookean_runs, ("within 700 % of",), {"own": (7.0, 0.05)}),
    Case(40, FAILS, neo_hookean_runs, ("within 5 %",), {"compressed": (3.0, 2.0), "inverted": 1.0}),
]


def test_the_deflection_of_a_slender_cantilever_is_that_of_beam_theory():
    """∫ (s⁴ − 4 s³ + 6 s²)² ds = 104/45; E = 8/3 · 1e8 Pa; q = ρ g A; I = b⁴/12. Shear adds 0.1 %."""
    load, rigidity = 1000 * 9.81 * 0.01, 8e8 / 3 * 0.1**4 / 12
    expected = load * 4**4 / (24 * rigidity) * math.sqrt(104 / 45)
    found = beam_theory.deflection(SimpleNamespace(scene=BEAM))
    assert expected < found < 1.002 * expected


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
