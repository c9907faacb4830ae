"""States from files of other programs: what they hold is what the motion begins with, in every format."""

import json

import meshio
import numpy as np
import pandas as pd
import pytest

from simbench.scene import Scene

BEAM = {
    "body": {"beam": {"size": [0.4, 0.1, 0.1], "cells": [3, 1, 1]}},
    "material": {"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.3},
    "step": {"time_step": 0.01},
}
VERTICES = 16


def numpy_file(order: str = "C", kind: str = "<f8"):
    def write(file, positions, velocities):
        for name, values in (("positions", positions), ("velocities", velocities)):
            np.save(file.with_name(f"{name}.npy"), np.asarray(values, dtype=kind, order=order))
        return {"positions": "positions.npy", "velocities": "velocities.npy"}

    return write


def table(header: bool):
    def write(file, positions, velocities):
        for name, values in (("positions", positions), ("velocities", velocities)):
            pd.DataFrame(values, columns=["x", "y", "z"]).to_csv(
                file.with_name(f"{name}.csv"), index=False, header=header
            )
        return {"positions": "positions.csv", "velocities": "velocities.csv"}

    return write


def vtu(**options):
    def write(file, positions, velocities):
        cells = [("tetra", np.array([[0, 1, 2, 3]]))]
        mesh = meshio.Mesh(positions, cells, point_data={"velocity": velocities})
        mesh.write(file.with_name("frame.vtu"), **options)
        return {"positions": "frame.vtu", "velocities": "frame.vtu"}

    return write


def appended_vtu(encoding: str, header: type, compressed: bool = False):
    """As VTK's own writer: the numbers of all arrays behind the XML."""
    import base64
    import zlib

    def write(file, positions, velocities):
        blocks, offsets, length = [], [], 0
        for values in (positions, velocities):
            data = np.asarray(values, dtype="<f8").tobytes()
            if compressed:
                parts = [data[i : i + 100] for i in range(0, len(data), 100)]
                packed = [zlib.compress(part) for part in parts]
                rest = len(data) % 100
                head = np.array([len(parts), 100, rest, *map(len, packed)], dtype=header).tobytes()
                body = b"".join(packed)
            else:
                head, body = np.array([len(data)], dtype=header).tobytes(), data
            if encoding == "base64":
                pieces = [head, body] if compressed else [head + body]
                block = b"".join(base64.b64encode(piece) for piece in pieces)
            else:
                block = head + body
            blocks.append(block)
            offsets.append(length)
            length += len(block)
        kind = {np.uint32: "UInt32", np.uint64: "UInt64"}[header]
        compressor = ' compressor="vtkZLibDataCompressor"' if compressed else ""
        array = '<DataArray type="Float64" Name="{}" NumberOfComponents="3" format="appended" offset="{}"/>'
        text = (
            f'<VTKFile type="UnstructuredGrid" byte_order="LittleEndian" header_type="{kind}"{compressor}>'
            f'<UnstructuredGrid><Piece NumberOfPoints="{VERTICES}" NumberOfCells="0">'
            f"<PointData>{array.format('velocities', offsets[1])}</PointData>"
            f"<Points>{array.format('Points', offsets[0])}</Points></Piece></UnstructuredGrid>"
            f'<AppendedData encoding="{encoding}">_'
        )
        end = b"</AppendedData></VTKFile>"
        file.with_name("frame.vtu").write_bytes(text.encode() + b"".join(blocks) + end)
        return {"positions": "frame.vtu", "velocities": "frame.vtu"}

    return write


WRITERS = {
    "npy": numpy_file(),
    "npy by columns": numpy_file("F"),
    "npy big-endian": numpy_file(kind=">f8"),
    "npy float32": numpy_file(kind="<f4"),
    "csv": table(header=False),
    "csv with names": table(header=True),
    "vtu as text": vtu(binary=False),
    "vtu in base64": vtu(binary=True, compression=None),
    "vtu compressed": vtu(binary=True, compression="zlib"),
    "vtu appended raw": appended_vtu("raw", np.uint32),
    "vtu appended raw, 64 bits": appended_vtu("raw", np.uint64),
    "vtu appended base64": appended_vtu("base64", np.uint64),
    "vtu appended raw, compressed": appended_vtu("raw", np.uint32, compressed=True),
    "vtu appended base64, compressed": appended_vtu("base64", np.uint32, compressed=True),
}


@pytest.fixture
def start(run_simbench, workplace):
    """Runs the beam from a state and returns the checkpoint of its start."""

    def run(state: dict, **members) -> dict:
        (workplace / "s.json").write_text(json.dumps({**BEAM, "state": state, **members}))
        options = "--iterations 0 --checkpoint-every 1 --reference none --output OUT --quiet"
        run_simbench(f"--scene s.json --solver qn {options}")
        return json.loads((workplace / "OUT/qn/checkpoint_000000.json").read_text())

    return run


def some_state() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(1)
    rest = np.asarray(Scene.load(BEAM).problem().rest_positions)
    return rest + 0.01 * random.standard_normal(rest.shape), random.standard_normal(rest.shape)


@pytest.mark.parametrize("form", WRITERS)
def test_every_format_is_read(start, workplace, form):
    positions, velocities = some_state()
    state = start(WRITERS[form](workplace / "x", positions, velocities))["state"]
    precision = {"npy float32": 1e-7, "vtu as text": 1e-11}.get(form, 0)  # meshio writes 12 digits
    for name, values in (("positions", positions), ("velocities", velocities)):
        read = np.array(state[name]).reshape(-1, 3)
        assert np.allclose(read, values, rtol=precision, atol=precision), name


def test_without_velocities_a_state_is_at_rest(start, workplace):
    positions, velocities = some_state()
    state = WRITERS["npy"](workplace / "x", positions, velocities)
    assert not any(start({"positions": state["positions"]})["state"]["velocities"])


def test_the_time_moves_anchors(run_simbench, workplace):
    """A face that turns by 90 degrees a second is, at the time t, where it is in a run of t/h steps."""
    turning = {
        "vertices": {"select": "x_min"},
        "rotation": {"axis": [1, 0, 0], "origin": [0, 0, 0], "degrees_per_second": 90},
    }
    anchored = {**BEAM, "anchors": {"stiffness": "hard", "groups": [turning]}}
    (workplace / "whole.json").write_text(json.dumps({**anchored, "step": {"time_step": 0.01, "steps": 30}}))
    common = "--solver newton --iterations 5 --reference none --checkpoint-every 1 --quiet"
    run_simbench(f"--scene whole.json --output WHOLE {common}")
    np.save(workplace / "rest.npy", np.asarray(Scene.load(BEAM).problem().rest_positions))
    (workplace / "late.json").write_text(
        json.dumps({**anchored, "state": {"positions": "rest.npy", "time": 0.29}})
    )
    run_simbench(f"--scene late.json --output LATE {common}")
    held = [i for i, x in enumerate(np.load(workplace / "rest.npy")[:, 0]) if x < 1e-9]
    ends = [
        np.array(json.loads((workplace / place).read_text())["state"]["positions"]).reshape(-1, 3)[held]
        for place in ("WHOLE/newton/checkpoint_000030.json", "LATE/newton/checkpoint_000001.json")
    ]
    assert np.array_equal(*ends)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda q, v: (q[:-1], v), "has 15 points, but the body has 16 vertices"),
        (lambda q, v: (q, v[:, :2]), "of shape '(16, 2)'"),
        (lambda q, v: (np.where(q == q[3, 1], np.nan, q), v), "the position of vertex 3"),
        (lambda q, v: (q, np.where(v == v[5, 0], np.inf, v)), "the velocity of vertex 5"),
        (lambda q, v: (q.astype(int), v), "expected float64"),
        (lambda q, v: (q.astype(complex), v), "expected float64"),
    ],
)
def test_arrays_that_are_no_state(refused, workplace, change, said):
    positions, velocities = change(*some_state())
    np.save(workplace / "q.npy", positions)
    np.save(workplace / "v.npy", velocities)
    scene = {**BEAM, "state": {"positions": "q.npy", "velocities": "v.npy"}}
    (workplace / "s.json").write_text(json.dumps(scene))
    assert said in refused("--scene s.json --solver qn --output NEW", exit_code=None)


