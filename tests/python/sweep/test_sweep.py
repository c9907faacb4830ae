"""A sweep does every run of its plan once, and its folder describes these runs exactly."""

import itertools
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, TIMEOUT, wait_until

from simbench.run_folders import run_folder

pytestmark = pytest.mark.slow

TARGETS = [f"1e-{n}" for n in range(1, 9)]
FINAL = [
    *("objective", "inertial", "constraint", "relative_error"),
    *("linear_momentum", "angular_momentum", "min_det_f", "inverted_tets"),
]
VARYING = {"timings.csv", "environment.json", "summary_timings.csv"}

UNTWIST = "studies/thesis/plans/thesis_untwist.json"
# 2 × 2 × (qn + 2 admm + xpbd) − 1 runs: scenes/sweeps/smoke.json with fewer iterations.
PLAN = {
    "scene": "smoke.json",
    "axes": [
        {"path": "step.time_step", "values": [1e-2, 2e-2]},
        {"path": "material.stiffness", "range": {"from": 1e5, "to": 1e6, "count": 2}},
        {"path": "solvers.admm.weight_factor", "values": [0.5, 1]},
    ],
    "solvers": ["qn", "admm", "xpbd"],
    "exclude": [{"solver": "xpbd", "material.stiffness": 1e6, "step.time_step": 2e-2}],
    "set": {"step.iterations": 12},
}
ENDLESS = {
    "scene": "smoke.json",
    "axes": [{"path": "step.time_step", "values": [1e-2, 2e-2, 3e-2]}],
    "solvers": ["pd"],
    "set": {"step.iterations": 100_000_000},
    "options": {"record_every": 100_000},
}


def expected_runs() -> list[tuple]:
    """(solver, time step, stiffness, weight factor or None) of each run of PLAN."""
    runs = []
    for h, k, c in itertools.product([0.01, 0.02], [1e5, 1e6], [0.5, 1.0]):
        for solver in ("qn", "admm", "xpbd"):
            run = (solver, h, k, c if solver == "admm" else None)
            if run not in runs and run != ("xpbd", 0.02, 1e6, None):
                runs.append(run)
    return runs


def write_plan(workplace: Path, plan: dict = PLAN, name: str = "plan.json", **changes) -> Path:
    (workplace / name).write_text(json.dumps({**plan, **changes}))
    return workplace / name


def tree(folder: Path) -> dict[str, bytes | None]:
    """The contents of a sweep's folder that must be equal after a repetition, including hidden files."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if path.name not in VARYING
    }


def everything(folder: Path) -> dict[str, tuple]:
    """Names, times and inodes, which change with every write."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_mtime_ns, path.lstat().st_ino)
        for path in [folder, *folder.rglob("*")]
    }


def children_of(process: subprocess.Popen) -> list[int]:
    try:
        listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in listed.split()]


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.fixture
def whole(run_simbench, workplace) -> Path:
    """The complete folder of PLAN."""
    write_plan(workplace)
    run_simbench("sweep plan.json --output WHOLE --jobs 2")
    return workplace / "WHOLE"


def summary(folder: Path, name: str = "summary.csv") -> pd.DataFrame:
    return pd.read_csv(folder / name, dtype={"run_id": str}, float_precision="round_trip")


def listed(finished) -> list[str]:
    return [line.split()[0] for line in finished.stdout.splitlines()]


# --- Runs of a plan


def test_list_has_every_run_once_in_order(run_simbench, workplace):
    write_plan(workplace)
    rows = [line.split(" ") for line in run_simbench("sweep plan.json --list").stdout.splitlines()]
    found = []
    for id_, solver, *coordinates in rows:
        assert re.fullmatch("[0-9a-f]{16}", id_)
        pairs = dict(text.split("=") for text in coordinates)
        assert list(pairs) == [axis["path"] for axis in PLAN["axes"]]
        found.append((solver, *(None if value == "-" else float(value) for value in pairs.values())))
    assert found == expected_runs()
    assert len({row[0] for row in rows}) == len(rows) == 15


@pytest.mark.parametrize("plan", ["plan.json", "scenes/sweeps/smoke.json", UNTWIST])
@pytest.mark.parametrize("option", ["--list", "--dry-run"])
def test_list_and_dry_run_compute_and_write_nothing(run_simbench, workplace, plan, option):
    write_plan(workplace)
    before = everything(workplace)
    finished = run_simbench(
        f"sweep {plan} {option} --output OUT",
        environment={"SIMBENCH_CACHE": str(workplace / "CACHE"), "HOME": str(workplace / "HOME")},
    )
    assert everything(workplace) == before
    assert not (workplace / "OUT").exists() and not (workplace / "CACHE").exists()
    count = 160 if "thesis" in plan else 15
    lines = finished.stdout.splitlines()
    if option == "--list":
        assert len(lines) == count
    else:
        assert len(lines) == count + 1
        assert re.match(rf"{count} runs, 0 done, 0 declined; .* about .* (ms|s|min|h) .* \d+ MB", lines[-1])


def test_dry_run_estimates_the_thesis_grid_within_reason(run_simbench):
    """160 000 iterations of about 4800 tets take between minutes and an hour on a core, and little memory."""
    last = run_simbench(f"sweep {UNTWIST} --dry-run").stdout.splitlines()[-1]
    seconds, memory = map(int, re.search(r"about (\d+) s .* and (\d+) MB", last).groups())
    assert 20 < seconds < 7200
    assert 20 <= memory < 500
    half = run_simbench(f"sweep {UNTWIST} --dry-run --jobs 2").stdout.splitlines()[-1]
    assert int(re.search(r"about (\d+) s", half)[1]) == pytest.approx(seconds / 2, abs=1)


