"""Says what the runs of a group simulate, what their relative error is, and what they are compared with."""

import math
import re
from collections.abc import Callable

import numpy as np

from simbench.counted import counted
from simbench.labels import INTEGRATOR_LABELS, distinct, material_label
from simbench.report.curves import number
from simbench.report.run_commands import snapshots_command
from simbench.results import NO_MINIMUM, Run

MODULI = (("k", "stiffness", "Pa"), ("E", "youngs_modulus", "Pa"), ("ν", "poisson_ratio", ""))


def setting(runs: list[Run]) -> dict:
    """`kind` of bodies, `facts` as pairs (name, words), and a command for `snapshots` if there are none."""
    runs = [run for run in runs if run.scene["step"]]  # the others have a damaged manifest
    if not runs:
        return {"kind": "deformable", "facts": [], "snapshots": ""}
    scenes = [run.scene for run in runs]
    is_rigid = any(scene.get("kind") == "rigid" for scene in scenes)
    facts = {
        "scene": _each(runs, _scene),
        "body": _each(runs, _body),
        "material": _each(scenes, _materials),
        "forces": _each(scenes, _forces),
        "start": _each(scenes, _start),
        "step": _each(scenes, _step),
        "relative error": _relative_error(runs),
        "reference": _each(runs, _reference),
    }
    return {
        "kind": "rigid" if is_rigid else "deformable",
        "facts": [[name, words] for name, words in facts.items() if words],
        "snapshots": snapshots_command(runs),
    }


def _each(things: list, words_of: Callable[..., str]) -> str:
    """The words of each, once. Manifests that somebody edited may have anything in place of a value."""
    found = []
    for thing in things:
        try:
            found.append(words_of(thing))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            continue
    return "; or ".join(filter(None, distinct(found)))


def materials_in_words(scene: dict) -> str:
    return _each([scene], _materials)


def step_in_words(scene: dict) -> str:
    return _each([scene], _step)


def _text(value: float, digits: int = 4) -> str:
    return re.sub(r"e([+-])0*", lambda found: "e−" if found[1] == "-" else "e", f"{value:.{digits}g}")


def _scene(run: Run) -> str:
    description = str(run.scene.get("description") or "")
    name = str(run.manifest.get("scene_file") or "")
    return ". ".join(filter(None, [description.rstrip("."), f"Scene: {name}" if name else ""]))


def _body(run: Run) -> str:
    nouns = {"tets": ("tet",), "vertices": ("vertex", "vertices"), "bodies": ("body", "bodies")}
    words = [counted(count, *noun) for key, noun in nouns.items() if (count := run.manifest.get(key))]
    joints = len(run.scene.get("constraints", []))
    return ", ".join(words + ([counted(joints, "constraint")] if joints else []))


def _materials(scene: dict) -> str:
    """The laws with their stiffness, and the names of other potentials, such as springs."""
    laws = [law for law in (scene.get("material"), *(r["material"] for r in scene.get("regions", []))) if law]
    others = [potential["type"].replace("_", " ") for potential in scene.get("potentials", [])]
    return "; ".join(distinct([*map(_material, laws), *others]))


def _material(law: dict) -> str:
    values = [f"{symbol} = {_text(law[key])} {unit}".rstrip() for symbol, key, unit in MODULI if key in law]
    return ", ".join([material_label(law["model"]), *values])


def _forces(scene: dict) -> str:
    gravity = math.hypot(*scene.get("gravity", []))
    anchored = len(scene.get("anchors", {}).get("groups", []))
    words = [f"gravity {_text(gravity)} m/s²"] if gravity else []
    words += [counted(anchored, "anchor")] if anchored else []
    words += [counted(len(scene["forces"]), "force")] if scene.get("forces") else []
    return ", ".join(words) or "none"


