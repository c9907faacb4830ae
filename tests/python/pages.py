"""What templates of pages may hold: pictures with captions, and no number that a run has measured."""

import re

from conftest import REPOSITORY

from simbench.study.placeholders import PLACEHOLDER

# Pages of results. docs/performance.md says how it is measured by many numbers, and is judged from here on.
RESULTS = "## Against the baseline, and the goals"
# Numbers of a list; code: fenced, indented or a span; what links lead to; names that end in digits, as BDF2.
NO_PROSE = (r"^\d\. ", r"```.*?```", r"^    .*$", r"`[^`\n]*`", r"\]\([^)]*\)", r"\b[A-Za-z]\w*\d\b")
NUMBER = r"[−-]?\d+(?:\.\d+)?(?:e-?\d+)?"
UNIT = r"(?: (?:s|m|kg|Pa s²|Pa|N/m|√J)\b)?"
# What an author chooses: a value of a symbol, an iteration that is looked at, a figure of a source, a year.
SETTINGS = (
    rf"(?<!\w)(?:h|k h²|k|k_s|E|ν|c|w|N|R)(?: = |: ){NUMBER}{UNIT}(?:(?:, | and | to ){NUMBER}{UNIT})*",
    rf"\biterations? {NUMBER}(?:(?:, | and ){NUMBER})*",
    rf"\b(?:Figure|Table|Section|Chapter) {NUMBER}",
    r"\b(?:19|20)\d\d\b",
)


def templates() -> dict[str, str]:
    """By their paths."""
    files = [*REPOSITORY.glob("studies/*/pages/*.md"), *(REPOSITORY / "docs/pages").rglob("*.md")]
    return {path.relative_to(REPOSITORY).as_posix(): path.read_text() for path in sorted(files)}


def typed_numbers(template: str) -> list[str]:
    """The words of a template that hold a number which is neither rendered nor a setting."""
    text = PLACEHOLDER.sub("", template[template.find(RESULTS) :] if RESULTS in template else template)
    for pattern in (*NO_PROSE, *SETTINGS):
        text = re.sub(pattern, "", text, flags=re.DOTALL if pattern.startswith("```") else re.MULTILINE)
    return re.findall(r"\S*\d\S*", text)


def pictures_of(page: str) -> list[str]:
    """The names of the pictures that a page shows, each under its own name."""
    shown = re.findall(r"!\[([\w-]+)\]\((?:[\w./-]*/)?([\w-]+)\.(?:png|gif)\)", page)
    assert all(name == file for name, file in shown)
    return [name for name, _ in shown]


def pictures_without_caption(page: str) -> list[str]:
    """Those that no paragraph of their own follows."""
    found = re.findall(r"^!\[([\w-]+)\].*\n\n(.*)", page, re.MULTILINE)
    assert [name for name, _ in found] == pictures_of(page)
    return [name for name, caption in found if not re.match(r"[*\w]", caption) or len(caption) < 25]
