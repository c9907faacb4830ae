"""The distinct problems of the thesis's grids, and the words for where among them a claim holds.

A step from rest without gravity depends on h and k through k h² alone (with E: E h²), but for a factor of f.
"""

from collections.abc import Mapping

Key = tuple[float, float]  # time step [s], stiffness [Pa]


def problem(key: Key) -> float:
    """k h² [Pa s²]"""
    h, k = key
    return float(f"{k * h**2:.6g}")


def by_problem(cells: Mapping[Key, bool]) -> dict[float, bool]:
    """For each problem, from the softest on, whether a claim holds in all settings that pose it."""
    return {
        product: all(holds for key, holds in cells.items() if problem(key) == product)
        for product in sorted(set(map(problem, cells)))
    }


def intervals(holds: Mapping[float, bool]) -> str:
    """Where it holds among the numbers that were run, as intervals: 0.1 to 10 and 1e+06; or nowhere."""
    runs: list[list[float]] = [[]]
    for number, yes in sorted(holds.items()):
        if yes:
            runs[-1].append(number)
        elif runs[-1]:
            runs.append([])
    words = [f"{run[0]:g}" if len(run) == 1 else f"{run[0]:g} to {run[-1]:g}" for run in runs if run]
    return " and ".join(words) or "nowhere"


def cases(cells: Mapping[Key, bool], stiffness: str = "k") -> dict[str, bool]:
    """The cases of a reach over a grid: the problems in which a claim holds, and the others."""
    problems = by_problem(cells)
    return {
        f"for {stiffness} h² of {intervals({p: yes == holds for p, yes in problems.items()})} Pa s²": holds
        for holds in dict.fromkeys(problems.values())
    }
