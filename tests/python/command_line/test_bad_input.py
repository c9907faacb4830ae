"""Bad input ends with an exit code and one message that names the place; nothing is written or lost.

Bad scenes are files in tests/bad_scenes (test_bad_scenes.py); test_hostile_files.py has FIFOs and devices.
"""

import json
import os
import shutil
import subprocess

import pytest
from conftest import TIMEOUT


def test_values_on_the_command_line_are_named_as_given(refused):
    def message(setting):
        return refused(f"--scene smoke.json --solver qn --output OUT --set {setting}")

    assert "--set material.stiffness=nan: error: /material/stiffness: expected a number" in message(
        "material.stiffness=nan"
    )
    assert "-5 is out of range" in message("step.time_step=-5")
    assert "/materal: unknown key 'materal'; did you mean 'material'?" in message("materal.stiffness=1")
    assert "path.to.member=value" in message("stiffness")
    assert "too large" in message("density=1e999") or "expected a number" in message("density=1e999")


# --- Files


def test_a_huge_file_is_refused(refused, workplace):
    with (workplace / "bad.json").open("wb") as file:
        file.truncate(1 << 30)
    assert "larger than" in refused("check bad.json")


# --- Command line


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("--scene smoke.json --solver qm", ["--solver qm", "did you mean 'qn'?"]),
        ("--scene smoke.json --solver qn,sorcery", ["sorcery", "pbd, xpbd, pd", ", all"]),
        ("--scene smoke.json", ["--scene", "--solver"]),
        ("--solver qn", ["--scene", "--solver"]),
        ("--scene smoke.json --solver qn --iterations nan", ["--iterations", "nan"]),
        ("--scene smoke.json --solver qn --iterations -1", ["--iterations", "-1"]),
        ("--scene smoke.json --solver qn --iterations 1.5", ["--iterations", "1.5"]),
        ("--scene smoke.json --solver qn --record-every 0", ["--record-every", "0"]),
        ("--scene smoke.json --solver qn --threads 0", ["--threads", "0"]),
        ("--scene smoke.json --solver qn --vtu -2", ["--vtu", "-2"]),
        ("--scene smoke.json --solver qn --max-seconds nan", ["--max-seconds", "nan", "greater than 0"]),
        (
            "--scene smoke.json --solver qn --until-relative-error 0",
            ["--until-relative-error", "greater than"],
        ),
        ("--scene smoke.json --solver qn --until-relative-error inf", ["--until-relative-error", "inf"]),
        ("--scene smoke.json --solver qn --reference nan", ["--reference nan", "'best' or 'none'"]),
        ("--scene smoke.json --solver qn --precision half", ["--precision", "double", "single"]),
        ("--scene beam_release --solver qn --reference best", ["--reference best", "steps"]),
        ("--scene smoke --solver qn --reference best --skip-complete", ["--reference best", "--skip-com"]),
        ("--scene smoke --solver qn --reference none --until-relative-error 1", ["--until-relative-error"]),
        ("--scene smoke.json --solver qn --iteratons 3", ["--iteratons", "did you mean '--iterations'?"]),
        (
            "verify runs --sett x=1",
            ["'--sett'; allowed: --help, folder, --trust, --json (simbench verify --h"],
        ),
        ("sweep plan.json --sett x=1", ["'--sett'; did you mean '--set'?"]),
        ("lst solvers", ["lst", "did you mean 'list'?"]),
        ("list solver", ["'solver': ", "did you mean 'solvers'?"]),
        ("list --scene x", ["unknown argument '--scene'"]),
        ("list x --jsn", ["unknown argument '--jsn'; did you mean '--json'?"]),
        ("compare --tolerence 1e-9", ["unknown argument '--tolerence'; did you mean '--tolerance'?"]),
        ("list elsewhere", ["solvers", "materials", "metrics", "scenes"]),
        ("check", ["check: an argument is missing: file (scene file", "simbench check --help"]),
        ("compare A", ["missing: b (", "simbench compare --help"]),
        ("--iterations abc", ["simbench: --iterations abc: expected an integer from 0 to 1000000000"]),
        ("--scene smoke --solver qn --precision dubble", ["--precision dubble", "did you mean 'double'?"]),
        ("--scene smoke --solver", ["--solver: the value is missing: solvers to run"]),
        ("--threads 1 --threads 2", ["--threads: given 2 times; expected once"]),
        ("--scene smoke --solver qn --quiet=abc", ["--quiet: takes no value"]),
        ("--scene smoke --solver qn list solvers", ["--scene, --solver before the command 'list'"]),
        ("--quiet sweep plan.json", ["--quiet before the command 'sweep'", "simbench sweep --help"]),
        ("compare A B", ["A", "no run"]),
        ("rerun nothing.json", ["nothing.json"]),
        ("rerun scenes/deformable/smoke.json", ["scenes/deformable/smoke.json", "not the manifest"]),
    ],
)
def test_a_bad_command_line_is_refused(refused, arguments, parts):
    message = refused(arguments)
    for part in parts:
        assert part in message


