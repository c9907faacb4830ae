"""What a page has of each run, of each group of runs and of each sweep."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from simbench.archive.reading import as_given
from simbench.camera import turn_from_z, up_in
from simbench.floors import floors_in
from simbench.motion import ends as motion_ends
from simbench.motion import with_sag, with_total_energy
from simbench.report import curves, geometry
from simbench.report.collecting import Collected
from simbench.report.context import published_samples
from simbench.report.headline import headline
from simbench.report.looks import Look, looks_of, number_of
from simbench.report.packing import pack_bytes
from simbench.report.run_commands import command_of, rerun_command
from simbench.report.setting import setting
from simbench.report.sweep_data import Sweep
from simbench.results import Run
from simbench.run_files import changed_files

TOGETHER = 100  # manifests in a payload: those of a sweep are much alike, and shrink to a tenth together


class Entries:
    """Lists that add() extends by the runs of a source.

    `most_rows` and `most_frames` of a run are kept, so that a page of many runs can be opened.
    """

    def __init__(self, most_rows: int, most_frames: int) -> None:
        self.most_rows, self.most_frames = most_rows, most_frames
        self.groups: list[dict] = []
        self.runs: list[dict] = []
        self.sweeps: list[dict] = []
        self.looks: list[Look] = []
        self.payloads: dict[str, str] = {}  # numbers that the page's script unpacks when it needs them
        self.provenance: list[dict[str, str]] = []  # of each run the texts of its files
        self.remarks: list[str] = []
        self.thinned: list[str] = []  # runs of which rows are left out
        self.changes: list[str] = []  # of files after their run
        self._meshes: dict[int, dict] = {}

    @staticmethod
    def of(sources: Sequence[Collected]) -> "Entries":
        runs = [run for source in sources for run in source.runs]
        with_shapes = sum(bool(geometry.snapshot_files(run.folder)) for run in runs)
        entries = Entries(curves.rows_of_each(len(runs)), geometry.frames_of_each(with_shapes))
        for source in sources:
            entries.add(source)
        return entries

    def add(self, source: Collected) -> None:
        if source.summary is None:
            self._add_group(source.name, {}, source.runs, looks_of(source.runs))
            return
        sweep = Sweep.of(source.summary)
        # By folder, because a damaged manifest may have another id.
        by_id = {run.folder.name: run for run in source.runs}
        styles = {label: replace(Look.of(style), label=label) for label, style in sweep.looks.items()}
        first = len(self.groups)
        for place, names in sweep.problems():
            pairs = [(by_id[run], styles[label]) for run, label in names if run in by_id]
            runs, looks = [run for run, _ in pairs], [look for _, look in pairs]
            self._add_group(source.name, place, runs, looks)
        self.sweeps.append(
            {
                "name": source.name,
                "first_group": first,
                "looks": {label: number_of(style, self.looks) for label, style in styles.items()},
                "command": _command_of_sweep(source.folder),
                **sweep.as_json(),
            }
        )

    def _add_group(self, name: str, place: dict, runs: list[Run], looks: list[Look]) -> None:
        """Adds runs that share a picture: those of a folder, or of a problem of a sweep."""
        samples = published_samples(runs)
        shapes = self._shapes(runs)
        looks = [replace(look, label=run.marked(look.label)) for run, look in zip(runs, looks, strict=True)]
        group = {"name": name, "place": place, "runs": [], **setting(runs)}
        group["headline"] = headline(runs, [look.label for look in looks])
        group |= {key: shapes.pop(key, None) for key in ("minimiser", "box", "floors", "upright", "scale")}
        for i, (run, look) in enumerate(zip(runs, looks, strict=True)):
            number = len(self.runs)
            group["runs"].append(number)
            self.runs.append(self._run(run, look, number) | {"samples": samples[i], "shape": shapes.get(i)})
        self.groups.append(group)

    def _run(self, run: Run, look: Look, number: int) -> dict:
        everything = curves.Rows.of(with_sag(with_total_energy(run.iterations), run))
        rows = curves.thinned(everything, self.most_rows)
        if len(rows) < len(everything):
            self.thinned.append(f"{look.label}, {len(rows)} of {len(everything)} shown")
        files = {"manifest.json": run.manifest, "environment.json": run.environment}
        self.provenance.append({name: _indented(content) for name, content in files.items()})
        if names := changed_files(run.folder):
            self.changes.append(f"{look.label}: {', '.join(names)}: the manifest has another hash.")
        if message := run.manifest.get("message"):
            self.remarks.append(f"{look.label}: {run.manifest['status']}: {message}")
        return {
            "id": run.run_id,
            "solver": run.solver,
            "look": number_of(look, self.looks),
            "status": run.manifest["status"],
            "steps": int(everything["step"].max()),
            "iterations": int(curves.number(run.manifest.get("iterations")) or everything["iteration"][-1]),
            "seconds": curves.number(run.manifest.get("iteration_seconds")),
            "final_relative_error": everything.last("relative_error"),
            "targets": curves.targets_reached(everything),
            "motion": motion_ends(run) if run.steps > 1 else None,
            "noise": str(run.environment.get("noise") or ""),
            "sparkline": curves.sparkline(everything),
            "rows": curves.packed(rows, self.payloads, f"run-{number}"),
            "provenance": {"payload": provenance_of(number), "place": number % TOGETHER},
            "command": rerun_command(run, look.label),
        }

    def _shapes(self, runs: list[Run]) -> dict:
        """Shapes by the run's number. `box` contains all positions; distances are measured to `minimiser`."""
        loaded = [geometry.load_frames(run, self.most_frames) for run in runs]
        self.remarks += [remark for _, _, remarks in loaded for remark in remarks]
        if not any(frames for _, frames, _ in loaded):
            return {}
        low, size = box = geometry.box_of(geometry.calm([frames for _, frames, _ in loaded]))
        target = geometry.Minimiser(runs, [(surface, frames) for surface, frames, _ in loaded])
        distances = [[target.distances(surface, frame) for frame in frames] for surface, frames, _ in loaded]
        scale = geometry.scale_of([one for of_run in distances for one in of_run], box)
        shapes: dict = {"box": {"low": low.tolist(), "size": size.tolist()}, "minimiser": target.words}
        shapes["floors"] = [
            {"corners": corners.tolist(), "normal": normal.tolist()}
            for corners, normal in floors_in(runs[0].scene, box)
        ]
        shapes["upright"] = turn_from_z(up_in(runs[0].scene)).ravel().tolist()
        shapes["scale"] = geometry.scale_as_json(scale)
        for i, (surface, frames, _) in enumerate(loaded):
            if surface:
                name = f"shape-{len(self.groups)}-{i}"
                shapes[i] = geometry.packed_frames(frames, distances[i], box, scale, self.payloads, name)
                shapes[i]["mesh"] = self._mesh(surface)
        return shapes

    def _mesh(self, surface: geometry.Surface) -> dict:
        if id(surface) not in self._meshes:
            name = f"mesh-{len(self._meshes)}"
            self._meshes[id(surface)] = geometry.packed_surface(surface, self.payloads, name)
        return self._meshes[id(surface)]


def provenance_payloads(provenance: Sequence[dict[str, str]]) -> dict[str, str]:
    return {
        provenance_of(first): pack_bytes(json.dumps(provenance[first : first + TOGETHER]).encode())
        for first in range(0, len(provenance), TOGETHER)
    }


def provenance_of(number: int) -> str:
    """The payload with the provenance of a run."""
    return f"provenance-{number // TOGETHER}"


def _indented(content: dict) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False)


def _command_of_sweep(folder: Path) -> str:
    """What does the runs of a sweep again; those of an archive next to it."""
    if (archive := as_given(folder)) != folder:
        return command_of("rerun", archive)
    return command_of("sweep", folder / "plan.json", "--output", folder)
