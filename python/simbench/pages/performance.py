"""Tables and single numbers of the times that simbench_benchmark --json has recorded."""

import json
from pathlib import Path

import numpy as np
import pandas as pd

from simbench.errors import ResultsError
from simbench.figures.cost_over_size import exponent

# For each case its solver, label, and goals for S, M and L: times faster than the baseline, or ns per tet.
CASES = {
    "pbd": ("pbd", "PBD", "6× 6× 6×"),
    "xpbd": ("xpbd", "XPBD", "6× 6× 6×"),
    "pd": ("pd", "PD", "15× 15× 13×"),
    "admm": ("admm", "ADMM", "15× 15× 13×"),
    "qn": ("qn", "QN", "10× 10× 9×"),
    "newton": ("newton", "Newton", "– 8× 8×"),
    "vbd": ("vbd", "VBD", "320 320 320"),
    "symplectic_euler": ("formula", "symplectic Euler", "– – –"),
    "xpbd_split": ("xpbd", "XPBD, split", "45 45 70"),
    "xpbd_combined": ("xpbd", "XPBD, combined", "45 45 70"),
    "vbd_neo_hookean": ("vbd", "VBD, exact", "90 90 90"),
    "admm_neo_hookean": ("admm", "ADMM", "12× 12× 10×"),
}
STRAIN = list(CASES)[:8]
# Cases of the field's solvers: label, and the solver whose iteration is part of theirs or is like it.
FIELD = {
    "chebyshev": ("Chebyshev", "PD"),
    "nesterov": ("Nesterov", "PD"),
    "anderson": ("Anderson", "PD"),
    "ncg": ("NCG", "PD"),
    "barzilai_borwein": ("Barzilai–Borwein", "PD"),
    "anderson_admm": ("Anderson-ADMM", "ADMM"),
    "douglas_rachford": ("Douglas–Rachford", "ADMM"),
    "mixed": ("mixed FEM", "Newton"),
    "newton_cg": ("Newton-CG", "Newton"),
    "vbd_chebyshev": ("VBD, Chebyshev", "VBD"),
    "pbng": ("PBNG", "VBD"),
    "generalized_pbd": ("generalized PBD", "XPBD"),
}
NET = {"xpbd_springs": "XPBD", "pd_springs": "PD"}  # cases on N
RIGID = {"gs": "Gauss–Seidel", "avbd": "AVBD"}  # cases on R; the column tets has its joints or bodies
# Kinds of chains J. Their cases are named after a solver of R and a kind.
JOINTS = {
    "ball": "ball joint",
    "distance": "distance",
    "axial": "axial row",
    "contact": "contact",
    "hinge": "hinge (ball joint and alignment)",
    "mixed": "ball joints and distances in turn",
    "one": "ball joints, and one distance",
}
JOINT_CASES = {f"{solver}_{kind}": JOINTS[kind] for solver in RIGID for kind in JOINTS}
KEY = ["beam", "case", "precision", "threads"]
NUMBERS = ["ms", "baseline_ms", "floor_ms", "reading_ms", "rotating_ms", "setup_ms", "baseline_setup_ms"]
NUMBERS += ["MB", "baseline_MB", "median_ms", "compared_median_ms"]


def load(files: list[Path]) -> pd.DataFrame:
    """A row for each beam, case, precision and number of threads; NaN if there is no such number."""
    try:
        rows = [row for file in files for row in json.loads(file.read_text())["rows"]]
    except (ValueError, KeyError) as error:
        names = ", ".join(map(str, files))
        raise ResultsError(f"{names}: not written by simbench_benchmark --json") from error
    table = pd.DataFrame(rows).drop_duplicates(KEY, keep="last")
    for name in NUMBERS:
        table[name] = pd.to_numeric(table[name]) if name in table else np.nan
    table["name"] = table["case"].map(name_of)
    table["ns_per_tet"] = 1e6 * table["ms"] / table["tets"]
    table["case"] = pd.Categorical(table["case"], [*CASES, *FIELD, *NET, *RIGID, *JOINT_CASES], ordered=True)
    table["beam"] = pd.Categorical(table["beam"], list("STMLXNRJ"), ordered=True)
    return table.sort_values([*KEY[:2], "precision", "threads"], ignore_index=True)


