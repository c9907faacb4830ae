"""The judge of claim F25 gives the right verdicts on synthetic runs."""

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY
from synthetic_sweeps import AXES, SyntheticResults

from simbench.study.modules import import_judges
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

import_judges(REPOSITORY / "studies" / "field")

from field.claims import ratios  # noqa: E402  see above

pytestmark = pytest.mark.slow

NEVER = 10**6


@pytest.fixture(autouse=True)
def axes(monkeypatch):
    monkeypatch.setitem(AXES, "regions", "regions")
    for solver in ("vbd", "chebyshev", "nesterov", "xpbd"):
        monkeypatch.setitem(AXES, solver, f"solvers.{solver}")


def reaching(error: float, count: int) -> pd.DataFrame:
    """A run that has this error, and this share of its residual, after so many iterations."""
    numbers = np.arange(51)
    errors = np.where(numbers < count, 1.0, error)
    table = {"step": 1, "iteration": numbers, "objective": errors, "constraint": 1.0}
    return pd.DataFrame({**table, "relative_error": errors, "multiplier_residual": errors})


EVERYWHERE, SLICE = {"select": "all"}, {"select": "box"}
REGIONS = {
    "[]": [],
    "all soft": [{"tets": EVERYWHERE, "material": {}}],
    "all heavy": [{"tets": EVERYWHERE, "material": {}, "density": 1e7}],
    "soft": [{"tets": SLICE, "material": {}}] * 2,
    "heavy": [{"tets": SLICE, "material": {}, "density": 1e7}] * 2,
}


def bodies(
    folder,
    softer: float,
    heavier: float,
    dual: tuple[float, float],
    jacobi: int = 10,
    everywhere: float = 0.5,
):
    """Iterations over those of the uniform body; `dual` are those of XPBD with softer and heavier slices.

    `everywhere`: those of the bodies that are soft or heavy everywhere.
    """
    results = SyntheticResults(folder)
    for sweep in ratios.SCENES:
        runs = []
        for solver in (*ratios.PRIMAL, ratios.DUAL):
            slices = dual if solver == ratios.DUAL else (softer, heavier)
            factors = dict(zip(REGIONS, (1, everywhere, everywhere, *slices), strict=True))
            error = ratios.LEFT if solver == ratios.DUAL else ratios.CLOSE
            uniform = jacobi if solver == "chebyshev" else 10
            for name in REGIONS:
                at = {"regions": name} | ({} if solver == "pd" else {solver: "{}"})
                count = int(uniform * factors[name])
                runs.append((solver, at, reaching(error, count), "max_iterations"))
        results.add(
            sweep,
            ["regions", "chebyshev", "nesterov", "vbd", "xpbd"],
            runs,
            scene=lambda setting: {"regions": REGIONS[setting["regions"]]},
        )
    return results


@pytest.mark.parametrize(
    ("softer", "heavier", "dual", "kind"),
    [
        (3, 1, (0.5, NEVER), HOLDS),
        (1, 3, (NEVER, 2), FAILS),
        (1, 1, (1, 1), IN_PART),  # nothing is minded
    ],
)
def test_judge_of_ratios(tmp_path, softer, heavier, dual, kind):
    found = ratios.each_minds_one_ratio(bodies(tmp_path, softer, heavier, dual))
    assert found.kind == kind
    assert found.values["missed"] is None


def test_a_solver_that_fails_on_the_uniform_body_is_not_judged(tmp_path):
    found = ratios.each_minds_one_ratio(bodies(tmp_path, 3, 1, (1, 3), jacobi=NEVER))
    assert found.kind == HOLDS
    assert "sag, Jacobi sweeps, default settings" in found.values["missed"]
    assert not any("Jacobi sweeps, default" in f and "Nesterov" not in f for f in found.findings)


def test_slices_are_compared_with_the_harder_uniform_body(tmp_path):
    """Three times the iterations of one uniform body are as many as those of the other."""
    assert ratios.each_minds_one_ratio(bodies(tmp_path / "easy", 3, 1, (1, 3))).kind == HOLDS
    found = ratios.each_minds_one_ratio(bodies(tmp_path / "hard", 3, 1, (1, 3), everywhere=3))
    assert [part.holds for part in found.parts] == [True, False] * 10


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (19, None),  # more than 19 iterations over 10 can be less than twice as many
        (21, "the ratio is above 2.1"),
        (35, "the ratio is above 3.5"),
    ],
)
@pytest.mark.parametrize("minds", [True, False])
def test_a_body_that_does_not_arrive_is_judged_if_the_bound_decides(
    monkeypatch, tmp_path, limit, words, minds
):
    monkeypatch.setattr(ratios, "LIMIT", limit)
    primal = (NEVER, 1) if minds else (1, NEVER)
    found = ratios.each_minds_one_ratio(bodies(tmp_path, *primal, (1, 3)))
    of_primal = [part for part in found.parts if ", XPBD, " not in part.finding]
    if words is None:
        assert of_primal == []
        assert "sag, VBD, default settings" in found.values["missed"]
    else:
        assert found.values["missed"] is None
        unknown = [part for part in of_primal if f"needs more than {limit} iterations" in part.finding]
        assert len(unknown) == 8
        assert all(part.finding.endswith(words) and part.holds == minds for part in unknown)
        assert all(part.measured == limit / 10 for part in unknown)
