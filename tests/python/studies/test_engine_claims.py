"""The judges of the study engine give the right verdicts on synthetic runs."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from studies import ENGINE
from synthetic_sweeps import SyntheticResults, reaching, steps_with_energies

from engine.claims.elements import exponent
from engine.claims.masses import RIGID
from engine.claims.measures import SOLVERS, sag
from engine.claims.parity import FORMS, longest_zigzag
from simbench.labels import solver_label
from simbench.study.verdicts import ANSWERED

pytestmark = pytest.mark.slow

LOCAL, GLOBAL = ("pbd", "xpbd", "vbd"), ("pd", "admm", "qn", "newton")
RATIOS = (0.3, 0.45, 0.49, 0.499, 0.4999)


def judged(number: int, results: SyntheticResults):
    """A question is always answered; its parts state for which solvers the answer is yes."""
    found = ENGINE.claims[number].judge(results)
    assert found.kind == ANSWERED
    return found


def yes(verdict) -> list[str]:
    return [part.finding.partition(":")[0] for part in verdict.parts if part.holds]


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
        for n in (1, 10, 30, 100)
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


def meshes(folder, results, coarse, fine) -> None:
    """coarse and fine: sags of local solvers; the others hardly sag."""
    runs = [
        (
            solver,
            {"cells": cells},
            bar(share if solver in LOCAL else 0.001, {"cells": cells}),
            "max_iterations",
        )
        for solver in SOLVERS[:-1]
        for cells, share in (([5, 1, 1], coarse), ([10, 2, 2], coarse), ([30, 6, 6], fine))
    ]
    results.add("bar_elements", ["cells"], runs, scene=scene)


@pytest.mark.parametrize(
    ("sags", "who"), [(mixed(local, exact), LOCAL), (mixed(local, local), SOLVERS), (mixed(exact, exact), ())]
)
def test_judges_of_iterations(tmp_path, sags, who):
    results = frames(tmp_path, sags)
    meshes(tmp_path, results, 0.03, 0.4)
    names = [solver_label(solver) for solver in who]
    assert all(yes(judged(number, results)) == names for number in (1, 2, 3))


def test_the_sentences_on_iterations_have_the_numbers_of_the_runs(tmp_path):
    results = frames(tmp_path, mixed(local, exact))
    meshes(tmp_path, results, 0.03, 0.4)
    found = judged(1, results)
    assert found.answer == (
        "With ten iterations a frame the bar looks soft with PBD, XPBD and VBD, where it sags by 300 mm. It "
        "looks stiff with PD, ADMM, QN and Newton, where it sags by 0.005 mm. The exact sag is 0.005 mm."
    )
    assert "soft with 100 iterations, with a stiffness of 1e9 Pa, on the coarsest mesh" in found.reach
    assert "PD, ADMM, QN and Newton the softer bar sags 200 times as far" in judged(2, results).answer
    assert "visibly with PBD, XPBD and VBD: it is 300 mm with ten and 30 mm" in judged(3, results).answer
    found = judged(6, results)
    assert yes(found) == ["PBD", "XPBD", "VBD"] and found.cases == {"to 200 tets": False}
    assert "From 25 to 5400 tets the bar sags clearly further with PBD" in found.answer


@pytest.mark.parametrize("factor", [5, 1.9])
def test_judge_of_small_steps(tmp_path, factor):
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
    assert len(yes(found)) == (6 if factor == 5 else 0)
    assert ("all solvers but Newton: it sags 5 times less" in found.answer) == (factor == 5)


@pytest.mark.parametrize(("power", "count"), [(1, 6), (0.1, 0)])
def test_judge_of_a_heavy_tip(tmp_path, power, count):
    """The stretch is 2 mm times a power of the tip's mass, and nothing under the direct solver."""
    runs = []
    for solver in RIGID:
        for tip in (1, 10, 100):
            stretch = 0.0 if solver == "direct" else 0.002 * tip**power
            rows = pd.DataFrame(
                {"step": range(1, 5), "iteration": 10, "largest_stretch": [9, 9, stretch, stretch]}
            )
            runs.append((solver, {"tip": tip}, rows, "max_iterations"))
    found = judged(5, SyntheticResults(tmp_path).add("rope_masses", ["tip"], runs))
    assert len(yes(found)) == count and found.cases == {"with 10 kg": True}
    said = "visibly with all solvers but the direct solver: by 20 cm, and by 0.2 cm with a tip of 1 kg"
    assert (said in found.answer) == bool(count)


