"""The judges of claims 80, 81 and 89 (settings of XPBD) give the right verdicts on synthetic runs."""

import pandas as pd
import pytest
from synthetic_sweeps import Case, SyntheticResults, check, curve, steps_with_energies

from simbench.study.verdicts import FAILS, HOLDS, IN_PART
from thesis.claims import measures

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


def damped_runs(folder, *, oscillator=(1.0, 2.0), beam=(1.0, 2.0)) -> SyntheticResults:
    """The energies [J] that are left with h = 0.2 and 0.1 s."""
    results = SyntheticResults(folder)
    for scene, left in (("oscillator", oscillator), ("beam", beam)):
        runs = [
            ("xpbd", {"h": h}, steps_with_energies([8.0, energy]), "max_iterations")
            for h, energy in zip((0.2, 0.1), left, strict=True)
        ]
        results.add(f"numerical_damping_{scene}", ["h"], runs)
    return results


def few_iterations(folder, *, inverted=(0, 0, 0), most=8.0) -> SyntheticResults:
    """Tets that split XPBD inverts with a small step, a large one, and a large one and few iterations.

    The combined form leaves some in each run. `most` is the highest energy [J] of 8 J at the start.
    """
    runs = []
    for h, n, of_split in ((0.1, 1, 0), (0.1, 100, 0), (1.0, 1, 2), (1.0, 100, 1)):
        for form, count in (("split", inverted[of_split]), ("combined", 3)):
            table = steps_with_energies([8.0, most, 1.0], inverted_tets=count)
            runs.append(("xpbd", {"h": h, "iterations": n, "form": form}, table, "max_iterations"))

    def scene(setting):
        step = {"steps": 3, "time_step": setting["h"]}
        return {"step": step, "material": {"youngs_modulus": 100.0}}

    return SyntheticResults(folder).add(
        "few_iterations_neo_hookean", ["h", "iterations", "form"], runs, scene=scene
    )


CASES = [
    Case(
        80,
        HOLDS,
        rules_of_multipliers,
        ("from iteration 100 to 1000 a beam's constraint term changes by 0 %",),
    ),
    Case(80, IN_PART, rules_of_multipliers, ("100 %",), {"kept": ({1: 50.0, 20: 50.0}, 1e-6)}),
    Case(80, FAILS, rules_of_multipliers, ("50 %",), {"kept": (STIFF, 0.5)}),
    Case(81, HOLDS, damped_runs, ("has 1 J with h = 0.2 s, and 2 J with h = 0.1 s.",)),
    Case(81, IN_PART, damped_runs, ("1 J with h = 0.2 s",), {"oscillator": (2.0, 1.0)}),
    Case(81, FAILS, damped_runs, ("2 J with",), {"oscillator": (2.0, 1.0), "beam": (2.0, 2.0)}),
    Case(89, HOLDS, few_iterations, ("up to 1 s and with 1 iteration a step",)),
    Case(
        89,
        IN_PART,
        few_iterations,
        ("With h = 1 s it does so neither with 1 nor with 100",),
        {"inverted": (0, 1, 1)},
    ),
    Case(89, FAILS, few_iterations, ("stays whole neither",), {"most": 20.0}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_judge_gives_the_expected_verdict(case, tmp_path, monkeypatch):
    check(case, tmp_path, monkeypatch)
