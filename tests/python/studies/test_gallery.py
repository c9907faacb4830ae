"""The gallery shows every picture with a caption and every claim. Claims name recorded runs."""

import json
import re

import pytest
from conftest import REPOSITORY
from pages import pictures_of, pictures_without_caption, typed_numbers
from studies import RIGID, THESIS

from simbench.study.answers import WORDS
from simbench.study.verdicts import KINDS, NOT_JUDGED

STUDIES = {study.name: study for study in (THESIS, RIGID)}
FOLDERS = {name: REPOSITORY / "results" / name for name in STUDIES}
PAGES = {name: (folder / "README.md").read_text() for name, folder in FOLDERS.items()}
RECORDED = {name: json.loads((folder / "claims.json").read_text()) for name, folder in FOLDERS.items()}
MAX_PICTURE_SIZE = 300_000  # bytes
MAX_ANSWER = 170  # characters in a table


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_each_picture_once(name):
    names = pictures_of(PAGES[name])
    assert len(names) == len(set(names)) > 10
    assert set(names) == {path.stem for path in FOLDERS[name].glob("*.png")}
    for path in FOLDERS[name].glob("*.png"):
        assert path.stat().st_size < MAX_PICTURE_SIZE, path.name


@pytest.mark.parametrize("name", PAGES)
def test_each_picture_has_a_caption(name):
    assert pictures_without_caption(PAGES[name]) == []


@pytest.mark.parametrize("name", PAGES)
def test_each_judged_claim_is_shown_once(name):
    judged = [claim for claim, entry in RECORDED[name].items() if entry["verdict"] != NOT_JUDGED]
    shown = re.findall(r"^- \*\*Claim (R?\d+)\.", PAGES[name], re.MULTILINE)
    assert sorted(shown) == sorted(judged)


@pytest.mark.parametrize("name", PAGES)
def test_links_of_a_page_lead_to_existing_files_and_headings(name):
    for target, place in re.findall(r"\]\(([^)#]+)(?:#([^)]+))?\)", PAGES[name]):
        assert (FOLDERS[name] / target).is_file(), target
        if place:
            heading = f"## {place.replace('-', ' ')}\n"
            assert heading in (FOLDERS[name] / target).read_text().lower(), target


@pytest.mark.parametrize("name", PAGES)
def test_the_figures_of_a_study_write_each_recorded_picture(name):
    drawn = [file for figure in STUDIES[name].figures for file in figure.writes]
    assert len(drawn) == len(set(drawn))
    recorded = {path.name for path in FOLDERS[name].iterdir() if path.suffix in (".png", ".gif")}
    assert recorded <= set(drawn)
    not_on_page = {f"{picture}.png" for picture in pictures_of(PAGES[name])} ^ {
        f for f in drawn if f[-3:] == "png"
    }
    assert not {file for file in not_on_page if (FOLDERS[name] / file).is_file()}


def test_the_runs_of_every_plan_of_the_thesis_are_on_record():
    recorded = (FOLDERS["thesis"] / "manifests.sha256").read_text().splitlines()
    sweeps = {line.split()[1].split("/")[0] for line in recorded}
    assert sweeps == {sweep.plan for sweep in THESIS.sweeps if not sweep.on_request}
    assert all(re.fullmatch(r"[0-9a-f]{64}  \w+/runs/[0-9a-f]{16}/manifest\.json", line) for line in recorded)


def test_claims_name_runs_that_are_on_record():
    assert sorted(map(int, RECORDED["thesis"])) == sorted(THESIS.claims)
    recorded = (FOLDERS["thesis"] / "manifests.sha256").read_text()
    for number, claim in RECORDED["thesis"].items():
        assert claim["verdict"].split(" (")[0] in KINDS, number
        for sweep, runs in claim["runs"].items():
            for run in runs:
                assert re.search(rf"{sweep}/runs/(../)?{run}/", recorded), (number, sweep, run)


@pytest.mark.parametrize("name", PAGES)
def test_answers_in_the_table_of_claims_are_short(name):
    page = (FOLDERS[name] / "claims.md").read_text()
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| [")]
    numbers = [number for claims, *_ in rows for number in re.findall(r"\[(R?\d+)\]", claims)]
    assert sorted(numbers) == sorted(RECORDED[name])
    long = [answer for *_, answer, _ in rows if max(map(len, answer.split(" But claim "))) > MAX_ANSWER]
    assert long == []


@pytest.mark.parametrize("study", STUDIES.values(), ids=lambda study: study.name)
def test_short_answers_are_words_of_the_recorded_verdicts(study):
    for number, claim in study.claims.items():
        verdict = RECORDED[study.name][study.identifier(number)]["verdict"]
        for word, texts in claim.short.items():
            assert WORDS[verdict] == word, number
            (statement,) = (one.text for one in study.statements if number in one.claims)
            said = " ".join((claim.words, claim.about["setting"], statement))
            assert all(text.endswith(".") for text in texts), number
            typed = [found.strip(".,") for text in texts for found in typed_numbers(text)]
            assert all(found in said for found in typed), number  # what is typed is what is asserted
