"""The installed program works in any folder, without a checkout and without HOME."""

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import installed_tree
import pytest
from conftest import REPOSITORY, SCENE_FILES, TIMEOUT


@pytest.fixture(scope="module")
def prefix(simbench: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed_tree.install_program(simbench, tmp_path_factory.mktemp("installed"))


@pytest.fixture
def run_installed(prefix: Path, tmp_path: Path) -> Callable[..., str]:
    """Runs the installed program in an empty folder with an empty HOME, and returns what it printed."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()

    def run(arguments: str) -> str:
        finished = subprocess.run(
            ["simbench", *arguments.split()],
            cwd=elsewhere,
            env={"HOME": str(home), "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    return run


def test_installed_files_are_complete(prefix):
    assert [path.name for path in (prefix / "bin").iterdir()] == ["simbench"]
    installed = prefix / "share/simbench/scenes"
    for path in (REPOSITORY / "scenes").rglob("*.json"):
        copy = installed / path.relative_to(REPOSITORY / "scenes")
        assert copy.read_bytes() == path.read_bytes()
    for name in ("studies/thesis/study.json", "docs/examples/block.vtu", "results/field/leaderboard.jsonl"):
        assert (prefix / "share/simbench" / name).is_file()
    text = (prefix / "bin/simbench").read_bytes()
    assert os.fsencode(REPOSITORY / "scenes") not in text


def test_man_pages_are_installed(prefix, run_installed):
    pages = {path.name for path in (prefix / "share/man/man1").glob("*")}
    if not pages:
        pytest.skip("the build folder has no man pages (help2man, or only the target simbench is built)")
    text = run_installed("--help").split("Subcommands:")[1].split("\n\n")[0]
    commands = re.findall(r"^  ([\w-]+)", text, re.MULTILINE)
    assert pages == {"simbench.1", *(f"simbench-{command}.1" for command in commands)}


def test_the_installed_scenes_are_listed_and_run(run_installed, prefix, tmp_path):
    names = {line.split()[0] for line in run_installed("list scenes").splitlines() if line[0] != " "}
    assert names == {path.name for path in SCENE_FILES}
    run_installed("--scene smoke --solver qn,vbd --iterations 3 --quiet --output results")
    for solver in ("qn", "vbd"):
        run = tmp_path / "elsewhere/results" / solver
        assert json.loads((run / "manifest.json").read_text())["iterations"] == 3
        environment = json.loads((run / "environment.json").read_text())
        assert environment["scene_folder"] == str(prefix / "share/simbench/scenes/deformable")
    assert [path.name for path in (tmp_path / "home").iterdir()] == [".cache"]


def test_a_users_own_scene_is_checked_and_run(run_installed, prefix, tmp_path):
    scene = json.loads((prefix / "share/simbench/scenes/deformable/smoke.json").read_text())
    scene["step"]["iterations"] = 2
    (tmp_path / "elsewhere/own.json").write_text(json.dumps(scene))
    run_installed("check own.json")
    run_installed("--scene own.json --solver pd --quiet --output results")
    run_installed("rerun results/pd/manifest.json")
    run_installed("compare results/pd rerun/pd")


def test_plans_are_found_by_their_names(run_installed):
    assert [line.split()[0] for line in run_installed("list plans").splitlines()] == ["smoke.json"]
    assert len(run_installed("sweep smoke --list").splitlines()) == 15
    assert "3 done, 0 failed, 12 missing" in run_installed(
        "sweep smoke --output OUT --shard 0/5 --set step.iterations=2"
    ) + run_installed("status OUT")


@pytest.fixture
def python_package(simbench: Path, prefix: Path) -> None:
    installed_tree.install_package(simbench, prefix)


@pytest.mark.usefixtures("python_package")
def test_the_installed_python_package_is_found(run_installed, prefix, tmp_path):
    run_installed("--scene smoke --solver qn --iterations 3 --vtu 1 --quiet --output results")
    run_installed("report results")
    run_installed("archive results")
    run_installed("export results --glb")
    assert run_installed("verify results.tar.zst") == "1 good, 0 damaged\n"
    run_installed("new-study mine")
    run_installed("study mine")
    elsewhere = tmp_path / "elsewhere"
    assert "claim" in (elsewhere / "results/mine/claims.md").read_text()
    environment = json.loads(next(elsewhere.glob("runs/mine/*/runs/*/*/environment.json")).read_text())
    assert environment["scene_folder"] == str(prefix / "share/simbench/scenes/deformable")
