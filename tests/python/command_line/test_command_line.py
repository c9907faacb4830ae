"""Commands of the README are run as typed, and what they print and write is checked."""

import contextlib
import json
import os
import pty
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import pytest
from conftest import ADMM_DEFAULTS, REPOSITORY, SCENE_FILES, table_rows
from test_sweep import write_plan

from simbench import load_run, load_runs

OPTIONS = [
    *("--scene", "--solver", "--set", "--iterations", "--output", "--threads", "--quiet", "--record-every"),
    *("--vtu", "--precision", "--reference", "--until-relative-error", "--max-seconds", "--skip-complete"),
]
SCENES = sorted(path.name for path in SCENE_FILES)
SMOKE = "--scene smoke.json"
QUICK = "--scene smoke.json --solver qn --iterations 3 --output OUT"


# --- Running


@pytest.mark.parametrize("scene", ["smoke.json", "smoke", "scenes/deformable/smoke.json"])
def test_a_scene_is_found_by_file_or_by_name(run_simbench, workplace, scene):
    run_simbench(f"--scene {scene} --solver qn")
    assert load_run(workplace / "runs/smoke/qn").manifest["scene_file"] == "smoke.json"


def test_a_file_in_the_current_folder_comes_before_a_scene_of_that_name(run_simbench, workplace):
    scene = json.loads((REPOSITORY / "scenes/deformable/smoke.json").read_text())
    (workplace / "smoke.json").write_text(json.dumps({**scene, "density": 77}))
    run_simbench(QUICK)
    assert load_run(workplace / "OUT/qn").scene["density"] == 77


def test_the_scenes_beside_the_executable_are_found_from_anywhere(
    simbench, run_simbench, workplace, tmp_path
):
    (tmp_path / "checkout/build/release").mkdir(parents=True)
    (tmp_path / "checkout/scenes").symlink_to(REPOSITORY / "scenes")
    program = shutil.copy(simbench, tmp_path / "checkout/build/release/simbench")
    (workplace / "scenes").unlink()
    for arguments in ("list scenes", "check smoke", "check beam_twist.json"):
        assert subprocess.run([program, *arguments.split()], cwd=workplace, check=True).returncode == 0
    (tmp_path / "elsewhere").mkdir()
    stray = shutil.copy(simbench, tmp_path / "elsewhere/simbench")
    finished = subprocess.run([stray, "check", "smoke.json"], cwd=workplace, capture_output=True, text=True)
    assert finished.returncode == 2 and "smoke" in finished.stderr


def test_the_environment_names_the_folder_of_the_cache(run_simbench, workplace):
    nowhere = {"SIMBENCH_CACHE": "", "XDG_CACHE_HOME": "", "HOME": ""}
    places = {
        "own": {**nowhere, "SIMBENCH_CACHE": "own", "XDG_CACHE_HOME": "xdg", "HOME": "home"},
        "xdg/simbench": {**nowhere, "XDG_CACHE_HOME": "xdg", "HOME": "home"},
        "home/.cache/simbench": {**nowhere, "HOME": "home"},
    }
    for place, environment in places.items():
        assert "preparing" in run_simbench(QUICK, environment=environment).stderr
        kinds = sorted(path.name.split("-")[0] for path in (workplace / place).iterdir())
        assert kinds == ["minimum_positions", "start_state"]
        finished = run_simbench(QUICK, environment=environment)
        assert "preparing" not in finished.stderr and "reference minimum" not in finished.stderr
    before = sorted(workplace.rglob("*"))
    for _ in range(2):
        assert "preparing" in run_simbench(QUICK, environment=nowhere).stderr
    assert sorted(workplace.rglob("*")) == before


def test_all_solvers_share_start_and_reference(run_simbench, workplace, solvers):
    printed = run_simbench(f"{SMOKE} --solver every --iterations 12 --output OUT").stdout
    assert list(table_rows(printed)) == solvers
    runs = load_runs(workplace / "OUT")
    assert sorted(run.solver for run in runs) == sorted(solvers)
    assert len({run.iterations["objective"].iloc[0] for run in runs}) == 1
    assert len({run.manifest["reference_minimum"][0] for run in runs}) == 1
    assert len({run.manifest["start_positions_sha256"] for run in runs}) == 1


@pytest.mark.parametrize("names", ["--solver pd,qn", "--solver pd --solver qn", "--solver pd,qn,pd"])
def test_several_solvers_are_separated_by_commas_or_given_in_several_options(run_simbench, workplace, names):
    run_simbench(f"{SMOKE} {names} --iterations 1 --output OUT")
    assert sorted(path.name for path in (workplace / "OUT").iterdir()) == ["pd", "qn"]


