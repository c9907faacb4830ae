"""Assembles a page from its content (JSON and packed numbers) and the template that shows it."""

import json
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from simbench.errors import ResultsError
from simbench.output_files import complete_file, make_folder
from simbench.report import curves, geometry
from simbench.report.collecting import Collected, collect
from simbench.report.context import claims_about, published_samples
from simbench.report.looks import Look, looks_of, number_of
from simbench.report.packing import pack_bytes
from simbench.report.page import render
from simbench.report.setting import setting
from simbench.report.sweep_data import Sweep
from simbench.results import Run
from simbench.run_files import changed_files

TOGETHER = 100  # manifests in a payload: those of a sweep are much alike, and shrink to a tenth together


def write_report(folders: Sequence[Path], output: Path, title: str | None = None) -> list[str]:
    """Writes the page, and returns its remarks on files and rows that are missing, damaged or thinned.

    Files that were changed after their run have been reported by notes while they were read; the page names
    them, too. Raises ResultsError if there is no run to show, or if `output` exists and is not a report.
    """
    report = Report([collect(folder) for folder in folders], title or _name_of(folders[0]))
    output = output.resolve()  # writes to the target of a link and keeps the link
    if output.exists() and not _is_report(output):
        raise ResultsError(
            f"{output} exists and is not a report of simbench; choose another file with --output"
        )
    make_folder(output.parent)
    with complete_file(output) as partial:
        partial.write_text(render("report", report.content, report.payloads), encoding="utf-8")
    return report.remarks


