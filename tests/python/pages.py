"""What pages show of the gallery and say of claims, to be compared with what is there and on record."""

import json
import re

from conftest import REPOSITORY

PAGES = (
    *(REPOSITORY / name for name in ("README.md", "ARCHITECTURE.md", "results/gallery/README.md")),
    *sorted((REPOSITORY / "docs").glob("*.md")),
)
RECORDED = json.loads((REPOSITORY / "results/claims.json").read_text())
JUDGED = "(confirmed|refuted|depends on [^)*]*)"
# "(34: refuted)", or "(1, 2): **confirmed**" with some words between.
VERDICTS = (
    re.compile(rf"\((\d+): {JUDGED}\)"),
    re.compile(rf"\(([\d, –]+)\)[^(*.]*\*\*(?:it )?{JUDGED}\*\*"),
)


def verdicts_of(page: str) -> list[tuple[int, str]]:
    """The claims of which a page says that they are confirmed, refuted or depend on something."""
    found = []
    for pattern in VERDICTS:
        for numbers, words in pattern.findall(page):
            for part in numbers.split(","):
                first, *last = map(int, part.split("–"))
                found += [(number, words) for number in range(first, (last or [first])[0] + 1)]
    return sorted(found)


def recorded_verdict(number: int) -> str:
    claim = RECORDED[str(number)]
    return f"depends on {claim['depends_on']}" if claim["verdict"] == "depends" else claim["verdict"]


def pictures_of(page: str) -> list[str]:
    """The names of the pictures that a page shows, each under its own name."""
    shown = re.findall(r"!\[([\w-]+)\]\((?:[\w./-]*/)?([\w-]+)\.png\)", page)
    assert all(name == file for name, file in shown)
    return [name for name, _ in shown]


def assert_a_paragraph_follows_pictures(page: str) -> None:
    for after in re.split(r"(?:^!\[.*\n)+", page, flags=re.MULTILINE)[1:]:
        paragraph = after.strip().split("\n\n")[0]
        assert len(paragraph) > 120, paragraph
