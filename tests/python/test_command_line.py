"""The commands of the README as they are typed: what they print, what they write, and the same bits again."""

import hashlib
import json
import re

import meshio
import numpy as np
import pandas as pd
import pytest

from conftest import REPOSITORY
from simbench_results import load_run, load_runs

SOLVERS = ["pbd", "xpbd", "pd", "admm", "qn", "newton"]
CONTRACT_COLUMNS = [
    *("iteration", "objective", "inertial", "constraint", "relative_error", "gradient_norm"),
    *("linear_momentum", "angular_momentum", "min_det_f", "inverted_tets"),
]
OPTIONS = [
    *("--scene", "--solver", "--set", "--iterations", "--output", "--threads", "--quiet", "--record-every"),
    *("--vtu", "--precision", "--reference", "--until-relative-error", "--max-seconds", "--skip-complete"),
]
SCENES = sorted(path.name for path in (REPOSITORY / "scenes").glob("*.json") if "schema" not in path.name)
SMOKE = "--scene smoke.json"
QUICK = "--scene smoke.json --solver qn --iterations 3 --output OUT"


def first_words(text: str) -> list[str]:
    return [line.split()[0] for line in text.splitlines() if line and not line.startswith(" ")]


def table_rows(stdout: str) -> dict[str, list[str]]:
    header, *rows = [line.split() for line in stdout.splitlines()]
    assert header[0] == "solver"
    return {row[0]: row[1:] for row in rows}


