"""Figures of rigid chains draw the numbers of sweeps, eigenvalues, and formulas of the source."""

import json

import numpy as np
import pandas as pd
import pytest
from rigid_runs import boxes, resting, stacks, sweep

from rigid.figures import chain_fall, chain_units, chain_warm_start, stack_height
from rigid.theory.chain import chain
from rigid.theory.warm_start import bound

pytestmark = pytest.mark.slow


def drawn(axes) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The points of each line, by label."""
    return {
        line.get_label(): (np.array(line.get_xdata(), float), np.array(line.get_ydata(), float))
        for line in axes.lines
    }


def texts(figure) -> list[str]:
    return [text.get_text() for text in figure.legends[0].texts]


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
