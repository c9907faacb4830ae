"""Claim 41: volumetric locking, by the sag of a cantilever."""

import itertools

from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, above, answered, below
from simbench.study.words import listed
from thesis import beam_theory
from thesis.claims.measures import spread

SPLITS, CELLS = ("five", "six"), ([8, 2, 2], [16, 3, 3], [32, 6, 6])


@claim(41)
def locking(results: Results) -> Verdict:
    low, high = {}, {}  # shares of beam theory's sag on each mesh, at the lowest and the highest ν
    for split in SPLITS:
        meshes = [results.by("locking", "newton", "nu", split=split, cells=cells) for cells in CELLS]
        nearest = max(meshes[0])
        for of_nu, nu in ((low, min(meshes[0])), (high, nearest)):
            of_nu[split] = [beam_theory.share_of_deflection(of_mesh[nu]) for of_mesh in meshes]
    left = {split: [b / a for a, b in zip(low[split], high[split], strict=True)] for split in SPLITS}
    return answered(
        [
            below(max(map(max, left.values())), 1, "of the sag at the lowest ν the highest leaves at most"),
            above(
                min(five / six for five, six in zip(*left.values(), strict=True)),
                1,
                "what it leaves with five tets a cell over what it leaves with six",
            ),
            *(
                above(
                    min(b / a for a, b in itertools.pairwise(found)),
                    1,
                    f"{split} tets a cell, ν = {nearest:g}: shares of beam theory's sag from coarse to fine "
                    f"{listed(f'{100 * share:.0f} %' for share in found)}; from a mesh to the next finer one",
                )
                for split, found in high.items()
            ),
        ],
        nu=nearest,
        **{split: spread((100 * share for share in found), ".0f") for split, found in high.items()},
    )
