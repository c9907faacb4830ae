"""Prepares a sweep for a page: its axes, its problems, and the costs of all runs to all targets."""

from collections.abc import Iterator
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

    def problems(self) -> Iterator[tuple[dict[str, str], list[tuple[str, str]]]]:
        """Of each problem the values of the axes, as text, and id and label of its runs."""
        values = {axis: [_text(value) for value in self.runs[axis]] for axis in self.axes}
        names = list(zip(self.runs["run_id"], self.runs["label"], strict=True))
        for rows in self.runs.groupby("problem").indices.values():
            yield {axis: own[rows[0]] for axis, own in values.items()}, [names[row] for row in rows]

    def as_json(self) -> dict:
        """Cells by run, the `quantities` that a page can show (column: words), and the `targets`."""
        targets = [column for column in self.runs if column.startswith(("iterations_to_", "seconds_to_"))]
        quantities = {name: words for name, words in QUANTITIES.items() if name in self.runs}
        quantities |= {name: _target_in_words(name) for name in targets}
        columns = {
            "run": self.runs["run_id"].tolist(),
            "label": self.runs["label"].tolist(),
            "problem": self.runs["problem"].tolist(),
            "status": self.runs["status"].astype(str).tolist(),
        }
        for name in quantities:
            numbers = pd.to_numeric(self.runs[name], errors="coerce")
            columns[name] = [number(value) for value in numbers.tolist()]
        cells = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
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
