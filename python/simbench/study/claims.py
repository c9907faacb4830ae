"""Claims, each a sentence of the source with its judge, and statements: claims that say one thing together.

docs/studies.md lists their members in study.json.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from simbench.errors import ResultsError
from simbench.study.answers import Templates, read_answers, speaking
from simbench.study.judges import Judge
from simbench.study.members import Members

# How a claim stands in its source, by the member of study.json that has its words.
QUOTED, IN_SUBSTANCE, ASKED = "quotes", "in_substance", "asks"
# Members of study.json before verdicts had two fields, and those that replace them.
OLD_MEMBERS = {"text": "'quotes', 'in_substance' or 'asks'", "source": "'place'", "sentences": "'answers'"}


@dataclass(frozen=True)
class Claim:
    """A sentence of the source, or a question that nobody has answered there, and its judge."""

    number: int
    words: str  # the source's own sentence, its substance, or the question
    stands: str = QUOTED  # how: QUOTED, IN_SUBSTANCE or ASKED
    about: dict[str, str] = field(default_factory=dict)  # place, who, setting and figure
    not_judged: str = ""  # why nobody judges it
    answers: Templates = field(default_factory=dict)
    short: Templates = field(default_factory=dict)
    reach: list[str] = field(default_factory=list)
    judge: Judge | None = None

    def judged_by(self, judge: Judge, identifier: str) -> "Claim":
        """The claim with this judge, whose verdicts get the claim's answers and its reach."""
        return replace(self, judge=speaking(judge, self.answers, self.reach, identifier))


@dataclass(frozen=True)
class Statement:
    """What several claims say together, in plain words; it is what a reader would cite."""

    text: str
    claims: tuple[int, ...]


def read_claim(number: int, said: Members) -> Claim:
    if old := [name for name in OLD_MEMBERS if name in said.names()]:
        raise ResultsError(
            f"{said.place}: '{old[0]}' is now {OLD_MEMBERS[old[0]]}; `simbench study STUDY --rewrite` writes "
            "a study.json with the new members"
        )
    stands = [name for name in (QUOTED, IN_SUBSTANCE, ASKED) if name in said.names()]
    if len(stands) != 1:
        raise ResultsError(
            f"{said.place}: it must have one of 'quotes' (the source's own words), 'in_substance' (its text "
            "is not at hand) and 'asks' (a question of ours or of users)"
        )
    about = {key: said.text(key, "") for key in ("place", "who", "setting", "figure")}
    if not said.is_given("place") and stands != [ASKED]:
        raise ResultsError(
            f"{said.place}: 'place' is missing; it states where in the source the claim stands"
        )
    claim = Claim(
        number,
        said.text(stands[0]),
        stands[0],
        about,
        said.text("not_judged", ""),
        read_answers(said.object("answers")),
        read_answers(said.object("short")),
        said.text_or_texts("reach"),
    )
    said.end()
    return claim


def read_statements(
    said: Iterable[Members], names: Mapping[str, int], claims: Mapping[int, Claim]
) -> list[Statement]:
    """The statements in the order of study.json. Without any, each claim is a statement of its own."""
    found = [_statement(one, names) for one in said]
    if not found:
        return [Statement(claim.words, (number,)) for number, claim in claims.items()]
    of = {number: name for name, number in names.items()}
    grouped = [number for one in found for number in one.claims]
    if alone := sorted(claims.keys() - set(grouped)):
        raise ResultsError(
            f"claim {of[alone[0]]} is in no statement; add it to 'claims' of one in 'statements'"
        )
    if double := [number for number in grouped if grouped.count(number) > 1]:
        raise ResultsError(f"claim {of[double[0]]} is in two statements; remove it from one")
    return found


def _statement(said: Members, names: Mapping[str, int]) -> Statement:
    text, claims = said.text("text"), said.texts("claims")
    said.end()
    if unknown := [name for name in claims if name not in names]:
        raise ResultsError(f"{said.place}: there is no claim '{unknown[0]}' in 'claims'")
    if not claims:
        raise ResultsError(f"{said.place}: 'claims' is empty; name the claims that say this together")
    return Statement(text, tuple(names[name] for name in claims))


def as_record(claim: Claim, statement: str) -> dict[str, Any]:
    """The members of claims.json that are the source's."""
    return {"statement": statement, "claim": claim.words, "stands": claim.stands, **claim.about}
