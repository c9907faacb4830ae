"""Contact of our own against ipctk, and runs with contact of every solver that takes it."""

import json
import math

import numpy as np
import pytest
from ipctk_contact import IpctkContact
from python_solvers import BEAM, minimises

import simbench as sb
from simbench.snapshots import load_snapshot, surface_triangles

pytestmark = pytest.mark.usefixtures("module")
ipctk = pytest.importorskip("ipctk")

CONTACT = {"distance": 0.01, "stiffness": 1e8}
UPPER = {"select": "box", "minimum": [-1, -1, 1.01], "maximum": [2, 2, 2]}
STACK = {
    "body": {
        "beams": {
            "parts": [
                {"size": [1, 1, 1], "cells": [3, 3, 3]},
                {"origin": [0.1, 0.07, 1.015], "size": [0.8, 0.8, 0.8], "cells": [2, 2, 2]},
            ]
        }
    },
    "material": {"model": "stable_neo_hookean", "youngs_modulus": 1e5, "poisson_ratio": 0.4},
    "contact": CONTACT,
    "anchors": {"stiffness": "hard", "groups": [{"vertices": {"select": "z_min"}}]},
    "gravity": [0, 0, -9.81],
    "start": [{"vertices": UPPER, "velocity": [0, 0, -0.4]}],
    "step": {"time_step": 0.025, "steps": 4, "iterations": 400},
}
TILTED = STACK | {"instance": 3}  # turned, so that no edges are parallel to the axes
WEIGHTED = TILTED | {"contact": {"distance": 0.01, "stiffness": 1e10, "weights": "areas"}}


def by_ipctk(scene: dict) -> sb.Scene:
    without = {key: value for key, value in scene.items() if key != "contact"}
    return sb.Scene.load(without).with_terms(IpctkContact(**scene["contact"]))


def takers(scene: dict) -> list[str]:
    loaded = sb.Scene.load(scene)
    return [name for name in loaded.solvers if minimises(name) and not loaded.declines(name)]


@pytest.mark.parametrize("scene", [STACK, TILTED, WEIGHTED], ids=["aligned", "turned", "weighted"])
def test_values_gradients_and_hessians_are_those_of_ipctk(scene):
    ours, theirs = (made.problem(step=4) for made in (sb.Scene.load(scene), by_ipctk(scene)))
    random = np.random.default_rng(1)
    for _ in range(5):
        q = ours.start + 5e-4 * random.normal(size=ours.start.shape)
        assert ours.constraint(q) == pytest.approx(theirs.constraint(q), rel=1e-12)
        without = sb.Scene.load({key: scene[key] for key in scene if key != "contact"}).problem(step=1)
        assert ours.constraint(q) > without.constraint(q) + 1e-3  # bodies push
        gradient = theirs.gradient(q)
        assert np.abs(ours.gradient(q) - gradient).max() < 1e-10 * np.abs(gradient).max()
        for definite in (False, True):
            hessian = theirs.hessian(q, definite=definite)
            assert abs(ours.hessian(q, definite=definite) - hessian).max() < 1e-10 * abs(hessian).max()


def test_the_largest_penetration_is_what_the_gap_lacks_to_the_distance_of_a_penalty():
    penalty = STACK | {"contact": CONTACT | {"law": "penalty", "distance": 0.02}}
    rows = sb.run(penalty, "newton")["newton"].iterations
    assert rows["largest_penetration"].iloc[0] == pytest.approx(0.02 - 0.015, rel=1e-9)
    assert rows["largest_penetration"].to_numpy() == pytest.approx(0.02 - rows["smallest_gap"].to_numpy())
    assert sb.run(STACK, "newton")["newton"].iterations["largest_penetration"].isna().all()


