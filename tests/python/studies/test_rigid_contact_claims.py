"""The judges of claims R59 (clamped multipliers) and R60 (friction) give the right verdicts."""

import json
import math

import numpy as np
import pytest
from rigid_runs import ending, kind_of, resting, sweep_of_scenes
from studies import with_sentences

from rigid.claims import contacts
from simbench.study.results import Results
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

GROUND = {"name": "ground", "plane": True}
BALLS = [GROUND, {"name": "a", "mass": 1, "radius": 0.5}, {"name": "b", "mass": 1, "radius": 0.5}]
BOX = [GROUND, {"name": "a", "mass": 2, "box": [1, 1, 1]}]
WEIGHT = 2 * 9.81 * 0.01**2  # of both, times the square of the step [kg m]


def heaps(folder, violated=lambda solver, turns: 0.0, error=lambda solver, turns: 0.0) -> Results:
    """The violation over the weight's Λ, and the relative error, by the solver and whether bodies turn."""
    runs = []
    for solver in contacts.CLAMPING:
        for bodies in (BALLS, BOX):
            turns = bodies is BOX
            residual, left = violated(solver, turns) * WEIGHT, error(solver, turns)
            rows = ending(math.sqrt(left), projected_residual=[1, residual], contacts=4)
            runs.append((solver, {"system": json.dumps(bodies)}, rows))

    def scene(setting):
        bodies = json.loads(setting["system"])
        return {"kind": "rigid", "bodies": bodies, "gravity": [0, 0, -9.81], "step": {"time_step": 0.01}}

    return sweep_of_scenes(folder, "rigid_complementarity", runs, scene)


def test_judge_of_complementarity(tmp_path):
    judge = with_sentences(contacts.complementarity)
    solved = judge(heaps(tmp_path / "a", error=lambda solver, turns: 1e-3 * turns))
    assert (kind_of(solved), list(solved.cases.values())) == (HOLDS, [True, True, False])
    violated = heaps(tmp_path / "b", lambda solver, turns: 0.1, lambda solver, turns: 1e-12)
    assert kind_of(judge(violated)) == IN_PART
    assert kind_of(judge(heaps(tmp_path / "c", lambda *_: 0.1, lambda *_: 0.1))) == FAILS


def inclines(folder, name: str, static: float, dynamic: float, holds: float, slides: float) -> Results:
    """Speeds of blocks, by Newton's law, whose static and dynamic friction is `holds` and `slides`."""
    h, frames, runs = 0.01, 60, []
    for share in (0.5, 0.99, 1.01, 2):
        angle = math.atan(share * static)
        gravity = [9.81 * math.sin(angle), 0, -9.81 * math.cos(angle)]
        moves = share * static > holds
        acceleration = gravity[0] + slides * gravity[2] if moves else 0.0
        speed = acceleration * h * np.arange(1, frames + 1)
        rows = resting(0.0, frames, kinetic_energy=0.5 * 2 * speed**2)
        runs += [(solver, {"gravity": json.dumps(gravity)}, rows) for solver in contacts.WITH_FRICTION]

    def scene(setting):
        one = name == "rigid_slide"
        contact = {"static_friction": static, "dynamic_friction": dynamic}
        return {
            "kind": "rigid",
            "bodies": [{"mass": 2}] if one else [{"friction": dynamic}, {"mass": 2, "friction": dynamic}],
            "constraints": [contact] if one else [],
            "gravity": json.loads(setting["gravity"]),
            "step": {"time_step": h},
        }

    return sweep_of_scenes(folder, name, runs, scene)


@pytest.mark.parametrize(
    ("holds", "slides", "of_box", "kind"),
    [
        (0.3, 0.2, 0.3, HOLDS),
        (0.3, 0.25, 0.2, IN_PART),  # held as said, but friction is another
        (0.0, 0.1, 0.1, FAILS),
    ],
)
def test_judge_of_friction(tmp_path, holds, slides, of_box, kind):
    inclines(tmp_path, "rigid_slide", 0.3, 0.2, holds, slides)
    results = inclines(tmp_path, "rigid_slide_box", 0.3, 0.3, holds, of_box)
    found = with_sentences(contacts.friction_on_inclines)(results)
    assert kind_of(found) == kind, found.findings
    assert list(found.cases.values()) == [of_box == 0.3, kind == HOLDS]
    assert "On inclines of 0.5 to 0.99 times the slope ν_s" in found.answer