def test_dry_run_in_a_folder_knows_what_is_done(run_simbench, workplace, whole):
    (id_,) = listed(run_simbench("sweep plan.json --list --shard 3/15"))
    shutil.rmtree(run_folder(whole, id_))
    before = everything(whole)
    lines = run_simbench("sweep plan.json --dry-run --output WHOLE").stdout.splitlines()
    assert everything(whole) == before
    assert [line.split()[0] for line in lines[:-1] if not line.endswith("  done")] == [id_]
    assert lines[-1].startswith("15 runs, 14 done")


@pytest.mark.parametrize("jobs", [1, 5])
def test_the_number_of_jobs_changes_no_byte(run_simbench, workplace, whole, jobs):
    run_simbench(f"sweep plan.json --output OUT --jobs {jobs}")
    assert tree(workplace / "OUT") == tree(whole)
    assert len([name for name in tree(whole) if name.endswith("manifest.json")]) == 15


def test_a_run_equals_the_run_of_a_single_command(run_simbench, workplace, whole):
    """Each run of the plan has the same id and rows."""
    for row in summary(whole).itertuples(index=False):
        solver, h, k, c = row[1:5]
        weight = "" if np.isnan(c) else f"--set solvers.admm.weight_factor={c}"
        run_simbench(
            f"--scene smoke.json --solver {solver} --output ONE --replace --iterations 12 --quiet"
            f" --set step.time_step={h} --set material.stiffness={k} {weight}"
        )
        for name in ("iterations.csv", "manifest.json"):
            one = (workplace / "ONE" / solver / name).read_bytes()
            assert one == (run_folder(whole, row.run_id) / name).read_bytes()


def test_the_runs_of_two_sweeps_are_compared_by_their_ids(run_simbench, whole):
    said = run_simbench("compare WHOLE/runs WHOLE/runs").stdout
    assert all(f"{run}: " in said for run in summary(whole)["run_id"])


def test_a_manifest_names_the_scene_without_its_folder(run_simbench, workplace, whole):
    """A run has the same bytes for any path of its scene (docs/output.md)."""
    write_plan(workplace, scene="scenes/deformable/smoke.json")
    run_simbench("sweep plan.json --output OUT --jobs 2")
    runs = {name: text for name, text in tree(workplace / "OUT").items() if name.startswith("runs")}
    assert runs == {name: text for name, text in tree(whole).items() if name.startswith("runs")}


def test_only_does_one_run_and_the_sweep_does_the_others(run_simbench, workplace, whole):
    (id_,) = listed(run_simbench("sweep plan.json --list --shard 4/15"))
    run_simbench(f"sweep plan.json --output OUT --only {id_}")
    assert [path.name for path in (workplace / "OUT/runs").glob("*/*")] == [id_]
    assert not (workplace / "OUT/summary.csv").exists()  # the tool that starts the runs writes it once
    assert "1 done, 0 failed, 14 missing" in run_simbench("status OUT").stdout
    before = everything(run_folder(workplace / "OUT", id_))
    run_simbench("sweep plan.json --output OUT --jobs 2")
    assert everything(run_folder(workplace / "OUT", id_)) == before
    assert tree(workplace / "OUT") == tree(whole)


def test_only_refuses_an_unknown_run(run_simbench, workplace):
    write_plan(workplace)
    finished = run_simbench("sweep plan.json --output OUT --only 0123456789abcdef", exit_code=2)
    assert "0123456789abcdef" in finished.stderr and "--list" in finished.stderr
    assert not (workplace / "OUT").exists()


@pytest.mark.parametrize("count", [2, 4, 20])
def test_shards_partition_the_runs(run_simbench, workplace, count):
    write_plan(workplace)
    shards = [listed(run_simbench(f"sweep plan.json --list --shard {i}/{count}")) for i in range(count)]
    ids = listed(run_simbench("sweep plan.json --list"))
    assert [ids[i::count] for i in range(count)] == shards


def test_two_shards_can_fill_one_folder_at_the_same_time(start, run_simbench, workplace, whole):
    for _ in range(8):  # they begin at nearly the same time; one of them makes the index
        shutil.rmtree(workplace / "OUT", ignore_errors=True)
        processes = [start("sweep", "plan.json", "--output", "OUT", "--shard", f"{i}/2") for i in range(2)]
        assert [process.wait(timeout=TIMEOUT) for process in processes] == [0, 0]
        parts = sorted(path.name for path in (workplace / "OUT/parts").iterdir())
        assert parts == ["0-of-2.jsonl", "1-of-2.jsonl"]
        run_simbench("sweep plan.json --output OUT --summary")
        assert "missing" not in set(summary(workplace / "OUT")["status"])
        assert tree(workplace / "OUT") == tree(whole)
    run_simbench("verify OUT")
    before = everything(workplace / "OUT/runs")
    run_simbench("sweep plan.json --output OUT --shard 0/2")  # only its part is left to write
    assert everything(workplace / "OUT/runs") == before
    run_simbench("sweep plan.json --output OUT --summary")
    assert tree(workplace / "OUT") == tree(whole)


