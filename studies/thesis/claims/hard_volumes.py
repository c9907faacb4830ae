"""Claims 86 to 88: hard incompressibility det F = 1, redundant constraints, and locking beside it."""

import math
from typing import NamedTuple

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, answered, at_most, below, in_parts
from simbench.study.words import listed
from thesis import beam_theory
from thesis.claims.measures import final, spread

KEPT = 1e-5  # mean change of volume
LEFT = 0.5  # of the share of beam theory's sag with soft volumes
SYSTEMS, SWEEPS = ("kkt", "xpbd_global"), ("xpbd",)
NOT_ROUNDED = 1e18  # Pa: where α/h² is 1e-15 beside 1, the scale of ∇C M⁻¹∇Cᵀ on these meshes
STOPPED = "not_spd"  # the status of a run whose matrix is singular


@claim(86)
def infinite_stiffness_without_compliance(results: Results) -> Verdict:
    """In a system, as in the thesis, with the constraints that it admits: those that are not redundant."""
    runs = runs_of(results, *SYSTEMS, *SWEEPS)
    redundant = redundant_meshes(runs)
    hard = {key: run for key, run in runs.items() if math.isinf(key.stiffness)}

    def worst(solvers: tuple[str, ...], is_redundant: bool) -> float:
        return max(
            volume_change(run)
            for key, run in hard.items()
            if key.solver in solvers and (key.mesh in redundant) == is_redundant
        )

    change, swept = worst(SYSTEMS, False), worst(SWEEPS, True)
    return in_parts(
        [at_most(change, KEPT, "systems with α = 0: the largest mean change of volume")],
        change=change,
    ).reaching(
        {
            "for redundant constraints in a system": worst(SYSTEMS, True) <= KEPT,
            "for redundant constraints in XPBD's sweeps": swept <= KEPT,
        },
        swept=swept,
    )


@claim(87)
def compliance_keeps_the_matrix_regular(results: Results) -> Verdict:
    """Up to the stiffness at which the compliance is lost in rounding, which the sentence is not about."""
    runs = runs_of(results, "kkt")
    redundant = redundant_meshes(runs)
    changes: dict[float, float] = {}
    for key, run in runs.items():
        if key.mesh in redundant and math.isfinite(key.stiffness):
            changes[key.stiffness] = max(changes.get(key.stiffness, 0), volume_change(run))
    stiffest = max(changes)
    exact = {stiffness: change for stiffness, change in changes.items() if stiffness <= NOT_ROUNDED}
    singular = [stiffness for stiffness, change in changes.items() if math.isinf(change)]
    return in_parts(
        [
            at_most(
                sum(math.isinf(change) for change in exact.values()),
                0,
                "volumes change on average by "
                + listed(f"{change:.0e} (κ = {stiffness:.0e} Pa)" for stiffness, change in exact.items())
                + "; singular matrices",
            )
        ],
        softest=min(exact),
        most=max(exact),
        first=min(singular, default=None),
    ).reaching({f"in double precision with κ = {stiffest:.0e} Pa": stiffest not in singular})


@claim(88)
def hard_volumes_lock(results: Results) -> Verdict:
    runs = {
        (run.scene["body"]["beam"]["split"], cells_of(run), stiffness_of(run)): run
        for run in results.by("hard_volumes_locking", "newton", "cells", "split", "potentials").values()
    }
    shares = {key: share_of_sag(run) for key, run in runs.items()}
    splits = list(dict.fromkeys(split for split, _, _ in runs))
    meshes = sorted({cells for _, cells, _ in runs}, key=math.prod)
    stiffnesses = [stiffness for _, _, stiffness in runs]
    soft, hard = min(stiffnesses), max(stiffnesses)

    left = {split: shares[split, meshes[-1], hard] / shares[split, meshes[-1], soft] for split in splits}

    def words(split: str, stiffness: float) -> str:
        return spread((100 * shares[split, cells, stiffness] for cells in meshes), ".0f")

    return answered(
        [
            below(
                share,
                LEFT,
                f"{split} tets a cell, from the coarsest to the finest mesh: {words(split, soft)} % of beam "
                f"theory's sag with κ = {soft:.0e} Pa, {words(split, hard)} % with {hard:.0e} Pa; on the "
                "finest mesh the latter over the former",
            )
            for split, share in left.items()
        ],
        **{split: 100 * share for split, share in left.items()},
        hard=hard,
    )


class Key(NamedTuple):
    """Of a run of the sweep hard_volumes."""

    solver: str
    mesh: tuple[str, tuple[int, ...]]  # split, cells
    stiffness: float  # κ [Pa]


def runs_of(results: Results, *solvers: str) -> dict[Key, Run]:
    return {
        key_of(run): run
        for solver in solvers
        for run in results.by("hard_volumes", solver, "cells", "split", "potentials").values()
    }


def key_of(run: Run) -> Key:
    return Key(run.solver, (run.scene["body"]["beam"]["split"], cells_of(run)), stiffness_of(run))


def cells_of(run: Run) -> tuple[int, ...]:
    return tuple(run.scene["body"]["beam"]["cells"])


def stiffness_of(run: Run) -> float:
    """κ [Pa] of the volumes, infinite for det F = 1."""
    stiffness = run.scene["potentials"][0]["stiffness"]
    return math.inf if stiffness == "infinite" else stiffness


def redundant_meshes(runs: dict[Key, Run]) -> set:
    """Meshes whose hard constraints stop a system."""
    return {key.mesh for key, run in runs.items() if math.isinf(key.stiffness) and stopped(run)}


def stopped(run: Run) -> bool:
    return run.manifest["status"] == STOPPED


def volume_change(run: Run) -> float:
    """The mean |det F − 1| at the end of a step; infinite if the solver failed."""
    ended = run.manifest["status"] in ("max_iterations", "converged")
    return final(run, "mean_abs_volume_change") if ended else math.inf


def share_of_sag(run: Run) -> float:
    """Of beam theory's; infinite if Newton's method did not converge."""
    converged = run.manifest["status"] == "converged"
    return beam_theory.share_of_deflection(run) if converged else math.inf


def _solvers(keys: list[Key]) -> str:
    return listed(dict.fromkeys(SOLVER_LABELS[key.solver] for key in keys))
