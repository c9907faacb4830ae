"""Claims R45 to R48, R63 and R64: what single iterations of AVBD do, and where they end."""

import json
import math

from rigid.claims.measures import (
    exponent,
    largest,
    last,
    number,
    percent,
    power,
    reduction,
    rounded,
    span,
    when_reached,
)
from rigid.claims.softness import ARRIVED
from rigid.claims.stack_measures import STANDS, unit_of_stack
from rigid.theory.rates import first_lasting_below, iterations_to_remove
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_most, below, in_parts, near
from simbench.study.words import listed

NEAR = 0.1  # as a share of the exact solution's displacement
SOFT = 0.1  # times the larger mass: a penalty below which the second body moves most of the way
RESOLVED = 0.01  # kg: from this penalty on s² is far above the rounding of |c|
ORDER = 0.02  # how far an exponent may be from 2, as a share of it
SOLVED = 1e-8  # the relative error of poses that are at the minimum
CONVERGED = 1e-6  # of the first error
FIXED = 1e-10  # of the first |c|: what counts as a fixed point
AFTER = 1e-4  # the share of |c| that may be left
QUICK = 10  # iterations


@claim(45)
def momentum_converges(results: Results) -> Verdict:
    runs = results.by("rigid_two_particles", "avbd", "masses", "s")
    gained = [largest(run, "linear_momentum") for run in runs.values()]
    counts: dict[str, dict[float, float]] = {}
    for (masses, s), run in runs.items():
        errors = run.first_step.set_index("iteration")["relative_error"].astype(float)
        counts.setdefault(str(masses), {})[s] = first_lasting_below(errors, ARRIVED)
    best = {masses: min(of.values()) for masses, of in counts.items()}
    stiff, loose = ([of[end(of)] for of in counts.values()] for end in (max, min))
    least, most = (end(s for _, s in runs) for end in (min, max))
    chain = results.by("rigid_momentum", "avbd", "s", h=1)
    of_chain = {s: iterations_to_remove(run, 1 - AFTER, "constraints") for s, run in chain.items()}
    sweeps = iterations_to_remove(
        results.run("rigid_momentum", "gs", h=1, gs_form="vector"), 1 - AFTER, "constraints"
    )
    return in_parts(
        [
            above(min(gained), 1e-6, "the largest linear momentum of an iterate [kg m/s]"),
            at_most(max(best.values()), QUICK, "iterations until the error has arrived, with the best s"),
        ],
        *(
            f"masses {masses}: arrives after "
            + listed(f"{number(count)} (s = {s:g})" for s, count in of.items())
            for masses, of in counts.items()
        ),
        best=span(best.values()),
        loose=when_reached(loose),
        stiff=when_reached(stiff),
        least=rounded(least),
        most=rounded(most),
        chain=rounded(min(of_chain.values())),
        gauss_seidel=rounded(sweeps),
    ).reaching(
        {
            f"with s = {rounded(least)} kg": max(loose) <= QUICK,
            f"with s = {rounded(most)} kg": max(stiff) <= QUICK,
            "for a chain of ten boxes with the best s, beside Gauss–Seidel": min(of_chain.values()) <= sweeps,
        }
    )


@claim(46)
def one_iteration(results: Results) -> Verdict:
    excess, ratios = {}, {}
    for (masses, s), run in results.by("rigid_one_iteration", "avbd", "masses", "s").items():
        first, second = run.scene["chain"]["mass"]
        moved, denominator = second_body_moved(run, first, second), 1 + s * (1 / first + 1 / second)
        excess.setdefault(masses, {})[s] = s / second / moved - denominator
        ratios[masses, s] = moved * denominator * second / s
    parts, orders = [], []
    for masses, of in excess.items():
        # Where s is smaller rounding decides what is left of the difference.
        order = exponent([s for s in of if s >= RESOLVED], [of[s] for s in of if s >= RESOLVED])
        orders.append(power(order))
        parts.append(
            near(order, 2, ORDER, f"masses {masses}: the error in the denominator grows like a power of s")
        )
    least = min(s for _, s in ratios)
    close = max(abs(ratio - 1) for (_, s), ratio in ratios.items() if s == least)
    parts.append(at_most(close, NEAR, f"s = {least:g}: how far the second body's way is from the exact one"))
    soft = max(abs(ratio - 1) for (masses, s), ratio in ratios.items() if s <= SOFT * _larger(masses))
    return in_parts(
        parts,
        order=listed(dict.fromkeys(orders)),
        close=percent(close),
        least=rounded(least),
    ).reaching(
        {
            "to a tenth for s up to a tenth of the larger mass": soft <= NEAR,
            "to a tenth for larger s": all(
                abs(ratio - 1) <= NEAR for (masses, s), ratio in ratios.items() if s > SOFT * _larger(masses)
            ),
        },
        soft=percent(soft),
        stiff=rounded(min(ratios.values())),
        most=rounded(max(s for _, s in ratios)),
    )


