"""Says how far a command is, as the program does: on the standard error, in one line of a terminal."""

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from typing import Protocol, TypeVar

from simbench.errors import PREFIX

ON_TERMINAL, ELSEWHERE = 0.1, 5.0  # [s] between two lines (src/base/pace.h)
ERASED = "\r\x1b[K"  # the line of a terminal

Item = TypeVar("Item", covariant=True)


class _Counted(Sized, Iterable[Item], Protocol[Item]):
    """What has a length and items in an order."""


def progress(items: _Counted[Item], doing: str) -> Iterator[Item]:
    """The items, one by one; `doing` names one of them, as in "drawing frame" 3 of 120."""
    errors = sys.__stderr__  # what commands print elsewhere has no control characters
    if errors is None:
        yield from items
        return
    is_terminal = errors.isatty()
    begin, end, pause = (ERASED, "", ON_TERMINAL) if is_terminal else (PREFIX, "\n", ELSEWHERE)
    said = time.monotonic()
    try:
        for number, item in enumerate(items, 1):
            if time.monotonic() - said >= pause:
                errors.write(f"{begin}{doing} {number} of {len(items)}{end}")
                errors.flush()
                said = time.monotonic()
            yield item
    finally:
        if is_terminal:
            errors.write(ERASED)
            errors.flush()
