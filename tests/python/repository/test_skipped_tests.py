"""Tests that ctest and pytest skip are listed with reasons, and refused if CI asks for that."""

import subprocess
import sys

import pytest
from conftest import TIMEOUT

CTEST = """
add_test([=[math: A <small> matrix]=] sh -c "echo 'x.cpp:1:'; echo '  skipped: a sanitizer is there'; echo")
add_test([=[math: Another]=] sh -c "echo 'skipped: a sanitizer is there'")
set_tests_properties([=[math: A <small> matrix]=] [=[math: Another]=]
  PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
add_test(good true)
"""
PYTEST = """
import pytest

def test_skips():
    pytest.skip("no Slurm here")

@pytest.mark.xfail
def test_expected_to_fail():
    assert False

def test_good():
    pass
"""
WHOLE_FILE = "import pytest; pytest.importorskip('absent_package', reason='a package is absent')"


@pytest.fixture
def junit(tmp_path):
    """Runs small tests with ctest and pytest, and returns their reports."""

    def write(ctest: str, **modules: str):
        (tmp_path / "CTestTestfile.cmake").write_text(ctest)
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(text)
        files = [tmp_path / "ctest.xml", tmp_path / "pytest.xml"]
        options = ["-p", "no:cacheprovider", "-q", *modules.keys()]
        options = [f"{name}.py" if name in modules else name for name in options]
        for command in (
            ["ctest", "--output-junit", files[0]],
            [sys.executable, "-m", "pytest", "--junitxml", files[1], *options],
        ):
            subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=TIMEOUT, check=False)
        return files

    return write


def test_reasons_are_listed_and_refused(junit, run_script):
    files = junit(CTEST, test_x=PYTEST, test_y=WHOLE_FILE)
    listed = run_script("skipped_tests.py", *files)
    assert listed.stdout.splitlines() == [
        "skipped math: A <small> matrix and 1 more: a sanitizer is there",
        "skipped test_y: a package is absent",
        "skipped test_x::test_skips: no Slurm here",
        "skipped tests: 4",
    ]
    refused = run_script("skipped_tests.py", "--refuse", *files, check=False)
    assert (refused.returncode, refused.stdout) == (1, listed.stdout)


def test_a_report_without_skipped_tests_is_accepted(junit, run_script):
    files = junit("add_test(good true)", test_x="def test_good(): pass")
    assert run_script("skipped_tests.py", "--refuse", *files).stdout == "skipped tests: 0\n"


@pytest.mark.parametrize("content", [None, "<testsuite>"])
def test_a_missing_or_truncated_report_is_an_error(content, run_script, tmp_path):
    if content:
        (tmp_path / "junit.xml").write_text(content)
    finished = run_script("skipped_tests.py", tmp_path / "junit.xml", check=False)
    assert finished.returncode == 2
    assert finished.stderr.startswith("error: cannot read which tests were skipped")
