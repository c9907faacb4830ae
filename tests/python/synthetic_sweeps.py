"""Made-up sweeps that meet or contradict claims, and how a judge's verdict on them is checked."""

import importlib
import inspect
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
from simbench.study.results import Results
from simbench.study.verdicts import WHATEVER, Verdict

GRID = [(h, k) for h in (1e-1, 1e-2, 1e-3, 1e-4) for k in 10.0 ** np.arange(5, 13)]
WITH_SHAPES = ("untwist", "twist", "other_minima", "xpbd_forms", "statements")  # modules of judges
TIMES = ["iteration_seconds", "elapsed_seconds"]
SENTENCES = rf"\b(confirmed|refuted|partly|depends|misprint|{WHATEVER})(?==)"


def curve(error, start=START, minimum=MINIMUM, every=1, last=1000, **columns) -> pd.DataFrame:
    """Iterations of a run with this relative error as a function of the iteration."""
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


def ends(start, last, **columns) -> pd.DataFrame:
    """A run of which the first and last row matter alone."""
    table = {"step": 1, "iteration": [0, 1000], "objective": [start, last], "inertial": [0, 1.0]}
    return pd.DataFrame({**table, "constraint": [start, last], "relative_error": math.nan, **columns})


def reaching(iterations: dict[float, int], evaluations=1) -> pd.DataFrame:
    """A run whose error falls below each key after so many iterations; `evaluations` in each of them."""
    last = max(iterations.values())
    numbers = np.arange(last + 1)
    errors = np.ones(last + 1)
    for error, reached in iterations.items():
        errors[reached:] = 0.5 * error
    table = {"step": 1, "iteration": numbers, "objective": errors, "inertial": 0.0, "constraint": errors}
    return pd.DataFrame({**table, "relative_error": errors, "evaluations": [math.nan] + [evaluations] * last})


def made_runs(axes, runs, milliseconds=None, scene=None, **manifest) -> tuple[pd.DataFrame, dict[str, Run]]:
    """A sweep's summary, and its runs by their ids; `runs`: (solver, {short axis: value}, rows, status) each.

    An iteration takes `milliseconds[solver]`, or of XPBD's form, or 1. `scene` and what else the manifests
    have may be functions of a run's short axes.
    """

    def of(member, setting):
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
        described |= {name: of(member, setting) for name, member in manifest.items()}
        described = synthetic_manifest(solver, scene=of(scene, setting) or {}, **described)
        made[run_id] = Run(solver, table, described, {}, Path(run_id))
    return pd.DataFrame(rows).assign(final_relative_error=0), made


class MadeUp(Results):
    """Sweeps whose summaries alone are files: those of all runs that the judges want would take minutes."""

    def __init__(self, folder: Path):
        super().__init__(folder, AXES)

    def add(self, sweep: str, axes, runs, *more, **options) -> "MadeUp":
        summary, made = made_runs(axes, runs, *more, **options)
        folder = self.folder / sweep
        folder.mkdir(exist_ok=True, parents=True)
        summary.to_csv(folder / "summary.csv", index=False)
        times = summary[["run_id", "solver"]].assign(setup_seconds=0, iteration_seconds=1)
        times.to_csv(folder / "summary_timings.csv", index=False)
        self._runs |= {(sweep, run_id): run for run_id, run in made.items()}
        return self

    def write(self) -> Path:
        """The runs' files, too, for what reads a folder."""
        for (sweep, run_id), run in self._runs.items():
            folder = self.folder / sweep / "runs" / run_id
            folder.mkdir(parents=True)
            run.iterations.drop(columns=TIMES).to_csv(folder / "iterations.csv", index=False)
            run.iterations[["step", "iteration", *TIMES]].to_csv(folder / "timings.csv", index=False)
            (folder / "manifest.json").write_text(json.dumps(run.manifest))
            (folder / "environment.json").write_text("{}")
        return self.folder


def write_sweep(folder: Path, axes, runs, *more, **options) -> None:
    """A sweep as simbench writes it, of what made_runs takes."""
    MadeUp(folder.parent).add(folder.name, axes, runs, *more, **options).write()


def shaped(**numbers) -> SimpleNamespace:
    """Takes the place of a Shape; a run's manifest has it as "shape"."""
    return SimpleNamespace(**numbers)


@dataclass(frozen=True)
class Case:
    """A claim, made-up runs (build(folder, **change)), and the verdict that its judge must give on these.

    `says` and `finds`: what the sentence and the findings contain, the numbers of the made-up runs above all.
    """

    claim: int
    kind: str
    build: Callable[..., Results]
    says: tuple[str, ...] = ()
    change: dict = field(default_factory=dict)
    finds: tuple[str, ...] = ()
    depends_on: str = ""
    lacks: str = "\n"  # words that the sentence has for other runs alone

    def __str__(self) -> str:
        return f"{self.claim}-{self.kind}-{'-'.join(self.change)}"


def check(case: Case, folder: Path, monkeypatch) -> Verdict:
    for module in WITH_SHAPES:
        monkeypatch.setattr(f"thesis.claims.{module}.shape", lambda run: run.manifest["shape"])
    found = CLAIMS[case.claim].judge(case.build(folder, **case.change))
    assert (found.kind, found.depends_on) == (case.kind, case.depends_on), found
    assert all(words in found.sentence for words in case.says), found.sentence
    assert case.lacks not in found.sentence, found.sentence
    assert is_counted(found) == (not case.says), found.sentence
    for words in case.finds:
        assert any(words in finding for finding in found.findings), found.findings
    return found


def is_counted(found: Verdict) -> bool:
    """Whether the sentence is the one of verdicts that a judge has no words for."""
    return re.fullmatch(r"\d+ of \d+ parts hold\.", found.sentence) is not None


def all_cases() -> list[Case]:
    """Of all modules of tests of claims that have some."""
    modules = sorted(path.stem for path in Path(__file__).parent.glob("test_*_claims.py"))
    return [case for name in modules for case in getattr(importlib.import_module(name), "CASES", [])]


def source(claim: int) -> str:
    return inspect.getsource(CLAIMS[claim].judge)


def words_of_sentences(claim: int) -> set[str]:
    """The verdicts for which a judge has a sentence; WHATEVER: all."""
    return set(re.findall(SENTENCES, source(claim)))
