"""Questions E10 and E11: XPBD that gets harder than its material, and solvers that stop above the minimum."""

import itertools
from collections.abc import Iterable, Mapping

from engine.claims.elements import by_tets
from engine.claims.measures import (
    SOLVED,
    SOLVERS,
    STIFFER,
    by_solver,
    iterations_to,
    last_error,
    millimetres,
    reaching,
    sag,
    show_it,
    span,
)
from simbench import Run
from simbench.study import Part, Results, Verdict, above, below, claim

CELLS = [15, 3, 3]
FLOOR = "twist_floor"
STIFFNESS, TIME_STEP, DENSITY = 1e7, 0.01, 1000
LIGHT = 10  # kg/m³
SWEEPING = ("pbd", "xpbd")  # sweeps over constraints
NAMES = {
    "pbd": "PBD",
    "dropped": "XPBD that drops its multipliers",
    "kept": "XPBD that keeps its multipliers",
}


@claim(10)
def harder_than_the_material(results: Results) -> Verdict:
    def sags(solver: str, **setting) -> dict[float, float]:
        runs = results.by("bar_limit", solver, "iterations", **setting)
        return {count: sag(run) for count, run in runs.items()}

    exact = sags("newton")
    methods = {"pbd": sags("pbd")} | {rule: sags("xpbd", multipliers=rule) for rule in ("dropped", "kept")}
    most = max(exact)

    def parts(count: float) -> dict[str, Part]:
        words = "with {:g} iterations a frame the bar sags by {}, exact is {}; the ratio"
        return {
            name: below(
                of[count] / exact[count],
                STIFFER,
                words.format(count, *map(millimetres, (of[count], exact[count]))),
            )
            for name, of in methods.items()
        }

    found = parts(most)
    sizes = {"sag": {name: 1000 * of[most] for name, of in methods.items()}}
    cases = {f"with {n:g} iterations": show_it(parts(n)) == show_it(found) for n in exact if n != most}
    verdict = by_solver(found, sizes, NAMES.get, most=f"{most:g}", exact=millimetres(exact[most]))
    return reaching(verdict, cases)


@claim(11)
def stops_above_the_minimum(results: Results) -> Verdict:
    runs = {solver: results.run("twist_elements", solver, cells=CELLS) for solver in SOLVERS}
    parts = {solver: stops(run) for solver, run in runs.items()}
    sizes = {
        "percent": {solver: 100 * last_error(run) for solver, run in runs.items()},
        "count": {solver: iterations_to(run, SOLVED) for solver, run in runs.items()},
    }
    floors = {
        solver: by_stiffness(results.by(FLOOR, solver, "k", "h", density=DENSITY))
        for solver in (*SWEEPING, "pd", "vbd")
    }
    curves = {f"{solver}_curve": floors_in_words(of.values()) for solver, of in floors.items()}
    places = {f"{solver}_stops": where_it_stops(of) for solver, of in floors.items()}
    counts = {f"{solver}_hard": f"{iterations_to(of[max(of)], SOLVED):g}" for solver, of in floors.items()}
    meshes = by_tets(results, "twist_elements", "xpbd")
    light = results.run(FLOOR, "xpbd", k=STIFFNESS, h=TIME_STEP, density=LIGHT)
    cases = {
        f"for k h² = {power(value)} Pa s²": show_it({s: stops(floors[s][value]) for s in SWEEPING})
        == show_it(parts)
        for value in floors["xpbd"]
    }
    return reaching(
        by_solver(parts, sizes),
        cases,
        **curves,
        **places,
        **counts,
        least=power(min(floors["xpbd"])),
        most=power(max(floors["xpbd"])),
        meshes=floors_in_words(meshes.values()),
        coarse=min(meshes),
        fine=max(meshes),
        density=LIGHT,
        light="stops above the minimum" if stops(light).holds else "arrives",
    )


def stops(run: Run) -> Part:
    last = int(run.curve["iteration"].iloc[-1])
    return above(last_error(run), SOLVED, f"the relative error after {last} iterations")


def by_stiffness(runs: Mapping[tuple[float, float], Run]) -> dict[float, Run]:
    """Runs by (k, h), by k h² [Pa s²], which alone makes a step stiff; of two with the same one the first."""
    found: dict[float, Run] = {}
    for (k, h), run in runs.items():
        found.setdefault(float(f"{k * h**2:.6g}"), run)
    return dict(sorted(found.items()))


def where_it_stops(runs: Mapping[float, Run]) -> str:
    """The k h², as intervals of those that were run, for which the solver stops above the minimum."""
    neighbours = itertools.groupby(runs, lambda value: stops(runs[value]).holds)
    ends = [span(values, power) for stopping, values in neighbours if stopping]
    return " and ".join(ends) or "none"


def floors_in_words(runs: Iterable[Run]) -> str:
    """The errors in percent of the runs that stop above the minimum."""
    floors = [100 * last_error(run) for run in runs if stops(run).holds]
    return f"{span(floors)} %" if floors else "nothing"


def power(value: float) -> str:
    return f"{value:g}".replace("e+0", "e").replace("e+", "e")
