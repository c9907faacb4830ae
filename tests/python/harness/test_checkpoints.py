"""A run that continues from a checkpoint has the bits of the run that was not interrupted."""

import json
from pathlib import Path

import numpy as np
import pytest
from conftest import REPOSITORY, listed

from simbench.scene import Scene
from simbench.snapshots import load_snapshot

SCENES = sorted(
    path for kind in ("deformable", "rigid") for path in (REPOSITORY / "scenes" / kind).rglob("*.json")
)
STEPS = 2  # before the checkpoint, and as many after it
MOST = 40  # bodies of a scene that are kept
# Settings under which a solver keeps something from step to step.
KEEPING = {
    "hanging_cloth": ("vbd[start=adaptive]",),
    "pile": (
        "gs[warm_start=0.9]",
        "xpbd[warm_start=1]",
        "jacobi[warm_start=0.5]",
        "si[warm_start=1]",
        "avbd[warm_start=0.9,penalty_decay=0.99,ramp=1e5]",
        "avbd[contact_form=linear,stick_distance=1e-5,warm_start=1,penalty_decay=1]",
        "avbd[contact_form=turning_arms,stick_distance=1e-5,warm_start=1,penalty_decay=1]",
        "avbd[start=adaptive]",
        "soft_step",
    ),
}


def small(path: Path) -> dict:
    """A bundled scene with few steps, small enough for all solvers."""
    scene = {key: value for key, value in json.loads(path.read_text()).items() if key != "$schema"}
    scene["step"] |= {"steps": 2 * STEPS, "substeps": min(2, scene["step"].get("substeps", 1))}
    if "cells" in scene.get("body", {}).get("beam", {}):
        scene["body"]["beam"]["cells"] = [4, 1, 1]
    if len(scene.get("bodies", [])) > MOST:
        kept = {"world", *(body["name"] for body in scene["bodies"][:MOST])}
        scene["bodies"] = scene["bodies"][:MOST]
        scene["constraints"] = [own for own in scene.get("constraints", []) if kept.issuperset(own["bodies"])]
    return scene


@pytest.fixture
def ends(run_simbench, workplace):
    """Runs solvers on a scene, continues each run in its middle, and returns the checkpoints of both ends."""

    def checkpoint(folder: Path, step: int) -> dict | None:
        file = folder / f"checkpoint_{step:06}.json"
        return json.loads(file.read_text()) if file.exists() else None

    def run(scene: dict, solver: str, options: str = "--iterations 4") -> dict[str, tuple]:
        (workplace / "scene.json").write_text(json.dumps(scene))
        options += " --reference none --checkpoint-every 1 --quiet"
        run_simbench(f"--scene scene.json --solver '{solver}' --output WHOLE {options}", exit_code=None)
        middle = STEPS * scene["step"].get("substeps", 1)
        pairs = {}
        for folder in sorted((workplace / "WHOLE").iterdir()):
            whole = checkpoint(folder, 2 * middle)
            if whole is None:  # it diverged
                continue
            again = solver if "[" in solver else whole["solver"]
            run_simbench(
                f"--start-from WHOLE/{folder.name}@{middle} --solver '{again}' --set step.steps={STEPS}",
                f"--output AGAIN {options}",
            )
            pairs[folder.name] = whole, checkpoint(workplace / "AGAIN" / folder.name, middle)
        return pairs

    return run


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", SCENES, ids=lambda path: str(path.relative_to(REPOSITORY / "scenes").with_suffix(""))
)
def test_every_solver_continues(ends, path):
    pairs = ends(small(path), "every")
    assert pairs
    for solver, (whole, again) in pairs.items():
        assert whole == again, solver


@pytest.mark.parametrize(
    ("scene", "solver"), [(scene, solver) for scene, solvers in KEEPING.items() for solver in solvers]
)
def test_what_a_solver_keeps_is_continued(ends, scene, solver):
    (path,) = (path for path in SCENES if path.stem == scene)
    ((whole, again),) = ends(small(path), solver, "--iterations 10").values()
    assert whole["memory"]
    assert whole == again


@pytest.mark.parametrize(
    "options", ["--threads 1", "--threads 2", "--precision single", "--trajectory newton"]
)
@pytest.mark.parametrize("integrator", [own["name"] for own in listed("integrators")])
def test_every_integrator_continues(ends, integrator, options):
    scene = small(REPOSITORY / "scenes/deformable/beam_release.json")
    scene["step"] |= {"integrator": integrator, "time_step": 1e-6}  # explicit integrators need a short one
    solver = next(iter(Scene.load(scene).solvers))
    pairs = ends(scene, solver, f"--iterations 3 {options}")
    assert pairs or ("newton" in options and solver == "formula")
    for whole, again in pairs.values():
        assert whole == again


