"""Studies use only public names of the package, and the package mentions no study."""

import ast
import re
from pathlib import Path

import pytest
from conftest import REPOSITORY

PACKAGE = REPOSITORY / "python/simbench"
STUDIES = sorted(file.parent for file in (REPOSITORY / "studies").glob("*/study.json"))
STUDY_WORDS = re.compile(
    "|".join(["thesis", "Ledwon", "Waterson", *(f"studies[./]{study.name}" for study in STUDIES)]), re.I
)


def imports(file: Path) -> list[str]:
    """The dotted names that a file imports, for example simbench.study.Verdict."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def private_names(names: list[str]) -> list[str]:
    return [
        name
        for name in names
        if name.startswith("simbench.") and any(part.startswith("_") for part in name.split("."))
    ]


def names_of_studies(names: list[str]) -> list[str]:
    return [name for name in names if name.split(".")[0] in {study.name for study in STUDIES}]


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.name)
def test_a_study_imports_no_private_name_and_no_other_study(study):
    files = list(study.rglob("*.py"))
    assert len(files) > 5
    for file in files:
        names = imports(file)
        assert private_names(names) == [], file
        assert {name.split(".")[0] for name in names_of_studies(names)} <= {study.name}, file


def test_the_package_imports_no_study():
    files = list(PACKAGE.rglob("*.py"))
    assert len(files) > 50
    assert {
        str(file): names_of_studies(imports(file)) for file in files if names_of_studies(imports(file))
    } == {}


def test_the_package_mentions_no_study_and_no_source_of_a_study():
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    named = {
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if STUDY_WORDS.search(line)
    }
    assert named == set()


def test_forbidden_names_are_found(tmp_path):
    (tmp_path / "a.py").write_text("from simbench.study.results import _cell\nimport thesis.claims\n")
    names = imports(tmp_path / "a.py")
    assert private_names(names) == ["simbench.study.results._cell"]
    assert names_of_studies(names) == ["thesis.claims"]
    assert (
        STUDY_WORDS.search("see studies/rigid")
        and STUDY_WORDS.search("the thesis's plot")
        and not STUDY_WORDS.search("rigid bodies")
    )


def test_scenes_contain_no_plans_of_studies():
    names = {path.name for path in (REPOSITORY / "scenes/sweeps").glob("*.json")}
    assert names == {"smoke.json", "plan.schema.json"}
