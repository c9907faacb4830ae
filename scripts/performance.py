"""Time of an iteration over the size of the beam, as simbench_benchmark --json has measured it.

Draws time_over_size and prints the tables of docs/performance.md; --document puts them into it, each between
its marks <!-- table NAME --> and <!-- end -->. Of several files the later ones replace rows of the earlier.
"""

import argparse
import json
import math
import re
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simbench import ResultsError, drawing
from simbench.errors import errors_for_the_user
from simbench.figure_command import add_output
from simbench.figures.cost_over_size import exponent

# Name of a case to its solver, label, and goals for S, M and L: times faster than the baseline, or ns a tet.
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
NET = {"xpbd_springs": "XPBD", "pd_springs": "PD"}  # on N
QUANTITIES = {"ms": "simbench", "baseline_ms": "baseline", "floor_ms": "floor"}
LINES = {
    "ms": {"marker": "o"},
    "baseline_ms": {"marker": "o", "markerfacecolor": "none", "linestyle": (0, (4, 1.5))},
    "floor_ms": {"linestyle": ":"},
}
KEY = ["beam", "case", "precision", "threads"]
NUMBERS = ["ms", "baseline_ms", "floor_ms", "setup_ms", "baseline_setup_ms", "MB", "baseline_MB"]


def load(files: list[Path]) -> pd.DataFrame:
    """A row for each beam, case, precision and number of threads; NaN where there is no such number."""
    try:
        rows = [row for file in files for row in json.loads(file.read_text())["rows"]]
        rows = [
            row for row in rows if row["beam"] != "R"
        ]  # the rigid chain has no tets; the page names its times
    except (ValueError, KeyError) as error:
        names = ", ".join(map(str, files))
        raise ResultsError(f"{names}: not written by simbench_benchmark --json") from error
    table = pd.DataFrame(rows).drop_duplicates(KEY, keep="last")
    for name in NUMBERS:
        table[name] = pd.to_numeric(table[name]) if name in table else np.nan
    table["name"] = table["case"].map(name_of)
    table["ns_per_tet"] = 1e6 * table["ms"] / table["tets"]
    table["case"] = pd.Categorical(table["case"], [*CASES, *NET], ordered=True)
    table["beam"] = pd.Categorical(table["beam"], list("STMLXN"), ordered=True)
    return table.sort_values([*KEY[:2], "precision", "threads"], ignore_index=True)


def name_of(case: str) -> str:
    if case in NET:
        return NET[case]
    return CASES[case][1] + ("" if case in STRAIN else ", NH")  # strain, or stable Neo-Hookean


def variant(rows: pd.DataFrame, precision: str = "double", threads: int = 1) -> pd.DataFrame:
    return rows[(rows["precision"] == precision) & (rows["threads"] == threads)]


def draw(rows: pd.DataFrame) -> Figure:
    """One thread, double: a panel for each case, with the exponents of the lines that have them."""
    rows = variant(rows)
    figure = Figure(figsize=(6.3, 8.4))
    panels = figure.subplots(math.ceil(len(CASES) / 3), 3, sharex=True, sharey=True)
    for axes in panels.flat[len(CASES) :]:
        axes.set_axis_off()
    for axes, case in zip(panels.flat, CASES, strict=False):
        own = rows[rows["case"] == case]
        if not own.empty:
            draw_case(axes, own, drawing.look(CASES[case][0]))
        axes.set(xscale="log", yscale="log", title=name_of(case))
    for axes in panels[-1]:
        axes.set_xlabel("tets")
    for axes in panels[:, 0]:
        axes.set_ylabel("ms an iteration")
        axes.yaxis.set_major_formatter("{x:g}")
    lines = [Line2D([], [], label=label, **LINES[of], color="#555555") for of, label in QUANTITIES.items()]
    figure.legend(handles=lines, loc="outside lower center", ncols=3)
    return figure


def draw_case(axes: Axes, rows: pd.DataFrame, look: dict) -> None:
    texts = []
    for of, label in QUANTITIES.items():
        if rows[of].notna().any():
            colour = "#555555" if of == "floor_ms" else look["color"]
            axes.plot(rows["tets"], rows[of], **LINES[of], color=colour)
            texts.append(f"{label}: $p$ = {exponent(rows['tets'], rows[of]):.2f}")
    axes.text(0.96, 0.04, "\n".join(texts), transform=axes.transAxes, ha="right", fontsize=7)


def goals(rows: pd.DataFrame) -> str:
    """One thread, double: times faster than the baseline, or ns a tet if the goal is in them; (the goal)."""
    rows = variant(rows)
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
    rows = variant(rows)
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
    """How often faster: two threads than one / single than double precision."""
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
    for name, own in variant(rows).groupby("name", sort=False):
        quantities = {"iteration": "ms", "baseline's": "baseline_ms", "set-up": "setup_ms", "memory": "MB"}
        fits = {title: number(exponent(own["tets"], own[key])) for title, key in quantities.items()}
        lines.append({"solver": name, **fits})
    return markdown(pd.DataFrame(lines))


def net(rows: pd.DataFrame) -> str:
    """The net of springs, in double precision."""
    rows = rows[rows["precision"] == "double"]
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


TABLES = {"goals": goals, "times": times, "variants": variants, "exponents": exponents}


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


def put_into(document: str, name: str, table: str) -> str:
    mark = f"<!-- table {name} -->"
    if mark not in document:
        raise ResultsError(f"the document has no {mark}")
    text = f"{mark}\n{table}\n<!-- end -->"
    return re.sub(rf"{mark}.*?<!-- end -->", lambda _: text, document, flags=re.DOTALL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, nargs="+", help="written by simbench_benchmark --json")
    parser.add_argument("--document", type=Path, metavar="FILE", help="Markdown to put the tables into")
    add_output(parser)
    arguments = parser.parse_args()
    with errors_for_the_user():
        rows = load(arguments.results)
        is_net = rows["beam"] == "N"
        rows, of_net = rows[~is_net], rows[is_net]
        tables = {name: make(rows) for name, make in TABLES.items()} | {"net": net(of_net)}
        for name, table in tables.items():
            print(f"{name}: {TABLES.get(name, net).__doc__}\n\n{table}\n")
        if arguments.document:
            document = arguments.document.read_text()
            for name, table in tables.items():
                document = put_into(document, name, table)
            arguments.document.write_text(document)
        drawing.save(draw(rows), "time_over_size", arguments.output)


if __name__ == "__main__":
    main()
