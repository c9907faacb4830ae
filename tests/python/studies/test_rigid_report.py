"""The numbers and words in sentences of the rigid study."""

import numpy as np
import pytest

from rigid.claims import measures
from simbench.study.verdicts import at_most

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.00136, "0.0014"),
        (3.74, "3.7"),
        (40712.0, "41 000"),
        (-0.5, "−0.5"),
        (1.97e-7, "2 × 10⁻⁷"),
        (1e-6, "10⁻⁶"),
        (2.5e6, "2.5 × 10⁶"),
    ],
)
def test_numbers_are_rounded_for_sentences(value, text):
    assert measures.rounded(value) == text


def test_words_of_sentences():
    assert measures.span([3.0, 0.5, 40.0]) == "0.5 to 40"
    assert measures.span([2.01, 1.99]) == "2"
    assert measures.when_reached([12, np.inf, 1602]) == "after 12 to 1 602 iterations in 2 of 3 cases"
    assert measures.when_reached([np.inf]) == "never"
    cases = {"one": at_most(1, 2, ""), "two": at_most(3, 2, ""), "three": at_most(2, 2, "")}
    assert measures.how_many(cases.values()) == "2 of 3"
    assert measures.split(cases) == ("one; three", "two")
