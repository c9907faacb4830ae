"""Bodies of particles reach the equilibria of closed forms. Impossible scenes are refused."""

import json
import re

import numpy as np
import pandas as pd
import pytest

CHAIN_EXTENSION = (
    3.5 * 9.81 / 50 + 2.5 * 9.81 / 80 + 0.5 * 9.81 / 30
)  # [m] the sum of (weight below)/stiffness


def positions(file) -> np.ndarray:
    """Vertices of a .vtu with text in it."""
    text = file.read_text()
    block = re.search(r"<Points>.*?<DataArray[^>]*>(.*?)</DataArray>", text, re.DOTALL).group(1)
    return np.array(block.split(), float).reshape(-1, 3)


def tip(workplace, run_simbench, solver: str, iterations: int, steps: int) -> float:
    run_simbench(
        f"--scene spring_chain.json --solver {solver} --iterations {iterations} --set step.steps={steps}",
        "--vtu -1 --record-every 1000 --output OUT --replace --quiet",
    )
    last = max((workplace / "OUT" / solver).glob("positions_*.vtu"), key=lambda file: file.stat().st_mtime_ns)
    return -0.3 - positions(last)[3, 2]


@pytest.mark.parametrize("solver", ["newton", "pd", "qn", "vbd", "kkt"])
def test_a_chain_hangs_in_equilibrium(run_simbench, workplace, solver):
    assert tip(workplace, run_simbench, solver, 200, 700) == pytest.approx(CHAIN_EXTENSION, rel=1e-7)


@pytest.mark.parametrize(("sweeps", "expected"), [(1, 1.4265375), (2, 1.19221448), (10, 1.15676250)])
def test_a_chain_hangs_too_low_with_few_sweeps_of_xpbd(run_simbench, workplace, sweeps, expected):
    assert tip(workplace, run_simbench, "xpbd", sweeps, 600) == pytest.approx(expected, abs=1e-7)


def test_metrics_of_tets_are_empty(run_simbench, workplace):
    run_simbench("--scene oscillator.json --solver newton --output OUT --quiet")
    table = pd.read_csv(workplace / "OUT/newton/iterations.csv")
    for column in ("min_det_f", "inverted_tets", "volume_error", "mean_abs_volume_change"):
        assert table[column].isna().all()
    # Implicit Euler loses energy by 1/(1 + h² k/m) a step.
    ends = table.groupby("step")["total_energy"].last()
    np.testing.assert_allclose(
        ends / ends.shift(1), np.r_[np.nan, np.full(149, 1 / (1 + 0.02**2 * 39.4784176))], rtol=1e-9
    )


def test_check_describes_particles(run_simbench):
    text = run_simbench("check pendulum").stdout
    assert "2 particles" in text and "held exactly" in text
    document = json.loads(run_simbench("check pendulum --json").stdout)
    assert document["mesh"]["tets"] == 0
    assert document["material"] is None and document["near_rest"] is None


SPRINGS = {"type": "springs", "stiffness": 10}
PAIR = {"vertices": [0, 1]}
TWINS = {"body": {"particles": {"points": 2 * [{"position": [1, 2, 3]}]}}}
STRAIN, ALL = {"model": "strain", "stiffness": 1}, {"select": "all"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"body": {"particles": {"points": []}}}, ["/body/particles/points", "at least one particle"]),
        ({"potentials": [{**SPRINGS, "pairs": [{"vertices": [1, 1]}]}]}, ["different vertices"]),
        ({"potentials": [{**SPRINGS, "pairs": [{"vertices": [0, 7]}]}]}, ["vertex 7 does not exist"]),
        ({"potentials": [{**SPRINGS, "pairs": [{**PAIR, "length": 0}]}]}, ["/length", "greater than 0"]),
        ({"potentials": [SPRINGS]}, ["either vertices or pairs"]),
        (TWINS | {"potentials": [{**SPRINGS, "pairs": [PAIR]}]}, ["same place", "has no direction"]),
        (
            TWINS | {"potentials": [{**SPRINGS, "pairs": [{**PAIR, "length": 1}]}]},
            ["same place", "has no direction"],
        ),
        ({"material": {"model": "strain", "stiffness": 1}}, ["/material", "particles have no material"]),
        (
            {"preparation": {"material": STRAIN, "anchors": {"groups": []}, "duration": 1}},
            ["/preparation", "particles have none"],
        ),
        ({"anchors": {"groups": [{"vertices": ALL}]}}, ["/anchors", "no material from which"]),
        (
            {"potentials": [{"type": "half_space", "stiffness": 1, "normal": [0, 0, 0], "vertices": ALL}]},
            ["/normal", "(0, 0, 0) has none"],
        ),
        (
            {"potentials": [{"type": "volumes", "stiffness": 1, "tets": {"select": "all"}}]},
            ["/potentials/0", "holds no tet"],
        ),
        (
            {"step": {"time_step": 0.01, "integrator": "symplectic_euler"}},
            ["is a formula", "'formula' evaluates it"],
        ),
        ({"forces": [{"vertices": {"select": "all"}, "force": [0, None, 0]}]}, ["/forces/0/force/1"]),
    ],
)
def test_impossible_scenes_of_particles_are_refused(refused, workplace, changes, words):
    scene = {
        "body": {"particles": {"points": [{"position": [0, 0, 0]}, {"position": [1, 0, 0], "mass": 2}]}},
        "step": {"time_step": 0.01},
        **changes,
    }
    (workplace / "bad.json").write_text(json.dumps(scene))
    message = refused("--scene bad.json --solver newton --output OUT")
    assert all(word in message for word in words), message


def test_the_solver_formula_declines_integrators_that_minimise(refused):
    assert "no formula" in refused("--scene smoke.json --solver formula --output OUT")
