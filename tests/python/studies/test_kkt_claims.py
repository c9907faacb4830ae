"""The judges of claims 84 and 85 (the system of multipliers) give the right verdicts on synthetic runs."""

import pytest
from synthetic_sweeps import Case, SyntheticResults, check, reaching, steps_with_energies

from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow
SCENE = {"potentials": [{"stiffness": 2.0}]}  # N/m: an energy e [J] is an error of e^1/2 [m]


def iterated(folder, without=(4, 4), left=(0.0, 0.0), left_with=(0.0, 0.0)) -> SyntheticResults:
    """Iterations to an error of 1e-9, and last errors without and with geometric stiffness, for two h."""
    results = SyntheticResults(folder)
    runs = []
    for place, h in enumerate((0.1, 0.2)):
        for kept, iterations, error in ((True, 2, left_with[place]), (False, without[place], left[place])):
            rows = reaching({1e-9: iterations})
            rows.loc[rows.index[-1], "relative_error"] += error
            setting = {"h": h, "spring_k": 1e3, "geometric_stiffness": kept}
            runs.append(("kkt", setting, rows, "max_iterations"))
    results.add("geometric_stiffness", ["h", "spring_k", "geometric_stiffness"], runs)
    swings = [
        ("kkt", {"h": h, "geometric_stiffness": kept}, steps_with_energies(energies), "max_iterations")
        for h in (0.1, 0.2)
        for kept, energies in ((True, (3.0, 2.0)), (False, (3.0, 4.0)))
    ]
    scene = {"step": {"steps": 2}}
    return results.add("geometric_stiffness_pendulum", ["h", "geometric_stiffness"], swings, scene=scene)


def rods(folder, position=(1.0, 1.0), velocity=(1.0, 4.0), acceleration=(1.0, 9.0)) -> SyntheticResults:
    """The energies [J] of the rod after both halves of the time."""
    levels = {"position": position, "velocity": velocity, "acceleration": acceleration}
    runs = [
        (
            "kkt",
            {"level": level, "h": h},
            steps_with_energies(energies, constraint=energies),
            "max_iterations",
        )
        for level, energies in levels.items()
        for h in (0.1, 0.2)
    ]
    return SyntheticResults(folder).add("constraint_levels", ["level", "h"], runs, scene=SCENE)


CASES = [
    Case(84, HOLDS, iterated, ("end at the same solution.",)),
    Case(84, IN_PART, iterated, ("not converge with h = 0.2 s and k = 1000 N/m,",), {"left": (0.0, 0.5)}),
    Case(84, FAILS, iterated, ("h = 0.1 s and k = 1000 N/m, h = 0.2 s",), {"left": (0.5, 0.5)}),
    Case(85, HOLDS, rods, ("off its length by up to 3000 mm.",)),
    Case(85, FAILS, rods, ("off its length by up to 1000 mm.",), {"acceleration": (1.0, 1.0)}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
