"""`--collapse`: equal problems are computed once, and derived runs equal computed ones."""

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from test_sweep import tree, write_plan

from simbench.run_folders import run_folder
from simbench.snapshots import load_snapshot, snapshot_files

pytestmark = pytest.mark.slow

# k h² = 1, 25 and 100 occur at 0.01 s and 0.02 s; 25 and 100 also at 0.1 s.
PLAN = {
    "scene": "smoke.json",
    "axes": [
        {"path": "step.time_step", "values": [1e-2, 2e-2, 1e-1]},
        {"path": "material.stiffness", "values": [2.5e3, 1e4, 6.25e4, 2.5e5, 1e6]},
    ],
    "solvers": ["pbd", "xpbd", "pd", "admm", "qn", "newton"],
    "set": {"step.iterations": 30},
    "options": {"snapshot_every": -1},
}
# Where symmetry keeps these at zero, they are only rounding errors.
VANISHING = ["linear_momentum", "angular_momentum"]


@pytest.fixture
def sweeps(run_simbench, workplace) -> tuple[Path, Path]:
    """The same plan with and without --collapse."""
    write_plan(workplace, PLAN)
    run_simbench("sweep plan.json --output full --jobs 2")
    run_simbench("sweep plan.json --output collapsed --jobs 2 --collapse")
    return workplace / "full", workplace / "collapsed"


def derived_rows(folder: Path) -> pd.DataFrame:
    summary = pd.read_csv(folder / "summary.csv", dtype={"run_id": str})
    return summary[summary["derived_from"].notna()]


def manifest_of(folder: Path, run: str) -> dict:
    return json.loads((run_folder(folder, run) / "manifest.json").read_text())


def pictures_of(folder: Path) -> list[dict[str, np.ndarray]]:
    """The times of positions.pvd, then the numbers of each snapshot, by name."""
    times = re.findall(r'timestep="([^"]+)"', (folder / "positions.pvd").read_text())
    snapshots = [load_snapshot(file.path) for file in snapshot_files(folder)]
    return [
        {"time": np.array(times, float)},
        *({"points": s.points, **s.point_data, **s.cell_data} for s in snapshots),
    ]


def test_derived_runs_equal_computed_ones(sweeps):
    full, collapsed = sweeps
    derived = derived_rows(collapsed)
    assert len(derived) == 6 * 5
    same_bits = 0
    for run, source in zip(derived["run_id"], derived["derived_from"], strict=True):
        time_steps = [manifest_of(collapsed, r)["scene"]["step"]["time_step"] for r in (source, run)]
        computed = (run_folder(full, run) / "iterations.csv").read_bytes()
        scaled = (run_folder(collapsed, run) / "iterations.csv").read_bytes()
        if time_steps[1] / time_steps[0] == 2:
            same_bits += 1
            assert scaled == computed
            assert (
                manifest_of(full, run)["reference_minimum"]
                == manifest_of(collapsed, run)["reference_minimum"]
            )
            for picture in run_folder(full, run).glob("positions*"):
                assert (run_folder(collapsed, run) / picture.name).read_bytes() == picture.read_bytes()
            continue
        a, b = (pd.read_csv(run_folder(f, run) / "iterations.csv") for f in (full, collapsed))
        for column in a.dropna(axis="columns", how="all").columns.difference(VANISHING):
            # Values that converge to zero are compared with their start values.
            scale = np.nanmax(np.abs(a[column]))
            np.testing.assert_allclose(
                b[column], a[column], rtol=1e-9, atol=1e-9 * scale, err_msg=f"{run} {column}"
            )
    assert same_bits == 6 * 3


def test_derived_rows_are_marked_and_took_no_time(sweeps):
    full, collapsed = sweeps
    summary = pd.read_csv(collapsed / "summary.csv", dtype={"run_id": str})
    times = pd.read_csv(collapsed / "summary_timings.csv")
    derived = summary["derived_from"].notna()
    assert times.loc[~derived, "iteration_seconds"].notna().all()
    assert times.loc[derived, ["setup_seconds", "iteration_seconds", "seconds_to_1e-1"]].isna().all(axis=None)
    computed = set(summary.loc[~derived, "run_id"])
    assert set(summary.loc[derived, "derived_from"]) <= computed
    everywhere = pd.read_csv(full / "summary.csv", dtype={"run_id": str})
    assert everywhere["derived_from"].isna().all()
    for column in ["run_id", "solver", "status", "iterations", "iterations_to_1e-1"]:
        assert summary[column].equals(everywhere[column])
    for run, source in summary.loc[derived, ["run_id", "derived_from"]].itertuples(index=False):
        manifest = manifest_of(collapsed, run)
        assert (manifest["run_id"], manifest["derived_from"]) == (run, source)
        timings = pd.read_csv(run_folder(collapsed, run) / "timings.csv")
        assert timings[["iteration_seconds", "elapsed_seconds"]].isna().all(axis=None)
        assert len(timings) == manifest["iterations"] + 1
        pictures = [pictures_of(run_folder(folder, run)) for folder in (full, collapsed)]
        for a, b in zip(*pictures, strict=True):
            assert a.keys() == b.keys()
            for name in a:
                scale = 1 if name == "displacement_to_minimiser" else np.abs(a[name]).max()
                np.testing.assert_allclose(b[name], a[name], rtol=1e-9, atol=1e-9 * scale, err_msg=name)


