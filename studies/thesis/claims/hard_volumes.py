"""Claims 86 to 88: hard incompressibility det F = 1, redundant constraints, and locking beside it."""

import math
from typing import NamedTuple

from simbench.labels import SOLVER_LABELS
from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, answered, at_most, below, by_case
from simbench.study.words import listed
from thesis import beam_theory
from thesis.claims.measures import final, spread

KEPT = 1e-5  # mean change of volume
LEFT = 0.5  # of the share of beam theory's sag with soft volumes
SYSTEMS, SWEEPS = ("kkt", "xpbd_global"), ("xpbd",)
STOPPED = "not_spd"  # the status of a run whose matrix is singular


@claim(86)
def infinite_stiffness_without_compliance(results: Results) -> Verdict:
    runs = runs_of(results, *SYSTEMS, *SWEEPS)
    hard = {key: run for key, run in runs.items() if math.isinf(key.stiffness)}
    softest = min(key.stiffness for key in runs)
    soft = [volume_change(run) for key, run in runs.items() if key.stiffness == softest]
    redundant = redundant_meshes(runs)
    groups = {
        "independent constraints": [key for key in hard if key.mesh not in redundant],
        "redundant constraints in a system": [
            key for key in hard if key.mesh in redundant and key.solver in SYSTEMS
        ],
        "redundant constraints in sweeps": [
            key for key in hard if key.mesh in redundant and key.solver in SWEEPS
        ],
    }
    worst = {name: max(volume_change(hard[key]) for key in keys) for name, keys in groups.items() if keys}
    words = {
        name: "the solver stops" if math.isinf(change) else f"at most {change:.0e}"
        for name, change in worst.items()
    }
    reasons = [hard[key].manifest["message"] for key in hard if stopped(hard[key])]
    return by_case(
        "whether constraints are redundant, and on the solver",
        {
            name: [
                at_most(
                    change,
                    KEPT,
                    f"largest mean change of volume with α = 0 ({_solvers(groups[name])}), infinite if a "
                    "solver stops",
                )
            ]
            for name, change in worst.items()
        },
        f"with κ = {softest:.0e} Pa volumes change by {min(soft):.0e} to {max(soft):.0e} on average",
        *[f"a system stops: {reason}" for reason in dict.fromkeys(reasons)],
        said=listed(f"{said} ({name})" for name, said in words.items()),
    )


@claim(87)
def compliance_keeps_the_matrix_regular(results: Results) -> Verdict:
    runs = runs_of(results, "kkt")
    redundant = redundant_meshes(runs)
    stiffnesses = sorted({key.stiffness for key in runs if math.isfinite(key.stiffness)})

    def worst(stiffness: float, is_redundant: bool) -> float:
        return max(
            volume_change(run)
            for key, run in runs.items()
            if key.stiffness == stiffness and (key.mesh in redundant) == is_redundant
        )

    softest = worst(stiffnesses[0], True)
    changes = {stiffness: worst(stiffness, True) for stiffness in stiffnesses}
    singular = [stiffness for stiffness, change in changes.items() if math.isinf(change)]
    return by_case(
        "the compliance",
        {
            f"κ = {stiffness:.0e} Pa": [
                at_most(
                    change / softest,
                    1,
                    "largest mean change of volume with redundant constraints, over the change with the "
                    "softest volumes; infinite if the matrix is singular",
                )
            ]
            for stiffness, change in changes.items()
        },
        f"with independent constraints and κ = {stiffnesses[-1]:.0e} Pa the change is "
        f"{worst(stiffnesses[-1], False):.0e}",
        singular=listed(f"{stiffness:.0e}" for stiffness in singular) or "none",
        tried=listed(f"{stiffness:.0e}" for stiffness in stiffnesses),
    )


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
