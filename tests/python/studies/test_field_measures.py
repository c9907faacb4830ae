"""Measures of the judges of the study field agree with numbers that are known."""

import math

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY
from field_beams import BEAM, beam, run_of
from synthetic_sweeps import AXES, SyntheticResults, reaching

from simbench.results import Run
from simbench.snapshots import Snapshot
from simbench.study.modules import import_judges

import_judges(REPOSITORY / "studies" / "field")

from field.claims import accelerated_runs as runs_of  # noqa: E402  see above
from field.claims import compliance, sagging, sweeps, trajectories  # noqa: E402


def test_depth_and_height_follow_from_energies():
    swinging = run_of(beam([0.0, 0.5, 0.1, 0.3]), BEAM)
    assert sagging.depths(swinging).tolist() == pytest.approx([0.0, 0.5, 0.1, 0.3])
    assert sagging.sag(swinging) == pytest.approx(0.2)  # of the second half


def test_ends_of_substeps_are_no_ends_of_frames():
    scene = BEAM | {"step": {"substeps": 2}}
    assert sagging.depths(run_of(beam([0.7, 0.1, 0.7, 0.3]), scene)).tolist() == pytest.approx([0.1, 0.3])


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

    monkeypatch.setattr(trajectories, "end_of", end_of)
    monkeypatch.setattr(trajectories, "masses_of", lambda run: np.ones(1))


def ends_at(place: float, energy: float, error: float = 0.1) -> pd.DataFrame:
    return beam([0]).assign(place=place, total_energy=energy, relative_error=error)


def test_the_reference_has_no_error_of_the_first_order(monkeypatch, tmp_path):
    along(monkeypatch)
    monkeypatch.setitem(AXES, "k", "material.stiffness")
    monkeypatch.setitem(AXES, "n", "step.substeps")
    runs = [("formula", {"k": 1.0, "n": n}, ends_at(7 + 3 / n, 5 - 2 / n), "max_iterations") for n in (4, 8)]
    results = SyntheticResults(tmp_path).add("fine", ["k", "n"], runs)
    found = trajectories.reference(lambda *axes, **setting: results.by("fine", *axes, **setting), 1.0)
    assert (found.end.positions[0, 0], found.end.energy) == pytest.approx((7, 5))
    assert found.own_error == pytest.approx(3 / 8)


def test_where_xpbd_does_not_arrive_vbd_is_alone():
    assert sweeps.at_first([math.inf, math.inf]) == "only VBD arrives at an error of 0.1"
    assert sweeps.at_first([2, math.inf, 3]) == (
        "XPBD needs 2 to 3 times the iterations of VBD, or does not arrive (1 of 3 materials)"
    )


def test_a_run_that_does_not_arrive_gives_a_bound():
    """Plain sweeps that end too early tell of a factor of ten only if the budget does."""
    plain = run_of(reaching({1e-6: 2000}).assign(relative_error=1.0), {"solvers": {"xpbd": {}}})
    assert runs_of.speedup(plain, 100, 1e-3) == 20
    assert runs_of.speedup(plain, 1000, 1e-3) is None
    assert runs_of.speedup(plain, np.inf, 1e-3) is None
