"""CITATION.cff, codemeta.json and .zenodo.json describe the same release."""

import json

import pytest
import yaml
from conftest import REPOSITORY

CITATION = yaml.safe_load((REPOSITORY / "CITATION.cff").read_text())


def test_the_citation_has_the_version_of_the_repository():
    version = (REPOSITORY / "VERSION").read_text().strip()
    assert CITATION["version"] == version
    assert f"version = {{{version}}},\n" in (REPOSITORY / "README.md").read_text()
    assert f"## [{version}]" in (REPOSITORY / "CHANGELOG.md").read_text()


@pytest.mark.parametrize(
    ("file", "title", "authors", "licence"),
    [
        ("codemeta.json", "name", "author", "https://spdx.org/licenses/{}"),
        (".zenodo.json", "title", "creators", "{}"),
    ],
)
def test_archives_of_software_get_the_description_of_the_citation(file, title, authors, licence):
    described = json.loads((REPOSITORY / file).read_text())
    assert described[title] == CITATION["title"]
    assert described["version"] == CITATION["version"]
    assert [each["name"] for each in described[authors]] == [each["name"] for each in CITATION["authors"]]
    assert described["license"] == licence.format(CITATION["license"])


def test_the_licence_file_is_that_of_the_citation():
    assert (REPOSITORY / "LICENSE").read_text().startswith(f"{CITATION['license']} License")
