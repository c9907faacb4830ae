"""Makes synthetic sweeps that meet or contradict claims, and checks the verdicts of judges on them."""

import importlib
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
from conftest import MINIMUM, START, synthetic_manifest
from studies import AXES, CLAIMS

from simbench.results import Run
from simbench.run_folders import run_folder
from simbench.study.results import Results
from simbench.study.verdicts import Verdict

GRID = [(h, k) for h in (1e-1, 1e-2, 1e-3, 1e-4) for k in 10.0 ** np.arange(5, 13)]
FAILURES = {1e-1: 1e7, 1e-2: 1e8, 1e-3: 1e10, 1e-4: 1e12}  # least stiffness with which XPBD fails
WITH_SHAPES = ("untwist", "twist", "other_minima", "xpbd_forms", "statements")  # modules of judges
BEAM = {"beam": {"size": [2, 1, 1], "cells": [4, 1, 1], "split": "five"}}
TIMES = ["iteration_seconds", "elapsed_seconds"]


def curve(error, start=START, minimum=MINIMUM, every=1, last=1000, **columns) -> pd.DataFrame:
    """A run's rows; error(i) is the relative error after iteration i."""
    iteration = np.arange(0, last + 1, every)
    errors = np.array([error(i) for i in iteration])
    table = {
        "step": 1,
        "iteration": iteration,
        "objective": minimum + (start - minimum) * errors,
        "inertial": iteration * 1.0,
        "constraint": minimum + (start - minimum) * errors,
        "relative_error": errors,
    }
    return pd.DataFrame({**table, **columns})


def two_rows(start, last, **columns) -> pd.DataFrame:
    """A run with only a first and a last row."""
    table = {"step": 1, "iteration": [0, 1000], "objective": [start, last], "inertial": [0, 1.0]}
    return pd.DataFrame({**table, "constraint": [start, last], "relative_error": math.nan, **columns})


def steps_with_energies(energies, **columns) -> pd.DataFrame:
    """A run with these total energies [J] at the ends of its steps."""
    steps = range(1, len(energies) + 1)
    table = {"step": steps, "iteration": 0, "objective": 1.0, "inertial": 0.0, "constraint": 1.0}
    return pd.DataFrame({**table, "relative_error": math.nan, "total_energy": energies, **columns})


def reaching(iterations: dict[float, int], evaluations=1) -> pd.DataFrame:
    """A run whose error falls below each key after the iterations given; each has `evaluations`."""
    last = max(iterations.values())
    numbers = np.arange(last + 1)
    errors = np.ones(last + 1)
    for error, reached in iterations.items():
        errors[reached:] = 0.5 * error
    table = {"step": 1, "iteration": numbers, "objective": errors, "inertial": 0.0, "constraint": errors}
    return pd.DataFrame({**table, "relative_error": errors, "evaluations": [math.nan] + [evaluations] * last})


def run_in_memory(
    solver="formula", *, scene=None, settings=None, status="max_iterations", folder="", **columns
) -> Run:
    """A run in memory. `columns` are columns of its iterations, which count from 0 by default."""
    size = max(np.size(values) for values in columns.values())
    table = pd.DataFrame({"step": 1, "iteration": np.arange(size)} | columns)
    scene = {
        "body": BEAM,
        "density": 1000,
        "step": {"time_step": 0.1, "steps": int(table["step"].max())},
        "material": {"model": "strain", "stiffness": 100.0},
        "solvers": {solver: settings or {}},
        **(scene or {}),
    }
    manifest = {"run_id": folder, "status": status, "options": {}, "scene": scene, "reference_minimum": [1.0]}
    return Run(solver, table, manifest, {}, Path(folder or solver))


def synthetic_runs(
    axes, runs, milliseconds=None, scene=None, **manifest
) -> tuple[pd.DataFrame, dict[str, Run]]:
    """The summary of a sweep, and its runs by id.

    Each of `runs` is (solver, {short axis: value}, rows, status). An iteration takes milliseconds[solver],
    milliseconds[form] for forms of XPBD, or 1 ms. `scene` and the members of `manifest` may be functions of
    {short axis: value}.
    """

    def evaluated(member, setting):
        return member(setting) if callable(member) else member

    rows, made = [], {}
    for number, (solver, setting, table, status) in enumerate(runs):
        run_id = f"{number:014d}e5"
        cells = {AXES[axis]: setting.get(axis) for axis in axes}
        rows.append({"run_id": run_id, "solver": solver, **cells, "status": status, "iterations": 1000})
        if status in ("missing", "declined"):
            continue
        seconds = 1e-3 * (milliseconds or {}).get(setting.get("form", solver), 1)
        table = table.assign(iteration_seconds=seconds, elapsed_seconds=seconds * table["iteration"])
        described = {"run_id": run_id, "status": status, "reference_minimum": [MINIMUM]}
        described |= {name: evaluated(member, setting) for name, member in manifest.items()}
        described = synthetic_manifest(solver, scene=evaluated(scene, setting) or {}, **described)
        made[run_id] = Run(solver, table, described, {}, Path(run_id))
    return pd.DataFrame(rows).assign(final_relative_error=0), made


