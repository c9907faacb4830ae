"""Claim 41: volumetric locking, by the sag of a cantilever."""

import itertools

from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, answered, below
from simbench.study.words import listed
from thesis import beam_theory
from thesis.claims.measures import cells_label, spread

SPLITS, CELLS = ("five", "six"), ([8, 2, 2], [16, 3, 3], [32, 6, 6])


@claim(41)
def locking(results: Results) -> Verdict:
    shares = {
        (split, tuple(cells)): {
            nu: beam_theory.share_of_deflection(run)
            for nu, run in results.by("locking", "newton", "nu", split=split, cells=cells).items()
        }
        for split in SPLITS
        for cells in CELLS
    }
    low, high = ({which: of_mesh[end(of_mesh)] for which, of_mesh in shares.items()} for end in (min, max))
    left = {which: high[which] / low[which] for which in shares}
    nearest = max(next(iter(shares.values())))
    words = {
        split: listed(f"{100 * high[split, mesh]:.0f} % ({cells_label(mesh)})" for mesh in map(tuple, CELLS))
        for split in SPLITS
    }
    return answered(
        [
            below(max(left.values()), 1, "of the sag at the lowest ν the highest leaves at most"),
            above(
                min(left["five", tuple(mesh)] / left["six", tuple(mesh)] for mesh in CELLS),
                1,
                "what it leaves with five tets a cell over what it leaves with six",
            ),
            *(
                above(
                    min(high[split, tuple(b)] / high[split, tuple(a)] for a, b in itertools.pairwise(CELLS)),
                    1,
                    f"{split} tets a cell, ν = {nearest:g}: shares of beam theory's sag {words[split]}; from "
                    "a mesh to the next finer one",
                )
                for split in SPLITS
            ),
        ],
        nu=nearest,
        **{split: spread((100 * high[split, tuple(mesh)] for mesh in CELLS), ".0f") for split in SPLITS},
    )
