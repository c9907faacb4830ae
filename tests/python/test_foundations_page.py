"""docs/foundations.md shows pictures of the gallery, and says of claims what is recorded of them."""

import itertools
import json
import re

import numpy as np
import pytest
from conftest import REPOSITORY
from pages import RECORDED, assert_a_paragraph_follows_pictures, pictures_of, verdicts_of

from simbench.chains import condition_numbers

PAGE = (REPOSITORY / "docs/foundations.md").read_text()


def findings(number: int) -> str:
    """What was measured for a claim, a line each; a new claim is not on record yet."""
    if str(number) not in RECORDED:
        pytest.skip(f"claim {number} is not on record")
    return "\n".join(RECORDED[str(number)]["measured"])


def measured(number: int, pattern: str) -> list[float]:
    """The numbers that a pattern finds in what was measured for a claim."""
    return [float(value) for value in re.findall(pattern, findings(number))]


def test_each_picture_is_there_and_has_a_paragraph():
    pictures = pictures_of(PAGE)
    assert len(pictures) >= 10
    for name in pictures:
        assert (REPOSITORY / f"results/gallery/{name}.png").is_file(), name
    assert_a_paragraph_follows_pictures(PAGE)


def test_each_claim_of_these_chapters_has_its_verdict():
    assert [number for number, _ in verdicts_of(PAGE)] == [*range(33, 38), *range(39, 48)]


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


def test_condition_numbers_of_the_chain():
    scene = json.loads((REPOSITORY / "scenes/stiff_chain.json").read_text())
    penalty, multipliers = condition_numbers(scene, 1e12)
    assert f"to {penalty:.1e} at k = 1e12 N/m".replace("e+0", "e") in PAGE
    assert "stays below 65" in PAGE and 60 < multipliers < 65
    assert "as badly conditioned as penalty's" in PAGE
    assert condition_numbers(scene, 1e12, twice=True)[1] == pytest.approx(penalty, rel=0.1)


def test_stretches_of_the_form_that_does_not_rest():
    ratios = (0.49, 0.45, 0.4, 0.35)
    stretches = []
    for ratio in ratios:
        roots = np.roots([1, 0, 0, -1, (1 - 2 * ratio) / (2 * ratio)])  # σ⁴ − σ + μ/λ
        stretches.append(max(root.real for root in roots if abs(root.imag) < 1e-12))
    first, second, third, fourth = (f"{stretch:.3f}" for stretch in stretches)
    assert f"σ = {first}, {second}, {third} and {fourth} at ν = 0.49, 0.45, 0.4 and 0.35" in PAGE
    largest = 0.75 * 0.25 ** (1 / 3)  # of (1 − σ³) σ, which is to be μ/λ = (1 − 2ν)/(2ν)
    assert f"Below ν = {1 / (2 * (1 + largest)):.2f} the equation has no solution" in PAGE


def test_iterations_of_optimisers_are_the_measured_ones():
    where = r"h = 0\.01 s, k = 1e\+08 Pa: .*?"

    def iterations(pattern: str) -> list[int]:
        return [int(number) for number in measured(36, where + pattern)]

    (steepest,) = iterations(r"in the metric of S (\d+) and")
    (five,) = iterations(r"QN needs (\d+) and \d+ iterations with five pairs")
    (five_further,) = iterations(r"QN needs \d+ and (\d+) iterations with five pairs")
    (identity,) = iterations(r"from a scaled identity (\d+) and")
    (two,) = iterations(r"[ ;](\d+) and \d+ \(2\)")
    (two_further,) = iterations(r" and (\d+) \(2\)")
    (clamped,) = iterations(r"Newton needs (\d+) and \d+ \(clamped, backtracking\)")
    (absolute,) = iterations(r", (\d+) and \d+ \(absolute, backtracking\)")
    assert f"the metric of S needs {steepest} iterations to an error of 1e-3" in PAGE
    assert f"QN with five pairs needs {five} from S and {identity} from a scaled identity" in PAGE
    assert f"Newton needs {clamped}, or {absolute} with absolute\neigenvalues" in PAGE
    assert f"\nearlier, after {two} instead of {five} iterations" in PAGE
    assert f"one of 1e-6 later, after {two_further} instead of {five_further}" in PAGE
    assert not measured(36, r"metric of (?:the identity|the masses) (\d+)")  # "not there after 1000"


def test_other_materials_need_more_iterations():
    for h in (r"0\.01", r"0\.1"):
        for solver, least, most in (("QN", 1.9, 2.5), ("ADMM", 2.7, 10)):
            strain, *others = measured(37, rf": h = {h} s: .*?{solver} (\d+)")
            assert all(least < other / strain < most for other in others), solver
    assert "QN needs about twice as many iterations" in PAGE and "ADMM at least 2.7 times" in PAGE
    errors = {
        solver: measured(37, rf"h = 0\.1 s: .*?{solver} never \(error ([\d.e+]+)\)")
        for solver in ("XPBD", "VBD")
    }
    above = [vbd > xpbd for xpbd, vbd in zip(errors["XPBD"], errors["VBD"], strict=True)]
    assert above == [True, True, True, True, False]
    assert "above XPBD for every material but stable Neo-Hookean" in PAGE


def test_the_table_of_intervals_is_the_measured_one():
    cells = []
    for model in ("stable neo hookean", "neo hookean", "st venant kirchhoff"):
        (line,) = re.findall(rf"^(?:Not so: )?{model}: h = 0\.01 s: (.*)", findings(46), re.MULTILINE)
        cells.append(re.findall(r"(\d+) \(stretches from ([\d.]+) to ([\d.]+), k = ([\d.]+) E\)", line))
    assert all(len(column) == 4 for column in cells)
    for row in zip(*cells, strict=True):
        low, high = row[0][1:3]
        words = " | ".join(f"{count} (k = {k} E)" for count, _, _, k in row)
        assert f"| {low} … {high} | {words} |" in PAGE


def test_what_stopping_early_does_is_the_measured():
    coarse, fine = (
        measured(47, rf"PD: h = 0\.02 s: .*?{where}([-\d.]+) \(n = 1\)")[0]
        for where in ("steps by ", "finer mesh by ")
    )
    (twenty,) = measured(47, r"PD: h = 0\.02 s: .*?finer mesh by .*?([-\d.]+) \(n = 20\)")
    assert f"below the converged one by {100 * coarse:.0f} %\nof what converged steps lose, " in PAGE
    assert f"steps lose, by {100 * fine:.0f} % on the finer mesh" in PAGE
    assert "with twenty iterations by nothing" in PAGE and abs(twenty) < 0.005
    (fallen,) = measured(47, r"PD with n = 1 on the finer mesh: .*?(\d+) % as far \(h = 0\.02 s\)")
    assert f"theirs has fallen {fallen:.0f} % as far on the finer mesh" in PAGE
    xpbd, vbd = (
        measured(47, rf"{solver} with n = 1 on the finer mesh: .*?([\d.]+) times theirs \(h = 0\.02 s\)")[0]
        for solver in ("XPBD", "VBD")
    )
    assert f"it sags {xpbd:.1f} and {vbd:.1f} times as deep" in PAGE