def test_repeating_a_derived_run_computes_it(run_simbench, sweeps):
    _, collapsed = sweeps
    derived = derived_rows(collapsed)
    doubled = derived[(derived["solver"] == "qn") & (derived["step.time_step"] == 2e-2)]
    manifest = run_folder(collapsed, doubled["run_id"].iloc[0]) / "manifest.json"
    run_simbench("rerun", manifest, "--output repeated")


def test_a_collapsed_sweep_is_resumed(run_simbench, sweeps):
    _, collapsed = sweeps
    whole = tree(collapsed)
    derived = derived_rows(collapsed)
    run, source = derived[["run_id", "derived_from"]].iloc[0]
    other = derived["run_id"].iloc[5]
    assert "0 damaged" in run_simbench("verify collapsed").stdout
    (run_folder(collapsed, other) / "iterations.csv").write_text("iteration\n")
    assert other in run_simbench("verify collapsed", exit_code=1).stdout
    shutil.rmtree(run_folder(collapsed, run))
    shutil.rmtree(run_folder(collapsed, source))
    assert "2 missing" in run_simbench("status collapsed").stdout
    run_simbench("sweep plan.json --output collapsed --collapse")
    assert tree(collapsed) == whole


def test_jobs_for_other_tools_are_the_computed_runs(run_simbench, sweeps, workplace):
    _, collapsed = sweeps
    listed = run_simbench("sweep plan.json --list --collapse").stdout.splitlines()
    ids = [line.split()[0] for line in listed]
    summary = pd.read_csv(collapsed / "summary.csv", dtype={"run_id": str})
    assert ids == list(summary.loc[summary["derived_from"].isna(), "run_id"])
    for run in ids:
        run_simbench("sweep plan.json --output alone --collapse --only", run)
    for shard in range(3):
        run_simbench(f"sweep plan.json --output shards --collapse --shard {shard}/3")
    run_simbench("sweep plan.json --output alone --collapse")
    run_simbench("sweep plan.json --output shards --collapse --summary")
    whole = tree(collapsed)
    assert tree(workplace / "alone") == whole
    assert tree(workplace / "shards") == whole


def test_a_filter_adds_the_sources_of_derived_runs(run_simbench, workplace):
    write_plan(workplace, PLAN, collapse=True)
    run_simbench("sweep plan.json --output part --filter step.time_step=0.1 --filter solver=qn")
    summary = pd.read_csv(workplace / "part" / "summary.csv", dtype={"run_id": str}).set_index("run_id")
    done = summary[summary["status"] != "missing"]
    assert (done["solver"] == "qn").all()
    assert (done["step.time_step"] == 0.1).sum() == 5
    sources = done["derived_from"].dropna()
    assert len(sources) == 2
    assert len(done) == 5 + len(sources)
    assert set(sources) <= set(done.index)


def test_a_derived_run_does_not_count_as_computed(run_simbench, sweeps):
    full, collapsed = sweeps
    refused = run_simbench("sweep plan.json --output collapsed", exit_code=2)
    assert "another plan" in refused.stderr
    run_simbench("sweep plan.json --output collapsed --replace-plan --jobs 2")
    assert tree(collapsed) == tree(full)


def test_a_run_without_a_source_fails_with_its_name(run_simbench, workplace):
    plan = {**PLAN, "solvers": ["qn"], "collapse": True}
    plan["options"] = {"max_seconds": 1e-9}
    plan["axes"] = [
        {"path": "step.time_step", "values": [1e-2, 2e-2]},
        {"path": "material.stiffness", "values": [1e4, 2.5e3]},
    ]
    write_plan(workplace, plan)
    run_simbench("sweep plan.json --output failing", exit_code=5)
    told = run_simbench("status failing").stdout
    assert "which it is derived from, has no result" in told
    assert "0 done, 4 failed" in told


def test_the_thesis_grid_of_the_untwisting_beam_is_14_problems(run_simbench):
    plan = "studies/thesis/plans/thesis_untwist.json"
    for options, jobs in (("", 32), ("--collapse", 14)):
        listed = run_simbench(f"sweep {plan} --list --filter solver=qn {options}").stdout
        assert len(listed.splitlines()) == jobs


def test_a_beam_that_is_twisted_further_is_refused(run_simbench, workplace):
    write_plan(workplace, PLAN, scene="beam_twist.json")
    refused = run_simbench("sweep plan.json --output twist --collapse", exit_code=2)
    assert "anchors.groups.0.rotation.degrees_per_second" in refused.stderr
    assert not (workplace / "twist").exists()
