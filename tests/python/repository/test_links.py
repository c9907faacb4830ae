"""Every relative link in a page leads to a file of the repository, and its anchor to a heading."""

import re
from collections import Counter
from pathlib import Path

import pytest
from conftest import REPOSITORY

FOLDERS = ("", "docs/**", "results/**", "studies/*/reference")
TEMPLATES = REPOSITORY / "docs/pages"  # their links begin at the pages that are made from them
PAGES = sorted(
    page
    for folder in FOLDERS
    for page in REPOSITORY.glob(f"{folder}/*.md".lstrip("/"))
    if TEMPLATES not in page.parents
)
FENCED, INLINE = r"^ *```.*?^ *```", r"`[^`\n]*`"
CODE = re.compile(f"{FENCED}|{INLINE}", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?(?: [^)]*)?\)")
ELEMENT = re.compile(r'<(?:a href|img src)="([^"#]*)(?:#([^"]+))?"')  # of HTML, for pictures with a width


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page: a repeated one gets -1, -2, …"""
    text = re.sub(FENCED, "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    found, seen = set(), Counter()
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        shown = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        anchor = re.sub(r"[^\w -]", "", shown).replace(" ", "-")
        found.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return found


def broken_links(page: Path) -> list[str]:
    broken = []
    text = CODE.sub("", page.read_text())
    for path, anchor in LINK.findall(text) + ELEMENT.findall(text):
        target = page.parent / path if path else page
        if ":" in path:  # a link to another site
            continue
        if not target.exists():
            broken.append(path)
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            broken.append(f"{path}#{anchor}")
    return broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links_lead_to_existing_files_and_headings(page):
    assert broken_links(page) == []


def test_the_entry_of_the_docs_links_all_their_pages():
    entry = REPOSITORY / "docs/README.md"
    linked = {(entry.parent / path).resolve() for path, _ in LINK.findall(entry.read_text()) if path}
    assert {*entry.parent.glob("*.md")} - linked == {entry}


def test_a_broken_link_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# The `top`, [linked](page.md)\n\n## A B\n\n## A B\n\n```\n# no heading\n```\n\n"
        "[here](page.md#the-top-linked), [second](#a-b-1), [there](nowhere.md), `[x](code)`\n"
        "[no](#no-heading), [third](page.md#a-b-2), [web](https://example.org#anything)\n"
        '<a href="page.md#a-b"><img src="no.png" width="2"></a>\n'
    )
    assert broken_links(page) == ["nowhere.md", "#no-heading", "page.md#a-b-2", "no.png"]