def test_judge_of_iterations_on_finer_meshes(tmp_path):
    """Local solvers need the square of the cells along the bar, the others 20; XPBD stops above 1 %."""
    runs = []
    for solver in SOLVERS:
        for cells in ([10, 2, 2], [15, 3, 3], [30, 6, 6]):
            count = cells[0] ** 2 if solver in LOCAL else 20
            rows = reaching({0.1: count} if solver == "xpbd" else {0.1: count, 0.01: 2 * count})
            runs.append((solver, {"cells": cells}, rows, "max_iterations"))
    results = SyntheticResults(tmp_path).add("twist_elements", ["cells"], runs, scene=scene)
    found = judged(7, results)
    assert yes(found) == ["PBD", "XPBD", "VBD"] and found.cases == {"to an error of 1 %": True}
    assert "powers of the number of tets of 0.67 (VBD needs 100 and 900 iterations)" in found.answer


def floors(folder, floor) -> SyntheticResults:
    """One step in which XPBD and PBD stop at floor(k h²), and the others arrive after 40 iterations."""

    def rows(solver, stiffness):
        error = floor(stiffness) if solver in ("pbd", "xpbd") else 1e-6
        return reaching({2 * error: 40})

    step = [(solver, {"cells": [15, 3, 3]}, rows(solver, 1e3), "max_iterations") for solver in SOLVERS]
    results = SyntheticResults(folder).add("twist_elements", ["cells"], step, scene=scene)
    harder = [
        (solver, {"k": k, "h": h}, rows(solver, k * h**2), "max_iterations")
        for solver in ("pbd", "xpbd", "pd", "vbd")
        for k in (1e5, 1e7, 1e9)
        for h in (0.01, 0.1)
    ]
    return results.add("twist_floor", ["k", "h"], harder)


def test_the_floor_is_a_curve_over_the_stiffness(tmp_path):
    found = judged(11, floors(tmp_path, lambda stiffness: 1 / stiffness))
    assert yes(found) == ["PBD", "XPBD"]
    assert "With k h² = 1000 Pa s² the error of PBD and XPBD stops at 0.1 %" in found.answer
    assert found.cases == {
        f"for k h² = {value} Pa s²": value in ("1e1", "1e3") for value in ("1e1", "1e3", "1e5", "1e7")
    }
    assert "XPBD stops 0.1 to 10 % above the minimum for k h² below 1e5 Pa s²" in found.reach


def test_without_a_floor_nobody_stops_above_the_minimum(tmp_path):
    found = judged(11, floors(tmp_path, lambda stiffness: 1e-6))
    assert yes(found) == [] and "is reached by all solvers, after 40 iterations" in found.answer


def test_the_exponent_is_that_of_a_power():
    assert exponent({n: 3 * n**0.7 for n in (200, 675, 5400)}) == pytest.approx(0.7)
    assert exponent({200: 3, 5400: math.inf}) == math.inf


@pytest.mark.parametrize("share", [0.85, 0.95])
def test_judge_of_locking(tmp_path, share):
    """Linear tets sag by this share of what quadratic ones sag by near 1/2; the exact sag is halved there."""
    results = SyntheticResults(tmp_path)
    for sweep, left in (("bar_locking", share), ("bar_locking_quadratic", 1)):
        runs = []
        for nu, sag_of_it in ((0.3, 0.01), (0.45, 0.01), (0.499, 0.005 * left)):
            setting = {"cells": [10, 2, 2], "material": json.dumps({"poisson_ratio": nu})}
            runs.append(("newton", setting, bar(sag_of_it), ""))
        results.add(sweep, ["cells", "material"], runs, scene=scene)
    found = judged(8, results)
    assert yes(found) == ["10×2×2 cells"] * (share < 0.9)
    assert f"With ν = 0.499 a bar of linear tets sags {share:g} times (10×2×2 cells) as far" in found.answer
    assert found.cases == {"at ν = 0.3": False, "at ν = 0.45": False}
    assert "from 10 to 5 mm" in found.reach


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


@pytest.mark.parametrize("growth", [3, 1.5])
def test_judge_of_iterations_near_one_half(tmp_path, growth):
    found = judged(9, beams(tmp_path, growth))
    assert len(yes(found)) == (4 if growth == 3 else 0)
    assert f"VBD from 20 to {20 * growth:g}, with ADMM from 20" in found.answer
    assert ("ratios on: VBD 0.45" in found.reach) == (growth == 3)


@pytest.mark.parametrize("split", [2, 0.4])
def test_judge_of_one_or_two_constraints(tmp_path, split):
    found = judged(15, beams(tmp_path, split=split))
    assert len(yes(found)) == (5 if split < 1 else 0)
    assert (
        f"{0.1 * split:g} with two constraints, 0.1 with one constraint and 0.05 with a block" in found.answer
    )
    assert "two constraints lose 25 %" in found.answer
    assert ("two constraints are nearer than one at ν = 0.3 to 0.4999" in found.answer) == (split < 1)