def test_set_reaches_every_part_of_a_scene(run_simbench, workplace):
    given = {
        **{"step.time_step": 0.1, "material.stiffness": 1e9, "solvers.admm.weight_factor": 0.5},
        **{"solvers.qn.history": 3, "solvers.qn.line_search": "none", "solvers.xpbd.form": "combined"},
        **{"solvers.pd.global_step": "increment", "solvers.pd.linear_solver": "simplicial"},
    }
    changes = [f"--set {path}={value}" for path, value in given.items()]
    run_simbench(f"{SMOKE} --solver qn,pd,admm,xpbd --output OUT --iterations 2", *changes)
    for run in load_runs(workplace / "OUT"):
        assert list(run.scene["solvers"]) == [run.solver]
        for path, value in given.items():
            keys = path.split(".")
            if keys[0] != "solvers" or keys[1] == run.solver:
                assert reduce(dict.get, keys, run.scene) == value, path


def test_an_absolute_admm_weight_replaces_the_factor(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver admm --iterations 2 --output OUT --set solvers.admm.weight=4")
    assert load_run(workplace / "OUT/admm").scene["solvers"] == {"admm": {"weight": 4.0, **ADMM_DEFAULTS}}


def test_a_run_of_many_steps_records_each(run_simbench, workplace):
    run_simbench("--scene beam_release --solver pd --iterations 4 --set step.steps=7 --output OUT")
    run = load_run(workplace / "OUT/pd")
    rows = run.iterations
    assert rows["step"].tolist() == [step for step in range(1, 8) for _ in range(5)]
    assert rows["iteration"].tolist() == list(range(5)) * 7
    held = rows.groupby("step")["anchor_energy"].count()
    assert held.tolist() == [5] * 5 + [0] * 2  # released after five steps
    assert len(run.manifest["reference_minimum"]) == 7


def test_solver_all_omits_pd_for_neo_hookean_with_a_note(run_simbench, workplace, solvers):
    finished = run_simbench(
        f"{SMOKE} --solver every --iterations 1 --output OUT --set material.model=stable_neo_hookean "
        "--set material.youngs_modulus=1e5"
    )
    left_out = [name for name in solvers if not (workplace / "OUT" / name).exists()]
    assert left_out == ["pbd", "pd", "mixed"]
    for name in left_out:
        assert re.search(rf"\b{name} is left out: .*stable_neo_hookean", finished.stderr)


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


def test_on_a_terminal_one_line_shows_the_progress(run_simbench):
    terminal, side = pty.openpty()
    run_simbench(
        f"{SMOKE} --solver pd --iterations 30000 --output OUT", stderr=side, environment={"TERM": "xterm"}
    )
    os.close(side)
    shown = b""
    with contextlib.suppress(OSError):  # Linux reports the end as EIO
        while part := os.read(terminal, 1 << 16):
            shown += part
    os.close(terminal)
    lines = shown.decode().split("\r\x1b[K")
    assert len(lines) >= 3 and lines[-1] == ""  # the line is erased before the table is printed
    assert all("\n" not in line for line in lines[1:])
    assert re.match(r"pd +iteration 0/30000  objective \S+ J", lines[1])
    assert re.match(r"pd +iteration [1-9]\d*/30000  objective \S+ J  at most \S+ (ms|s|min) left", lines[-2])


@pytest.mark.parametrize("what", ["solvers", "materials", "metrics", "scenes"])
def test_lists_have_short_lines_and_every_scene(run_simbench, what):
    lines = run_simbench(f"list {what}").stdout.splitlines()
    lines = [line for line in lines if not line.endswith(" bodies:")]
    assert all(len(line) <= 100 and (line[0] == " " or len(line.split()) > 1) for line in lines)
    if what == "scenes":
        assert [line.split()[0] for line in lines if line[0] != " "][: len(SCENES)] == SCENES


def test_a_solver_of_the_list_has_one_line_and_by_its_name_all_settings(run_simbench):
    listed = json.loads(run_simbench("list solvers --json").stdout)["solvers"]
    *lines, hint = run_simbench("list solvers").stdout.splitlines()
    assert [line for line in lines if line.endswith(":")] == ["deformable bodies:", "rigid bodies:"]
    assert len(lines) == len(listed) + 2 and "list solvers NAME" in hint
    (qn,) = json.loads(run_simbench("list solvers qn --json").stdout)["solvers"]
    assert qn == next(entry for entry in listed if entry["name"] == "qn")
    refused = run_simbench("list solvers xpdb", exit_code=2).stderr
    assert "'xpdb': no such name; did you mean 'xpbd'?" in refused


def test_list_solvers_shows_settings_that_set_accepts(run_simbench, workplace):
    listed = json.loads(run_simbench("list solvers --json").stdout)["solvers"]
    names = dict.fromkeys(entry["name"] for entry in listed)
    text = "".join(run_simbench(f"list solvers {name}").stdout for name in names)
    for kind, scene in (("deformable", "smoke.json"), ("rigid", "chain_straight.json")):
        settings = [
            f"{setting['path']}={value if isinstance(value, str) else json.dumps(value)}"
            for entry in listed
            if entry["kind"] == kind
            for setting in entry["settings"]
            if (value := setting.get("default")) is not None
        ]
        assert settings and all(f"--set {setting}\n" in text for setting in settings)
        run_simbench(f"check {scene}", *(f"--set {setting}" for setting in settings))


@pytest.mark.parametrize(("kind", "scene"), [("deformable", "smoke"), ("rigid", "chain_straight")])
def test_the_listed_defaults_are_those_of_a_manifest(run_simbench, workplace, kind, scene):
    listed = json.loads(run_simbench("list solvers --json").stdout)["solvers"]
    run_simbench(f"--scene {scene} --solver every --iterations 0 --reference none --output OUT --quiet")
    solvers = [entry for entry in listed if entry["kind"] == kind]
    found = [entry for entry in solvers if (workplace / "OUT" / entry["name"]).is_dir()]
    assert len(found) > 8
    for entry in found:
        name = entry["name"]
        paths = {setting["path"]: setting.get("default") for setting in entry["settings"]}
        used = json.loads((workplace / "OUT" / name / "manifest.json").read_text())["scene"]["solvers"]
        values = dict(leaves(used.get(name, {}), f"solvers.{name}"))
        assert values.keys() <= paths.keys(), name
        shown = {path: value for path, value in paths.items() if value is not None and path in values}
        assert shown == {path: values[path] for path in shown}, name
        for path in values.keys() - shown.keys():
            assert re.search("default|; with ", meaning_of(entry, path)), path


def leaves(members: dict, path: str) -> Iterator[tuple[str, object]]:
    for key, value in members.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}.{key}")
        else:
            yield f"{path}.{key}", value


