"""The judges of splittings, of responses and of mixed elements give the right verdicts on synthetic runs."""

import json
import math

import pytest
import synthetic_sweeps
from studies import AXES
from synthetic_sweeps import SyntheticResults, reaching

from field.claims import measures, responses, splitting, steps_from_rest
from field.claims import mixed as mixed_fem
from simbench.study.verdicts import ANSWERED, FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

SOFT, NEO_HOOKEAN = (
    json.dumps({"model": "strain", "stiffness": 1e6}),
    json.dumps({"model": "stable_neo_hookean", "youngs_modulus": 1e7, "poisson_ratio": 0.45}),
)
WEIGHTS = (0.3, 0.5, 1, 2)
ENDS = [json.dumps([{}, {"translation": [0.08, 0, 0]}]), json.dumps([{}, {"translation": [-0.24, 0, 0]}])]
ENDS.append(json.dumps([{}, {"rotation": {}}]))


class Paths(dict):
    """Short names of axes; another axis has its path."""

    def __missing__(self, axis):
        return axis

    def get(self, axis, default=None):
        return super().get(axis, default)


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.setattr(synthetic_sweeps, "AXES", Paths(AXES))
    return SyntheticResults(tmp_path)


def run(solver: str, setting: dict, counts, work: float = 2):
    """A run that reaches 1e-1, 1e-3, 1e-6 and 1e-12 at these iterations, with this work in each iteration."""
    errors = dict(zip((1e-1, 1e-3, 1e-6, 1e-12), counts, strict=False))
    rows = reaching({error: count for error, count in errors.items() if math.isfinite(count)})
    rows = rows.assign(**dict.fromkeys(measures.PASSES, 0), solves=work * rows["iteration"])
    return solver, setting, rows, "max_iterations"


def splittings(results, admm, fast=None, pd=(20, 40, 120), work=2):
    """admm and fast are the iterations to 1e-6 by c; a third of it leads to 1e-3."""

    def counts(last):
        return last // 6, last // 3, last

    for sweep, materials in (("untwist", [SOFT, NEO_HOOKEAN]), ("end_turned", [SOFT]), ("drawn_out", [None])):
        runs = []
        for material in materials:
            own = {"material": material} if material else {}
            runs += [run("pd", own, pd)] * (material == SOFT)
            for c in WEIGHTS:
                weight = {name: {f"solvers.{name}.weight_factor": c} for name in splitting.WEIGHT}
                runs.append(run("admm", own | weight["admm"], counts(admm(c))))
                runs += [
                    run(
                        "anderson_admm",
                        own | weight["anderson_admm"] | {"solvers.anderson_admm.history": columns},
                        counts((fast or admm)(c)),
                        work,
                    )
                    for columns in (2, 6)
                ]
                for columns, merit in (
                    (columns, merit) for columns in (0, 3, 6) for merit in ("envelope", "residual")
                ):
                    if columns == 0 and merit == "residual":
                        continue
                    setting = {
                        "solvers.douglas_rachford.history": columns,
                        "solvers.douglas_rachford.merit": merit,
                    }
                    last = (fast if fast and columns else admm)(c)
                    spent = work if columns else 2
                    runs.append(
                        run(
                            "douglas_rachford",
                            own | weight["douglas_rachford"] | setting,
                            counts(last),
                            spent,
                        )
                    )
        axes = list(dict.fromkeys(axis for _, setting, _, _ in runs for axis in setting))
        results.add(splitting.SWEEP + sweep, axes, runs)
    return results


@pytest.mark.parametrize(
    ("admm", "kind"),
    [
        (lambda c: 120 if c == 1 else int(120 * c), HOLDS),
        (lambda c: 120 if c == 1 else 240, IN_PART),  # half of the weight is slower
        (lambda c: 240 if c == 1 else 60, IN_PART),  # with the published weight it is not PD
        (lambda c: 240, FAILS),
    ],
)
def test_judge_of_the_weight(results, admm, kind):
    found = splitting.half_of_the_weight_is_faster(splittings(results, admm))
    assert found.kind == kind
    if kind == HOLDS:
        assert found.values["gains"] == "0.5" and found.values["best"] == "0.3 in all scenes"


@pytest.mark.parametrize(
    "judge", [splitting.anderson_makes_admm_faster, splitting.anderson_makes_splitting_faster]
)
@pytest.mark.parametrize(
    ("fast", "work", "kind"),
    [
        (lambda c: 12, 2, HOLDS),
        (lambda c: 120, 4, FAILS),
    ],
)
def test_judges_of_accelerations(results, judge, fast, work, kind):
    found = judge(splittings(results, lambda c: int(240 * c) if c > 0.3 else 120, fast, work=work))
    assert found.kind == kind
    assert set(found.cases.values()) == {kind == HOLDS}


def test_an_accelerated_run_that_does_not_get_there_is_named(results):
    admm = splittings(results, lambda c: 240, lambda c: 24)
    setting = {
        "solvers.douglas_rachford.weight_factor": 0.3,
        "solvers.douglas_rachford.history": 3,
        "solvers.douglas_rachford.merit": "residual",
    }
    stalled = admm.run(splitting.SWEEP + "drawn_out", "douglas_rachford", **setting)
    stalled.iterations["relative_error"] = 1e-5
    found = splitting.anderson_makes_splitting_faster(admm)
    assert found.kind == HOLDS
    assert found.values["stalls"] == "drawn out, ν = 0.49 with c = 0.3"
    assert found.values["plain"] == "gets there in some of them"


