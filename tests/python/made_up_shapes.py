"""Makes up what judges read from files of runs: shapes of beams, snapshots, poses and states of bodies."""

import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from made_up_sweeps import MadeUpSweeps, drawn

from simbench import shapes, snapshots, states
from simbench.results import Run
from simbench.snapshots import Snapshot, SnapshotFile
from simbench.study.description import Study

REST = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)  # a tet
STEPS = 4  # of which there are snapshots


class MadeUpShape(SimpleNamespace):
    """Every number of a shape that is not given is drawn by its name."""

    def __getattr__(self, name: str) -> float:
        return 200 * drawn(self.of, name)

    def kinetic_energy(self, start: "MadeUpShape", time_step: float, density: float) -> float:
        return density * drawn(self.of, start.of, "kinetic energy")


def name_of(run: Run) -> str:
    """Runs with the same numbers have the same name."""
    return f"{float(run.iterations['objective'].iloc[-1]):.9g}"


def shape(run: Run) -> MadeUpShape:
    return MadeUpShape(of=name_of(run), rest=REST, positions=places(run, len(REST), -1))


def places(run: Run, count: int, step: int) -> np.ndarray:
    """Points (count × 3, m), each with an offset of its own from its place on a line."""
    name = name_of(run)
    offsets = [[drawn(name, str(step), str(point), axis) for axis in "xyz"] for point in range(count)]
    return np.array(offsets) * 0.1 + np.arange(count)[:, None] * [1.0, 0, 0]


def poses(run: Run) -> pd.DataFrame:
    """A row for each body of a rigid scene, by its name."""
    names = [body["name"] for body in run.scene.get("bodies", []) if "name" in body]
    names = names or [f"body{number}" for number in range(run.scene["chain"]["bodies"])]
    turned = [np.array([5.0, *(drawn(name_of(run), one, axis) for axis in "xyz")]) for one in names]
    where = pd.DataFrame(places(run, len(names), -1), columns=["x", "y", "z"])
    turns = pd.DataFrame([turn / np.linalg.norm(turn) for turn in turned], columns=["qw", "qx", "qy", "qz"])
    return pd.concat([where, turns], axis=1).set_index(pd.Index(names, name="body"))


def path_of(run: Run, name: str) -> pd.DataFrame:
    """The states of a body at the start and at the end."""
    ends = pd.DataFrame(places(run, 2, 0) * [0.1, 1, 1], columns=["x", "y", "z"])
    columns = ("time", "vx", "vy", "vz", "kinetic_energy")
    return ends.assign(
        step=[0, STEPS], body=name, **{column: drawn(name_of(run), name, column) for column in columns}
    )


def patch_into(made: MadeUpSweeps, study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the study's modules read made-up files of these runs."""

    def files(folder: Path) -> list[SnapshotFile]:
        return [SnapshotFile(step, 1, Path(folder) / str(step)) for step in range(1, STEPS + 1)]

    def snapshot(path: Path) -> Snapshot:
        run = made.run(path.parent)
        points = run.scene["body"].get("particles", {}).get("points", REST)
        found = places(run, len(points), int(path.name))
        return Snapshot(found, np.array([[0, 1, 2, 3]]), {"rest_positions": REST}, {})

    replaced = {
        shapes.shape: shape,
        shapes.start_shape: shape,
        snapshots.snapshot_files: files,
        snapshots.load_snapshot: snapshot,
    }
    for name, module in sys.modules.items():
        if name.split(".")[0] != study.name:
            continue
        for attribute, value in list(vars(module).items()):
            if callable(value) and value in replaced:
                monkeypatch.setattr(module, attribute, replaced[value])
            elif attribute == "last_poses":
                monkeypatch.setattr(module, attribute, poses)
    monkeypatch.setattr(states, "body", path_of)
