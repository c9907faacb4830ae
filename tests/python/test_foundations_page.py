"""docs/foundations.md shows pictures of the gallery, and says of claims what is recorded of them."""

import re

from conftest import REPOSITORY
from pages import RECORDED, assert_a_paragraph_follows_pictures, pictures_of, verdicts_of

PAGE = (REPOSITORY / "docs/foundations.md").read_text()


def measured(number: int, pattern: str) -> list[float]:
    """The numbers that a pattern finds in what was measured for a claim."""
    return [float(value) for value in re.findall(pattern, "\n".join(RECORDED[str(number)]["measured"]))]


def test_each_picture_is_there_and_has_a_paragraph():
    pictures = pictures_of(PAGE)
    assert len(pictures) >= 10
    for name in pictures:
        assert (REPOSITORY / f"results/gallery/{name}.png").is_file(), name
    assert_a_paragraph_follows_pictures(PAGE)


def test_each_claim_of_these_chapters_has_its_verdict():
    assert [number for number, _ in verdicts_of(PAGE)] == [33, 34, 35, *range(39, 46)]


def test_numbers_in_words_are_the_measured_ones():
    assert "keeps a quarter of the volume" in PAGE
    (lost,) = measured(35, r"stable, split: the volume changes by (-[\d.]+) %")
    assert -80 < lost < -70
    assert "thousands of times above the minimum" in PAGE
    for solver in ("PBD", "XPBD"):
        (above,) = measured(34, rf"\n{solver} ends at .*?([\d.e+]+) \(k_s = 1e\+12\)")
        assert above > 1e3
    assert "give or take one" in PAGE
    for solver in ("PD", "ADMM", "QN", "Newton", "VBD"):
        start = rf"\n(?:Not so: )?{solver} is within 1e-3 of f\* after "
        (soft,) = measured(34, start + r".*?(\d+) \(k_s = 1e\+12\)")
        (hard,) = measured(34, start + r".*?(\d+) \(exactly\)")
        assert abs(soft - hard) <= 1, solver
