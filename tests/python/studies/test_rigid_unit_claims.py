"""The judges of claims R52 and R68 (units of mass) give the right verdicts on synthetic runs."""

import pytest
from rigid_runs import kind_of, resting, sweep
from studies import with_sentences

from rigid.claims.units import FOLLOWING, PUBLISHED, any_unit_of_mass, fifty_links
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow


def published(opening, masses=(0.001, 1, 1000)) -> list:
    """Runs with the published constants; opening(mass, β) is that of the worst joint [m]."""
    return [
        ("avbd", {"masses": mass, "s": k / 3600, "ramp": growth}, resting(opening(mass, growth)))
        for mass in masses
        for k, growth in PUBLISHED
    ]


@pytest.mark.parametrize(
    ("paper", "demonstration", "kind"), [(0.001, 0.001, HOLDS), (0.1, 0.001, IN_PART), (0.1, 0.1, FAILS)]
)
def test_judge_of_tuning(tmp_path, paper, demonstration, kind):
    """The unit of the demonstration decides; other units are the reach."""
    runs = published(lambda mass, growth: mass * (demonstration if growth == 1e5 else paper))
    runs += [
        ("avbd", {"masses": m, "s": w, "ramp": 0}, resting(0.005)) for m in (0.001, 1) for w in FOLLOWING
    ]
    found = with_sentences(any_unit_of_mass)(sweep(tmp_path, "rigid_units", runs, anchored=True))
    assert kind_of(found) == kind, found.findings
    assert "5 mm (s = heavier mass)" in found.reach
    assert not found.cases["for bodies of 1000 kg and the constants of the demonstration"]


@pytest.mark.parametrize(("opening", "kind"), [(0.008, HOLDS), (0.02, FAILS)])
def test_judge_of_fifty_links(tmp_path, opening, kind):
    runs = published(lambda mass, growth: opening * mass / 0.001)
    runs += [(solver, {"masses": 1}, resting(3.0)) for solver in ("gs", "sor", "direct")]
    found = with_sentences(fifty_links)(sweep(tmp_path, "rigid_unit_of_tip", runs))
    assert kind_of(found) == kind, found.findings
    assert f"opens by {1000 * opening:g} m" in found.reach
