"""Lists the contents of an archive: files that simbench wrote into a folder, and files that scenes name."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from simbench.archive.layout import RESULTS
from simbench.errors import ResultsError
from simbench.input_files import load_json, opened, read_file
from simbench.result_files import load_manifest
from simbench.run_files import MANIFEST, RUN_FILES, is_intact
from simbench.run_folders import holds_a_run, runs_in, runs_of_sweep, with_manifest

MESHES, SOLVERS = "meshes", "solvers"  # folders of an archive, beside RESULTS
SWEEP_FILES = ("plan.json", "summary.csv", "summary_timings.csv", "failures/*.json")
PAIRED = {".node": (".node", ".ele"), ".ele": (".node", ".ele")}  # TetGen's formats: a mesh is two files


@dataclass(frozen=True)
class ArchivedRun:
    place: str  # in the archive: results/qn
    folder: Path
    manifest: dict
    environment: dict


@dataclass(frozen=True)
class Contents:
    """`files`: paths by their names in the archive. `missing`: those of scenes and solvers that are gone."""

    place: str  # the folder's name in the archive
    runs: list[ArchivedRun]
    files: dict[str, Path]
    missing: list[str]


def contents_of(folder: Path) -> Contents:
    """The contents for a run, a folder of runs, or a sweep. ResultsError if a run is damaged."""
    if not folder.is_dir():
        raise ResultsError(f"there is no folder {folder}")
    runs = [
        ArchivedRun(place, path, load_manifest(path / MANIFEST), load_json(path / "environment.json"))
        for place, path in _runs_by_place(folder).items()
    ]
    if not runs:
        raise ResultsError(f"no complete run in {folder}: none of its sub-folders has a manifest.json")
    files = {
        f"{RESULTS}/{path.relative_to(folder).as_posix()}": path
        for pattern in SWEEP_FILES
        for path in folder.glob(pattern)
        if path.is_file()
    }
    missing: list[str] = []
    for run in runs:
        files |= {f"{run.place}/{name}": run.folder / name for name in _checked_names(run)}
        files |= _scene_files(run, missing)
        files |= _solver_file(run, missing)
    place = runs[0].place if runs[0].folder == folder else RESULTS
    return Contents(place, runs, files, missing)


def hash_of(*paths: Path) -> str:
    """SHA-256 of the concatenated contents."""
    result = hashlib.sha256()
    for path in paths:
        with opened(path) as file:
            while block := file.read(1 << 20):
                result.update(block)
    return result.hexdigest()


def _runs_by_place(folder: Path) -> dict[str, Path]:
    if holds_a_run(folder):
        return {f"{RESULTS}/{folder.resolve().name}": path for path in with_manifest([folder])}
    return {
        f"{RESULTS}/{path.relative_to(folder).as_posix()}": path
        for path in with_manifest(runs_in(folder) + runs_of_sweep(folder))
    }


def _checked_names(run: ArchivedRun) -> list[str]:
    """Names of the files of a run, after checking that each is there and has the hash of the manifest."""
    if not is_intact(read_file(run.folder / MANIFEST)):
        raise ResultsError(
            f"the run in {run.folder} is damaged: {MANIFEST} was changed after the run, or is not simbench's"
        )
    hashes = run.manifest.get("files_sha256")
    if not isinstance(hashes, dict) or any(Path(name).name != name for name in hashes):
        raise ResultsError(f"{run.folder / MANIFEST} has no hashes of the run's own files")
    names = sorted({*RUN_FILES, *hashes})
    absent = [name for name in names if not (run.folder / name).is_file()]
    if absent:
        raise ResultsError(f"the run in {run.folder} is damaged: it has no {', '.join(absent)}")
    changed = [name for name, value in hashes.items() if hash_of(run.folder / name) != value]
    if changed:
        raise ResultsError(
            f"the run in {run.folder} is damaged: {', '.join(changed)} is not what its manifest says"
        )
    return names


def _scene_files(run: ArchivedRun, missing: list[str]) -> dict[str, Path]:
    """Meshes and states, each under its hash. Missing and changed files are added to `missing`."""
    files: dict[str, Path] = {}
    for name, wanted in _named_files(run.manifest["scene"]):
        path = Path(run.environment.get("scene_folder", "")) / name
        paths = [
            next((p for p in (path.with_suffix(e), path.with_suffix(e.upper())) if p.is_file()), path)
            for e in PAIRED.get(path.suffix.lower(), (path.suffix,))
        ]
        if all(p.is_file() for p in paths) and hash_of(*paths) == wanted:
            files |= {f"{MESHES}/{wanted}/{p.name}": p for p in paths}
        else:
            missing.append(str(path))
    return files


def _named_files(scene: dict) -> list[tuple[str, str]]:
    """The files that a scene names: paths and hashes."""
    members = (scene.get(key) for key in ("body", "state", "step"))
    body, state, step = (one if isinstance(one, dict) else {} for one in members)
    named = [
        (source.get("file", source.get("surface")), source.get("sha256"))
        for source in body.values()
        if isinstance(source, dict)
    ] + [(name, of.get(f"{key}_sha256")) for of in (state, step) for key, name in of.items()]
    return [(name, wanted) for name, wanted in named if isinstance(name, str) and isinstance(wanted, str)]


def _solver_file(run: ArchivedRun, missing: list[str]) -> dict[str, Path]:
    """The Python file of the run's solver, under its hash, if the solver is in one."""
    settings = run.manifest["scene"].get("solvers", {}).get(run.manifest["solver"], {})
    if not isinstance(settings, dict) or not isinstance(settings.get("source"), str):
        return {}
    path, wanted = Path(settings["source"]), settings.get("source_sha256")
    if not path.is_file() or hash_of(path) != wanted:
        missing.append(str(path))
        return {}
    return {f"{SOLVERS}/{wanted}/{path.name}": path}
