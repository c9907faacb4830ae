"""The judges of the study engine give the right verdicts on synthetic runs."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from studies import ENGINE
from synthetic_sweeps import SyntheticResults, reaching, steps_with_energies

from engine.claims.elements import exponent
from engine.claims.measures import SOLVERS, sag
from engine.claims.parity import FORMS, longest_zigzag
from simbench.study.verdicts import DEPENDS, FAILS, HOLDS

pytestmark = pytest.mark.slow

LOCAL, GLOBAL = ("pbd", "xpbd", "vbd"), ("pd", "admm", "qn", "newton")
RATIOS = (0.3, 0.45, 0.49, 0.499, 0.4999)


def judged(number: int, results: SyntheticResults):
    return ENGINE.claims[number].judge(results)


def scene(setting: dict) -> dict:
    """A bar of 1 m, or of 1000 mm if its density is one in tonnes per cubic millimetre."""
    unit = 1000 if setting.get("density", 1) < 1e-6 else 1
    beam = {"size": [unit, 0.2 * unit, 0.2 * unit], "cells": setting.get("cells", [15, 3, 3])}
    return {
        "body": {"beam": beam},
        "density": setting.get("density", 7850),
        "gravity": [0, 0, -9.81 * unit],
    }


def bar(share: float, setting: dict | None = None, **columns) -> pd.DataFrame:
    """A bar whose centre of mass hangs lower by this share of the length, at the ends of four steps."""
    described = scene(setting or {})
    length, _, height = size = described["body"]["beam"]["size"]
    weight = described["density"] * math.prod(size) * -described["gravity"][2]
    energies = np.full(4, weight * (height / 2 - share * length) + 1 + 2)
    return steps_with_energies(energies, **{"kinetic_energy": 2.0, **columns})


def bars(folder, sweep: str, runs) -> SyntheticResults:
    """A sweep of (solver, setting, share of the length by which the bar sags)."""
    made = [(solver, setting, bar(share, setting), "max_iterations") for solver, setting, share in runs]
    axes = list(dict.fromkeys(axis for _, setting, _ in runs for axis in setting))
    return SyntheticResults(folder).add(sweep, axes, made, scene=scene)


def frames(folder, sags: dict) -> SyntheticResults:
    """sags[solver] is a function of the stiffness and of the iterations of a frame."""
    runs = [
        (solver, {"k": k, "iterations": n}, sags[solver](k, n))
        for solver in SOLVERS
        for k in (1e9, 2e11)
        for n in (10, 100)
    ]
    return bars(folder, "bar_iterations", runs)


def local(k, n):
    return 3 / n  # knows no stiffness


def exact(k, n):
    return 1e6 / k


def mixed(local_sag, global_sag) -> dict:
    return dict.fromkeys(LOCAL, local_sag) | dict.fromkeys(GLOBAL, global_sag)


def test_the_sag_is_a_mean_over_the_second_half(tmp_path):
    heights = 0.1 - np.array([0.9, 0.9, 0.3, 0.5])  # of the centre of mass, in metres
    weight = 7850 * 0.04 * 9.81
    rows = steps_with_energies(weight * heights + 5 + 1, kinetic_energy=5.0)
    runs = [("pd", {"h": 0.1}, rows, "max_iterations"), ("qn", {"h": 0.1}, rows, "diverged")]
    results = SyntheticResults(tmp_path).add("any", ["h"], runs, scene=scene)
    assert sag(results.run("any", "pd", h=0.1)) == pytest.approx(0.4)
    assert sag(results.run("any", "qn", h=0.1)) == math.inf


@pytest.mark.parametrize(
    ("sags", "kinds"),
    [
        (mixed(local, exact), {1: DEPENDS, 2: DEPENDS, 3: DEPENDS}),
        (mixed(local, local), {1: HOLDS, 2: HOLDS, 3: HOLDS}),
        (mixed(exact, exact), {1: FAILS, 2: FAILS, 3: FAILS}),
    ],
)
def test_judges_of_iterations(tmp_path, sags, kinds):
    results = frames(tmp_path, sags)
    assert {number: judged(number, results).kind for number in kinds} == kinds


def test_the_sentences_on_iterations_have_the_numbers_of_the_runs(tmp_path):
    results = frames(tmp_path, mixed(local, exact))
    assert judged(1, results).answer == (
        "With ten iterations a frame the bar looks soft with PBD (300 mm), XPBD (300 mm), VBD (300 mm). It "
        "looks stiff with PD (0.005 mm), ADMM (0.005 mm), QN (0.005 mm), Newton (0.005 mm). The exact sag is "
        "0.005 mm."
    )
    assert "alike with PBD (300 mm and 300 mm)" in judged(2, results).answer
    assert "PD (0.005 mm and 1 mm)" in judged(2, results).answer
    assert "visibly with PBD (300 mm and 30 mm)" in judged(3, results).answer


@pytest.mark.parametrize(("factor", "kind"), [(5, DEPENDS), (1.9, FAILS)])
def test_judge_of_small_steps(tmp_path, factor, kind):
    runs = [
        (
            solver,
            {"step": json.dumps({"iterations": n})},
            0.3 / (1 if n == 10 or solver == "newton" else factor),
        )
        for solver in SOLVERS
        for n in (10, 1)
    ]
    found = judged(4, bars(tmp_path, "bar_steps", runs))
    assert found.kind == kind
    assert f"PBD ({factor:g} times)" in found.answer and "Newton (1 times)" in found.answer


@pytest.mark.parametrize(("power", "kind"), [(1, DEPENDS), (0.1, FAILS)])
def test_judge_of_a_heavy_tip(tmp_path, power, kind):
    """The stretch is 2 mm times a power of the tip's mass, and nothing under the direct solver."""
    runs = []
    for solver in ("gs", "xpbd", "jacobi", "avbd", "si", "soft_step", "direct"):
        for tip in (1, 100):
            stretch = 0.0 if solver == "direct" else 0.002 * tip**power
            rows = pd.DataFrame(
                {"step": range(1, 5), "iteration": 10, "largest_stretch": [9, 9, stretch, stretch]}
            )
            runs.append((solver, {"tip": tip}, rows, "max_iterations"))
    found = judged(5, SyntheticResults(tmp_path).add("rope_masses", ["tip"], runs))
    assert found.kind == kind
    assert "direct (0 and 0 cm)" in found.answer
    assert f"Gauss–Seidel (0.2 and {0.2 * 100**power:.2g} cm)" in found.answer


