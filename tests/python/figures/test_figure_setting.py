"""The setting that all runs share is above each figure, without values that a title already names."""

import json

from matplotlib.figure import Figure
from test_foundation_figures import run_in_memory

from simbench import figure_command, figure_files, figure_setting


def beam(cells, iterations=200, h=0.1, split="five", **material):
    scene = {
        "body": {"beam": {"size": [2, 1, 1], "cells": cells, "split": split}},
        "step": {"time_step": h, "steps": 1, "iterations": iterations},
        "material": {"model": "neo_hookean", "youngs_modulus": 1e7, "poisson_ratio": 0.45} | material,
    }
    return run_in_memory(scene=scene, objective=[1.0])


def said(figure: Figure, data, results) -> str:
    figure_setting.add(figure, data, results)
    return figure.get_suptitle()


def test_the_setting_contains_members_at_any_depth(tmp_path):
    runs = {"a": [beam([4, 1, 1])], "b": (beam([8, 2, 2], 1000, split="six"),)}
    assert said(Figure(), runs, tmp_path).split("\n") == [
        "classical Neo-Hookean, $h$ = $10^{-1}$ s, $E$ = $10^{7}$ Pa, $\\nu$ = 0.45, "
        "4×1×1, 8×2×2 cells of five or six tets",
        "200, 1000 iterations",
    ]


def test_many_values_are_written_as_a_range(tmp_path):
    runs = [beam([4, 1, 1], n, poisson_ratio=0.3 + n / 100) for n in (1, 2, 5, 10)]
    words = said(Figure(), runs, tmp_path)
    assert "1 to 10 iterations" in words and "$\\nu$ = 0.31 to 0.4" in words


def test_values_in_titles_are_not_repeated(tmp_path):
    figure = Figure()
    figure.suptitle("untwist, $h$ = $10^{-1}$ s")
    figure.subplots().set_title("$E$ = $10^{7}$ Pa")
    first, second = said(figure, [beam([4, 1, 1])], tmp_path).split("\n")
    assert first == "untwist, $h$ = $10^{-1}$ s"
    assert second == "classical Neo-Hookean, $\\nu$ = 0.45, 4×1×1 cells of five tets, 200 iterations"


def test_a_figure_that_loads_its_own_runs_has_the_setting_of_all_runs_in_the_folder(run_simbench, workplace):
    run_simbench("--scene smoke.json --solver qn --iterations 3 --quiet --output runs")
    (manifest,) = (workplace / "runs").glob("*/manifest.json")
    cells = "×".join(map(str, json.loads(manifest.read_text())["scene"]["body"]["beam"]["cells"]))
    words = said(Figure(), None, workplace / "runs")
    assert words.endswith(f"{cells} cells of five tets, 3 iterations")


def test_figures_of_the_command_line_have_the_setting(run_simbench, workplace, monkeypatch):
    run_simbench("--scene smoke.json --solver qn --iterations 3 --quiet --output runs")
    saved = []
    monkeypatch.setattr(figure_files, "save", lambda figure, *_: saved.append(figure))
    figure_command.run_figure("objective", [str(workplace / "runs")])
    assert saved[0].axes[0].get_title().endswith("cells of five tets, 3 iterations")


def test_a_note_is_continued_below_the_figure():
    note = "untwist, $h$ = $10^{-1}$ s"
    first, second = figure_setting.completed(note, [beam([4, 1, 1])]).split("\n")
    assert first == note
    assert second == (
        "classical Neo-Hookean, $E$ = $10^{7}$ Pa, $\\nu$ = 0.45, 4×1×1 cells of five tets, 200 iterations"
    )
    assert figure_setting.completed(f"{first}, {second}", [beam([4, 1, 1])]) == f"{first}, {second}"