def test_all_takers_reach_the_minimum_that_newton_finds_with_ipctk_without_crossing():
    scene = STACK | {"step": STACK["step"] | {"steps": 1}}
    scene["start"] = [{"vertices": UPPER, "velocity": [0, 0, -1]}]
    expected = by_ipctk(scene)
    problem = expected.problem()
    minimum = problem.objective(expected.motion().minimum())
    triangles = surface_triangles(problem.tets)
    mesh = ipctk.CollisionMesh.build_from_full_mesh(problem.rest_positions, ipctk.edges(triangles), triangles)
    assert {"newton", "qn", "ncg"} <= set(takers(scene))
    for name, run in sb.run(
        scene, takers(scene), iterations=3000, until_relative_error=1e-9, snapshot_every=1
    ).items():
        last = run.iterations.iloc[-1]
        assert last["relative_error"] <= 1e-9, name
        assert last["objective"] == pytest.approx(minimum, rel=1e-9), name
        assert (run.iterations["intersections"] == 0).all()
        assert (run.iterations["allowed_step"].dropna() > 0).all()
        assert run.iterations["smallest_gap"].iloc[-1] < CONTACT["distance"], name
        for file in sorted(run.folder.glob("positions_*.vtu"))[::7]:
            positions = load_snapshot(file).points
            assert not ipctk.has_intersections(mesh, mesh.vertices(positions)), file.name


SOFT = {"distance": 0.01, "law": "penalty", "stiffness": 1e6}  # one energy for all solvers, also for XPBD
MEETING = STACK | {
    "material": {"model": "strain", "stiffness": 1e5},
    "contact": SOFT,
    "gravity": [0, 0, 0],
    "anchors": {"groups": []},
    "step": STACK["step"] | {"steps": 12},
}


def test_position_based_contact_comes_near_to_the_minimum():
    """XPBD is no minimiser, but at a small time step its contact is nearly that of Newton's method."""
    scene = MEETING | {"step": MEETING["step"] | {"time_step": 2e-3, "steps": 25}}
    scene["start"] = [{"vertices": UPPER, "velocity": [0, 0, -1]}]
    ends = {
        name: run.iterations.groupby("step").last() for name, run in sb.run(scene, ["newton", "xpbd"]).items()
    }
    assert ends["newton"]["contact_pairs"].max() > 20
    force = {name: np.gradient(end["smallest_gap"].dropna()).max() for name, end in ends.items()}
    assert force["xpbd"] == pytest.approx(force["newton"], rel=0.1)
    gaps = [end["smallest_gap"].min() for end in ends.values()]
    assert SOFT["distance"] - gaps[1] == pytest.approx(SOFT["distance"] - gaps[0], rel=0.1)
    momentum = ends["xpbd"]["linear_momentum"]
    np.testing.assert_allclose(momentum, momentum.iloc[0], rtol=1e-9)


@pytest.mark.parametrize("solver", ["xpbd", "xpbd[multipliers=dropped]", "pbd"])
def test_position_based_contact_sees_what_a_step_would_jump_over(solver):
    """At 10 m/s and 40 Hz a body moves by 25 times contact.distance in a step."""
    scene = MEETING | {"contact": SOFT | {"stiffness": 1e8}, "step": MEETING["step"] | {"steps": 3}}
    scene["start"] = [{"vertices": UPPER, "velocity": [0, 0, -10]}]
    (run,) = sb.run(scene, solver, iterations=200).values()
    ends = run.iterations.groupby("step").last()
    assert (ends["intersections"] == 0).all()
    assert ends["smallest_gap"].min() > 0


@pytest.mark.parametrize("solver", ["xpbd", "pbd", "pd"])
def test_some_solvers_take_penalties_only_and_pd_without_friction(solver):
    for contact in (CONTACT, SOFT | {"friction": 0.1}):
        declines = sb.Scene.load(MEETING | {"contact": contact}).declines(solver)
        if solver == "pd":
            assert "set contact.law to penalty, without friction" in declines
        else:
            assert bool(declines) == (contact == CONTACT)
            assert not declines or declines.endswith("set contact.law to penalty")
    with_pairs = {"solvers": {"pd": {"contact_terms": "refactorise"}}}
    assert not sb.Scene.load(MEETING | with_pairs).declines(solver)
    assert "solvers.pd.contact_terms to refactorise" in sb.Scene.load(MEETING).declines("pd")


