"""The gallery as a page: the thesis's plots beside ours, the claims, where ADMM ends, beams that untwist."""

import re
from dataclasses import asdict
from pathlib import Path

from simbench.output_files import complete_file
from simbench.report import geometry
from simbench.report.context import card
from simbench.report.looks import Look, looks_of, number_of
from simbench.report.page import parts_of, render
from simbench.results import Run, load_runs
from simbench.study import Results
from simbench.study.claims_page import commands
from simbench.study.description import Study
from simbench.study.places import command_of
from simbench.study.report import load
from simbench.study.verdicts import KINDS
from thesis.documents.gallery_plots import plots, with_limits, words_of
from thesis.figures import admm_phase_diagram
from thesis.plots import PLOTS

HERO = "hero_untwist"
PHASES = {"untwist": "admm_phase_untwist", "twist further": "admm_phase_twist"}
HERE = Path(__file__).parent
SCRIPTS = ("gallery_claims",)
STUDIES = (HERE.parent, HERE.parents[1] / "rigid")  # whose claims are shown


def write(results: Results, output: Path, record: Path) -> None:
    """Writes index.html with the recorded claims."""
    with complete_file(output / "index.html") as partial:
        partial.write_text(gallery(results.folder, record), encoding="utf-8")


def gallery(runs: Path, record: Path) -> str:
    """The page's text."""
    looks: list[Look] = []
    payloads: dict[str, str] = {}
    content = {
        "title": "Position-based and projective solvers, compared by runs",
        "plots": plots(runs, looks, payloads),
        "hero": hero(load_runs(runs / HERO), looks, payloads),
        "phases": [phases(name, runs / sweep) for name, sweep in PHASES.items()],
    }
    content["looks"] = [asdict(look) for look in looks]
    return rendered(content, payloads, record)


def refreshed(page: str, record: Path) -> str:
    """The page with the current recorded claims and the current template."""
    return rendered(*parts_of(page), record)


def rendered(content: dict, payloads: dict[str, str], record: Path) -> str:
    """The page with this content, and with what the repository says beside the runs."""
    top = record.resolve().parents[1]
    recorded = {
        "plots": [
            plot | words_of(PLOTS[plot["name"]]) | {"series": list(map(with_limits, plot["series"]))}
            for plot in content["plots"]
        ],
        "collections": collections(record),
        "folder": record.resolve().relative_to(top).as_posix(),
        "repository": address_of(top),
    }
    return render("gallery", content | recorded, payloads, HERE, SCRIPTS)


def address_of(repository: Path) -> str:
    """The address of the repository that its CITATION.cff states; empty if it states none."""
    file = repository / "CITATION.cff"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    stated = re.search(r"^repository-code: *[\"']?(https://[^\s\"']+)", text, re.MULTILINE)
    return stated[1].rstrip("/") if stated else ""


def collections(record: Path) -> list[dict]:
    """The claims of all STUDIES with recorded results."""
    of = [Study(folder) for folder in STUDIES]
    return [collection(study, record) for study in of if (record.parent / study.name).is_dir()]


def collection(study: Study, record: Path) -> dict:
    """The recorded claims of a study, and the number of claims with each verdict."""
    place = record.parent / study.name
    folder = f"results/{study.name}/"
    command = command_of(study, place)
    entries = load(place / "claims.json")
    verdicts = [entry["verdict"] for entry in entries.values()]
    totals = [[kind, KINDS[kind], verdicts.count(kind)] for kind in KINDS if kind in verdicts]
    claims = [
        card(number, entry) | {"folder": folder, "commands": commands(number, entry, command)}
        for number, entry in entries.items()
    ]
    return {"title": study.title, "file": f"{folder}claims.md", "totals": totals, "claims": claims}


def hero(runs: list[Run], looks: list[Look], payloads: dict[str, str]) -> dict:
    """Joins a solver's runs of different lengths: their last snapshots become one animation."""
    by_solver: dict[str, list[Run]] = {}
    for run in sorted(runs, key=lambda run: run.manifest["iterations"]):
        by_solver.setdefault(run.solver, []).append(run)
    longest = [family[-1] for family in by_solver.values()]
    shown = [_frames(family) for family in by_solver.values()]
    low, size = box = geometry.box_of([frame for _, frames in shown for frame in frames])
    minimiser = geometry.Minimiser(longest, shown)
    surface = shown[0][0]
    mesh = geometry.packed_surface(surface, payloads, "hero-mesh")
    distances = [[minimiser.distances(surface, frame) for frame in frames] for _, frames in shown]
    scale = geometry.scale_of([one for of_run in distances for one in of_run], box)
    beams = []
    for run, look, (_, frames), away in zip(longest, looks_of(longest), shown, distances, strict=True):
        shape = geometry.packed_frames(frames, away, box, scale, payloads, f"hero-{run.solver}")
        beams.append({"look": number_of(look, looks), "shape": shape | {"mesh": mesh}})
    where = {"box": {"low": low.tolist(), "size": size.tolist()}, "minimiser": minimiser.words}
    return where | {"scale": geometry.scale_as_json(scale), "runs": beams}


def _frames(family: list[Run]) -> tuple[geometry.Surface, list[geometry.Frame]]:
    """The last frame of each run of a solver, in the order of their iterations."""
    frames: dict[int, geometry.Frame] = {}
    for run in family:
        surface, last, _ = geometry.load_frames(run, 1)
        frames[last[0].iteration] = last[0]
    return surface, list(frames.values())


def phases(name: str, sweep: Path) -> dict:
    """Where ADMM ends over k h² and c, and the last c of the automatic rule."""
    found = admm_phase_diagram.load(sweep)
    states = list(admm_phase_diagram.STATES)
    return {
        "name": name,
        "iterations": found.iterations,
        "states": states,
        "stiffness": found.states.columns.tolist(),
        "weights": found.states.index.tolist(),
        "cells": [[states.index(state) for state in row] for row in found.states.to_numpy()],
        "automatic": [found.automatic.index.tolist(), found.automatic.tolist()],
    }
