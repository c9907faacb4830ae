"""Which solver with contact? Iterations and seconds of the solvers on four scenes, as a page.

Its seconds depend on the machine: no verdict rests on them, and --check does not compare the page.
"""

import json
import math
import statistics
from pathlib import Path

import pandas as pd

from contact.claims.measures import (
    count,
    cut_share,
    iterations,
    iterations_to,
    percent,
    touching,
    two_digits,
)
from simbench import Run
from simbench.labels import solver_label
from simbench.output_files import complete_file
from simbench.pages.performance import markdown
from simbench.study import Results
from simbench.study.words import in_prose, together

PENALTY = "solvers_penalty"
SCENES = {
    "solvers_cubes": (
        "A cube falls onto another one",
        "The scene `two_cubes`: an impact, then rest; log barrier, no friction.",
    ),
    "solvers_block": (
        "A block slides down a slope",
        "The scene `sliding_block`: contact with friction; the block lands and begins to slide.",
    ),
    "solvers_coil": (
        "A rod coils until it touches itself",
        "A rod is twisted at both ends, which come nearer: it buckles, and its own surface is the obstacle.",
    ),
    PENALTY: (
        "A cube falls onto another one, with a penalty",
        "The scene `two_cubes` with strain energy and a quadratic penalty, so that PD and ADMM take part."
        " The matrix of PD and QN's first Hessian have no pairs (constant matrix), or those that push at each"
        " iterate, with a new factor; ADMM always has these.",
    ),
}
SOLVERS = (
    "newton",
    "newton_cg",
    "qn",
    "bfgs",
    "ncg",
    "barzilai_borwein",
    "gradient_descent",
    "vbd",
    "pbng",
)
FILTERS = {"ccd": "whole step", "offset": "distances", "planes": "planes"}
FILTERED = ("newton", "qn", "ncg")
NEWTON = solver_label("newton")
TARGETS = {"1e-3": 1e-3, "1e-6": 1e-6}
SOLVED = TARGETS["1e-6"]
WORDS = """# Which solver with contact?

The solvers that take contact as a term of the objective, on four scenes. All of them solve the same time
steps, which begin at Newton's minimum of the last step; only steps in contact count, at whose minimum a pair
is nearer than d̂. *To 1e-3* is the median of the iterations to a relative error of 1e-3; *no* means that most
steps do not get there in 300 iterations. *Solved* are the steps that reach 1e-6. *Cut* are the iterations
whose first trial was longer than continuous collision detection allows; VBD and PBNG have bounds for each
vertex in its place. Milliseconds are those of a mean step: of its iterations to the target, without set-up,
with one thread, and only if all steps get there. **They depend on the machine**, and so does the order.

XPBD and PBD take contact as constraints, and `alm` keeps every gap at least d̂. They do not minimise this
objective, so they are not here; [contact.md](../../docs/contact.md) says who declines contact, and what a
solver changes with it. The bodies are small, so a factorisation is cheap.
"""


FILTER_WORDS = """## Three ways to shorten a step

A search may shorten the whole step where the first pair would touch (`step_filter` is `ccd`, the default),
or the step of each vertex: by the distance of its nearest pair (`offset`), or by planes between the
primitives of each pair (`planes`). The table counts the iterations to 1e-6 of the steps in contact of a cube
that falls onto another one, for barriers of thickness d̂ with the same κ d̂³: the median of four copies of
the scene, three of them turned and with other orders of vertices and tets, and the range of the copies.
"""


def filters(results: Results) -> pd.DataFrame:
    """Iterations by solver and d̂, a column for each filter."""
    rows: dict[tuple[str, float], dict[str, list[float]]] = {}
    for solver in FILTERED:
        axis = f"{solver}_filter"
        for (contact, _, how), run in results.by("filters", solver, "contact", "instance", axis).items():
            row = rows.setdefault((solver, json.loads(contact)["distance"]), {})
            row.setdefault(FILTERS[how], []).append(iterations(run, touching(run)))
    return pd.DataFrame(
        {"solver": solver_label(solver), "d̂": f"{distance:g} m"}
        | {how: f"{count(statistics.median(found))} ({extent(found)})" for how, found in row.items()}
        for (solver, distance), row in rows.items()
    )