def test_a_file_of_runs_is_done_and_the_sweep_does_the_others(run_simbench, workplace, whole):
    """The lines of --list are such a file; a process that does them writes their rows, but no summary."""
    lines = run_simbench("sweep plan.json --list").stdout.splitlines()
    (workplace / "ids").write_text("\n".join([*lines[3:6], lines[3].split()[0], ""]))
    chosen = {line.split()[0] for line in lines[3:6]}
    run_simbench("sweep plan.json --output OUT --only-file ids")
    assert {path.name for path in (workplace / "OUT/runs").glob("*/*")} == chosen
    assert not (workplace / "OUT/summary.csv").exists()
    (part,) = (workplace / "OUT/parts").iterdir()
    assert {json.loads(line)[0] for line in part.read_text().splitlines()} == chosen
    run_simbench("sweep plan.json --output OUT")
    assert tree(workplace / "OUT") == tree(whole)
    for text in ("0123456789abcdef\n", ""):
        (workplace / "ids").write_text(text)
        finished = run_simbench("sweep plan.json --output NEW --only-file ids", exit_code=2)
        assert "--list" in finished.stderr and text.strip() in finished.stderr
        assert not (workplace / "NEW").exists()


def test_a_plan_is_written_without_runs_and_shards_use_its_index(run_simbench, workplace, whole):
    run_simbench("sweep plan.json --output OUT --plan")
    assert {path.name for path in (workplace / "OUT").iterdir()} == {"plan.json", "index.csv"}
    for name in ("plan.json", "index.csv"):
        assert (workplace / "OUT" / name).read_bytes() == (whole / name).read_bytes()
    table = pd.read_csv(workplace / "OUT/index.csv", dtype={"run_id": str})
    assert table["run_id"].tolist() == summary(whole)["run_id"].tolist()
    # A row that names another combination is noticed by the id of the run.
    index = workplace / "OUT/index.csv"
    head, first, second, *rest = index.read_text().splitlines()
    ids = [row.split(",")[0] for row in (first, second)]
    swapped = [f"{ids[0]},{second.split(',', 1)[1]}", f"{ids[1]},{first.split(',', 1)[1]}"]
    index.write_text("\n".join([head, *swapped, *rest, ""]))
    finished = run_simbench(f"sweep plan.json --output OUT --only {ids[0]}", exit_code=2)
    assert ids[0] in finished.stderr and "--plan --replace-plan" in finished.stderr
    run_simbench("sweep plan.json --output OUT --plan --replace-plan")
    run_simbench(f"sweep plan.json --output OUT --only {ids[0]}")
    index.write_text("run_id\n")  # no index of ours
    finished = run_simbench("sweep plan.json --output OUT", exit_code=4)
    assert "index.csv" in finished.stderr and "move it away" in finished.stderr
    assert index.read_text() == "run_id\n"


@pytest.mark.parametrize(
    "shard", ["2/2", "-1/2", "1", "a/b", "0/0", "0.5/2", "/", "0/1.5", "nan/2", "0/inf", "0/1e300"]
)
def test_bad_shards_are_refused(run_simbench, workplace, shard):
    write_plan(workplace)
    finished = run_simbench(
        f"sweep plan.json --output OUT --shard={shard}", exit_code=2, preexec_fn=limit_memory(1 << 30)
    )
    assert "--shard" in finished.stderr and "i/n" in finished.stderr
    assert not (workplace / "OUT").exists()


def limit_memory(size: int) -> Callable[[], None]:
    import resource

    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


@pytest.mark.parametrize(
    ("filters", "keep"),
    [
        (["solver=qn"], lambda run: run[0] == "qn"),
        (["material.stiffness=1e6"], lambda run: run[2] == 1e6),
        (["material.stiffness=1000000"], lambda run: run[2] == 1e6),
        (["step.time_step=0.010", "solver=xpbd"], lambda run: run[1] == 0.01 and run[0] == "xpbd"),
        (["solvers.admm.weight_factor=1"], lambda run: run[3] == 1),
    ],
)
def test_a_filter_keeps_the_runs_with_its_values(run_simbench, workplace, filters, keep):
    write_plan(workplace)
    options = " ".join(f"--filter {text}" for text in filters)
    ids = listed(run_simbench("sweep plan.json --list"))
    wanted = [id_ for id_, run in zip(ids, expected_runs(), strict=True) if keep(run)]
    assert listed(run_simbench(f"sweep plan.json --list {options}")) == wanted


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        *((text, "axis=value") for text in ("solver", "colour=3", "step.timestep=1")),
        ("step.time_step=7", "no run has this value; step.time_step takes: 0.01, 0.02"),
        ("solver=pd", "no run has this value; solver takes: qn, admm, xpbd"),
        ("solvers.admm.weight_factor=", "solvers.admm.weight_factor takes: -, 0.5, 1"),
        ("solver=xpbd material.stiffness=1e6 step.time_step=0.02", "no run meets all of these"),
    ],
)
def test_a_filter_that_chooses_no_run_is_refused(run_simbench, workplace, texts, words):
    write_plan(workplace)
    filters = " ".join(f"--filter {text}" for text in texts.split())
    for option in ("--list", "--dry-run", "--output OUT"):
        message = run_simbench(f"sweep plan.json {option} {filters}", exit_code=2).stderr
        assert filters in message.replace("'", "") and words in message
    assert not (workplace / "OUT").exists()


@pytest.mark.parametrize("option", ["--only", "--shard", "--filter", "--output", "--set"])
def test_an_empty_option_value_is_refused(run_simbench, workplace, option):
    write_plan(workplace)
    before = everything(workplace)
    for words in (f"{option} ''", f"{option}="):
        output = "" if option == "--output" else "--output OUT"
        assert option in run_simbench(f"sweep plan.json {output} {words}", exit_code=2).stderr
    assert everything(workplace) == before


