"""Each file in tests/bad_scenes is refused with the message of expected.json, and nothing is written.

expected.json: name of the file → "at", the line and column that the message names; "pointer", the JSON
pointer (absent if the text is not JSON); "says", other parts of the message: the error, the allowed values.
"""

import json
import re

import pytest
from conftest import REPOSITORY

CORPUS = REPOSITORY / "tests/bad_scenes"
EXPECTED = json.loads((CORPUS / "expected.json").read_text())
LONGEST_MESSAGE = 700  # bytes, for errors of any length


def test_the_corpus_is_complete():
    assert sorted(EXPECTED) == sorted(
        path.name for path in CORPUS.glob("*.json") if path.name != "expected.json"
    )
    assert len(EXPECTED) >= 80
    assert all(len(case["says"]) > 0 for case in EXPECTED.values())
    page = (REPOSITORY / "docs/reliability.md").read_text()
    assert f"| bad scenes: files with the expected message | {len(EXPECTED)} |" in page


@pytest.mark.parametrize("name", EXPECTED)
def test_bad_scene(run_simbench, workplace, name):
    case = EXPECTED[name]
    (workplace / name).symlink_to(CORPUS / name)
    before = sorted(workplace.rglob("*"))
    messages = set()
    for command in (f"check {name}", f"--scene {name} --solver qn --output OUT"):
        finished = run_simbench(command, exit_code=2)
        assert finished.stdout == ""
        messages.add(finished.stderr)
    assert sorted(workplace.rglob("*")) == before
    (message,) = messages
    place = f"simbench: {name}:{case['at']}: error: "
    assert message.startswith(place + (f"{case['pointer']}: " if "pointer" in case else ""))
    assert message.count("\n") == 1 and len(message.encode()) < LONGEST_MESSAGE
    for part in case["says"]:
        assert part in message
    check_that_place_and_pointer_agree(name, case)


def check_that_place_and_pointer_agree(name: str, case: dict) -> None:
    """The place is the last key of the pointer, an item of a list, or an object without the key."""
    if "pointer" not in case:
        return
    text = (CORPUS / name).read_bytes().decode("utf-8-sig")
    line, column = map(int, case["at"].split(":"))
    rest = re.split(r"\r?\n", text)[line - 1][column - 1 :]
    key = case["pointer"].rsplit("/", 1)[1].replace("~1", "/").replace("~0", "~")
    missing = any("missing required key" in part for part in case["says"])
    assert key.isdigit() or missing or json.JSONDecoder().raw_decode(rest)[0] == key