def test_projective_dynamics_reaches_the_minimum_if_its_matrix_has_the_pairs_that_push():
    """Without their stiffness, which is ten times that of the material here, it goes back and forth."""
    scene = MEETING | {"step": MEETING["step"] | {"steps": 2}}
    scene["start"] = [{"vertices": UPPER, "velocity": [0, 0, -1]}]
    terms = ("refactorise", "left_out")
    solvers = [f"pd[contact_terms={name}]" for name in terms]
    runs = sb.run(scene, solvers, iterations=3000, until_relative_error=1e-7, trajectory="newton").values()
    ends = [run.iterations.groupby("step").last() for run in runs]
    assert all((run.iterations["intersections"] == 0).all() for run in runs)
    assert ends[0]["contact_pairs"].max() > 5
    assert (ends[0]["relative_error"] <= 1e-7).all()
    assert ends[1]["relative_error"].max() > 1e-3


def test_admm_reaches_the_minimum_with_a_penalty_in_its_global_step():
    scene = MEETING | {"step": MEETING["step"] | {"steps": 2}}
    scene["start"] = [{"vertices": UPPER, "velocity": [0, 0, -1]}]
    (run,) = sb.run(scene, "admm", iterations=3000, until_relative_error=1e-7, trajectory="newton").values()
    ends = run.iterations.groupby("step").last()
    assert (run.iterations["intersections"] == 0).all()
    assert ends["contact_pairs"].max() > 5
    assert (ends["relative_error"] <= 1e-7).all()
    held = sb.Scene.load(scene | {"solvers": {"admm": {"held_by": "indicator"}}})
    assert "solvers.admm.held_by to elimination" in held.declines("admm")


@pytest.mark.parametrize("step_filter", ["offset", "planes"])
def test_filters_of_single_vertices_lead_to_the_same_minimum(step_filter):
    scene = STACK | {"step": STACK["step"] | {"steps": 1, "iterations": 3000}}
    scene["start"] = [{"vertices": UPPER, "velocity": [0, 0, -1]}]
    names = ["newton", "qn", "ncg", "newton_cg", "gradient_descent", "bfgs"]
    solvers = ["newton", *(f"{name}[step_filter={step_filter}]" for name in names)]
    plain, *filtered = sb.run(scene, solvers, until_relative_error=1e-8).values()
    for run in filtered:
        assert run.iterations["relative_error"].iloc[-1] <= 1e-8, run.folder
        assert (run.iterations["intersections"] == 0).all()
        assert run.iterations["allowed_step"].dropna().between(0, 1).all()
    steps = [list(run.iterations["allowed_step"].dropna()[:2]) for run in (plain, filtered[0])]
    assert steps[0] != steps[1]  # the filter acts


def test_a_turned_scene_in_another_order_has_the_same_motion():
    runs = [sb.run(scene, "newton")["newton"].iterations for scene in (STACK, STACK | {"instance": 5})]
    ends = [run.groupby("step").last() for run in runs]
    for column in ("objective", "contact_energy", "smallest_gap", "contact_pairs"):
        np.testing.assert_allclose(ends[0][column], ends[1][column], rtol=1e-7)


def test_threads_do_not_change_a_bit(tmp_path):
    for threads in (1, 2):
        sb.run(STACK, ["newton", "qn"], output=tmp_path / str(threads), threads=threads, iterations=20)
    for solver in ("newton", "qn"):
        texts = [(tmp_path / str(t) / solver / "iterations.csv").read_bytes() for t in (1, 2)]
        assert texts[0] == texts[1]