def files_of(folder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# --- Running


@pytest.mark.parametrize("scene", ["smoke.json", "smoke", "scenes/smoke.json"])
def test_a_scene_is_found_by_file_or_by_name(run_simbench, workplace, scene):
    run_simbench(f"--scene {scene} --solver qn --iterations 3")
    assert load_run(workplace / "runs/smoke/qn").manifest["iterations"] == 3


def test_a_file_here_comes_before_a_scene_of_that_name(run_simbench, workplace):
    scene = json.loads((REPOSITORY / "scenes/smoke.json").read_text())
    (workplace / "smoke.json").write_text(json.dumps({**scene, "density": 77}))
    run_simbench(QUICK)
    assert load_run(workplace / "OUT/qn").scene["density"] == 77


def test_the_twisting_beam_runs_as_typed(run_simbench, workplace):
    run_simbench("--scene beam_twist.json --solver qn --iterations 3 --reference none")
    run = load_run(workplace / "runs/beam_twist/qn")
    assert run.manifest["tets"] == 5760
    assert run.iterations["anchor_energy"].iloc[0] > 0
    objective = run.iterations["objective"]
    assert objective.is_monotonic_decreasing and len(objective) == 4


def test_all_solvers_share_start_and_reference(run_simbench, workplace):
    printed = run_simbench(f"{SMOKE} --solver all --iterations 12 --output OUT").stdout
    assert list(table_rows(printed)) == SOLVERS
    runs = load_runs(workplace / "OUT")
    assert [run.solver for run in runs] == SOLVERS
    assert len({run.iterations["objective"].iloc[0] for run in runs}) == 1
    assert len({run.manifest["reference_minimum"][0] for run in runs}) == 1
    assert {run.manifest["start_positions_sha256"] for run in runs} == {
        runs[0].manifest["start_positions_sha256"]
    }


@pytest.mark.parametrize("names", ["--solver pd,qn", "--solver pd --solver qn", "--solver pd,qn,pd"])
def test_several_solvers_are_named_with_commas_or_one_by_one(run_simbench, workplace, names):
    run_simbench(f"{SMOKE} {names} --iterations 1 --output OUT")
    assert sorted(path.name for path in (workplace / "OUT").iterdir()) == ["pd", "qn"]


def test_set_reaches_every_part_of_a_scene(run_simbench, workplace):
    run_simbench(
        f"{SMOKE} --solver qn,pd,admm,xpbd --output OUT --iterations 2 --set step.time_step=1e-1 "
        "--set material.stiffness=1e9 --set solvers.admm.weight_factor=0.5 --set solvers.qn.history=3 "
        "--set solvers.pd.global_step=increment --set solvers.xpbd.form=combined"
    )
    scenes = {run.solver: run.scene for run in load_runs(workplace / "OUT")}
    for scene in scenes.values():
        assert scene["step"]["time_step"] == 0.1
        assert scene["material"] == {"model": "strain", "stiffness": 1e9}
    assert {name: scene["solvers"] for name, scene in scenes.items()} == {
        "qn": {"qn": {"history": 3}},
        "pd": {"pd": {"global_step": "increment"}},
        "admm": {"admm": {"weight_factor": 0.5}},
        "xpbd": {"xpbd": {"form": "combined"}},
    }


def test_an_absolute_admm_weight_takes_the_place_of_the_factor(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver admm --iterations 2 --output OUT --set solvers.admm.weight=4")
    assert load_run(workplace / "OUT/admm").scene["solvers"] == {"admm": {"weight": 4.0}}


def test_another_material_by_set(run_simbench, workplace):
    run_simbench(
        f"{SMOKE} --solver qn --iterations 2 --output OUT --set material.model=stable_neo_hookean "
        "--set material.youngs_modulus=1e5 --set material.poisson_ratio=0.4"
    )
    expected = {"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.4}
    assert load_run(workplace / "OUT/qn").scene["material"] == expected


def test_iterations_is_short_for_set(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver pd --iterations 4 --output A")
    run_simbench(f"{SMOKE} --solver pd --set step.iterations=4 --output B")
    run_simbench("compare A B")
    assert files_of(workplace / "A/pd")["manifest.json"] == files_of(workplace / "B/pd")["manifest.json"]


def test_a_run_of_many_steps_records_each(run_simbench, workplace):
    run_simbench("--scene beam_release --solver pd --iterations 4 --set step.steps=7 --output OUT")
    run = load_run(workplace / "OUT/pd")
    rows = run.iterations
    assert rows["step"].tolist() == [step for step in range(1, 8) for _ in range(5)]
    assert rows["iteration"].tolist() == list(range(5)) * 7
    held = rows.groupby("step")["anchor_energy"].count()
    assert held.tolist() == [5] * 5 + [0] * 2  # released after five steps
    assert len(run.manifest["reference_minimum"]) == 7


@pytest.mark.parametrize("solver", ["pd", "qn"])
def test_record_every_leaves_rows_out_and_changes_none(run_simbench, workplace, solver):
    run_simbench(f"{SMOKE} --solver {solver} --iterations 17 --output ALL")
    run_simbench(f"{SMOKE} --solver {solver} --iterations 17 --record-every 5 --output SOME")
    every = (workplace / f"ALL/{solver}/iterations.csv").read_text().splitlines()
    some = (workplace / f"SOME/{solver}/iterations.csv").read_text().splitlines()
    assert some == [every[0], *(every[1 + iteration] for iteration in (0, 5, 10, 15, 17))]


def test_reference_none_and_number_and_best(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver pd --iterations 3 --reference none --output NONE")
    assert load_run(workplace / "NONE/pd").iterations["relative_error"].isna().all()

    run_simbench(f"{SMOKE} --solver pd --iterations 3 --reference 1000.5 --output NUMBER")
    run = load_run(workplace / "NUMBER/pd")
    objective = run.iterations["objective"]
    expected = (objective - 1000.5) / (objective[0] - 1000.5)
    np.testing.assert_allclose(run.iterations["relative_error"], expected, rtol=1e-13)
    assert run.manifest["reference_minimum"] == [1000.5]

    run_simbench(f"{SMOKE} --solver pd,qn --iterations 9 --reference best --output BEST")
    runs = load_runs(workplace / "BEST")
    lowest = min(run.iterations["objective"].min() for run in runs)
    for run in runs:
        objective = run.iterations["objective"]
        expected = (objective - lowest) / (objective[0] - lowest)
        np.testing.assert_allclose(run.iterations["relative_error"], expected, rtol=1e-13, atol=1e-15)
        assert run.manifest["reference_minimum"] == [lowest]


def test_stopping_early_by_error_and_by_time(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver qn --until-relative-error 1e-3 --output ERROR")
    run = load_run(workplace / "ERROR/qn")
    assert run.manifest["status"] == "target_reached"
    assert run.iterations["relative_error"].iloc[-1] <= 1e-3 < run.iterations["relative_error"].iloc[-2]

    run_simbench(f"{SMOKE} --solver pd --max-seconds 1e-6 --output TIME", exit_code=7)
    run = load_run(workplace / "TIME/pd")
    assert run.manifest["status"] == "timeout"
    assert run.iterations["iteration"].tolist() == [0, 1]


def test_single_precision_is_near_double_and_not_the_same(run_simbench, workplace):
    for precision in ("single", "double"):
        run_simbench(f"{SMOKE} --solver qn,pd --iterations 4 --precision {precision} --output {precision}")
    for solver in ("qn", "pd"):
        single = load_run(workplace / "single" / solver)
        double = load_run(workplace / "double" / solver)
        assert single.manifest["precision"] == "single"
        difference = (single.iterations["objective"] / double.iterations["objective"] - 1).abs()
        assert 1e-12 < difference.iloc[-1] < 1e-3


def test_neo_hookean_all_leaves_pd_out_with_a_note(run_simbench, workplace):
    finished = run_simbench(
        f"{SMOKE} --solver all --iterations 1 --output OUT --set material.model=stable_neo_hookean "
        "--set material.youngs_modulus=1e5"
    )
    left_out = [name for name in SOLVERS if not (workplace / "OUT" / name).exists()]
    assert left_out == ["pbd", "pd"]
    for name in left_out:
        assert re.search(rf"\b{name} is left out: .*stable_neo_hookean", finished.stderr)


# --- What is written


def test_a_run_has_its_four_files_and_the_contract_columns(run_simbench, workplace):
    run_simbench(QUICK)
    assert sorted(files_of(workplace / "OUT/qn")) == [
        "environment.json",
        "iterations.csv",
        "manifest.json",
        "timings.csv",
    ]
    table = pd.read_csv(workplace / "OUT/qn/iterations.csv")
    assert list(table.columns)[:10] == CONTRACT_COLUMNS
    assert "step" in table.columns
    assert not [name for name in table.columns if "second" in name or "time" in name]
    assert table["iteration"].tolist() == [0, 1, 2, 3]
    np.testing.assert_allclose(table["inertial"] + table["constraint"], table["objective"], rtol=1e-15)
    timings = pd.read_csv(workplace / "OUT/qn/timings.csv")
    assert list(timings.columns)[:3] == ["iteration", "iteration_seconds", "elapsed_seconds"]
    assert timings["iteration"].tolist() == table["iteration"].tolist()
    assert (timings["elapsed_seconds"].diff().dropna() > 0).all()
    manifest = json.loads((workplace / "OUT/qn/manifest.json").read_text())
    assert manifest["scene_file"] == "smoke.json" and manifest["solver"] == "qn"
    assert manifest["status"] == "max_iterations"
    text = (workplace / "OUT/qn/iterations.csv").read_bytes()
    assert manifest["files_sha256"] == {"iterations.csv": hashlib.sha256(text).hexdigest()}


def test_the_same_bytes_again_and_with_two_threads(run_simbench, workplace):
    arguments = f"{SMOKE} --solver all --iterations 15 --vtu 5"
    run_simbench(f"{arguments} --output A --threads 1")
    run_simbench(f"{arguments} --output B --threads 1", environment={"SIMBENCH_CACHE": str(workplace / "c")})
    run_simbench(f"{arguments} --output C --threads 2", environment={"LC_ALL": "de_DE.UTF-8"})
    for solver in SOLVERS:
        a, b, c = (files_of(workplace / folder / solver) for folder in "ABC")
        assert a.keys() == b.keys() == c.keys()
        for name in a.keys() - {"timings.csv", "environment.json"}:
            assert a[name] == b[name] == c[name], (solver, name)
    assert load_run(workplace / "C/qn").environment["threads"] == 2


def test_two_threads_on_the_thesis_beam_give_the_same_bytes(run_simbench, workplace):
    for threads in (1, 2):
        run_simbench(
            f"--scene beam_untwist --solver all --iterations 2 --reference none --threads {threads} "
            f"--output T{threads}"
        )
    run_simbench("compare T1 T2")
    for solver in SOLVERS:
        a, b = (files_of(workplace / folder / solver)["manifest.json"] for folder in ("T1", "T2"))
        assert a == b


def test_vtu_snapshots_are_read_by_meshio(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver qn --iterations 5 --vtu 2 --output OUT")
    folder = workplace / "OUT/qn"
    names = [f"positions_0001_{iteration:06}.vtu" for iteration in (0, 2, 4, 5)]
    assert sorted(path.name for path in folder.glob("*.vtu")) == names
    assert re.findall(r'file="([^"]+)"', (folder / "positions.pvd").read_text()) == names
    table = load_run(folder).iterations
    density_volume = None
    for name in names:
        mesh = meshio.read(folder / name)
        assert mesh.points.shape == (81, 3) and mesh.points.dtype == np.float64
        (cells,) = mesh.cells
        assert cells.type == "tetra" and cells.data.shape == (160, 4)
        corners = mesh.points[cells.data]
        volumes = np.linalg.det(corners[:, 1:] - corners[:, :1]) / 6
        determinants = np.ravel(mesh.cell_data["det_f"][0])
        if density_volume is None:
            density_volume = volumes / determinants  # at rest: the same in all snapshots
            assert density_volume.sum() == pytest.approx(0.8 * 0.2 * 0.2, rel=1e-12)
        np.testing.assert_allclose(volumes / density_volume, determinants, rtol=1e-10)
        row = table[table["iteration"] == int(name[15:21])].iloc[0]
        assert determinants.min() == row["min_det_f"]


def test_vtu_without_a_number_writes_the_last_iterate_only(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver newton --vtu --output OUT")
    last = load_run(workplace / "OUT/newton").iterations["iteration"].iloc[-1]
    (snapshot,) = (workplace / "OUT/newton").glob("*.vtu")
    assert snapshot.name == f"positions_0001_{last:06}.vtu"


def test_other_solvers_folders_and_files_stay(run_simbench, workplace):
    run_simbench(QUICK)
    before = files_of(workplace / "OUT/qn")
    (workplace / "OUT/notes.txt").write_text("mine")
    run_simbench(f"{SMOKE} --solver pd --iterations 1 --output OUT")
    assert files_of(workplace / "OUT/qn") == before
    assert (workplace / "OUT/notes.txt").read_text() == "mine"
    run_simbench(f"{SMOKE} --solver qn --iterations 2 --output OUT")
    assert load_run(workplace / "OUT/qn").manifest["iterations"] == 2


def test_names_with_spaces_and_umlauts(run_simbench, workplace):
    scene = workplace / "größe 1.json"
    scene.write_text((REPOSITORY / "scenes/smoke.json").read_text())
    run_simbench("--scene", scene, "--solver qn --iterations 1 --output 'ein Ordner/für mich'")
    assert load_run(workplace / "ein Ordner/für mich/qn").manifest["scene_file"] == "größe 1.json"


def test_skip_complete_leaves_good_runs_alone_and_repeats_the_others(run_simbench, workplace):
    arguments = f"{SMOKE} --solver pd,qn --iterations 3 --output OUT --skip-complete"
    run_simbench(arguments)
    before = (workplace / "OUT/qn/environment.json").stat().st_mtime_ns
    printed = run_simbench(arguments).stdout
    assert printed.count("up to date") == 2
    (workplace / "OUT/pd/iterations.csv").write_text("damaged")
    assert list(table_rows(run_simbench(arguments).stdout.split("\n", 1)[1])) == ["pd"]
    assert (workplace / "OUT/qn/environment.json").stat().st_mtime_ns == before
    run_simbench(f"{arguments} --set solvers.qn.history=1")
    assert (workplace / "OUT/qn/environment.json").stat().st_mtime_ns != before


# --- What is printed


def test_the_table_goes_to_stdout_and_progress_to_stderr(run_simbench):
    finished = run_simbench(f"{SMOKE} --solver pd,newton --iterations 40 --output OUT")
    rows = table_rows(finished.stdout)
    assert list(rows) == ["pd", "newton"]
    assert rows["pd"][0] == "40" and rows["pd"][5:] == ["max_iterations", "OUT/pd"]
    assert rows["newton"][5:] == ["converged", "OUT/newton"]
    objective, error, milliseconds, setup = map(float, rows["pd"][1:5])
    assert objective > 0 and 0 < error < 1 and milliseconds > 0 and setup >= 0
    assert "iteration 0/40" in finished.stderr
    assert "\x1b" not in finished.stderr and "\r" not in finished.stderr  # not a terminal


def test_quiet_prints_nothing(run_simbench):
    finished = run_simbench(f"{QUICK} --quiet")
    assert finished.stdout == finished.stderr == ""


@pytest.mark.parametrize("what", ["solvers", "materials", "metrics", "scenes"])
def test_list_names_what_there_is(run_simbench, what):
    printed = run_simbench(f"list {what}").stdout
    expected = {
        "solvers": SOLVERS,
        "materials": ["strain", "stable_neo_hookean"],
        "metrics": CONTRACT_COLUMNS[1:],
        "scenes": SCENES,
    }[what]
    words = first_words(printed)
    assert words[: len(expected)] == expected
    assert all(len(line.split()) > 1 for line in printed.splitlines())


def test_list_solvers_shows_settings_that_set_accepts(run_simbench, workplace):
    settings = re.findall(r"--set (\S+)", run_simbench("list solvers").stdout)
    assert "solvers.admm.weight_factor=0.3" in settings
    run_simbench("check smoke.json", *(f"--set {setting}" for setting in settings))


def test_every_metric_is_a_column(run_simbench, workplace):
    metrics = first_words(run_simbench("list metrics").stdout)
    run_simbench(QUICK)
    header = (workplace / "OUT/qn/iterations.csv").read_text().splitlines()[0].split(",")
    assert set(header) == {"iteration", "step", *metrics}


@pytest.mark.parametrize(
    "scene", sorted((REPOSITORY / "scenes").glob("[!s]*.json")), ids=lambda path: path.stem
)
def test_check_accepts_every_scene(run_simbench, scene):
    assert "good" in run_simbench(f"check {scene.name}").stdout


def test_check_says_who_declines(run_simbench):
    assert re.search(r"^pd declines: ", run_simbench("check beam_untwist_neo_hookean.json").stdout, re.M)
    assert "declines" not in run_simbench("check smoke.json").stdout


def test_help_has_examples_that_run(run_simbench):
    printed = run_simbench("--help").stdout
    for option in [*OPTIONS, "--version"]:
        assert option in printed
    examples = re.findall(r"^  simbench (--scene .*)$", printed, re.M)
    assert len(examples) >= 3
    for example in examples:
        for scene in re.findall(r"--scene (\S+)", example):
            assert (REPOSITORY / "scenes" / scene).is_file()
        run_simbench(f"{example} --iterations 0")
    for command in ("list", "check", "rerun", "compare", "schema"):
        assert command in printed
        assert run_simbench(f"{command} --help").stdout


def test_version_names_build_and_libraries(run_simbench, workplace):
    printed = run_simbench("--version").stdout
    assert re.match(r"simbench \d+\.\d+\.\d+\nbuild +[0-9a-f]{64}\n", printed)
    for library in ("Eigen", "nlohmann_json", "CLI11", "fmt", "spdlog", "oneTBB"):
        assert re.search(rf"\b{library} \d", printed)
    run_simbench(QUICK)
    assert load_run(workplace / "OUT/qn").manifest["build"]["id"] in printed


# --- rerun and compare


@pytest.mark.parametrize("options", ["", "--vtu 2 --precision single --record-every 2", "--reference none"])
def test_rerun_gives_the_same_bits(run_simbench, workplace, options):
    run_simbench(f"{SMOKE} --solver admm --iterations 5 --set solvers.admm.weight=4 --output OUT {options}")
    printed = run_simbench("rerun OUT/admm/manifest.json --output AGAIN").stdout
    assert "iterations.csv: identical" in printed and "differs" not in printed
    before, after = files_of(workplace / "OUT/admm"), files_of(workplace / "AGAIN/admm")
    for name in before.keys() - {"timings.csv", "environment.json"}:
        assert before[name] == after[name]


def test_rerun_notices_other_bits(run_simbench, workplace):
    run_simbench(QUICK)
    manifest = workplace / "OUT/qn/manifest.json"
    text = manifest.read_text()
    digest = json.loads(text)["files_sha256"]["iterations.csv"]
    manifest.write_text(text.replace(digest, "0" * 64))
    printed = run_simbench("rerun OUT/qn/manifest.json --output AGAIN", exit_code=1).stdout
    assert "iterations.csv: differs" in printed


def test_rerun_into_its_own_folder_compares_with_what_was_there(run_simbench, workplace):
    run_simbench(QUICK)
    run_simbench("rerun OUT/qn/manifest.json --output OUT")
    manifest = workplace / "OUT/qn/manifest.json"
    text = manifest.read_text()
    manifest.write_text(text.replace(json.loads(text)["files_sha256"]["iterations.csv"], "0" * 64))
    run_simbench("rerun OUT/qn/manifest.json --output OUT", exit_code=1)


def test_rerun_of_a_run_against_the_best_of_several_is_refused(run_simbench):
    run_simbench(f"{SMOKE} --solver pd,qn --iterations 2 --reference best --output OUT")
    assert "best" in run_simbench("rerun OUT/pd/manifest.json", exit_code=2).stderr


def test_compare_names_the_first_difference(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver qn --iterations 4 --output A")
    run_simbench(f"{SMOKE} --solver qn --iterations 4 --output B --set solvers.qn.history=1")
    assert "identical (5 rows)" in run_simbench("compare A/qn A/qn").stdout
    printed = run_simbench("compare A/qn B/qn", exit_code=1).stdout
    a, b = (load_run(workplace / name / "qn").iterations for name in "AB")
    first = int((a["objective"] != b["objective"]).idxmax())
    assert first > 1  # the history matters only when there is one
    expected = rf"first difference at step 1, iteration {first}, column objective: "
    assert re.search(expected + r"\S+ against \S+ \(relative [\d.e-]+\)", printed)
    assert "qn: first difference" in run_simbench("compare A B", exit_code=1).stdout


def test_schema_is_printed_as_json(run_simbench):
    assert json.loads(run_simbench("schema").stdout)["title"] == "A scene of simbench"