@pytest.mark.parametrize("form", ["vtu compressed", "vtu appended raw, compressed", "npy", "csv"])
def test_a_file_cut_anywhere_is_refused(run_simbench, workplace, form):
    positions, velocities = some_state()
    state = WRITERS[form](workplace / "x", positions, velocities)
    file = workplace / state["positions"]
    contents = file.read_bytes()
    (workplace / "s.json").write_text(json.dumps({**BEAM, "state": {"positions": state["positions"]}}))
    last_line = contents.rstrip(b"\n").rfind(b"\n")  # of a .csv, whose last number may be any
    for length in range(0, last_line if form == "csv" else len(contents) - 40, max(1, len(contents) // 25)):
        file.write_bytes(contents[:length])
        finished = run_simbench("check s.json", exit_code=None)
        assert finished.returncode in (2, 3), length
        assert file.name in finished.stderr


def test_other_units_are_told(run_simbench, workplace):
    positions, velocities = some_state()
    for name, values in (("q", 1000 * positions), ("v", 1e5 * velocities)):
        np.save(workplace / f"{name}.npy", values)
    np.save(workplace / "there.npy", positions)
    (workplace / "mm.json").write_text(json.dumps({**BEAM, "state": {"positions": "q.npy"}}))
    (workplace / "fast.json").write_text(
        json.dumps({**BEAM, "state": {"positions": "there.npy", "velocities": "v.npy"}})
    )
    assert "positions are in metres" in run_simbench("check mm.json", exit_code=None).stdout
    assert "metres per second" in run_simbench("check fast.json", exit_code=None).stdout


def test_positions_in_another_order_are_told(run_simbench, workplace):
    positions, _ = some_state()
    np.save(workplace / "q.npy", positions[::-1])
    np.savetxt(workplace / "q.csv", positions, delimiter=",", encoding="utf-8-sig")
    for file, is_told in (("q.npy", True), ("q.csv", False)):
        (workplace / "scene.json").write_text(json.dumps({**BEAM, "state": {"positions": file}}))
        assert ("15 tets are inverted" in run_simbench("check scene.json").stdout) == is_told


def test_rigid_bodies_begin_at_rows_of_a_table(run_simbench, workplace):
    """A state of bodies.csv at an end of a frame: a solver without memory goes on as before."""
    common = "--solver gs --iterations 3 --reference none --checkpoint-every 1 --quiet"
    run_simbench(
        f"--scene triple_pendulum {common} --set step.substeps=1 --set step.steps=6",
        "--state-every 1 --output A",
    )
    table = pd.read_csv(workplace / "A/gs/bodies.csv", dtype=str)
    table[table["step"].astype(int) <= 3].to_csv(workplace / "three.csv", index=False)
    run_simbench(
        f"--scene triple_pendulum {common} --set step.substeps=1 --set step.steps=3 --output B",
        "--set state.bodies=three.csv",
    )
    ends = [
        json.loads((workplace / place).read_text())["state"]["poses"]
        for place in ("A/gs/checkpoint_000006.json", "B/gs/checkpoint_000003.json")
    ]
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("qw", "3", "quaternion"),
        ("x", "nan", "expected a finite number"),
        ("body", "other", "no row of the body"),
    ],
)
def test_tables_that_are_no_state(run_simbench, workplace, refused, column, value, said):
    run_simbench("--scene two_bodies --solver gs --state-every 1 --reference none --output A --quiet")
    table = pd.read_csv(workplace / "A/gs/bodies.csv", dtype=str)
    table[column] = value
    table.to_csv(workplace / "bad.csv", index=False)
    assert said in refused(
        "--scene two_bodies --solver gs --set state.bodies=bad.csv --output NEW", exit_code=None
    )


