"""The plans of the leaderboard: the solvers and settings that run on each scene, and on its instances."""

from field.catalogue import seeds_of

# Settings that each solver runs with beside its default: what a user would try.
SETTINGS = {
    "chebyshev": [{}, {"interval": "positive"}, {"rho": 0.9}, {"rho": 0.99}],
    "anderson": [{}, {"history": 2}, {"history": 10}],
    "admm": [{}, {"weight_factor": 0.5}, {"weight_factor": 2}, {"weight_factor": 4}],
    "qn": [{}, {"history": 2}, {"history": 10}, {"initial_matrix": "hessian"}],
    "newton": [{}, {"hessian": "absolute"}, {"hessian": "on_demand"}, {"hessian": "progressive"}],
    "vbd": [{}, {"rho": 0.5}, {"rho": 0.9}, {"hessian": "exact", "volume_penalty": 10}],
    "pbng": [{}, {"relaxation": 1}, {"relaxation": 1.9}],
    "ncg": [{}, {"metric": "blocks"}, {"metric": "diagonal"}],
    "nesterov": [{}, {"metric": "diagonal"}],
}
SOLVERS = ["pd", "chebyshev", "anderson", "nesterov", "ncg", "barzilai_borwein", "admm", "anderson_admm"]
SOLVERS += ["douglas_rachford", "qn", "newton", "newton_cg", "mixed", "vbd", "pbng", "generalized_pbd"]
SOLVERS += ["xpbd"]
INSTANCES = 5  # with the scene as written; an odd number, so that one of them is the median
# Scenes with random numbers, and one of each difficulty that an order of vertices and tets could change.
INSTANCED = ("random_start", "compressed", "cloth", "end_turned", "end_turned_180", "slices", "slab")
INSTANCED += ("untwist_nu_45",)
# Scenes that are written in other units: one for each kind of law.
UNITS_OF = ("end_turned", "drawn_out")
UNITS = ("kilograms", "metres", "seconds")
UNITS_ITERATIONS = 20


def board_plan(name: str, description: str) -> dict:
    return plan(name, f"Leaderboard. {description}", settings_axes())


def settings_axes() -> list[dict]:
    return [{"path": f"solvers.{solver}", "values": values} for solver, values in SETTINGS.items()]


def units_plan(name: str, unit: str) -> dict:
    """The scene with this unit 1024 times as small, with all settings and few iterations."""
    made = board_plan(f"units/{name}_{unit}", "")
    made["description"] = f"The scene {name} with {unit} 1024 times as small"
    return made | {"set": {"step.iterations": UNITS_ITERATIONS}, "overrides": []}


def previous_plan(name: str) -> dict:
    """The scene, in which solvers begin at the positions before the step, q_n."""
    made = plan(name, f"The scene {name}, in which solvers start at q_n", settings_axes())
    return made | {"set": {"step.start": "previous"}}


def instances_plan(name: str, scene: dict) -> dict:
    """All solvers and settings on a scene with other random numbers, or turned and renumbered."""
    seeds = seeds_of(scene)
    path, first = next(iter(seeds.items()), ("instance", 0))
    axis = {"path": path, "values": list(range(first + 1, first + INSTANCES))}
    changed = "with other random numbers" if seeds else "turned and with vertices and tets in other orders"
    return plan(name, f"The scene {name}, {changed}", [axis, *settings_axes()])


def plan(name: str, description: str, axes: list[dict]) -> dict:
    return {
        "$schema": "../../../scenes/sweeps/plan.schema.json",
        "description": description,
        "scene": f"../scenes/{name}.json",
        "axes": axes,
        "solvers": SOLVERS,
        "overrides": [{"where": {"solver": ["newton", "mixed"]}, "set": {"step.iterations": 100}}],
    }