def meaning_of(entry: dict, path: str) -> str:
    return next(setting["meaning"] for setting in entry["settings"] if setting["path"] == path)


def test_every_metric_is_a_column(run_simbench, workplace):
    listed = json.loads(run_simbench("list metrics --json").stdout)["metrics"]
    run_simbench(QUICK)
    run_simbench("--scene chain_straight --solver gs --iterations 2 --output RIGID")
    for folder, kind in (("OUT/qn", "deformable"), ("RIGID/gs", "rigid")):
        header = (workplace / folder / "iterations.csv").read_text().splitlines()[0].split(",")
        assert set(header) == {"iteration", "step"} | {m["name"] for m in listed if m["kind"] == kind}


def test_help_has_examples_that_run(run_simbench):
    printed = run_simbench("--help").stdout
    for option in [*OPTIONS, "--version"]:
        assert option in printed
    examples = re.findall(r"^  simbench (--scene .*?)(?:   .*)?$", printed, re.M)
    assert len(examples) >= 5
    for example in examples:
        for scene in re.findall(r"--scene (\S+)", example):
            assert f"{scene.removesuffix('.json')}.json" in SCENES
        run_simbench(f"{example} --iterations 0")
    for command in ("list", "check", "rerun", "compare", "schema"):
        assert command in printed


def test_the_program_alone_says_how_to_begin(run_simbench):
    printed = run_simbench("").stdout
    assert len(printed.splitlines()) < 24 and "simbench --help" in printed
    assert printed.splitlines()[:8] == run_simbench("--help").stdout.splitlines()[:8]
    lists = re.findall("^  simbench (list .*)$", run_simbench("list").stdout, re.M)
    assert {"list solvers", "list scenes"} <= set(lists)
    for each in lists:
        assert run_simbench(each).stdout
    assert [f"list {name}" for name in json.loads(run_simbench("list --json").stdout)["lists"]] == lists


def test_the_help_of_each_command_has_examples_that_run(run_simbench, workplace, activated):
    run_simbench("--scene smoke.json --solver qn --iterations 3 --vtu --output runs/untwist")
    axes = [{"path": "step.time_step", "values": [0.01]}]
    plan = {"scene": "smoke.json", "axes": axes, "solvers": ["qn"], "set": {"step.iterations": 3}}
    write_plan(workplace, plan)
    run_simbench("sweep plan.json --output runs/grid")
    commands = [
        "list",
        "check",
        "schema",
        "report",
        "export",
        "archive",
        "rerun",
        "compare",
        "status",
        "verify",
    ]
    for command in (*commands, "sweep", "tune"):
        printed = run_simbench(f"{command} --help").stdout
        examples = re.findall(rf"^  simbench ({command}.*)$", printed, re.M)
        assert examples, command
        for example in examples if command in commands else ():
            run_simbench(example)


