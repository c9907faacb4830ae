"""Replaces the placeholders in a template of a page:

{{picture NAME}}               results/<study>/NAME.png
{{claims}}                     notes on the pictures since the last such placeholder, and their claims
{{other_claims}}               judged claims of the study that the page has not shown yet
{{statements COUNT}}           a table of the study's first statements: verdict, answer, reach, figure
{{finding N KIND}}             the answer of claim N, its reach, its verdict and a link
{{in_brief N KIND}}            the first sentences of the answer and of the reach, and a link
{{answer N KIND}}              the first sentence of the answer, and a link
{{verdict N}}                  "claim N: holds in part", as a link
{{claim N KIND}}               "claim N", as a link
{{totals STUDY}}               a table: how many statements and claims have which verdict
{{judged STUDY VARIANT}}       how many claims a variant of the study judges
{{alike STUDY VARIANT}}        how many of them have the same kind of verdict as in the study itself
{{unlike STUDY VARIANT}}       rows of a table: the others, with both verdicts

With KIND (holds, misprint, in part, fails or answered) it is an error if the verdict is of another kind: then
the words before the placeholder are no longer true. If the claim stops somewhere within its reach, {{claim}}
and {{answer}} also need the words "in its setting" after KIND: the words before them must state the setting.
"""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from simbench.errors import ResultsError
from simbench.study.answers import WORDS, Templates, first_sentence
from simbench.study.claims_page import quoted, table, totals
from simbench.study.records import RecordedClaim, Records
from simbench.study.verdicts import NOT_JUDGED, NOT_RUN

PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")


class Renderer:
    """Renders a template for the page at this path, relative to the folder that has results/."""

    short: Mapping[str, Templates] = {}  # short answers for tables, by the names of claims

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
        cards = self._cards(claim for claim in self._own() if claim.entry["verdict"] != NOT_JUDGED)
        return f"The claims that no picture shows:\n\n{cards}" if cards else ""

    def write_statements(self, count: str) -> str:
        entries = {claim.name: claim.entry for claim in self._own()}
        page = self._link(f"results/{self.records.study}/claims.md")
        figures = page.removesuffix("claims.md")
        return "\n".join(table(entries, self.short, int(count), figures)).replace("](#", f"]({page}#")

    def write_finding(self, name: str, *expected: str) -> str:
        entry = self.records.claim(name).entry
        self._check(name, expected, states_reach=True)
        words = " ".join(filter(None, (entry["answer"], entry["reach"])))
        return f"{plain(words)} ({self.write_verdict(name)})"

    def write_in_brief(self, name: str, *expected: str) -> str:
        claim = self.records.claim(name)
        self._check(name, expected, states_reach=True)
        words = " ".join(first_sentence(claim.entry[field]) for field in ("answer", "reach")).strip()
        return f"{plain(words)} ({self.write_claim(name)})"

    def write_answer(self, name: str, *expected: str) -> str:
        claim = self.records.claim(name)
        return f"{plain(first_sentence(claim.entry['answer']))} ({self.write_claim(name, *expected)})"

    def write_verdict(self, name: str) -> str:
        return f"{self.write_claim(name)}: {self.records.claim(name).entry['verdict']}"

    def write_claim(self, name: str, *expected: str) -> str:
        claim = self.records.claim(name)
        self._check(name, expected)
        return f"[claim {claim.name}]({self._link(claim.page)})"

    def _check(self, name: str, expected: tuple[str, ...], states_reach: bool = False) -> None:
        """Refuses words before a placeholder that the recorded verdict or its reach does not bear out."""
        if not expected:
            return
        entry = self.records.claim(name).entry
        kind, _, _ = " ".join(expected).partition(" in its setting")
        if kind != WORDS.get(entry["verdict"]):
            raise ResultsError(f"its verdict is '{entry['verdict']}'; write the sentence before it again")
        stops = [case for case, holds in entry["cases"].items() if not holds]
        if stops and not states_reach and "in its setting" not in " ".join(expected):
            raise ResultsError(
                f"the claim does not hold {stops[0]}; state its setting in the sentence before it, and write "
                f"'{kind} in its setting'"
            )

    def write_totals(self, study: str) -> str:
        claims = self.records.collection(study)
        return "\n".join(totals({name: claim.entry for name, claim in claims.items()}))

    def write_judged(self, study: str, variant: str) -> str:
        return str(len(self._in_both(study, variant)))

    def write_alike(self, study: str, variant: str) -> str:
        return str(
            sum(
                here.entry["verdict"] == there.entry["verdict"]
                for here, there in self._in_both(study, variant)
            )
        )

    def write_unlike(self, study: str, variant: str) -> str:
        return "\n".join(
            f"| {here.name} | {plain(there.entry['claim'])} | {self._linked_verdict(here)} | "
            f"{self._linked_verdict(there)} | {plain(there.entry['answer'])} |"
            for here, there in self._in_both(study, variant)
            if here.entry["verdict"] != there.entry["verdict"]
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
        return f"[{claim.entry['verdict']}]({self._link(claim.page)})"

    def _cards(self, claims: Iterable[RecordedClaim]) -> str:
        new = [claim for claim in claims if claim.name not in self.shown]
        self.shown.update(claim.name for claim in new)
        return "\n".join(self._card(claim) for claim in new)

    def _card(self, claim: RecordedClaim) -> str:
        verdict = claim.entry["verdict"]
        words = f"[**{verdict[0].upper()}{verdict[1:]}.**]({self._link(claim.page)})"
        entry = claim.entry
        said = [plain(quoted(entry)), words, plain(entry["answer"]), plain(entry["reach"])]
        return f"- **Claim {claim.name}.** {' '.join(filter(None, said))}"

    def _link(self, target: str) -> str:
        return os.path.relpath(target, PurePosixPath(self.page).parent)


def plain(text: str) -> str:
    """Text in which no asterisk begins emphasis. Formulas between dollars are left as they are."""
    return re.sub(r"\$[^$]*\$|\*", lambda found: "\\*" if found[0] == "*" else found[0], text)