def test_a_moving_plate_pushes_a_body_and_does_not_pass_through_it():
    parts = [
        {"size": [1, 1, 0.5], "cells": [2, 2, 1]},
        {"origin": [0.05, 0.05, 0.51], "size": [0.9, 0.9, 0.3], "cells": [3, 3, 1]},
    ]
    plate = {"vertices": {"select": "box", "minimum": [-1, -1, 0.505], "maximum": [2, 2, 1]}}
    scene = STACK | {
        "body": {"beams": {"parts": parts}},
        "anchors": {
            "stiffness": "hard",
            "groups": [{"vertices": {"select": "z_min"}}, plate | {"translation": [0, 0, -0.2]}],
        },
        "gravity": [0, 0, 0],
        "start": [],
    }
    run = sb.run(scene, "newton")["newton"]
    assert run.manifest["status"] == "converged"
    ends = run.iterations.groupby("step").last()
    assert (ends["smallest_gap"] > 0).all()
    assert ends["contact_energy"].is_monotonic_increasing
    assert ends["material_energy"].iloc[-1] > 0.1
    for speed in (-20, -0.01 / scene["step"]["time_step"]):  # through the body, and just as far as to it
        fast = json.loads(json.dumps(scene))
        fast["anchors"]["groups"][1]["translation"] = [0, 0, speed]
        stopped = sb.run(fast, "newton")["newton"]
        assert stopped.manifest["status"] == "diverged"
        assert "held vertices move too far" in json.dumps(stopped.manifest)


SHEET = {
    "body": {"sheet": {"length": 1, "width": 1, "length_cells": 4, "width_cells": 4, "thickness": 1e-3}},
    "potentials": [{"type": "membrane", "stiffness": 1e4}],
    "contact": CONTACT,
    "step": {"time_step": 1e-2},
}


@pytest.mark.parametrize(
    ("changes", "message", "code"),
    [
        ({"contact.distance": 0.5}, "the shortest edge of the surface 0.333333 m", 3),
        ({"body.beams.parts.1.origin": [0.1, 0.07, 0.9]}, "crosses itself at the start, in .* places", 3),
        ({"step.start": "inertial"}, "leave step.start out", 2),
        ({"contact.stiffness": 0}, "expected|allowed", 2),
        ({"contact.law": "logbarrier"}, "did you mean 'log_barrier'", 2),
        ({"elements": "quadratic"}, "take linear tets", 3),
    ],
)
def test_scenes_that_cannot_have_contact_are_refused(changes, message, code):
    with pytest.raises(sb.SimbenchError, match=message) as error:
        sb.run(sb.Scene.load(STACK, changes), "newton")
    assert error.value.exit_code == code


def test_cloth_has_contact_and_particles_have_none():
    assert "newton" in takers(SHEET)
    particles = {"body": {"particles": {"points": [{"position": [0, 0, 0]}]}}, "step": {"time_step": 1e-2}}
    with pytest.raises(sb.SimbenchError, match="particles have no surface"):
        sb.run(particles | {"contact": CONTACT}, "newton")
    assert "contact_energy" not in sb.run(BEAM, "newton", iterations=1)["newton"].iterations


@pytest.mark.parametrize(("weights", "power"), [("pairs", 4), ("areas", 6)])
def test_other_units_give_the_same_bits_of_the_objective(weights, power):
    """F and its gradient are the same up to a power of two, if lengths, masses and times have other units."""
    length, mass, time = 4.0, 2.0, 8.0
    joule = mass * length**2 / time**2
    parts = STACK["body"]["beams"]["parts"]
    places = [
        {key: [length * x for x in part.get(key, [0, 0, 0])] for key in ("origin", "size")} for part in parts
    ]
    parts = [part | place for part, place in zip(parts, places, strict=True)]
    contact = {"weights": weights, "distance": CONTACT["distance"]}
    contact["stiffness"] = CONTACT["stiffness"] if weights == "pairs" else 1e10
    stiffness = contact["stiffness"] * joule / length**power
    plain = STACK | {"contact": contact}
    scaled = STACK | {
        "body": {"beams": {"parts": parts}},
        "density": 1000 * mass / length**3,
        "material": STACK["material"] | {"youngs_modulus": 1e5 * joule / length**3},
        "contact": contact | {"distance": CONTACT["distance"] * length, "stiffness": stiffness},
        "gravity": [0, 0, -9.81 * length / time**2],
        "start": [{"vertices": {"select": "box", "minimum": [-4, -4, 4.04], "maximum": [8, 8, 8]}}],
        "step": STACK["step"] | {"time_step": STACK["step"]["time_step"] * time},
    }
    scaled["start"][0]["velocity"] = [0, 0, -0.4 * length / time]
    motion, other = sb.Scene.load(plain).motion(), sb.Scene.load(scaled).motion()
    for problem in motion:
        positions = motion.minimum()
        problem_there = other.problem
        assert problem.objective(positions) * joule == problem_there.objective(positions * length)
        np.testing.assert_array_equal(
            problem.gradient(positions) * (joule / length), problem_there.gradient(positions * length)
        )
        motion.advance(positions)
        other.advance(positions * length)
    end = sb.run(plain, "newton")["newton"].iterations.iloc[-1]
    end_there = sb.run(scaled, "newton")["newton"].iterations.iloc[-1]
    assert end["contact_energy"] > 0.1
    for column, unit in {"objective": joule, "contact_energy": joule, "smallest_gap": length}.items():
        assert end[column] * unit == pytest.approx(end_there[column], rel=1e-7)


