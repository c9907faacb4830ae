"""Claim 41: volumetric locking, by the sag of a cantilever."""

import itertools

from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, below, in_parts
from simbench.study.words import listed
from thesis import beam_theory
from thesis.claims.measures import cells_label

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
    meshes = [tuple(cells) for cells in CELLS]

    def words(values: dict) -> str:
        return listed(
            f"{100 * share:.0f} % ({split}, {cells_label(cells)})" for (split, cells), share in values.items()
        )

    ends = {end(next(iter(shares.values()))): values for end, values in ((min, low), (max, high))}
    said = "; ".join(f"{words(values)} at ν = {nu:g}" for nu, values in ends.items())
    return in_parts(
        [
            below(
                max(left.values()),
                1,
                f"shares of beam theory's sag: {said}; of the share at the lowest ν the highest leaves at "
                "most",
            ),
            above(
                min(left["five", mesh] / left["six", mesh] for mesh in meshes),
                1,
                f"of the share at the lowest ν the highest leaves {words(left)}; five over six",
            ),
            above(
                min(
                    high[split, b] / high[split, a] for split in SPLITS for a, b in itertools.pairwise(meshes)
                ),
                1,
                f"at the highest ν: {words(high)}; from a mesh to the next finer one",
            ),
        ],
        said=said,
    )
