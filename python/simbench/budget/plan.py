"""The plan of a budget: a sweep over substeps and iterations, and Newton's method until it converges.

Newton's method is `newton` for deformable bodies, and `direct` for rigid ones. Its converged runs are marked
by their number of iterations, which is larger than that of all cells. They have the substeps of the cells,
and the two finest numbers of substeps, whose motions are the references.
"""

from collections.abc import Mapping, Sequence

from simbench.errors import SimbenchError
from simbench.scene import Scene

NEWTON = {"deformable": "newton", "rigid": "direct"}  # by the kind of the scene
SUBSTEPS, ITERATIONS = "step.substeps", "step.iterations"
MOST_SUBSTEPS = 10000  # of a scene
FINER = 8  # times the largest number of substeps of a cell; the second reference has half as many
CONVERGED = 100  # iterations of a step that Newton's method may take
OPTIONS = {"reference": "none", "snapshot_every": -1, "record_every": 10**9}  # only the end of each step


def plan(
    name: str,
    scene: Scene,
    solvers: Sequence[str],
    substeps: Sequence[int],
    iterations: Sequence[int],
    settings: Mapping,
) -> dict:
    """The plan of the sweep, for simbench.sweep(); SimbenchError if the scene has no such budget.

    `name` is the scene's path or name. `scene` has the values of `settings`, by dotted path.
    """
    _check(name, scene, solvers, substeps)
    newton = NEWTON[scene.kind]
    finest = FINER * max(substeps)
    references, converged = [finest // 2, finest], max(CONVERGED, max(iterations) + 1)
    others = [solver for solver in solvers if solver != newton]
    exclude = [
        {"solver": newton, SUBSTEPS: references, ITERATIONS: list(iterations)},
        *([] if newton in solvers else [{"solver": newton, ITERATIONS: list(iterations)}]),
        *(
            [{"solver": others, ITERATIONS: converged}, {"solver": others, SUBSTEPS: references}]
            if others
            else []
        ),
    ]
    return {
        "scene": name,
        "axes": [
            {"path": SUBSTEPS, "values": [*substeps, *references]},
            {"path": ITERATIONS, "values": [*iterations, converged]},
        ],
        "solvers": [newton, *others],
        "set": dict(settings),
        "exclude": exclude,
        "options": OPTIONS,
    }


def _check(name: str, scene: Scene, solvers: Sequence[str], substeps: Sequence[int]) -> None:
    if scene.kind == "rigid" and not _has_shapes(scene.json()):
        raise SimbenchError(
            f"{name}: its bodies have no shapes, and a budget compares the corners of their boxes; give them "
            "a box or a radius"
        )
    if scene.json()["step"].get("steps", 1) < 2:
        raise SimbenchError(
            f"{name}: the scene has one frame, which is no motion; --frames N makes N of them"
        )
    if FINER * max(substeps) > MOST_SUBSTEPS:
        raise SimbenchError(
            f"--substeps {max(substeps)}: at most {MOST_SUBSTEPS // FINER}, because the reference has "
            f"{FINER} times as many, and a frame has at most {MOST_SUBSTEPS}"
        )
    newton = NEWTON[scene.kind]
    for solver in dict.fromkeys([newton, *solvers]):
        if reason := scene.declines(solver):
            needed = ", and every budget needs it" if solver == newton else "; leave it out of --solver"
            raise SimbenchError(f"{name}: {solver} does not take this scene: {reason}{needed}")


def _has_shapes(scene: Mapping) -> bool:
    """Whether snapshots of a rigid scene have boxes."""
    bodies = scene.get("bodies", [])
    return any({"box", "radius"} & body.keys() for body in bodies) or (
        scene.get("chain", {}).get("joint") == "point"
    )