def test_list_prints_one_line_per_run_for_any_value(run_simbench, workplace):
    """A newline or another line separator in a value is shown as JSON, and --filter takes it so."""
    scene = json.loads((workplace / "scenes/deformable/smoke.json").read_text())
    node = "5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1\n"
    names = ["a.node", "new\nline.node", "separator\u2028\x85\r.node", "ö ü.node"]
    for i, name in enumerate(names):
        (workplace / name).write_text(node.replace("4 1 1 1", f"4 1 1 {i + 1}"))
        (workplace / name.replace(".node", ".ele")).write_text("2 4 0\n0 0 1 2 3\n1 1 2 3 4\n")
    scene["body"] = {"mesh": {"file": names[0]}}
    del scene["preparation"]
    (workplace / "own.json").write_text(json.dumps(scene))
    axes = [{"path": "body.mesh.file", "values": names}]
    write_plan(workplace, scene="own.json", axes=axes, exclude=[], solvers=["qn"], set={})
    lines = run_simbench("sweep plan.json --list").stdout.splitlines()
    shown = ["a.node", '"new\\nline.node"', '"separator\\u2028\\u0085\\r.node"', "ö ü.node"]
    assert [line.split("=", 1)[1] for line in lines] == shown
    for text, line in zip(shown, lines, strict=True):
        filter_ = shlex.quote(f"body.mesh.file={text}")
        finished = run_simbench(f"sweep plan.json --list --filter {filter_}")
        assert finished.stdout.splitlines() == [line]


def test_a_sweep_needs_an_output_folder(run_simbench, workplace):
    write_plan(workplace)
    before = everything(workplace)
    assert "--output" in run_simbench("sweep plan.json", exit_code=2).stderr
    assert everything(workplace) == before


# --- summary.csv


def test_the_summary_matches_the_runs(whole):
    """The test computes the summary from the iterations.csv of each run."""
    table = summary(whole)
    assert list(table) == [
        *("run_id", "solver", "step.time_step", "material.stiffness", "solvers.admm.weight_factor"),
        *("status", "derived_from", "iterations"),
        *(f"iterations_to_{target}" for target in TARGETS),
        *(f"final_{name}" for name in FINAL),
    ]
    coordinates = table.iloc[:, 1:5].astype(object).where(table.iloc[:, 1:5].notna(), None)
    assert [tuple(row) for row in coordinates.to_numpy()] == expected_runs()
    reached = 0
    for _, row in table.iterrows():
        run = run_folder(whole, row["run_id"])
        iterations = pd.read_csv(run / "iterations.csv", float_precision="round_trip")
        manifest = json.loads((run / "manifest.json").read_text())
        assert (row["status"], row["iterations"]) == (manifest["status"], manifest["iterations"])
        assert row["iterations"] == iterations["iteration"].iloc[-1]
        for target in TARGETS:
            good = iterations[iterations["relative_error"] <= float(target)]
            value = row[f"iterations_to_{target}"]
            assert np.isnan(value) if good.empty else value == good["iteration"].iloc[0]
            reached += not good.empty
        for name in FINAL:
            assert row[f"final_{name}"] == pytest.approx(iterations[name].iloc[-1], rel=1e-15)
        assert row["final_objective"] == pytest.approx(row["final_inertial"] + row["final_constraint"])
    assert 30 < reached < 15 * len(TARGETS)  # both cases occur


def test_the_timings_of_the_summary_match_the_runs(whole):
    table = summary(whole, "summary_timings.csv")
    assert list(table)[:5] == list(summary(whole))[:5]
    assert list(table)[5:] == ["setup_seconds", "iteration_seconds", *(f"seconds_to_{t}" for t in TARGETS)]
    assert table["run_id"].tolist() == summary(whole)["run_id"].tolist()
    for _, row in table.iterrows():
        run = run_folder(whole, row["run_id"])
        environment = json.loads((run / "environment.json").read_text())
        assert row["setup_seconds"] == environment["setup_seconds"]
        assert row["iteration_seconds"] == environment["iteration_seconds"]
        errors = pd.read_csv(run / "iterations.csv")["relative_error"]
        elapsed = pd.read_csv(run / "timings.csv", float_precision="round_trip")["elapsed_seconds"]
        for target in TARGETS:
            good = elapsed[errors <= float(target)]
            value = row[f"seconds_to_{target}"]
            assert np.isnan(value) if good.empty else value == pytest.approx(good.iloc[0], rel=1e-15)


