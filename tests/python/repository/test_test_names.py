"""Names of C++ tests: catch_discover_tests puts them into a CMake list, which a semicolon would split.

Both halves would be ctests that match no test case, and Catch passes those silently.
"""

import re
from pathlib import Path

from conftest import REPOSITORY


def split_names(folder: Path) -> list[str]:
    return [
        f"{path.name}: {name}"
        for path in sorted(folder.rglob("*.cpp"))
        for name in re.findall(r'TEST_CASE\(\s*"((?:[^"\\]|\\.)*)"', path.read_text())
        if ";" in name
    ]


def test_no_name_of_a_test_has_a_semicolon(tmp_path):
    assert split_names(REPOSITORY / "tests") == []
    (tmp_path / "test_a.cpp").write_text('TEST_CASE("good") {}\nTEST_CASE(\n    "one; two") {}\n')
    assert split_names(tmp_path) == ["test_a.cpp: one; two"]