def _larger(masses: str) -> float:
    return max(json.loads(masses))


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


def _geometric(results: Results) -> dict[str, dict[str, Run]]:
    """Runs with and without the diagonal geometric stiffness, by shape, bend and penalty in words."""
    found: dict[str, dict[str, Run]] = {}
    for shape in ("zigzag", "arc"):
        runs = results.by("rigid_geometric_stiffness", "avbd", "bend", "s", "geometric", shape=shape)
        for (bend, s, name), run in runs.items():
            found.setdefault(f"{shape} of {bend:g} rad, s = {s:g}", {})[name] = run
    return found


@claim(47)
def geometric_stiffness(results: Results) -> Verdict:
    notes, changes, fewer, broken = [], {}, [], 0
    for where, runs in _geometric(results).items():
        plain, with_it = (
            iterations_to_remove(runs[n], 1 - AFTER, "constraints") for n in ("none", "diagonal")
        )
        changes[where] = with_it / plain if plain < math.inf else 0.0 if with_it < math.inf else 1.0
        fewer += [where] if changes[where] < 1 else []
        broken += runs["diagonal"].manifest["status"] in ("not_spd", "diverged")
        notes.append(f"{where}: iterations with it {number(with_it)}, without {number(plain)}")
    best, worst = min(changes, key=changes.get), max(changes, key=changes.get)
    parts = [
        below(changes[best], 1.0, f"iterations with it over those without it, the least at {best}"),
        Part(not broken, f"the matrix is definite with it; in {broken} runs it is not"),
    ]
    return in_parts(parts, *notes, least=rounded(changes[best]), best=best).reaching(
        {"for every shape and penalty": changes[worst] <= 1},
        fewer=" and ".join(fewer) or "none of them",
        most=rounded(changes[worst]),
        worst=worst,
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
        parts.append(at_most(last(run, "multiplier_error"), 1e-6, f"{words}: the multipliers are off by"))
    if not parts:
        none = f"none of {len(runs)} runs has converged"
        return in_parts([Part(False, none)], none=none, fixed=None, off=None).reaching({}, moving=len(moving))
    return in_parts(
        parts,
        f"not converged after all iterations: {'; '.join(moving) or 'none'}",
        none=None,
        fixed=rounded(FIXED),
        off=rounded(max(part.measured for part in parts)),
    ).reaching({}, moving=len(moving))


@claim(63)
def soft_and_hard(results: Results) -> Verdict:
    runs = results.by("rigid_soft_and_hard", "avbd", "compliance")
    errors = {a: math.sqrt(max(last(run, "relative_error"), 0)) for a, run in runs.items()}
    parts = [
        at_most(error, SOLVED, f"{f'compliance {a:g} m/N' if a else 'hard joints'}: the poses are off by")
        for a, error in errors.items()
    ]
    soft = [error for a, error in errors.items() if a]
    return in_parts(
        parts,
        hard=rounded(errors[0.0]),
        soft=rounded(max(soft)),
        least=rounded(min(a for a in errors if a)),
        most=rounded(max(errors)),
    ).reaching({})


@claim(64)
def diagonal_converges(results: Results) -> Verdict:
    """Convergence in the source's setting, joints; stacks of heavy boxes are the reach."""
    left = {where: reduction(runs["diagonal"]) for where, runs in _geometric(results).items()}
    without = [reduction(runs["none"]) for runs in _geometric(results).values()]
    worst = max(left, key=left.get)
    stood = unit_of_stack(results)["demonstration"]
    fallen = [mass for mass, moved in stood.items() if moved >= STANDS]
    return in_parts(
        [at_most(left[worst], CONVERGED, f"the largest share of |c| that is left, at {worst}")],
        f"without it at most {rounded(max(without))} is left",
        left=rounded(left[worst]),
        without=rounded(max(without)),
    ).reaching(
        {"for stacks of boxes from 0.01 to 1000 kg": not fallen},
        stacks=f"{min(fallen):g}" if fallen else None,
    )