def test_targets_count_in_the_first_step_and_final_values_in_the_last(run_simbench, workplace):
    write_plan(workplace, axes=[], exclude=[], solvers=["pd"], set={"step.steps": 3, "step.iterations": 40})
    run_simbench("sweep plan.json --output OUT")
    (row,) = summary(workplace / "OUT").to_dict("records")
    table = summary(run_folder(workplace / "OUT", row["run_id"]), "iterations.csv")
    assert table["step"].max() == 3 and row["iterations"] == 120
    first = table[table["step"] == 1]
    seen = 0
    for target in TARGETS:
        good = first[first["relative_error"] <= float(target)]
        value = row[f"iterations_to_{target}"]
        assert np.isnan(value) if good.empty else value == good["iteration"].iloc[0]
        seen += not good.empty
    assert seen >= 2
    assert row["final_objective"] == pytest.approx(table["objective"].iloc[-1], rel=1e-15)


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("body.beam.cells", [[8, 2, 2], [4, 1, 1]]),
        ("body.beam.split", ["five", "six"]),
        ("precision", ["single", "double"]),
        (
            "material",
            [
                {"model": "strain", "stiffness": 1e5},
                {"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.3},
            ],
        ),
        (
            "preparation.anchors.groups.0.vertices",
            [{"select": "x_min"}, {"select": "box", "minimum": [-1, -1, -1], "maximum": [0.1, 1, 1]}],
        ),
        ("step.start", ["inertial", "previous"]),
    ],
)
def test_values_of_any_kind_are_read_back_from_the_summary(run_simbench, workplace, path, values):
    write_plan(
        workplace,
        axes=[{"path": path, "values": values}],
        solvers=["qn", "xpbd" if path == "step.start" else "pd"],
        exclude=[],
        set={"step.iterations": 2},
    )
    run_simbench("sweep plan.json --output OUT --jobs 2")
    for name in ("summary.csv", "summary_timings.csv"):
        table = summary(workplace / "OUT", name)
        assert len(table) == 4
        found = [text if isinstance(values[0], str) else json.loads(text) for text in table[path]]
        assert found == [value for value in values for _ in range(2)]
    # A solver that declines the scene has a row, but no run.
    table = summary(workplace / "OUT")
    declined = table["status"] == "declined"
    assert declined.sum() == (1 if path in ("material", "step.start") else 0)
    assert table[declined].filter(like="final_").isna().all(axis=None)
    assert len(list((workplace / "OUT/runs").glob("*/*"))) == 4 - declined.sum()


# --- status and verify


def test_a_complete_sweep_is_not_changed(run_simbench, workplace, whole):
    before = everything(whole / "runs")
    bytes_before = tree(whole)
    run_simbench("sweep plan.json --output WHOLE --jobs 2")
    assert everything(whole / "runs") == before
    assert tree(whole) == bytes_before
    assert run_simbench("status WHOLE").stdout == "15 done, 0 failed, 0 missing\n"
    assert run_simbench("verify WHOLE").stdout == "15 good, 0 damaged, 0 missing\n"


