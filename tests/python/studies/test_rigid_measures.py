"""Numbers and words of the rigid study's sentences."""

import numpy as np
import pytest

from rigid.claims import measures


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.00136, "0.0014"),
        (3.74, "3.7"),
        (40712.0, "41,000"),
        (-0.5, "−0.5"),
        (1.97e-7, "2e-7"),
        (1e-6, "1e-6"),
        (2.5e6, "2.5e6"),
    ],
)
def test_numbers_are_rounded_for_sentences(value, text):
    assert measures.rounded(value) == text


def test_words_of_sentences():
    assert measures.span([3.0, 0.5, 40.0]) == "0.5 to 40"
    assert measures.span([2.01, 1.99]) == "2"
    assert measures.when_reached([12, np.inf, 1602]) == "after 12 to 1602 iterations in 2 of 3 cases"
    assert measures.when_reached([np.inf]) == "never"
