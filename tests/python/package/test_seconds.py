"""A time in words: Python's words are the program's."""

import re

from conftest import REPOSITORY

from simbench.seconds import seconds_text

CASE = re.compile(r'seconds_text\((\S+)\) == "(.+)"')


def test_python_writes_times_as_the_program_does():
    """The cases are those of the C++ test."""
    cases = CASE.findall((REPOSITORY / "tests/base/test_seconds_text.cpp").read_text())
    assert len(cases) > 8
    assert [seconds_text(float(seconds)) for seconds, _ in cases] == [text for _, text in cases]
