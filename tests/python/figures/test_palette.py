"""The main solvers' colours differ for all readers, also for those without the green cones (deuteranopia).

The simulation is the matrix of Machado, Oliveira and Fernandes (2009) at severity 1, on linear RGB; distances
are those of CIELAB (1976), in which 2.3 is just noticeable.
"""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from rigid import looks
from simbench import drawing
from simbench.report.looks import DARK, lightened

DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
SOLVERS = ("qn", "admm", "pd", "xpbd", "pbd", "newton", "vbd")
COLOURS = {name: drawing.LOOKS[name]["color"] for name in SOLVERS}
COLOURS["combined xpbd"] = drawing.COMBINED_XPBD["color"]
LEAST = 15
ACCELERATIONS = ("chebyshev", "anderson", "nesterov", "ncg")
SHADES = 5  # shades of a colour for several runs of one solver


def lab(colour, vision):
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(vision @ linear, 0, 1) / TO_XYZ.sum(axis=1)
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one, other, vision):
    return min(
        float(
            np.linalg.norm(
                lab(drawing.shaded(one, i, SHADES), vision) - lab(drawing.shaded(other, j, SHADES), vision)
            )
        )
        for i in range(SHADES)
        for j in range(SHADES)
    )


@pytest.mark.parametrize("vision", [np.eye(3), DEUTERANOPIA], ids=["normal", "deuteranopia"])
@pytest.mark.parametrize("pair", combinations(COLOURS, 2), ids=" ".join)
def test_solvers_differ_in_every_shade(pair, vision):
    one, other = (COLOURS[name] for name in pair)
    assert distance(one, other, vision) >= LEAST


@pytest.mark.parametrize("vision", [np.eye(3), DEUTERANOPIA], ids=["normal", "deuteranopia"])
def test_accelerations_differ_from_each_other_and_from_the_main_solvers(vision):
    own = [drawing.LOOKS[name]["color"] for name in ACCELERATIONS]
    colours = [lab(colour, vision) for colour in (*own, *COLOURS.values())]
    assert all(np.linalg.norm(one - other) >= LEAST for one, other in combinations(colours, 2))


def test_the_simulation_finds_colours_that_look_alike_without_green_cones():
    orange, vermilion = "#E69F00", "#D55E00"  # the former shades of two runs
    darker = tuple(0.75 * np.array(to_rgb(orange)))
    assert distance(darker, vermilion, np.eye(3)) > 2 * distance(darker, vermilion, DEUTERANOPIA)
    assert distance(orange, vermilion, DEUTERANOPIA) < LEAST


@pytest.mark.parametrize("vision", [np.eye(3), DEUTERANOPIA], ids=["normal", "deuteranopia"])
@pytest.mark.parametrize("pair", combinations(looks.LOOKS, 2), ids=" ".join)
def test_solvers_of_chains_differ(pair, vision):
    one, other = (lab(looks.LOOKS[name]["color"], vision) for name in pair)
    assert np.linalg.norm(one - other) >= LEAST


def test_two_runs_of_a_solver_differ():
    for colour in COLOURS.values():
        dark, light = (lab(drawing.shaded(colour, place, 2), DEUTERANOPIA) for place in range(2))
        assert np.linalg.norm(dark - light) > LEAST


def light(colour):
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def test_all_solvers_are_visible_on_a_dark_page():
    """Greys are mirrored: Newton's line, black on white, is white on black, not grey as small print."""
    contrasts = {
        name: (light(lightened(look["color"])) + 0.05) / (light(DARK) + 0.05)
        for name, look in drawing.LOOKS.items()
    }
    assert min(contrasts.values()) >= 3
    assert lightened(drawing.LOOKS["newton"]["color"]) == "#ffffff"
    assert light(lightened("#333333")) < light(
        lightened("#000000")
    )  # shades of a colour keep their distances
