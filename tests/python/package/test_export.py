"""simbench-export writes positions of each iteration. trimesh, USD and a glTF reader read them back."""

import json
import re
import struct
from pathlib import Path

import numpy as np
import pytest
import trimesh
from pxr import Usd, UsdGeom, UsdValidation

from simbench import drawing
from simbench.labels import solver_label
from simbench.snapshots import load_snapshot, snapshot_files

pytestmark = pytest.mark.slow

SOFT = "--scene smoke.json --solver qn,pd --iterations 5 --vtu 2 --output OUT --quiet"
RIGID = "--scene hinge --solver gs,avbd --iterations 3 --vtu 1 --output OUT --quiet --set step.steps=2"
COMPONENTS = {5126: "<f4", 5125: "<u4"}


@pytest.fixture
def exported(run_simbench, run_command, workplace):
    """Runs solvers, exports the folder, and returns the file."""

    def export(arguments: str, *options: str):
        run_simbench(arguments)
        said = run_command("simbench-export", *options, workplace / "OUT").stdout
        file = workplace / f"OUT{options[0].replace('--', '.')}"
        assert said.startswith(f"wrote {file}; runs: 2, frames: ")
        return file

    return export


def expected(run_folder) -> dict[tuple[int, int], np.ndarray]:
    """The points on the surface of each snapshot, in single precision."""
    frames = {}
    for step, iteration, path in snapshot_files(run_folder):
        snapshot = load_snapshot(path)
        frames[step, iteration] = snapshot.points[np.unique(snapshot.surface)].astype(np.float32)
    return frames


class Glb:
    """A .glb file, which is read strictly by the standard."""

    def __init__(self, file):
        contents = file.read_bytes()
        magic, version, length, json_length, kind = struct.unpack_from("<4sIII4s", contents)
        assert (magic, version, length, kind) == (b"glTF", 2, len(contents), b"JSON")
        self.json = json.loads(contents[20 : 20 + json_length])
        binary_length, kind = struct.unpack_from("<I4s", contents, 20 + json_length)
        self.binary = contents[28 + json_length :]
        assert kind == b"BIN\0" and len(self.binary) == binary_length == self.json["buffers"][0]["byteLength"]
        assert json_length % 4 == binary_length % 4 == 0

    def values(self, number: int) -> np.ndarray:
        """The values of an accessor. Its description is checked."""
        accessor = self.json["accessors"][number]
        view = self.json["bufferViews"][accessor["bufferView"]]
        part = self.binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
        columns = {"SCALAR": 1, "VEC3": 3}[accessor["type"]]
        values = np.frombuffer(part, COMPONENTS[accessor["componentType"]]).reshape(-1, columns)
        assert len(values) == accessor["count"] and view["byteOffset"] % 4 == 0
        assert values.min(axis=0).tolist() == accessor["min"]
        assert values.max(axis=0).tolist() == accessor["max"]
        return values if columns == 3 else values[:, 0]


def folder_of(name: str, results: Path) -> Path:
    """The run whose solver an object is named after; formats replace some characters by underscores."""

    def plain(label: str) -> str:
        return re.sub("[^A-Za-z0-9]", "_", label)

    (found,) = (folder for folder in results.iterdir() if plain(solver_label(folder.name)) == plain(name))
    return found


@pytest.mark.parametrize("scene", [SOFT, RIGID])
def test_a_glb_has_each_iteration_as_a_morph_target_with_its_time(exported, workplace, scene):
    file = Glb(exported(scene, "--glb"))
    for number in range(len(file.json["accessors"])):
        file.values(number)
    moments = sorted(set().union(*(expected(folder) for folder in (workplace / "OUT").iterdir())))
    *nodes, root = file.json["nodes"]
    assert root["children"] == [0, 1] and file.json["scenes"][0]["nodes"] == [2]
    # y is up in glTF, and z here: the root turns (0, 0, 1) into (0, 1, 0).
    x, y, z, w = root["rotation"]
    assert np.allclose([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], [0, 1, 0])

    (animation,) = file.json["animations"]
    assert [channel["target"]["node"] for channel in animation["channels"]] == [0, 1]
    for node, channel in zip(nodes, animation["channels"], strict=True):
        frames = expected(folder_of(node["name"], workplace / "OUT"))
        mesh = file.json["meshes"][node["mesh"]]
        (primitive,) = mesh["primitives"]
        base = file.values(primitive["attributes"]["POSITION"])
        targets = [file.values(target["POSITION"]) for target in primitive["targets"]]
        assert file.values(primitive["indices"]).max() == len(base) - 1
        assert mesh["extras"]["targetNames"] == [f"step {s} iteration {i}" for s, i in [*frames][1:]]
        sampler = animation["samplers"][channel["sampler"]]
        times = file.values(sampler["input"])
        assert times * 24 == pytest.approx([moments.index(moment) for moment in frames])
        weights = file.values(sampler["output"]).reshape(len(times), len(targets))
        for positions, weight in zip(frames.values(), weights, strict=True):
            shown = base + np.einsum("t,tni->ni", weight.astype(float), np.array(targets))
            assert np.abs(shown - positions).max() <= np.spacing(np.abs(positions).max())


