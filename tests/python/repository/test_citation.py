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
    minor = version.rpartition(".")[0]
    assert (
        f"find_package(simbench {minor})` accepts only the versions {minor}.x."
        in (REPOSITORY / "docs/library.md").read_text()
    )


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


def test_engines_are_cited_with_the_versions_that_are_compared():
    lines = (REPOSITORY / "scripts/requirements_engines.txt").read_text().splitlines()
    pins = {line.partition(" ")[0].lower() for line in lines if line[0] != "#"}
    cited = {each["url"] for each in CITATION["references"] if "pypi.org" in each.get("url", "")}
    addresses = {url.removeprefix("https://pypi.org/project/").strip("/").lower() for url in cited}
    assert {address.replace("/", "==") for address in addresses} == pins
    for each in CITATION["references"]:
        if each.get("url") in cited:
            assert each["version"] in each["url"] and each["license"] and each["type"] == "software"