def test_a_checkpoint_says_where_the_motion_is(run_simbench, workplace):
    """Positions of the last step are those of its snapshot, and the time is that of its end."""
    run_simbench(
        "--scene beam_release --solver qn --checkpoint-every 3 --vtu --reference none --output OUT --quiet"
    )
    names = sorted(path.name for path in (workplace / "OUT/qn").glob("checkpoint_*"))
    scene = Scene.load("beam_release").json()
    steps = scene["step"]["steps"]
    assert names == [f"checkpoint_{step:06}.json" for step in sorted({*range(0, steps, 3), steps})]
    last = json.loads((workplace / "OUT/qn" / names[-1]).read_text())
    assert last["time"] == steps * scene["step"]["time_step"]
    *_, snapshot = sorted((workplace / "OUT/qn").glob("positions_*.vtu"))
    positions = np.array(last["state"]["positions"]).reshape(-1, 3)
    assert np.array_equal(positions, load_snapshot(snapshot).points)


def test_velocities_follow_from_two_checkpoints(run_simbench, workplace):
    """Implicit Euler: v = (q' - q)/h."""
    run_simbench(
        "--scene hanging_cloth --solver xpbd --checkpoint-every 1 --reference none --output OUT --quiet"
    )
    h = Scene.load("hanging_cloth").json()["step"]["time_step"]
    before, after = (
        json.loads((workplace / f"OUT/xpbd/checkpoint_{step:06}.json").read_text())["state"]
        for step in (4, 5)
    )
    path = np.array(after["positions"]) - np.array(before["positions"])
    assert np.allclose(after["velocities"], path / h, rtol=1e-9, atol=1e-9)
    assert after["earlier_positions"] == before["positions"]


def test_a_solver_declines_what_another_one_keeps(run_simbench, refused):
    run_simbench(
        "--scene stack --solver tgs,gs --iterations 2 --checkpoint-every 2",
        "--reference none --output A --quiet",
    )
    said = refused("--start-from A/tgs --solver soft_step --output B")
    assert "soft_step" in said and "written by tgs" in said and "state.memory" in said
    run_simbench("--start-from A/tgs --solver gs --output B --reference none --quiet")  # it keeps nothing
    run_simbench(
        "--start-from A/tgs --solver soft_step --set state.memory=none --output B --reference none --quiet"
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("--start-from NOWHERE@2", "there is no folder NOWHERE"),
        ("--start-from OUT", "a folder of runs; name one of them, such as OUT/pd"),
        ("--start-from scenes", "not the folder of a run"),
        ("--start-from OUT/qn@7", "no checkpoint of step 7; there are those of 0, 2, 4"),
        ("--start-from OUT/pd", "has no checkpoints; repeat it with --checkpoint-every"),
        ("--start-from OUT/qn --set body.beam.cells=[2,1,1]", "another mesh"),
        ("--start-from OUT/qn --scene stack", "kind 'deformable'"),
        ("--scene beam_release --set state.time=1", "give a checkpoint (file), or positions"),
        ("--start-from OUT/qn --set state.file_sha256=abc", "its sha256 is"),
    ],
)
def test_a_start_that_cannot_be(run_simbench, refused, given, said):
    scene = "--scene beam_release --set body.beam.cells=[4,1,1] --set step.steps=4"
    common = f"{scene} --iterations 2 --reference none"
    run_simbench(f"{common} --solver qn --checkpoint-every 2 --output OUT --quiet")
    run_simbench(f"{common} --solver pd --output OUT --quiet")
    assert said in refused(f"{given} --solver qn --output NEW", exit_code=None)


@pytest.mark.parametrize(
    ("name", "numbers", "said"),
    [("earlier_velocities", [], "only one of"), ("lags_done", [1e300], "1e+300 as its number of lags")],
)
def test_an_edited_checkpoint_is_refused(run_simbench, refused, workplace, name, numbers, said):
    common = "--scene beam_release --solver qn --set step.steps=2 --iterations 2 --reference none"
    run_simbench(f"{common} --checkpoint-every 2 --output OUT --quiet")
    checkpoint = json.loads((workplace / "OUT/qn/checkpoint_000002.json").read_text())
    checkpoint["state"]["lagged_positions"] = checkpoint["state"]["positions"]
    checkpoint["state"][name] = numbers
    (workplace / "edited.json").write_text(json.dumps(checkpoint))
    assert said in refused(f"{common} --set state.file=edited.json --output NEW")


