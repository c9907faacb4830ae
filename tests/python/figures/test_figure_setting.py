"""Scenes and settings of all runs are above each figure, without values that its title already names."""

import json
from types import SimpleNamespace

import pytest
from matplotlib.figure import Figure
from synthetic_sweeps import run_in_memory
from test_sweep import write_plan

from simbench import figure_command, figure_files, figure_setting, line_names
from simbench.labels import material_label
from simbench.results import Run


def beam(cells, iterations=200, h=0.1, split="five", **material):
    scene = {
        "body": {"beam": {"size": [2, 1, 1], "cells": cells, "split": split}},
        "step": {"time_step": h, "steps": 1, "iterations": iterations},
        "material": {"model": "neo_hookean", "youngs_modulus": 1e7, "poisson_ratio": 0.45} | material,
    }
    return run_in_memory(scene=scene, objective=[1.0])


def of_scene(name: str, run: Run) -> Run:
    run.manifest["scene_file"] = name
    return run


def said(figure: Figure, data, results) -> str:
    figure_setting.add(figure, data, results)
    return figure.get_suptitle()


def test_the_setting_contains_members_at_any_depth(tmp_path):
    runs = {"a": [beam([4, 1, 1])], "b": (beam([8, 2, 2], 1000, split="six"),)}
    assert said(Figure(), runs, tmp_path).split("\n") == [
        "classical Neo-Hookean, $h$ = $10^{-1}$ s, $E$ = $10^{7}$ Pa, $\\nu$ = 0.45, "
        "4×1×1, 8×2×2 cells of five or six tets,",
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


def test_the_title_of_one_of_two_panels_is_not_that_of_the_figure(tmp_path):
    figure = Figure()
    left, _ = figure.subplots(1, 2)
    left.set_title("$E$ = $10^{7}$ Pa")
    assert "$E$ = $10^{7}$ Pa" in said(figure, [beam([4, 1, 1])], tmp_path)


def test_a_title_beside_names_of_lines_stays_in_the_figure(tmp_path):
    figure = Figure(figsize=(6.3, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [1, 2], label="combined XPBD")
    axes.set(title="untwist, stable Neo-Hookean", ylabel="objective in J")
    line_names.name_lines(axes, {})
    run = of_scene("beam_untwist_neo_hookean.json", beam([32, 6, 6], 1000, model="stable_neo_hookean"))
    figure_setting.add(figure, [run, beam([32, 6, 6], 300), beam([32, 6, 6], 500)], tmp_path)
    figure.draw_without_rendering()
    box = axes.title.get_window_extent()
    assert box.x0 >= 0 and box.x1 <= figure.bbox.x1


def test_a_scene_is_named_before_its_settings(tmp_path):
    run = of_scene("my/beam$1.json", beam([4, 1, 1]))
    assert said(Figure(), [run, run], tmp_path).startswith(r"beam\$1: classical Neo-Hookean, ")


def test_scenes_have_a_line_each_unless_their_settings_are_the_same(tmp_path):
    coarse, fine = (lambda name, cells=cells: of_scene(name, beam(cells)) for cells in ([4, 1, 1], [8, 2, 2]))
    lines = said(Figure(figsize=(9, 4)), [coarse("a"), fine("b.json"), coarse("c")], tmp_path).split("\n")
    assert [line.split(":")[0] for line in lines] == ["a, c", "b"]
    assert "4×1×1 cells of five tets" in lines[0] and "8×2×2 cells of five tets" in lines[1]


def test_many_scenes_are_counted(tmp_path):
    runs = [of_scene(str(n), beam([n, 1, 1])) for n in (4, 5, 6, 7)]
    (line,) = said(Figure(figsize=(12, 4)), runs, tmp_path).split("\n")
    assert line.startswith("4 scenes: ") and "4×1×1 to 7×1×1 cells of five tets" in line


def test_files_of_meshes_are_named(tmp_path):
    bodies = [{"mesh": {"file": "meshes/bunny.msh"}}, {"tetgen": {"surface": "cow.off"}}]
    runs = [of_scene("a", run_in_memory(scene={"body": body}, objective=[1.0])) for body in bodies]
    assert "bunny.msh, cow.off" in said(Figure(), runs, tmp_path)


def test_a_figure_that_loads_its_own_runs_has_the_setting_of_all_runs_in_the_folder(run_simbench, workplace):
    run_simbench("--scene smoke.json --solver qn --iterations 3 --quiet --output runs")
    (manifest,) = (workplace / "runs").glob("*/manifest.json")
    cells = "×".join(map(str, json.loads(manifest.read_text())["scene"]["body"]["beam"]["cells"]))
    words = said(Figure(), None, workplace / "runs")
    assert words.endswith(f"{cells} cells of five tets, 3 iterations")


@pytest.mark.parametrize("laws", [["strain", "corotated_linear"], ["corotated_linear", "strain"]])
def test_the_setting_of_a_sweep_is_in_the_order_of_its_plan(run_simbench, workplace, laws):
    materials = {
        "strain": {"model": "strain", "stiffness": 1e6},
        "corotated_linear": {"model": "corotated_linear", "youngs_modulus": 1e6, "poisson_ratio": 0.3},
    }
    axis = {"path": "material", "values": [materials[law] for law in laws]}
    solvers = ["pd", "qn"]  # pd declines one of the laws
    plan = {"scene": "smoke", "axes": [axis], "solvers": solvers, "set": {"step.iterations": 1}}
    write_plan(workplace, plan)
    run_simbench("sweep plan.json --output runs --quiet")
    labels = [material_label(law) for law in laws]
    assert said(Figure(), None, workplace / "runs").startswith(f"smoke: {', '.join(labels)}, ")


def test_figures_of_the_command_line_have_the_setting(run_simbench, workplace, monkeypatch):
    run_simbench("--scene smoke.json --solver qn --iterations 3 --quiet --output runs")
    saved = []
    monkeypatch.setattr(figure_files, "save", lambda figure, *_: saved.append(figure))
    figure_command.run_figure("objective", [str(workplace / "runs")])
    *_, line = saved[0].axes[0].get_title().split("\n")
    assert line.startswith("smoke: ") and line.endswith("cells of five tets, 3 iterations")


def test_the_setting_contains_the_folders_of_options(run_simbench, workplace):
    """The panels of some figures show different sweeps, and an option names the second one."""
    for n in (3, 5):
        run_simbench(f"--scene smoke --solver qn --iterations {n} --output runs/{n} --quiet")
    figure, saved = Figure(), []
    module = SimpleNamespace(draw=lambda runs, right: figure, save=lambda *saving: saved.append(saving))
    left, right = (workplace / "runs" / str(n) for n in (3, 5))
    arguments = {"results": left, "output": None, "name": "", "runs": [], "right": right}
    figure_command.draw(module, arguments)
    assert saved[0][0].get_suptitle().endswith("3, 5 iterations")


def test_a_note_is_continued_below_the_figure():
    note = "untwist, $h$ = $10^{-1}$ s"
    first, second = figure_setting.completed(note, [beam([4, 1, 1])]).split("\n")
    assert first == note
    assert second == (
        "classical Neo-Hookean, $E$ = $10^{7}$ Pa, $\\nu$ = 0.45, 4×1×1 cells of five tets, 200 iterations"
    )
    assert figure_setting.completed(f"{first}, {second}", [beam([4, 1, 1])]) == f"{first}, {second}"
