"""The claims R1 to R53 on rigid bodies (docs/rigid.md): `simbench-claims --rigid` judges them.

Most are of T. Waterson, Foundations of Position-Based Rigid Body Dynamics (2026); a number in brackets is an
equation there. To add one: a function under @rigid_claim in a module of this package.
"""

from collections.abc import Callable

from simbench.claims import Collection, registering

RIGID = Collection(
    "R",
    "rigid_claims",
    "Claims on rigid bodies",
    [
        "Written by `simbench-claims --rigid` from the runs of the plans `scenes/sweeps/rigid_*.json`. N is",
        "the number of bodies, R the mass of the ends over that of the others, ρ a factor an iteration, k/ln",
        "= −1/ln ρ iterations a factor e, |c| the error of the joints, ξ the relaxation, s AVBD's penalty, α",
        "a compliance, w the share of the last multipliers that a frame begins with. G is the map of a sweep",
        "of Gauss–Seidel, G_J that of Jacobi; a number in brackets is an equation of the source.",
    ],
    "runs/rigid",
    " --rigid",
)


def rigid_claim(number: int, text: str, *, source: str, setting: str, figure: str = "") -> Callable:
    """Registers the judge of claim R`number`; `figure` is the name of one in results/gallery."""
    return registering(RIGID, number, text, source=source, setting=setting, figure=figure)