NEVER = (60, math.inf)
NEWTON = {
    "{}": (1, 2, 3, 4),
    steps_from_rest.EXACT_HESSIAN: (1, 2, 3, 4),
    steps_from_rest.FULL_STEPS: (1, 2, 3, 4),
}


def steps(results, *, counts, newton=NEWTON, change=None):
    """Small beams: counts[solver] are its iterations to 1e-1, 1e-3, 1e-6, 1e-12; change(place) has others."""
    places = {
        "angles": [{"preparation.duration": s, "k": k} for s in (0.01, 1.34) for k in (1e6, 1e8)],
        "sag": [{"h": 0.1, "k": 1e6}],
        "ends": [{"anchors.groups": end} for end in ENDS],
    }
    for sweep, settings in places.items():
        runs = []
        for own in settings:
            of = counts | (change(own) if change else {})
            runs += [
                run("newton", own | {"solvers.newton": text}, of_newton) for text, of_newton in newton.items()
            ]
            runs += [
                run("mixed", own | {"solvers.mixed": text}, of["mixed"])
                for text in ("{}", steps_from_rest.FULL_STEPS)
            ]
            for solver in ("jgs2", "coordinate_condensation"):
                bases = ("rest", "start") if sweep != "ends" else (None,)
                for base in bases:
                    setting = {f"solvers.{solver}.bases": base} if base else {}
                    runs.append(run(solver, own | setting, of[solver]))
            runs += [run(solver, own, of[solver]) for solver in ("vbd", "pd", "xpbd")]
        axes = list(dict.fromkeys(axis for _, setting, _, _ in runs for axis in setting))
        results.add(steps_from_rest.SWEEP + sweep, axes, runs)
    return results


QUICK = {
    "jgs2": (1, 3, 8, 9),
    "coordinate_condensation": (1, 2, 3, 5),
    "mixed": (1, 2, 3, 5),
    "vbd": (100, 500, 1000, 1100),
    "pd": (100, 500, 1000, 1100),
    "xpbd": (100, 500, 1000, 1100),
}


def far(**counts):
    """Other iterations where the beam untwists far and is stiff."""
    return lambda own: counts if own.get("preparation.duration") == 1.34 and own["k"] == 1e8 else {}


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (None, HOLDS),
        (lambda own: {"pd": (1, 2, 3, 4)}, IN_PART),  # a rival is quick everywhere
        (far(jgs2=NEVER), HOLDS),
        (lambda own: {"jgs2": (5, 10, 20, 40), "pd": (1, 2, 3, 4)}, FAILS),
    ],
)
def test_judge_of_responses(results, change, kind):
    counts = QUICK | {"jgs2": (1, 3, 4, 5)}
    found = responses.responses_need_three_iterations(steps(results, counts=counts, change=change))
    assert found.kind == kind
    if not all(found.cases.values()) and kind == HOLDS:
        assert found.values["never"] == "untwist at k = 1e8 Pa by 241.2°"
        assert "untwist at k = 1e6 Pa by 1.8° to 241.2°" in found.values["few"]
    if kind == IN_PART:
        assert found.values["pd"] == "2 iterations"


def test_the_answer_on_condensation(results):
    change = far(coordinate_condensation=NEVER)
    found = responses.condensation_is_near_newton(steps(results, counts=QUICK, change=change))
    assert found.kind == ANSWERED
    assert found.values["never"] == "untwist at k = 1e8 Pa by 241.2°"
    assert {part.holds for part in found.parts if "by 241.2°" not in part.finding} == {True}


@pytest.mark.parametrize(
    ("mixed", "newton", "kind"),
    [
        ((1, 2, 3, 5), NEWTON, HOLDS),
        ((1, 2, 3, 6), NEWTON, IN_PART),  # too slow to 1e-12
        ((9, 10, 12, 14), NEWTON, FAILS),
        ((1, 2, 3, 9), NEWTON | {"{}": (1, 2, 3, 9)}, HOLDS),
    ],
)
def test_judge_of_mixed_elements(results, mixed, newton, kind):
    found = mixed_fem.mixed_is_on_a_par_with_newton(
        steps(results, counts=QUICK | {"mixed": mixed}, newton=newton)
    )
    assert found.kind == kind
    assert (found.values["late"] is None) == (kind != FAILS)
    if mixed[-1] == 9:
        assert found.values["clamped"] is None and "9 instead of 4 to 1e-12" in found.values["exact"]


def test_mixed_elements_are_not_judged_where_newtons_method_finds_no_minimum(results):
    made = steps(results, counts=QUICK)
    for solver in ("newton", "mixed"):
        axes = (f"solvers.{solver}", "anchors.groups")
        for one in made.by(steps_from_rest.SWEEP + "ends", solver, *axes).values():
            one.iterations["relative_error"] = math.nan
    found = mixed_fem.mixed_is_on_a_par_with_newton(made)
    assert found.kind == HOLDS and "end turned by 90°" in found.values["missed"]
    assert not any("end" in case for case in found.cases)
