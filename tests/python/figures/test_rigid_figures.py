"""Figures of rigid chains draw the numbers of sweeps, eigenvalues, and formulas of the source."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from rigid_runs import boxes, falling, per_ln, resting, stacks, sweep

from rigid.figures import (
    chain_bend,
    chain_convergence,
    chain_fall,
    chain_units,
    chain_warm_start,
    stack_height,
)
from rigid.theory.chain import chain, counts_per_ln, gauss_seidel_radius
from rigid.theory.warm_start import bound
from simbench.results import load_curves

pytestmark = pytest.mark.slow


def drawn(axes) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The points of each line, by label."""
    return {
        line.get_label(): (np.array(line.get_xdata(), float), np.array(line.get_ydata(), float))
        for line in axes.lines
    }


def texts(figure) -> list[str]:
    return [text.get_text() for text in figure.legends[0].texts]


def test_figure_2_shows_formula_eigenvalues_and_runs(tmp_path):
    rates = {"gs": 0.9, "jacobi": 0.95, "sor": 0.5}
    sweep(tmp_path, "rigid_figure_2", [(s, {}, falling(rate, 400)) for s, rate in rates.items()])
    figure = chain_convergence.draw(load_curves(tmp_path / "rigid_figure_2"))
    lines = drawn(figure.axes[0])
    for solver, rate in rates.items():
        x, formula = lines[f"_{solver} formula"]
        assert formula == pytest.approx(chain_convergence.FIGURE_2[solver](10) * x)
        _, measured = lines[f"_{solver} energy"]
        assert measured[-1] == math.ceil(math.log(1e-4) / math.log(rate) - 1e-9)
        assert measured == pytest.approx(lines[f"_{solver} constraints"][1])
    assert lines["_gs spectral"][1][-1] == pytest.approx(9.2103 * 9.9638, rel=1e-4)
    assert {"Gauss–Seidel", "Jacobi", "over-relaxation", "formula", "runs, $|c|$"} < set(texts(figure))


def test_the_figure_of_bend_draws_its_sweep(tmp_path):
    runs = []
    for shape in ("zigzag", "arc"):
        for bend in (0.1, 0.5):
            for ratio in (1.0, 100.0):
                setting = {"shape": shape, "bend": bend, "R": ratio}
                runs += [(s, setting, per_ln(ratio / bend)) for s in ("gs", "jacobi", "sor")]
                runs.append(("avbd", setting | {"s": 2}, per_ln(3)))
    sweep(tmp_path, "rigid_bend", runs)
    figure = chain_bend.draw(chain_bend.load(tmp_path / "rigid_bend"))
    assert [axes.get_title() for axes in figure.axes] == [
        f"{shape}, {masses}"
        for masses in ("equal masses", "ends 100 times as heavy")
        for shape in ("zigzag", "arc")
    ]
    assert drawn(figure.axes[2])["_gs"][1] == pytest.approx([1000, 200])
    straight = counts_per_ln(gauss_seidel_radius(chain(10, 100)))
    assert drawn(figure.axes[2])["_straight gs"][1] == pytest.approx([straight] * 2)
    # For a tridiagonal matrix, two sweeps of Jacobi reduce the error like one of Gauss–Seidel.
    assert drawn(figure.axes[2])["_straight jacobi"][1] == pytest.approx([2 * straight] * 2)


def test_the_figure_of_warm_start_draws_its_sweep(tmp_path):
    runs = [
        ("gs", {"iterations": k, "warm_start": w}, resting(0.01 if w < 1 else 1e9))
        for k in (1, 8)
        for w in (0, 0.5, 1)
    ]
    sweep(tmp_path, "rigid_warm_start", runs, anchored=True)
    figure = chain_warm_start.draw(chain_warm_start.load(tmp_path / "rigid_warm_start"))
    lines = drawn(figure.axes[0])
    assert lines["_ran away"][0] == pytest.approx([1, 8])
    assert lines["_ran away"][1] == pytest.approx([1, 1])
    assert lines["_bound"][1][0] == pytest.approx(bound(chain(10, anchored=True), 1))
    (dots,) = figure.axes[0].collections
    assert len(dots.get_offsets()) == 4


def test_ends_of_links_are_half_a_length_along_their_axes():
    quarter = np.sqrt(0.5)  # half a right angle about y: the x axis of the link points down
    poses = pd.DataFrame(
        {
            "x": [1.0, 3.0],
            "y": 0.0,
            "z": 0.0,
            "qw": [1.0, quarter],
            "qx": 0.0,
            "qy": [0.0, quarter],
            "qz": 0.0,
        }
    )
    ends = chain_fall.link_ends(poses, 0.5)
    assert ends[0] == pytest.approx(np.array([[0.5, 0, 0], [1.5, 0, 0]]))
    assert ends[1] == pytest.approx(np.array([[3, 0, 0.5], [3, 0, -0.5]]))


def test_the_figure_of_units_draws_its_sweep(tmp_path):
    """With the demonstration's β no joint of a light rope opens, which a logarithmic axis does not show."""
    runs = []
    for mass in (1, 100):
        opening = {(1, 10): mass, (1000, 10): mass / 100, (1, 1e5): 0 if mass == 1 else 1e-4}
        runs += [
            ("avbd", {"masses": mass, "s": k / 3600, "ramp": growth}, resting(value))
            for (k, growth), value in opening.items()
        ]
        words = ("effective_mass", "heavier_mass")
        runs += [("avbd", {"masses": mass, "s": word, "ramp": 0}, resting(0.005)) for word in words]
        runs.append(("gs", {"masses": mass}, resting(0.002)))
    sweep(tmp_path, "rigid_units", runs, anchored=True)
    figure = chain_units.draw(chain_units.load(tmp_path / "rigid_units"))
    lines = drawn(figure.axes[0])
    assert lines["AVBD, paper, k from 1000 N/m"][1] == pytest.approx([0.01, 1])
    assert lines["AVBD, demonstration"][0] == pytest.approx([100])
    assert lines["AVBD, $s$ = heavier mass"][1] == pytest.approx([0.005, 0.005])
    assert lines["Gauss–Seidel, XPBD"][1] == pytest.approx([0.002, 0.002])
    assert set(lines["_allowed"][1]) == {0.01}


def test_the_figure_of_stacks_draws_its_sweeps(tmp_path):
    """The top of a stack of n boxes moves by n/10 edges, and a top of m kg by m edges."""

    def runs(setting: dict, moved: float) -> list:
        avbd = [{"s": k / 3600, "ramp": growth} for k, growth in chain_units.PUBLISHED]
        avbd.append({"s": "heavier_mass", "ramp": 0})
        return [(solver, setting, moved) for solver in stack_height.DUAL] + [
            ("avbd", setting | constants, 2 * moved) for constants in avbd
        ]

    by_height = [run for n in (5, 10) for run in runs({"system": json.dumps(boxes(n))}, n / 10)]
    stacks(tmp_path, "rigid_stack_height", by_height)
    stacks(tmp_path, "rigid_heavy_top", [run for top in (1, 100) for run in runs({"top": top}, top)])
    figure = stack_height.draw(tmp_path / "rigid_stack_height", tmp_path / "rigid_heavy_top")
    left, right = map(drawn, figure.axes)
    assert left["XPBD"] == (pytest.approx([5, 10]), pytest.approx([0.5, 1]))
    assert right["XPBD"] == (pytest.approx([1, 100]), pytest.approx([1, 100]))
    assert right["AVBD, $s$ = heavier mass"][1] == pytest.approx([2, 200])
    assert set(left["_stands"][1]) == {0.5}
    assert len(texts(figure)) == 8
