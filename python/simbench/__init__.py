"""simbench in Python: scenes, problems, solvers of one's own, runs, and results of the program.

Each name is imported when it is first used, so that `import simbench` takes no time.
"""

import importlib

from simbench.commands import end_commands_on_interrupt

end_commands_on_interrupt()  # before imports that take a second

_MODULES = {
    "contract.table": ["test"],
    "convert": ["convert_mesh"],
    "errors": ["ResultsError", "SimbenchError"],
    "results": [
        "Run",
        "axes_of",
        "filtered",
        "find_run",
        "load_curves",
        "load_run",
        "load_runs",
        "load_summary",
    ],
    "running": ["Runs", "run"],
    "scene": ["Motion", "Problem", "Scene"],
    "solver": ["Converged", "Solver"],
    "sweeping": ["sweep"],
    "term": ["Term"],
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_PLACES)


def __getattr__(name: str) -> object:
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("simbench")
    if name not in _PLACES:
        raise AttributeError(f"module 'simbench' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"simbench.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
