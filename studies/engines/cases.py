"""Which solvers of engines are compared on which scenes, and with which setting of simbench."""

from dataclasses import dataclass
from itertools import product

HARDNESS = ("soft", "stiff")


@dataclass(frozen=True)
class Case:
    """A solver of an engine on a scene. `reference` has the iterates that it should have.

    It is a solver of simbench with its settings, or a name in references.OWN.
    """

    engine: str
    solver: str
    scene: str
    reference: str = ""
    grouped: bool = False  # tets in the order of greedy groups, as the engine takes them

    @property
    def name(self) -> str:
        return f"{self.engine} {self.solver} {self.scene} {self.reference}".strip()


def cases() -> list[Case]:
    return [
        Case(engine, solver, f"{scene}_{hardness}", reference, grouped)
        for (engine, solver, scene, reference, grouped), hardness in product(KINDS, HARDNESS)
    ]


NEO_HOOKEAN, ST_VENANT_KIRCHHOFF = "stable_neo_hookean", "st_venant_kirchhoff"
KINDS = (
    ("pbat", "vbd", NEO_HOOKEAN, "vbd[hessian=exact]", False),
    ("pbat", "vbd_own_volumes", NEO_HOOKEAN, "vbd[hessian=exact]", False),
    ("pbat", "vbd_own_colours", NEO_HOOKEAN, "vbd[hessian=exact]", False),
    ("pbat", "xpbd", NEO_HOOKEAN, "xpbd[form=block]", False),
    ("newton", "vbd", NEO_HOOKEAN, "vbd[hessian=exact]", False),
    ("newton", "vbd_own_colours", NEO_HOOKEAN, "vbd[hessian=exact]", False),
    ("newton", "vbd", "spring_net", "vbd[hessian=exact]", False),
    ("newton", "xpbd", "springs_apart", "xpbd", False),
    ("newton", "xpbd", "spring_net", "xpbd", False),
    ("newton", "xpbd", "spring_net", "jacobi", False),
    ("newton", "xpbd_tets", NEO_HOOKEAN, "", False),
    ("newton", "style3d", "bending_sheet", "newton", False),
    ("newton", "style3d_defaults", "bending_sheet", "", False),
    ("newton", "style3d_stretch", "bending_sheet", "", False),
    ("mujoco", "flex", ST_VENANT_KIRCHHOFF, "newton", False),
    ("mujoco", "flex", ST_VENANT_KIRCHHOFF, "linear_step", False),
    ("mujoco", "flex_defaults", ST_VENANT_KIRCHHOFF, "linear_step", False),
    ("mujoco", "flex", "bending_sheet", "newton", False),
    ("pypbd", "xpbd", "spring_net", "xpbd", False),
    ("pypbd", "xpbd_tets", ST_VENANT_KIRCHHOFF, "xpbd[form=combined]", True),
    ("pypbd", "xpbd_tets", ST_VENANT_KIRCHHOFF, "divided_multipliers", True),
    ("pypbd", "xpbd_tets_in_micrometres", ST_VENANT_KIRCHHOFF, "divided_multipliers_in_micrometres", True),
)
