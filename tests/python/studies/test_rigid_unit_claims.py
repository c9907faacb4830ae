"""The judge of claim R68 (units of mass) gives the right verdicts on synthetic runs."""

import pytest
from rigid_runs import kind_of, resting, sweep
from studies import with_sentences

from rigid.claims.units import FOLLOWING, PUBLISHED, any_unit_of_mass
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

pytestmark = pytest.mark.slow

MASSES = (0.001, 1, 1000)


@pytest.mark.parametrize(
    ("power", "demonstration", "kind"),
    [(0, 0, HOLDS), (1, 0, IN_PART), (1, 1, FAILS), (-1, -1, FAILS)],
)
def test_judge_of_units_of_mass(tmp_path, power, demonstration, kind):
    """Openings are a millimetre at 1 kg, and powers of the mass elsewhere."""
    runs = []
    for mass in MASSES:
        for k, growth in PUBLISHED:
            opening = 0.001 * mass ** (demonstration if growth == 1e5 else power)
            runs.append(("avbd", {"masses": mass, "s": k / 3600, "ramp": growth}, resting(opening)))
        runs += [("avbd", {"masses": mass, "s": word, "ramp": 0}, resting(0.005)) for word in FOLLOWING]
        runs += [(solver, {"masses": mass}, resting(0.002)) for solver in ("gs", "xpbd", "direct")]
    found = with_sentences(any_unit_of_mass)(sweep(tmp_path, "rigid_units", runs, anchored=True))
    assert kind_of(found) == kind, found.findings
    assert "With masses of 0.001 to 1 000 kg" in found.answer
    assert "0.005 m (s = effective mass), 0.005 m (s = heavier mass), 0.002 m (gs)" in found.answer
    ends = {0: "0.001 m", 1: "10⁻⁶ to 1 m", -1: "10⁻⁶ to 1 m"}
    assert f"{ends[power]} (paper, k from 1 N/m)" in found.answer
