"""Figures of the foundations draw the numbers of their runs, and closed forms if they exist."""

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from conftest import lines_of
from synthetic_sweeps import BEAM, run_in_memory

from simbench import ResultsError
from simbench.figures import energy_over_time, momenta, terms
from simbench.labels import INTEGRATOR_LABELS
from simbench.results import Run, load_runs
from thesis.figures import incompressible, symplectic_limit

pytestmark = pytest.mark.slow

INTEGRATORS = ("implicit_euler", "bdf2", "linear_implicit_euler", "symplectic_euler", "explicit_euler")


def spring(**motion) -> dict:
    return {"stiffness": 8.0, "groups": [{"target": {"point": [0, 0, 0]}, **motion}]}


# Like in a manifest, which contains some defaults.
PARTICLES = {
    "body": {"particles": {"points": [{"position": [1, 0, 0], "mass": 2}]}},
    "anchors": spring(translation=[0, 0, 0]),
    "masses": "lumped",
    "gravity": [0, 0, 0],
    "initial_velocity": [0, 0, 0],
}


def integrated(integrator, energies, h=0.1, **scene) -> Run:
    """Two rows per step; the second one is the end of the step."""
    steps = np.repeat(np.arange(1, len(energies) + 1), 2)
    step = {"time_step": h, "steps": len(energies), "integrator": integrator}
    totals = np.column_stack([np.full(len(energies), -1.0), energies]).ravel()
    return run_in_memory(scene={"step": step, **scene}, step=steps, iteration=steps % 2, total_energy=totals)


def test_energy_over_time_has_a_panel_for_each_time_step_and_cuts_unstable_runs_off():
    runs = [integrated("implicit_euler", [5.0, 4.0], h) for h in (0.2, 0.1)]
    runs += [integrated("bdf2", [5.0, 4.5], 0.1), integrated("explicit_euler", [6.0, 1e9, math.inf], 0.1)]
    figure = energy_over_time.draw(runs)
    first, second = figure.axes
    assert "10^{-1}" in first.get_title() and r"2 \cdot 10^{-1}" in second.get_title()
    assert set(lines_of(first)) == {"implicit Euler", "BDF2", "explicit Euler"}
    np.testing.assert_array_equal(lines_of(second)["implicit Euler"].get_xdata(), [0.2, 0.4])
    assert len(figure.legends[0].texts) == 3
    low, high = first.get_ylim()
    assert low < 4 and 6 < high < 20


def test_a_first_energy_that_has_exploded_does_not_hide_the_others():
    energies = {"implicit_euler": [2.0, 1.0], "bdf2": [2.0, 1.5], "explicit_euler": [1e6, 1e12]}
    (axes,) = energy_over_time.draw([integrated(name, values) for name, values in energies.items()]).axes
    low, high = axes.get_ylim()
    assert low < 1 and 2 < high < 10
    assert axes.texts[0].get_text() == "outside:\nexplicit Euler"


def test_energy_over_time_draws_any_integrator():
    assert energy_over_time.LOOKS.keys() == INTEGRATOR_LABELS.keys()
    runs = [integrated(name, [3.0, 2.0]) for name in ("mine", "quasi_static", "implicit_euler")]
    (axes,) = energy_over_time.draw(runs).axes
    assert [line.get_label() for line in axes.lines] == ["implicit Euler", "quasi-static", "mine"]
    assert len({line.get_color() for line in axes.lines}) == 3


def test_energy_over_time_needs_several_steps(run_simbench, workplace):
    run_simbench("--scene smoke.json --solver qn --iterations 2 --quiet --output runs")
    with pytest.raises(ResultsError, match="several time steps"):
        energy_over_time.draw(load_runs(workplace / "runs"))


def stepped(integrator, steps, a) -> np.ndarray:
    """Energies of a particle on a spring (m = k = 1, stretched by 1 m) from the integrator's formulas."""
    q, v, energies = 1.0, 0.0, []
    for _ in range(steps):
        if integrator == "explicit_euler":
            q, v = q + a * v, v - a * q
        elif integrator == "symplectic_euler":
            v -= a * q
            q += a * v
        else:
            v = (v - a * q) / (1 + a * a)
            q += a * v
        energies.append((q * q + v * v) / 2)
    return np.array(energies)


@pytest.mark.parametrize("integrator", [name for name in INTEGRATORS if name != "bdf2"])
def test_closed_forms_match_the_formulas(integrator):
    run = integrated(integrator, np.ones(60), 0.2, **PARTICLES)
    # m = 2 kg, k = 8 N/m: ω = 2/s, a = 0.4, and the energy at the start is 4 J.
    expected = 8 * stepped(integrator, 60, 0.4)
    np.testing.assert_allclose(energy_over_time.closed_form(run, np.arange(1, 61)), expected, rtol=1e-12)
    drawn = lines_of(energy_over_time.draw([run]).axes[0])
    np.testing.assert_allclose(drawn[f"_exact {run_label(run)}"].get_ydata(), expected, rtol=1e-12)


def run_label(run) -> str:
    return energy_over_time.looks([run])[0]["label"]


