"""Claims R44 to R48: what single iterations of AVBD do, and where they end."""

import math

from rigid.claims.measures import (
    last,
    number,
    reduction,
    rounded,
    span,
    when_reached,
)
from rigid.theory.rates import first_lasting_below, iterations_to_remove
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, by_case, in_parts
from simbench.study.words import listed

NEAR = 0.1  # as a share of the exact solution's displacement
SOFT = 0.1  # times the larger mass: a penalty below which the second body moves most of the way
CONVERGED = 1e-6  # of the first error
FIXED = 1e-10  # of the first |c|: what counts as a fixed point
AFTER = 1e-4  # the share of |c| and of momenta that may be left


def momentum_left(run: Run, column: str) -> tuple[float, float]:
    """The largest momentum of all iterates, and the iteration from which on at most AFTER of it is left."""
    values = run.first_step.set_index("iteration")[column].astype(float).abs()
    return float(values.max()), first_lasting_below(values / max(values.max(), 1e-300), AFTER)


@claim(44)
def scalar_multiplier(results: Results) -> Verdict:
    parts, left = [], []
    for bodies in (2, 10):
        for ratio in (1.0, 100.0, 1e4):
            ends = {}
            for form in ("scalar", "vector"):
                runs = results.by(
                    "rigid_three_dimensions", "avbd", "s", bodies=bodies, R=ratio, avbd_form=form
                )
                ends[form] = {s: reduction(run) for s, run in runs.items()}
            best = min(ends["scalar"].values())
            left += ends["scalar"].values()
            parts.append(
                at_most(
                    best,
                    CONVERGED,
                    f"N = {bodies}, R = {ratio:g}: |c| ends at "
                    + listed(
                        f"{value:.1e} (s = {s:g}; with one a row {ends['vector'][s]:.1e})"
                        for s, value in ends["scalar"].items()
                    )
                    + " of its start",
                )
            )
    fallen = sum(value <= CONVERGED for value in left)
    return in_parts(
        parts,
        diverged=sum(value == math.inf for value in left),
        runs=len(left),
        fallen=fallen,
        converged=rounded(CONVERGED),
        least=rounded(min(left)),
    )


@claim(45)
def momentum_converges(results: Results) -> Verdict:
    gs = results.run("rigid_momentum", "gs", h=1, gs_form="vector")
    least = iterations_to_remove(gs, 1 - AFTER, "constraints")
    cases, violated, quick, slow = {}, [], {}, {}
    for s, run in results.by("rigid_momentum", "avbd", "s", h=1).items():
        count = iterations_to_remove(run, 1 - AFTER, "constraints")
        linear, linear_left = momentum_left(run, "linear_momentum")
        _, angular_left = momentum_left(run, "angular_momentum")
        violated.append(linear)
        slowest = max(count, linear_left, angular_left)
        (quick if slowest <= least else slow)[s] = slowest
        cases[f"s = {rounded(s)}"] = [
            above(linear, 1e-6, f"linear momentum is off by up to {linear:.3g} kg m/s in an iteration"),
            at_most(
                slowest / least,
                1.0,
                f"|c| after {number(count)}, linear momentum after {number(linear_left)}, angular after "
                f"{number(angular_left)} (Gauss–Seidel's |c| after {number(least)})",
            ),
        ]
    groups = [
        f"with s = {listed(map(rounded, of))} {when_reached(of.values())}" for of in (quick, slow) if of
    ]
    return by_case(
        "the penalty",
        cases,
        violated=rounded(max(violated)),
        after=rounded(AFTER),
        groups=", ".join(groups),
        gauss_seidel=rounded(least),
    )


@claim(46)
def one_iteration(results: Results) -> Verdict:
    loose, stiff = (f"s {sign} {SOFT:g} times the larger mass" for sign in "≤>")
    found: dict[str, dict[str, tuple[float, float]]] = {loose: {}, stiff: {}}
    for (masses, s), run in results.by("rigid_one_iteration", "avbd", "masses", "s").items():
        first, second = run.scene["chain"]["mass"]
        exact = s / second / (1 + s * (1 / first + 1 / second))
        case = loose if s <= SOFT * max(first, second) else stiff
        found[case][f"masses {masses}, s = {s:g}"] = second_body_moved(run, first, second), exact
    cases, sentences = {}, []
    for case, of in found.items():
        if not of:
            continue
        ratios = [moved / exact for moved, exact in of.values()]
        sentences.append(f"{span(ratios)} times as far as in the exact solution with {case}")
        words = "; ".join(
            f"{where}: {moved:.4g} of the error, exactly {exact:.4g}, ratio {moved / exact:.3g}"
            for where, (moved, exact) in of.items()
        )
        cases[case] = [at_most(max(abs(ratio - 1) for ratio in ratios), NEAR, words)]
    return by_case(
        "the penalty beside the masses",
        cases,
        "the ratio is 1 − (s²/(m_i m_j))/((1 + s/m_i)(1 + s/m_j)): near 1 while s is small beside a mass, "
        "and 0 as s → ∞",
        moved=" and ".join(sentences),
    )


