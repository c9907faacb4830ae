"""The gallery shows every picture that is there, says something of each, and names the runs behind them."""

import json
import re

import pytest
from conftest import REPOSITORY
from pages import (
    PAGES,
    RECORDED,
    assert_a_paragraph_follows_pictures,
    pictures_of,
    recorded_verdict,
    verdicts_of,
)

from simbench.claims import CLAIMS
from simbench.claims.command import register_claims

GALLERY = REPOSITORY / "results/gallery"
PAGE = (GALLERY / "README.md").read_text()
RIGID_PAGE = (GALLERY / "rigid.md").read_text()
FIGURES = (REPOSITORY / "scripts/figures.sh").read_text()
LARGEST = 300_000  # bytes of a picture


def test_the_page_shows_each_picture_once():
    names = pictures_of(PAGE) + pictures_of(RIGID_PAGE)
    assert len(names) == len(set(names))
    published = {path.stem for path in GALLERY.glob("*.png")} - {"beam_untwist_objective"}  # that of README
    assert set(names) == published
    for path in GALLERY.glob("*.png"):
        assert path.stat().st_size < LARGEST, path.name


def test_a_paragraph_follows_the_pictures():
    assert_a_paragraph_follows_pictures(PAGE)
    assert_a_paragraph_follows_pictures(RIGID_PAGE)


def test_the_page_says_of_most_claims_how_they_are_judged():
    assert {1, 4, 5, 6, 7, 23, 33, 34, 35, 39, 43} < {number for number, _ in verdicts_of(PAGE)}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(REPOSITORY).as_posix())
def test_verdicts_are_the_recorded_ones(page):
    register_claims()
    for number, words in verdicts_of(page.read_text()):
        assert number in CLAIMS
        if str(number) in RECORDED:  # else the last test of this file says so
            assert words == recorded_verdict(number), number


def test_what_the_page_points_to_is_there():
    for target in re.findall(r"\]\(([^)]+)\)", PAGE + RIGID_PAGE):
        assert (GALLERY / target).is_file(), target


def test_the_page_of_rigid_bodies_shows_what_its_script_draws_and_names_claims_that_there_are():
    script = (REPOSITORY / "scripts/rigid_claims.sh").read_text()
    assert pictures_of(RIGID_PAGE) == re.findall(r"^figure (\w+)", script, re.MULTILINE)
    claims = json.loads((REPOSITORY / "results/rigid_claims.json").read_text())
    assert set(re.findall(r"\bR\d+\b", RIGID_PAGE)) <= claims.keys()


def test_every_plan_of_the_gallery_has_its_runs_on_record():
    recorded = (GALLERY / "manifests.sha256").read_text().splitlines()
    sweeps = {line.split()[1].split("/")[0] for line in recorded}
    plans = set(re.findall(r"^\s*sweep (\w+)", FIGURES.replace("cost_over_size_large", ""), re.MULTILINE))
    listed = re.findall(r"^for plan in (.*?); do", FIGURES, re.MULTILINE | re.DOTALL)
    plans |= {name for names in listed for name in names.replace("\\\n", " ").split()}
    assert sweeps == plans
    assert all(re.fullmatch(r"[0-9a-f]{64}  \w+/runs/[0-9a-f]{16}/manifest\.json", line) for line in recorded)


def test_claims_name_runs_that_are_on_record():
    register_claims()
    assert [int(number) for number in RECORDED] == sorted(CLAIMS)
    recorded = (GALLERY / "manifests.sha256").read_text()
    for number, claim in RECORDED.items():
        for sweep, runs in claim["runs"].items():
            for run in runs:
                assert f"{sweep}/runs/{run}/" in recorded, (number, sweep, run)