def pressed_blocks(low: int, high: int, contact: dict) -> dict:
    """Two blocks of height 1/2 and section 1, without Poisson's effect, pressed by .02 m beyond their gap."""
    block = {"size": [1, 1, 0.5], "cells": [low, low, 2]}
    upper = {"origin": [0, 0, 0.53], "size": [1, 1, 0.5], "cells": [high, high, 2]}
    return {
        "body": {"beams": {"parts": [block, upper]}},
        "material": {"model": "strain", "stiffness": 1e5},
        "contact": contact,
        "anchors": {
            "stiffness": "hard",
            "groups": [
                {"vertices": {"select": "z_min"}},
                {"vertices": {"select": "z_max"}, "translation": [0, 0, -1e-8]},
            ],
        },
        "step": {"integrator": "quasi_static", "time_step": 1e6, "steps": 5, "iterations": 200},
    }


@pytest.mark.parametrize(
    "contact",
    [
        {"distance": 0.02, "stiffness": 1e9},
        {"distance": 0.02, "stiffness": 1e6, "law": "penalty"},
        {"distance": 0.02, "stiffness": 1e6, "law": "cubic_barrier"},
    ],
    ids=lambda contact: contact.get("law", "log_barrier"),
)
@pytest.mark.parametrize("cells", [(4, 4), (4, 3)], ids=["matching", "other cells"])
def test_pressed_blocks_carry_the_force_of_two_springs_in_series(contact, cells):
    """Each block of stiffness E A/H is shorter by half of what is not gap: F = E A (.02 m + gap)/(2 H)."""
    scene = pressed_blocks(*cells, contact)
    motion = sb.Scene.load(scene).motion()
    for _ in motion:
        problem, q = motion.problem, motion.minimum()
        motion.advance(q)
    without = sb.Scene.load({key: value for key, value in scene.items() if key != "contact"}).problem()
    forces = (problem.gradient(q) - without.gradient(q))[:, 2]  # of contact alone
    z = problem.rest_positions[:, 2]
    assert forces[z < 0.51].sum() == pytest.approx(-forces[z > 0.51].sum(), rel=1e-9)
    gap = q[np.isclose(z, 0.53), 2].mean() - q[np.isclose(z, 0.5), 2].mean()
    assert 0 < gap < contact["distance"]
    expected = 1e5 * (0.05 - 0.03 + gap) / (2 * 0.5)
    assert abs(forces[z < 0.51].sum()) == pytest.approx(expected, rel=0.02)


def gap_of_pressed_blocks(cells: int, contact: dict) -> tuple[float, float]:
    """The mean gap over d̂ between matching blocks, and the deviation of their strain over its mean."""
    motion = sb.Scene.load(pressed_blocks(cells, cells, contact)).motion()
    for _ in motion:
        problem, q = motion.problem, motion.minimum()
        motion.advance(q)
    rest = problem.rest_positions
    heights = [q[np.isclose(rest[:, 2], z), 2].mean() for z in (0.5, 0.53)]
    corners, places = (x[problem.tets[:, 1:]] - x[problem.tets[:, :1]] for x in (rest, q))
    strains = np.einsum("nik,nkj->nij", np.linalg.inv(corners), places)[:, 2, 2] - 1
    spread = strains.std() / abs(strains.mean())
    return (heights[1] - heights[0]) / contact["distance"], spread


