"""simbench-report writes the numbers of runs, samples, claims, sweeps and shapes into a page."""

import json
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import START
from matplotlib.colors import to_hex
from report_pages import (
    add_costs,
    beam,
    change_manifest,
    claim_entry,
    doubles,
    page_of,
    report,
    small_sweep,
    unpacked,
    unpacked_text,
    write_shapes,
    write_snapshot,
)
from synthetic_sweeps import curve, write_sweep

from simbench import drawing, load_run
from simbench.colours import GOOD_TO_BAD, linear_rgb
from simbench.figures.performance_profile import ratios_to_best
from simbench.report import collecting, entries, geometry
from simbench.report.packing import pack_doubles
from simbench.results import load_summary
from simbench.run_folders import run_folder
from simbench.sweeps import comparison, costs_to_target
from thesis.plots import load_reference

pytestmark = pytest.mark.slow

COLUMNS = ["objective", "inertial", "constraint", "relative_error", "iteration_seconds", "elapsed_seconds"]


# Runs.


def test_a_page_has_the_rows_of_each_run(results):
    page = page_of(results)
    assert list(page.runs) == ["PBD", "XPBD", "PD", "ADMM", "QN", "Newton"]
    for label, run in page.runs.items():
        expected, found = load_run(results / run["solver"]).iterations, page.rows(label)
        assert found[["step", "iteration"]].equals(expected[["step", "iteration"]].astype(np.uint32))
        for column in COLUMNS:
            assert found[column].to_numpy() == pytest.approx(expected[column], rel=1e-5), column
        assert "gradient_norm" not in found  # no run has this one
    assert not page.remarks


@pytest.mark.parametrize(
    "values",
    [
        [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e300, -1e300, 1.797e308, 2.2250738585072014e-308],
        np.array([0x7FF0000000000001, 0xFFFFFFFFFFFFFFFF, 0x7FFFFFFFFFFFFFFF], np.uint64).view(float),  # NaN
        [12345.0, 99999.0, -1.2345e-300, 3.14159265, 0.1],
        np.geomspace(1e-307, 1e307, 5000),
    ],
)
def test_doubles_keep_five_digits(values):
    values = np.array(values)
    back = doubles(pack_doubles(values))
    assert back == pytest.approx(values, rel=1e-5, nan_ok=True)
    assert np.array_equal(np.signbit(back), np.signbit(values) & ~np.isnan(values))


def test_samples_of_the_thesis_are_shown_only_in_its_setting(tmp_path, results, write_run):
    page = page_of(results)
    assert {label for label, run in page.runs.items() if run["samples"]} == {"XPBD", "PD", "ADMM", "QN"}
    thesis = load_reference("strain_beam_untwist_objectives")
    for label in ("XPBD", "PD", "ADMM", "QN"):
        own = thesis[thesis["series"] == label]
        samples = page.runs[label]["samples"]
        assert samples["objective"] == [own["iteration"].tolist(), own["value"].tolist()]
        assert {"objective", "relative_error", "constraint", "inertial"} == set(samples)
    others = {"stiffness": 1.1e8, "time_step": 2e-2, "cells": (16, 6, 6), "settings": {"weight_factor": 0.31}}
    for name, value in others.items():
        write_run(tmp_path / "other" / f"admm-{name}", solver="admm", **{name: value})
    assert not any(run["samples"] for run in page_of(tmp_path / "other").content["runs"])


def test_samples_that_six_digits_do_not_tell_from_the_minimum_are_less_than_a_unit(results):
    """The thesis's least objectives are 384538 J."""
    minimum = 384537.2
    for run in results.iterdir():
        change_manifest(run, reference_minimum=[minimum])
    page = page_of(results)
    thesis = load_reference("strain_beam_untwist_objectives")
    counts = {}
    for label in ("XPBD", "PD", "ADMM", "QN"):
        own = thesis[thesis["series"] == label]
        iterations, errors, less_than = page.runs[label]["samples"]["relative_error"]
        assert iterations == own["iteration"].tolist()
        assert less_than == np.flatnonzero(own["value"] == 384538).tolist()
        away = (own["value"] - minimum).where(own["value"] > 384538, 1)
        assert errors == pytest.approx((away / (START - minimum)).tolist())
        counts[label] = len(less_than)
    assert counts["XPBD"] == 0 < min(counts["PD"], counts["ADMM"])


