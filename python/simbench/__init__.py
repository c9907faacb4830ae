"""Reads, draws, tabulates and judges results of the program simbench."""

from simbench.commands import end_commands_on_interrupt
from simbench.errors import ResultsError

end_commands_on_interrupt()  # before imports that take a second

from simbench.results import (  # noqa: E402
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
