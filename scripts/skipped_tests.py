#!/usr/bin/env python3
"""Lists which tests were skipped and why, from the JUnit files that ctest and pytest write.

A line for each reason. Exit code 0; 1 if --refuse is given and a test was skipped; 2 if a file is missing or
damaged, as after a test run that ended early.
"""

import argparse
import ast
import sys
from pathlib import Path
from xml.etree import ElementTree


def skipped_tests(junit: Path) -> list[tuple[str, str]]:
    """The name and the reason of each skipped test. A test that is expected to fail does not count."""
    found = []
    for case in ElementTree.parse(junit).iter("testcase"):
        skipped = case.find("skipped")
        if skipped is not None and skipped.get("type") != "pytest.xfail":
            own_class = case.get("classname") not in ("", case.get("name"))
            name = f"{case.get('classname')}::{case.get('name')}" if own_class else case.get("name")
            found.append((name, _reason(case, skipped)))
    return found


def _reason(case: ElementTree.Element, skipped: ElementTree.Element) -> str:
    message = skipped.get("message", "")
    if message == "collection skipped":  # a whole file: the text is (path, line, "Skipped: reason")
        return ast.literal_eval(skipped.text)[2].removeprefix("Skipped: ")
    # With ctest the test has printed its reason after "skipped: ", which tests/CMakeLists.txt makes ctest
    # recognise.
    printed = case.findtext("system-out", "").partition("skipped: ")[2]
    lines = (printed or message).strip().splitlines()
    return lines[0] if lines else "no reason given"


def summary(tests: list[tuple[str, str]]) -> list[str]:
    """A line for each reason, with how many tests have it and the name of the first."""
    names: dict[str, list[str]] = {}
    for name, reason in tests:
        names.setdefault(reason, []).append(name)
    return [
        f"skipped {own[0]}" + (f" and {len(own) - 1} more" if len(own) > 1 else "") + f": {reason}"
        for reason, own in names.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("junit", type=Path, nargs="+", help="of ctest --output-junit or pytest --junitxml")
    parser.add_argument("--refuse", action="store_true", help="exit code 1 if a test was skipped")
    arguments = parser.parse_args()
    tests = []
    for path in arguments.junit:
        try:
            tests += skipped_tests(path)
        except (OSError, ElementTree.ParseError) as error:
            print(f"error: cannot read which tests were skipped: {path}: {error}", file=sys.stderr)
            sys.exit(2)
    print(*summary(tests), f"skipped tests: {len(tests)}", sep="\n")
    sys.exit(1 if arguments.refuse and tests else 0)


if __name__ == "__main__":
    main()