def test_with_weights_of_areas_the_gap_converges_over_meshes():
    """With one weight for all pairs, a surface is the stiffer the finer it is: it has more vertices."""
    law = {"distance": 0.02, "law": "penalty"}
    found = {
        weights: np.array(
            [gap_of_pressed_blocks(n, law | {"weights": weights, "stiffness": stiffness}) for n in (2, 4, 8)]
        )
        for weights, stiffness in {"pairs": 1e4, "areas": 2e5}.items()
    }
    coarse, middle, fine = 1 - found["pairs"][:, 0]  # how far a gap is pressed together: a fourth each time
    assert coarse / middle == pytest.approx(4, rel=0.05)
    assert middle / fine == pytest.approx(4, rel=0.05)
    first, second = np.abs(np.diff(found["areas"][:, 0]))
    assert second < 0.5 * first  # the rims of the blocks, which weigh less, are of first order
    assert 1 - found["areas"][-1, 0] > 0.2
    assert (np.diff(found["areas"][:, 1]) < 0).all()  # the stress becomes uniform


def test_a_collision_of_free_bodies_keeps_their_momentum():
    scene = STACK | {"gravity": [0, 0, 0], "anchors": {"groups": []}}
    run = sb.run(scene | {"step": STACK["step"] | {"steps": 8}}, "newton")["newton"]
    ends = run.iterations.groupby("step").last()
    assert ends["contact_energy"].max() > 1e-3
    momentum = ends["linear_momentum"].iloc[0]
    np.testing.assert_allclose(ends["linear_momentum"], momentum, rtol=1e-9)
    assert momentum == pytest.approx(0.4 * 1000 * 0.8**3, rel=1e-9)
    assert ends["total_energy"].is_monotonic_decreasing


def test_a_push_that_is_stronger_than_a_penalty_stalls_before_surfaces_cross():
    scene = MEETING | {"contact": SOFT, "start": [{"vertices": UPPER, "velocity": [0, 0, -40]}]}
    run = sb.run(scene, "newton", iterations=200)["newton"]
    assert run.manifest["status"] == "stalled"
    assert "the push is stronger than the term" in run.manifest["message"]
    assert (run.iterations["intersections"] == 0).all()


LENGTH, AREA, DENSITY, STIFFNESS, SPEED = 1.0, 0.01, 1000.0, 1e6, 0.1  # of a column that bounces


def momenta_of_a_bouncing_column(step: float) -> np.ndarray:
    """The momentum along z after each step [kg m/s]; the column falls onto a held plate at SPEED."""
    column = {"origin": [0, 0, 0.1009], "size": [0.1, 0.1, LENGTH], "cells": [1, 1, 30]}
    plate = {"origin": [-0.05, -0.06, 0], "size": [0.21, 0.22, 0.1], "cells": [1, 1, 1]}
    low = {"select": "box", "minimum": [-1, -1, -1], "maximum": [1, 1, 0.1005]}
    high = {"select": "box", "minimum": [-1, -1, 0.1005], "maximum": [1, 1, 2]}
    scene = {
        "body": {"beams": {"parts": [plate, column]}},
        "density": DENSITY,
        "material": {"model": "strain", "stiffness": STIFFNESS},
        "contact": {"distance": 1e-3, "stiffness": 1e13},
        "anchors": {"stiffness": "hard", "groups": [{"vertices": low}]},
        "start": [{"vertices": high, "velocity": [0, 0, -SPEED]}],
        "step": {"time_step": step, "steps": round(0.08 / step), "iterations": 100},
    }
    motion = sb.Scene.load(scene).motion()
    momenta = []
    for problem in motion:
        is_column = problem.rest_positions[:, 2] > 0.1005
        minimum = motion.minimum()
        velocities = (minimum - problem.previous_positions)[is_column, 2] / step
        momenta.append(np.sum(problem.masses[is_column] * velocities))
        motion.advance(minimum)
    return np.array(momenta)


