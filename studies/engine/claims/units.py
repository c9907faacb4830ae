"""Questions E13, E14 and E16: density, units, and single precision far from the origin."""

from engine.claims.measures import SOLVERS, by_solver, mass, millimetres, sag, together, two_digits
from simbench import Run
from simbench.labels import solver_label
from simbench.study import Part, Results, Verdict, above, answered, apart, claim

METRES, MILLIMETRES = 7850, 7.85e-9  # the density of steel in kg/m³ and in t/mm³
CLOSE = 0.1  # share of the sag by which it may differ
FAR = {(0, 0, 0): "at the origin", (1000, 0, 0): "1 km away", (10000, 0, 0): "10 km away"}
LIGHT, HEAVY = 1, 1000  # kg/m³


@claim(13)
def large_density_explodes(results: Results) -> Verdict:
    found = {solver: exploded(results, "bar_density", solver) for solver in SOLVERS}
    explicit = exploded(results, "bar_explicit", "formula")
    parts = [only_heavy(solver_label(solver), of) for solver, of in found.items()] + [
        only_heavy("symplectic Euler", explicit)
    ]
    implicit = together(solver_label(solver) for solver, of in found.items() if any(of.values()))
    return answered(
        parts, implicit=implicit, none=None if implicit else "no", explicit=settings(explicit)
    ).reaching(
        {
            "with small densities under symplectic Euler": any(
                bad for (rho, _), bad in explicit.items() if rho == LIGHT
            )
        }
    )


def only_heavy(name: str, explosions: dict[tuple, bool]) -> Part:
    """Whether some setting explodes with the large density and not with the small one."""
    light, heavy = ([bad for (rho, _), bad in explosions.items() if rho == which] for which in (LIGHT, HEAVY))
    words = f"{name}: explodes with {settings(explosions)}"
    return Part(any(large and not small for small, large in zip(light, heavy, strict=True)), words)


def exploded(results: Results, sweep: str, solver: str) -> dict[tuple, bool]:
    """Whether the runs explode, by the density and the other axes."""
    runs = results.by(sweep, solver, "density", "h", "precision")
    return {(density, (h, precision)): explodes(run) for (density, h, precision), run in runs.items()}


def settings(explosions: dict[tuple, bool]) -> str:
    return (
        together(
            f"ρ = {density:g} kg/m³ and h = {h:.2g} s" for (density, (h, _)), bad in explosions.items() if bad
        )
        or "no setting"
    )


def explodes(run: Run) -> bool:
    """Whether the run diverges, or moves faster than after a fall by the length of the bar."""
    length = run.scene["body"]["beam"]["size"][0]
    fallen = mass(run) * -run.scene["gravity"][2] * length
    return run.manifest["status"] == "diverged" or bool(run.ends_of_steps["kinetic_energy"].max() > fallen)


@claim(14)
def units_matter(results: Results) -> Verdict:
    def difference(solver: str, precision: str) -> float:
        metres, millimetres_ = (
            sag(results.run("bar_units", solver, density=density, precision=precision))
            for density in (METRES, MILLIMETRES)
        )
        return apart(millimetres_, metres)

    double, single = (
        {solver: difference(solver, precision) for solver in SOLVERS} for precision in ("double", "single")
    )
    parts = {
        solver: above(off, CLOSE, "in double precision the sags in both units differ by this share")
        for solver, off in double.items()
    }
    worst = max(single, key=single.__getitem__)
    return by_solver(parts, most=f"{100 * max(double.values()):.1g}").reaching(
        {"in single precision": any(off > CLOSE for off in single.values())},
        worst=solver_label(worst),
        single=two_digits(100 * single[worst]),
    )


@claim(16)
def single_precision_matters(results: Results) -> Verdict:
    off: dict[str, dict[str, float]] = {}
    parts = []
    for place, where in FAR.items():
        for solver in SOLVERS:
            for name, setting in variants(solver).items():
                double, single = (
                    sag(results.run("bar_precision", solver, origin=list(at), precision=precision, **setting))
                    for at, precision in (((0, 0, 0), "double"), (place, "single"))
                )
                off.setdefault(where, {})[name] = apart(single, double)
                words = f"{millimetres(single)} in place of {millimetres(double)}; the relative difference"
                parts.append(above(off[where][name], CLOSE, f"{name}, {where}: {words}"))
    origin, near, far = (off[where] for where in FAR.values())
    right = [name for name, value in far.items() if value <= CLOSE]
    return answered(
        parts,
        origin=two_digits(100 * max(origin.values())),
        near=together(
            f"{name} ({two_digits(100 * value)} %)" for name, value in near.items() if value > CLOSE
        ),
        right=together(right),
    ).reaching({"at the origin": any(value > CLOSE for value in origin.values())})


def variants(solver: str) -> dict[str, dict]:
    """Names of a solver's variants, with their settings."""
    if solver != "pd":
        return {solver_label(solver): {}}
    return {
        "PD (positions)": {"global_step": "positions"},
        "PD (increment)": {"global_step": "increment"},
    }