def test_targets_and_sparklines_belong_to_the_first_step(tmp_path, write_run):
    rows = write_run(tmp_path / "runs/pd", steps=3)
    page = page_of(tmp_path / "runs")
    run = page.runs["PD"]
    for target, reached in zip((1e-1, 1e-3, 1e-6), run["targets"], strict=True):
        first = rows.loc[rows["relative_error"] <= target, "iteration"].min()
        assert reached == {"iterations": first, "seconds": pytest.approx(5e-4 * first)}
    errors = np.log10(np.clip(load_run(tmp_path / "runs/pd").first_step["relative_error"], 1e-12, None))
    assert (run["sparkline"][0], run["sparkline"][-1]) == (
        round(errors.iloc[0], 2),
        round(errors.iloc[-1], 2),
    )
    assert np.all(np.diff(run["sparkline"]) <= 0)
    assert run["steps"] == 3


def test_a_page_has_manifest_environment_and_the_command_to_repeat(tmp_path, write_run):
    write_run(tmp_path / "two words/qn")
    change_manifest(tmp_path / "two words/qn", message="it was stopped", status="interrupted")
    page = page_of(tmp_path / "two words")
    run = page.runs["QN"]
    assert run["command"] == f"simbench rerun '{tmp_path}/two words/qn/manifest.json'"
    provenance = page.provenance("QN")
    assert json.loads(provenance["manifest.json"])["message"] == "it was stopped"
    assert json.loads(provenance["environment.json"]) == {"setup_seconds": 0.25}
    assert "QN: interrupted: it was stopped" in page.remarks


def test_the_same_results_give_the_same_bytes(tmp_path, results):
    write_shapes(results / "qn")
    assert report(results, "--output", tmp_path / "a.html").returncode == 0
    assert report(results, "--output", tmp_path / "b.html", cwd=tmp_path).returncode == 0
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_several_folders_become_groups_of_one_page(tmp_path, results, write_run):
    write_run(tmp_path / "more/qn")
    page = page_of(results, tmp_path / "more", title="both")
    assert [(group["name"], len(group["runs"])) for group in page.content["groups"]] == [
        ("results", 6),
        ("more", 1),
    ]
    assert page.content["title"] == "both"
    assert page.content["summary"].startswith("7 runs of ")


# Claims.


def test_claims_that_use_these_runs_are_shown(tmp_path, results):
    change_manifest(results / "qn", run_id="0123456789abcdef")
    entries = {"7": claim_entry("0123456789abcdef"), "8": claim_entry("f" * 16)}
    (tmp_path / "claims.json").write_text(json.dumps(entries))
    (card,) = page_of(results).content["claims"]
    assert (card["number"], card["verdict"], card["answer"]) == ("7", "holds", "It is so.")
    assert card["parts"] == entries["7"]["parts"]


@pytest.mark.parametrize("text", ["{", "[]", '{"7": {}}', '{"7": 3}', "\udcff"])
def test_a_damaged_list_of_claims_is_named(results, text):
    (results / "claims.json").write_text(text, errors="surrogateescape")
    page = page_of(results)
    assert f"{results / 'claims.json'}" in page.remarks and "No claims are shown" in page.remarks
    assert len(page.runs) == 6


# Sweeps.


def test_a_sweep_has_its_cells_and_a_group_for_each_problem(tmp_path):
    page = page_of(small_sweep(tmp_path / "sweep"))
    (sweep,) = page.content["sweeps"]
    assert sweep["axes"] == {"step.time_step": ["0.01", "0.1"], "material.stiffness": ["1e+08", "1e+09"]}
    summary = load_summary(tmp_path / "sweep").set_index("run_id")
    assert len(sweep["cells"]) == len(summary) == 12
    for cell in sweep["cells"]:
        row, group = summary.loc[cell["run"]], page.content["groups"][sweep["first_group"] + cell["problem"]]
        assert group["place"] == {
            "step.time_step": f"{row['step.time_step']:g}",
            "material.stiffness": f"{row['material.stiffness']:g}",
        }
        assert [page.content["runs"][n]["id"] for n in group["runs"]].count(cell["run"]) == 1
        reached = row["iterations_to_1e-3"] if row["final_relative_error"] <= 1e-3 else np.nan
        assert cell["iterations_to_1e-3"] == (None if np.isnan(reached) else reached)
    assert {cell["label"] for cell in sweep["cells"]} == set(page.runs)  # the legend's names are the maps'
    assert sweep["command"] == f"simbench sweep {tmp_path}/sweep/plan.json --output {tmp_path}/sweep"


