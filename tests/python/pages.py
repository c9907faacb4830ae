"""Finds measured numbers in templates of pages, and pictures without captions in pages."""

import re

from conftest import REPOSITORY

from simbench.study.placeholders import PLACEHOLDER

# docs/performance.md describes the measurement with many numbers. It is checked only from this heading on.
RESULTS = "## Against the baseline, and the goals"
# Numbers of list items; code (fenced, indented or inline); targets of links; names with digits, for example
# BDF2 or AVX-512.
NO_PROSE = (
    r"^\d\. ",
    r"```.*?```",
    r"^    .*$",
    r"`[^`\n]*`",
    r"\]\([^)]*\)",
    r"\b[A-Za-z]\w*\d\b",
    r"AVX-512",
)
NUMBER = r"[−-]?\d+(?:\.\d+)?(?:e-?\d+)?"
UNIT = r"(?: (?:s|m|kg|Pa s²|Pa|N/m|√J)\b)?"
# Numbers that are not measured: values of symbols, iterations, numbers of figures, years.
SETTINGS = (
    rf"(?<!\w)(?:h|k h²|k|k_s|E|ν|c|w|N|R)(?: = |: ){NUMBER}{UNIT}(?:(?:, | and | to ){NUMBER}{UNIT})*",
    rf"\biterations? {NUMBER}(?:(?:, | and ){NUMBER})*",
    rf"\b(?:Figure|Table|Section|Chapter) {NUMBER}",
    r"\b(?:19|20)\d\d\b",
)


def templates() -> dict[str, str]:
    """The templates by path."""
    files = [*REPOSITORY.glob("studies/*/pages/*.md"), *(REPOSITORY / "docs/pages").rglob("*.md")]
    return {path.relative_to(REPOSITORY).as_posix(): path.read_text() for path in sorted(files)}


def typed_numbers(template: str) -> list[str]:
    """The numbers in a template that are neither rendered nor settings, with the text around them."""
    text = PLACEHOLDER.sub("", template[template.find(RESULTS) :] if RESULTS in template else template)
    for pattern in (*NO_PROSE, *SETTINGS):
        text = re.sub(pattern, "", text, flags=re.DOTALL if pattern.startswith("```") else re.MULTILINE)
    return re.findall(r"\S*\d\S*", text)


def pictures_of(page: str) -> list[str]:
    """The names of the pictures of a page; the alternative text of each must be its name."""
    shown = re.findall(r"!\[([\w-]+)\]\((?:[\w./-]*/)?([\w-]+)\.(?:png|gif)\)", page)
    assert all(name == file for name, file in shown)
    return [name for name, _ in shown]


def pictures_without_caption(page: str) -> list[str]:
    """The pictures that no paragraph follows."""
    found = re.findall(r"^!\[([\w-]+)\].*\n\n(.*)", page, re.MULTILINE)
    assert [name for name, _ in found] == pictures_of(page)
    return [name for name, caption in found if not re.match(r"[*\w]", caption) or len(caption) < 25]
