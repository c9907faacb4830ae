"""Sags and forces are measured right, and the judge of claim F18 uses them right."""

import json

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY
from field_beams import BEAM, beam, run_of
from synthetic_sweeps import AXES, SyntheticResults

from simbench.results import Run
from simbench.study.modules import import_judges
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

import_judges(REPOSITORY / "studies" / "field")

from field.claims import compliance, sagging  # noqa: E402  see above

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def axes(monkeypatch):
    more = {
        "k": "material.stiffness",
        "step": "step",
        "h": "step.time_step",
        "m": "step.iterations",
        "material": "material",
        "points": "body.particles.points",
        "xpbd": "solvers.xpbd",
        "pbd": "solvers.pbd",
    }
    for name, path in more.items():
        monkeypatch.setitem(AXES, name, path)


def test_depth_and_height_follow_from_energies():
    swinging = run_of(beam([0.0, 0.5, 0.1, 0.3]), BEAM)
    assert sagging.depths(swinging).tolist() == pytest.approx([0.0, 0.5, 0.1, 0.3])
    assert sagging.sag(swinging) == pytest.approx(0.2)  # of the second half


def test_ends_of_substeps_are_no_ends_of_frames():
    scene = BEAM | {"step": {"substeps": 2}}
    assert sagging.depths(run_of(beam([0.7, 0.1, 0.7, 0.3]), scene)).tolist() == pytest.approx([0.1, 0.3])


def chain(places) -> Run:
    """A held particle and a free one of 2 kg, which is at these places [m] at the ends of steps of 0.1 s."""
    points = [{"position": [0, 0, 0], "mass": 1}, {"position": [0, 0, places[0]], "mass": 2}]
    step = {"time_step": 0.1}
    scene = {"body": {"particles": {"points": points}}, "gravity": [0, 0, -10], "step": step}
    return run_of(pd.DataFrame({"place": places[1:]}), scene)


@pytest.mark.parametrize(
    ("places", "forces"),
    [
        ([-1, -1, -1], [20, 20]),  # it hangs, and weighs 20 N
        ([-1, -1.1, -1.3, -1.6], [0, 0, 0]),  # it falls freely
        ([-1, -1, -0.9], [20, 40]),  # it is pulled up by 10 m/s²
    ],
)
def test_the_support_bears_what_gravity_does_not_explain(monkeypatch, places, forces):
    run = chain(places)
    monkeypatch.setattr(compliance, "snapshot_files", lambda folder: [_File(place) for place in places[1:]])
    monkeypatch.setattr(compliance, "load_snapshot", lambda path: _File(path))
    assert compliance.forces(run).tolist() == pytest.approx(forces)


class _File:
    def __init__(self, place: float) -> None:
        self.path = place
        self.points = np.array([[0, 0, 0], [0, 0, place]])


def steps_of(time_step: float, iterations: int) -> str:
    return json.dumps({"time_step": time_step, "iterations": iterations})


def points_of(length: float) -> str:
    return json.dumps([{"position": [place * length, 0, 0]} for place in range(3)])