def test_a_page_of_many_runs_is_small(tmp_path):
    """160 runs take at most 20 MB."""

    def oscillating(weight: int) -> pd.DataFrame:
        return curve(lambda i: 0.9 ** (i / weight) * (2 + np.sin(i)))

    runs = [("admm", {"h": 0.01 * place}, oscillating(place), "converged") for place in range(1, 41)]
    write_sweep(tmp_path / "sweep", ["h"], runs)
    add_costs(tmp_path / "sweep")
    page = page_of(tmp_path / "sweep")
    assert len(page.content["runs"]) == 40 and not page.remarks
    assert len(page.text) < 20e6 / 4


def test_a_page_of_a_large_sweep_reads_runs_of_problems_that_are_spread_evenly(tmp_path, monkeypatch):
    runs = [
        (solver, {"h": 0.01 * place}, curve(lambda i: 0.5**i, last=3), "converged")
        for place in range(1, 21)
        for solver in ("admm", "qn")
    ]
    write_sweep(tmp_path / "sweep", ["h"], runs)
    add_costs(tmp_path / "sweep")
    read = []

    def counted(folder: Path):
        read.append(folder.name)
        return load_run(folder)

    monkeypatch.setattr(collecting, "load_run", counted)
    whole = page_of(tmp_path / "sweep")
    assert len(read) == len(set(read)) == 40 and not whole.remarks
    monkeypatch.setattr(collecting, "MOST_RUNS", 10)
    read.clear()
    page = page_of(tmp_path / "sweep")
    assert len(read) == 10 == len(page.content["runs"])
    assert "10 of 40 runs" in page.remarks and "simbench report" in page.remarks
    assert page.content["sweeps"] == whole.content["sweeps"]  # the maps have all runs
    sizes = [len(group["runs"]) for group in page.content["groups"]]
    assert [place for place, size in enumerate(sizes) if size] == [0, 5, 10, 14, 19]
    assert set(sizes) == {0, 2}  # a problem is shown with all its runs, or without any


def test_manifests_of_many_runs_share_payloads(tmp_path, monkeypatch):
    monkeypatch.setattr(entries, "TOGETHER", 5)
    page = page_of(small_sweep(tmp_path / "sweep"))
    assert [name for name in page.payloads if "provenance" in name] == [f"provenance-{i}" for i in range(3)]
    for run in page.content["runs"]:
        texts = json.loads(unpacked_text(page.payloads[run["provenance"]["payload"]]))
        assert json.loads(texts[run["provenance"]["place"]]["manifest.json"])["run_id"] == run["id"]


def test_pages_and_figures_have_one_scale():
    shades = drawing.GOOD_TO_BAD.resampled(16)
    assert [to_hex(shades(place)) for place in range(16)] == GOOD_TO_BAD
    light = [linear_rgb(colour)[1] for colour in GOOD_TO_BAD]
    assert light == sorted(light, reverse=True)  # from bright to dark


def test_a_report_does_not_wait_for_matplotlib(tmp_path, results):
    """Its import takes longer than a small report."""
    words = f"simbench-report {results} --output {tmp_path / 'page.html'}"
    script = (
        f"import sys; sys.argv = {words.split()}; from simbench.report.command import main; main(); "
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=False).returncode == 0


def test_axes_of_objects_are_written_in_words(tmp_path):
    small_sweep(tmp_path / "sweep")
    summary = pd.read_csv(tmp_path / "sweep/summary.csv", dtype={"run_id": str})
    summary["material.stiffness"] = '{"model":"strain","stiffness":10000000.0}'
    summary.to_csv(tmp_path / "sweep/summary.csv", index=False)
    (sweep,) = page_of(tmp_path / "sweep").content["sweeps"]
    assert sweep["axes"]["material.stiffness"] == ["model = strain, stiffness = 1e+07"]


def test_runs_that_are_missing_are_counted(tmp_path):
    sweep = small_sweep(tmp_path / "sweep")
    summary = pd.read_csv(sweep / "summary.csv", dtype={"run_id": str})
    summary.loc[:2, "status"] = "missing"
    summary.to_csv(sweep / "summary.csv", index=False)
    for run in summary["run_id"][:3]:
        shutil.rmtree(run_folder(sweep, run))
    page = page_of(sweep)
    assert "3 of 12 runs of the sweep have not been done yet." in page.remarks
    assert len(page.content["runs"]) == 9


