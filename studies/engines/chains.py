"""A chain of rigid bodies with ball joints, in MuJoCo and with `direct` of simbench.

MuJoCo's coordinates are the joints, so its bodies cannot leave them. In simbench hard constraints hold the
bodies. Single steps differ, because the integrators do. So motions are compared: both must tend to the
same motion as the time step h goes to zero, here one that MuJoCo computes by Runge-Kutta's method (RK4).
"""

from itertools import pairwise
from types import ModuleType

import numpy as np

from engines import engine
from simbench.input_files import load_json
from simbench.running import run

BODIES, BOX, BEND = (
    4,
    (0.5, 0.1, 0.2),
    0.6,
)  # number, edges [m], turns about the vertical, left and right [rad]
GRAVITY = [0, 0, -9.81]
DURATION = 0.3  # s
TIME_STEPS = (0.005, 0.0025, 0.00125, 0.000625)  # s
FINE = 1e-4  # s, of the motion by RK4
ITERATIONS = 8  # of Newton's method in a step
ENGINES = {"direct": "simbench", "Euler": "mujoco", "implicit": "mujoco"}  # integrators or solvers


def measure() -> dict:
    """For each integrator the errors of the centres at the end [m] by the time step.

    `extrapolated` is the error of the limit that the two finest steps suggest.
    """
    mujoco = engine.load("mujoco").mujoco
    exact = motion_of_mujoco(mujoco, "RK4", FINE)
    found = []
    for name, program in ENGINES.items():
        ends = [
            motion_of_simbench(name, h) if program == "simbench" else motion_of_mujoco(mujoco, name, h)
            for h in TIME_STEPS
        ]
        limit = 2 * ends[-1] - ends[-2]  # an error in h cancels
        errors = {str(h): short(distance(end, exact)) for h, end in zip(TIME_STEPS, ends, strict=True)}
        row = {"program": program, "integrator": name, "errors": errors}
        found.append(row | {"extrapolated": short(distance(limit, exact))})
    halved = distance(motion_of_mujoco(mujoco, "RK4", FINE / 2), exact)
    return {"motions": found, "fine_halved": short(halved), "way": short(distance(exact, bodies()[0]))}


def bodies() -> tuple[np.ndarray, np.ndarray]:
    """The centres (n, 3) [m] and the turns about z (n,) [rad] at the start: a zigzag from the origin."""
    turns = BEND * (-1.0) ** np.arange(BODIES)
    halves = BOX[0] / 2 * np.stack([np.cos(turns), np.sin(turns), np.zeros(BODIES)], axis=1)
    return 2 * np.cumsum(halves, axis=0) - halves, turns


def quaternion(turn: float) -> list[float]:
    return [float(np.cos(turn / 2)), 0.0, 0.0, float(np.sin(turn / 2))]


def motion_of_simbench(solver: str, h: float) -> np.ndarray:
    """The centres at the end; (n, 3) [m]."""
    centres, turns = bodies()
    names, half = ["world", *(f"body{number}" for number in range(BODIES))], BOX[0] / 2
    steps = round(DURATION / h)
    scene = {
        "kind": "rigid",
        "bodies": [
            {
                "name": name,
                "mass": 1,
                "box": list(BOX),
                "position": list(centre),
                "orientation": quaternion(turn),
            }
            for name, centre, turn in zip(names[1:], centres.tolist(), turns.tolist(), strict=True)
        ],
        "constraints": [
            {"type": "point", "bodies": list(pair), "points": [[half if number else 0, 0, 0], [-half, 0, 0]]}
            for number, pair in enumerate(pairwise(names))
        ],
        "gravity": GRAVITY,
        "step": {"time_step": h, "steps": steps, "iterations": ITERATIONS, "gyroscopic": "implicit"},
    }
    runs = run(scene, solver, checkpoint_every=steps, reference="none")  # the folder lasts as long as `runs`
    (done,) = runs.values()
    state = load_json(done.folder / f"checkpoint_{steps:06}.json")["state"]
    return np.reshape(state["poses"], (-1, 7))[-BODIES:, :3]


def motion_of_mujoco(mujoco: ModuleType, integrator: str, h: float) -> np.ndarray:
    """The centres at the end; (n, 3) [m]. Nothing damps, and no bodies touch."""
    _, turns = bodies()
    half, size = BOX[0] / 2, " ".join(str(edge / 2) for edge in BOX)
    chain = ""
    for number in reversed(range(BODIES)):
        bend = turns[number] - (turns[number - 1] if number else 0)
        place = [(half if number else 0) + half * np.cos(bend), half * np.sin(bend), 0]
        chain = f"""<body pos="{words(place)}" quat="{words(quaternion(bend))}">
          <joint type="ball" pos="{-half} 0 0"/><geom type="box" size="{size}" mass="1"/>{chain}</body>"""
    model = mujoco.MjModel.from_xml_string(f"""<mujoco>
      <option integrator="{integrator}" timestep="{h!r}" gravity="{words(GRAVITY)}">
        <flag contact="disable"/></option>
      <worldbody>{chain}</worldbody></mujoco>""")
    data = mujoco.MjData(model)
    for _ in range(round(DURATION / h)):
        mujoco.mj_step(model, data)
    mujoco.mj_kinematics(model, data)
    return data.xpos[1:].copy()


def words(numbers: list[float]) -> str:
    return " ".join(map(repr, map(float, numbers)))


def distance(one: np.ndarray, other: np.ndarray) -> float:
    """The largest distance of two centres [m]."""
    return float(np.linalg.norm(one - other, axis=1).max())


def short(number: float) -> float:
    return float(f"{number:.3g}")