def test_help_is_a_command_too_and_its_lines_fit(run_simbench):
    assert run_simbench("help").stdout == run_simbench("--help").stdout
    assert run_simbench("help sweep").stdout == run_simbench("sweep --help").stdout
    assert "unknown argument 'swep'; did you mean 'sweep'?" in run_simbench("help swep", exit_code=2).stderr
    for command in ("", "sweep", "new-scene"):
        lines = run_simbench(f"help {command}").stdout.splitlines()
        assert all(len(line) <= 100 for line in lines)


def test_an_unknown_option_names_the_nearest_of_many(run_simbench):
    refused = run_simbench("--solvents qn", exit_code=2).stderr
    assert re.search(r"the nearest of \d+ names: --solver, (--?[\w-]+|\w+), (--?[\w-]+|\w+) \(", refused)


def test_version_names_build_and_libraries(run_simbench, workplace):
    printed = run_simbench("--version").stdout
    assert run_simbench("-V").stdout == printed
    assert re.match(r"simbench \d+\.\d+\.\d+\nbuild +[0-9a-f]{64}\n", printed)
    for library in ("Eigen", "nlohmann_json", "CLI11", "fmt", "spdlog", "oneTBB"):
        assert re.search(rf"\b{library} \d", printed)
    run_simbench(QUICK)
    assert load_run(workplace / "OUT/qn").manifest["build"]["id"] in printed


def test_list_solvers_shows_values_and_meaning_of_each_setting(run_simbench):
    asked = (run_simbench(f"list solvers {name}").stdout for name in ("qn", "admm", "vbd"))
    printed = re.sub(r"\s+", " ", "".join(asked))
    assert "--set solvers.qn.line_search=backtracking backtracking, none, strong_wolfe: rule for" in printed
    assert "--set solvers.qn.history=5 an integer between 0 and 1000: pairs that L-BFGS remembers" in printed
    assert "solvers.admm.weight_factor (not by default) a number greater than 0: a fixed c" in printed
    weights = "--set solvers.admm.weight=auto a number greater than 0, or auto, factor, tuned: auto: w = c"
    assert weights in printed
    assert "--set solvers.admm.volume_scaling=true true or false: V is" in printed
    assert "--set solvers.vbd.order=mesh mesh, reversed, shuffled, coloured: order of a sweep" in printed
    seed = "solvers.vbd.seed (not by default) an integer at least 0"
    assert f"{seed}: seed of the random order; with order=shuffled" in printed


def test_list_solvers_names_each_word_of_a_setting_once(run_simbench):
    solvers = json.loads(run_simbench("list solvers --json").stdout)["solvers"]
    lists = [setting["allowed"].split(", ") for solver in solvers for setting in solver["settings"]]
    assert ["split", "combined", "block"] in lists
    assert [words for words in lists if len(set(words)) < len(words)] == []


def test_a_new_scene_can_be_checked_and_run(run_simbench, workplace, solvers):
    said = run_simbench("new-scene block").stdout
    scene = json.loads((workplace / "block.json").read_text())
    schema = json.loads((workplace / "scenes/scene.schema.json").read_text())
    sections = set(scene) - {"comment"}
    files_python_and_surfaces_that_meet = {"state", "terms", "contact"}
    assert sections == set(schema["properties"]) - files_python_and_surfaces_that_meet
    assert all(re.search(rf"^  {key} +\S", said, re.MULTILINE) for key in sections - {"$schema"})
    assert json.loads(Path(scene["$schema"]).read_text()) == schema
    assert "block.json: good" in run_simbench("check block").stdout
    rows = table_rows(run_simbench("--scene block --solver every --iterations 20").stdout)
    assert {row[-2] for row in rows.values()} <= {"max_iterations", "converged", "stalled"}
    assert len(rows) == len(solvers)


def test_a_new_scene_replaces_nothing(run_simbench, refused, workplace):
    (workplace / "block.json").write_text("mine")
    for name in ("block", "block.json"):
        message = refused("new-scene", name, exit_code=4)
        assert "block.json: exists already and is not replaced" in message
    assert (workplace / "block.json").read_text() == "mine"
    assert "No such file or directory" in refused("new-scene no/where/block", exit_code=4)


def test_counts_of_one_are_in_the_singular(run_simbench, workplace):
    plan = {"scene": "smoke.json", "set": {"step.iterations": 1}, "axes": [], "solvers": ["qn"]}
    (workplace / "plan.json").write_text(json.dumps(plan))
    estimate = run_simbench("sweep plan.json --dry-run").stdout.splitlines()[-1]
    assert estimate.startswith("1 run, 0 done") and "with 1 job," in estimate
    assert "1/1 run done, 0 running" in run_simbench("sweep plan.json --output ONE").stderr
    assert "1 step of 1 iteration\n" in run_simbench("check smoke --set step.iterations=1").stdout
    run_simbench("--scene smoke.json --solver qn --iterations 0 --output A")
    assert "qn: identical (1 row)" in run_simbench("compare A A").stdout
