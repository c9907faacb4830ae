#!/usr/bin/env python3
"""Runs minimisers of scipy.optimize beside ours on the thesis's beam, for docs/python.md.

    .venv/bin/python scripts/peers.py      writes results/python/peers.csv and peers.png

Type simbench-pages afterwards. The record has no times, so the machine need not be idle.
"""

from pathlib import Path

import pandas as pd

import simbench as sb
from simbench.figure_files import any_file, save_with_palette
from simbench.figures import relative_error

REPOSITORY = Path(__file__).resolve().parents[1]
OUTPUT = REPOSITORY / "results/python"
SCIPY = REPOSITORY / "docs/examples/scipy_minimize.py"
OTHER_QN = "qn[initial_matrix=scaled_identity]"  # the same algorithm as L-BFGS-B
METHODS = ("L-BFGS-B", "Newton-CG", "trust-ncg")
SOLVERS = ["pd", "qn", OTHER_QN, "newton", *(f"{SCIPY}[method={method}]" for method in METHODS)]
TARGET = 1e-6  # relative error


def run() -> sb.Runs:
    return sb.run(REPOSITORY / "scenes/deformable/beam_untwist.json", SOLVERS)


def table(runs: sb.Runs) -> pd.DataFrame:
    """What each solver needs to reach the target. Only scipy's methods count gradients and products."""
    reached = {name: one.curve[one.curve["relative_error"] < TARGET].iloc[0] for name, one in runs.items()}
    counts = pd.DataFrame(reached).T.rename(columns={"iteration": "iterations"})
    return counts.reindex(columns=["iterations", "gradients", "products"]).astype("Int64")


def main() -> None:
    runs = run()
    save_with_palette(relative_error.draw(list(runs.values())), "peers", OUTPUT, any_file)
    table(runs).to_csv(OUTPUT / "peers.csv", index_label="solver")


if __name__ == "__main__":
    main()
