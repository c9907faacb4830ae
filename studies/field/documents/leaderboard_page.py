"""The leaderboard as one HTML file: filters, a table of solvers and scenes, profiles, pairs, single runs.

The page has the rows of leaderboard.jsonl, and its script reads and counts them.
"""

import base64
import json
import zlib
from dataclasses import asdict
from pathlib import Path

from field.board.budgets import FACTORISATION, PD_ITERATION
from field.board.instances import comparable
from field.board.plans import board_plan
from field.board.rows import AS_WRITTEN, INSTANCE, rows_of
from field.board.settings import ALIKE, NOT_RANKED, one_setting
from field.catalogue import scenes
from field.families import family
from field.problems import HIGH, LOW, law_label, membrane, power, stiffness
from simbench import drawing
from simbench.entry import board
from simbench.entry.targets import CURVE_TARGETS, TARGETS
from simbench.errors import ResultsError
from simbench.output_files import complete_file
from simbench.report.looks import Look, lightened
from simbench.report.packing import pack_bytes
from simbench.report.page import parts_of, render
from simbench.study.figure_notes import short
from simbench.study.results import Results

HERE = Path(__file__).parent / "page"
SCRIPTS = ("runs", "cells", "charts", "pair", "one_run")
FIRST_TIME = Look("first time", "#777777", lightened("#777777"), (2, 2))
# Of k h² [Pa s²], or E h²: the upper bound of each class.
STIFFNESS = {
    f"soft (k h² below {power(LOW)} Pa s²)": LOW,
    f"stiff ({power(LOW)} to {power(HIGH)} Pa s²)": HIGH,
    f"nearly static ({power(HIGH)} Pa s² and more)": float("inf"),
}
ROUNDING = 1e-12  # smaller relative errors differ between compilers
CONTRAST = "parts of unequal stiffness"


def write(results: Results, output: Path, record: Path) -> None:
    with complete_file(output / "leaderboard.html") as partial:
        partial.write_text(page(rows_of(results)), encoding="utf-8")


def refreshed(text: str, record: Path) -> str:
    """The page with the rows that it has and the current template."""
    _, payloads = parts_of(text)
    return rendered(payloads["rows"])


def page(rows: list[dict]) -> str:
    """The page's text; `rows` are those of leaderboard.jsonl. Scenes that compare no solvers are left out."""
    shown = set(comparable(board.table(rows))["scene"])
    rows = [row for row in rows if row["scene"] in shown]
    lines = (json.dumps(shortened(row), separators=(",", ":"), allow_nan=False) + "\n" for row in rows)
    return rendered(pack_bytes("".join(lines).encode()))


def shortened(row: dict) -> dict:
    """The row with four digits of its last error, and 0 for one that is only rounding.

    Of a turned and renumbered instance, of which there are many, it has only what the page shows.
    """
    if row[INSTANCE] != AS_WRITTEN:
        return {name: row[name] for name in (*board.KEY, "status", "for_good") if name in row}
    error = row.get("final_relative_error")
    if error is None:
        return row
    return row | {"final_relative_error": float(f"{error:.4g}") if abs(error) > ROUNDING else 0.0}


def rendered(packed: str) -> str:
    rows = rows_in(packed)
    known, shown = scenes(), {row["scene"] for row in rows}
    if unknown := sorted(shown - set(known)):
        raise ResultsError(f"a row has the scene '{unknown[0]}'; catalogue.py has {', '.join(known)}")
    one = one_setting(board.table(row for row in rows if row[INSTANCE] == AS_WRITTEN))
    solvers = list(dict.fromkeys(row["solver"] for row in rows))
    looks = [Look.of(style) for style in drawing.solver_looks(solvers).values()] + [FIRST_TIME]
    content = {
        "title": "Leaderboard of one time step",
        "looks": [asdict(look) for look in looks],
        "first_time_look": looks.index(FIRST_TIME),
        "targets": CURVE_TARGETS,
        "table_targets": [CURVE_TARGETS.index(target) for target in TARGETS],
        "alike": ALIKE,
        "pd_iteration": PD_ITERATION,
        "factorisation": FACTORISATION,
        "scenes": [facts(name, scene) for name, scene in known.items() if name in shown],
        "solvers": [
            {
                "name": solver,
                "family": family(solver),
                "ranked": solver not in NOT_RANKED,
                "one": json.loads(one[solver]),
                "set": changed_members(solver),
            }
            for solver in solvers
        ],
    }
    return render("leaderboard", content, {"rows": packed}, HERE, SCRIPTS)


def rows_in(packed: str) -> list[dict]:
    text = zlib.decompress(base64.b64decode(packed)).decode()
    return [json.loads(line) for line in text.splitlines()]


def facts(name: str, scene: dict) -> dict:
    """What the page says on a scene, and the classes by which it is filtered."""
    return {
        "name": name,
        "reason": scene["description"],
        "difficulty": scene.get("comment", {}).get("difficulty", name.replace("_", " ")),
        "law": law_label(scene),
        "stiffness": stiffness_class(stiffnesses(scene), scene["step"]["time_step"]),
        "setting": setting_in_words(scene),
    }


def setting_in_words(scene: dict) -> str:
    material = scene.get("material", {})
    symbol = "E" if "youngs_modulus" in material else "k"
    words = [f"{symbol} = {' and '.join(map(short, stiffnesses(scene)))} Pa"]
    if "poisson_ratio" in material:
        words.append(f"ν = {material['poisson_ratio']:g}")
    words.append(f"h = {scene['step']['time_step']:.2g} s")
    if "elements" in scene:
        words.append(f"{scene['elements']} tets")
    return ", ".join(words)


def stiffnesses(scene: dict) -> list[float]:
    """The values of k or E [Pa] of the body's parts, each once, ascending."""
    laws = [part["material"] for part in (scene, *scene.get("regions", [])) if "material" in part]
    return sorted({stiffness(law) for law in laws or [membrane(scene)]})


def stiffness_class(values: list[float], time_step: float) -> str:
    if len(values) > 1:
        return CONTRAST
    return next(name for name, bound in STIFFNESS.items() if values[0] * time_step**2 < bound)


def changed_members(solver: str) -> dict:
    """Members of the scene that the leaderboard's plans change for this solver, such as its iterations."""
    changes: dict = {}
    for one in board_plan("", "")["overrides"]:
        if solver in one["where"]["solver"]:
            changes |= one["set"]
    return changes