class Report:
    """`content` is read by the page's script; `payloads` are numbers that it unpacks when needed."""

    def __init__(self, sources: list[Collected], title: str) -> None:
        self.payloads: dict[str, str] = {}
        self.looks: list[Look] = []
        self._meshes: dict[int, dict] = {}
        self._provenance: list[dict[str, str]] = []  # of each run the texts of its files
        self._thinned: list[str] = []
        self._changes: list[str] = []
        self._rows = curves.rows_of_each(sum(len(source.runs) for source in sources))
        self._frames = geometry.frames_of_each(
            sum(bool(geometry.snapshot_files(run.folder)) for source in sources for run in source.runs)
        )
        self.content = {
            "title": title,
            "groups": [],
            "runs": [],
            "sweeps": [],
            "remarks": [remark for source in sources for remark in source.remarks],
        }
        for source in sources:
            self._add(source)
        for first in range(0, len(self._provenance), TOGETHER):
            texts = json.dumps(self._provenance[first : first + TOGETHER])
            self.payloads[_provenance_of(first)] = pack_bytes(texts.encode())
        if self._thinned:
            self.content["remarks"].append(
                f"Rows are left out of runs that have more than {self._rows} (the extremes are kept): "
                + ", ".join(self._thinned)
            )
        self.content["looks"] = [asdict(look) for look in self.looks]
        self.content["summary"] = _summary(sources)
        self.content["claims"] = self._claims([source.folder for source in sources])
        counted = Counter(self.content["remarks"]).items()
        self.remarks = [f"{words} ({n} runs)" if n > 1 else words for words, n in counted]
        self.content["remarks"] = self._changes + self.remarks

    def _claims(self, folders: list[Path]) -> list[dict]:
        try:
            return claims_about({run["id"] for run in self.content["runs"]}, folders)
        except (ResultsError, OSError) as damage:
            self.content["remarks"].append(f"{damage}. No claims are shown.")
            return []

    def _add(self, source: Collected) -> None:
        if source.summary is None:
            self._add_group(source.folder.name, {}, source.runs, looks_of(source.runs))
            return
        sweep = Sweep.of(source.summary)
        # By folder, because a damaged manifest may have another id.
        by_id = {run.folder.name: run for run in source.runs}
        styles = {label: replace(Look.of(style), label=label) for label, style in sweep.looks.items()}
        first = len(self.content["groups"])
        for place, names in sweep.problems():
            pairs = [(by_id[run], styles[label]) for run, label in names if run in by_id]
            runs, looks = [run for run, _ in pairs], [look for _, look in pairs]
            self._add_group(source.folder.name, place, runs, looks)
        self.content["sweeps"].append(
            {
                "name": source.folder.name,
                "first_group": first,
                "looks": {label: number_of(style, self.looks) for label, style in styles.items()},
                "command": _command("sweep", source.folder / "plan.json", "--output", source.folder),
                **sweep.as_json(),
            }
        )

    def _add_group(self, name: str, place: dict, runs: list[Run], looks: list[Look]) -> None:
        """Adds runs that share a picture: those of a folder, or of a problem of a sweep."""
        samples = published_samples(runs)
        shapes = self._shapes(runs)
        looks = [replace(look, label=run.marked(look.label)) for run, look in zip(runs, looks, strict=True)]
        group = {"name": name, "place": place, "runs": [], **setting(runs)}
        group |= {key: shapes.pop(key, None) for key in ("minimiser", "box")}
        for i, (run, look) in enumerate(zip(runs, looks, strict=True)):
            number = len(self.content["runs"])
            group["runs"].append(number)
            self.content["runs"].append(
                self._run(run, look, number) | {"samples": samples[i], "shape": shapes.get(i)}
            )
        self.content["groups"].append(group)

    def _run(self, run: Run, look: Look, number: int) -> dict:
        everything = curves.Rows.of(run.iterations)
        rows = curves.thinned(everything, self._rows)
        if len(rows) < len(everything):
            self._thinned.append(f"{look.label}, {len(rows)} of {len(everything)} shown")
        files = {"manifest.json": run.manifest, "environment.json": run.environment}
        self._provenance.append({name: _indented(content) for name, content in files.items()})
        if names := changed_files(run.folder):
            self._changes.append(f"{look.label}: {', '.join(names)}: the manifest has another hash.")
        if message := run.manifest.get("message"):
            self.content["remarks"].append(f"{look.label}: {run.manifest['status']}: {message}")
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
            "noise": str(run.environment.get("noise") or ""),
            "sparkline": curves.sparkline(everything),
            "rows": curves.packed(rows, self.payloads, f"run-{number}"),
            "provenance": {"payload": _provenance_of(number), "place": number % TOGETHER},
            "command": _command("rerun", run.folder / "manifest.json"),
        }

    def _shapes(self, runs: list[Run]) -> dict:
        """Shapes by the run's number. `box` contains all positions; distances are measured to `minimiser`."""
        loaded = [geometry.load_frames(run, self._frames) for run in runs]
        self.content["remarks"] += [remark for _, _, remarks in loaded for remark in remarks]
        if not any(frames for _, frames, _ in loaded):
            return {}
        low, size = box = geometry.box_of(geometry.calm([frames for _, frames, _ in loaded]))
        target = geometry.Minimiser(runs, [(surface, frames) for surface, frames, _ in loaded])
        shapes: dict = {"box": {"low": low.tolist(), "size": size.tolist()}, "minimiser": target.words}
        for i, (surface, frames, _) in enumerate(loaded):
            if surface:
                name = f"shape-{len(self.content['groups'])}-{i}"
                distances = [target.distances(surface, frame) for frame in frames]
                shapes[i] = geometry.packed_frames(frames, distances, box, self.payloads, name)
                shapes[i]["mesh"] = self._mesh(surface)
        return shapes

    def _mesh(self, surface: geometry.Surface) -> dict:
        if id(surface) not in self._meshes:
            name = f"mesh-{len(self._meshes)}"
            self._meshes[id(surface)] = geometry.packed_surface(surface, self.payloads, name)
        return self._meshes[id(surface)]


def _indented(content: dict) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False)


def _provenance_of(number: int) -> str:
    """The payload with the provenance of a run."""
    return f"provenance-{number // TOGETHER}"


def _is_report(path: Path) -> bool:
    if not path.is_file():
        return False  # for example a folder or a device
    with path.open("rb") as file:
        return b"simbench-report" in file.read(2000)


def _summary(sources: list[Collected]) -> str:
    """A sentence with the number of runs, their scenes and their builds."""
    runs = [run for source in sources for run in source.runs]
    scenes = sorted({str(run.manifest.get("scene_file") or "a scene without a file") for run in runs})
    builds = sorted(
        {_build(run.manifest["build"]) for run in runs if isinstance(run.manifest.get("build"), dict)}
    )
    count = "1 run" if len(runs) == 1 else f"{len(runs)} runs"
    return f"{count} of {', '.join(scenes)}" + (f" by simbench {', '.join(builds)}." if builds else ".")


def _command(*words: object) -> str:
    return shlex.join(["simbench", *map(str, words)])


def _build(build: dict) -> str:
    changes = " with local changes" if build.get("git_dirty") else ""
    return f"{build.get('version', 'unknown')} ({str(build.get('git_commit', 'unknown'))[:7]}{changes})"


def _name_of(folder: Path) -> str:
    return folder.resolve().name
