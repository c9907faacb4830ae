"""Makes synthetic runs of rigid scenes with given convergence rates and errors."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
from studies import AXES
from synthetic_sweeps import write_sweep

from rigid.claims.measures import GRID
from rigid.theory.chain import chain, gauss_seidel_radius, jacobi_radius, optimal_relaxation
from simbench.run_folders import run_folder
from simbench.study.results import Results
from simbench.study.verdicts import Verdict


def kind_of(found: Verdict) -> str:
    """Returns the kind of a verdict, and checks that its judge has a sentence for it."""
    assert found.answer.endswith("."), found
    assert not found.answer.endswith("parts hold."), found
    return found.kind


def table(error: np.ndarray, every: int = 1, **columns) -> pd.DataFrame:
    """Rows of one step; all errors are `error`, and `columns` replaces columns."""
    count = len(error)
    values = {
        "step": 1,
        "iteration": np.arange(count) * every,
        "objective": 1.0,
        "inertial": 1.0,
        "constraint": 0.0,
        "relative_error": np.asarray(error) ** 2,
        "multiplier_error": error,
        "constraint_error": error,
        "angular_error": 0.0,
        "largest_stretch": error,
        "linear_momentum": 0.0,
        "angular_momentum": 0.0,
        "kinetic_energy": 1.0,
        "potential_energy": 0.0,
        "relaxation": 1.0,
        "penalty": np.nan,
    }
    return pd.DataFrame(values | columns)


def falling(rate: float, iterations: int = 300, every: int = 1, **columns) -> pd.DataFrame:
    """Errors that are multiplied by `rate` in each iteration."""
    k = np.arange(0, iterations + 1, every)
    return table(np.maximum(np.exp(k * math.log(max(rate, 1e-300))), 1e-140), every, **columns)


def per_ln(count: float, **other) -> pd.DataFrame:
    """Errors that fall by a factor e in `count` iterations, with enough rows to measure the rate."""
    iterations = int(min(max(20 * count, 60), 5000)) if math.isfinite(count) else 60
    every = max(1, int(4 * count) // 1000) if math.isfinite(count) else 1
    rate = 1.0 if count == math.inf else math.exp(-1 / count) if count > 0 else 0.0
    return falling(rate, iterations * every, every, **other)


def ending(left: float, **columns) -> pd.DataFrame:
    """A first and a last row; the last errors are `left` times the first ones."""
    return table(np.array([1.0, left]), 100, **columns)


def resting(stretch: float, frames: int = 30, **columns) -> pd.DataFrame:
    """Frames of a rope at rest with this stretch, one row per frame."""
    rows = table(np.full(frames, stretch), **columns)
    return rows.assign(step=np.arange(1, frames + 1), iteration=4, relative_error=np.nan)


def scene_of(setting: dict, **chain_members) -> dict:
    """A scene with the values of a run's axes, which have the short names of the claims."""
    scene: dict = {
        "kind": "rigid",
        "chain": {"bodies": 10, "mass": 1, "end_mass_ratio": 1, "box": [1, 0.2, 0.2], **chain_members},
        "gravity": [0, 0, -9.81],
        "step": {"time_step": 1.0, "substeps": 1},
        "bodies": [
            {"orientation": [1, 0, 0, 0], "angular_velocity": [0.01, 0, 10], "mass": 1, "box": [1, 1, 1]},
            {"orientation": [1, 0, 0, 0], "mass": 1, "box": [1, 1, 1]},
        ],
        "solvers": {},
    }
    for axis, value in setting.items():
        section, *path = AXES[axis].split(".")
        if section in ("chain", "step"):
            scene[section][path[0]] = (
                json.loads(value) if isinstance(value, str) and value[:1] == "[" else value
            )
        if axis == "orientation":
            scene["bodies"][0]["orientation"] = json.loads(value)
    return scene


def sweep(folder: Path, name: str, runs: list, **chain_members) -> Results:
    """Writes a sweep. Each of `runs` is (solver, setting, rows), and a status if the run ended early."""
    return sweep_of_scenes(folder, name, runs, lambda setting: scene_of(setting, **chain_members))


def sweep_of_scenes(folder: Path, name: str, runs: list, scene: Callable[[dict], dict]) -> Results:
    """The same with a scene for each setting."""
    complete = [(*run, "max_iterations")[:4] for run in runs]
    axes = list(dict.fromkeys(axis for _, setting, *_ in complete for axis in setting))
    write_sweep(folder / name, axes, complete, scene=scene)
    return Results(folder, AXES)


def boxes(number: int, top: float = 1) -> list[dict]:
    """A stack of boxes of 1 kg on the ground; the last one has the mass `top`."""
    stack = [{"name": f"box{i}", "mass": 1, "box": [1, 1, 1]} for i in range(number)]
    stack[-1]["mass"] = top
    return [{"name": "ground", "plane": True}, *stack]


def stacks(folder: Path, name: str, runs: list, overlap: float | None = None) -> Results:
    """A sweep of stacks. Each of `runs` is (solver, setting, distance of the top from its start). The largest
    overlap is this one, or that distance."""

    def scene(setting: dict) -> dict:
        bodies = json.loads(setting["system"]) if "system" in setting else boxes(5, setting.get("top", 1))
        return {"kind": "rigid", "bodies": bodies, "step": {"time_step": 0.01, "steps": 30}}

    written = [
        (solver, setting, resting(0.0, penetration=moved if overlap is None else overlap), "max_iterations")
        for solver, setting, moved in runs
    ]
    results = sweep_of_scenes(folder, name, written, scene)
    for number, (_, setting, moved) in enumerate(runs):
        body = {"body": scene(setting)["bodies"][-1]["name"], "y": 0.0, "z": 0.0, "kinetic_energy": 0.0}
        states = pd.DataFrame({"step": [0, 30], "time": [0, 0.3], **body, "x": [0.5, 0.5 + moved]})
        states = states.assign(vx=0.0, vy=0.0, vz=0.0)
        states.to_csv(run_folder(folder / name, f"{number:014d}e5") / "bodies.csv", index=False)
    return results


def count_by_eigenvalues(solver: str, bodies: int, ratio: float) -> float:
    """The iterations in which errors fall by a factor e (k/ln), from eigenvalues."""
    system = chain(bodies, ratio)
    radius = {
        "gs": lambda: gauss_seidel_radius(system),
        "jacobi": lambda: jacobi_radius(system),
        "sor": lambda: gauss_seidel_radius(system, optimal_relaxation(system)),
    }[solver]()
    return -1 / math.log(radius)


def grid(folder: Path, count=count_by_eigenvalues, *, xi: float = 1.0) -> Results:
    """Runs of all settings in GRID; count(solver, N, R) is their k/ln."""
    sweeps: dict[str, list] = {"rigid_rates": [], "rigid_rates_long": [], "rigid_rates_sor": []}
    for bodies, ratio in GRID:
        for solver in ("gs", "jacobi", "sor"):
            short = bodies * ratio <= 1000 and bodies < 1000
            name = "rigid_rates_sor" if solver == "sor" else "rigid_rates" if short else "rigid_rates_long"
            rows = per_ln(count(solver, bodies, ratio))
            if solver == "sor":
                rows["relaxation"] = optimal_relaxation(chain(bodies, ratio)) * xi
            sweeps[name].append((solver, {"bodies": bodies, "R": ratio}, rows))
    for name, runs in sweeps.items():
        sweep(folder, name, runs)
    return Results(folder, AXES)
