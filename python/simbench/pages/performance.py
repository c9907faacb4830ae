"""Tables and single numbers of the times that simbench_benchmark --json has recorded."""

from pathlib import Path

import numpy as np
import pandas as pd

from simbench.benchmark.records import machine_name, read
from simbench.errors import ResultsError
from simbench.figures.cost_over_size import exponent
from simbench.pages.benchmark_rows import (
    BODIES,
    CASES,
    CONTACT,
    FIELD,
    JOINT_SOLVERS,
    JOINTS,
    LOOKING,
    MAIN_BEAMS,
    RIGID,
    SMALL,
    STRAIN,
    markdown,
    number,
    of_tets,
    variant,
)
from simbench.study.words import together


def measured_on(folder: Path) -> str:
    """The machine, the commit and the day of the most files, then those of files that were measured apart."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.glob("*.json")):
        record = read(file)
        name, commit = machine_name(record["machine"]), record["git_commit"][:8]
        found.setdefault(f"on {name} with commit {commit} on {record['date']}", []).append(file.name)
    most, *others = sorted(found, key=lambda where: -len(found[where]))
    apart = [f"{together(f'`{file}`' for file in found[where])} {where}" for where in others]
    return "; ".join([most, *apart])


def goals(rows: pd.DataFrame) -> str:
    """One thread, double: times faster than the baseline, or ns per tet if the goal is in ns; (the goal)."""
    rows = variant(of_tets(rows))
    rows = rows[rows["beam"].isin(list(MAIN_BEAMS))]
    cells = {}
    for row in rows.itertuples():
        targets = dict(zip("SML", CASES[row.case][2].split(), strict=True))
        ratio = row.baseline_ms / row.ms
        in_ratios = "×" in CASES[row.case][2] and np.isfinite(ratio)
        value = f"{number(ratio)}×" if in_ratios else f"{number(row.ns_per_tet)} ns"
        cells[row.name, row.beam] = value + (f" ({targets[row.beam]})" if row.beam in targets else "")
    return pivot(rows, cells)


def take_home(rows: pd.DataFrame) -> str:
    """One thread, double, on M: the solvers of strain."""
    rows = variant(rows[(rows["beam"] == "M") & rows["case"].isin(STRAIN)]).sort_values("ms")
    columns = {
        "solver": rows["name"],
        "iteration [ms]": rows["ms"].map(number),
        "plain code takes": (rows["baseline_ms"] / rows["ms"]).map(times_as_long),
        "the floor is": (rows["floor_ms"] / rows["ms"]).map(times_as_long),
        "set-up [ms]": rows["setup_ms"].map(number),
    }
    return markdown(pd.DataFrame(columns))


def times_as_long(ratio: float) -> str:
    return f"{number(ratio)}×" if np.isfinite(ratio) else "–"


def iteration(rows: pd.DataFrame, unit: str) -> dict[str, pd.Series]:
    """The columns of an iteration's time, beside the baseline's. `unit` names the time of one element."""
    return {
        "ms": rows["ms"].map(number),
        unit: rows["ns_per_tet"].map(number),
        "baseline ms": rows["baseline_ms"].map(number),
        "× faster": (rows["baseline_ms"] / rows["ms"]).map(number),
    }


def times(rows: pd.DataFrame) -> str:
    """One thread, double."""
    rows = variant(of_tets(rows))
    columns = {
        "beam": rows["beam"],
        "solver": rows["name"],
        **iteration(rows, "ns a tet"),
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
    rows = rows[rows["beam"].isin(list(MAIN_BEAMS))]
    base, cells = variant(rows), {}
    key = ["beam", "case"]
    for others in (variant(rows, threads=2), variant(rows, "single")):
        merged = base.merge(others, on=key, suffixes=("", "_other"))
        for row in merged.itertuples():
            before = cells.get((row.name, row.beam))
            speed_up = number(row.ms / row.ms_other)
            cells[row.name, row.beam] = f"{before} / {speed_up}" if before else speed_up
    return pivot(base, cells)


def avx512(rows: pd.DataFrame) -> str:
    """One thread, double: how many times faster with AVX-512 than with AVX2, in turns."""
    rows = variant(of_tets(rows))
    rows = rows[rows["avx512_ms"].notna()]
    cells = {(row.name, row.beam): f"{number(row.in_turns_ms / row.avx512_ms)}×" for row in rows.itertuples()}
    return pivot(rows, cells)


def growth(rows: pd.DataFrame) -> str:
    """One thread, double: ns of an iteration per tet."""
    rows = variant(of_tets(rows))
    return pivot(rows, {(row.name, row.beam): number(row.ns_per_tet) for row in rows.itertuples()})


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


def floor_and_setup(rows: pd.DataFrame) -> dict[str, pd.Series]:
    """The columns of the floor, the set-up and the memory."""
    return {
        "floor ms": rows["floor_ms"].map(number),
        "set-up ms": rows["setup_ms"].map(number),
        "MB": rows["MB"].map(number),
    }


def small(rows: pd.DataFrame) -> str:
    """One thread, double: the solvers that have no goal."""
    rows = variant(rows[rows["beam"].isin(list(MAIN_BEAMS)) & rows["case"].isin(SMALL)])
    columns = {
        "beam": rows["beam"],
        "solver": rows["name"],
        **iteration(rows, "ns a tet"),
        "× Newton": (rows["median_ms"] / rows["compared_median_ms"]).map(number),
        **floor_and_setup(rows),
    }
    return markdown(pd.DataFrame(columns))


def bodies(rows: pd.DataFrame) -> str:
    """The net, the cloth and the beam with a cloth, in double precision."""
    rows = rows[(rows["precision"] == "double") & rows["beam"].isin(BODIES)]
    columns = {
        "body": rows["beam"].map(BODIES),
        "solver": rows["name"],
        "threads": rows["threads"],
        **iteration(rows, "ns an element"),
        **floor_and_setup(rows),
    }
    return markdown(pd.DataFrame(columns))


def rigid(rows: pd.DataFrame) -> str:
    """ns of an iteration per joint of the chain R."""
    rows = rows[rows["beam"] == "R"]
    lines = []
    for case, (name, compared) in RIGID.items():
        own = rows[rows["case"] == case].set_index("precision")
        if "double" not in own.index:
            continue
        exact = own.loc["double"]
        ratio = exact["median_ms"] / exact["compared_median_ms"]
        lines.append(
            {
                "solver": name,
                "ns a joint": number(exact["ns_per_tet"]),
                "baseline": number(1e6 * exact["baseline_ms"] / exact["tets"]),
                "× faster": number(exact["baseline_ms"] / exact["ms"]),
                "compared with": f"{compared}: {number(ratio)}×" if np.isfinite(ratio) else "–",
            }
        )
    return markdown(pd.DataFrame(lines))


def joints(rows: pd.DataFrame) -> str:
    """ns of an iteration per joint for each kind of chain, in double precision."""
    lines = []
    for kind, words in JOINTS.items():
        line = {"joints": words}
        for solver, name in JOINT_SOLVERS.items():
            of = rows[(rows["beam"] == "J") & (rows["case"] == f"{solver}_{kind}")]
            line[name] = number(float(of["ns_per_tet"].iloc[0])) if len(of) else "–"
            if solver == "gs":
                ratios = of["baseline_ms"] / of["ms"]
                line["× faster"] = number(float(ratios.iloc[0])) if len(of) else "–"
        lines.append(line)
    return markdown(pd.DataFrame(lines))


def looking(rows: pd.DataFrame) -> str:
    """What a row of iterations.csv costs, in iterations: medians in turns with the iterations."""
    rows = rows[rows["case"].isin(LOOKING)]
    columns = {
        "beam": rows["beam"],
        "solver": rows["name"],
        "threads": rows["threads"],
        "ms of a row": rows["median_ms"].map(number),
        "ms of an iteration": rows["compared_median_ms"].map(number),
        "iterations": (rows["median_ms"] / rows["compared_median_ms"]).map(number),
    }
    return markdown(pd.DataFrame(columns))


def contact(rows: pd.DataFrame) -> str:
    """The parts of contact beside ipctk and the floor, and iterations beside those without contact."""
    rows = rows[rows["case"].isin(CONTACT)]
    if rows.empty:
        return "These rows are newer than the record: `scripts/benchmark.sh` adds them."
    columns = {
        "beam": rows["beam"],
        "what": rows["name"],
        "ms": rows["ms"].map(number),
        "ipctk ms": rows["baseline_ms"].map(number),
        "floor ms": rows["floor_ms"].map(number),
        "mean over that without contact": (rows["mean_ms"] / rows["compared_mean_ms"]).map(number),
    }
    return markdown(pd.DataFrame(columns))


def pivot(rows: pd.DataFrame, cells: dict[tuple[str, str], str]) -> str:
    """A row for each case, a column for each beam."""
    sizes = dict(zip(rows["beam"], rows["tets"], strict=True))
    lines = [
        {"solver": name, **{f"{b} ({n:,} tets)": cells.get((name, b), "–") for b, n in sizes.items()}}
        for name in rows.sort_values("case")["name"].unique()
    ]
    return markdown(pd.DataFrame(lines))


TABLES = {
    "take_home": take_home,
    "goals": goals,
    "times": times,
    "variants": variants,
    "avx512": avx512,
    "growth": growth,
    "exponents": exponents,
    "field": field,
    "small": small,
    "bodies": bodies,
    "rigid": rigid,
    "joints": joints,
    "looking": looking,
    "contact": contact,
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