@pytest.mark.parametrize(
    ("scene", "solver", "name", "said", "other"),
    [
        ("stack", "soft_step", "friction", "4 numbers in 'friction', which is no multiple of 3", "of 2 rows"),
        (
            "stack",
            "avbd[penalty_decay=0.5]",
            "penalties",
            "values of 4 rows, but the joints and contacts",
            "of 6 rows",
        ),
        ("beam_release", "vbd[start=adaptive]", "last_origin", "no multiple of 3", "of another body"),
        ("beam_release", "vbd[start=adaptive]", "last_velocities", "no multiple of 3", "of another body"),
        ("beam_release", "vbd[start=adaptive]", "last_lengths", "not two numbers", "not two numbers"),
    ],
)
def test_edited_memory_is_refused(run_simbench, refused, workplace, scene, solver, name, said, other):
    """Four numbers as a list of vectors were written beyond its end; other lists were left out."""
    common = f"--scene {scene} --solver '{solver}' --set step.steps=2 --iterations 2 --reference none"
    run_simbench(f"{common} --checkpoint-every 2 --output OUT --quiet")
    (path,) = (workplace / "OUT").glob("*/checkpoint_000002.json")
    checkpoint = json.loads(path.read_text())
    assert name in checkpoint["memory"]
    for numbers, words in ([1] * 4, said), ([1] * 6, other):
        checkpoint["memory"][name] = numbers
        (workplace / "edited.json").write_text(json.dumps(checkpoint))
        assert words in refused(f"{common} --set state.file=edited.json --output NEW")
    del checkpoint["memory"][name]
    (workplace / "edited.json").write_text(json.dumps(checkpoint))
    words = refused(f"{common} --set state.file=edited.json --output NEW")
    assert name in words and "with settings that keep none; set state.memory" in words


def test_memory_of_other_joints_is_refused(run_simbench, refused, workplace):
    """The bodies have the same names, so only the number of rows tells."""
    scene = Scene.load("joints_twice").json()
    (workplace / "scene.json").write_text(json.dumps(scene))
    common = "--solver gs --set solvers.gs.warm_start=1 --iterations 2 --reference none --set step.steps=2"
    run_simbench(f"--scene scene.json {common} --checkpoint-every 2 --output OUT --quiet")
    scene["constraints"].pop()
    (workplace / "scene.json").write_text(json.dumps(scene))
    begun = f"--scene scene.json {common} --start-from OUT/gs --output NEW"
    assert "but the joints and contacts of its step have 3 here; set state.memory" in refused(begun)
    run_simbench(f"{begun} --set state.memory=none --quiet")


@pytest.mark.parametrize(
    ("scene", "name", "numbers", "said"),
    [
        ("stack", "contacts", [0, 1, 0, 1e300], "'contacts' that are not those of its last step"),
        ("stack", "contacts", [0, 1, 0, 0, 0], "'contacts' that are not those"),
        ("hinge", "angles", [0, 0, 0], "it has 3 angles of joints, and the scene has 2"),
    ],
)
def test_edited_states_of_rigid_bodies_are_refused(
    run_simbench, refused, workplace, scene, name, numbers, said
):
    """Their numbers were places in lists."""
    common = f"--scene {scene} --solver gs --set step.steps=2 --iterations 2 --reference none"
    run_simbench(f"{common} --checkpoint-every 2 --output OUT --quiet")
    checkpoint = json.loads((workplace / "OUT/gs/checkpoint_000002.json").read_text())
    checkpoint["state"][name] = numbers
    (workplace / "edited.json").write_text(json.dumps(checkpoint))
    assert said in refused(f"{common} --set state.file=edited.json --output NEW")


def test_within_a_frame_rigid_bodies_do_not_continue(run_simbench, refused):
    common = "--scene stack --solver gs --iterations 2 --reference none --quiet"
    run_simbench(f"{common} --set step.substeps=2 --set step.steps=1 --checkpoint-every 1 --output OUT")
    assert "within a frame of 2 substeps" in refused("--start-from OUT/gs@1 --solver gs --output NEW")


@pytest.mark.parametrize("change", ["step.time_step=0.1", "step.substeps=4"])
def test_bdf2_begins_anew_with_another_time_step(run_simbench, workplace, change):
    """A free body moves by h v. BDF2 knows equal steps only, so the history of others is left out."""
    scene = {
        "body": {"beam": {"size": [1, 1, 1], "cells": [1, 1, 1]}},
        "material": {"model": "strain", "stiffness": 1e5},
        "initial_velocity": [1, 0, 0],
        "step": {"integrator": "bdf2", "time_step": 0.02, "steps": 3, "iterations": 10},
    }
    (workplace / "scene.json").write_text(json.dumps(scene))
    options = "--solver newton --checkpoint-every 1 --reference none"
    run_simbench(f"--scene scene.json {options} --output WHOLE --quiet")
    ran = run_simbench(
        f"--start-from WHOLE/newton@3 {options} --set step.steps=1 --set {change} --output AGAIN"
    )
    before = json.loads((workplace / "WHOLE/newton/checkpoint_000003.json").read_text())
    after = json.loads(max((workplace / "AGAIN/newton").glob("checkpoint_*")).read_text())
    path = np.array(after["state"]["positions"]) - np.array(before["state"]["positions"])
    moved = path.reshape(-1, 3)
    assert np.allclose(moved, [after["time"] - before["time"], 0, 0], atol=1e-9)
    assert "the state's history is of steps of 0.02 s" in ran.stderr
