"""Figures of geometries are drawn from plans of the gallery, on a small beam."""

import json
from pathlib import Path

import meshio
import numpy as np
import pytest
from conftest import REPOSITORY
from studies import THESIS

pytest.importorskip("pyvista", reason="PyVista is not installed (scripts/requirements_figures.txt)")

from simbench import rendering
from simbench.figures import geometry
from simbench.mesh_report import tet_volumes
from simbench.rendering import VIEWS
from simbench.results import load_curves
from simbench.shapes import shape
from thesis.figures import admm_inversion, geometry_panels, pd_shift, twist_ends

pytestmark = pytest.mark.slow
needs_opengl = pytest.mark.usefixtures("opengl")


@pytest.fixture
def small_sweep(run_simbench, workplace):
    """Runs a plan of the gallery on the small beam, and returns the folder of the sweep."""

    def run(name: str) -> Path:
        plan = json.loads((REPOSITORY / "studies/thesis/plans" / f"{name}.json").read_text())
        (workplace / "plan.json").write_text(json.dumps({**plan, "scene": "smoke.json"}))
        run_simbench(f"sweep plan.json --quiet --output {name}")
        return workplace / name

    return run


@pytest.fixture
def drawn(monkeypatch):
    """Collects panels instead of drawing them."""
    panels = {}
    monkeypatch.setattr(geometry, "draw", lambda given, **_: panels.update(given))
    return panels


def test_panels_are_drawn_from_a_sweep(small_sweep, drawn):
    """PBD and QN after 1000 iterations at two time steps, one beam per panel."""
    geometry_panels.pbd_against_qn(small_sweep("geometry_time_steps"))
    assert [[beam.label for beam in beams] for beams in drawn.values()] == [["PBD"], ["QN"]] * 2
    assert all(beams[0].tets.n_cells == 160 for beams in drawn.values())
    assert "PBD" in next(iter(drawn)) and next(iter(drawn)).endswith("0.0°")


def test_distances_are_measured_from_newtons_minimum(small_sweep, drawn):
    where = {"step.time_step": "1e-2", "material.stiffness": "1e8"}
    geometry_panels.distances(small_sweep("geometry_untwist"), **where)
    off = {title.split(":")[0]: beams[0].distances.max() for title, beams in drawn.items()}  # [m]
    assert len(off) == 8
    assert off["QN, 1000 iterations"] < 1e-5 < off["QN, 10 iterations"] < off["XPBD, 10 iterations"]
    assert next(title for title in drawn if title.startswith("QN, 1000")).endswith("< 0.01 mm off")


@needs_opengl
def test_pds_centre_of_mass_is_marked(small_sweep):
    runs = pd_shift.load(small_sweep("geometry_precision"))
    panels = pd_shift.draw(runs).axes
    for axes, run in zip(panels, runs.values(), strict=True):
        mesh = meshio.read(rendering.last_snapshot(run.folder))
        centres = mesh.points[mesh.cells_dict["tetra"]].mean(axis=1)
        volumes = tet_volumes(mesh.point_data["rest_positions"], mesh.cells_dict["tetra"])
        x, y, z = volumes @ centres / volumes.sum()
        start, end = (np.ravel(line.get_data()) for line in axes.lines)
        np.testing.assert_allclose(start, [0.4 - 1.6, 0.1 - 0.3], atol=1e-6)  # of the small beam
        np.testing.assert_allclose(end, [x - 1.6, z - 0.3], atol=1e-9)
        assert f"centre of mass at ({1e3 * x:.0f}, {1e3 * y:.0f}, {1e3 * z:.0f}) mm" in axes.get_title()


@needs_opengl
def test_inverted_tets_are_shown_beside_the_beam(small_sweep, drawn):
    runs = admm_inversion.load(small_sweep("geometry_admm"))
    assert [run.scene["step"]["iterations"] for run in runs] == [10, 13, 15, 20]
    path = rendering.last_snapshot(runs[1].folder)
    mesh = meshio.read(path)
    mesh.cells[0].data[:3] = mesh.cells[0].data[:3, [1, 0, 2, 3]]  # three tets inside out
    mesh.write(path, binary=False)
    admm_inversion.draw(runs)
    assert [len(beams) for beams in drawn.values()] == [1, 2, 1, 1]
    assert list(drawn.values())[1][1].tets.n_cells == 3
    assert "13 iterations: 3 inverted tets" in list(drawn)[1]


@needs_opengl
def test_the_outline_of_an_end_goes_through_its_corners(small_sweep):
    (entry,) = (figure for figure in THESIS.figures if figure.name == "twist_ends")
    runs = load_curves(small_sweep("geometry_twist"), entry.filters)
    panels = twist_ends.draw(runs).axes
    assert [run.solver for run in runs] == ["xpbd", "qn"]
    qn_shape = shape(runs[1])
    for axes, (view, (end, _)) in zip(panels, twist_ends.ENDS.items(), strict=True):
        x, y = axes.lines[0].get_data()
        assert len(x) == 9 and (x[0], y[0]) == (x[-1], y[-1])
        corners = np.isin(qn_shape.rest[:, 1:], [0, 0.2]).all(axis=1) & np.isclose(
            qn_shape.rest[:, 0], (0, 0.8)[end]
        )
        seen = (qn_shape.positions[corners] - rendering.FOCUS) @ VIEWS[view].axes[:2].T
        assert len(seen) == 4
        distances = np.hypot(x - seen[:, :1], y - seen[:, 1:]).min(axis=1)
        np.testing.assert_allclose(distances, 0, atol=1e-9)
        assert f"QN {geometry_panels.degrees(qn_shape.twist_along[end])}" in axes.get_title()