def test_a_run_from_a_state_is_repeated_where_its_files_have_moved(run_simbench, workplace):
    positions, velocities = some_state()
    (workplace / "here").mkdir()
    state = WRITERS["npy"](workplace / "here/x", positions, velocities)
    (workplace / "here/s.json").write_text(json.dumps({**BEAM, "state": state}))
    run_simbench("--scene here/s.json --solver qn --reference none --output OUT --quiet")
    (workplace / "here").rename(workplace / "there")
    said = run_simbench("rerun OUT/qn/manifest.json --output AGAIN --mesh-folder there").stdout
    assert "manifest.json: identical" in said
    np.save(workplace / "there/positions.npy", positions + 1e-3)
    run_simbench("rerun OUT/qn/manifest.json --output AGAIN --mesh-folder there", exit_code=3)


def test_regions_and_changes_of_the_start_have_their_velocities(run_simbench, workplace):
    """The last one that names a vertex counts; all other vertices have the scene's velocity."""
    law = BEAM["material"]
    right = {"select": "box", "minimum": [0.2, 0, 0], "maximum": [0.4, 0.1, 0.1]}
    scene = {
        **BEAM,
        "initial_velocity": [1, 0, 0],
        "regions": [{"tets": right, "material": law, "initial_velocity": [0, 2, 0]}],
        "start": [{"vertices": {"select": "x_max"}, "velocity": [0, 0, 3]}],
    }
    (workplace / "s.json").write_text(json.dumps(scene))
    options = "--iterations 0 --checkpoint-every 1 --reference none --output OUT --quiet"
    run_simbench(f"--scene s.json --solver qn {options}")
    state = json.loads((workplace / "OUT/qn/checkpoint_000000.json").read_text())["state"]
    velocities = np.array(state["velocities"]).reshape(-1, 3)
    problem = Scene.load(BEAM).problem()
    rest = np.asarray(problem.rest_positions)
    inside = [tet for tet in np.asarray(problem.tets) if rest[tet][:, 0].mean() > 0.2]
    expected = np.tile([1.0, 0, 0], (VERTICES, 1))
    expected[np.unique(inside)] = [0, 2, 0]
    expected[rest[:, 0] > 0.4 - 1e-9] = [0, 0, 3]
    assert np.array_equal(velocities, expected)


