"""The names of the benchmark's cases, and its recorded rows as a table."""

from pathlib import Path

import numpy as np
import pandas as pd

from simbench.benchmark.records import KEY, read

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
# Other cases on S, T and M.
SMALL = {
    "gradient_descent": "gradient descent",
    "bfgs": "BFGS",
    "xpbd_global": "XPBD, whole system",
    "kkt": "KKT",
    "jgs2": "JGS2",
    "coordinate_condensation": "Coordinate Condensation",
    "explicit_euler": "explicit Euler",
    "linear_implicit_euler": "linearly implicit Euler",
}
# Beams of tets by size, those on which nearly all cases are measured, and all beams and chains.
TET_BEAMS = "STMLXZ"
MAIN_BEAMS = "STML"
BEAMS = TET_BEAMS + "NCKRJ"
BODIES = {"N": "net of springs", "C": "cloth", "K": "beam with cloth"}
# Cases on these: a solver and the kind of body.
BODY_CASES = {
    f"{solver}_{kind}": name
    for kind in ("springs", "cloth", "mixed")
    for solver, name in {
        "xpbd": "XPBD",
        "pd": "PD",
        "admm": "ADMM",
        "qn": "QN",
        "vbd": "VBD",
        "newton": "Newton",
    }.items()
}
LOOKING = {"looking_xpbd": "XPBD", "looking_pd": "PD"}
CONTACT = {
    "contact_search": "search, energy",
    "contact_terms": "gradient, Hessian",
    "contact_qn": "iteration of QN",
    "contact_newton": "iteration of Newton",
    "contact_alm": "iteration of ALM",
}
# Cases on R; the column tets has its joints or bodies. With "compared with" there is no baseline.
RIGID = {
    "gs": ("Gauss–Seidel", ""),
    "jacobi": ("Jacobi, means", ""),
    "sor": ("SOR, ξ = 1.2", ""),
    "xpbd": ("XPBD", ""),
    "vbd": ("VBD", ""),
    "avbd": ("AVBD", ""),
    "si": ("sequential impulses", ""),
    "soft_step": ("soft step", "sequential impulses"),
    "tgs": ("TGS", "sequential impulses"),
    "direct": ("direct", "Gauss–Seidel"),
    "alm": ("ALM", "direct"),
}
# Kinds of chains J. Their cases are named after a solver and a kind.
JOINTS = {
    "ball": "ball joint",
    "distance": "distance",
    "axial": "axial row",
    "contact": "contact",
    "contact_friction": "contact with friction",
    "translation": "slider",
    "translation_motor": "motor of a slider",
    "spring": "spring",
    "length_spring": "spring on a length",
    "orientation": "orientation",
    "alignment": "alignment",
    "angle": "angle",
    "angle_motor": "motor of a hinge",
    "axis": "axis",
    "axis_cosine": "axis, by the cosine",
    "volume": "volume of four bodies",
    "hinge": "hinge (ball joint and alignment)",
    "mixed": "ball joints and distances in turn",
    "one": "ball joints, and one distance",
}
JOINT_SOLVERS = {"gs": "Gauss–Seidel", "avbd": "AVBD"}
JOINT_CASES = {f"{solver}_{kind}": JOINTS[kind] for solver in JOINT_SOLVERS for kind in JOINTS}
NUMBERS = ["ms", "baseline_ms", "floor_ms", "reading_ms", "rotating_ms", "setup_ms", "baseline_setup_ms"]
NUMBERS += ["MB", "baseline_MB", "median_ms", "compared_median_ms", "in_turns_ms", "avx512_ms"]
NUMBERS += ["mean_ms", "compared_mean_ms"]


def load(files: list[Path]) -> pd.DataFrame:
    """A row for each beam, case, precision and number of threads; NaN if there is no such number."""
    rows = [row for file in files for row in read(file)["rows"]]
    table = pd.DataFrame(rows).drop_duplicates(list(KEY), keep="last")
    for name in NUMBERS:
        table[name] = pd.to_numeric(table[name]) if name in table else np.nan
    table["name"] = [name_of(case, beam) for case, beam in zip(table["case"], table["beam"], strict=True)]
    table["ns_per_tet"] = 1e6 * table["ms"] / table["tets"]
    order = dict.fromkeys([*CASES, *FIELD, *SMALL, *BODY_CASES, *LOOKING, *CONTACT, *RIGID, *JOINT_CASES])
    table["case"] = pd.Categorical(table["case"], list(order), ordered=True)
    table["beam"] = pd.Categorical(table["beam"], list(BEAMS), ordered=True)
    return table.sort_values([*KEY[:2], "precision", "threads"], ignore_index=True)


def name_of(case: str, beam: str = "M") -> str:
    if beam == "R":
        return RIGID[case][0]
    if other := (SMALL | BODY_CASES | LOOKING | CONTACT | JOINT_CASES).get(case):
        return other
    if case in FIELD:
        return FIELD[case][0]
    return CASES[case][1] + ("" if case in STRAIN else ", NH")  # strain, or stable Neo-Hookean


def of_tets(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of the solvers in CASES on the beams."""
    return rows[rows["beam"].isin(list(TET_BEAMS)) & rows["case"].isin(CASES)]


def variant(rows: pd.DataFrame, precision: str = "double", threads: int = 1) -> pd.DataFrame:
    return rows[(rows["precision"] == precision) & (rows["threads"] == threads)]


def number(value: float) -> str:
    """Three digits, a dash for none."""
    return "–" if np.isnan(value) else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def markdown(table: pd.DataFrame) -> str:
    """A sentence in place of a table without rows."""
    if table.empty:
        return "Not recorded yet."
    lines = [list(table.columns), ["---"] * table.shape[1], *table.astype(str).to_numpy().tolist()]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
