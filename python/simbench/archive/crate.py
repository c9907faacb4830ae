"""The metadata of an archive, as RO-Crate 1.1 (https://w3id.org/ro/crate/1.1)."""

import json
import re

from simbench.archive.contents import ArchivedRun
from simbench.archive.guide import PREVIEW
from simbench.archive.layout import METADATA
from simbench.counted import counted
from simbench.errors import ResultsError
from simbench.results import solver_label

MIT = {
    "@id": "https://spdx.org/licenses/MIT",
    "@type": "CreativeWork",
    "name": "MIT",
}  # simbench's own licence
NO_LICENCE = "No licence is stated: ask those who publish these results."
FORMATS = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".md": "text/markdown",
    ".pvd": "application/xml",
    ".vtu": "application/xml",
}


def metadata(title: str, runs: list[ArchivedRun], names: list[str], licence: str | None) -> list[dict]:
    """The entities of an archive whose files have these names; files of its top folder come first."""
    solvers = ", ".join(dict.fromkeys(solver_label(run.manifest["solver"]) for run in runs))
    terms = _terms(licence)
    builds = {build["@id"]: build for build in map(_build, runs)}
    folders = [f"{run.place}/" for run in runs]
    of_run: dict[str, list[str]] = {folder: [] for folder in folders}
    single = []
    for name in names:
        of_run.get(f"{name.rpartition('/')[0]}/", single).append(name)
    graph = [
        {
            "@id": METADATA,
            "@type": "CreativeWork",
            "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
            "about": {"@id": "./"},
        },
        {
            "@id": PREVIEW,
            "@type": "CreativeWork",
            "about": {"@id": "./"},
        },
        {
            "@id": "./",
            "@type": "Dataset",
            "name": title,
            "description": f"Results of simbench: runs of {solvers} ({len(runs)} in all)",
            "datePublished": max(str(run.environment.get("finished", "")) for run in runs),
            "license": _link(terms) if terms else NO_LICENCE,
            "hasPart": [{"@id": part} for part in (*folders, *single)],
            "mentions": [{"@id": _action_id(run)} for run in runs],
        },
        *([terms] if terms else []),
        *([] if terms == MIT else [MIT]),
        *builds.values(),
    ]
    for run, folder in zip(runs, folders, strict=True):
        graph += [_dataset(run, of_run[folder]), _action(run)]
    return graph + [_file(name) for name in names]


def as_json(graph: list[dict]) -> bytes:
    document = {"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph}
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _link(entity: dict) -> dict:
    return {"@id": entity["@id"]}


def _terms(licence: str | None) -> dict | None:
    """The entity of a licence, which is given by its SPDX name or its address."""
    if licence is None:
        return None
    if re.match(r"https?://\S+$", licence):
        return {"@id": licence, "@type": "CreativeWork", "name": licence}
    if not re.fullmatch(r"[A-Za-z0-9.+-]+", licence):
        raise ResultsError(f"--licence: expected a name of SPDX (CC-BY-4.0) or an address, not '{licence}'")
    return {"@id": f"https://spdx.org/licenses/{licence}", "@type": "CreativeWork", "name": licence}


def _build(run: ArchivedRun) -> dict:
    """The entity of the program that computed a run."""
    build = run.manifest.get("build") or {}
    commit = f"commit {build['git_commit']}" if build.get("git_commit") else "no commit is known"
    return {
        "@id": f"#simbench-{build.get('id', 'unknown')}",
        "@type": "SoftwareApplication",
        "name": "simbench",
        "version": str(build.get("version", "unknown")),
        "description": ", ".join(
            [commit, *(str(build[key]) for key in ("compiler", "flags") if key in build)]
        ),
        "license": _link(MIT),
    }


def _dataset(run: ArchivedRun, names: list[str]) -> dict:
    manifest = run.manifest
    iterations = counted(manifest.get("iterations") or 0, "iteration")
    return {
        "@id": f"{run.place}/",
        "@type": "Dataset",
        "name": f"{solver_label(manifest['solver'])} on {manifest.get('scene_file', 'a scene')}",
        "description": f"status {manifest['status']} after {iterations}",
        "identifier": manifest["run_id"],
        "hasPart": [{"@id": name} for name in names],
    }


def _action_id(run: ArchivedRun) -> str:
    return f"#run-{run.manifest['run_id']}-{run.place}"


def _action(run: ArchivedRun) -> dict:
    return {
        "@id": _action_id(run),
        "@type": "CreateAction",
        "name": f"simbench computes {run.place}",
        "startTime": run.environment.get("started"),
        "endTime": run.environment.get("finished"),
        "instrument": _link(_build(run)),
        "result": {"@id": f"{run.place}/"},
    }


def _file(name: str) -> dict:
    ending = name[name.rfind(".") :]
    kind = {"encodingFormat": FORMATS[ending]} if ending in FORMATS else {}
    return {"@id": name, "@type": "File", "name": name.rpartition("/")[2], **kind}
