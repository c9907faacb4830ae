"""Loads the studies of the repository for tests of their judges and figures, and runs studies of tests."""

import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from conftest import REPOSITORY, call_command

from simbench.study import judges, stamps
from simbench.study.description import Study

ALL = [Study(folder.parent) for folder in sorted((REPOSITORY / "studies").glob("*/study.json"))]
CONTACT, ENGINE, FIELD, RIGID, THESIS = ALL
CLAIMS = THESIS.claims
# An axis of several studies means the same in all.
AXES = THESIS.axes | RIGID.axes | ENGINE.axes | CONTACT.axes


def figure_named(name: str) -> str:
    """The name of a figure for simbench-figure. It begins with the study's folder if a study defines it."""
    owners = [study for study in ALL if (study.folder / f"figures/{name}.py").is_file()]
    return f"{owners[0].folder}/{name}" if owners else name


def with_sentences(judge):
    """A judge of the rigid study, wrapped as the study does it: its verdicts have sentences."""
    judges = (claim.judge for claim in RIGID.claims.values() if claim.judge)
    return next(found for found in judges if found.__wrapped__ is judge)


def call_study(folder: Path, *words: object, exit_code: int = 0) -> CompletedProcess:
    """Calls simbench-study in a folder, and then forgets the code of the studies there, which may change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path])
        finished = call_command("simbench-study", *words, check=False, folder=folder)
    for description in folder.glob("*/study.json"):
        forget_code(description.parent.name)
    assert finished.returncode == exit_code, finished.stderr
    return finished


def forget_code(study: str) -> None:
    """Forgets the modules of a study, its judges and the hashes of its files, which a process reads once."""
    for name in [name for name in sys.modules if name.split(".")[0] == study]:
        del sys.modules[name]
    judges.forget_judges(study)
    stamps.hash_of_code.cache_clear()
