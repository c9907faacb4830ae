"""Claims R52 and R68: AVBD's published constants, which have a unit of mass."""

from rigid.claims.measures import number, rounded, settled, span
from rigid.claims.peers import RAN_AWAY, SMALL
from simbench.labels import SOLVER_LABELS
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_most, in_parts
from simbench.study.words import listed

# By the first k [N/m], which is a penalty of k h² [kg], and β [N/m²]. The paper does not state k: it is 1000
# in the version of the demonstration that is nearest to the paper (commit 8a57914), and 1 in the last one.
PUBLISHED = {
    (1, 10): "paper, k from 1 N/m",
    (1000, 10): "paper, k from 1000 N/m",
    (1, 100000): "demonstration",
}
DEMONSTRATION = "demonstration"
FOLLOWING = ("effective_mass", "heavier_mass")
UNIT = 1.0  # kg: the boxes of the demonstration's scenes have this density
LIGHT = 0.001  # kg, of a link
AT_REST, ALL = 20, 600  # frames, of the last ones
Openings = dict[str, dict[float, float]]


def constants(s: float | str, growth: float) -> str:
    """In words: AVBD's constants, from the axes of a plan with frames of 1/60 s."""
    return f"s = {s.replace('_', ' ')}" if isinstance(s, str) else PUBLISHED[round(3600 * s), int(growth)]


def openings(results: Results, sweep: str = "rigid_units", frames: int = AT_REST) -> Openings:
    """The largest opening of a joint [m] in the last frames under AVBD, by its constants and a mass [kg]."""
    found: Openings = {}
    for (mass, s, growth), run in results.by(sweep, "avbd", "masses", "s", "ramp").items():
        found.setdefault(constants(s, growth), {})[mass] = settled(run, frames=frames)
    return found


def _part(words: str, mass: float, opening: float) -> Part:
    return at_most(opening, SMALL, f"{words}, bodies of {mass:g} kg: the worst joint opens by")


def _masses(of: dict[float, float]) -> str:
    """The masses at which no joint opens too far: 0.001 to 10 kg."""
    return span([mass for mass, opening in of.items() if opening <= SMALL], 1) + " kg"


def _cases(found: Openings) -> dict[str, bool]:
    return {
        f"for bodies of {mass:g} kg and the constants of the {words}": opening <= SMALL
        for words in PUBLISHED.values()
        for mass, opening in found[words].items()
    }


@claim(52)
def fifty_links(results: Results) -> Verdict:
    """The source's unit of mass is not at hand: its constants are judged where they are stiff enough."""
    found, swinging = (openings(results, "rigid_unit_of_tip", frames) for frames in (AT_REST, ALL))
    others = {
        SOLVER_LABELS[solver]: {
            m: settled(run) for m, run in results.by("rigid_unit_of_tip", solver, "masses").items()
        }
        for solver in ("gs", "sor", "direct")
    }
    return in_parts(
        [_part(DEMONSTRATION, LIGHT, found[DEMONSTRATION][LIGHT])],
        *(f"{words}: {_by_mass(of)}" for words, of in (found | others).items()),
        light=rounded(1e3 * LIGHT),
        found=rounded(1e3 * found[DEMONSTRATION][LIGHT]),
        allowed=rounded(1e3 * SMALL),
    ).reaching(
        _cases(found),
        holds=_masses(found[DEMONSTRATION]),
        heavy=opening(found[DEMONSTRATION][UNIT]),
        paper=listed(f"{opening(found[words][UNIT])} ({words})" for words in list(PUBLISHED.values())[:2]),
        swinging=opening(swinging[DEMONSTRATION][LIGHT]),
        heavy_swinging=opening(swinging[DEMONSTRATION][UNIT]),
    )


@claim(68)
def any_unit_of_mass(results: Results) -> Verdict:
    found = openings(results)
    following = {words: of for words, of in found.items() if words not in PUBLISHED.values()}
    return in_parts(
        [_part(words, UNIT, found[words][UNIT]) for words in PUBLISHED.values()],
        *(f"{words}: {_by_mass(of)}" for words, of in found.items()),
        allowed=rounded(1e3 * SMALL),
        found=listed(f"{rounded(1e3 * found[words][UNIT])} mm ({words})" for words in PUBLISHED.values()),
    ).reaching(
        _cases(found),
        holds=listed(f"{_masses(found[words])} ({words})" for words in PUBLISHED.values()),
        following=listed(
            f"{span((1e3 * value for value in of.values()), 2)} mm ({words})"
            for words, of in following.items()
        ),
    )


def _by_mass(of: dict[float, float]) -> str:
    return listed(f"{opening(value)} ({mass:g} kg)" for mass, value in of.items())


def opening(stretch: float) -> str:
    return f"{number(stretch)} m" if stretch < RAN_AWAY else "it runs away"
