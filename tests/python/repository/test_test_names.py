"""Names of C++ tests: catch_discover_tests puts them into a CMake list, which a semicolon would split.

A bracket joins names of such a list. The halves of a name, and joined names, would be ctests that match no
test case, and Catch passes those silently.
"""

import re
from pathlib import Path

from conftest import REPOSITORY


def wrong_names(folder: Path) -> list[str]:
    return [
        f"{path.name}: {name}"
        for path in sorted(folder.rglob("*.cpp"))
        for name in re.findall(r'TEST_CASE\(\s*"((?:[^"\\]|\\.)*)"', path.read_text())
        if re.search(r"[;\[\]]", name)
    ]


def test_no_name_of_a_test_has_a_semicolon_or_a_bracket(tmp_path):
    assert wrong_names(REPOSITORY / "tests") == []
    (tmp_path / "test_a.cpp").write_text(
        'TEST_CASE("good") {}\nTEST_CASE(\n    "one; two") {}\nTEST_CASE("in (0, 1]") {}\n'
    )
    assert wrong_names(tmp_path) == ["test_a.cpp: one; two", "test_a.cpp: in (0, 1]"]