def extent(found: list[float]) -> str:
    return f"{count(min(found))} to {count(max(found))}"


def runs_of(results: Results, sweep: str) -> dict[str, Run]:
    """The runs of a scene by the name of the solver; Newton's is there."""
    if sweep != PENALTY:
        return {solver_label(solver): results.run(sweep, solver) for solver in SOLVERS}
    runs = {
        solver_label(name): results.run(sweep, name) for name in ("newton", "newton_cg", "ncg", "admm", "vbd")
    }
    for name in ("qn", "pd"):
        for terms, words in (("left_out", "constant matrix"), ("refactorise", "with pairs")):
            label = f"{solver_label(name)} ({words})"
            runs[label] = results.run(sweep, name, **{f"{name}_pairs": terms})
    return runs


def milliseconds(run: Run, steps: list[int], target: float) -> float:
    """Of a time step: its iterations until the error is at most the target; infinite if a step fails."""
    rows = run.iterations
    total = 0.0
    for step in steps:
        last = iterations_to(run, step, target)
        if math.isinf(last):
            return math.inf
        of_step = rows[(rows["step"] == step) & (rows["iteration"] > 0) & (rows["iteration"] <= last)]
        total += of_step["iteration_seconds"].sum()
    return 1000 * total / len(steps)


def table(runs: dict[str, Run]) -> pd.DataFrame:
    """A row for each solver, the fastest to 1e-6 first."""
    steps = touching(runs[NEWTON])
    rows = []
    for solver, run in runs.items():
        counts = {name: [iterations_to(run, step, to) for step in steps] for name, to in TARGETS.items()}
        times = {name: milliseconds(run, steps, to) for name, to in TARGETS.items()}
        row = {"solver": solver}
        row |= {f"to {name}": number(statistics.median(found)) for name, found in counts.items()}
        row |= {f"ms to {name}": number(time) for name, time in times.items()}
        row["solved"] = f"{sum(map(math.isfinite, counts['1e-6']))} of {len(steps)}"
        row["cut"] = "" if run.iterations["allowed_step"].isna().all() else percent(cut_share(run, steps))
        rows.append(row | {"order": times["1e-6"]})
    return pd.DataFrame(rows).sort_values("order", kind="stable").drop(columns="order")


def number(value: float) -> str:
    return two_digits(value) if math.isfinite(value) else "no"


def summary(runs: dict[str, Run]) -> str:
    """Who needs least time to each target, and who does not arrive in every step."""
    steps = touching(runs[NEWTON])
    sentences = []
    for name, target in TARGETS.items():
        times = {solver: milliseconds(run, steps, target) for solver, run in runs.items()}
        first, second, *_ = sorted(times, key=times.__getitem__)
        sentences.append(
            f"To {name} {first} is fastest with {number(times[first])} ms a step, before"
            f" {second} with {number(times[second])} ms."
        )
    missed = [solver for solver, run in runs.items() if not solves(run, steps)]
    if missed:
        sentences.append(f"Not every step is solved to 1e-6 by {together(missed)}.")
    return " ".join(sentences)


def solves(run: Run, steps: list[int]) -> bool:
    return all(math.isfinite(iterations_to(run, step, SOLVED)) for step in steps)


def write(results: Results, output: Path, record: Path) -> None:
    parts = [WORDS]
    for sweep, (title, words) in SCENES.items():
        runs = runs_of(results, sweep)
        parts += [f"## {title}", words, summary(runs), markdown(table(runs))]
    parts += [FILTER_WORDS, markdown(filters(results))]
    with complete_file(output / "solvers.md") as partial:
        partial.write_text(in_prose("\n\n".join(part.strip() for part in parts) + "\n"))