@pytest.mark.parametrize("damage", ["no summary", "text in the summary", "half a summary"])
def test_a_sweep_with_a_damaged_summary_is_shown(tmp_path, damage):
    summary = small_sweep(tmp_path / "sweep") / "summary.csv"
    if damage == "no summary":
        summary.unlink()
    elif damage == "text in the summary":
        table = pd.read_csv(summary, dtype=str)
        table.loc[0, ["final_relative_error", "iterations", "iterations_to_1e-3"]] = "many"
        table.to_csv(summary, index=False)
    else:
        summary.write_text(summary.read_text()[:200])
    page = page_of(tmp_path / "sweep")
    assert len(page.content["runs"]) == 12
    assert (damage == "text in the summary") == (not page.remarks)
    assert (damage == "text in the summary") == bool(page.content["sweeps"])


def test_costs_match_the_performance_profile(tmp_path):
    """The page's script computes shares from these costs (test_report_page.py)."""
    (sweep,) = page_of(small_sweep(tmp_path / "sweep")).content["sweeps"]
    ratios = ratios_to_best(
        costs_to_target(comparison(load_summary(tmp_path / "sweep"), [], False), "iterations", "1e-3")
    )
    solved = {
        (cell["problem"], cell["label"]) for cell in sweep["cells"] if cell["iterations_to_1e-3"] is not None
    }
    assert solved == {(p, label) for label in ratios for p in ratios.index if ratios[label].notna()[p]}
    assert ("PBD" in ratios) and not any(label == "PBD" for _, label in solved)


# Shapes.


def test_shapes_are_surfaces_in_one_box_with_distances_to_the_lowest_run(tmp_path, write_run):
    write_run(tmp_path / "runs/qn", relative_error=np.geomspace(1, 1e-20, 6))
    write_run(tmp_path / "runs/pd")
    write_shapes(tmp_path / "runs/qn", iterations=range(0, 25, 5))
    write_shapes(tmp_path / "runs/pd", last=0.1)
    page = page_of(tmp_path / "runs")
    shapes = {label: run["shape"] for label, run in page.runs.items()}
    assert [shapes["QN"]["moments"], shapes["PD"]["moments"]] == [
        [[1, i] for i in range(0, 25, 5)],
        [[1, 0], [1, 10], [1, 20]],
    ]
    (group,) = page.content["groups"]
    vertices = shapes["PD"]["mesh"]["vertices"]
    assert shapes["PD"]["mesh"] == shapes["QN"]["mesh"] and vertices == 7 * 9 - 5  # without those inside
    box = [np.array(group["box"][key]) for key in ("low", "size")]
    points = unpacked(page.payloads[f"{shapes['PD']['payload']}-positions"], np.uint16, 3 * vertices)
    last = (box[0] + box[1] * points.reshape(3, vertices, 3) / 0xFFFF)[-1]
    assert np.ptp(last[:, 2]) == pytest.approx(0.2 + 0.1 * 0.36, abs=1e-4)
    assert "QN" in group["minimiser"]
    assert shapes["QN"]["largest_mm"][-1] == 0
    assert shapes["PD"]["largest_mm"][-1] == pytest.approx(1000 * 0.1 * 0.36, rel=1e-3)
    shares = unpacked(page.payloads[f"{shapes['PD']['payload']}-distances"], np.uint8, vertices)
    assert shares.reshape(3, -1)[-1].max() == round(255 * np.log(36 / 0.1) / np.log(1e4))
    assert group["scale"] == {"unit": "mm", "per_mm": 1, "numbers": ["0.1", "1", "10", "100", "1000"]}


def test_small_distances_have_a_scale_of_their_own(tmp_path, write_run):
    """A diverged shape, which is cut off at the box, does not stretch the scale."""
    points, tets = beam((2, 1, 1))
    for solver, away in (("pd", 4e-5), ("xpbd", 1e9)):
        write_run(tmp_path / "runs" / solver)
        for iteration, share in ((0, 1), (10, 0.5)):
            moved = {"displacement_to_minimiser": np.full_like(points, share * away)}
            write_snapshot(tmp_path / "runs" / solver, iteration, points, tets, **moved)
    page = page_of(tmp_path / "runs")
    (group,) = page.content["groups"]
    assert group["scale"] == {
        "unit": "µm", "per_mm": pytest.approx(1000), "numbers": ["0.01", "0.1", "1", "10", "100"]
    }  # fmt: skip
    shape = page.runs["PD"]["shape"]
    shares = unpacked(page.payloads[f"{shape['payload']}-distances"], np.uint8, shape["mesh"]["vertices"])
    assert shares[0] == round(255 * np.log10(np.sqrt(3) * 40 / 0.01) / 4)


