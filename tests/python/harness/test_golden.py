"""The numbers of every solver, law and precision have the recorded bits (tests/golden)."""

import os
import subprocess
import sys

from conftest import REPOSITORY


def golden(*arguments: object) -> subprocess.CompletedProcess:
    command = [sys.executable, REPOSITORY / "scripts/golden.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ)


def test_no_number_has_changed(simbench):
    run = golden("--simbench", simbench)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_changed_number_is_named(simbench, workplace):
    # A program that computes other numbers.
    changed = workplace / "simbench"
    changed.write_text(f'#!/bin/sh\nexec {simbench} "$@" --set step.time_step=0.011\n')
    changed.chmod(0o755)
    run = golden("--only", "hinge", "--simbench", changed)
    assert run.returncode == 1
    assert "hinge gs double: last objective" in run.stdout
    refused = golden("--only", "hinge", "--write", "--simbench", changed)
    assert refused.returncode == 2 and "--only" in refused.stderr
