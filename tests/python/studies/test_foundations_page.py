"""The page foundations.md shows pictures with captions, and the verdicts on claims of its chapters."""

import json
import re

import pytest
from conftest import REPOSITORY
from pages import pictures_of, pictures_without_caption

from thesis.chains import condition_numbers

PAGE = (REPOSITORY / "results/thesis/foundations.md").read_text()


def test_each_picture_exists_and_has_a_caption():
    pictures = pictures_of(PAGE)
    assert len(pictures) >= 10
    for name in pictures:
        assert (REPOSITORY / f"results/thesis/{name}.png").is_file(), name
    assert pictures_without_caption(PAGE) == []


def test_the_page_gives_the_verdict_on_each_claim_of_its_chapters():
    given = {int(number) for number in re.findall(r"\[claim (\d+)\]\(", PAGE)}
    assert given >= {*range(33, 38), *range(39, 48), *range(84, 89)}


def test_the_multipliers_matrix_is_well_conditioned_unless_a_spring_is_duplicated():
    scene = json.loads((REPOSITORY / "scenes/deformable/stiff_chain.json").read_text())
    penalty, multipliers = condition_numbers(scene, 1e12)
    words = " ".join(PAGE.split())
    assert "the condition number of the multipliers' matrix stays small" in words
    assert multipliers < 1e-6 * penalty
    assert "as badly conditioned as penalty's" in words
    assert condition_numbers(scene, 1e12, twice=True)[1] == pytest.approx(penalty, rel=0.1)