def test_warnings_of_units_are_printed_by_a_quiet_run(run_simbench, workplace):
    positions, velocities = some_state()
    np.save(workplace / "q.npy", positions)
    np.save(workplace / "v.npy", 1e5 * velocities)
    state = {"positions": "q.npy", "velocities": "v.npy"}
    (workplace / "s.json").write_text(json.dumps({**BEAM, "state": state}))
    ran = run_simbench("--scene s.json --solver qn --iterations 1 --reference none --output OUT --quiet")
    plan = {"scene": "s.json", "axes": [], "solvers": ["qn", "pd"], "set": {"step.iterations": 1}}
    (workplace / "plan.json").write_text(json.dumps(plan))
    for said in (ran.stderr, run_simbench("sweep plan.json --output SWEEP --quiet").stderr):
        assert said.startswith("simbench: warning: with its velocity in the state, a vertex moves")
        assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("columns", "factor", "said"),
    [
        (["vx", "vy", "vz"], 1e3, "velocities are in metres per second"),
        (["wx", "wy", "wz"], 1e4, "angular velocities are in radians per second"),
        (["x", "y", "z"], 1e3, "positions are in metres"),
        ([], 1, ""),
    ],
)
def test_other_units_of_rigid_bodies_are_told(run_simbench, workplace, columns, factor, said):
    common = "--scene triple_pendulum --solver gs --iterations 3 --reference none --quiet"
    run_simbench(f"{common} --set step.steps=9 --state-every 1 --output A")
    table = pd.read_csv(workplace / "A/gs/bodies.csv")
    table[columns] *= factor
    table.to_csv(workplace / "other.csv", index=False)
    ran = run_simbench(f"{common} --set step.steps=1 --set state.bodies=other.csv --output B", exit_code=None)
    assert (said in ran.stderr) and bool(said) == ("warning" in ran.stderr)
    assert said in run_simbench("check triple_pendulum --set state.bodies=other.csv").stdout


def test_a_body_that_a_table_lists_twice_is_refused(run_simbench, workplace, refused):
    run_simbench("--scene two_bodies --solver gs --state-every 1 --reference none --output A --quiet")
    table = pd.read_csv(workplace / "A/gs/bodies.csv", dtype=str)
    name = table["body"].iloc[-2]
    pd.concat([table, table[table["body"] == name].tail(1)]).to_csv(workplace / "twice.csv", index=False)
    said = refused("--scene two_bodies --solver gs --set state.bodies=twice.csv --output NEW", exit_code=None)
    lines = len(table) + 2
    assert f"twice.csv:{lines}: the body '{name}' has a row in line {lines - 2}, too" in said
