"""The gallery as a page: the thesis's plots beside ours, the claims, where ADMM ends, beams that untwist."""

import argparse
from dataclasses import asdict
from pathlib import Path

from simbench.claims import THESIS, Collection
from simbench.claims.report import commands, load
from simbench.claims.rigid import RIGID
from simbench.claims.verdicts import KINDS, kind_of
from simbench.commands import command
from simbench.figures import admm_phase_diagram
from simbench.output_files import complete_file, make_folder
from simbench.report import geometry
from simbench.report.context import card
from simbench.report.gallery_plots import plots
from simbench.report.looks import Look, looks_of, number_of
from simbench.report.page import parts_of, render
from simbench.results import Run, load_runs

HERO = "hero_untwist"
PHASES = {"untwist": "admm_phase_untwist", "twist further": "admm_phase_twist"}


@command
def main() -> None:
    parser = argparse.ArgumentParser(prog="simbench-gallery", description=__doc__)
    parser.add_argument("runs", type=Path, help="folder with a folder for each sweep (runs/gallery)")
    parser.add_argument(
        "--results", type=Path, default=Path("results"), help="folder of claims.json (default: %(default)s)"
    )
    parser.add_argument(
        "--output", type=Path, default=Path("results/report/index.html"), help="default: %(default)s"
    )
    arguments = parser.parse_args()
    text = gallery(arguments.runs, arguments.results)
    make_folder(arguments.output.parent)
    with complete_file(arguments.output) as partial:
        partial.write_text(text, encoding="utf-8")
    print(f"wrote {arguments.output}")


def gallery(runs: Path, results: Path) -> str:
    """The page's text."""
    looks: list[Look] = []
    payloads: dict[str, str] = {}
    content = {
        "title": "Position-based and projective solvers, compared by runs",
        "plots": plots(runs, looks, payloads),
        "hero": hero(load_runs(runs / HERO), looks, payloads),
        "phases": [phases(name, runs / sweep) for name, sweep in PHASES.items()],
        "collections": collections(results),
    }
    content["looks"] = [asdict(look) for look in looks]
    return render("gallery", content, payloads)


def refreshed(page: str, results: Path) -> str:
    """The page with the claims as they are on record now, and with the template of now."""
    content, payloads = parts_of(page)
    return render("gallery", content | {"collections": collections(results)}, payloads)


def collections(results: Path) -> list[dict]:
    return [collection(of, results) for of in (THESIS, RIGID)]


def collection(of: Collection, results: Path) -> dict:
    """The claims of a source as they are on record, and how many have which verdict."""
    entries = load(results / f"{of.file}.json")
    verdicts = [kind_of(entry["verdict"]) for entry in entries.values()]
    totals = [[kind, KINDS[kind], verdicts.count(kind)] for kind in KINDS if kind in verdicts]
    claims = [
        card(number, entry) | {"commands": commands(number, entry, of)} for number, entry in entries.items()
    ]
    return {"title": of.title, "file": f"{of.file}.md", "totals": totals, "claims": claims}


def hero(runs: list[Run], looks: list[Look], payloads: dict[str, str]) -> dict:
    """A solver's runs of different lengths as one run whose snapshots are their last ones."""
    by_solver: dict[str, list[Run]] = {}
    for run in sorted(runs, key=lambda run: run.manifest["iterations"]):
        by_solver.setdefault(run.solver, []).append(run)
    longest = [family[-1] for family in by_solver.values()]
    shown = [_frames(family) for family in by_solver.values()]
    low, size = box = geometry.box_of([frame for _, frames in shown for frame in frames])
    minimiser = geometry.Minimiser(longest, shown)
    surface = shown[0][0]
    mesh = geometry.packed_surface(surface, payloads, "hero-mesh")
    beams = []
    for run, look, (_, frames) in zip(longest, looks_of(longest), shown, strict=True):
        distances = [minimiser.distances(surface, frame) for frame in frames]
        shape = geometry.packed_frames(frames, distances, box, payloads, f"hero-{run.solver}")
        beams.append({"look": number_of(look, looks), "shape": shape | {"mesh": mesh}})
    return {"box": {"low": low.tolist(), "size": size.tolist()}, "minimiser": minimiser.words, "runs": beams}


def _frames(family: list[Run]) -> tuple[geometry.Surface, list[geometry.Frame]]:
    """Of one solver, in the order of iterations, each number of iterations once."""
    frames: dict[int, geometry.Frame] = {}
    for run in family:
        surface, last, _ = geometry.load_frames(run, 1)
        frames[last[0].iteration] = last[0]
    return surface, list(frames.values())


def phases(name: str, sweep: Path) -> dict:
    """Where ADMM ends over k h² and c, and the c that its rule has chosen in the end."""
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


if __name__ == "__main__":
    main()