def truncate(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def empty(file: Path) -> None:
    os.truncate(file, 0)


def flip(file: Path) -> None:
    contents = bytearray(file.read_bytes())
    contents[len(contents) // 2] ^= 1
    file.write_bytes(contents)


DAMAGE = [
    *itertools.product(["iterations.csv", "manifest.json"], [truncate, empty, Path.unlink]),
    ("iterations.csv", flip),
    *itertools.product(["timings.csv", "environment.json"], [empty, Path.unlink]),
]


@pytest.mark.parametrize(("name", "damage"), DAMAGE, ids=lambda value: getattr(value, "__name__", value))
def test_verify_names_a_damaged_run_and_the_sweep_repairs_it(run_simbench, workplace, whole, name, damage):
    expected = tree(whole)
    id_ = summary(whole)["run_id"][6]
    damage(run_folder(whole, id_) / name)
    finished = run_simbench("verify WHOLE", exit_code=1)
    assert re.findall(r"damaged: \S*/runs/../(\w+)", finished.stdout) == [id_]
    assert "14 good, 1 damaged" in finished.stdout
    run_simbench("status WHOLE")
    # A shard reads its own runs only, and the summary has a row for each run.
    assert "damaged" not in run_simbench("sweep plan.json --output WHOLE --shard 1/2").stderr
    run_simbench("sweep plan.json --output WHOLE --summary", exit_code=None)
    assert len(summary(whole)) == 15
    others = {id_other: everything(run_folder(whole, id_other)) for id_other in summary(whole)["run_id"]}
    run_simbench("sweep plan.json --output WHOLE")
    again = {id_other: everything(run_folder(whole, id_other)) for id_other in summary(whole)["run_id"]}
    assert [name for name in others if others[name] != again[name]] == [id_]
    run_simbench("verify WHOLE")
    assert tree(whole) == expected


def test_the_summary_omits_a_table_without_its_last_rows(run_simbench, workplace, whole):
    """A table that is cut between two rows looks intact, but timings.csv has more rows."""
    id_ = summary(whole)["run_id"][6]
    file = run_folder(whole, id_) / "iterations.csv"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    run_simbench("sweep plan.json --output WHOLE --summary", exit_code=4)
    assert summary(whole).set_index("run_id").loc[id_, "status"] == "damaged"


@pytest.mark.parametrize("name", ["summary.csv", "summary_timings.csv"])
@pytest.mark.parametrize("damage", [truncate, flip, Path.unlink], ids=lambda value: value.__name__)
def test_verify_compares_the_summary_with_the_runs(run_simbench, whole, name, damage):
    expected = tree(whole), (whole / name).read_bytes()
    damage(whole / name)
    finished = run_simbench("verify WHOLE", exit_code=1)
    word = "missing" if damage is Path.unlink else "damaged"
    assert finished.stdout.splitlines()[0] == f"{word}: WHOLE/{name}"
    assert json.loads(run_simbench("verify WHOLE --json", exit_code=1).stdout)["files"][name] == word
    run_simbench("sweep plan.json --output WHOLE")
    run_simbench("verify WHOLE")
    assert (tree(whole), (whole / name).read_bytes()) == expected


def test_verify_finds_any_change_of_a_manifest(run_simbench, whole):
    """This includes members that do not enter the run's id. The sweep repeats the run."""
    id_ = summary(whole)["run_id"][6]
    file = run_folder(whole, id_) / "manifest.json"
    manifest = json.loads(file.read_text())
    good = file.read_text()
    for key in ("status", "iterations", "reference_minimum", "message", "vertices", "manifest_sha256"):
        changed = {name: value for name, value in manifest.items() if name != key}
        for text in (json.dumps(changed), json.dumps({**manifest, key: 3}, indent=2) + "\n", good + " "):
            file.write_text(text)
            assert f"damaged: WHOLE/runs/{id_[:2]}/{id_}" in run_simbench("verify WHOLE", exit_code=1).stdout
    run_simbench("sweep plan.json --output WHOLE")
    assert file.read_text() == good


def test_verify_finds_a_plan_of_other_runs(run_simbench, whole):
    text = (whole / "plan.json").read_text()
    hash_ = json.loads(text)["runs_sha256"]
    (whole / "plan.json").write_text(text.replace(hash_, hash_[::-1]))
    finished = run_simbench("verify WHOLE", exit_code=1)
    assert "damaged: WHOLE/plan.json" in finished.stdout


def test_status_and_verify_as_json(run_simbench, workplace, whole):
    rows = summary(whole)
    lost, spoilt = rows["run_id"][2], rows["run_id"][6]
    shutil.rmtree(run_folder(whole, lost))
    empty(run_folder(whole, spoilt) / "iterations.csv")
    status = json.loads(run_simbench("status WHOLE --json").stdout)
    counts = {"done": 14, "failed": 0, "missing": 1, "declined": 0, "at_work": None}
    assert status.items() >= counts.items()
    verified = json.loads(run_simbench("verify WHOLE --json", exit_code=1).stdout)
    assert [verified[key] for key in ("good", "damaged", "missing", "declined")] == [13, 1, 1, 0]
    assert verified["files"] == {"plan.json": "good"}
    words = {run["run_id"]: run["status"] for run in verified["runs"]}
    assert list(words) == rows["run_id"].tolist()
    assert words.pop(lost) == "missing" and words.pop(spoilt) == "damaged" and set(words.values()) == {"good"}
    assert status["runs"][0]["coordinates"] == {
        "step.time_step": 0.01,
        "material.stiffness": 1e5,
        "solvers.admm.weight_factor": None,
    }


@pytest.mark.parametrize("command", ["status", "verify"])
def test_a_folder_without_a_sweep_is_refused(run_simbench, workplace, command):
    (workplace / "EMPTY").mkdir()
    for name in ("EMPTY", "NOWHERE", "scenes"):
        said = run_simbench(f"{command} {name}", exit_code=2).stderr
        assert ("there is no such file" if (command, name) == ("verify", "NOWHERE") else "no sweep") in said
    assert list((workplace / "EMPTY").iterdir()) == []


# --- Folders and files of others


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", '{"build": []}', '{"plan": "trip"}'])
@pytest.mark.parametrize("options", ["", "--replace-plan", "--shard 0/2"])
def test_a_foreign_plan_json_is_not_overwritten(run_simbench, workplace, text, options):
    write_plan(workplace)
    (workplace / "OUT").mkdir()
    (workplace / "OUT/plan.json").write_text(text)
    finished = run_simbench(f"sweep plan.json --output OUT {options}", exit_code=4)
    assert "OUT/plan.json" in finished.stderr and "not overwritten" in finished.stderr
    assert tree(workplace / "OUT") == {"plan.json": text.encode()}


@pytest.mark.parametrize("name", ["summary.csv", "summary_timings.csv"])
@pytest.mark.parametrize("text", ["year,rain\n2020,3\n", "run_id,solver\n", "\n", "no table"])
def test_a_foreign_summary_is_not_overwritten(run_simbench, workplace, name, text):
    write_plan(workplace)
    (workplace / "OUT").mkdir()
    (workplace / "OUT" / name).write_text(text)
    finished = run_simbench("sweep plan.json --output OUT", exit_code=4)
    assert f"OUT/{name}" in finished.stderr and "not overwritten" in finished.stderr
    assert (workplace / "OUT" / name).read_text() == text
    assert [path.name for path in (workplace / "OUT").iterdir()] == [name]


def tampered(text: str, how: str) -> str:
    stamp = json.loads(text)
    if how == "build":
        stamp["build"] = "0" * 16
    elif how == "value":
        stamp["plan"]["set"]["step.iterations"] = 13
    elif how == "scene":
        stamp["scene"]["density"] = 999
    elif how == "build of another type":
        stamp["build"] = 3
    else:
        return how
    return json.dumps(stamp, indent=2) + "\n"


@pytest.mark.parametrize("how", ["build", "value", "scene", "build of another type"])
def test_a_folder_of_another_plan_or_build_is_refused(run_simbench, workplace, whole, how):
    expected = tree(whole)
    text = tampered((whole / "plan.json").read_text(), how)
    (whole / "plan.json").write_text(text)
    before = tree(whole), everything(whole / "runs")
    finished = run_simbench("sweep plan.json --output WHOLE", exit_code=2)
    assert "WHOLE" in finished.stderr and "--replace-plan" in finished.stderr
    if how in ("build", "value", "scene"):
        assert ("another build" if how == "build" else "another plan") in finished.stderr
    assert (tree(whole), everything(whole / "runs")) == before
    for command in ("status", "verify"):
        finished = run_simbench(f"{command} WHOLE", exit_code=None)
        mended = how in ("value", "scene")  # the runs of the present plan are missing
        assert finished.returncode == (2 if not mended else 0 if command == "status" else 1)
    runs_before = everything(whole / "runs")
    run_simbench("sweep plan.json --output WHOLE --replace-plan")
    assert everything(whole / "runs") == runs_before
    assert tree(whole) == expected


def test_a_changed_plan_or_scene_is_refused_and_replaces_the_old_one_on_request(
    run_simbench, workplace, whole
):
    scene = json.loads((workplace / "scenes/deformable/smoke.json").read_text())
    (workplace / "mine.json").write_text(json.dumps(scene))
    write_plan(workplace, name="mine_plan.json", scene="mine.json")
    run_simbench("sweep mine_plan.json --output MINE --jobs 2")
    scene["density"] = 1001
    (workplace / "mine.json").write_text(json.dumps(scene))
    assert "another plan" in run_simbench("sweep mine_plan.json --output MINE", exit_code=2).stderr

    longer = [{"path": "step.time_step", "values": [1e-2, 2e-2, 3e-2]}, *PLAN["axes"][1:]]
    write_plan(workplace, axes=longer)
    assert "another plan" in run_simbench("sweep plan.json --output WHOLE", exit_code=2).stderr
    before = everything(whole / "runs")
    common = set(summary(whole)["run_id"])
    run_simbench("sweep plan.json --output WHOLE --jobs 2 --replace-plan")
    after = everything(whole / "runs")
    kept = [name for name in before if "/" in name and name.split("/")[1] in common]
    assert len(kept) == 15 * 5 and all(before[name] == after[name] for name in kept)
    assert len(summary(whole)) == 23
    run_simbench("sweep plan.json --output FRESH --jobs 2")
    assert tree(whole) == tree(workplace / "FRESH")


def test_a_second_driver_is_refused_with_the_holder(start, run_simbench, workplace):
    write_plan(workplace, ENDLESS)
    first = start("sweep", "plan.json", "--output", "OUT")
    wait_until(lambda: children_of(first))
    finished = run_simbench("sweep plan.json --output OUT", exit_code=6)
    host = os.uname().nodename
    assert f"process {first.pid} on {host}" in finished.stderr and "OUT" in finished.stderr
    assert f"running: process {first.pid} on {host}" in run_simbench("status OUT").stdout
    assert first.poll() is None and len(children_of(first)) == 1


def test_a_plan_is_not_replaced_while_a_driver_works_on_it(start, run_simbench, workplace):
    write_plan(workplace, ENDLESS)
    first = start("sweep", "plan.json", "--output", "OUT")
    wait_until(lambda: children_of(first))
    before = (workplace / "OUT/plan.json").read_bytes()
    write_plan(workplace, name="other.json")
    run_simbench("sweep other.json --output OUT --replace-plan", exit_code=6)
    assert (workplace / "OUT/plan.json").read_bytes() == before


def test_only_and_shard_work_beside_a_driver(start, run_simbench, workplace):
    """The driver never ends its first run. The other runs are done by --only and --shard."""
    axes = [{"path": "step.iterations", "values": [100_000_000, 3, 4, 5]}]
    write_plan(workplace, ENDLESS, axes=axes, set={})
    driver = start("sweep", "plan.json", "--output", "OUT")
    wait_until(lambda: children_of(driver) and list((workplace / "OUT/runs").glob("*/.*.partial-*")))
    long, *short = listed(run_simbench("sweep plan.json --list"))
    run_simbench(f"sweep plan.json --output OUT --only {short[0]}")
    run_simbench("sweep plan.json --output OUT --shard 2/4")
    first, second = (run_folder(workplace / "OUT", run) for run in short[:2])
    assert first.is_dir() and second.is_dir()
    # They skip the run that the driver works on.
    finished = run_simbench(f"sweep plan.json --output OUT --only {long}", exit_code=None)
    assert finished.returncode in (0, 6) and "1 in other processes" in finished.stderr
    assert not run_folder(workplace / "OUT", long).exists()
    done = everything(first)
    (child,) = children_of(driver)
    os.kill(child, signal.SIGKILL)
    assert driver.wait(timeout=TIMEOUT) == 5
    assert everything(first) == done
    table = summary(workplace / "OUT").set_index("run_id")
    assert table["status"].tolist() == ["failed", *3 * ["max_iterations"]]


# --- Runs that fail


def failures(folder: Path) -> dict[str, dict]:
    return {path.stem: json.loads(path.read_text()) for path in (folder / "failures").glob("*.json")}


def test_a_run_whose_scene_cannot_be_prepared_is_recorded_and_the_others_go_on(run_simbench, workplace):
    axis = {"path": "preparation.anchors.groups.0.translation", "values": [[0, 0, 0], [-1000, 0, 0]]}
    short = {"body.beam.cells": [3, 1, 1], "step.iterations": 3}
    coarse = {"preparation.method": "dynamic", "preparation.time_step": 0.5, **short}
    write_plan(workplace, axes=[axis], exclude=[], solvers=["qn", "pd"], set=coarse)
    for _ in range(2):  # a failed run is tried again, and fails again
        finished = run_simbench("sweep plan.json --output OUT", exit_code=5)
        assert "did not converge" in finished.stderr
        table = summary(workplace / "OUT")
        assert table["status"].tolist() == ["max_iterations", "max_iterations", "failed", "failed"]
        found = failures(workplace / "OUT")
        assert sorted(found) == sorted(table["run_id"][2:])
        for id_, record in found.items():
            assert record["run_id"] == id_
            assert record["coordinates"] == {axis["path"]: [-1000, 0, 0]}
            assert "exit code 5" in record["reason"] and "did not converge" in record["reason"]
        status = run_simbench("status OUT").stdout
        assert "2 done, 2 failed, 0 missing" in status and status.count("did not converge") == 2
    assert "2 good, 0 damaged, 2 missing" in run_simbench("verify OUT", exit_code=1).stdout


def test_a_run_that_needs_too_much_memory_fails_and_is_tried_again(run_simbench, workplace):
    scene = json.loads((workplace / "scenes/deformable/smoke.json").read_text())
    del scene["preparation"]
    (workplace / "rest.json").write_text(json.dumps({**scene, "gravity": [0, 0, -9.81]}))
    write_plan(
        workplace,
        scene="rest.json",
        axes=[{"path": "body.beam.cells", "values": [[36, 18, 18], [4, 1, 1], [5, 1, 1]]}],
        exclude=[],
        solvers=["pd"],
        set={"step.iterations": 2},
        options={"reference": "none"},
    )
    finished = run_simbench("sweep plan.json --output OUT", exit_code=5, preexec_fn=limit_memory(50 << 20))
    table = summary(workplace / "OUT")
    assert table["status"].tolist() == ["failed", "max_iterations", "max_iterations"]
    (record,) = failures(workplace / "OUT").values()
    assert "exit code 7" in record["reason"] and "memory" in record["reason"]
    assert record["run_id"] in finished.stderr
    run_simbench("sweep plan.json --output OUT")  # tried again, now with enough memory
    assert not (workplace / "OUT/failures").exists()
    assert summary(workplace / "OUT")["status"].tolist() == 3 * ["max_iterations"]


def test_a_run_that_runs_out_of_time_is_tried_again(run_simbench, workplace):
    write_plan(
        workplace,
        axes=[{"path": "step.iterations", "values": [100_000_000, 2]}],
        exclude=[],
        solvers=["pd"],
        set={},
        options={"max_seconds": 0.1, "record_every": 1000},
    )
    for option in ("", "--quiet"):  # --quiet prints errors, and this is one
        finished = run_simbench(f"sweep plan.json --output OUT {option}", exit_code=5)
        assert "max_seconds" in finished.stderr
        (record,) = failures(workplace / "OUT").values()
        assert "exit code 7" in record["reason"] and "max_seconds" in record["reason"]
        assert summary(workplace / "OUT")["status"].tolist() == ["failed", "max_iterations"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"reason": 3}'])
def test_a_damaged_record_of_a_failure_does_no_harm(run_simbench, workplace, whole, text):
    id_ = summary(whole)["run_id"][0]
    expected = tree(whole)
    shutil.rmtree(run_folder(whole, id_))
    (whole / "failures").mkdir()
    (whole / "failures" / f"{id_}.json").write_text(text)
    assert "14 done, 1 failed, 0 missing" in run_simbench("status WHOLE").stdout
    run_simbench("sweep plan.json --output WHOLE")
    assert tree(whole) == expected


# --- Plans by name


def test_a_plan_is_named_by_its_path_or_its_name(run_simbench, workplace):
    listed_by = {
        name: run_simbench(f"sweep {name} --list").stdout
        for name in ("scenes/sweeps/smoke.json", "scenes/sweeps/smoke", "smoke.json", "smoke")
    }
    assert len(set(listed_by.values())) == 1 and len(listed_by["smoke"].splitlines()) == 15
    write_plan(workplace, name="own.json")
    assert len(run_simbench("sweep own --list").stdout.splitlines()) == 15
    message = run_simbench("sweep smok --list", exit_code=2).stderr
    assert "no such plan" in message and "did you mean 'smoke'?" in message


def test_list_plans_has_every_plan_with_its_purpose(run_simbench):
    lines = run_simbench("list plans").stdout.splitlines()
    plans = sorted((REPOSITORY / "scenes/sweeps").glob("*[!a].json"))
    expected = {
        path.name: json.loads(path.read_text()).get("description")
        for path in plans
        if not path.name.endswith(".schema.json")
    }
    assert dict(line.split(None, 1) for line in lines) == expected


# --- docs/sweeps.md


DOCUMENTATION = REPOSITORY / "docs/sweeps.md"


def documented() -> set[str]:
    """The texts in the first cells of the page's tables."""
    cells = re.findall(r"^\| ([^|]+?) \|", DOCUMENTATION.read_text(), re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_every_column_of_a_summary_is_documented_with_its_unit(whole):
    axes = {axis["path"] for axis in PLAN["axes"]}
    for name in ("summary.csv", "summary_timings.csv"):
        for column in summary(whole, name).columns:
            general = re.sub(r"_to_1e-\d$", "_to_1e-N", column)
            assert column in axes or general in documented(), column
    rows = re.findall(
        r"^\| `((?:final_|iterations|seconds_to|setup|iteration_)[\w-]*)` \| ([^|]+) \| [^|]",
        DOCUMENTATION.read_text(),
        re.MULTILINE,
    )
    assert all(unit.strip() for _, unit in rows)
    # Units of final values are those that docs/output.md gives to the column they come from.
    output = dict(
        re.findall(r"^\| `(\w+)` \| ([^|]+) \|", (REPOSITORY / "docs/output.md").read_text(), re.MULTILINE)
    )
    finals = {name.removeprefix("final_"): unit for name, unit in rows if name.startswith("final_")}
    assert finals == {name: output[name] for name in FINAL}


def test_every_option_is_documented(run_simbench):
    text = run_simbench("sweep --help").stdout
    options = set(re.findall(r"^  (?:-\w,)?(--[a-z][a-z-]+)", text, re.MULTILINE)) - {"--help"}
    assert len(options) >= 9
    assert options <= documented()


def test_every_file_of_a_sweep_is_documented(whole):
    names = [re.sub(r"^runs/..$", "runs", name) for name in tree(whole)]
    general = {re.sub(r"^runs/../[0-9a-f]{16}.*", "runs/AB/ID/", name) for name in names} | VARYING
    assert general - {"runs", "timings.csv", "environment.json"} <= documented() | {"failures"}
