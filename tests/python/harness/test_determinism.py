"""Any number of threads, each repetition and another optimisation give the same bits.

An executable gives the same iterations.csv each time, for every solver, law and precision. So do two
builds of the same sources by the same compiler for the same instruction set, at -O2 and -O3, with assertions
and without.
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT, material

CHUNK = 1024  # tets that one thread takes at a time (math/parallel.h)
CELLS = [14, 4, 4]  # 1120 tets and 375 vertices: two chunks of tets


def write_scene(workplace, law: str) -> None:
    size = [n / 10 for n in CELLS]
    rotation = {"origin": [0, size[1] / 2, size[2] / 2], "axis": [1, 0, 0], "degrees_per_second": 90}
    groups = [
        {"vertices": {"select": "x_min"}, "rotation": rotation},
        {"vertices": {"select": "x_max"}, "translation": [0.1, 0, 0]},
    ]
    preparation = {
        "material": material("stable_neo_hookean"),
        "anchors": {"groups": groups},
        "duration": 1,
        "increments": 2,
    }
    scene = {
        "body": {"beam": {"size": size, "cells": CELLS}},
        "material": material(law),
        "anchors": {"groups": [{"vertices": {"select": "x_min"}}]},
        "preparation": preparation,
        "step": {"time_step": 1e-2, "iterations": 6, "steps": 2},
    }
    (workplace / "scene.json").write_text(json.dumps(scene))


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of each solver's iterations.csv."""
    return {
        path.parent.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.glob("*/iterations.csv")
    }


@pytest.mark.parametrize("precision", ["double", "single"])
def test_any_number_of_threads_gives_the_same_bits_repeatedly(run_simbench, workplace, precision, solvers):
    write_scene(workplace, "strain")
    found = []
    for repeat, threads in enumerate((1, 4, 4)):  # test_golden.py has one and two
        output = workplace / f"{threads}-{repeat}"
        run_simbench(
            f"--scene scene.json --solver every --precision {precision} --threads {threads} --quiet",
            *("--output", output),
        )
        found.append(digests(output))
    manifest = json.loads((workplace / "1-0/qn/manifest.json").read_text())
    assert manifest["tets"] > CHUNK  # otherwise there is nothing to share
    assert sorted(found[0]) == sorted(solvers)
    assert len(set(found[0].values())) == len(solvers)  # the hash sees the numbers
    assert all(others == found[0] for others in found)


@pytest.fixture
def other() -> Path:
    if "SIMBENCH_OTHER" not in os.environ:
        pytest.skip("SIMBENCH_OTHER names no executable of another optimisation")
    return Path(os.environ["SIMBENCH_OTHER"]).resolve()


@pytest.mark.long
@pytest.mark.parametrize("precision", ["double", "single"])
def test_another_optimisation_gives_the_same_bits(
    run_simbench, other, cache_folder, workplace, any_law, precision
):
    """$SIMBENCH_OTHER has the same sources and compiler, and computes its own start states."""
    write_scene(workplace, any_law)
    arguments = f"--scene scene.json --solver every --precision {precision} --quiet --output"
    run_simbench(arguments, "OURS")
    environment = {**os.environ, "SIMBENCH_CACHE": str(cache_folder)}
    subprocess.run(
        [other, *arguments.split(), "THEIRS"], cwd=workplace, env=environment, check=True, timeout=TIMEOUT
    )
    ours, theirs = digests(workplace / "OURS"), digests(workplace / "THEIRS")
    builds = [
        json.loads((workplace / folder / "qn/manifest.json").read_text())["build"]
        for folder in ("OURS", "THEIRS")
    ]
    assert builds[0]["flags"] != builds[1]["flags"] and builds[0]["compiler"] == builds[1]["compiler"]
    assert "qn" in ours and ours == theirs


@pytest.mark.long
def test_another_optimisation_gives_the_numbers_on_record(other):
    """The numbers are those of all laws and of rigid bodies in test_golden.py."""
    golden = [sys.executable, REPOSITORY / "scripts/golden.py", "--simbench", other]
    run = subprocess.run(golden, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
