"""What stands in double braces in a template, and what is written in its place.

{{picture NAME}}            results/gallery/NAME.png
{{claims}}                  claims whose figure is one of the pictures since the last such placeholder
{{other_claims COLLECTION}} claims of thesis or rigid that the page has not shown yet
{{finding N}}               the sentence of claim N, its verdict and a link
{{verdict N}}               "claim N: refuted", as a link
{{totals COLLECTION}}       a table: how many claims have which verdict
{{other_mesh}}              how many of the thesis's claims have the same verdict on TetGen's mesh; the others
{{time BEAM CASE QUANTITY}} a number of the benchmark (performance.py: QUANTITIES)
{{table NAME}}              a table of the benchmark (performance.py: TABLES)
"""

import os
import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from simbench.claims.report import totals, verdict_in_words
from simbench.claims.verdicts import NOT_RUN, kind_of
from simbench.errors import ResultsError
from simbench.pages import performance
from simbench.pages.records import Claim, Records

PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")


def rendered(template: str, page: str, records: Records) -> str:
    """A template for the page at this path, relative to the repository."""
    return Renderer(page, records).render(template)


class Renderer:
    def __init__(self, page: str, records: Records) -> None:
        self.page = page
        self.records = records
        self.pictures: list[str] = []  # since the last {{claims}}
        self.shown: set[str] = set()  # claims

    def render(self, template: str) -> str:
        text = PLACEHOLDER.sub(self._replace, template)
        return re.sub(r"\n{3,}", "\n\n", text)  # where a picture has no claims

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
        return f"![{name}]({self._link(f'results/gallery/{name}.png')})"

    def write_claims(self) -> str:
        pictures, self.pictures = self.pictures, []
        return self._cards(c for c in self.records.claims.values() if c.entry["figure"] in pictures)

    def write_other_claims(self, collection: str) -> str:
        return self._cards(self.records.collection(collection))

    def write_finding(self, name: str) -> str:
        claim = self.records.claim(name)
        return f"{plain(claim.entry['sentence'])} ({self.write_verdict(name)})"

    def write_verdict(self, name: str) -> str:
        return f"{self.write_claim(name)}: {verdict_in_words(self.records.claim(name).entry)}"

    def write_claim(self, name: str) -> str:
        return f"[claim {name}]({self._link(self.records.claim(name).page)})"

    def write_totals(self, collection: str) -> str:
        claims = self.records.collection(collection)
        return "\n".join(totals({claim.name: claim.entry for claim in claims}))

    def write_other_mesh(self) -> str:
        there = {
            name: claim
            for name, claim in self.records.on_another_mesh.items()
            if claim.entry["verdict"] != NOT_RUN and name in self.records.claims
        }
        here = {name: self.records.claims[name] for name in there}
        kinds = {
            name: {kind_of(claim.entry["verdict"]) for claim in (here[name], there[name])} for name in there
        }
        others = [name for name, both in kinds.items() if len(both) > 1]
        rows = [
            f"| {name} | {plain(there[name].entry['claim'])} | {self._linked_verdict(here[name])} | "
            f"{self._linked_verdict(there[name])} | {plain(there[name].entry['sentence'])} |"
            for name in others
        ]
        counts = (
            f"Of the {len(there)} claims that can be put to it, {len(there) - len(others)} have the same kind"
        )
        return "\n".join(
            [
                f"{counts} of verdict as on the structured mesh. The others:",
                "",
                "| | claim | structured mesh | TetGen's mesh | what was found there |",
                "|---:|---|---|---|---|",
                *rows,
            ]
        )

    def _linked_verdict(self, claim: Claim) -> str:
        return f"[{verdict_in_words(claim.entry)}]({self._link(claim.page)})"

    def write_time(self, beam: str, case: str, name: str) -> str:
        return performance.quantity(self.records.times, beam, case, name)

    def write_table(self, name: str) -> str:
        if name not in performance.TABLES:
            raise ResultsError(f"there is no table '{name}'")
        return performance.TABLES[name](self.records.times)

    def _cards(self, claims: Iterable[Claim]) -> str:
        new = [claim for claim in claims if claim.name not in self.shown]
        self.shown.update(claim.name for claim in new)
        return "\n".join(self._card(claim) for claim in new)

    def _card(self, claim: Claim) -> str:
        verdict = verdict_in_words(claim.entry)
        words = f"[**{verdict[0].upper()}{verdict[1:]}.**]({self._link(claim.page)})"
        text, sentence = plain(claim.entry["claim"]), plain(claim.entry["sentence"])
        return f"- **Claim {claim.name}.** {text} {words} {sentence}".rstrip()

    def _link(self, target: str) -> str:
        return os.path.relpath(target, PurePosixPath(self.page).parent)


def plain(text: str) -> str:
    """Text in which no asterisk begins emphasis."""
    return text.replace("*", "\\*")
