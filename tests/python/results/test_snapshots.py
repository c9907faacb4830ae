"""Snapshots are read as meshio reads them, and a damaged one is named."""

import re

import meshio
import numpy as np
import pytest

from simbench.errors import ResultsError
from simbench.snapshots import load_snapshot, snapshot_files, surface_triangles

SMOKE = "--scene smoke.json --solver qn --iterations 3 --vtu 1 --output OUT --quiet"
TETS = np.array([[0, 1, 2, 3], [1, 2, 3, 4]])  # two that share a face
GRID = """<VTKFile type="UnstructuredGrid"><UnstructuredGrid><Piece NumberOfPoints="4" NumberOfCells="1">
<Points><DataArray type="Float64" NumberOfComponents="3">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points>
<PointData></PointData>
<Cells><DataArray Name="connectivity">0 1 2 3</DataArray><DataArray Name="types">10</DataArray></Cells>
<CellData><DataArray Name="det_f">1.5</DataArray></CellData>
</Piece></UnstructuredGrid></VTKFile>"""


def outward_volume(points: np.ndarray, triangles: np.ndarray) -> float:
    a, b, c = points[triangles].transpose(1, 0, 2)
    return float((a * np.cross(b, c)).sum() / 6)


def test_a_soft_body_is_read_as_meshio_reads_it(run_simbench, workplace):
    run_simbench(SMOKE)
    files = snapshot_files(workplace / "OUT/qn")
    assert [(file.step, file.iteration) for file in files] == [(1, 0), (1, 1), (1, 2), (1, 3)]
    for file in files:
        ours, theirs = load_snapshot(file.path), meshio.read(file.path)
        assert np.array_equal(ours.points, theirs.points)
        assert np.array_equal(ours.cells, theirs.cells_dict["tetra"])
        assert ours.point_data.keys() == theirs.point_data.keys()
        assert ours.cell_data.keys() == theirs.cell_data.keys()
        for name, values in ours.point_data.items():
            assert np.array_equal(values, theirs.point_data[name])
        for name, values in ours.cell_data.items():
            assert np.array_equal(values, theirs.cell_data_dict[name]["tetra"])
    tets = ours.point_data["rest_positions"][ours.cells]
    volume = np.linalg.det(tets[:, 1:] - tets[:, :1]).sum() / 6
    assert outward_volume(ours.point_data["rest_positions"], ours.surface) == pytest.approx(volume)


def test_boxes_of_rigid_bodies_have_closed_surfaces(run_simbench, workplace):
    run_simbench("--scene bridge --solver avbd --iterations 2 --vtu --output OUT --quiet --set step.steps=2")
    *_, last = snapshot_files(workplace / "OUT/avbd")
    assert (last.step, last.iteration) == (2, 2)
    boxes, theirs = load_snapshot(last.path), meshio.read(last.path)
    assert np.array_equal(boxes.cells, theirs.cells_dict["hexahedron"])
    assert len(boxes.surface) == 12 * len(boxes.cells)
    corners = boxes.points[boxes.cells]
    edges = corners[:, [1, 3, 4]] - corners[:, :1]
    assert outward_volume(boxes.points, boxes.surface) == pytest.approx(np.linalg.det(edges).sum())


def test_the_surface_of_cloth_is_its_triangles(run_simbench, workplace):
    run_simbench("--scene hanging_cloth --solver pd --iterations 1 --vtu --output OUT --quiet")
    last = snapshot_files(workplace / "OUT/pd")[-1].path
    triangles = meshio.read(last).cells_dict["triangle"]
    assert len(triangles) == 288 and np.array_equal(load_snapshot(last).surface, triangles)


def test_particles_have_points_and_no_surface(run_simbench, workplace):
    run_simbench("--scene spring_chain.json --solver newton --iterations 1 --vtu --output OUT --quiet")
    snapshot = load_snapshot(snapshot_files(workplace / "OUT/newton")[-1].path)
    assert snapshot.points.shape == (4, 3)
    assert snapshot.cells.tolist() == [[0, 1], [1, 2], [2, 3]]  # springs
    assert snapshot.surface.shape == (0, 3)


def test_the_surface_consists_of_the_triangles_of_only_one_tet():
    faces = {frozenset(face) for face in surface_triangles(TETS).tolist()}
    assert len(faces) == 6
    assert frozenset({1, 2, 3}) not in faces


def test_files_are_in_the_order_of_steps_and_iterations(tmp_path):
    for name in ("positions_0010_000000", "positions_0002_1000000", "positions_0002_000999", "other_0001_0"):
        (tmp_path / f"{name}.vtu").touch()
    found = [(file.step, file.iteration) for file in snapshot_files(tmp_path)]
    assert found == [(2, 999), (2, 1000000), (10, 0)]
    assert snapshot_files(tmp_path / "nowhere") == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("</Piece>.*", "", "no element found"),
        ("(?s).*", "solver,row\n", "syntax error"),
        ("UnstructuredGrid><Piece", "PolyData><Piece", "mismatched tag"),
        ('"connectivity"', '"corners"', "no connectivity"),
        ("0 0 0 1</Data", "0 0 0</Data", "'points' has 11 numbers instead of 4 × 3"),
        ("0 0 0 1</Data", "0 0 0 O</Data", "'points' has text that is not a number"),
        ("0 1 2 3<", "0 1 2 4<", "not one of the 4 points"),
        ("0 1 2 3<", "0 1 2 -1<", "not one of the 4 points"),
        (">10<", ">9<", "VTK's types"),
        ('NumberOfCells="1"', 'NumberOfCells="many"', "invalid literal"),
        ("1.5", "1.5 2", "'det_f' has 2 numbers instead of 1"),
        ("<Points>.*</Points>", "", "no points"),
    ],
)
def test_a_damaged_file_is_named_with_what_is_wrong(tmp_path, old, new, said):
    path = tmp_path / "positions_0001_000000.vtu"
    path.write_text(GRID)
    assert load_snapshot(path).cell_data["det_f"].tolist() == [1.5]
    damaged, times = re.subn(old, new, GRID, count=1, flags=re.DOTALL)
    assert times == 1
    path.write_text(damaged)
    with pytest.raises(ResultsError, match=re.escape(said)) as raised:
        load_snapshot(path)
    assert str(path) in str(raised.value)