def _start(scene: dict) -> str:
    if state := scene.get("state"):
        files = [state[key] for key in ("file", "positions", "velocities", "bodies") if key in state]
        return f"the state in {', '.join(files)}"
    if scene.get("kind") == "rigid":
        return "the poses and velocities of the scene"
    speed = math.hypot(*scene.get("initial_velocity", []))
    velocity = f", with a velocity of {_text(speed)} m/s" if speed else ", at rest"
    if not (before := scene.get("preparation")):
        return f"the undeformed body{velocity}"
    law, seconds = _material(before["material"]), f"{_text(before['duration'])} s"
    if before.get("method", "static") == "static":
        path = counted(before["increments"], "equilibrium", "equilibria")
        return f"the equilibrium after anchors have moved the body for {seconds} ({path}; {law}){velocity}"
    return f"the state after anchors have moved the body for {seconds} (dynamically; {law})"


def _step(scene: dict) -> str:
    step = scene["step"]
    name = step.get("integrator", "" if scene.get("kind") == "rigid" else "implicit_euler")
    count, parts = counted(step.get("steps", 1), "step"), step.get("substeps", 1)
    count += f" with {parts} substeps" if parts != 1 else ""
    lags = (scene.get("contact") or {}).get("friction_lags", 1)
    count += f" with {lags} lags of friction" if lags != 1 else ""
    count += f" of at most {counted(step['iterations'], 'iteration')}" if "iterations" in step else ""
    where = {"previous": "last positions", "file": f"positions in {step.get('start_file')}"}
    count += f", begun at the {where[start]}" if (start := _start_of_steps(scene)) in where else ""
    return ", ".join(
        filter(None, [INTEGRATOR_LABELS.get(name, name), f"h = {_text(step['time_step'])} s", count])
    )


def _start_of_steps(scene: dict) -> str:
    step = scene.get("step")
    return step.get("start", "inertial") if isinstance(step, dict) else "inertial"


def _has_error(run: Run) -> bool:
    rows = run.iterations
    return "relative_error" in rows and not np.isnan(rows["relative_error"].to_numpy(float)).all()


def _relative_error(runs: list[Run]) -> str:
    if not any(map(_has_error, runs)):
        if all(run.lacks_minimum for run in runs):
            return f"none: {NO_MINIMUM}"
        return "none: these runs have no reference"
    if runs[0].scene.get("kind") == "rigid":
        return (
            "‖X − X*‖²_M, divided by its value at iteration 0. Here X are the poses, X* is the exact "
            "solution of the time step, and M are the masses. The error is 1 at iteration 0 and 0 at the "
            "solution."
        )
    start = "iteration 0"
    if any(_start_of_steps(run.scene) != "inertial" for run in runs):
        start = "q̃, to which the body would move without its potentials"
    return (
        "(f − f*)/(f₀ − f*). Here f is the objective that each time step minimises, f₀ is its value at "
        f"{start}, and f* is that of the reference. The error is 1 at {start.split(',')[0]} and 0 at f*."
    )


def _reference(run: Run) -> str:
    """Where f* and X* come from."""
    if not _has_error(run):
        return ""
    kind, is_rigid = run.manifest["options"].get("reference"), run.scene.get("kind") == "rigid"
    value = f"f* = {_text(run.minimum, 6)} J" + (" in the first time step" if run.steps > 1 else "")
    if kind == "newton":
        what = "the exact solution X*" if is_rigid else "the minimum"
        gradient = None if is_rigid else number(run.manifest.get("reference_gradient_norm", [None])[0])
        how = "" if gradient is None else f", where ‖∇f‖ = {_text(gradient, 2)} N"
        return (
            f"Newton's method finds {what} of each time step before the solvers run ({value}{how}). "
            "This search is not one of the runs below."
        )
    if kind == "best":
        return f"the lowest objective that a solver of the same command has recorded ({value})"
    return f"a given number ({value})" if number(kind) is not None else ""


def reference_in_brief(run: Run) -> str:
    """What errors are measured from, as a part of a sentence; empty if the run does not say it."""
    kind = run.manifest["options"].get("reference")
    if kind == "newton":
        is_rigid = run.scene.get("kind") == "rigid"
        return f"the {'exact solution' if is_rigid else 'minimum'} that Newton's method found beforehand"
    if kind == "best":
        return "the lowest objective that a solver of the same command recorded"
    return "a minimum that was given as a number" if number(kind) is not None else ""
