"""The judges of claims 80 and 81 (settings of XPBD) give the right verdicts on synthetic runs."""

import pandas as pd
import pytest
from synthetic_sweeps import Case, SyntheticResults, check, curve, steps_with_energies

from simbench.study.verdicts import DEPENDS, FAILS, HOLDS, IN_PART
from thesis.claims import measures, xpbd_settings

pytestmark = pytest.mark.slow

STIFF = {1: 50.0, 20: 5000.0}  # N/m by the number of iterations


def rules_of_multipliers(folder, **by_rule) -> SyntheticResults:
    """For each rule the spring's stiffness with 1 and 20 iterations, and the beam's terms at 100 and 1000."""

    def hanging(stiffness):
        return steps_with_energies([0, 0], constraint=25 * (measures.GRAVITY / stiffness) ** 2)

    results = SyntheticResults(folder)
    given = {"kept": ({1: 50.0, 20: 50.0}, 1.0), "dropped": (STIFF, 1e-6)} | by_rule
    runs = [
        ("xpbd", {"h": h, "iterations": n, "multipliers": rule}, hanging(stiffness), "max_iterations")
        for rule, (springs, _) in given.items()
        for h in (0.1, 0.05)
        for n, stiffness in springs.items()
    ]
    axes = ["h", "iterations", "multipliers"]
    results.add("multipliers_spring", axes, runs, scene={"anchors": {"stiffness": 50.0}})

    def beam(change) -> pd.DataFrame:
        rows = curve(lambda i: 0.0, every=100)
        return rows.assign(constraint=[2.0 if i <= 100 else 2.0 * change for i in rows["iteration"]])

    runs = [
        ("xpbd", {"multipliers": rule}, beam(change), "max_iterations") for rule, (_, change) in given.items()
    ]
    runs.append(("pbd", {}, beam(1e-7), "max_iterations"))
    return results.add("multipliers_beam", ["multipliers"], runs)


def damped_runs(folder, *, left=(1.0, 2.0, 4.0), oscillator=1.0, beam=1.0) -> SyntheticResults:
    """The energies [J] of 8 J that are left with h = 0.4, 0.2 and 0.1 s, and times a factor with dampers."""
    results = SyntheticResults(folder)
    for scene in xpbd_settings.DAMPED_SCENES:
        factor = beam if scene == "beam" else oscillator
        numerical, added = [], []
        for h, energy in zip((0.4, 0.2, 0.1), left, strict=True):
            numerical.append(("xpbd", {"h": h}, steps_with_energies([8.0, energy]), "max_iterations"))
            damped = steps_with_energies([8.0, energy * factor])
            added.append(("xpbd", {"damping": h - 0.1}, damped, "max_iterations"))
        results.add(f"numerical_damping_{scene}", ["h"], numerical)
        results.add(f"added_damping_{scene}", ["damping"], added)
    return results


SOFT = ({1: 50.0, 20: 50.0}, 1e-6)  # the spring keeps its stiffness, and the beam does not
CASES = [
    Case(
        80,
        DEPENDS,
        rules_of_multipliers,
        (
            "if multipliers are kept, 50 N/m with n = 1 and 50 N/m with n = 20; if they are dropped, 50 N/m "
            "with n = 1 and 5000 N/m with n = 20.",
            "by the factor 1 if they are kept, by 1e-06 if they are dropped, and by 1e-07 in PBD.",
        ),
        depends_on="whether multipliers are kept",
    ),
    Case(80, HOLDS, rules_of_multipliers, ("n = 20",), {"dropped": ({1: 50.0, 20: 50.0}, 0.9)}),
    Case(80, FAILS, rules_of_multipliers, ("n = 20",), {"kept": (STIFF, 0.5)}),
    Case(80, IN_PART, rules_of_multipliers, ("n = 20",), {"kept": SOFT, "dropped": SOFT}),
    Case(
        81,
        HOLDS,
        damped_runs,
        ("has 1 J with h = 0.4 s, and 4 J with h = 0.1 s, or with a damper of τ = 0.3 s 1 J; the",),
    ),
    Case(81, DEPENDS, damped_runs, ("the untwisting beam",), {"beam": 2.0}, depends_on="the scene"),
    Case(81, IN_PART, damped_runs, ("1 J with h = 0.4 s",), {"left": (1.0, 4.0, 2.0)}),
    Case(81, FAILS, damped_runs, ("1 J with",), {"left": (4.0, 4.0, 1.0), "oscillator": 0.1, "beam": 0.1}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
