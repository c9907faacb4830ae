"""Measures of shapes are right for beams of two cubes."""

import math

import numpy as np
import pytest

from simbench.shapes import Shape

# Two cubes of five tets along x.
REST = np.stack(np.meshgrid([0.0, 1, 2], [0.0, 1], [0.0, 1], indexing="ij"), -1).reshape(-1, 3)
TETS = np.array(
    [
        [i + corner for corner in cell]
        for i, cells in (
            (0, [[0, 4, 2, 1], [6, 2, 4, 7], [5, 4, 1, 7], [3, 1, 2, 7], [1, 4, 2, 7]]),
            (4, [[4, 0, 5, 6], [2, 0, 6, 3], [1, 0, 3, 5], [7, 6, 5, 3], [0, 5, 6, 3]]),
        )
        for cell in cells
    ]
)


def turned(degrees_per_metre) -> np.ndarray:
    """The two cubes with each cross-section turned in proportion to x, and shifted."""
    angles = np.radians(degrees_per_metre) * REST[:, 0]
    rotated = (REST[:, 1] + 1j * REST[:, 2] - 0.5 - 0.5j) * np.exp(1j * angles)
    return np.stack([REST[:, 0], rotated.real + 3, rotated.imag], axis=1)


def test_measures_of_two_cubes_are_right():
    rest = Shape(REST, REST, TETS)
    assert rest.volume_ratio == pytest.approx(1)
    assert rest.roughness == pytest.approx(0, abs=1e-6)
    assert Shape(turned(0), REST, TETS).twist == pytest.approx(0, abs=1e-9)
    # Turned by 300° in total, but by less than 180° between sections: the twist is not taken modulo 360°.
    assert Shape(turned(-150), REST, TETS).twist == pytest.approx(300)
    assert Shape(2 * REST, REST, TETS).volume_ratio == pytest.approx(8)
    mirrored = Shape(REST * [1, 1, -1], REST, TETS)
    assert mirrored.volume_ratio == pytest.approx(-1)
    assert mirrored.roughness == pytest.approx(0, abs=1e-6)


def test_roughness_is_the_angle_of_a_fold():
    folded = REST.copy()
    folded[folded[:, 0] == 2] += [math.cos(0.3) - 1, 0, math.sin(0.3)]  # the second cube is sheared upwards
    faces_flat_at_rest = Shape(folded, REST, TETS)
    # Of 12 squares' diagonals none folds but those of sheared sides stay plane; of the 4 edges between the
    # cubes two fold by 0.3 rad: top and bottom. 10 diagonals + 4 edges are coplanar at rest.
    assert faces_flat_at_rest.roughness == pytest.approx(math.degrees(0.3) * math.sqrt(2 / 14))


def test_the_kinetic_energy_of_a_translation_is_right():
    moved = Shape(REST + np.array([0.0, 0.3, 0.4]), REST, TETS)
    # 2 m³ of 1000 kg/m³ at 0.5 m in 0.1 s: ½ · 2000 kg · (5 m/s)²
    assert moved.kinetic_energy(Shape(REST, REST, TETS), 0.1, 1000) == pytest.approx(25000)