def test_a_column_bounces_as_a_wave_says():
    """A column of length L at speed v on a plate: the force A rho c v acts for 2 L/c.

    c = sqrt(E/rho), because Poisson's ratio of the strain law is 0. It would leave at the speed v, but
    implicit Euler smooths the front of the wave, and so takes the less of it the smaller the step is.
    """
    step, wave = 5e-4, math.sqrt(STIFFNESS / DENSITY)
    force, momentum = AREA * DENSITY * wave * SPEED, AREA * LENGTH * DENSITY * SPEED
    momenta = momenta_of_a_bouncing_column(step)
    forces = np.diff(momenta, prepend=-momentum) / step
    pushing = np.flatnonzero(forces > 0.05 * force)
    assert step * (pushing[-1] - pushing[0] + 1) == pytest.approx(2 * LENGTH / wave, rel=0.1)
    middle = forces[pushing[0] + len(pushing) // 4 : pushing[0] + 3 * len(pushing) // 4]
    assert middle.mean() == pytest.approx(force, rel=0.03)
    coarse = momenta_of_a_bouncing_column(2 * step)[-1]
    assert 0.7 * momentum < coarse < momenta[-1] < momentum


def test_multipliers_keep_the_distance_whatever_the_stiffness_is():
    """The end is that of Newton's method with an ever stiffer penalty, whose error falls as 1/κ."""
    scene = STACK | {"step": STACK["step"] | {"steps": 1, "iterations": 300}}

    def end(solver: str, stiffness: float) -> dict:
        contact = {"distance": 0.01, "law": "penalty", "stiffness": stiffness}
        return sb.run(scene | {"contact": contact}, solver)[solver].iterations.iloc[-1]

    soft, stiff = (end("alm", stiffness) for stiffness in (3e7, 1e9))
    assert soft["objective"] == pytest.approx(stiff["objective"], rel=1e-9)
    for row in (soft, stiff):
        assert row["smallest_gap"] == pytest.approx(0.01, rel=1e-6)
    errors = [stiff["objective"] - end("newton", stiffness)["objective"] for stiffness in (1e7, 1e8, 1e9)]
    assert errors[0] > 0
    assert [errors[i] / errors[i + 1] for i in (0, 1)] == pytest.approx([10, 10], rel=0.15)


@pytest.mark.parametrize("tolerance", [3, 10, 30])  # N
def test_multipliers_have_converged_if_no_pair_lacks_more_force_than_the_tolerance(tolerance):
    """Nearly parallel edges, which push weakly, may lack more distance; here they do not decide."""
    stiffness = 1e6  # J/m²
    contact = {"distance": 0.01, "law": "penalty", "stiffness": stiffness}
    scene = STACK | {"contact": contact, "step": STACK["step"] | {"steps": 1, "iterations": 300}}
    (run,) = sb.run(scene, f"alm[gradient_tolerance={tolerance}]").values()
    assert run.manifest["status"] == "converged"
    violation = run.iterations["largest_penetration"]
    assert stiffness * violation.max() > 5 * tolerance
    assert stiffness * violation.iloc[-1] < tolerance


def test_multipliers_hold_bodies_that_the_penalty_is_too_weak_to_hold():
    """Where surfaces cut steps again and again, gaps would shrink until rounding allows no step."""
    contact = {"distance": 0.01, "law": "penalty", "stiffness": 1e3}
    scene = STACK | {"contact": contact, "step": STACK["step"] | {"steps": 6, "iterations": 300}}
    (run,) = sb.run(scene, "alm").values()
    assert run.iterations["step"].max() == 6
    assert run.iterations["smallest_gap"].iloc[-1] > 0.009


def test_multipliers_take_weights_and_start_anew_in_each_step():
    """With areas as weights, and a penalty that is a tenth, the limit is the same, over four steps."""
    contact = {"distance": 0.01, "law": "penalty", "stiffness": 1e8}
    first, other = (
        sb.run(STACK | {"contact": contact | more}, solver)
        for more, solver in (({}, "alm"), ({"weights": "areas", "stiffness": 1e10}, "alm[penalty=0.1]"))
    )
    ends = [run.iterations.groupby("step").last() for runs in (first, other) for run in runs.values()]
    energies = [end["objective"] - end["contact_energy"] for end in ends]
    assert len(energies[0]) == 4
    assert energies[0].to_numpy() == pytest.approx(energies[1].to_numpy(), rel=1e-6)
