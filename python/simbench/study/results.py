"""A folder of sweeps as the claims see it: runs by their setting, and which of them were looked at."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from simbench.errors import NotRunError, ResultsError
from simbench.results import NO_RESULT, Run, axes_of, is_value, load_run, load_summary

# What the claims call the axes of the plans.
AXES = {
    "h": "step.time_step",
    "iterations": "step.iterations",
    "k": "material.stiffness",
    "E": "material.youngs_modulus",
    "c": "solvers.admm.weight_factor",
    "w": "solvers.admm.weight",
    "admm": "solvers.admm",
    "prox_iterations": "solvers.admm.prox_iterations",
    "form": "solvers.xpbd.form",
    "xpbd": "solvers.xpbd",
    "global_step": "solvers.pd.global_step",
    "linear_solver": "solvers.pd.linear_solver",
    "history": "solvers.qn.history",
    "line_search": "solvers.qn.line_search",
    "initial_matrix": "solvers.qn.initial_matrix",
    "interval": "solvers.qn.stretch_interval",
    "metric": "solvers.gradient_descent.metric",
    "hessian": "solvers.newton.hessian",
    "newton_search": "solvers.newton.line_search",
    "precision": "precision",
    "origin": "body.beam.origin",
    "cells": "body.beam.cells",
    "split": "body.beam.split",
    "integrator": "step.integrator",
    "material": "material",
    "model": "material.model",
    "nu": "material.poisson_ratio",
    "k_s": "anchors.stiffness",
    "held_weight": "solvers.admm.held_weight",
    "constraint": "solvers.xpbd_global.constraint",
    "rule": "solvers.xpbd_global.step",
    "keep_g": "solvers.xpbd_global.keep_g",
    "pbd_k": "solvers.pbd.stiffness",
    "pbd_rule": "solvers.pbd.stiffness_rule",
    "hard": "solvers.kkt.hard",
    "spring_k": "potentials.0.stiffness",
    "duration": "preparation.duration",
    "substeps": "step.substeps",
    "gyroscopic": "step.gyroscopic",
    "bodies": "chain.bodies",
    "R": "chain.end_mass_ratio",
    "tip": "chain.tip_mass",
    "masses": "chain.mass",
    "anchored": "chain.anchored",
    "compliance": "chain.compliance",
    "shape": "chain.shape",
    "bend": "chain.bend",
    "opening": "chain.violation",
    "of_first": "constraints.0.compliance",
    "offset": "constraints.0.offset",
    "gravity": "gravity",
    "orientation": "bodies.0.orientation",
    "gs_form": "solvers.gs.form",
    "axis_form": "solvers.gs.axis_form",
    "update": "solvers.gs.update",
    "warm_start": "solvers.gs.warm_start",
    "warm_pose": "solvers.gs.warm_start_pose",
    "xpbd_warm_start": "solvers.xpbd.warm_start",
    "xpbd_warm_pose": "solvers.xpbd.warm_start_pose",
    "keep": "solvers.gs.keep",
    "averaging": "solvers.jacobi.averaging",
    "jacobi_form": "solvers.jacobi.form",
    "jacobi_xi": "solvers.jacobi.relaxation",
    "xi": "solvers.sor.relaxation",
    "sor_form": "solvers.sor.form",
    "s": "solvers.avbd.penalty",
    "factor": "solvers.avbd.penalty_factor",
    "ramp": "solvers.avbd.ramp",
    "avbd_form": "solvers.avbd.form",
    "avbd_warm_start": "solvers.avbd.warm_start",
    "avbd_keep": "solvers.avbd.keep",
    "start": "solvers.avbd.start",
    "geometric": "solvers.avbd.geometric_stiffness",
}


class Results:
    """Sweeps, each in a sub-folder that bears its plan's name. `used` collects the runs handed out."""

    def __init__(self, folder: Path | str):
        self.folder = Path(folder)
        self.used: dict[str, str] = {}  # run id to sweep
        self._summaries: dict[str, pd.DataFrame] = {}
        self._runs: dict[tuple[str, str], Run] = {}

    def run(self, sweep: str, solver: str, **setting) -> Run:
        """The run with these values on the axes."""
        found = self.by(sweep, solver, **setting)
        if len(found) != 1:
            raise ResultsError(f"{sweep} has {len(found)} runs of {solver} with {_words(setting)}, not one")
        return next(iter(found.values()))

    def by(self, sweep: str, solver: str, *axes: str, **setting) -> dict:
        """All runs with this setting in the plan's order, by the values of `axes` (of one: its value).

        Scenes that the solver declines have none.
        """
        rows = self._summary(sweep)
        rows = rows[(rows["solver"] == solver) & (rows["status"] != "declined")]
        for axis, value in setting.items():
            fits = [_equal(cell, value) for cell in self._cells(sweep, rows, axis)]
            rows = rows[np.array(fits, bool)]  # of no rows a list would choose columns
        absent = rows[rows["status"].isin(NO_RESULT)]
        if rows.empty or not absent.empty:
            which = f"{solver} with {_words(setting)}" if setting else solver
            raise NotRunError(f"{sweep} lacks {len(absent) or 'all'} runs of {which}")
        keys = zip(*(self._cells(sweep, rows, axis) for axis in axes), strict=True) if axes else rows.index
        keys = [key[0] if len(axes) == 1 else key for key in keys]
        if len(set(keys)) < len(keys):
            raise ResultsError(f"{sweep} has several runs of {solver} with the same {', '.join(axes)}")
        return {key: self._load(sweep, name) for key, name in zip(keys, rows["run_id"], strict=True)}

    def _summary(self, sweep: str) -> pd.DataFrame:
        if sweep not in self._summaries:
            folder = self.folder / sweep
            if not (folder / "summary.csv").is_file():
                raise NotRunError(f"there is no sweep {sweep}")
            self._summaries[sweep] = load_summary(folder)
        return self._summaries[sweep]

    def _cells(self, sweep: str, rows: pd.DataFrame, axis: str) -> list:
        if AXES[axis] not in axes_of(rows):
            raise NotRunError(f"the sweep {sweep} has no axis {AXES[axis]}")
        return [_cell(value) for value in rows[AXES[axis]].tolist()]

    def _load(self, sweep: str, run_id: str) -> Run:
        self.used[run_id] = sweep
        if (sweep, run_id) not in self._runs:
            self._runs[sweep, run_id] = load_run(self.folder / sweep / "runs" / run_id)
        return self._runs[sweep, run_id]


def _cell(value):
    """A number with twelve digits, so that one from a plan's range is as one writes it; else as it is.

    Numbers of an axis that has words, too, as anchors.stiffness may, are read as text.
    """
    try:
        return float(f"{float(value):.12g}") if not isinstance(value, bool | int) else value
    except ValueError:
        return value


def _equal(cell, value) -> bool:
    return json.loads(cell) == value if isinstance(value, list) else is_value(cell, str(value))


def _words(setting: dict) -> str:
    return ", ".join(f"{axis} = {value}" for axis, value in setting.items())


def one_sweep(folder: Path | str) -> Callable[..., dict]:
    """Results.by for one folder of a sweep, whatever its name: by(solver, axis, …, axis=value)."""
    folder = Path(folder).resolve()
    return partial(Results(folder.parent).by, folder.name)