@pytest.mark.parametrize(("coarse", "kind"), [(0.03, DEPENDS), (0.3, FAILS)])
def test_judge_of_finer_meshes(tmp_path, coarse, kind):
    sags = {solver: (coarse, 0.4) if solver in LOCAL else (0.001, 0.001) for solver in SOLVERS[:-1]}
    runs = [
        (solver, {"cells": cells}, share)
        for solver, shares in sags.items()
        for cells, share in zip(([5, 1, 1], [30, 6, 6]), shares, strict=True)
    ]
    found = judged(6, bars(tmp_path, "bar_elements", runs))
    assert found.kind == kind
    assert found.answer.endswith("The numbers are the sags with 25 and with 5400 tets.")


def test_judges_of_one_step(tmp_path):
    """Local solvers need the square of the cells along the bar, XPBD never arrives, the others need 20."""
    runs = []
    for solver in SOLVERS:
        for cells in ([10, 2, 2], [15, 3, 3], [30, 6, 6]):
            count = cells[0] ** 2 if solver in LOCAL else 20
            rows = reaching({0.05: count} if solver == "xpbd" else {0.01: count, 5e-4: 2 * count})
            runs.append((solver, {"cells": cells}, rows, "max_iterations"))
    results = SyntheticResults(tmp_path).add("twist_elements", ["cells"], runs, scene=scene)
    found = judged(7, results)
    assert found.kind == DEPENDS
    assert "PBD (100 and 900, power 0.67), XPBD (not reached), VBD (100" in found.answer
    assert "PD (20 and 20, power 0)" in found.answer
    found = judged(11, results)
    assert found.kind == DEPENDS
    assert (
        "XPBD (2.5 % after 225). These solvers reach the minimum: PBD (450 iterations), VBD (450"
        in found.answer
    )
    assert "QN (40 iterations), Newton (40 iterations)." in found.answer


def test_the_exponent_is_that_of_a_power():
    assert exponent({n: 3 * n**0.7 for n in (200, 675, 5400)}) == pytest.approx(0.7)
    assert exponent({200: 3, 5400: math.inf}) == math.inf


