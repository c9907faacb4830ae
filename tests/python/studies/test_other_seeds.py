"""The leaderboard of another seed: a copy of the study, its scenes drawn again, and one call of the study."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT

pytestmark = pytest.mark.slow

STUDY = REPOSITORY / "studies/field"
SOLVERS = ["pd", "qn", "newton"]


def shorten(plan):
    """Few solvers with their defaults, iterations and instances, so that the test takes little time."""
    content = json.loads(plan.read_text())
    axes = [{"path": "instance", "values": [0, 1]}] if plan.name.startswith("instances") else []
    content |= {"solvers": SOLVERS, "axes": [*axes, {"path": "step.iterations", "values": [3]}]}
    content.pop("overrides")
    plan.write_text(json.dumps(content))


def angle(scene):
    content = json.loads(scene.read_text())
    groups = content["anchors"]["groups"]
    return groups[1]["rotation"]["degrees_per_second"] * content["step"]["time_step"]


def test_a_copy_with_another_seed_has_a_leaderboard_of_its_own(simbench, cache_folder, tmp_path):
    copy = tmp_path / "field"
    shutil.copytree(STUDY, copy, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "SIMBENCH": str(simbench), "SIMBENCH_CACHE": str(cache_folder)}

    def call(*words):
        subprocess.run(words, cwd=tmp_path, env=environment, check=True, timeout=TIMEOUT)

    call(sys.executable, copy / "make_scenes.py", "--seed", "7")
    drawn = angle(copy / "scenes/end_turned.json")
    assert drawn != pytest.approx(angle(STUDY / "scenes/end_turned.json"))
    for kind in ("board", "instances"):
        for plan in copy.glob(f"plans/{kind}_*.json"):
            shorten(plan)
    call(Path(sys.executable).with_name("simbench-study"), "field", "--only", "leaderboard", "--jobs", "1")
    results = tmp_path / "results/field"
    rows = [json.loads(line) for line in (results / "leaderboard.jsonl").read_text().splitlines()]
    assert {row["scene"] for row in rows} == {path.stem for path in STUDY.glob("scenes/*.json")}
    assert {row["solver"] for row in rows} == set(SOLVERS)
    assert f"turned by {drawn:g} degrees" in (results / "leaderboard_tables.md").read_text()
