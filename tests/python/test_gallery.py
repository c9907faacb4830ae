"""The gallery shows every picture that is there with a caption and all claims, and names the runs behind."""

import json
import re

import pytest
from conftest import REPOSITORY
from pages import pictures_of, pictures_without_caption
from studies import CLAIMS

from simbench.study.verdicts import KINDS

GALLERY = REPOSITORY / "results/thesis"
PAGES = {name: (GALLERY / name).read_text() for name in ("README.md", "rigid.md")}
FIGURES = (REPOSITORY / "scripts/figures.sh").read_text()
RECORDED = json.loads((REPOSITORY / "results/thesis/claims.json").read_text())
LARGEST = 300_000  # bytes of a picture


def test_the_pages_show_each_picture_once():
    names = [name for page in PAGES.values() for name in pictures_of(page)]
    assert len(names) == len(set(names))
    assert set(names) == {path.stem for path in GALLERY.glob("*.png")}
    for path in GALLERY.glob("*.png"):
        assert path.stat().st_size < LARGEST, path.name


@pytest.mark.parametrize("name", PAGES)
def test_each_picture_has_a_caption_of_its_own(name):
    assert pictures_without_caption(PAGES[name]) == []


@pytest.mark.parametrize(("name", "file"), [("README.md", "claims"), ("rigid.md", "rigid_claims")])
def test_each_claim_is_shown_once(name, file):
    shown = re.findall(r"^- \*\*Claim (R?\d+)\.", PAGES[name], re.MULTILINE)
    assert sorted(shown) == sorted(json.loads((REPOSITORY / f"results/{file}.json").read_text()))


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_points_to_is_there(name):
    for target, place in re.findall(r"\]\(([^)#]+)(?:#([^)]+))?\)", PAGES[name]):
        assert (GALLERY / target).is_file(), target
        if place:
            heading = f"## {place.replace('-', ' ')}\n"
            assert heading in (GALLERY / target).read_text().lower(), target


def test_the_page_of_rigid_bodies_shows_what_its_script_draws():
    script = (REPOSITORY / "scripts/rigid_claims.sh").read_text()
    assert pictures_of(PAGES["rigid.md"]) == re.findall(r"^figure (\w+)", script, re.MULTILINE)


def test_every_plan_of_the_gallery_has_its_runs_on_record():
    recorded = (GALLERY / "manifests.sha256").read_text().splitlines()
    sweeps = {line.split()[1].split("/")[0] for line in recorded}
    plans = set(re.findall(r"^\s*sweep (\w+)", FIGURES.replace("cost_over_size_large", ""), re.MULTILINE))
    listed = re.findall(r"^for plan in (.*?); do", FIGURES, re.MULTILINE | re.DOTALL)
    plans |= {name for names in listed for name in names.replace("\\\n", " ").split()}
    assert sweeps == plans
    assert all(re.fullmatch(r"[0-9a-f]{64}  \w+/runs/[0-9a-f]{16}/manifest\.json", line) for line in recorded)


def test_claims_name_runs_that_are_on_record():
    assert [int(number) for number in RECORDED] == sorted(CLAIMS)
    recorded = (GALLERY / "manifests.sha256").read_text()
    for number, claim in RECORDED.items():
        assert claim["verdict"].split(" (")[0] in KINDS, number
        for sweep, runs in claim["runs"].items():
            for run in runs:
                assert f"{sweep}/runs/{run}/" in recorded, (number, sweep, run)