@pytest.mark.parametrize(("share", "kind"), [(0.85, HOLDS), (0.95, FAILS)])
def test_judge_of_locking(tmp_path, share, kind):
    runs = [
        ("newton", {"cells": cells, "material": json.dumps({"poisson_ratio": nu})}, 0.01 * left)
        for cells in ([10, 2, 2], [15, 3, 3])
        for nu, left in ((0.3, 1), (0.499, share))
    ]
    found = judged(8, bars(tmp_path, "bar_locking", runs))
    assert found.kind == kind
    assert f"10 mm and {10 * share:g} mm (15×3×3 cells)" in found.answer


def beams(folder, growth=1.0, split=2.0, swings=()) -> SyntheticResults:
    """Counts grow by `growth` from ν = 0.3 to the others; `split` is the error over that of `combined`."""
    runs = []
    for nu in RATIOS:
        material = json.dumps({"poisson_ratio": nu})
        for solver in ("vbd", "admm", "qn", "newton"):
            rows = reaching({1e-6: int(20 * (1 if nu == 0.3 else growth))})
            runs.append((solver, {"material": material}, rows, "max_iterations"))
        for form in FORMS:
            error = 0.1 * {"split": split, "combined": 1, "block": 0.5}[form]
            objective = 100 + (np.arange(31) % 2 if form in swings else np.zeros(31))
            rows = pd.DataFrame({"step": 1, "iteration": range(31), "objective": objective})
            rows = rows.assign(relative_error=error, volume_error=-0.25)
            runs.append(("xpbd", {"material": material, "form": form}, rows, "converged"))
    return SyntheticResults(folder).add("twist_neo_hookean", ["material", "form"], runs)


@pytest.mark.parametrize(("growth", "kind"), [(3, HOLDS), (1.5, FAILS)])
def test_judge_of_iterations_near_one_half(tmp_path, growth, kind):
    found = judged(9, beams(tmp_path, growth))
    assert found.kind == kind
    assert f"VBD (20 and {20 * growth:g})" in found.answer


@pytest.mark.parametrize(("split", "kind"), [(2, FAILS), (0.4, HOLDS)])
def test_judge_of_one_or_two_constraints(tmp_path, split, kind):
    found = judged(15, beams(tmp_path, split=split))
    assert found.kind == kind
    assert f"{0.1 * split:g} with two constraints, 0.1 with one constraint, 0.05 with a block" in found.answer
    assert "two constraints lose 25 %" in found.answer
    assert ("two constraints are nearer than one" in found.answer) == (split < 1)


@pytest.mark.parametrize(("dropped", "pbd", "kind"), [(0.01, 0.01, DEPENDS), (0.1, 0.1, FAILS)])
def test_judge_of_dropped_multipliers(tmp_path, dropped, pbd, kind):
    ends = {("pbd", None): pbd, ("xpbd", "kept"): 0.1, ("xpbd", "dropped"): dropped, ("newton", None): 0.1}
    runs = [
        (solver, {"iterations": n, **({"multipliers": rule} if rule else {})}, share if n == 300 else 0.3)
        for (solver, rule), share in ends.items()
        for n in (10, 300)
    ]
    found = judged(10, bars(tmp_path, "bar_limit", runs))
    assert found.kind == kind
    assert "The exact sag is 100 mm." in found.answer


@pytest.mark.parametrize(("swings", "kind"), [(("combined",), DEPENDS), ((), FAILS)])
def test_judge_of_odd_and_even_iterations(tmp_path, swings, kind):
    results = beams(tmp_path, swings=swings)
    falling = reaching({1e-6: 30})
    steps = [(solver, {"cells": [15, 3, 3]}, falling, "max_iterations") for solver in SOLVERS]
    results.add("twist_elements", ["cells"], steps, scene=scene)
    stretch = np.linspace(1, 0.5, 31) + (0.1 * (np.arange(31) % 2) if swings else 0)
    rows = pd.DataFrame({"step": 1, "iteration": range(31), "largest_stretch": np.linspace(1, 0.5, 31)})
    rope = [
        (
            solver,
            {"h": 1},
            rows.assign(largest_stretch=stretch) if solver == "jacobi" else rows,
            "max_iterations",
        )
        for solver in ("gs", "xpbd", "jacobi", "sor", "avbd")
    ]
    results.add("rope_iterations", ["h"], rope)
    found = judged(12, results)
    assert found.kind == kind
    elsewhere = "with the other solvers and scenes" if swings else "with any solver on any scene"
    assert f"We see no difference {elsewhere}." in found.answer
    assert ("Jacobi on the row of masses (28 iterations in a row" in found.answer) == bool(swings)


