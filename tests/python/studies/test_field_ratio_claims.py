"""The judge of claim F25 gives the right verdicts on synthetic runs."""

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY
from synthetic_sweeps import AXES, SyntheticResults

from simbench.study.modules import import_judges
from simbench.study.verdicts import CONFIRMED, DEPENDS, REFUTED, kind_of

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


def bodies(folder, softer: float, heavier: float, dual: tuple[float, float], jacobi: int = 10):
    """Iterations over those of the uniform body; `dual` are those of XPBD with softer and heavier slices."""
    results = SyntheticResults(folder)
    regions = {"[]": [], "soft": [{"material": {}}], "heavy": [{"material": {}, "density": 1e7}]}
    for sweep in ratios.SCENES:
        runs = []
        for solver in (*ratios.PRIMAL, ratios.DUAL):
            factors = {"soft": softer, "heavy": heavier}
            if solver == ratios.DUAL:
                factors = dict(zip(factors, dual, strict=True))
            error = ratios.LEFT if solver == ratios.DUAL else ratios.CLOSE
            uniform = jacobi if solver == "chebyshev" else 10
            for name in regions:
                at = {"regions": name} | ({} if solver == "pd" else {solver: "{}"})
                count = int(uniform * factors.get(name, 1))
                runs.append((solver, at, reaching(error, count), "max_iterations"))
        results.add(
            sweep,
            ["regions", "chebyshev", "nesterov", "vbd", "xpbd"],
            runs,
            scene=lambda setting: {"regions": regions[setting["regions"]]},
        )
    return results


@pytest.mark.parametrize(
    ("softer", "heavier", "dual", "kind"),
    [
        (3, 1, (0.5, NEVER), CONFIRMED),
        (1, 3, (NEVER, 2), REFUTED),
        (1, 1, (1, 1), "partly"),  # nothing is minded
        (1, 1, (1, 3), DEPENDS),
    ],
)
def test_judge_of_ratios(tmp_path, softer, heavier, dual, kind):
    found = ratios.each_minds_one_ratio(bodies(tmp_path, softer, heavier, dual))
    assert kind_of(found.kind) == kind
    assert found.values["pd"].startswith(f"10, {10 * softer}, {10 * heavier} (sag)")
    assert found.values["missed"] is None


def test_a_solver_that_fails_on_the_uniform_body_is_not_judged(tmp_path):
    found = ratios.each_minds_one_ratio(bodies(tmp_path, 3, 1, (1, 3), jacobi=NEVER))
    assert found.kind == CONFIRMED
    assert "sag, Jacobi sweeps, default settings" in found.values["missed"]
    assert not any("Jacobi sweeps, default" in f and "Nesterov" not in f for f in found.findings)
