"""The judges of claims 34 and 39 (held positions) give the right verdicts on synthetic runs."""

import pytest
from synthetic_sweeps import MINIMUM, Case, SyntheticResults, check, two_rows

from simbench.study.verdicts import ANSWERED, FAILS, HOLDS
from thesis.claims import held

pytestmark = pytest.mark.slow

FORCE, INERTIA = 1e6, 3.0  # N, J
SPRINGS = [1e9, 1e10, 1e11, 1e12]  # N/m


@pytest.fixture(autouse=True)
def inertia_of_the_ends(monkeypatch):
    monkeypatch.setattr(held, "held_inertia", lambda springs, hard: INERTIA)


def held_scene(setting: dict) -> dict:
    return {"anchors": {"stiffness": setting.get("k_s", "hard")}}


def held_runs(
    folder, *, energy=1.0, xpbd_hard=1.5, global_hard=1.0, indicator=1.0, begin=2.0, spring_force=FORCE
) -> SyntheticResults:
    """Minima by the envelope theorem, with `energy` times ‖r‖²/2k_s; last objectives over the minimum.

    `spring_force`: of the solvers' springs [N].
    """
    lowest = {k_s: MINIMUM + INERTIA - energy * FORCE**2 / (2 * k_s) for k_s in SPRINGS} | {"hard": MINIMUM}
    runs = []
    for k_s, least in lowest.items():
        anchor_energy = 0 if k_s == "hard" else FORCE**2 / (2 * k_s)
        table = two_rows(begin * MINIMUM, least, anchor_energy=anchor_energy, feasible_objective=least)
        runs.append(("newton", {"k_s": k_s}, table, "converged"))
    minima = {"reference_minimum": lambda setting: [lowest[setting["k_s"]]]}
    results = SyntheticResults(folder).add("held_envelope", ["k_s"], runs, scene=held_scene, **minima)

    runs = []
    for precision in ("double", "single"):
        for k_s in (1e12, "hard"):
            for solver in (*held.GLOBAL, *held.GAUSS_SEIDEL):
                gauss_seidel = solver in held.GAUSS_SEIDEL
                hard = xpbd_hard if gauss_seidel else global_hard
                last = MINIMUM * (hard if k_s == "hard" else 40 if gauss_seidel else 1.0001)
                table = two_rows(begin * MINIMUM, last, held_violation=0.0)
                table["feasible_objective"] = table["objective"]
                table["anchor_energy"] = 0 if k_s == "hard" else spring_force**2 / (2 * k_s)
                runs.append((solver, {"precision": precision, "k_s": k_s}, table, "max_iterations"))
    results.add("held", ["precision", "k_s"], runs, scene=held_scene)
    table = two_rows(begin * MINIMUM, indicator * MINIMUM, held_violation=1e-12)
    table["feasible_objective"] = table["objective"]
    runs = [("admm", {"held_weight": w}, table, "max_iterations") for w in (1e2, 1e4)]
    return results.add("held_indicator", ["held_weight"], runs, scene=held_scene)


CASES = [
    Case(
        34,
        ANSWERED,
        held_runs,
        ("from the weight 100 on", "grows by at most 0 (no", "factor of 78.0 and 78.0"),
        in_findings=("‖r‖ = 1e6 N",),
    ),
    Case(34, ANSWERED, held_runs, ("grows by at most inf (PD and",), {"global_hard": 1.01}),
    Case(
        34,
        ANSWERED,
        held_runs,
        ("factor of 0.8",),
        {"energy": 1.2, "xpbd_hard": 50, "indicator": 1.1},
        ("Not so: ‖r‖", "Not so: PBD: its", "Not so: weights with which"),
    ),
    Case(39, HOLDS, held_runs, ("by 1e-6 m with the stiffest ones (k_s = 1e12 N/m)",)),
    Case(39, FAILS, held_runs, ("by 0 m",), {"spring_force": 0.0}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)


def test_a_judge_that_ignores_the_inertia_of_the_ends_contradicts_the_envelope_theorem(tmp_path, monkeypatch):
    monkeypatch.setattr(held, "held_inertia", lambda springs, hard: 0.0)  # f with hard anchors lacks it
    assert not held.ways_of_holding(held_runs(tmp_path)).parts[0].holds


def test_a_run_that_begins_at_the_minimum_needs_no_iteration(tmp_path):
    run = held_runs(tmp_path, begin=1.0).run("held", "pd", k_s="hard", precision="double")
    assert held.iterations_to(run, held.NEAR) == 0


def test_an_axis_can_have_numbers_and_words(tmp_path):
    results = held_runs(tmp_path)
    assert list(results.by("held_envelope", "newton", "k_s")) == [*SPRINGS, "hard"]
    assert results.run("held_envelope", "newton", k_s=1e11).scene["anchors"]["stiffness"] == 1e11
