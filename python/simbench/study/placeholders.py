"""Replaces the placeholders in a template of a page:

{{picture NAME}}               results/<study>/NAME.png
{{claims}}                     claims whose figure is one of the pictures since the last such placeholder;
                               in a page of a study after the notes on these pictures (figure_notes.py)
{{other_claims}}               judged claims of the study that the page has not shown yet
{{finding N}}                  the sentence of claim N, its verdict and a link
{{answer N}}                   the first of these sentences, and a link; {{answer N KIND}} as below
{{verdict N}}                  "claim N: refuted", as a link
{{claim N KIND}}               "claim N", as a link; an error if its verdict is of another kind, as then the
                               sentence before it is no longer true
{{totals STUDY}}               a table: how many claims have which verdict
{{judged STUDY VARIANT}}       how many claims a variant of the study judges
{{alike STUDY VARIANT}}        how many of them have the same kind of verdict as in the study itself
{{unlike STUDY VARIANT}}       rows of a table: the others, with both verdicts
"""

import os
import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from simbench.errors import ResultsError
from simbench.study.records import RecordedClaim, Records
from simbench.study.report import totals, verdict_in_words
from simbench.study.sentences import first_sentence
from simbench.study.verdicts import NOT_JUDGED, NOT_RUN, kind_of

PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")


class Renderer:
    """Renders a template for the page at this path, relative to the folder that has results/."""

    def __init__(self, page: str, records: Records) -> None:
        self.page = page
        self.records = records
        self.pictures: list[str] = []  # since the last {{claims}}
        self.shown: set[str] = set()  # claims

    def render(self, template: str) -> str:
        text = PLACEHOLDER.sub(self._replace, template)
        return re.sub(r"\n{3,}", "\n\n", text)  # a picture without claims leaves empty lines

    def _replace(self, match: re.Match) -> str:
        name, *arguments = match[1].split() or [""]
        method = getattr(self, f"write_{name}", None)
        try:
            if method is None:
                raise ResultsError("there is no such placeholder")
            return method(*arguments)
        except (ResultsError, TypeError) as error:  # TypeError: a wrong number of arguments
            raise ResultsError(f"{self.page}: {match[0]}: {error}") from error

    def write_picture(self, name: str) -> str:
        self.pictures.append(name)
        return f"![{name}]({self._link(f'results/{self.records.study}/{name}.png')})"

    def write_claims(self) -> str:
        pictures, self.pictures = self.pictures, []
        return self._cards(claim for claim in self._own() if claim.entry["figure"] in pictures)

    def write_other_claims(self) -> str:
        return self._cards(claim for claim in self._own() if claim.entry["verdict"] != NOT_JUDGED)

    def write_finding(self, name: str) -> str:
        claim = self.records.claim(name)
        return f"{plain(claim.entry['sentence'])} ({self.write_verdict(name)})"

    def write_answer(self, name: str, expected: str | None = None) -> str:
        claim = self.records.claim(name)
        return f"{plain(first_sentence(claim.entry['sentence']))} ({self.write_claim(name, expected)})"

    def write_verdict(self, name: str) -> str:
        return f"{self.write_claim(name)}: {verdict_in_words(self.records.claim(name).entry)}"

    def write_claim(self, name: str, expected: str | None = None) -> str:
        claim = self.records.claim(name)
        if expected and kind(claim) != expected:
            raise ResultsError(f"its verdict is '{kind(claim)}'; write the sentence before it again")
        return f"[claim {claim.name}]({self._link(claim.page)})"

    def write_totals(self, study: str) -> str:
        claims = self.records.collection(study)
        return "\n".join(totals({name: claim.entry for name, claim in claims.items()}))

    def write_judged(self, study: str, variant: str) -> str:
        return str(len(self._in_both(study, variant)))

    def write_alike(self, study: str, variant: str) -> str:
        return str(sum(kind(here) == kind(there) for here, there in self._in_both(study, variant)))

    def write_unlike(self, study: str, variant: str) -> str:
        return "\n".join(
            f"| {here.name} | {plain(there.entry['claim'])} | {self._linked_verdict(here)} | "
            f"{self._linked_verdict(there)} | {plain(there.entry['sentence'])} |"
            for here, there in self._in_both(study, variant)
            if kind(here) != kind(there)
        )

    def _in_both(self, study: str, variant: str) -> list[tuple[RecordedClaim, RecordedClaim]]:
        here = self.records.collection(study)
        return [
            (here[name], there)
            for name, there in self.records.collection(study, variant).items()
            if there.entry["verdict"] != NOT_RUN and name in here
        ]

    def _own(self) -> Iterable[RecordedClaim]:
        return self.records.collection(self.records.study).values()

    def _linked_verdict(self, claim: RecordedClaim) -> str:
        return f"[{verdict_in_words(claim.entry)}]({self._link(claim.page)})"

    def _cards(self, claims: Iterable[RecordedClaim]) -> str:
        new = [claim for claim in claims if claim.name not in self.shown]
        self.shown.update(claim.name for claim in new)
        return "\n".join(self._card(claim) for claim in new)

    def _card(self, claim: RecordedClaim) -> str:
        verdict = verdict_in_words(claim.entry)
        words = f"[**{verdict[0].upper()}{verdict[1:]}.**]({self._link(claim.page)})"
        text, sentence = plain(claim.entry["claim"]), plain(claim.entry["sentence"])
        return f"- **Claim {claim.name}.** {text} {words} {sentence}".rstrip()

    def _link(self, target: str) -> str:
        return os.path.relpath(target, PurePosixPath(self.page).parent)


def kind(claim: RecordedClaim) -> str:
    return kind_of(claim.entry["verdict"])


def plain(text: str) -> str:
    """Text in which no asterisk begins emphasis."""
    return text.replace("*", "\\*")
