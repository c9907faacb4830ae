"""The studies of the repository, as tests of their judges and figures see them."""

from conftest import REPOSITORY

from simbench.study.description import Study

THESIS, RIGID = (Study(REPOSITORY / "studies" / name) for name in ("thesis", "rigid"))
CLAIMS = THESIS.claims
AXES = THESIS.axes | RIGID.axes  # the few that both have mean the same
