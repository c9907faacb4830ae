"""The page foundations.md shows pictures of the gallery and the verdict of each claim of its chapters."""

import json
import re

import pytest
from conftest import REPOSITORY
from pages import pictures_of, pictures_without_caption

from thesis.chains import condition_numbers

PAGE = (REPOSITORY / "results/thesis/foundations.md").read_text()


def test_each_picture_is_there_and_has_a_paragraph():
    pictures = pictures_of(PAGE)
    assert len(pictures) >= 10
    for name in pictures:
        assert (REPOSITORY / f"results/thesis/{name}.png").is_file(), name
    assert pictures_without_caption(PAGE) == []


def test_each_claim_of_these_chapters_has_its_verdict():
    said = {int(number) for number in re.findall(r"\[claim (\d+)\]\([^)]*\): \w", PAGE)}
    assert said >= {*range(33, 38), *range(39, 48)}


def test_the_condition_of_multipliers_stays_small_unless_a_spring_is_there_twice():
    scene = json.loads((REPOSITORY / "scenes/stiff_chain.json").read_text())
    penalty, multipliers = condition_numbers(scene, 1e12)
    assert "that of the multipliers' stays small" in PAGE
    assert multipliers < 1e-6 * penalty
    assert "as badly conditioned as penalty's" in PAGE
    assert condition_numbers(scene, 1e12, twice=True)[1] == pytest.approx(penalty, rel=0.1)
