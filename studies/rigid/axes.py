"""Short names of members of scenes, as judges and figures of this study write them."""

from collections.abc import Callable
from pathlib import Path

from simbench import study

AXES = {
    "h": "step.time_step",
    "iterations": "step.iterations",
    "substeps": "step.substeps",
    "gyroscopic": "step.gyroscopic",
    "bodies": "chain.bodies",
    "R": "chain.end_mass_ratio",
    "tip": "chain.tip_mass",
    "masses": "chain.mass",
    "anchored": "chain.anchored",
    "compliance": "chain.compliance",
    "shape": "chain.shape",
    "bend": "chain.bend",
    "opening": "chain.violation",
    "of_first": "constraints.0.compliance",
    "offset": "constraints.0.offset",
    "gravity": "gravity",
    "orientation": "bodies.0.orientation",
    "gs_form": "solvers.gs.form",
    "axis_form": "solvers.gs.axis_form",
    "update": "solvers.gs.update",
    "warm_start": "solvers.gs.warm_start",
    "warm_pose": "solvers.gs.warm_start_pose",
    "xpbd_warm_start": "solvers.xpbd.warm_start",
    "xpbd_warm_pose": "solvers.xpbd.warm_start_pose",
    "averaging": "solvers.jacobi.averaging",
    "jacobi_form": "solvers.jacobi.form",
    "jacobi_xi": "solvers.jacobi.relaxation",
    "xi": "solvers.sor.relaxation",
    "sor_form": "solvers.sor.form",
    "s": "solvers.avbd.penalty",
    "factor": "solvers.avbd.penalty_factor",
    "ramp": "solvers.avbd.ramp",
    "avbd_form": "solvers.avbd.form",
    "avbd_warm_start": "solvers.avbd.warm_start",
    "avbd_keep": "solvers.avbd.keep",
    "start": "solvers.avbd.start",
    "geometric": "solvers.avbd.geometric_stiffness",
}


def one_sweep(folder: Path | str) -> Callable[..., dict]:
    """Runs of the sweep in this folder by their settings."""
    return study.one_sweep(folder, AXES)
