"""Claims of the sources, each a function that judges it by the runs of sweeps; `simbench-claims` runs them.

To add one: a function under @claim(number, "what is claimed, and in which setting") in a module of this
package, which takes Results and returns a Verdict. The thesis's are here, those of rigid bodies in rigid/.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from simbench.claims.verdicts import Verdict


@dataclass(frozen=True)
class Claim:
    number: int
    text: str
    judge: Callable[..., Verdict]
    about: dict[str, str]  # source, setting and figure


@dataclass(frozen=True)
class Collection:
    """Claims of one source: those, what their identifiers begin with, and how their report begins."""

    prefix: str
    file: str  # results/FILE.json and .md
    title: str
    introduction: list[str]
    runs: str  # folder of the sweeps, relative to the repository
    option: str = ""  # of simbench-claims
    claims: dict[int, Claim] = field(default_factory=dict)

    def add(self, found: Claim) -> None:
        if found.number in self.claims:
            raise ValueError(f"claim {self.prefix}{found.number} is there twice")
        self.claims[found.number] = found


THESIS = Collection(
    "",
    "claims",
    "The thesis's claims",
    [
        "Written by `simbench-claims` from the runs of the plans in `scenes/sweeps`. The source is the",
        "evaluation in D. Ledwon, *Comparison of XPBD and Projective Dynamics* (RWTH 2024), and its drafts.",
        "h is the time step, k the stiffness of the strain law, E Young's modulus, f* Newton's minimum; the",
        "start is the objective at iteration 0; ADMM's weights are w = c √(k V).",
    ],
    "runs/gallery",
)
CLAIMS = THESIS.claims


def claim(number: int, text: str, *, source: str, setting: str = "", figure: str = "") -> Callable:
    """Registers the judge of claim `number`; `text` is the claim for someone without the thesis.

    `source`: where it stands; `setting`: of the runs, where the text does not say it; `figure`: the name of
    one in results/gallery.
    """
    return registering(THESIS, number, text, source=source, setting=setting, figure=figure)


def registering(collection: Collection, number: int, text: str, **about: str) -> Callable:
    def register(judge: Callable[..., Verdict]) -> Callable[..., Verdict]:
        collection.add(Claim(number, text, judge, about))
        return judge

    return register