def test_a_solver_that_declines_is_named(refused):
    neo_hookean = "--set material.model=stable_neo_hookean --set material.youngs_modulus=1e5"
    message = refused(f"--scene smoke.json --solver qn,pd --output OUT {neo_hookean}")
    assert "--solver pd: declined: " in message and "stable_neo_hookean" in message


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"record_every": 0}},
        {"options": {"record_every": 2.5}},
        {"options": {"record_every": "1"}},
        {"options": {"snapshot_every": -7}},
        {"options": {"precision": "half"}},
        {"options": {"reference": "nwton"}},
        {"options": {"max_seconds": -1}},
        {"options": {"until_relative_error": 0}},
        {"options": None},
        {"solver": "all"},
        {"solver": "qm"},
        {"scene": {}},
        {"files_sha256": None},
        {"files_sha256": {}},
    ],
    ids=json.dumps,
)
def test_a_changed_manifest_is_refused(run_simbench, refused, workplace, change):
    run_simbench("--scene smoke.json --solver qn --iterations 1 --output OUT")
    manifest = json.loads((workplace / "OUT/qn/manifest.json").read_text())
    (workplace / "m.json").write_text(json.dumps({**manifest, **change}))
    message = refused("rerun m.json --output AGAIN")
    assert "m.json" in message or "--solver" in message or "--reference" in message


# --- Output


def test_a_file_in_place_of_the_output_folder_is_refused(refused, workplace):
    (workplace / "OUT").write_text("mine")
    message = refused("--scene smoke.json --solver qn --output OUT", exit_code=4)
    assert "OUT" in message and "Not a directory" in message
    assert "preparing" not in message  # the file is noticed before anything is computed
    assert (workplace / "OUT").read_text() == "mine"


@pytest.mark.parametrize(("options", "reason"), [("ro", "Read-only"), ("size=16k", "No space left")])
def test_a_read_only_or_full_file_system_is_reported(simbench, cache_folder, workplace, options, reason):
    (workplace / "mount").mkdir()
    script = (
        f"mount -t tmpfs -o {options} none mount || exit 99; "
        '"$0" --scene smoke.json --solver qn --iterations 100 --vtu 1 --output mount/OUT; code=$?; '
        "find mount -mindepth 2; exit $code"
    )
    if not shutil.which("unshare"):
        pytest.skip("there is no unshare")
    finished = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, simbench],
        cwd=workplace,
        env={**os.environ, "SIMBENCH_CACHE": str(cache_folder)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    if finished.returncode in (1, 99):
        pytest.skip("user namespaces are not allowed here")
    assert finished.returncode == 4
    assert reason in finished.stderr and "mount/OUT" in finished.stderr
    assert finished.stdout == ""  # neither a table nor a file


@pytest.mark.parametrize(
    "arguments",
    ["schema", "list solvers", "list metrics", "--help", "--version", "check smoke.json", "compare OUT OUT"],
)
def test_a_full_standard_output_is_reported(run_simbench, arguments):
    run_simbench("--scene smoke.json --solver qn --iterations 1 --output OUT")
    with open("/dev/full", "w") as full:  # noqa: PTH123
        finished = run_simbench(arguments, exit_code=4, stdout=full)
    assert "standard output" in finished.stderr


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "2>&- <&-"])
def test_a_run_does_not_need_its_standard_error(run_simbench, simbench, cache_folder, workplace, redirection):
    run_simbench("--scene smoke.json --solver qn --iterations 5 --output WHOLE")
    command = f'exec "$0" --scene smoke.json --solver qn --iterations 5 --output OUT {redirection}'
    finished = subprocess.run(
        ["sh", "-c", command, simbench],
        cwd=workplace,
        env={**os.environ, "SIMBENCH_CACHE": str(cache_folder)},
        stdout=subprocess.PIPE,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert finished.returncode == 0
    assert finished.stdout.startswith("solver ")
    run_simbench("compare OUT WHOLE")


def test_results_are_kept_when_the_table_cannot_be_printed(run_simbench, workplace):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        run_simbench("--scene smoke.json --solver qn --iterations 1 --output OUT", exit_code=4, stdout=full)
    assert json.loads((workplace / "OUT/qn/manifest.json").read_text())["iterations"] == 1


def test_a_cache_that_cannot_be_used_is_only_a_warning(run_simbench, workplace):
    (workplace / "file").write_text("mine")
    finished = run_simbench(
        "--scene smoke.json --solver qn --iterations 1 --output OUT",
        environment={"SIMBENCH_CACHE": str(workplace / "file")},
    )
    assert "warning" in finished.stderr
    assert (workplace / "file").read_text() == "mine"
