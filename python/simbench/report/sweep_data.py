"""Prepares a sweep for a page: its axes, its problems, and the costs of all runs to all targets."""

from dataclasses import dataclass
from numbers import Number

import pandas as pd

from simbench import sweeps
from simbench.report.curves import number
from simbench.results import axes_of

QUANTITIES = {
    "final_relative_error": "final relative error",
    "final_objective": "final objective [J]",
    "iterations": "iterations done",
}


@dataclass(frozen=True)
class Sweep:
    """`runs`: the summary with the columns `problem` and `label` of sweeps.comparison, one row per run."""

    runs: pd.DataFrame
    axes: list[str]  # that concern all solvers

    @classmethod
    def of(cls, summary: pd.DataFrame) -> "Sweep":
        runs = sweeps.comparison(summary, [], best=False)
        return cls(runs, [axis for axis in axes_of(summary) if not axis.startswith("solvers.")])

    @property
    def looks(self) -> dict[str, dict]:
        return sweeps.looks(self.runs)

    def coordinates(self, problem: int) -> dict[str, str]:
        """The values of the axes, as text."""
        row = self.runs[self.runs["problem"] == problem].iloc[0]
        return {axis: _text(row[axis]) for axis in self.axes}

    def as_json(self) -> dict:
        """Cells by run, the `quantities` that a page can show (column: words), and the `targets`."""
        targets = [column for column in self.runs if column.startswith(("iterations_to_", "seconds_to_"))]
        quantities = {name: words for name, words in QUANTITIES.items() if name in self.runs}
        quantities |= {name: _target_in_words(name) for name in targets}
        numbers = self.runs.assign(
            **{name: pd.to_numeric(self.runs[name], errors="coerce") for name in quantities}
        )
        cells = [
            {
                "run": row["run_id"],
                "label": row["label"],
                "problem": int(row["problem"]),
                "status": str(row["status"]),
                **{name: number(row[name]) for name in quantities},
            }
            for _, row in numbers.iterrows()
        ]
        values = {axis: [_text(value) for value in _ordered(self.runs[axis])] for axis in self.axes}
        return {"axes": values, "quantities": quantities, "cells": cells}


def _ordered(column: pd.Series) -> list:
    values = list(column.dropna().unique())
    return sorted(values) if all(isinstance(value, Number) for value in values) else values


def _text(value: object) -> str:
    if isinstance(value, str) and value.startswith("{"):
        return sweeps.in_words("", value)
    return f"{value:g}" if isinstance(value, Number) else str(value)


def _target_in_words(column: str) -> str:
    kind, _, target = column.partition("_to_")
    return f"{kind} to a relative error of {target}"
