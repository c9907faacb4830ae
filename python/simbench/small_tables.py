"""Reads the tables of a short run without pandas' reader, which takes milliseconds for any table.

It takes only tables as simbench writes them: of numbers, with rows in ascending order of step and iteration.
"""

import math

import numpy as np
import pandas as pd

SMALL = 1 << 18  # [bytes] of larger tables the lists of texts would take much memory
STEP_KEY = ("step", "iteration")  # one row each in a run's tables
CHARACTERS = b"0123456789+-.eE,\n"  # of numbers and between them


def small_run(iterations: bytes, timings: bytes) -> pd.DataFrame | None:
    """The columns of iterations.csv, then those of timings.csv; None if pandas must read or refuse them.

    The columns of STEP_KEY have integers, and the others floats; an empty cell becomes NaN.
    """
    try:
        ours, theirs = _columns(iterations), _columns(timings)
    except (ValueError, OverflowError):  # not small, not as simbench writes it, or a number that is too large
        return None
    same = ours.keys() & theirs.keys()
    if same != set(STEP_KEY) or not all(np.array_equal(ours[name], theirs[name]) for name in same):
        return None
    return pd.DataFrame(ours | theirs)


def _columns(content: bytes) -> dict[str, np.ndarray]:
    """The columns of a table. Raises ValueError unless it is small and as simbench writes it."""
    head, _, body = content.partition(b"\n")
    names, lines = head.decode().split(","), body.decode().split("\n")
    is_plain = len(set(names)) == len(names) and all(map(str.isidentifier, names))
    if not is_plain or len(content) > SMALL or lines.pop() or body.translate(None, CHARACTERS):
        raise ValueError
    if any(line.count(",") != len(names) - 1 for line in lines):
        raise ValueError
    cells = ",".join(lines).split(",")
    texts = {name: cells[place :: len(names)] for place, name in enumerate(names)}
    keys = {name: [int(cell) for cell in texts.pop(name, ())] for name in STEP_KEY}
    rows = list(zip(*keys.values(), strict=True))
    if not rows or rows != sorted(set(rows)):
        raise ValueError
    columns = {name: np.array(numbers, np.int64) for name, numbers in keys.items()}
    for name, own in texts.items():
        columns[name] = np.array([float(cell) if cell else math.nan for cell in own])
    return {name: columns[name] for name in names}
