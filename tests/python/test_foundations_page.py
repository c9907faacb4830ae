"""docs/foundations.md shows pictures of the gallery, and says of claims what is recorded of them."""

import json
import re

from conftest import REPOSITORY

PAGE = (REPOSITORY / "docs/foundations.md").read_text()
CLAIMS = json.loads((REPOSITORY / "results/claims.json").read_text())
VERDICT = re.compile(r"\((\d+): (confirmed|refuted|depends on [^)]*)\)")


def measured(number: int, pattern: str) -> list[float]:
    """The numbers that a pattern finds in what was measured for a claim."""
    return [float(value) for value in re.findall(pattern, "\n".join(CLAIMS[str(number)]["measured"]))]


def test_each_picture_is_there_and_has_a_paragraph():
    pictures = re.findall(r"!\[([\w-]+)\]\(\.\./results/gallery/([\w-]+)\.png\)", PAGE)
    assert len(pictures) >= 10
    for name, file in pictures:
        assert name == file and (REPOSITORY / f"results/gallery/{file}.png").is_file(), file
    for after in re.split(r"(?:^!\[.*\n)+", PAGE, flags=re.MULTILINE)[1:]:
        assert len(after.strip().split("\n\n")[0]) > 120


def test_verdicts_are_the_recorded_ones():
    said = dict(VERDICT.findall(PAGE))
    assert sorted(map(int, said)) == [33, 34, 35, *range(39, 46)]
    for number, words in said.items():
        claim = CLAIMS[number]
        depends = f"depends on {claim['depends_on']}"
        assert words == (depends if claim["verdict"] == "depends" else claim["verdict"]), number


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