def second_body_moved(run: Run, first: float, second: float) -> float:
    """Δx_j of the first iteration over the error at the start, from |c| and the linear momentum.

    The first body moves by −a and the second by b, towards each other. So |c| = |c₀| − a − b, and the
    momentum is (m_j b − m_i a)/h. It is negative, because body i moves first, as if j were fixed.
    """
    rows = run.first_step
    start, after = (float(rows["constraint_error"].iloc[k]) for k in (0, 1))
    closed = start - after
    momentum = -float(rows["linear_momentum"].iloc[1]) * run.scene["step"]["time_step"]
    return (momentum + first * closed) / (first + second) / start


@claim(47)
def geometric_stiffness(results: Results) -> Verdict:
    notes, changes, indefinite = [], {}, {"none": 0, "diagonal": 0}
    for shape in ("zigzag", "arc"):
        runs = results.by("rigid_geometric_stiffness", "avbd", "bend", "s", "geometric", shape=shape)
        for (_, _, name), run in runs.items():
            indefinite[name] += run.manifest["status"] in ("not_spd", "diverged")
        for bend, s in dict.fromkeys((bend, s) for bend, s, _ in runs):
            plain, with_it = (runs[bend, s, name] for name in ("none", "diagonal"))
            counts = [iterations_to_remove(run, 1 - AFTER, "constraints") for run in (plain, with_it)]
            if counts[0] == counts[1] == math.inf:
                change = reduction(with_it) / max(reduction(plain), 1e-300)
            else:
                change = counts[1] / counts[0] if counts[0] < math.inf else 0.0
            where = f"{shape} θ = {bend:g}, s = {s:g}"
            changes[where] = change
            notes.append(
                f"{where}: iterations with it {number(counts[1])}, without {number(counts[0])} (|c| ends at "
                f"{reduction(with_it):.1e} and {reduction(plain):.1e} of its start)"
            )
    counts = [sum(test) for test in zip(*((c < 1, c == 1, c > 1) for c in changes.values()), strict=True)]
    worst = max(changes, key=changes.get)
    parts = [at_most(changes[worst], 1.0, f"iterations with it over those without it, the most at {worst}")]
    if any(indefinite.values()):  # if none is indefinite, there is nothing to test
        parts.append(Part(not indefinite["diagonal"], "the matrix is definite with it"))
    return in_parts(
        parts,
        *notes,
        fewer=counts[0],
        runs=len(changes),
        same=counts[1],
        more=counts[2],
        factors=span(changes.values()),
        with_it=indefinite["diagonal"],
        without=indefinite["none"],
    )


@claim(48)
def fixed_point(results: Results) -> Verdict:
    runs = {"straight chain, s = 2": results.run("rigid_same_answer", "avbd")}
    bent = results.by("rigid_three_dimensions", "avbd", "bodies", "R", "s", avbd_form="vector")
    runs |= {f"boxes, N = {n:g}, R = {r:g}, s = {s:g}": run for (n, r, s), run in bent.items()}
    parts, moving = [], []
    for words, run in runs.items():
        if not last(run, "constraint_error") <= FIXED * float(run.first_step["constraint_error"].iloc[0]):
            moving.append(words)
            continue
        error = last(run, "multiplier_error")
        parts.append(
            at_most(
                error,
                1e-6,
                f"{words}: the multipliers are off by {error:.1e} of them, the poses by "
                f"{math.sqrt(max(last(run, 'relative_error'), 0)):.1e}",
            )
        )
    if not parts:
        none = f"none of {len(runs)} runs has converged"
        return in_parts([Part(False, none)], none=none, converged=None)
    return in_parts(
        parts,
        "not converged after all iterations: " + (listed(moving) or "none"),
        none=None,
        converged=len(parts),
        runs=len(runs),
        fixed=rounded(FIXED),
        off=rounded(max(part.measured for part in parts)),
    )
