"""The studies of the repository, as tests of their judges and figures see them."""

from conftest import REPOSITORY

from simbench.study.description import Study

THESIS, RIGID = (Study(REPOSITORY / "studies" / name) for name in ("thesis", "rigid"))
CLAIMS = THESIS.claims
AXES = THESIS.axes | RIGID.axes  # the few that both have mean the same


def figure_named(name: str) -> str:
    """As simbench-figure takes it: one of a study with the study's folder before it."""
    owners = [study for study in (THESIS, RIGID) if (study.folder / f"figures/{name}.py").is_file()]
    return f"{owners[0].folder}/{name}" if owners else name
