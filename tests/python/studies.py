"""Loads the studies of the repository for tests of their judges and figures."""

from conftest import REPOSITORY

from simbench.study.description import Study

THESIS, RIGID, ENGINE = (Study(REPOSITORY / "studies" / name) for name in ("thesis", "rigid", "engine"))
CLAIMS = THESIS.claims
AXES = THESIS.axes | RIGID.axes | ENGINE.axes  # an axis of several studies means the same in all


def figure_named(name: str) -> str:
    """The name of a figure for simbench-figure. It begins with the study's folder if a study defines it."""
    owners = [study for study in (THESIS, RIGID, ENGINE) if (study.folder / f"figures/{name}.py").is_file()]
    return f"{owners[0].folder}/{name}" if owners else name


def with_sentences(judge):
    """A judge of the rigid study, wrapped as the study does it: its verdicts have sentences."""
    judges = (claim.judge for claim in RIGID.claims.values() if claim.judge)
    return next(found for found in judges if found.__wrapped__ is judge)
