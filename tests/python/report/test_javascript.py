"""tsc, which scripts/test.sh runs on the scripts of all pages, refuses misspelt names and nothing else."""

import re
import shutil
import subprocess

import pytest
from conftest import REPOSITORY

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("tsc") is None, reason="node-typescript is not installed (scripts/packages_test.txt)"
    ),
]

REPORT = "python/simbench/report"
GALLERY = "studies/thesis/documents"
LEADERBOARD = "studies/field/documents/page"
# By page: a script, text that it has once, a name in this text, and the name misspelt.
MISSPELT = {
    REPORT: [
        ("templates/axis.js", "this.whole ?", "whole", "hwole"),  # a field of a class
        ("templates/table.js", "run.sparkline;", "sparkline", "sparkeline"),  # a member of the page's content
        ("templates/report.js", "byId('y-log').checked", "checked", "cheked"),  # a property of an element
    ],
    GALLERY: [
        ("gallery.js", "plot.setting", "setting", "seting"),  # a member of the page's content
        ("gallery.js", "tickText(value)", "tickText", "tikcText"),  # a function of the report's scripts
    ],
    LEADERBOARD: [
        ("one_run.js", "scene.difficulty}", "difficulty", "dificulty"),  # a member of the page's content
        ("pair.js", "new Sorting()", "Sorting", "Sotring"),  # a class of the report's scripts
    ],
}


@pytest.mark.parametrize("page", MISSPELT)
def test_misspelt_names_are_refused(page, tmp_path):
    for folder in (REPORT, GALLERY, LEADERBOARD):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    for script, once, name, misspelt in MISSPELT[page]:
        path = tmp_path / page / script
        text = path.read_text(encoding="utf-8")
        assert text.count(once) == 1
        path.write_text(text.replace(once, once.replace(name, misspelt)), encoding="utf-8")
    finished = subprocess.run(
        ["tsc", "--project", page], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert finished.returncode != 0
    refused = re.findall(r"^(\S+)\(.*?'(\w+)'", finished.stdout, re.MULTILINE)
    assert refused == [(f"{page}/{script}", misspelt) for script, _, _, misspelt in sorted(MISSPELT[page])]
