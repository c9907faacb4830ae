"""Facets as cells of meshio."""

from collections.abc import Iterable, Sequence
from itertools import groupby

import meshio
import numpy as np

NUMBERS = {int: "an integer", float: "a number"}
KINDS = {3: "triangle", 4: "quad"}


def number(kind: type, word: str) -> float:
    """The number that a word stands for. `kind`: int or float. ValueError if there is another word."""
    try:
        return kind(word)
    except ValueError:
        raise ValueError(f"expected {NUMBERS[kind]}, found '{word}'") from None


def facet_mesh(
    points: Sequence | np.ndarray, facets: Iterable[Sequence[int]], notes: list[str]
) -> meshio.Mesh:
    """A surface with the facets in their order. `facets`: the corners of each, three or more, from 0.

    `notes` become the mesh's info: a sentence for each thing that a reader left out.
    """
    runs = [(size, list(run)) for size, run in groupby(facets, len)]
    cells = [(KINDS.get(size, "polygon"), np.array(run, dtype=np.int64)) for size, run in runs]
    return meshio.Mesh(np.asarray(points, dtype=np.float64).reshape(-1, 3), cells, info=notes)
