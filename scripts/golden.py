#!/usr/bin/env python3
"""Checks that the numbers of every solver, law and precision are still the recorded ones, to the bit.

Runs a small beam (1920 tets, two time steps of six iterations) under every law with every solver that takes
it, in double and single precision, on one and on two threads; also short runs of scenes of rigid bodies, in
double precision.
Compares the SHA-256 of each iterations.csv with tests/golden. Columns and solvers that are newer than the
recorded hashes are left out. If a change of the code moves numbers on purpose, record them again with --write
and say in the commit which numbers changed.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
RECORD = REPOSITORY / "tests/golden/iterations.json"
CELLS = [24, 4, 4]  # two chunks of tets, so that two threads have something to share
LAWS = {  # each with its solvers
    "strain": "every,admm[weight_factor=0.5],admm[weight=0.5],admm[volume_scaling=false],"
    "pd[global_step=increment],pd[linear_solver=simplicial],"
    "qn[line_search=strong_wolfe],qn[initial_matrix=scaled_identity],qn[history=0],"
    "xpbd[order=reversed],xpbd[order=coloured],xpbd[order=shuffled],vbd[order=reversed],vbd[order=coloured]",
    "stable_neo_hookean": "every,xpbd[form=combined],admm[prox_iterations=2],qn[line_search=strong_wolfe],"
    "vbd[order=shuffled]",
    "neo_hookean": "every",
    "st_venant_kirchhoff": "every,xpbd[order=coloured]",
    "corotated_linear": "every",
}


# Scenes of rigid bodies in the folder scenes, each with its solvers.
RIGID = {
    "chain_straight": "every",
    "chain_bent": "every,gs[warm_start=0.5],gs[form=rows],gs[form=scalar],gs[update=linear],"
    "sor[relaxation=adaptive],sor[relaxation=residual],jacobi[averaging=count],jacobi[averaging=split],"
    "avbd[penalty=effective_mass],avbd[geometric_stiffness=diagonal],avbd[form=scalar]",
    "hanging_boxes": "every,xpbd[warm_start=0.5]",
    "hinge": "every,gs[axis_form=cosine]",
    "stack": "gs,sor,xpbd",
    "spring": "every",
    "tetrahedron": "every",
}


def kind_of(name: str) -> str:
    """The kind of a run's scene, which decides its columns."""
    return "rigid" if name.split()[0] in RIGID else "deformable"


def scene(law: str) -> dict:
    size = [n / 10 for n in CELLS]
    rotation = {"origin": [0, size[1] / 2, size[2] / 2], "axis": [1, 0, 0], "degrees_per_second": 90}
    turned = {"vertices": {"select": "x_min"}, "rotation": rotation}
    drawn = {"vertices": {"select": "x_max"}, "translation": [0.1, 0, 0]}
    return {
        "body": {"beam": {"size": size, "cells": CELLS}},
        "material": {"model": law, "stiffness" if law == "strain" else "youngs_modulus": 1e6},
        "anchors": {"groups": [{"vertices": {"select": "x_min"}}, drawn]},
        "gravity": [0, 0, -9.81],
        "preparation": {
            "material": {"model": "stable_neo_hookean", "youngs_modulus": 1e6},
            "anchors": {"groups": [turned, drawn]},
            "duration": 1,
            "increments": 2,
        },
        "step": {"time_step": 1e-2, "iterations": 6, "steps": 2},
    }


def tables(simbench: str, folder: Path, names: list[str]) -> dict[str, str]:
    """The iterations.csv of each run of these laws and scenes."""
    found = {}
    environment = {
        **os.environ,
        "XDG_CACHE_HOME": str(folder),
    }  # start states are computed, not read from a cache
    for law in LAWS:
        (folder / f"{law}.json").write_text(json.dumps(scene(law)))
    all_solvers = LAWS | RIGID
    for law in names:
        solvers = all_solvers[law]
        for precision in ("double",) if law in RIGID else ("double", "single"):
            for threads in (1, 2):
                output = folder / f"{law}-{precision}-{threads}"
                file = REPOSITORY / f"scenes/rigid/{law}.json" if law in RIGID else f"{law}.json"
                command = [simbench, "--scene", file, "--solver", solvers, "--precision", precision]
                if law in RIGID:
                    command += ["--set", "step.steps=2", "--iterations", "6"]
                command += ["--threads", str(threads), "--quiet", "--output", output]
                run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
                if run.returncode not in (0, 5):  # 5: a run failed numerically, which is a result, too
                    sys.exit(
                        f"{law}, {precision}, {threads} threads: exit code {run.returncode}\n{run.stderr}"
                    )
                for table in sorted(output.glob("*/iterations.csv")):
                    name = f"{law} {table.parent.name} {precision}"
                    if found.setdefault(name, table.read_text()) != table.read_text():
                        sys.exit(f"{name}: one thread gives other bits than two")
    return found


def entry(table: str, columns: list[str]) -> dict[str, str]:
    """The hash of a table with only these columns; its last objective shows how large a change is."""
    rows = [line.split(",") for line in table.splitlines()]
    places = [rows[0].index(column) for column in columns]
    text = "".join(",".join(row[place] for place in places) + "\n" for row in rows)
    return {
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "objective": rows[-1][columns.index("objective")],
    }


def entries(found: dict[str, str], columns: dict[str, list[str]]) -> dict[str, dict[str, str]]:
    return {name: entry(table, columns[kind_of(name)]) for name, table in found.items()}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="record the new hashes")
    parser.add_argument(
        "--only",
        nargs="+",
        choices=[*LAWS, *RIGID],
        metavar="NAME",
        help=f"only these laws and scenes: {', '.join([*LAWS, *RIGID])}",
    )
    parser.add_argument("--simbench", default=os.environ.get("SIMBENCH", "build/release/simbench"))
    arguments = parser.parse_args()
    if arguments.only and arguments.write:
        parser.error("--write records all runs; it needs them all, not --only some")
    names = arguments.only or [*LAWS, *RIGID]
    simbench = str((REPOSITORY / arguments.simbench).resolve())
    with tempfile.TemporaryDirectory() as folder:
        found = tables(simbench, Path(folder), names)
    all_columns = {kind_of(name): table.splitlines()[0].split(",") for name, table in found.items()}
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {"columns": all_columns, "runs": {}}
    before = {name: run for name, run in record["runs"].items() if name.split()[0] in names}
    now = entries(found, {**all_columns, **record["columns"]})
    changed = [name for name in before if before[name] != now.get(name)]
    for name in changed:
        objective = now.get(name, {}).get("objective", "absent")
        print(f"{name}: last objective {before[name]['objective']} before, {objective} now")
    print(f"{len(now)} runs, {len(changed)} of them changed, {len(now.keys() - before.keys())} new")
    if arguments.write:
        runs = entries(found, all_columns)
        RECORD.parent.mkdir(exist_ok=True)
        RECORD.write_text(json.dumps({"columns": all_columns, "runs": runs}, indent=1) + "\n")
    return 1 if changed and not arguments.write else 0


if __name__ == "__main__":
    sys.exit(main())
