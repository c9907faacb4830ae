"""The plans of the leaderboard: the solvers and settings that run on each scene, and on its instances."""

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
INSTANCES = 15
# One scene of each kind of difficulty that an order of vertices and tets could change.
INSTANCED = ("end_turned", "slices", "random_start", "slab", "untwist_nu_45")
# Scenes that are written in other units: one for each kind of law.
UNITS_OF = ("end_turned", "drawn_out")
UNITS = ("kilograms", "metres", "seconds")
UNITS_ITERATIONS = 20


def board_plan(name: str, description: str) -> dict:
    axes = [{"path": f"solvers.{solver}", "values": values} for solver, values in SETTINGS.items()]
    return plan(name, f"Leaderboard. {description}", axes)


def units_plan(name: str, unit: str) -> dict:
    """The scene with this unit 1024 times as small, with all settings and few iterations."""
    made = board_plan(f"units/{name}_{unit}", "")
    made["description"] = f"The scene {name} with {unit} 1024 times as small"
    return made | {"set": {"step.iterations": UNITS_ITERATIONS}, "overrides": []}


def instances_plan(name: str) -> dict:
    """All solvers with their defaults on turned and renumbered instances of a scene."""
    axis = {"path": "instance", "values": list(range(INSTANCES))}
    return plan(name, f"The scene {name}, turned and with vertices and tets in other orders", [axis])


def plan(name: str, description: str, axes: list[dict]) -> dict:
    return {
        "$schema": "../../../scenes/sweeps/plan.schema.json",
        "description": description,
        "scene": f"../scenes/{name}.json",
        "axes": axes,
        "solvers": SOLVERS,
        "overrides": [{"where": {"solver": ["newton", "mixed"]}, "set": {"step.iterations": 100}}],
    }
