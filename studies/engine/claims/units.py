"""Claims E13, E14 and E16: density, units, and single precision far from the origin."""

from engine.claims.measures import SOLVERS, mass, millimetres, sag, those, two_digits
from simbench import Run
from simbench.labels import solver_label
from simbench.study import Part, Results, Verdict, above, apart, by_case, claim
from simbench.study.words import listed

METRES, MILLIMETRES = 7850, 7.85e-9  # the density of steel in kg/m³ and in t/mm³
CLOSE = 0.1  # share of the sag by which it may differ
FAR = {(0, 0, 0): "at the origin", (1000, 0, 0): "1 km away", (10000, 0, 0): "10 km away"}


@claim(13)
def large_density_explodes(results: Results) -> Verdict:
    explosions = {solver_label(solver): exploded(results, "bar_density", solver) for solver in SOLVERS}
    implicit = listed(name for name, of_solver in explosions.items() if any(of_solver.values()))
    explicit = explosions["symplectic Euler"] = exploded(results, "bar_explicit", "formula")
    cases = {}
    for name, of_solver in explosions.items():
        light, heavy = ([bad for (rho, _), bad in of_solver.items() if rho == which] for which in (1, 1000))
        finding = f"explodes in {sum(of_solver.values())} of {len(of_solver)} runs: {settings(of_solver)}"
        only_heavy = any(large and not small for small, large in zip(light, heavy, strict=True))
        cases[name] = [Part(only_heavy, finding)]
    return by_case(
        "the solver",
        cases,
        implicit=implicit or None,
        none=None if implicit else "no",
        explicit=settings(explicit),
    )


def exploded(results: Results, sweep: str, solver: str) -> dict[tuple, bool]:
    """Whether the runs explode, by the density and the other axes."""
    runs = results.by(sweep, solver, "density", "h", "precision")
    return {(density, (h, precision)): explodes(run) for (density, h, precision), run in runs.items()}


def settings(explosions: dict[tuple, bool]) -> str:
    found = (
        f"ρ = {density:g} kg/m³ and h = {h:.2g} s" for (density, (h, _)), bad in explosions.items() if bad
    )
    return "; ".join(found) or "none"


def explodes(run: Run) -> bool:
    """Whether the run diverges, or moves faster than after a fall by the length of the bar."""
    length = run.scene["body"]["beam"]["size"][0]
    fallen = mass(run) * -run.scene["gravity"][2] * length
    return run.manifest["status"] == "diverged" or bool(run.ends_of_steps["kinetic_energy"].max() > fallen)


@claim(14)
def units_matter(results: Results) -> Verdict:
    cases, differences = {}, {}
    for solver in SOLVERS:
        for precision in ("double", "single"):
            metres, millimetres_ = (
                sag(results.run("bar_units", solver, density=density, precision=precision))
                for density in (METRES, MILLIMETRES)
            )
            name = f"{solver_label(solver)} in {precision} precision"
            differences[name] = apart(millimetres_, metres)
            cases[name] = [above(differences[name], CLOSE, "the sags in both units differ by this share")]
    worst = max(differences, key=differences.get)
    return by_case(
        "the solver and the precision",
        cases,
        worst=worst,
        most=two_digits(100 * differences[worst]),
        yes=those({name: name for name in differences}, lambda name: differences[name] > CLOSE),
    )


@claim(16)
def single_precision_matters(results: Results) -> Verdict:
    cases, names, off = {}, {}, {}
    for place, where in FAR.items():
        for solver in SOLVERS:
            for name, setting in variants(solver).items():
                double, single = (
                    sag(results.run("bar_precision", solver, origin=list(at), precision=precision, **setting))
                    for at, precision in (((0, 0, 0), "double"), (place, "single"))
                )
                case = f"{name}, {where}"
                names[case], off[case] = name, apart(single, double)
                finding = f"{millimetres(single)} in place of {millimetres(double)}; the relative difference"
                cases[case] = [above(off[case], CLOSE, finding)]

    def wrong(where: str) -> str:
        return those(names, lambda case: case.endswith(where) and off[case] > CLOSE)

    origin, near, far = FAR.values()
    return by_case(
        "the distance from the origin and the solver",
        cases,
        origin=two_digits(100 * max(off[case] for case in off if case.endswith(origin))),
        near=wrong(near),
        far=wrong(far),
    )


def variants(solver: str) -> dict[str, dict]:
    """Names of a solver's variants, with their settings."""
    if solver != "pd":
        return {solver_label(solver): {}}
    return {
        "PD (positions)": {"global_step": "positions"},
        "PD (increment)": {"global_step": "increment"},
    }
