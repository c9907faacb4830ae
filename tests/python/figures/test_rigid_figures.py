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
    chain_length,
    chain_mass_ratio,
    chain_momentum,
    chain_penalty,
    chain_relaxation,
    chain_softness,
    chain_substeps,
    chain_three_dimensions,
    chain_units,
    chain_warm_start,
    stack_height,
)
from rigid.looks import LOOKS
from rigid.theory import seed
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


def test_the_figure_of_length_draws_its_sweep(tmp_path):
    for name, lengths in (("rigid_length", (5, 10)), ("rigid_length_long", (100,))):
        runs = []
        for n in lengths:
            for tied in (False, True):
                setting = {"bodies": n, "anchored": tied}
                runs += [(s, setting, per_ln(n)) for s in ("gs", "jacobi", "sor")]
                runs += [("avbd", setting | {"s": s}, per_ln(s * n)) for s in (2, 8)]
        sweep(tmp_path, name, runs)
    figure = chain_length.draw(tmp_path / "rigid_length", tmp_path / "rigid_length_long")
    free, tied = (drawn(axes) for axes in figure.axes)
    assert free["_gs"][0] == pytest.approx([5, 10, 100])
    assert free["_sor"][0] == pytest.approx([5, 10])
    assert free["_gs"][1] == pytest.approx([math.ceil(n * math.log(100)) for n in (5, 10, 100)], abs=1)
    assert free["_avbd"][1] == pytest.approx([math.ceil(2 * n * math.log(100)) for n in (5, 10, 100)], abs=1)
    assert free["_gs formula"][1] == pytest.approx([math.log(100) * seed.eq_8_14(n) for n in (5, 10, 100)])
    exact = math.log(100) * counts_per_ln(math.cos(math.pi / 20) ** 2)
    assert tied["_gs eigenvalues"][1][1] == pytest.approx(exact)


def test_the_figure_of_mass_ratio_draws_its_sweep(tmp_path):
    for name, axis in (("rigid_ratio", "R"), ("rigid_tip", "tip")):
        runs = []
        for ratio in (1.0, 100.0):
            for tied in (False, True) if axis == "tip" else (None,):
                setting = {"bodies": 10, axis: ratio} | ({} if tied is None else {"anchored": tied})
                runs += [(s, setting, per_ln(20)) for s in ("gs", "jacobi", "sor")]
                runs.append(("avbd", setting | {"s": "effective_mass"}, per_ln(7)))
        sweep(tmp_path, name, runs)
    figure = chain_mass_ratio.draw(tmp_path / "rigid_ratio", tmp_path / "rigid_tip")
    both, one, rope = (drawn(axes) for axes in figure.axes)
    for panel in (both, one, rope):
        assert panel["_gs"][1] == pytest.approx([20, 20])
        assert panel["_avbd"][1] == pytest.approx([7, 7])
    assert both["_gs formula"][1] == pytest.approx([5, 500])
    assert "_gs formula" not in one
    heavy = counts_per_ln(gauss_seidel_radius(chain(10, anchored=True, tip=100)))
    assert rope["_gs eigenvalues"][1][1] == pytest.approx(heavy)


def test_the_figure_of_relaxation_draws_its_sweep(tmp_path):
    runs = [
        ("sor", {"bodies": 10, "R": r, "xi": xi}, per_ln(5 + r))
        for r in (1.0, 100.0)
        for xi in (1.0, 1.5, "optimal")
    ]
    sweep(tmp_path, "rigid_relaxation", runs)
    figure = chain_relaxation.draw(chain_relaxation.load(tmp_path / "rigid_relaxation"))
    lines = drawn(figure.axes[0])
    x, y = lines["_$N$ = 10, $R$ = 1 runs"]
    assert (x, y) == (pytest.approx([1, 1.5]), pytest.approx([6, 6]))
    (right,), _ = lines["_$N$ = 10, $R$ = 1 +"]
    assert right == pytest.approx(1.527864)
    (wrong,), _ = lines["_$N$ = 10, $R$ = 1 x"]
    assert wrong == pytest.approx(seed.eq_4_79(math.cos(math.pi / 10)))


def test_the_figure_of_penalty_draws_its_sweep(tmp_path):
    runs = [
        ("avbd", {"bodies": 10, "R": r, "s": s}, per_ln(9 if isinstance(s, str) else 3 + s))
        for r in (1.0, 100.0)
        for s in (1, 10, "effective_mass")
    ]
    sweep(tmp_path, "rigid_penalty", runs)
    runs = [
        ("vbd", {"bodies": 10, "R": r, "compliance": a}, per_ln(4))
        for r in (1.0, 10.0, 100.0)
        for a in (1, 0.1)
    ]
    sweep(tmp_path, "rigid_inner", runs)
    figure = chain_penalty.draw(tmp_path / "rigid_penalty", tmp_path / "rigid_inner")
    dual, inner = figure.axes
    assert drawn(dual)["_R = 1 runs"][1] == pytest.approx([4, 13])
    assert [line.get_ydata()[0] for line in dual.lines if line.get_label() == "_automatic"] == pytest.approx(
        [9, 9]
    )
    assert drawn(inner)["_R = 100 runs"][0] == pytest.approx([1, 10])
    assert "_R = 10 runs" not in drawn(inner)  # of which the other panel has nothing
    assert len(texts(figure)) == 4


