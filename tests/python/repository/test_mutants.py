"""The mutants of scripts/mutants.py (in the long checks) match the present code."""

import json

from conftest import REPOSITORY


def test_each_mutant_changes_one_place_of_its_file():
    mutants = json.loads((REPOSITORY / "tests/mutants.json").read_text())
    assert len(mutants) > 50
    found = {}
    for mutant in mutants:
        text = (REPOSITORY / "src" / mutant["file"]).read_text()
        found[mutant["file"], mutant["old"]] = text.count(mutant["old"])
    assert {place: count for place, count in found.items() if count != 1} == {}