def test_trimesh_reads_the_first_frame_with_names(exported, workplace):
    scene = trimesh.load(exported(SOFT, "--glb"))
    assert set(scene.geometry) == {"QN", "PD"}
    for name, mesh in scene.geometry.items():
        frames = expected(workplace / "OUT" / name.lower())
        np.testing.assert_array_equal(np.asarray(mesh.vertices, np.float32), next(iter(frames.values())))
        assert mesh.is_watertight and mesh.volume > 0
    assert np.ptp(scene.bounds[:, 2]) > np.ptp(
        scene.geometry["QN"].bounds[:, 1]
    )  # objects stand side by side


@pytest.mark.parametrize("scene", [SOFT, RIGID])
def test_usd_reads_each_iteration_at_its_time_code(exported, workplace, scene):
    stage = Usd.Stage.Open(str(exported(scene, "--usda")))
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    assert not UsdValidation.ValidationContext(validators).Validate(stage)
    assert UsdGeom.GetStageUpAxis(stage) == "Z" and UsdGeom.GetStageMetersPerUnit(stage) == 1
    assert stage.GetTimeCodesPerSecond() == 24
    root = stage.GetDefaultPrim()
    moments = [tuple(moment) for moment in root.GetAttribute("steps_and_iterations").Get()]
    assert moments == sorted(set().union(*(expected(folder) for folder in (workplace / "OUT").iterdir())))
    assert (stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (0, len(moments) - 1)
    assert len(root.GetChildren()) == len(list((workplace / "OUT").iterdir()))
    for prim in root.GetChildren():
        mesh = UsdGeom.Mesh(prim)
        frames = expected(folder_of(prim.GetName(), workplace / "OUT"))
        points = mesh.GetPointsAttr()
        assert points.GetTimeSamples() == [moments.index(moment) for moment in frames]
        for moment, positions in frames.items():
            code = moments.index(moment)
            read = np.array(points.Get(code))
            np.testing.assert_array_equal(read, positions)
            assert mesh.GetExtentAttr().Get(code) == UsdGeom.PointBased.ComputeExtent(points.Get(code))
        counts, indices = mesh.GetFaceVertexCountsAttr().Get(), mesh.GetFaceVertexIndicesAttr().Get()
        valid, why = UsdGeom.Mesh.ValidateTopology(indices, counts, len(positions))
        assert valid, why
        assert set(counts) == {3} and max(indices) == len(positions) - 1


def test_bodies_have_the_colours_of_their_solvers_in_light(exported):
    file = Glb(exported(SOFT, "--glb"))
    for material in file.json["materials"]:
        linear = np.array(material["pbrMetallicRoughness"]["baseColorFactor"])
        srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
        red, green, blue, opacity = np.rint(255 * srgb).astype(int)
        assert f"#{red:02X}{green:02X}{blue:02X}" == drawing.LOOKS[material["name"].lower()]["color"]
        assert opacity == 255


def test_a_single_run_and_a_single_iterate_are_exported(run_simbench, run_command, workplace):
    run_simbench("--scene smoke.json --solver qn --iterations 2 --vtu --output OUT --quiet")
    run_command("simbench-export", "--glb", workplace / "OUT/qn")
    file = Glb(workplace / "OUT/qn.glb")  # beside the run, whose folder may not contain other files
    assert "animations" not in file.json and "targets" not in file.json["meshes"][0]["primitives"][0]
    assert trimesh.load(workplace / "OUT/qn.glb").geometry["QN"].is_watertight
    run_command("simbench-export", "--usda", workplace / "OUT/qn", "--output", workplace / "one.usda")
    assert Usd.Stage.Open(str(workplace / "one.usda")).GetEndTimeCode() == 0


def test_any_folder_name_becomes_a_name_in_the_file(run_simbench, run_command, workplace):
    run_simbench("--scene smoke.json --solver qn --iterations 1 --vtu --output OUT --quiet")
    names = ['a"b\\', "<script>ä", "2 µ", "2 ü", "tab\t"]
    for name in names:
        (workplace / "ALL" / name).parent.mkdir(exist_ok=True)
        (workplace / "ALL" / name).symlink_to(workplace / "OUT/qn")
    for kind in ("--glb", "--usda"):
        run_command("simbench-export", kind, workplace / "ALL")
    assert set(trimesh.load(workplace / "ALL.glb").geometry) == set(names)
    stage = Usd.Stage.Open(str(workplace / "ALL.usda"))
    prims = stage.GetDefaultPrim().GetChildren()
    assert {prim.GetDisplayName() for prim in prims} == {name.replace("\t", "?") for name in names}
    assert len({prim.GetName() for prim in prims}) == len(names)


def test_messages_name_what_cannot_be_exported(run_simbench, run_command, workplace):
    def fails(*arguments) -> str:
        finished = run_command("simbench-export", *arguments, check=False)
        assert finished.returncode == 2 and "Traceback" not in finished.stderr
        return finished.stderr

    run_simbench("--scene smoke.json --solver qn,pd --iterations 2 --output OUT --quiet")
    assert "--vtu N" in fails("--glb", workplace / "OUT")
    assert "no folder" in fails("--glb", workplace / "nowhere")
    assert "--glb --usda" in fails(workplace / "OUT")
    assert sorted(path.name for path in workplace.iterdir()) == ["OUT", "scenes", "studies"]

    run_simbench("--scene smoke.json --solver qn --iterations 2 --vtu 1 --output OUT --replace --quiet")
    said = run_command("simbench-export", "--glb", workplace / "OUT")
    assert "--replace" in fails("--glb", workplace / "OUT")
    assert "OUT/pd has no surface" in said.stderr and "runs: 1, frames: 3" in said.stdout

    damaged = workplace / "OUT/qn/positions_0001_000001.vtu"
    text = damaged.read_text()
    damaged.write_text(text[:-100])
    assert str(damaged) in fails("--usda", workplace / "OUT")
    damaged.write_text(re.sub(r"(<Points>\s*<DataArray[^>]*>\s*)\S+", r"\g<1>1e300", text))
    said = run_command("simbench-export", "--usda", workplace / "OUT")
    assert "exceed single precision" in said.stderr and "frames: 3" in said.stdout


def test_only_an_export_is_replaced(exported, run_command, workplace):
    """It must have the same format. --replace does not replace a user's files."""
    glb, usda = exported(SOFT, "--glb"), workplace / "OUT.usda"
    run_command("simbench-export", "--usda", workplace / "OUT")
    for file, option in {glb: "--glb", usda: "--usda"}.items():
        before = file.read_bytes()
        run_command("simbench-export", option, "--replace", workplace / "OUT")
        assert file.read_bytes() == before
    trimesh.creation.box().export(workplace / "theirs.glb")
    Usd.Stage.CreateNew(str(workplace / "theirs.usda")).Save()
    (workplace / "scene.json").write_text("{}")
    (workplace / "empty.glb").write_text("")
    mine = ["theirs.glb", "theirs.usda", "scene.json", "empty.glb"]
    for option, names in {"--glb": [*mine, usda.name], "--usda": [*mine, glb.name]}.items():
        for name in names:
            before = (workplace / name).read_bytes()
            finished = run_command(
                "simbench-export", option, "--replace", "--output", workplace / name, workplace / "OUT",
                check=False,
            )  # fmt: skip
            assert finished.returncode == 2 and f"{name} exists and was not written" in finished.stderr
            assert (workplace / name).read_bytes() == before
