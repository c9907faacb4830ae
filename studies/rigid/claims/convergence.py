"""Claims R1 to R3: when sweeps over constraints converge, and whether dominance orders their speed."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from rigid.claims.measures import grid, largest, per_ln, reduction, rounded, span, split
from rigid.theory.chain import Chain, chain_of, gauss_seidel_map, jacobi_map, spectral_radius
from rigid.theory.joints import shaped_chain
from rigid.theory.rates import rate
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, above, at_least, in_parts
from simbench.study.words import listed

CLEARLY = 1.05  # a ratio of k/ln above which two rates count as different
CONVERGED = 1e-6  # of the first |c|
TOLD_FROM_ONE = 1e-9  # a run converges if its factor is below 1 by more than this
GROWN = 1e3  # times the first |c|: above it an iteration has diverged at first
RANDOM_SETS = 200
SHAPES = ("zigzag", "arc")


def far_open(results: Results, shape: str) -> dict[float, Run]:
    """Runs of Gauss–Seidel on chains with far open joints, by the opening [m]."""
    return results.by(
        "rigid_large_errors", "gs", "opening", shape=shape, gs_form="vector", update="nonlinear"
    )


def converges(run: Run) -> bool:
    """Whether |c| ends small, or is still falling at the end."""
    return reduction(run) < 1 and (reduction(run) < CONVERGED or rate(run, "constraints") < 1)


def factor(run: Run) -> float:
    """The factor of |c| per iteration: the late rate, or the mean rate if only rounding is left.

    It is at least 1 if the run does not converge.
    """
    late = rate(run, "constraints")
    if not converges(run):
        return max(late, 1.0)
    return late if late < 1 else reduction(run) ** (1 / int(run.first_step["iteration"].iloc[-1]))


def growth(run: Run) -> float:
    """The largest |c| of a run over the first one."""
    return largest(run, "constraint_error") / float(run.first_step["constraint_error"].iloc[0])


def radius_row_by_row(run: Run, relaxation: float = 1.0) -> float:
    """ρ of Jacobi's map on single rows in the pose of a zigzag or an arc with closed joints."""
    described = run.scene["chain"]
    matrix = shaped_chain(described["shape"], described["bend"], described["bodies"]).matrix()
    return spectral_radius(jacobi_map(matrix, relaxation))


def all_below_one(factors: Iterable[float], finding: str) -> Part:
    """A part on 1 less the largest factor: a ratio of factors near 1 would make every margin thin."""
    distance = 1 - max(factors)
    return above(distance, TOLD_FROM_ONE, f"{finding}; 1 less the largest factor an iteration")


@claim(1)
def gauss_seidel_converges(results: Results) -> Verdict:
    runs = grid(results, "gs")
    rates = [rate(run) for run in runs.values()]
    parts = [
        all_below_one(
            rates, f"straight chains: the largest late rate of {len(rates)} runs is {max(rates):.9g}"
        )
    ]
    radii = random_radii()
    parts.append(
        all_below_one(radii, f"{len(radii)} random sets of independent rows: ρ is at most {max(radii):.9g}")
    )
    bent = results.by("rigid_three_dimensions", "gs", "bodies", "R", gs_form="vector")
    slow = [key for key, run in bent.items() if not converges(run)]
    factors = [*rates, *map(factor, bent.values())]
    parts.append(
        all_below_one(
            map(factor, bent.values()),
            f"bent chains of boxes: {len(bent) - len(slow)} of {len(bent)} runs converge",
        )
    )
    for shape in SHAPES:
        far = far_open(results, shape)
        factors += map(factor, far.values())
        ends = {size: reduction(run) for size, run in far.items()}
        parts.append(
            all_below_one(
                map(factor, far.values()),
                f"joints that are far open, {shape}: |c| ends at "
                + listed(f"{value:.1e} (by {size:g} m)" for size, value in ends.items())
                + " of its start",
            )
        )
    ratios = [ratio for _, ratio in runs]
    diverging = sum(not value < 1 for value in factors)
    return in_parts(
        parts,
        chains=len(factors),
        ratio=rounded(max(ratios)),
        opening=max(ends),
        matrices=len(radii),
        least=rounded(1 - max(*factors, *radii)),
        diverging=diverging,
    )


def random_radii() -> list[float]:
    """ρ(G) of random sets of independent rows, with masses from 0.01 to 100."""
    random = np.random.default_rng(1)
    radii = []
    for _ in range(RANDOM_SETS):
        rows = random.integers(2, 12)
        jacobian = random.normal(size=(rows, rows + random.integers(0, 6)))
        masses = 10 ** random.uniform(-2, 2, jacobian.shape[1])
        radii.append(spectral_radius(gauss_seidel_map(jacobian / masses @ jacobian.T)))
    return radii


