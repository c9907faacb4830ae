#!/usr/bin/env python3
"""Runs the budgets of docs/budget.md, and records their tables and pictures.

    .venv/bin/python scripts/budget.py      writes results/budget

Type simbench-pages afterwards. The record has no times, so the machine need not be idle. The runs stay in
runs/budget, and a second call does only what is missing.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
OUTPUT = REPOSITORY / "results/budget"
STIFFNESSES = ("1e5", "1e6")  # Pa, of the cloth's membrane
COMMAND = (
    "hanging_cloth --solver vbd,xpbd,qn --substeps 2,4,6,10 --iterations 5,8,10,15 --frames 40 "
    "--set step.time_step=0.016666666666666666"
)


def main() -> None:
    OUTPUT.mkdir(parents=True, exist_ok=True)
    budget = Path(sys.executable).with_name("simbench-budget")
    for stiffness in STIFFNESSES:
        runs = REPOSITORY / "runs/budget" / stiffness
        material = f"potentials.0.stiffness={stiffness}"
        words = [*COMMAND.split(), "--set", material, "--output", os.fspath(runs), "--replace-plan"]
        subprocess.run([budget, *words], check=True, cwd=REPOSITORY)
        for ending in ("csv", "png"):
            shutil.copyfile(runs / f"budget.{ending}", OUTPUT / f"hanging_cloth_{stiffness}.{ending}")


if __name__ == "__main__":
    main()
