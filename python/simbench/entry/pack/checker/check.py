"""Checks this reference pack; or tells the relative error of your positions, (f - f*)/(f(q~) - f*).

    python3 check.py
    python3 check.py PROBLEM POSITIONS.csv [LARGEST_ERROR]

POSITIONS.csv has x, y, z of a vertex in each line [m]. Exit code 1: a file differs, numpy finds another f,
or the error is larger than LARGEST_ERROR. Needs Python 3 and numpy.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from energies import objective, table

PACK = Path(__file__).resolve().parent
index = json.loads((PACK / "index.json").read_text())
for file, wanted in index["files"].items():
    if hashlib.sha256((PACK / file).read_bytes()).hexdigest() != wanted:
        sys.exit(f"{file} is not the file of the index")


def error(name: str, file: Path) -> float:
    q, values = table(file), json.loads((PACK / name / "problem.json").read_text())
    if q.shape != (values["vertices"], 3) or not np.isfinite(q).all():
        sys.exit(
            f"{file}: {name} has {values['vertices']} vertices of three finite numbers; here are {q.shape}"
        )
    return (objective(PACK / name, q) - values["minimum"]) / (
        values["objective_at_start"] - values["minimum"]
    )


if len(sys.argv) > 1 and sys.argv[1] not in index["problems"]:
    sys.exit(f"there is no problem {sys.argv[1]}; there are: {', '.join(index['problems'])}")
elif len(sys.argv) > 1:
    print(f"relative error {(found := error(sys.argv[1], Path(sys.argv[2]))):.6g}")
    sys.exit(len(sys.argv) > 3 and not found <= float(sys.argv[3]))
for name in index["problems"]:
    if abs(error(name, PACK / name / "minimiser.csv")) > 1e-9:
        sys.exit(f"{name}: f of the minimiser by numpy is not f*")
print(f"{len(index['problems'])} minima and {len(index['files'])} files are right")