def test_the_figure_of_momentum_draws_its_sweep(tmp_path):
    runs = [
        ("gs", {"h": h, "gs_form": f}, falling(0.9, linear_momentum=h)) for h in (1, 0.1) for f in ("vector",)
    ]
    runs += [("jacobi", {"h": 1, "averaging": a}, falling(0.8)) for a in ("none", "count")]
    runs += [(s, {"h": 1}, falling(0.7)) for s in ("sor", "xpbd")]
    runs += [("avbd", {"h": 1, "s": s}, falling(0.6, angular_momentum=2.0)) for s in (0.1, 10.0)]
    sweep(tmp_path, "rigid_momentum", runs)
    figure = chain_momentum.draw(chain_momentum.load(tmp_path / "rigid_momentum"))
    assert "AVBD, $s$ = 10" in texts(figure)
    assert "AVBD, $s$ = 0.1" not in texts(figure)
    figure.draw_without_rendering()
    for axes in figure.axes:
        box = axes.title.get_window_extent()
        assert 0 <= box.x0 < box.x1 <= figure.bbox.x1, f"{axes.get_title()} is clipped"
    error, linear, angular = (drawn(axes) for axes in figure.axes)
    assert error["_Jacobi, count"][1][10] == pytest.approx(0.8**10)
    assert set(linear["_Gauss–Seidel, vector"][1]) == {1.0}
    assert set(angular["_AVBD, $s$ = 10"][1]) == {2.0}


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


def test_the_figure_of_substeps_draws_its_sweep(tmp_path):
    for name in ("rigid_substeps", "rigid_substeps_swing"):
        runs = []
        for tip in (1, 100):
            for n in (1, 32):
                rows = resting(tip / n, kinetic_energy=np.linspace(0, n, 30))
                runs += [(s, {"tip": tip, "substeps": n}, rows) for s in ("gs", "xpbd")]
                runs.append(("avbd", {"tip": tip, "substeps": n, "s": "effective_mass"}, rows))
        sweep(tmp_path, name, runs, anchored=True)
    figure = chain_substeps.draw(tmp_path / "rigid_substeps", tmp_path / "rigid_substeps_swing")
    hanging, energy, swinging = (drawn(axes) for axes in figure.axes)
    assert hanging["_gs, 100 kg"][1] == pytest.approx([100, 100 / 32])
    assert swinging.keys() == hanging.keys()
    assert energy["_avbd, 1 kg"][1] == pytest.approx(np.array([1, 32]) / (9.81 * 50))


def test_the_figure_of_three_dimensions_draws_its_sweep(tmp_path):
    runs = []
    for ratio in (1.0, 100.0):
        setting = {"bodies": 10, "R": ratio}
        runs.append(("gs", setting | {"gs_form": "vector"}, falling(0.9)))
        runs.append(("avbd", setting | {"s": 100, "avbd_form": "vector"}, falling(0.5)))
    sweep(tmp_path, "rigid_three_dimensions", runs)
    figure = chain_three_dimensions.draw(chain_three_dimensions.load(tmp_path / "rigid_three_dimensions"))
    assert texts(figure) == [LOOKS[solver]["label"] for solver in ("gs", "avbd")]
    assert drawn(figure.axes[0])["_gs"][1][10] == pytest.approx(0.9**20)
    assert drawn(figure.axes[2])["_gs"][1][10] == pytest.approx(0.9**10)


def test_the_figure_of_softness_draws_its_sweep(tmp_path):
    runs = []
    for alpha in (1e-4, 1e-3):
        for k in (1, 10):
            setting = {"bodies": 10, "compliance": alpha, "iterations": k, "substeps": 1}
            runs += [("xpbd", setting, resting(alpha * k)), ("gs", setting, resting(0.1 / k))]
    sweep(tmp_path, "rigid_softness", runs, anchored=True)
    figure = chain_softness.draw(chain_softness.load(tmp_path / "rigid_softness"))
    assert len(texts(figure)) == 3
    lines = drawn(figure.axes[0])
    assert lines["_PBD"][1] == pytest.approx([0.1, 0.01])
    assert texts(figure)[-1] == "PBD"


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