@pytest.mark.parametrize("scene", ["spring_chain", "oscillator"])
def test_particles_have_no_shapes_and_a_remark(run_simbench, workplace, scene):
    run_simbench(f"--scene {scene} --solver qn --iterations 1 --set step.steps=1 --vtu --output OUT")
    page = page_of(workplace / "OUT")
    assert list(page.runs) == ["QN"]
    assert "QN: its snapshots have no surface, so its shape is not shown." in page.remarks
    assert not any("positions" in name for name in page.payloads)


def test_the_minimiser_in_snapshots_is_used(tmp_path, write_run):
    write_run(tmp_path / "runs/pd")
    points, tets = beam((2, 1, 1))
    away = np.full_like(points, 0.001)
    write_snapshot(tmp_path / "runs/pd", 10, points, tets, displacement_to_minimiser=away)
    page = page_of(tmp_path / "runs")
    assert "Newton's method" in page.content["groups"][0]["minimiser"]
    assert page.runs["PD"]["shape"]["largest_mm"] == [pytest.approx(np.sqrt(3), rel=1e-3)]


def test_a_run_without_a_reference_has_no_distances(tmp_path, write_run):
    write_run(tmp_path / "runs/pd", relative_error=np.nan, objective=np.nan)
    write_shapes(tmp_path / "runs/pd")
    page = page_of(tmp_path / "runs")
    assert not page.runs["PD"]["shape"]["distances"] and not page.content["groups"][0]["minimiser"]


def test_many_snapshots_are_thinned_and_large_surfaces_decimated_with_remarks(
    tmp_path, write_run, monkeypatch
):
    monkeypatch.setattr(geometry, "VERTICES_AT_MOST", 30)
    monkeypatch.setattr(geometry, "SNAPSHOTS_AT_MOST", 5)
    monkeypatch.setattr(geometry, "_surfaces", {})
    write_run(tmp_path / "runs/pd")
    write_shapes(tmp_path / "runs/pd", iterations=range(0, 110, 10))
    page = page_of(tmp_path / "runs")
    shape = page.runs["PD"]["shape"]
    assert [iteration for _, iteration in shape["moments"]] == [0, 20, 50, 80, 100]
    assert "PD: 5 of its 11 snapshots are shown." in page.remarks
    few = shape["mesh"]["vertices"]
    assert 8 <= few <= 30 and f"PD: {few} of its surface's 58 vertices are shown." in page.remarks
    triangles = unpacked(page.payloads[f"{shape['mesh']['payload']}-triangles"], np.uint32).reshape(-1, 3)
    assert len(triangles) > 20 and set(triangles.ravel()) == set(range(few))


def test_a_damaged_snapshot_is_named_and_the_others_are_shown(tmp_path, write_run):
    write_run(tmp_path / "runs/pd")
    write_shapes(tmp_path / "runs/pd")
    damaged = tmp_path / "runs/pd/positions_0001_000010.vtu"
    damaged.write_text(damaged.read_text()[:3000])
    page = page_of(tmp_path / "runs")
    assert str(damaged) in page.remarks
    assert page.runs["PD"]["shape"]["moments"] == [[1, 0], [1, 20]]


@pytest.mark.parametrize("far", [1e20, 1e300, 1e308, np.inf, np.nan])
def test_a_diverged_run_does_not_hide_the_others(tmp_path, write_run, far):
    write_run(tmp_path / "runs/qn", relative_error=np.geomspace(1, 1e-9, 6))
    write_run(tmp_path / "runs/pd", objective=far, relative_error=far, status="diverged")
    write_shapes(tmp_path / "runs/qn")
    points, tets = beam((6, 2, 2))
    write_snapshot(tmp_path / "runs/pd", 0, points, tets)
    write_snapshot(tmp_path / "runs/pd", 10, np.full_like(points, far), tets)
    write_snapshot(tmp_path / "runs/qn", 10, points, tets)
    page = page_of(tmp_path / "runs")
    assert max(page.content["groups"][0]["box"]["size"]) < 1
    largest = page.runs["PD"]["shape"]["largest_mm"]
    assert largest[1] is None if far in (1e308, np.inf) or np.isnan(far) else largest[1] > 1e15
    assert json.dumps(page.content, allow_nan=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page_of(tmp_path / "runs")
