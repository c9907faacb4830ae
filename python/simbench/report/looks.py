"""Looks of runs in a page: name, colour on white and on black, dashes."""

import re
from dataclasses import dataclass

import numpy as np

from simbench.colours import hex_of, linear_rgb, rgb
from simbench.looks import looks as styles_of
from simbench.results import Run

DARK = "#16181d"  # the page's background in dark mode
CONTRAST = 3.0  # of a line to its background, as WCAG requires for graphics

GREY = 0.05  # largest difference of red, green and blue in a colour without a hue


@dataclass(frozen=True)
class Look:
    label: str
    colour: str
    colour_in_the_dark: str
    dashes: tuple[float, ...]  # in widths of the line; empty for a solid line

    @classmethod
    def of(cls, style: dict) -> "Look":
        """The look from the style of a run in figures, whose names can have formulas between dollars."""
        label = re.sub(r"(?<!\\)\$", "", style["label"]).replace(r"\$", "$").lstrip("_")
        line = style.get("linestyle", "-")
        colour = hex_of(style["color"])
        return cls(label, colour, lightened(colour), () if line == "-" else tuple(line[1]))


def number_of(look: Look, looks: list[Look]) -> int:
    """Its index in `looks`, to which it is added if it is new. A CSS class of the page has its colour."""
    if look not in looks:
        looks.append(look)
    return looks.index(look)


def looks_of(runs: list[Run]) -> list[Look]:
    return [Look.of(style) for style in styles_of(runs)]


def lightened(colour: str) -> str:
    """The colour for a dark page: a grey is mirrored, others are mixed with just enough white to be visible.

    So what is black on white is white on black, and stands out in both.
    """
    light = np.array(rgb(colour))
    if np.ptp(light) < GREY:
        light = 1 - light
    for share in np.linspace(0, 1, 21):
        mixed = (1 - share) * light + share
        if (_luminance(mixed) + 0.05) / (_luminance(DARK) + 0.05) >= CONTRAST:
            return hex_of(mixed)
    return "#ffffff"


def _luminance(colour) -> float:
    """Relative luminance of an sRGB colour, as WCAG defines it."""
    return float(np.dot(linear_rgb(colour), [0.2126, 0.7152, 0.0722]))
