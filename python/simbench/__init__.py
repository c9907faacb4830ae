"""Reads, draws, tabulates and judges what the program simbench has computed."""

from simbench.errors import ResultsError
from simbench.results import (
    Run,
    axes_of,
    filtered,
    find_run,
    load_curves,
    load_run,
    load_runs,
    load_summary,
)

__all__ = [
    "ResultsError",
    "Run",
    "axes_of",
    "filtered",
    "find_run",
    "load_curves",
    "load_run",
    "load_runs",
    "load_summary",
]
