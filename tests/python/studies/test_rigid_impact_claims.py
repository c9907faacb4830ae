"""The judge of claim R56 (warm starts of contacts that come and go) gives the right verdicts."""

import json

import numpy as np
import pytest
from rigid_runs import kind_of, resting, sweep_of_scenes
from studies import with_sentences

from rigid.claims.impacts import WARM_STARTS, energy_rise, warm_start_of_impacts
from simbench.study.results import Results
from simbench.study.verdicts import FAILS, HOLDS

pytestmark = pytest.mark.slow

PLACES = [[x, 8.5, 0] for x in (0.1, 0.2)]
STACK = {"mass": 1, "box": [1, 3, 1], "position": [0, 1.5, 0]}
FALL = 2 * 10 * 5  # J, of 2 kg whose lower face is 5 m above the stack, with g = 10 m/s²


def impacts(folder, warm, cold) -> Results:
    """The rises of the energy by the solver, one for each place, over the energy of the fall."""
    runs = []
    for solver, axis in WARM_STARTS.items():
        for sweeps in (5, 20):
            for w, rises in ((0, cold), (1, warm)):
                for place, rise in zip(PLACES, rises(solver, sweeps), strict=True):
                    kinetic = np.array([3.0, 1.0, 1.0 + rise * FALL, 0.5])  # the energy falls, rises, falls
                    rows = resting(0.0, 4, kinetic_energy=kinetic)
                    setting = {"iterations": sweeps, axis: w, "place": json.dumps(place)}
                    runs.append((solver, setting, rows))

    def scene(setting):
        body = {"mass": 2, "box": [2, 1, 1], "position": json.loads(setting["place"])}
        return {
            "kind": "rigid",
            "bodies": [{}, STACK, body],
            "gravity": [0, -10, 0],
            "step": {"time_step": 0.01},
        }

    return sweep_of_scenes(folder, "rigid_impact", runs, scene)


@pytest.mark.parametrize(
    ("warm", "cold", "kind"),
    [
        (lambda solver, sweeps: (0.5, 2.0), 0.2, HOLDS),
        (lambda solver, sweeps: (0.5, 2.0) if solver == "si" else (0.1, 0.2), 0.2, HOLDS),
        (lambda solver, sweeps: (0.5, 0.9), 0.2, FAILS),
        (lambda solver, sweeps: (0.5, 2.0), 1.5, FAILS),  # these are unstable without a warm start, too
    ],
)
def test_judge_of_warm_starts_of_impacts(tmp_path, warm, cold, kind):
    results = impacts(tmp_path, warm, lambda solver, sweeps: (0.1, cold))
    found = with_sentences(warm_start_of_impacts)(results)
    assert kind_of(found) == kind, found.findings
    run = next(iter(results.by("rigid_impact", "gs", "iterations", "place", warm_start=1).values()))
    assert energy_rise(run) == pytest.approx(warm("gs", 5)[0])
