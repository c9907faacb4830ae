"""Every relative link in a page leads to a file of the repository."""

import re
from pathlib import Path

import pytest
from conftest import REPOSITORY

FOLDERS = ("", "docs", "docs/theory", "results/*", "results/*/*", "studies/*/reference")
PAGES = sorted(page for folder in FOLDERS for page in REPOSITORY.glob(f"{folder}/*.md".lstrip("/")))
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def broken_links(page: Path) -> list[str]:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", CODE.sub("", page.read_text()))
    return [link for link in links if ":" not in link and not (page.parent / link).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_links_lead_to_existing_files(page):
    assert broken_links(page) == []


def test_a_broken_link_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("[here](page.md#top), [there](nowhere.md), `[x](code)`, [web](https://example.org)\n")
    assert broken_links(page) == ["nowhere.md"]
