"""Words for the sentences of judges."""

from collections.abc import Iterable


def listed(items: Iterable) -> str:
    return ", ".join(str(item) for item in items)