def name_of(case: str) -> str:
    if other := (NET | RIGID | JOINT_CASES).get(case):
        return other
    if case in FIELD:
        return FIELD[case][0]
    return CASES[case][1] + ("" if case in STRAIN else ", NH")  # strain, or stable Neo-Hookean


def of_tets(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of the beams, without the field's solvers."""
    return rows[~rows["beam"].isin(["N", "R", "J"]) & ~rows["case"].isin(FIELD)]


def variant(rows: pd.DataFrame, precision: str = "double", threads: int = 1) -> pd.DataFrame:
    return rows[(rows["precision"] == precision) & (rows["threads"] == threads)]


def goals(rows: pd.DataFrame) -> str:
    """One thread, double: times faster than the baseline, or ns per tet if the goal is in ns; (the goal)."""
    rows = variant(of_tets(rows))
    cells = {}
    for row in rows.itertuples():
        targets = dict(zip("SML", CASES[row.case][2].split(), strict=True))
        ratio = row.baseline_ms / row.ms
        in_ratios = "×" in CASES[row.case][2] and np.isfinite(ratio)
        value = f"{number(ratio)}×" if in_ratios else f"{number(row.ns_per_tet)} ns"
        cells[row.name, row.beam] = value + (f" ({targets[row.beam]})" if row.beam in targets else "")
    return pivot(rows, cells)


def times(rows: pd.DataFrame) -> str:
    """One thread, double."""
    rows = variant(of_tets(rows))
    columns = {
        "beam": rows["beam"],
        "solver": rows["name"],
        "ms": rows["ms"].map(number),
        "ns a tet": rows["ns_per_tet"].map(number),
        "baseline ms": rows["baseline_ms"].map(number),
        "× faster": (rows["baseline_ms"] / rows["ms"]).map(number),
        "floor ms": rows["floor_ms"].map(number),
        "× floor": (rows["ms"] / rows["floor_ms"]).map(number),
        "set-up ms": rows["setup_ms"].map(number),
        "baseline's": rows["baseline_setup_ms"].map(number),
        "MB": rows["MB"].map(number),
        "baseline's MB": rows["baseline_MB"].map(number),
    }
    return markdown(pd.DataFrame(columns))


def variants(rows: pd.DataFrame) -> str:
    """Speed-ups: two threads over one / single over double precision."""
    rows = of_tets(rows)
    base, cells = variant(rows), {}
    key = ["beam", "case"]
    for others in (variant(rows, threads=2), variant(rows, "single")):
        merged = base.merge(others, on=key, suffixes=("", "_other"))
        for row in merged.itertuples():
            before = cells.get((row.name, row.beam))
            speed_up = number(row.ms / row.ms_other)
            cells[row.name, row.beam] = f"{before} / {speed_up}" if before else speed_up
    return pivot(base, cells)


def exponents(rows: pd.DataFrame) -> str:
    """p of the least-squares fit over all beams: time ∝ tetsᵖ."""
    lines = []
    for name, own in variant(of_tets(rows)).groupby("name", sort=False):
        quantities = {"iteration": "ms", "baseline's": "baseline_ms", "set-up": "setup_ms", "memory": "MB"}
        fits = {title: number(exponent(own["tets"], own[key])) for title, key in quantities.items()}
        lines.append({"solver": name, **fits})
    return markdown(pd.DataFrame(lines))


def field(rows: pd.DataFrame) -> str:
    """One thread, double: the median iteration over that of the solver that took turns with it."""
    rows = variant(rows[rows["case"].isin(FIELD)])
    beams = {row.beam: row.tets for row in rows.sort_values("tets").itertuples()}
    cells = {
        (row.case, row.beam): f"{number(row.median_ms / row.compared_median_ms)}×"
        for row in rows.itertuples()
    }
    lines = [
        {"solver": label, "compared with": other}
        | {f"{beam} ({tets:,} tets)": cells.get((case, beam), "–") for beam, tets in beams.items()}
        for case, (label, other) in FIELD.items()
    ]
    return markdown(pd.DataFrame(lines))


def net(rows: pd.DataFrame) -> str:
    """The net of springs, in double precision."""
    rows = rows[(rows["precision"] == "double") & (rows["beam"] == "N")]
    columns = {
        "solver": rows["name"],
        "threads": rows["threads"],
        "ms": rows["ms"].map(number),
        "ns a spring": rows["ns_per_tet"].map(number),
        "baseline ms": rows["baseline_ms"].map(number),
        "× faster": (rows["baseline_ms"] / rows["ms"]).map(number),
        "set-up ms": rows["setup_ms"].map(number),
        "MB": rows["MB"].map(number),
    }
    return markdown(pd.DataFrame(columns))


def joints(rows: pd.DataFrame) -> str:
    """ns of an iteration per joint for each kind of chain, in double precision."""
    cells = {
        (kind, solver): number(float(of.iloc[0]))
        for solver in RIGID
        for kind in JOINTS
        if len(of := rows[(rows["beam"] == "J") & (rows["case"] == f"{solver}_{kind}")]["ns_per_tet"])
    }
    lines = [
        {"joints": words, **{name: cells.get((kind, solver), "–") for solver, name in RIGID.items()}}
        for kind, words in JOINTS.items()
    ]
    return markdown(pd.DataFrame(lines))


def pivot(rows: pd.DataFrame, cells: dict[tuple[str, str], str]) -> str:
    """A row for each case, a column for each beam."""
    sizes = dict(zip(rows["beam"], rows["tets"], strict=True))
    lines = [
        {"solver": name, **{f"{b} ({n:,} tets)": cells.get((name, b), "–") for b, n in sizes.items()}}
        for name in rows.sort_values("case")["name"].unique()
    ]
    return markdown(pd.DataFrame(lines))


def number(value: float) -> str:
    """Three digits, a dash for none."""
    return "–" if np.isnan(value) else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def markdown(table: pd.DataFrame) -> str:
    lines = [list(table.columns), ["---"] * table.shape[1], *table.astype(str).to_numpy().tolist()]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


TABLES = {
    "goals": goals,
    "times": times,
    "variants": variants,
    "exponents": exponents,
    "field": field,
    "net": net,
    "joints": joints,
}
QUANTITIES = {
    "ms": lambda row: row["ms"],
    "ns": lambda row: 1e6 * row["ms"] / row["tets"],  # per tet, joint or body
    "baseline": lambda row: row["baseline_ms"],
    "floor": lambda row: row["floor_ms"],
    "reading": lambda row: 2 * row["reading_ms"],  # the factor is read twice
    "rotation": lambda row: 1e6 * row["rotating_ms"] / row["tets"],  # ns per tet
    "faster": lambda row: row["baseline_ms"] / row["ms"],
    "median": lambda row: row["median_ms"],
    "compared": lambda row: row["median_ms"] / row["compared_median_ms"],
    "over_floor": lambda row: row["ms"] / row["floor_ms"],
    "setup": lambda row: row["setup_ms"],
    "MB": lambda row: row["MB"],
    "tets": lambda row: row["tets"],
}


def quantity(rows: pd.DataFrame, beam: str, case: str, name: str) -> str:
    """A number of a case on a beam, with one thread in double precision."""
    found = variant(rows[(rows["beam"] == beam) & (rows["case"] == case)])
    if len(found) != 1 or name not in QUANTITIES:
        raise ResultsError(f"no benchmark on record has '{name}' of {case} on {beam}")
    value = QUANTITIES[name](found.iloc[0])
    return f"{value:,}" if name == "tets" else number(value)