class SyntheticResults(Results):
    """Sweeps whose runs stay in memory, because writing them takes minutes; only summaries are files."""

    def __init__(self, folder: Path):
        super().__init__(folder, AXES)

    def add(self, sweep: str, axes, runs, *more, **options) -> "SyntheticResults":
        summary, made = synthetic_runs(axes, runs, *more, **options)
        folder = self.folder / sweep
        folder.mkdir(exist_ok=True, parents=True)
        summary.to_csv(folder / "summary.csv", index=False)
        times = summary[["run_id", "solver"]].assign(setup_seconds=0, iteration_seconds=1)
        times.to_csv(folder / "summary_timings.csv", index=False)
        self._runs |= {(sweep, run_id): run for run_id, run in made.items()}
        return self

    def write(self) -> Path:
        """Writes the files of the runs, for tests that read a folder."""
        for (sweep, run_id), run in self._runs.items():
            folder = run_folder(self.folder / sweep, run_id)
            folder.mkdir(parents=True)
            run.iterations.drop(columns=TIMES).to_csv(folder / "iterations.csv", index=False)
            run.iterations[["step", "iteration", *TIMES]].to_csv(folder / "timings.csv", index=False)
            (folder / "manifest.json").write_text(json.dumps(run.manifest))
            (folder / "environment.json").write_text("{}")
        return self.folder


def write_sweep(folder: Path, axes, runs, *more, **options) -> None:
    """Writes a sweep as simbench does; the arguments are those of synthetic_runs."""
    SyntheticResults(folder.parent).add(folder.name, axes, runs, *more, **options).write()


def failures(folder: Path) -> SyntheticResults:
    """The beam that is twisted further: XPBD ends above the start for k ≥ FAILURES[h]."""
    runs = [
        ("xpbd", {"h": h, "k": k}, two_rows(1.0, 2.0 if k >= FAILURES[h] else 0.5), "max_iterations")
        for h, k in GRID
    ]
    results = SyntheticResults(folder).add("thesis_twist", ["h", "k"], runs)
    return results.add("thesis_twist_single", ["h", "k"], runs)


def fake_shape(**numbers) -> SimpleNamespace:
    """Replaces a Shape; a synthetic run has it as the member "shape" of its manifest."""
    return SimpleNamespace(**numbers)


@dataclass(frozen=True)
class Case:
    """The verdict that the judge of a claim must give on the synthetic runs build(folder, **change).

    The answer, the findings and the reach must contain the texts `in_answer`, `in_findings` and `in_reach`,
    which are mainly numbers of the runs.
    """

    claim: int
    kind: str
    build: Callable[..., Results]
    in_answer: tuple[str, ...] = ()
    change: dict = field(default_factory=dict)
    in_findings: tuple[str, ...] = ()
    not_in_answer: str = "\n"  # words that only the sentences for other runs contain
    in_reach: str = ""

    def __str__(self) -> str:
        return f"{self.claim}-{self.kind}-{'-'.join(self.change)}"


def check(case: Case, folder: Path, monkeypatch) -> Verdict:
    for module in WITH_SHAPES:
        monkeypatch.setattr(f"thesis.claims.{module}.shape", lambda run: run.manifest["shape"])
    found = CLAIMS[case.claim].judge(case.build(folder, **case.change))
    assert found.kind == case.kind, found
    assert all(words in found.answer for words in case.in_answer), found.answer
    assert case.in_reach in found.reach, found.reach
    assert case.not_in_answer not in found.answer, found.answer
    assert only_counts_parts(found) == (not case.in_answer), found.answer
    for words in case.in_findings:
        assert any(words in finding for finding in found.findings), found.findings
    return found


def only_counts_parts(found: Verdict) -> bool:
    """Whether the judge has no sentence for its verdict, so that only the parts are counted."""
    return re.fullmatch(r"(\d+|none) of \d+ parts hold\.", found.answer) is not None


def all_cases() -> list[Case]:
    """The cases of all modules that test claims."""
    modules = sorted(path.stem for path in (Path(__file__).parent / "studies").glob("test_*_claims.py"))
    return [case for name in modules for case in getattr(importlib.import_module(name), "CASES", [])]