def compliant(folder, soft, stiff, force, apart) -> SyntheticResults:
    """soft(h, m) and stiff(h, m) are sags over exact ones.

    force(length, m) is an error over the printed one, with links of `length`.
    """
    sweeps = SyntheticResults(folder)
    sags, chains, beams = [], [], []
    for k, ratio in ((1e5, soft), (1e7, stiff)):
        for h, m in ((1 / 60, 20), (1 / 60, 1000), (1 / 240, 20)):
            at = {"k": k, "step": steps_of(h, m)}
            sags.append(("newton", at, beam([0.1] * 4), "converged"))
            sags.append(("xpbd", at | {"xpbd": "{}"}, beam([0.1 * ratio(h, m)] * 4), "max_iterations"))
            sags.append(("pbd", at | {"pbd": "{}"}, beam([0.5] * 4), "max_iterations"))
    sweeps.add(compliance.SAG, ["k", "step", "xpbd", "pbd"], sags, scene=BEAM)
    for length in (0.1, 1):
        at = {"points": points_of(length), "h": 0.1}
        chains.append(("newton", at | {"m": 1000}, beam([0]).assign(off=0.0), "converged"))
        for m, printed in compliance.PUBLISHED.items():
            rows = beam([0]).assign(off=100 * printed * force(length, m))
            chains.append(("xpbd", at | {"m": m, "xpbd": "{}"}, rows, "max_iterations"))
    sweeps.add(compliance.CHAIN, ["points", "h", "m", "xpbd"], chains)
    material = json.dumps({"youngs_modulus": 1e5})
    beams.append(("newton", {"material": material}, beam([0.1, 0.2]), "converged"))
    at = {"material": material, "xpbd": compliance.PAPERS_FORM}
    beams.append(("xpbd", at, beam([0.1, 0.2 + 0.8 * apart]), "max_iterations"))
    return sweeps.add(compliance.CANTILEVER, ["material", "xpbd"], beams, scene=BEAM)


def forces(run: Run) -> np.ndarray:
    """Forces of 1 and 100 N, and how far they are off."""
    return np.array([1.0, 100.0]) + run.iterations["off"].iloc[0]


@pytest.mark.parametrize(
    ("soft", "stiff", "force", "apart", "kind"),
    [
        (lambda h, m: 1.05, lambda h, m: 0.95, lambda length, m: 0.9, 0.009, HOLDS),
        (lambda h, m: 1.2, lambda h, m: 1000 / m, lambda length, m: 1.1, 0.011, FAILS),
        (lambda h, m: 1.05, lambda h, m: 1000 / m, lambda length, m: 0.9, 0.009, IN_PART),
        (lambda h, m: 1.05, lambda h, m: 0.95, lambda length, m: 0.9 if length == 1 else 2, 0.009, HOLDS),
    ],
)
def test_judge_of_compliance(monkeypatch, tmp_path, soft, stiff, force, apart, kind):
    monkeypatch.setattr(compliance, "forces", forces)
    found = compliance.stiffness_is_independent(compliant(tmp_path, soft, stiff, force, apart))
    assert found.kind == kind
    assert f"{stiff(1 / 60, 1000):.2g} with 1000 iterations in a step" in " ".join(found.findings)
    assert "with 0.0042, " in " ".join(found.findings)
    assert found.values["pbd"] == "5"
    assert found.values["beams"] == f"{100 * apart:.2g} % (1e5 Pa)"
    assert f"{50 if stiff(0, 20) > 2 else stiff(0, 20):.2g} times as far" in found.values["iterations"]
    assert found.values["lengths"] == "0.1 to 1"
    ends = dict.fromkeys(f"{6 * force(length, 50):.2g}" for length in (1, 0.1))
    assert found.values["chain"].startswith(f"{' to '.join(ends)} %, ")
    held = [f"{length:g}" for length in (0.1, 1) if all(force(length, m) <= 1 for m in compliance.PUBLISHED)]
    assert found.values["held"] == (f"{' and '.join(held)} m with h = 0.1 s" if held else None)


def test_the_best_order_counts_only_if_tuned(tmp_path):
    at = {"k": 1e6, "step": steps_of(1 / 60, 20)}
    runs = [("newton", at, beam([0.1] * 2), "converged")]
    for setting, depth in (("{}", 0.3), ('{"order":"reversed"}', 0.2)):
        runs.append(("xpbd", at | {"xpbd": setting}, beam([depth] * 2), "max_iterations"))
    results = SyntheticResults(tmp_path).add(compliance.SAG, ["k", "step", "xpbd"], runs, scene=BEAM)

    def by(*axes, **setting):
        return results.by(compliance.SAG, *axes, **setting)

    found = [compliance.over_iterations_of(by, 1e6, tuned)[20] for tuned in (False, True)]
    assert found == pytest.approx([3, 2])
