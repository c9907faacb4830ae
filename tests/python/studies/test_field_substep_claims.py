"""Trajectories, sags and forces are measured right, and the judges of claims F18 and F19 use them right."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY
from synthetic_sweeps import AXES, SyntheticResults

from simbench.results import Run
from simbench.snapshots import Snapshot
from simbench.study.modules import import_judges
from simbench.study.verdicts import CONFIRMED, DEPENDS, REFUTED, kind_of

import_judges(REPOSITORY / "studies" / "field")

from field.claims import compliance, sagging, substeps, trajectories  # noqa: E402  see above

pytestmark = pytest.mark.slow

BEAM = {
    "body": {"beam": {"size": [0.8, 0.2, 0.2], "cells": [12, 3, 3]}},
    "density": 1000,
    "gravity": [0, 0, -10],
    "step": {},
}
WEIGHT = 320  # N: 0.032 m³ of 1000 kg/m³ under 10 m/s²


@pytest.fixture(autouse=True)
def axes(monkeypatch):
    more = {
        "k": "material.stiffness",
        "step": "step",
        "n": "step.substeps",
        "h": "step.time_step",
        "m": "step.iterations",
        "material": "material",
        "xpbd": "solvers.xpbd",
        "pbd": "solvers.pbd",
    }
    for name, path in more.items():
        monkeypatch.setitem(AXES, name, path)


def run_of(rows: pd.DataFrame, scene: dict) -> Run:
    return Run("xpbd", rows, {"scene": scene, "status": "max_iterations"}, {}, folder=None)


def beam(depths, kinetic: float = 3.0, elastic: float = 2.0) -> pd.DataFrame:
    """A beam whose centre of mass hangs lower by these depths [m] at the ends of its steps."""
    heights = 0.1 - np.asarray(depths)
    count = len(heights)
    return pd.DataFrame(
        {
            "step": np.arange(1, count + 1),
            "iteration": 0,
            "total_energy": WEIGHT * heights + elastic + kinetic,
            "kinetic_energy": kinetic,
            "constraint": elastic,
            "relative_error": 0.1,
        }
    )


def test_depth_and_height_follow_from_energies():
    swinging = run_of(beam([0.0, 0.5, 0.1, 0.3]), BEAM)
    assert sagging.depths(swinging).tolist() == pytest.approx([0.0, 0.5, 0.1, 0.3])
    assert sagging.sag(swinging) == pytest.approx(0.2)  # of the second half
    # In equilibrium the depth is 0.2 m and the material has 32 J: of 64 J of gravity 32 J are gone.
    static = run_of(beam([0.2], kinetic=0, elastic=32), BEAM)
    at_rest = run_of(beam([0.0, 0.0], kinetic=0, elastic=0), BEAM)
    assert sagging.gap(at_rest, static) == pytest.approx(1)
    assert sagging.gap(static, static) == pytest.approx(0)


def test_ends_of_substeps_are_no_ends_of_frames():
    scene = BEAM | {"step": {"substeps": 2}}
    assert sagging.depths(run_of(beam([0.7, 0.1, 0.7, 0.3]), scene)).tolist() == pytest.approx([0.1, 0.3])


def test_a_tet_gives_each_corner_a_quarter_of_its_mass(monkeypatch):
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -2]], float)
    cells = np.array([[0, 1, 2, 3], [0, 2, 1, 4]])  # of 1/6 and 1/3 m³
    snapshot = Snapshot(corners, cells, {"rest_positions": corners}, {})
    monkeypatch.setattr(trajectories, "last_snapshot", lambda run: snapshot)
    masses = trajectories.masses_of(run_of(beam([0]), {"density": 12}))
    assert masses.tolist() == pytest.approx([1.5, 1.5, 1.5, 0.5, 1])


def test_distance_is_weighted_by_mass():
    start = trajectories.End(np.zeros((2, 3)), 0)
    moved = trajectories.End(np.array([[3.0, 0, 4], [0, 0, 0]]), 0)
    heavy, light = (trajectories.Reference(start, 0, np.array(masses)) for masses in ([3, 1], [1, 3]))
    assert heavy.distance(moved) == pytest.approx(5 * math.sqrt(3 / 4))
    assert light.distance(moved) == pytest.approx(5 / 2)
    assert heavy.distance(moved, moved) == 0


def along(monkeypatch) -> None:
    """A body of one vertex: the column `place` has its x at the end."""

    def end_of(run: Run) -> trajectories.End:
        last = run.iterations.iloc[-1]
        return trajectories.End(np.array([[last["place"], 0, 0]]), float(last["total_energy"]))

    for module in (substeps, trajectories):
        monkeypatch.setattr(module, "end_of", end_of)
    monkeypatch.setattr(trajectories, "masses_of", lambda run: np.ones(1))


def ends_at(place: float, energy: float, error: float = 0.1) -> pd.DataFrame:
    return beam([0]).assign(place=place, total_energy=energy, relative_error=error)


def test_the_reference_has_no_error_of_the_first_order(monkeypatch, tmp_path):
    along(monkeypatch)
    runs = [("formula", {"k": 1.0, "n": n}, ends_at(7 + 3 / n, 5 - 2 / n), "max_iterations") for n in (4, 8)]
    results = SyntheticResults(tmp_path).add("fine", ["k", "n"], runs)
    found = trajectories.reference(lambda *axes, **setting: results.by("fine", *axes, **setting), 1.0)
    assert (found.end.positions[0, 0], found.end.energy) == pytest.approx((7, 5))
    assert found.own_error == pytest.approx(3 / 8)


def split(n: int, budget: int) -> str:
    return json.dumps({"substeps": n, "iterations": budget // n})


def small_steps(folder, xpbd, exact, energy, sags) -> SyntheticResults:
    """The reference ends at x = 1 m with 10 J. Other arguments are the values with one substep and with 32.

    Without gravity's equilibrium at a depth of 0.01 m, `sags` are depths over it.
    """
    results = SyntheticResults(folder)
    fine, exacts, let_go, sagged, static = [], [], [], [], []
    for k in (1e6, 1e8):
        fine += [("formula", {"k": k, "n": n}, ends_at(1, 10), "max_iterations") for n in (256, 512)]
        static.append(("newton", {"k": k}, beam([0.01]), "converged"))
        for place, n in enumerate((1, 32)):
            at = {"k": k, "step": split(n, 32)}
            exacts.append(("newton", at, ends_at(1 + exact[place], 10), "converged"))
            own = ends_at(1 + xpbd[place], 10 + energy[place], error=0.3 + place)
            let_go.append(("xpbd", at, own, "max_iterations"))
            for solver in substeps.RIVALS:
                let_go.append((solver, at, ends_at(1 + 0.6 / n, 10), "max_iterations"))
        for place, n in enumerate((1, 16)):
            at = {"k": k, "step": split(n, 16)}
            sagged.append(("xpbd", at, beam([0.01 * sags[place]] * 4), "max_iterations"))
    results.add(substeps.REFERENCE, ["k", "n"], fine).add(substeps.EXACT, ["k", "step"], exacts)
    results.add(substeps.LET_GO, ["k", "step"], let_go)
    return results.add(substeps.SAG, ["k", "step"], sagged, scene=BEAM).add(
        substeps.STATIC, ["k"], static, scene=BEAM
    )


@pytest.mark.parametrize(
    ("xpbd", "exact", "energy", "sags", "kind"),
    [
        ((0.5, 0.1), (0.2, 0.05), (-4, -1), (9, 2), CONFIRMED),
        ((0.5, 0.6), (0.2, 0.05), (-1, -4), (2, 9), REFUTED),
        ((0.5, 0.3), (0.2, 0.05), (-4, -1), (9, 2), "partly"),  # worse than the exact step
    ],
)
def test_judge_of_substeps(monkeypatch, tmp_path, xpbd, exact, energy, sags, kind):
    along(monkeypatch)
    found = substeps.substeps_are_better(small_steps(tmp_path, xpbd, exact, energy, sags))
    assert kind_of(found.kind) == kind
    assert found.values["xpbd"] == f"{xpbd[0] / xpbd[1]:.2g}"
    assert found.values["pd"] == "32"
    assert found.values["better"] == "VBD, PD, QN, Newton"
    assert f"{sags[0]} and {sags[1]} (k = 1e6 Pa)" in found.values["sags"]
    assert (found.values["of_one"], found.values["of_many"]) == ("0.3", "1.3")
    apart = [abs(1000 * (own - step)) for own, step in zip(xpbd, exact, strict=True)]
    words = f"200 mm + {apart[0]:.0f} mm and 50 mm + {apart[1]:.0f} mm (k = 1e6 Pa)"
    assert words in found.values["splits"]


def chain(places) -> Run:
    """A held particle and a free one of 2 kg, which is at these places [m] at the ends of steps of 0.1 s."""
    points = [{"position": [0, 0, 0], "mass": 1}, {"position": [0, 0, places[0]], "mass": 2}]
    step = {"time_step": 0.1}
    scene = {"body": {"particles": {"points": points}}, "gravity": [0, 0, -10], "step": step}
    return run_of(pd.DataFrame({"place": places[1:]}), scene)


@pytest.mark.parametrize(
    ("places", "forces"),
    [
        ([-1, -1, -1], [20, 20]),  # it hangs, and weighs 20 N
        ([-1, -1.1, -1.3, -1.6], [0, 0, 0]),  # it falls freely
        ([-1, -1, -0.9], [20, 40]),  # it is pulled up by 10 m/s²
    ],
)
def test_the_support_bears_what_gravity_does_not_explain(monkeypatch, places, forces):
    run = chain(places)
    monkeypatch.setattr(compliance, "snapshot_files", lambda folder: [_File(place) for place in places[1:]])
    monkeypatch.setattr(compliance, "load_snapshot", lambda path: _File(path))
    assert compliance.forces(run).tolist() == pytest.approx(forces)


class _File:
    def __init__(self, place: float) -> None:
        self.path = place
        self.points = np.array([[0, 0, 0], [0, 0, place]])


def steps_of(time_step: float, iterations: int) -> str:
    return json.dumps({"time_step": time_step, "iterations": iterations})


def compliant(folder, soft, stiff, force, apart) -> SyntheticResults:
    """soft(h, m) and stiff(h, m) are sags over exact ones; force(m) is an error over the printed one."""
    sweeps = SyntheticResults(folder)
    sags, chains, beams = [], [], []
    for k, ratio in ((1e5, soft), (1e7, stiff)):
        for h, m in ((1 / 60, 20), (1 / 60, 1000), (1 / 240, 20)):
            at = {"k": k, "step": steps_of(h, m)}
            sags.append(("newton", at, beam([0.1] * 4), "converged"))
            sags.append(("xpbd", at | {"xpbd": "{}"}, beam([0.1 * ratio(h, m)] * 4), "max_iterations"))
            sags.append(("pbd", at | {"pbd": "{}"}, beam([0.5] * 4), "max_iterations"))
    sweeps.add(compliance.SAG, ["k", "step", "xpbd", "pbd"], sags, scene=BEAM)
    chains.append(("newton", {"h": 0.1, "m": 1000}, beam([0]).assign(off=0.0), "converged"))
    for m, printed in compliance.PUBLISHED.items():
        rows = beam([0]).assign(off=100 * printed * force(m))
        chains.append(("xpbd", {"h": 0.1, "m": m, "xpbd": "{}"}, rows, "max_iterations"))
    sweeps.add(compliance.CHAIN, ["h", "m", "xpbd"], chains)
    material = json.dumps({"youngs_modulus": 1e5})
    beams.append(("newton", {"material": material}, beam([0.1, 0.2]), "converged"))
    at = {"material": material, "xpbd": compliance.PAPERS_FORM}
    beams.append(("xpbd", at, beam([0.1, 0.2 + 0.8 * apart]), "max_iterations"))
    return sweeps.add(compliance.CANTILEVER, ["material", "xpbd"], beams, scene=BEAM)


def forces(run: Run) -> np.ndarray:
    """Forces of 1 and 100 N, and how far they are off."""
    return np.array([1.0, 100.0]) + run.iterations["off"].iloc[0]


@pytest.mark.parametrize(
    ("soft", "stiff", "force", "apart", "kind"),
    [
        (lambda h, m: 1.05, lambda h, m: 0.95, lambda m: 0.9, 0.009, CONFIRMED),
        (lambda h, m: 1.2, lambda h, m: 1000 / m, lambda m: 1.1, 0.011, REFUTED),
        (lambda h, m: 1.05, lambda h, m: 1000 / m, lambda m: 0.9, 0.009, DEPENDS),
        (lambda h, m: 1.05, lambda h, m: 1.05, lambda m: 1 if m > 50 else 3, 0.009, DEPENDS),
    ],
)
def test_judge_of_compliance(monkeypatch, tmp_path, soft, stiff, force, apart, kind):
    monkeypatch.setattr(compliance, "forces", forces)
    found = compliance.stiffness_is_independent(compliant(tmp_path, soft, stiff, force, apart))
    assert found.kind == kind
    assert found.values["pbd"] == "5"
    assert found.values["beams"] == f"{100 * apart:.2g} % (1e5 Pa)"
    assert f"{50 if stiff(0, 20) > 2 else stiff(0, 20):.2g}" in found.values["iterations"]
    assert f"{6 * force(50):.2g} %" in found.values["chain"]


def test_the_best_order_counts_only_if_tuned(tmp_path):
    at = {"k": 1e6, "step": steps_of(1 / 60, 20)}
    runs = [("newton", at, beam([0.1] * 2), "converged")]
    for setting, depth in (("{}", 0.3), ('{"order":"reversed"}', 0.2)):
        runs.append(("xpbd", at | {"xpbd": setting}, beam([depth] * 2), "max_iterations"))
    results = SyntheticResults(tmp_path).add(compliance.SAG, ["k", "step", "xpbd"], runs, scene=BEAM)

    def by(*axes, **setting):
        return results.by(compliance.SAG, *axes, **setting)

    found = [compliance.over_iterations_of(by, 1e6, tuned)[20] for tuned in (False, True)]
    assert found == pytest.approx([3, 2])