def test_a_zigzag_alternates_visibly_and_evenly():
    odd = np.arange(30) % 2
    falling = longest_zigzag(np.linspace(1, 0.5, 30) + 0.1 * odd)
    assert falling.length == 27 and 0.1 < falling.size < 0.2
    assert longest_zigzag(np.where(np.arange(30) < 15, 1 + 0.1 * odd, 1.0)).length == 12
    assert longest_zigzag(1 + 1e-4 * odd).length == 0
    assert longest_zigzag(np.linspace(1, 0.1, 30)).length == 0
    assert longest_zigzag(1 + (np.arange(30) % 4 == 0)).length <= 2  # every fourth value is large


@pytest.mark.parametrize(
    ("explodes", "kind", "words"),
    [
        (lambda density: density == 1, FAILS, "explodes with these settings: ρ = 1 kg/m³ and h = 0.001 s."),
        (lambda density: density == 1000, DEPENDS, "ρ = 1000 kg/m³ and h = 0.001 s."),
    ],
)
def test_judge_of_density(tmp_path, explodes, kind, words):
    results = SyntheticResults(tmp_path)
    axes = ["density", "h", "precision"]
    runs = [
        (
            solver,
            {"density": density, "h": h, "precision": precision},
            bar(0.1, kinetic_energy=0.0),
            "converged",
        )
        for solver in SOLVERS
        for h in (0.02, 0.001)
        for precision in ("double", "single")
        for density in (1, 1000)
    ]
    results.add("bar_density", axes, runs, scene=scene)
    status = {True: "diverged", False: "converged"}
    explicit = [
        (
            "formula",
            {"density": density, "h": h, "precision": "double"},
            bar(0.1, kinetic_energy=0.0),
            status[explodes(density) and h == 0.001],
        )
        for h in (0.02, 0.001)
        for density in (1, 1000)
    ]

    def described(setting):
        where = setting["density"], setting["h"]
        return status[explodes(where[0]) and where[1] == 0.001]

    results.add("bar_explicit", axes, explicit, scene=scene, status=described)
    found = judged(13, results)
    assert found.kind == kind
    assert "With implicit time steps no run explodes." in found.answer and words in found.answer


@pytest.mark.parametrize(("factor", "kind"), [(1.001, FAILS), (1.1, DEPENDS)])
def test_judge_of_units(tmp_path, factor, kind):
    """Single precision changes the sag by this factor if lengths are in millimetres."""
    runs = [
        (solver, {"precision": precision, "density": density}, 0.1 * (factor if differs else 1))
        for solver in SOLVERS
        for precision in ("double", "single")
        for density in (7850, 7.85e-9)
        for differs in [precision == "single" and density < 1]
    ]
    found = judged(14, bars(tmp_path, "bar_units", runs))
    assert found.kind == kind
    assert f"differ by at most {100 * (factor - 1):.2g} %" in found.answer


@pytest.mark.parametrize(("off", "kind"), [(0.3, DEPENDS), (0.001, FAILS)])
def test_judge_of_single_precision(tmp_path, off, kind):
    """PD's sag for positions is off 1 km away, and that of all solvers is off 10 km away."""
    runs = []
    for solver in SOLVERS:
        for form in ("positions", "increment") if solver == "pd" else (None,):
            for precision, x in (("double", 0), ("single", 0), ("single", 1000), ("single", 10000)):
                is_off = x == 10000 or (x == 1000 and form == "positions")
                setting = {"precision": precision, "origin": [x, 0, 0]} | (
                    {"global_step": form} if form else {}
                )
                runs.append((solver, setting, 0.1 * (1 + off * is_off)))
    found = judged(16, bars(tmp_path, "bar_precision", runs))
    assert found.kind == kind
    if kind == DEPENDS:
        assert "At 1 km from the origin they differ by more than 10 % with PD (positions)." in found.answer
        assert "At 10 km they differ by more than 10 % with PBD, XPBD," in found.answer
