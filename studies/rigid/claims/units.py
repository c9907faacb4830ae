"""Claim R68: whether AVBD's published constants suit scenes in any unit of mass."""

from rigid.claims.measures import number, rounded, settled, span
from rigid.claims.peers import SMALL
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_most, in_parts
from simbench.study.words import listed

PUBLISHED = {  # β in N/m²; k begins at 1 N/m, which is a penalty of h² kg
    10.0: "the paper's constants (β = 10)",
    1000.0: "the largest β that the paper calls as good (1000)",
    1e5: "the demonstration's constants (β = 10⁵)",
}
FOLLOWING = ("effective_mass", "heavier_mass")


def openings(results: Results) -> dict[str, dict[float, float]]:
    """The largest opening of a joint at rest [m], by setting and by the mass of a body [kg]."""
    found: dict[str, dict[float, float]] = {}
    for (mass, s, growth), run in results.by("rigid_units", "avbd", "masses", "s", "ramp").items():
        words = f"s = {s.replace('_', ' ')}" if s in FOLLOWING else PUBLISHED[growth]
        found.setdefault(words, {})[mass] = settled(run)
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
    paper, _, demonstration = (found[words] for words in PUBLISHED.values())
    masses = list(paper)
    return in_parts(
        parts,
        *(f"{words}: {_by_mass(of)}" for words, of in others.items()),
        least_mass=rounded(min(masses)),
        most_mass=rounded(max(masses)),
        paper=f"{rounded(paper[min(masses)])} to {rounded(paper[max(masses)])}",
        demonstration=f"{rounded(demonstration[min(masses)])} to {rounded(demonstration[max(masses)])}",
        allowed=rounded(SMALL),
        others=listed(f"{span(of.values())} m ({words})" for words, of in iterated.items()),
    )


def _by_mass(of: dict[float, float]) -> str:
    return listed(f"{number(value)} m ({mass:g} kg)" for mass, value in of.items())
