"""How Jupyter shows runs: tables in which a small line is the relative error, and the report in a frame."""

import html
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import pandas as pd

from simbench.labels import LOOKS
from simbench.report.curves import Rows, sparkline

SHORT = "{:.6g}".format


class ShownRun(Protocol):
    """What these tables read of a run: simbench.results.Run, which shows itself by them."""

    solver: str
    iterations: pd.DataFrame
    manifest: dict
    folder: Path

    @property
    def label(self) -> str: ...


def runs_html(runs: Iterable[tuple[str, ShownRun]]) -> str:
    """A row for each named run: how it ended, its last iterate, and the time of its iterations."""
    heads = ["solver", "status", "iterations", "objective [J]", "", "relative error", "time [s]"]
    rows = [_row(f"<th>{head}</th>" for head in heads)]
    for name, run in runs:
        last = run.iterations.iloc[-1]
        cells = [
            html.escape(name),
            run.manifest["status"].replace("_", " "),
            str(int(last["iteration"])),
            SHORT(last["objective"]),
            _line(run),
            SHORT(last["relative_error"]),
            SHORT(last["elapsed_seconds"]),
        ]
        rows.append(_row(f"<td>{cell}</td>" for cell in cells))
    return f"<table>{''.join(rows)}</table>"


def run_html(run: ShownRun) -> str:
    return runs_html([(run.label, run)]) + f"<small>{html.escape(str(run.folder))}</small>"


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _line(run: ShownRun) -> str:
    """The logarithm of the relative error over the iterations of the first step, as SVG."""
    values = sparkline(Rows.of(run.iterations))
    if len(values) < 2:
        return ""
    low = min(values)
    high = max(low + 1, *values)  # at least a decade, so that noise is flat
    points = " ".join(
        f"{2 + 96 * i / (len(values) - 1):.1f},{20 - 18 * (value - low) / (high - low):.1f}"
        for i, value in enumerate(values)
    )
    colour = LOOKS.get(run.solver, {"color": "#00838F"})["color"]
    return (
        f'<svg width="100" height="22" role="img" aria-label="relative error from {10 ** values[0]:.2g} to '
        f'{10 ** values[-1]:.2g}"><polyline points="{points}" fill="none" stroke="{colour}"/></svg>'
    )


class ReportFrame:
    """A page in a frame. The page is inside the frame's tag, so that the browser makes no request."""

    def __init__(self, page: str, height: int) -> None:
        self._page, self._height = page, height

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self._page)}" width="100%" height="{self._height}"></iframe>'
