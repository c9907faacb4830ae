"""Claims 43 to 45: sentences of the chapters on constraints and materials."""

from simbench.labels import material_label
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, below, by_case, in_parts
from simbench.study.words import listed
from thesis.claims.measures import (
    effective_stiffness,
    error_of_rounding,
    final_energy,
    lame_parameters,
    predicted_stiffness,
    sag,
)

FLOAT_ROUNDING = 1e-7
LEAST_SAG = 1e-9  # m
HANGS_AS = 1e-6  # relative error of a stiffness that is right


@claim(43)
def stiffness_depends_on_iterations(results: Results) -> Verdict:
    def of(rule: str) -> dict:
        return results.by("pbd_stiffness", "pbd", "h", "iterations", "pbd_k", pbd_rule=rule)

    pbd, of_step = of("per_iteration"), of("per_step")
    ratios = [
        effective_stiffness(run) / predicted_stiffness(k, rule, n, h)
        for rule, runs in (("per_iteration", pbd), ("per_step", of_step))
        for (h, n, k), run in runs.items()
        if sag(run) > LEAST_SAG
    ]
    shown = {key: effective_stiffness(run) for key, run in pbd.items() if key[2] == 0.3 and key[1] in (1, 10)}
    same = {
        h: [effective_stiffness(run) for (h_, _, k), run in of_step.items() if (h_, k) == (h, 0.3)]
        for h, _, _ in of_step
    }
    single = [
        Part(
            max(abs(ratio - 1) for ratio in ratios) < HANGS_AS,
            f"{len(ratios)} runs of PBD hang as from a spring of (1 − ρ)m/(ρh²), ρ = (1 − k)^n, to "
            f"{max(abs(ratio - 1) for ratio in ratios):.0e}; with k = 0.3 that is "
            + listed(f"{value:.4g} N/m (n = {n:g}, h = {h:g} s)" for (h, n, _), value in shown.items()),
        ),
        Part(
            all(max(values) / min(values) - 1 < HANGS_AS for values in same.values()),
            "with k of the step n does not matter, and h still does: "
            + listed(f"{values[0]:.4g} N/m (h = {h:g} s)" for h, values in same.items()),
        ),
    ]
    xpbd = results.by("pbd_stiffness", "xpbd", "h", "iterations")
    stiffness = next(iter(xpbd.values())).scene["anchors"]["stiffness"]
    off = max(abs(effective_stiffness(run) / stiffness - 1) for run in xpbd.values())
    single.append(
        Part(
            off < HANGS_AS,
            f"XPBD's spring of {stiffness:g} N/m has its stiffness to {off:.0e} in all {len(xpbd)} runs",
        )
    )
    chain = results.by("chain_stiffness", "xpbd", "h", "iterations")
    exact = {h: final_energy(results.run("chain_stiffness", "newton", h=h, iterations=10)) for h, _ in chain}
    excess = {(h, n): final_energy(run) / exact[h] - 1 for (h, n), run in chain.items()}
    chained = [
        Part(
            max(map(abs, excess.values())) < HANGS_AS,
            "a chain of three springs under XPBD hangs with an elastic energy above the exact one by "
            + listed(f"{100 * e:.2g} % (n = {n:g}, h = {h:g} s)" for (h, n), e in excess.items()),
        )
    ]
    worst = max(map(abs, ratios), key=lambda ratio: abs(ratio - 1))
    most_sweeps = max(n for _, n in excess)
    left = max(abs(e) for (_, n), e in excess.items() if n == most_sweeps)
    return by_case(
        "whether constraints share masses",
        {"one spring": single, "a chain": chained},
        of_pbd=abs(worst - 1),
        off=off,
        excess=100 * max(excess.values()),
        most_sweeps=most_sweeps,
        left=100 * left,
    )


@claim(44)
def kkt_becomes_singular(results: Results) -> Verdict:
    def error(solver: str, stiffness: float, sweep="kkt_chain", **setting) -> float:
        runs = (
            results.run(sweep, solver, precision=precision, spring_k=stiffness, **setting)
            for precision in ("single", "double")
        )
        return error_of_rounding(*runs)

    compliant = {"integrator": "implicit_euler", "hard": False}
    axis = results.by("kkt_chain", "kkt", "spring_k", precision="double", **compliant)
    errors = {
        name: {k: error(solver, k, **setting) for k in axis}
        for name, solver, setting in (
            ("hard", "kkt", {"integrator": "implicit_euler", "hard": True}),
            ("compliant", "kkt", compliant),
            ("penalty", "formula", {"integrator": "linear_implicit_euler"}),
        )
    }
    errors["redundant"] = {k: error("kkt", k, sweep="kkt_redundant") for k in axis}
    first, *_, last = axis
    words = {
        name: f"{name}: a step of a chain of six in single precision is off by "
        + listed(f"{value:.0e} (k = {k:.0e} N/m)" for k, value in values.items())
        for name, values in errors.items()
    }
    grows = {
        name: above(
            values[last] / max(values[first], FLOAT_ROUNDING),
            10,
            words[name] + "; from the first to the last, times",
        )
        for name, values in errors.items()
    }
    return by_case(
        "whether constraints are redundant",
        {
            "independent springs": [max((grows["hard"], grows["compliant"]), key=lambda part: part.measured)],
            "one spring twice": [grows["redundant"]],
        },
        words["hard"],
        words["compliant"],
        words["penalty"],
        errors=listed(
            (f"{values[first]:.0e} to {values[last]:.0e} ({name})" for name, values in errors.items())
        ),
    )


@claim(45)
def second_derivative_is_often_zero(results: Results) -> Verdict:
    runs = results.by("second_derivatives", "newton", "model", "duration")
    parts, factors = [], {}
    for model in dict.fromkeys(model for model, _ in runs):
        material = runs[model, 1e-3].scene["material"]
        mu, lam = lame_parameters(material)
        once, twice = (runs[model, duration].first_step["constraint"].iloc[0] for duration in (1e-3, 2e-3))
        measured = (twice - once) / (1.5 * 1e-3**2)  # Ψ(1 + ε) = Ψ(1) + ½ Ψ'' ε², of a cube of 1 m³
        factors[material_label(model)] = (measured - lam) / mu
        parts.append(
            below(
                abs(measured),
                1e-3 * mu,
                f"{material_label(model)}: {measured:.4g} Pa = {(measured - lam) / mu:.2f} μ + λ",
            )
        )
    return in_parts(
        parts,
        factors=listed((f"{factor:.2f} μ + λ ({model})" for model, factor in factors.items())),
    )
