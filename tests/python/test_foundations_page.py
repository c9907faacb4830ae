"""docs/foundations.md shows pictures of the gallery, and says of claims what is recorded of them."""

import itertools
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


def test_iterations_and_errors_towards_incompressible_are_the_measured_ones():
    ratios = ("0.4", "0.49", "0.499", "0.4999")
    needed = {}
    for solver in ("Newton", "QN", "ADMM"):
        (line,) = (
            text for text in RECORDED["35"]["measured"] if f"iterations of {solver} ".lower() in text.lower()
        )
        needed[solver] = [int(n) for nu in ratios for n in re.findall(rf"(\d+) \(ν = {nu}\)", line)]
    newton = needed["Newton"]
    assert f"Newton needs {', '.join(map(str, newton[:3]))} and {newton[3]} iterations" in PAGE
    assert "less than twice as many for each power of ten" in PAGE
    assert all(after < 2 * before for before, after in itertools.pairwise(newton))
    # The others do not reach the error at the last ratios.
    assert "QN needs {}, {} and {}, ADMM".format(*needed["QN"]) in PAGE and len(needed["QN"]) == 3
    assert "ADMM {} and {};".format(*needed["ADMM"]) in PAGE and len(needed["ADMM"]) == 2
    for model, words in {
        "stable": "with {:g} instead of {:g} times",
        "classical": "and {:g} instead of {:g} times",
    }.items():
        line = rf"split XPBD of {model} .*?"
        (near,), (far,) = (measured(35, line + rf"([\d.]+) \(ν = {nu}\)") for nu in ("0.4999", "0.45"))
        assert words.format(near, far) in PAGE
        assert near < far