@claim(2)
def jacobi_converges(results: Results) -> Verdict:
    runs, of_gauss_seidel = grid(results, "jacobi"), grid(results, "gs")
    worst = max(rate(run) for run in runs.values())
    factors = {"straight chains": [worst]}
    notes = [f"straight chains: the largest late rate of {len(runs)} runs is {worst:.9g}"]
    for form, words in (("vector", "three rows of a joint at once"), ("rows", "row by row")):
        wave = results.by(
            "rigid_jacobi_rows", "jacobi", "bodies", jacobi_form=form, jacobi_xi=1, averaging="none"
        )
        factors[f"waves of boxes ({words})"] = list(map(factor, wave.values()))
        notes.append(
            f"waves of boxes, {words}: the late rate is "
            + listed(f"{rate(run, 'constraints'):.4g} (N = {n:g})" for n, run in wave.items())
        )
        arcs = results.by("rigid_jacobi_arcs", "jacobi", "bend", jacobi_form=form, jacobi_xi=1)
        of_arcs = [radius_row_by_row(run) if form == "rows" else factor(run) for run in arcs.values()]
        factors[f"arcs of boxes ({words})"] = of_arcs
        notes.append(
            f"arcs of boxes, {words}: |c| grows to {listed(f'{growth(run):.2g}' for run in arcs.values())} "
            "times its start (θ = "
            + listed(f"{bend:g}" for bend in arcs)
            + ("); ρ by eigenvalues is " if form == "rows" else "); the late rate is ")
            + listed(f"{value:.4g}" for value in of_arcs)
        )
    twice = results.run("rigid_joints_twice", "jacobi", of_first=0, jacobi_xi=1, averaging="none")
    factors["joints that are there twice"] = [factor(twice)]
    notes.append(
        f"joints that are there twice: |c| ends at {reduction(twice):.3g} of its start "
        f"({twice.manifest['status']})"
    )
    cases = {words: all_below_one(of, words) for words, of in factors.items()}
    held, others = split(cases)
    converging = all_below_one(
        [value for of in factors.values() for value in of], f"it converges for {held}; not for {others}"
    )
    times = [per_ln(run) / per_ln(of_gauss_seidel[key]) for key, run in runs.items()]
    slower = above(min(times), 1.0, f"straight chains: k/ln is {span(times, 4)} times Gauss–Seidel's")
    return in_parts(
        [converging, slower],
        *notes,
        held=held,
        times=span(times),
        others=others,
    )


@claim(3)
def dominance_orders_rates(results: Results) -> Verdict:
    parts, notes, sentences = [], [], []
    for sweep, words in (("rigid_three_bodies", "three bodies"), ("rigid_dominance", "seven bodies")):
        chains = [(chain_of(run.scene), per_ln(run)) for run in results.by(sweep, "gs", "masses").values()]
        ordered, wrong = 0, []
        for (one, count), (other, other_count) in combinations(chains, 2):
            r, s = one.dominance(), other.dominance()
            if abs(r - s) < 0.01 or max(count, other_count) < CLEARLY * min(count, other_count):
                continue
            ordered += 1
            if (r < s) != (count < other_count):
                wrong.append((one, r, count, other, s, other_count))
        right = ordered - len(wrong)
        if ordered:
            finding = f"{words}: r differs in {ordered} pairs, {right} are in its order"
            parts.append(at_least(right / ordered, 1.0, finding))
        if wrong:
            one, r, count, other, s, other_count = max(
                wrong, key=lambda case: max(case[2] / case[5], case[5] / case[2])
            )
            notes.append(
                f"{words}: masses {_masses(one)} have r = {r:.3g}, k/ln = {count:.3g}, masses "
                f"{_masses(other)} r = {s:.3g}, k/ln = {other_count:.3g}"
            )
        same = [count for of, count in chains if abs(of.dominance() - 1) < 0.01]
        of_same = ""
        if same:
            notes.append(f"{words}: with r = 1 k/ln is anything from {min(same):.3g} to {max(same):.3g}")
            of_same = f", and {len(same)} of {len(chains)} chains have r = 1 and k/ln = {span(same)}"
        order = (
            f"{right} of {ordered} pairs whose r differ are in its order" if ordered else "no two r differ"
        )
        sentences.append(f"of {words} {order}{of_same}")
    return in_parts(
        parts or [Part(False, "no two chains have different r")],
        *notes,
        pairs="; ".join(sentences),
    )


def _masses(of: Chain) -> str:
    return "–".join(f"{mass:g}" for mass in of.masses)
