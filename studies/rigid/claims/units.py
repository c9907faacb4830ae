"""Claim R68: whether AVBD's published constants suit scenes in any unit of mass."""

from rigid.claims.measures import number, rounded, settled, span
from rigid.claims.peers import SMALL
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_most, in_parts
from simbench.study.words import listed

# By the first k [N/m], which is a penalty of k h² [kg], and β [N/m²]. The paper does not state k: it is 1000
# in the version of the demonstration that is nearest to the paper (commit 8a57914), and 1 in the last one.
PUBLISHED = {
    (1, 10): "paper, k from 1 N/m",
    (1000, 10): "paper, k from 1000 N/m",
    (1, 100000): "demonstration",
}
FOLLOWING = ("effective_mass", "heavier_mass")


def constants(s: float | str, growth: float) -> str:
    """In words: AVBD's constants, from the axes of a plan with frames of 1/60 s."""
    return f"s = {s.replace('_', ' ')}" if isinstance(s, str) else PUBLISHED[round(3600 * s), int(growth)]


def openings(results: Results) -> dict[str, dict[float, float]]:
    """The largest opening of a joint at rest [m], by setting and by the mass of a body [kg]."""
    found: dict[str, dict[float, float]] = {}
    for (mass, s, growth), run in results.by("rigid_units", "avbd", "masses", "s", "ramp").items():
        found.setdefault(constants(s, growth), {})[mass] = settled(run)
    for solver in ("gs", "xpbd", "direct"):
        found[solver] = {m: settled(run) for m, run in results.by("rigid_units", solver, "masses").items()}
    return found


@claim(68)
def any_unit_of_mass(results: Results) -> Verdict:
    found = openings(results)
    parts = [
        at_most(
            max(found[words].values()), SMALL, f"{words}: the worst joint opens by {_by_mass(found[words])}"
        )
        for words in PUBLISHED.values()
    ]
    others = {words: of for words, of in found.items() if words not in PUBLISHED.values()}
    iterated = {words: of for words, of in others.items() if words != "direct"}
    masses = list(found["demonstration"])
    published = (f"{span(found[words].values())} m ({words})" for words in PUBLISHED.values())
    return in_parts(
        parts,
        *(f"{words}: {_by_mass(of)}" for words, of in others.items()),
        least_mass=rounded(min(masses)),
        most_mass=rounded(max(masses)),
        published=listed(published),
        allowed=rounded(SMALL),
        others=listed(f"{span(of.values())} m ({words})" for words, of in iterated.items()),
    )


def _by_mass(of: dict[float, float]) -> str:
    return listed(f"{number(value)} m ({mass:g} kg)" for mass, value in of.items())