@pytest.mark.parametrize(
    "changes",
    [
        {"gravity": [0, 0, -9.81]},
        {"potentials": [{"type": "springs"}]},
        {"body": BEAM},
        {"anchors": {"stiffness": "hard"}},
        {"initial_velocity": [0, 1, 0]},
        {"masses": "unit"},
        {"forces": [{"force": [0, 0, -10]}]},
        {"preparation": {"duration": 1}},
        {"anchors": spring(translation=[0, 0, 0.5])},
        {"anchors": spring(rotation={"degrees_per_second": 60})},
    ],
)
def test_other_systems_have_no_closed_form(changes):
    run = integrated("explicit_euler", [1.0, 2.0], **{**PARTICLES, **changes})
    assert energy_over_time.closed_form(run, np.arange(2)) is None
    for other in ("bdf2", "quasi_static"):
        assert energy_over_time.closed_form(integrated(other, [1.0], **PARTICLES), np.arange(2)) is None
    beyond = integrated("symplectic_euler", [1.0], 1.1, **PARTICLES)  # a = 2.2
    assert energy_over_time.closed_form(beyond, np.arange(2)) is None


def test_energies_of_the_program_match_the_closed_forms(run_simbench, workplace, run_command, tmp_path):
    """At the coarsest time step of the gallery's plan, each dashed line lies on the program's line."""
    run_simbench(
        "sweep studies/thesis/plans/integrators_oscillator --output sweep --quiet "
        "--filter step.time_step=0.04",
        exit_code=0,
    )
    axes = energy_over_time.draw(load_runs(workplace / "sweep")).axes[0]
    lines = lines_of(axes)
    exact = [label for label in lines if label.startswith("_exact ")]
    assert len(exact) == 4
    for label in exact:
        program = lines[label.removeprefix("_exact ")].get_ydata()
        np.testing.assert_allclose(program, lines[label].get_ydata(), rtol=1e-9)
    run_command("simbench-figure", "energy_over_time", workplace / "sweep", "--output", tmp_path / "out")
    assert (tmp_path / "out/energy_over_time.png").read_bytes().startswith(b"\x89PNG")
    refused = run_command(
        "simbench-figure", "energy_over_time", workplace / "sweep", "--step", "2", check=False
    )
    assert refused.returncode == 2 and "--step" in refused.stderr


def swinging(k, grows, status="max_iterations") -> Run:
    energies = np.full(40, 2.0)
    energies[30:] *= grows
    steps = np.arange(1, 41)
    scene = {"step": {"time_step": 0.1, "steps": 40, "integrator": "symplectic_euler"}}
    scene["material"] = {"model": "strain", "stiffness": k}
    return run_in_memory(scene=scene, status=status, step=steps, iteration=0, kinetic_energy=energies)


def test_symplectic_limit(monkeypatch):
    rest = [swinging(100, 3), swinging(200, 5), swinging(300, 1e5), swinging(400, 1, "diverged")]
    errors = [
        run_in_memory(
            scene={
                "step": {"time_step": 0.1, "integrator": name},
                "material": {"model": "strain", "stiffness": k},
            },
            relative_error=[1.0, error],
        )
        for name, error in (("symplectic_euler", 5.0), ("explicit_euler", 1.0))
        for k in (100.0, 1000.0)
    ]
    folders = {Path("twisted"): rest[:3], Path("step"): errors}
    monkeypatch.setattr(symplectic_limit, "load_runs", folders.__getitem__)
    growths, one_step = symplectic_limit.draw(rest, Path("twisted"), Path("step")).axes
    np.testing.assert_allclose(lines_of(growths)["at rest"].get_xdata(), [1, 2, 3, 4])
    np.testing.assert_allclose(
        lines_of(growths)["at rest"].get_ydata(), [3, 5, 1e5, symplectic_limit.LARGEST]
    )
    np.testing.assert_allclose(lines_of(growths)["twisted"].get_ydata(), [3, 5, 1e5])
    np.testing.assert_allclose(lines_of(one_step)["symplectic Euler"].get_ydata(), [5, 5])
    np.testing.assert_allclose(lines_of(one_step)["explicit Euler"].get_xdata(), [1, 10])


def test_inertial_terms_that_differ_by_decades_are_on_a_logarithmic_axis():
    def run(solver, inertial):
        return run_in_memory(solver, inertial=[0.0, inertial], constraint=[2.0, 1.0])

    for last, scale in ((700.0, "log"), (20.0, "linear")):
        _, inertial = terms.draw([run("qn", 3.0), run("admm", last)]).axes
        assert inertial.get_yscale() == scale
        inertial.figure.draw_without_rendering()  # the 0 at the start is omitted


def test_labels_of_momenta_do_not_touch():
    figure = momenta.draw([run_in_memory(linear_momentum=[0.0, 1e4], angular_momentum=[0.0, 1e-11])])
    figure.draw_without_rendering()
    for axes in figure.axes:
        low, high = axes.get_ylim()
        ticks = [tick for tick in axes.yaxis.get_major_ticks() if low <= tick.get_loc() <= high]
        boxes = sorted((tick.label1.get_window_extent() for tick in ticks), key=lambda box: box.y0)
        assert len(boxes) > 1 and all(one.y1 < other.y0 for one, other in pairwise(boxes))


def near_incompressible(solver, nu, errors, volume, form=None) -> Run:
    material = {"model": "neo_hookean", "youngs_modulus": 1e6, "poisson_ratio": nu}
    return run_in_memory(
        solver,
        scene={"material": material},
        settings={"form": form} if form else {},
        relative_error=errors,
        mean_abs_volume_change=volume,
    )


def test_figures_tell_solvers_without_looks_apart():
    solvers = ("mine", "yours")
    (axes, *_) = incompressible.draw([near_incompressible(s, 0.4, [1, 0.1], 0.1) for s in solvers]).axes
    assert len({line.get_color() for line in axes.lines}) == 2
