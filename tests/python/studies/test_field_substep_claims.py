"""Trajectories are measured right, and the judge of claim F19 uses them right."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY
from field_beams import BEAM, beam, run_of
from synthetic_sweeps import AXES, SyntheticResults

from simbench.results import Run
from simbench.snapshots import Snapshot
from simbench.study.modules import import_judges
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

import_judges(REPOSITORY / "studies" / "field")

from field.claims import substeps, trajectories  # noqa: E402  see above

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def axes(monkeypatch):
    more = {
        "k": "material.stiffness",
        "step": "step",
        "n": "step.substeps",
    }
    for name, path in more.items():
        monkeypatch.setitem(AXES, name, path)


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
        ((0.5, 0.1), (0.2, 0.05), (-4, -1), (9, 2), HOLDS),
        ((0.5, 0.6), (0.2, 0.05), (-1, -4), (2, 9), FAILS),
        ((0.5, 0.3), (0.2, 0.05), (-4, -1), (9, 2), IN_PART),  # worse than the exact step
    ],
)
def test_judge_of_substeps(monkeypatch, tmp_path, xpbd, exact, energy, sags, kind):
    along(monkeypatch)
    found = substeps.substeps_are_better(small_steps(tmp_path, xpbd, exact, energy, sags))
    assert found.kind == kind
    assert found.values["xpbd"] == f"{xpbd[0] / xpbd[1]:.2g}"
    assert found.values["pd"] == "32"
    assert found.values["own"] == found.values["xpbd"]
    notes = " ".join(found.notes)
    assert (
        f"k = 1e6 Pa: the mean sag over that in equilibrium is {sags[0]} with one step and {sags[1]} with"
        in notes
    )
    assert (found.values["of_one"], found.values["of_many"]) == ("0.3", "1.3")
    apart = [abs(1000 * (own - step)) for own, step in zip(xpbd, exact, strict=True)]
    assert f"200 mm and {apart[0]:.0f} mm, then 50 mm and {apart[1]:.0f} mm, with one step" in notes
