"""Pages name files of the sources that exist, and pages about the code name what the code has."""

import re
from functools import cache
from pathlib import Path

import pytest
from conftest import REPOSITORY

PAGES = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]
PAGES = sorted(page for page in PAGES if page.name != "CHANGELOG.md")
FOLDERS = ("src", "apps", "cmake", "python", "scripts", "studies", "tests", "benchmarks", "docs")
ABOUT_THE_CODE = {
    "ARCHITECTURE.md": FOLDERS,
    "docs/decisions.md": FOLDERS,
    "docs/extending.md": FOLDERS,
    "docs/names.md": ("src",),
}
FILE = r"[\w./-]+\.(?:h|cpp|py|sh|cmake)"
OF_READERS = {"FILE.py", "claims/speed.py", "my_solver.py", "script.py"}  # files that a reader writes


@cache
def sources(folders: tuple[str, ...]) -> list[Path]:
    found = (file for folder in folders for file in (REPOSITORY / folder).rglob("*.*") if file.is_file())
    return [file for file in found if re.fullmatch(rf"{FILE}(?:\.in)?", file.name)]


@cache
def words(folders: tuple[str, ...]) -> set[str]:
    return {
        word for file in sources(folders) for word in re.findall(r"\w+", f"{file.stem} {file.read_text()}")
    }


def in_code_style(page: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", re.sub(r"^ *```.*?^ *```", "", page, flags=re.DOTALL | re.MULTILINE))


def missing_files(page: str) -> set[str]:
    named = {name for name in in_code_style(page) if re.fullmatch(FILE, name)} - OF_READERS
    return {name for name in named if not any(str(file).endswith(f"/{name}") for file in sources(FOLDERS))}


def missing_names(page: str, folders: tuple[str, ...]) -> set[str]:
    """Words of names with an underscore, a double colon or two capitals."""
    named = [name for name in in_code_style(page) if re.search(r"[a-z]_[a-z]|::|[A-Z]\w*[a-z]\w*[A-Z]", name)]
    return {word for name in named for word in re.findall(r"[A-Za-z_]\w+", name)} - words(folders)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_files_of_a_page_exist(page):
    assert missing_files(page.read_text()) == set()


@pytest.mark.parametrize("page", ABOUT_THE_CODE)
def test_names_of_a_page_about_the_code_are_in_the_code(page):
    assert missing_names((REPOSITORY / page).read_text(), ABOUT_THE_CODE[page]) == set()


def test_missing_files_and_names_are_found():
    page = "`solver.h`, `math/no_file.cpp`, `QuasiNewton::no_step`, `begin_step`\n```\n`gone.py`\n```\n"
    assert missing_files(page) == {"math/no_file.cpp"}
    assert missing_names(page, ("src",)) == {"no_file", "no_step"}