@pytest.mark.parametrize("dropped", [0.01, 0.1])
def test_judge_of_dropped_multipliers(tmp_path, dropped):
    ends = {
        ("pbd", None): dropped,
        ("xpbd", "kept"): 0.1,
        ("xpbd", "dropped"): dropped,
        ("newton", None): 0.1,
    }
    runs = [
        (solver, {"iterations": n, **({"multipliers": rule} if rule else {})}, share if n == 300 else 0.3)
        for (solver, rule), share in ends.items()
        for n in (10, 300)
    ]
    found = judged(10, bars(tmp_path, "bar_limit", runs))
    assert yes(found) == ["PBD", "XPBD that drops its multipliers"] * (dropped < 0.09)
    assert "The exact sag is 100 mm." in found.answer


@pytest.mark.parametrize("swings", [("combined",), ()])
def test_judge_of_odd_and_even_iterations(tmp_path, swings):
    results = beams(tmp_path, swings=swings)
    falling = reaching({1e-6: 30})
    steps = [(solver, {"cells": [15, 3, 3]}, falling, "max_iterations") for solver in SOLVERS]
    results.add("twist_elements", ["cells"], steps, scene=scene)
    rows = pd.DataFrame({"step": 1, "iteration": range(31), "largest_stretch": np.linspace(1, 0.5, 31)})
    swinging = rows.assign(largest_stretch=rows["largest_stretch"] + 0.1 * (rows["iteration"] % 2))
    rope = [
        (solver, {"h": 1}, swinging if solver == "jacobi" and swings else rows, "max_iterations")
        for solver in ("gs", "xpbd", "jacobi", "sor", "avbd")
    ]
    results.add("rope_iterations", ["h"], rope)
    found = judged(12, results)
    assert yes(found) == ["XPBD on the Neo-Hookean beams", "Jacobi on the row of masses"] * bool(swings)
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


@pytest.mark.parametrize("density", [1, 1000])
def test_judge_of_density(tmp_path, density):
    """Symplectic Euler explodes with this density and small steps; implicit steps do not."""
    results = SyntheticResults(tmp_path)
    axes = ["density", "h", "precision"]
    settings = [
        {"density": rho, "h": h, "precision": precision}
        for h in (0.02, 0.001)
        for precision in ("double", "single")
        for rho in (1, 1000)
    ]
    at_rest = bar(0.1, kinetic_energy=0.0)
    runs = [(solver, setting, at_rest, "converged") for solver in SOLVERS for setting in settings]
    results.add("bar_density", axes, runs, scene=scene)

    def status(setting):
        return "diverged" if (setting["density"], setting["h"]) == (density, 0.001) else "converged"

    explicit = [("formula", one, at_rest, status(one)) for one in settings if one["precision"] == "double"]
    results.add("bar_explicit", axes, explicit, scene=scene, status=status)
    found = judged(13, results)
    assert yes(found) == ["symplectic Euler"] * (density == 1000)
    assert "With implicit time steps no run explodes." in found.answer
    assert f"explodes with ρ = {density} kg/m³ and h = 0.001 s." in found.answer


@pytest.mark.parametrize("factor", [1.001, 1.2])
def test_judge_of_units(tmp_path, factor):
    """Single precision changes the sag by this factor if lengths are in millimetres."""
    runs = [
        (solver, {"precision": precision, "density": density}, 0.1 * (factor if differs else 1))
        for solver in SOLVERS
        for precision in ("double", "single")
        for density in (7850, 7.85e-9)
        for differs in [solver == "pd" and precision == "single" and density < 1]
    ]
    found = judged(14, bars(tmp_path, "bar_units", runs))
    assert yes(found) == [] and found.cases == {"in single precision": factor > 1.1}
    assert f"differ by at most {100 * (factor - 1):.2g} % (PD)" in found.reach


@pytest.mark.parametrize("far", [0.1, 0.3])
def test_judge_of_precision(tmp_path, far):
    """PD that solves for positions sags differently in single precision far away."""
    runs = []
    for solver in SOLVERS:
        for precision, origin in (("double", [0, 0, 0]), *(("single", [x, 0, 0]) for x in (0, 1000, 10000))):
            for global_step in ("positions", "increment") if solver == "pd" else (None,):
                setting = {"origin": origin, "precision": precision}
                setting |= {"global_step": global_step} if global_step else {}
                runs.append((solver, setting, far if origin[0] and global_step == "positions" else 0.1))
    found = judged(16, bars(tmp_path, "bar_precision", runs))
    away = ("PD (positions), 1 km away", "PD (positions), 10 km away")
    assert yes(found) == list(away) * (far > 0.11)
    assert ("more than 10 % with PD (positions) (200 %)" in found.answer) == (far > 0.11)
