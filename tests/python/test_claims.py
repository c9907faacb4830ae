"""Claims are judged right: on small made-up results that satisfy or contradict them, on shapes whose numbers
are known, and on true runs of a small beam and of the thesis's main setting.
"""

import itertools
import json
import math
import os
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, synthetic_manifest

from simbench import ResultsError, tables
from simbench.claims import CLAIMS, momentum, neo_hookean, report, twist, untwist, weights
from simbench.claims.command import register_claims
from simbench.claims.results import AXES, Results
from simbench.claims.verdicts import CONFIRMED, DEPENDS, NOT_RUN, REFUTED, Part, verdict, verdict_by
from simbench.shapes import Shape

pytestmark = pytest.mark.slow

GRID = [(h, k) for h in (1e-1, 1e-2, 1e-3, 1e-4) for k in 10.0 ** np.arange(5, 13)]
START, MINIMUM = 2.91891e6, 384537.0  # J


def curve(error, start=START, minimum=MINIMUM, **columns) -> pd.DataFrame:
    """Iterations of a run with this relative error as a function of the iteration, recorded every 10."""
    iteration = np.arange(0, 1001, 10)
    errors = np.array([error(i) for i in iteration])
    table = {
        "step": 1,
        "iteration": iteration,
        "objective": minimum + (start - minimum) * errors,
        "inertial": iteration * 1.0,
        "constraint": minimum + (start - minimum) * errors,
        "relative_error": errors,
    }
    return pd.DataFrame({**table, **columns})


def ends(start, last, **columns) -> pd.DataFrame:
    """A run of which the first and last row matter alone."""
    table = {"step": 1, "iteration": [0, 1000], "objective": [start, last], "inertial": [0, 1.0]}
    return pd.DataFrame({**table, "constraint": [start, last], "relative_error": math.nan, **columns})


def write_sweep(folder, axes, runs, milliseconds=None, scene=None, **manifest) -> None:
    """A sweep as simbench writes it; `runs`: (solver, {short axis: value}, iterations, status) each.

    An iteration takes `milliseconds[solver]`, or 1. `scene`: members of the scenes, or a function that gives
    them for a run's short axes.
    """
    rows = []
    for number, (solver, setting, table, status) in enumerate(runs):
        run_id = f"{number:014d}e5"
        cells = {AXES[axis]: setting.get(axis) for axis in axes}
        rows.append(
            {"run_id": run_id, "solver": solver, **cells, "status": status, "iterations": 1000}
            | {"final_relative_error": 0}
        )
        if status in ("missing", "declined"):
            continue
        run = folder / "runs" / run_id
        run.mkdir(parents=True)
        table.to_csv(run / "iterations.csv", index=False)
        seconds = 1e-3 * (milliseconds or {}).get(solver, 1)
        times = table[["step", "iteration"]].assign(
            iteration_seconds=seconds, elapsed_seconds=seconds * table["iteration"]
        )
        times.to_csv(run / "timings.csv", index=False)
        members = scene(setting) if callable(scene) else scene or {}
        described = {"run_id": run_id, "status": status, "reference_minimum": [MINIMUM], "scene": members}
        described |= manifest
        (run / "manifest.json").write_text(json.dumps(synthetic_manifest(solver, **described)))
        (run / "environment.json").write_text("{}")
    summary = pd.DataFrame(rows)
    folder.mkdir(exist_ok=True)
    summary.to_csv(folder / "summary.csv", index=False)
    summary[["run_id", "solver"]].assign(setup_seconds=0, iteration_seconds=1).to_csv(
        folder / "summary_timings.csv", index=False
    )


def main_setting(folder, *, pd_plateau=0.0, admm_at_40=0.004, missing=()) -> Results:
    """The untwisting beam at 1e-2 s, 1e8 Pa: errors that fall as the thesis's table has them."""
    table = {
        "qn": [1, 0, 0, 0, 0],
        "admm": [1, admm_at_40, 0, 0, 0],
        "pd": [1, 0.227, 0.126, 0.0004, 0],
        "xpbd": [1, 0.678, 0.478, 0.04, 0.018],
    }
    runs = []
    for solver, errors in table.items():
        floor = pd_plateau if solver == "pd" else 0

        def error(i, errors=errors, floor=floor):
            return max(floor, float(np.interp(i, (0, 40, 60, 260, 1000), errors)))

        status = "missing" if solver in missing else "max_iterations"
        runs.append((solver, {"h": 1e-2, "k": 1e8}, curve(error), status))
    write_sweep(folder / "thesis_untwist", ["h", "k"], runs)
    return Results(folder)


def test_a_table_of_errors_with_the_digits_claimed_is_confirmed_and_with_others_refuted(tmp_path):
    assert untwist.table_of_relative_errors(main_setting(tmp_path / "a")).kind == CONFIRMED
    found = untwist.table_of_relative_errors(main_setting(tmp_path / "b", admm_at_40=0.00335))
    assert found.kind == REFUTED
    assert [finding for finding in found.findings if finding.startswith("Not so")] == [
        "Not so: ADMM 0.3, 0.0, 0.0, 0.0"
    ]


def test_iterations_to_the_minimum(tmp_path):
    found = untwist.iterations_to_the_minimum(main_setting(tmp_path / "a"))
    assert found.kind == CONFIRMED
    assert "PD has a relative error below 0.05 % after 260 iterations" in found.findings[2]
    found = untwist.iterations_to_the_minimum(main_setting(tmp_path / "b", pd_plateau=0.1))
    assert found.kind == REFUTED
    assert "PD has a relative error below 0.05 % after None iterations" in found.findings[2]


@pytest.mark.parametrize(
    ("milliseconds", "kind"),
    [({"qn": 2}, CONFIRMED), ({"qn": 4}, REFUTED), ({"qn": 2, "admm": 9}, REFUTED)],
)
def test_cost_of_an_iteration(tmp_path, milliseconds, kind):
    decays = {"xpbd": 1000.0, "pd": 50.0, "admm": 12.0, "qn": 5.0}
    runs = [
        (solver, {"cells": json.dumps(cells)}, curve(lambda i, d=decay: math.exp(-i / d)), "max_iterations")
        for cells in ([16, 3, 3], [32, 6, 6], [48, 9, 9])
        for solver, decay in decays.items()
    ]
    write_sweep(tmp_path / "cost_untwist", ["cells"], runs, milliseconds, tets=5760)
    found = untwist.cost_of_an_iteration(Results(tmp_path))
    assert found.kind == kind
    assert "XPBD 1.00" in found.findings[0]


def momentum_results(folder, pd_objective) -> Results:
    """A beam of 1152 kg at rms 2.7 m/s; PD ends at `pd_objective`, with a momentum if that is not 4331 J."""
    own = {
        "xpbd": [{}],
        "pd": [{"global_step": name} for name in ("positions", "increment")],
        "admm": [{"c": c} for c in (0.1, momentum.THESIS_WEIGHT)],
        "qn": [
            {"history": number, "line_search": search}
            for number, search in itertools.product((0, 5), ("backtracking", "none"))
        ],
    }
    runs = []
    for precision in ("double", "single"):
        for solver, settings in own.items():
            for setting in settings:
                errant = solver == "pd" and setting["global_step"] == "positions"
                last = pd_objective[precision] if errant else 4331.0
                gained = 4000.0 if last != 4331 else 1e-6
                table = curve(
                    lambda i: 1 if i == 0 else 0,
                    minimum=last,
                    inertial=np.linspace(0, last, 101),
                    linear_momentum=gained,
                    angular_momentum=gained,
                )
                for origin in (momentum.AT_ORIGIN, momentum.FAR):
                    axes = {"precision": precision, "origin": json.dumps(origin), **setting}
                    runs.append((solver, axes, table, "max_iterations"))
    axes = ["precision", "origin", "global_step", "c", "history", "line_search"]
    beam = {"density": 1000, "body": {"beam": {"size": [3.2, 0.6, 0.6]}}}
    write_sweep(folder / "momentum", axes, runs, scene=beam)
    supernodal = [
        (
            "pd",
            {"precision": "single", "origin": json.dumps(origin), "linear_solver": "supernodal"},
            table,
            "max_iterations",
        )
        for origin in (momentum.AT_ORIGIN, momentum.FAR)
    ]
    write_sweep(
        folder / "momentum_linear_solver", ["precision", "origin", "linear_solver"], supernodal, scene=beam
    )
    return Results(folder)


@pytest.mark.parametrize(
    ("double", "single", "kind"),
    [(4331.0, 4331.0, REFUTED), (4331.0, 13000.0, DEPENDS), (13000.0, 13000.0, CONFIRMED)],
)
def test_what_single_precision_alone_shows_depends_on_the_precision(tmp_path, double, single, kind):
    found = momentum.pd_ends_higher(momentum_results(tmp_path, {"double": double, "single": single}))
    assert found.kind == kind
    assert (found.depends_on != "") == (kind == DEPENDS)


def test_the_cause_of_the_momentum_is_refuted_where_pd_without_it_keeps_momentum(tmp_path):
    gains = momentum_results(tmp_path / "a", {"double": 13000.0, "single": 13000.0})
    # The increment keeps it: so it is not the missing line search.
    assert momentum.cause_of_the_momentum(gains).kind == REFUTED


def xpbd_grid(folder, fails_from: dict, inertial=2.0) -> Results:
    """XPBD ends above the start for k from `fails_from[h]` on; QN's last inertial term is 1 J."""
    runs = []
    for h, k in GRID:
        last = 2.0 if k >= fails_from[h] else 0.5
        setting = {"h": h, "k": k}
        runs.append(("xpbd", setting, ends(1.0, last, inertial=[0, inertial]), "max_iterations"))
        runs.append(("qn", setting, ends(1.0, 0.5), "converged"))
    write_sweep(folder / "thesis_twist", ["h", "k"], runs)
    return Results(folder)


THESIS_FAILURES = {1e-1: 1e7, 1e-2: 1e8, 1e-3: 1e10, 1e-4: 1e12}


def test_failures_of_xpbd_by_the_list_and_by_the_text(tmp_path):
    found = twist.xpbd_fails(xpbd_grid(tmp_path / "a", THESIS_FAILURES))
    assert (found.kind, found.depends_on) == (DEPENDS, "the reading")
    assert "h = 0.1: k ≥ 1e+07, h = 0.01: k ≥ 1e+08" in found.findings[0]
    assert found.findings[2].startswith("Not so: the text: ")
    found = twist.xpbd_fails(xpbd_grid(tmp_path / "b", {**THESIS_FAILURES, 1e-1: 1e8}))
    assert found.kind == REFUTED
    assert "differs from the thesis in 1 of 32 settings: (0.1, 1e+07)" in found.findings[0]


def test_xpbd_inertial_term_against_qn(tmp_path):
    found = twist.xpbd_inertial_term_against_qn(xpbd_grid(tmp_path, THESIS_FAILURES))
    assert found.kind == REFUTED  # 2 J everywhere: also at h = 1e-1 s, where the claim has none
    assert "settings: (0.1, 1e+05)" in found.findings[0]


def test_thresholds_take_the_last_change():
    cells = {(0.1, 1e5): True, (0.1, 1e6): False, (0.1, 1e7): True, (0.01, 1e5): False, (0.01, 1e6): False}
    assert twist.thresholds(cells) == {0.1: 1e7, 0.01: None}


def lower_minima(folder, reached_by_weight: dict) -> Results:
    runs = [("qn", {"h": h, "k": k}, ends(1.0, 0.9), "converged") for h, k in GRID]
    for c, reached in reached_by_weight.items():
        for h, k in GRID:
            last = 0.2 if (h, k) in reached else 0.9
            runs.append(("admm", {"h": h, "k": k, "c": c}, ends(1.0, last), "max_iterations"))
    write_sweep(folder / "thesis_twist", ["h", "k", "c"], runs)
    return Results(folder)


def test_where_admm_finds_another_minimum_depends_on_the_weight(tmp_path):
    thesis = {(1e-1, 1e6), (1e-1, 1e8), (1e-1, 1e11), (1e-2, 1e10), (1e-3, 1e10), (1e-3, 1e12), (1e-4, 1e12)}
    judge = twist.where_admm_finds_it
    assert judge(lower_minima(tmp_path / "a", dict.fromkeys(twist.WEIGHTS, thesis))).kind == CONFIRMED
    assert judge(lower_minima(tmp_path / "b", {c: set() for c in twist.WEIGHTS})).kind == REFUTED
    found = judge(lower_minima(tmp_path / "c", {c: thesis if c == 0.4 else set() for c in twist.WEIGHTS}))
    assert (found.kind, found.depends_on) == (DEPENDS, "the weight c")
    text = tables.admm_minimum(Results(tmp_path / "c"))
    assert "Depends on the weight in 7 settings (h, stiffness): (0.1, 1e+11)" in text
    assert text.count("**0.222**") == 7


def test_oscillations_pass_both_the_start_and_the_minimum_of_qn(tmp_path):
    settings = {(1e-2, 1e8), (1e-1, 1e10), (1e-1, 1e6), (1e-3, 1e9)}

    def results(folder, of_weight):
        still, swinging, above = (
            curve(lambda i, a=a, b=b: 1 if i == 0 else (a if i % 20 else b), start=2.0, minimum=1.0)
            for a, b in ((0.5, 0.5), (1.5, -0.5), (3.0, 1.5))
        )
        runs = [("qn", {"h": h, "k": k}, ends(2.0, 1.0), "converged") for h, k in GRID]
        for c in twist.WEIGHTS:
            for h, k in GRID:
                rest = above if (h, k) == (1e-4, 1e5) else still
                table = swinging if (h, k) in of_weight(c) else rest
                runs.append(("admm", {"h": h, "k": k, "c": c}, table, "max_iterations"))
        write_sweep(folder / "thesis_twist", ["h", "k", "c"], runs)
        return Results(folder)

    assert twist.admm_oscillates(results(tmp_path / "a", lambda c: settings)).kind == CONFIRMED
    assert twist.admm_oscillates(results(tmp_path / "b", lambda c: {(1e-2, 1e8)})).kind == REFUTED
    found = twist.admm_oscillates(results(tmp_path / "c", lambda c: settings if c == 0.3 else set()))
    assert (found.kind, found.depends_on) == (DEPENDS, "the weight c")
    assert found.findings[0].startswith("c = 0.3: between 0.25 and 1.25 of start")
    assert "| 2.5~ |" in tables.admm_minimum(Results(tmp_path / "a"))


def test_weights(tmp_path):
    def results(folder, bad):
        runs = [
            (
                "admm",
                {"h": 1e-2, "c": c},
                curve(lambda i, c=c: bad if c == 0.1 and i > 0 else math.exp(-i)),
                "max_iterations",
            )
            for c in (0.1, 0.2, 0.3)
        ]
        write_sweep(folder / "admm_weights", ["h", "c"], runs)
        return Results(folder)

    assert weights.weights_reach_the_same_objective(results(tmp_path / "a", 1.1)).kind == CONFIRMED
    assert weights.weights_reach_the_same_objective(results(tmp_path / "b", 0.9)).kind == REFUTED


def test_qn_convergence(tmp_path):
    def results(folder, status):
        runs = [
            ("qn", {"h": h, "E": k}, curve(lambda i: math.exp(-i)), status if h == 1e-3 else "converged")
            for h, k in GRID
        ]
        write_sweep(folder / "thesis_neo_hookean", ["h", "E"], runs)
        return Results(folder)

    assert neo_hookean.qn_converges(results(tmp_path / "a", "stalled")).kind == CONFIRMED
    found = neo_hookean.qn_converges(results(tmp_path / "b", "max_iterations"))
    assert found.kind == REFUTED
    assert "(0.001, 1e+12)" in found.findings[1]


def test_parts_and_cases_make_the_verdict():
    yes, no = Part(True, "it is"), Part(False, "it is")
    assert (verdict(yes).kind, verdict(yes, no).kind) == (CONFIRMED, REFUTED)
    assert verdict(yes, no).findings == ["it is", "Not so: it is"]
    assert verdict_by("x", {"a": [yes], "b": [yes, no]}).kind == DEPENDS
    assert verdict_by("x", {"a": [no], "b": [yes, no]}).kind == REFUTED
    assert verdict_by("x", {"a": [yes], "b": [yes]}).kind == CONFIRMED


def test_a_missing_sweep_run_or_axis_is_not_run(tmp_path):
    (tmp_path / "empty").mkdir()
    (nothing,) = report.judge(tmp_path / "empty", [9])
    assert (nothing.verdict.kind, nothing.verdict.findings) == (NOT_RUN, ["there is no sweep thesis_untwist"])
    main_setting(tmp_path / "gap", missing=("pd",))
    (gap,) = report.judge(tmp_path / "gap", [9])
    assert gap.verdict.kind == NOT_RUN
    assert gap.verdict.findings == ["thesis_untwist lacks 1 runs of pd with h = 0.01, k = 100000000.0"]
    (axis,) = report.judge(tmp_path / "gap", [12])
    assert axis.verdict.kind == NOT_RUN


def test_ambiguous_settings_are_an_error(tmp_path):
    results = xpbd_grid(tmp_path, THESIS_FAILURES)
    with pytest.raises(ResultsError, match="32 runs of qn"):
        results.run("thesis_twist", "qn")
    with pytest.raises(ResultsError, match="several runs of qn with the same h"):
        results.by("thesis_twist", "qn", "h")


def test_json_and_markdown_agree_and_name_the_runs(tmp_path):
    main_setting(tmp_path / "results")
    judged = report.judge(tmp_path / "results", [8, 9])
    report.write(tmp_path / "out", report.as_json(judged, {"9": {"sentence": "As recorded."}}))
    entries = json.loads((tmp_path / "out/claims.json").read_text())
    text = (tmp_path / "out/claims.md").read_text()
    assert entries["9"]["sentence"] == "As recorded."
    for number, entry in entries.items():
        section = text.split(f"## Claim {number}\n")[1].split("## Claim")[0]
        assert f"**{entry['verdict']}.**" in section
        assert all(f"- {finding}\n" in section for finding in entry["measured"])
        assert f"| [{number}](#claim-{number}) | {entry['verdict']} |" in text
        (ids,) = entry["runs"].values()
        assert len(ids) == 4
        assert all(f"`{run_id}`" in section for run_id in ids)


def test_exit_code_tells_of_a_changed_verdict_and_of_missing_runs(tmp_path, run_command):
    main_setting(tmp_path / "results")
    record = tmp_path / "claims.json"

    def judge(*more):
        return run_command("simbench-claims", tmp_path / "results", "--recorded", record, *more, check=False)

    record.write_text(json.dumps({"9": {"verdict": "confirmed", "sentence": "Same digits."}}))
    finished = judge("--only", "9", "--output", tmp_path / "out")
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "| [9](#claim-9) | confirmed | Same digits. |" in finished.stdout
    assert (tmp_path / "out/claims.md").read_text() == finished.stdout
    assert judge("--only", "9,12").returncode == 1
    record.write_text(json.dumps({"9": {"verdict": "confirmed"}, "12": {"verdict": "not run"}}))
    assert judge("--only", "9,12").returncode == 1
    assert judge("--only", "9,12", "--allow-missing").returncode == 0
    record.write_text(json.dumps({"9": {"verdict": "refuted", "sentence": ""}}))
    changed = judge("--only", "9", "--allow-missing")
    assert changed.returncode == 1
    assert changed.stderr.startswith("claim 9: confirmed, recorded is refuted: QN 0.0, 0.0, 0.0, 0.0")
    unknown = judge("--only", "99")
    assert unknown.returncode == 2
    assert "there is no claim 99" in unknown.stderr


def test_every_claim_is_on_record_with_a_sentence():
    register_claims()
    assert sorted(CLAIMS) == [*range(1, 38), *range(39, 48)]  # 38 is answered in the gallery
    recorded = report.load(REPOSITORY / "results/claims.json")
    assert list(recorded) == [str(number) for number in sorted(CLAIMS)]
    for number, entry in recorded.items():
        assert entry["verdict"] in (CONFIRMED, REFUTED, DEPENDS), number
        assert entry["sentence"].endswith("."), number
        assert entry["claim"] == CLAIMS[int(number)].text, number
    assert (REPOSITORY / "results/claims.md").read_text() == report.markdown(recorded)


# Two cubes of five tets along x.
REST = np.stack(np.meshgrid([0.0, 1, 2], [0.0, 1], [0.0, 1], indexing="ij"), -1).reshape(-1, 3)
TETS = np.array(
    [
        [i + corner for corner in cell]
        for i, cells in (
            (0, [[0, 4, 2, 1], [6, 2, 4, 7], [5, 4, 1, 7], [3, 1, 2, 7], [1, 4, 2, 7]]),
            (4, [[4, 0, 5, 6], [2, 0, 6, 3], [1, 0, 3, 5], [7, 6, 5, 3], [0, 5, 6, 3]]),
        )
        for cell in cells
    ]
)


def turned(degrees_per_metre) -> np.ndarray:
    """The two cubes with each cross-section turned in proportion to x, and shifted."""
    angles = np.radians(degrees_per_metre) * REST[:, 0]
    rotated = (REST[:, 1] + 1j * REST[:, 2] - 0.5 - 0.5j) * np.exp(1j * angles)
    return np.stack([REST[:, 0], rotated.real + 3, rotated.imag], axis=1)


def test_numbers_of_a_shape_that_are_known():
    rest = Shape(REST, REST, TETS)
    assert rest.volume_ratio == pytest.approx(1)
    assert rest.roughness == pytest.approx(0, abs=1e-6)
    assert Shape(turned(0), REST, TETS).twist == pytest.approx(0, abs=1e-9)
    # Turned by 300° in all, less than 180° from section to section: the way is counted, not the place.
    assert Shape(turned(-150), REST, TETS).twist == pytest.approx(300)
    assert Shape(2 * REST, REST, TETS).volume_ratio == pytest.approx(8)
    mirrored = Shape(REST * [1, 1, -1], REST, TETS)
    assert mirrored.volume_ratio == pytest.approx(-1)
    assert mirrored.roughness == pytest.approx(0, abs=1e-6)


def test_roughness_is_the_angle_of_a_fold():
    folded = REST.copy()
    folded[folded[:, 0] == 2] += [math.cos(0.3) - 1, 0, math.sin(0.3)]  # the second cube is sheared upwards
    faces_flat_at_rest = Shape(folded, REST, TETS)
    # Of 12 squares' diagonals none folds but those of sheared sides stay plane; of the 4 edges between the
    # cubes two fold by 0.3 rad: top and bottom. 10 diagonals + 4 edges are coplanar at rest.
    assert faces_flat_at_rest.roughness == pytest.approx(math.degrees(0.3) * math.sqrt(2 / 14))


def test_kinetic_energy_of_a_translation():
    moved = Shape(REST + np.array([0.0, 0.3, 0.4]), REST, TETS)
    # 2 m³ of 1000 kg/m³ at 0.5 m in 0.1 s: ½ · 2000 kg · (5 m/s)²
    assert moved.kinetic_energy(Shape(REST, REST, TETS), 0.1, 1000) == pytest.approx(25000)


def sweep(simbench, cache_folder, plan, output, *filters) -> None:
    command = [simbench, "sweep", plan, "--output", output, "--jobs", "2", "--quiet", *filters]
    environment = {**os.environ, "SIMBENCH_CACHE": str(cache_folder)}
    subprocess.run(command, check=True, env=environment, timeout=300)


def changed_plan(name, folder, **members):
    """A plan of scenes/sweeps with other members, written to the folder; what is in "set" is added."""
    plan = json.loads((REPOSITORY / f"scenes/sweeps/{name}.json").read_text())
    plan |= {**members, "set": {**plan.get("set", {}), **members.get("set", {})}}
    (folder / f"{name}.json").write_text(json.dumps(plan))
    return folder / f"{name}.json"


def test_true_runs_of_the_main_setting(simbench, cache_folder, tmp_path, run_command):
    """The thesis's plan at h = 1e-2 s, k = 1e8 Pa without PBD: claims that need no other setting."""
    plan = changed_plan("thesis_untwist", tmp_path, solvers=["xpbd", "pd", "admm", "qn"])
    setting = ("--filter", "step.time_step=1e-2", "--filter", "material.stiffness=1e8")
    sweep(simbench, cache_folder, plan, tmp_path / "results/thesis_untwist", *setting)
    finished = run_command("simbench-claims", tmp_path / "results", "--only", "8,9,10,11", "--allow-missing")
    assert "| [11](#claim-11) | not run |" in finished.stdout
    assert "ADMM 0.3, 0.0, 0.0, 0.0" in finished.stdout


SMALL_BEAM = {
    "momentum": {"body.beam.cells": [8, 2, 2], "step.iterations": 100},
    "momentum_linear_solver": {"body.beam.cells": [8, 2, 2], "step.iterations": 100},
    "shapes_untwist": {"body.beam.cells": [8, 2, 2]},
}


def test_true_runs_of_a_small_beam(simbench, cache_folder, tmp_path, run_command):
    """What does not depend on the size of the mesh: PBD untwists fully, PD's momentum is round-off."""
    for name, changes in SMALL_BEAM.items():
        plan = changed_plan(name, tmp_path, set=changes)
        sweep(simbench, cache_folder, plan, tmp_path / "results" / name)
    expected = {"1": CONFIRMED, "2": CONFIRMED, "17": REFUTED, "18": DEPENDS}
    record = tmp_path / "recorded.json"
    record.write_text(json.dumps({number: {"verdict": kind} for number, kind in expected.items()}))
    run_command("simbench-claims", tmp_path / "results", "--only", ",".join(expected), "--recorded", record)


def test_tables_over_the_grid(tmp_path, run_command):
    xpbd_grid(tmp_path / "results", THESIS_FAILURES)
    finished = run_command(
        "simbench-tables", tmp_path / "results", "--output", tmp_path / "tables.md", check=False
    )
    assert finished.returncode == 1  # there are no other sweeps
    text = (tmp_path / "tables.md").read_text()
    failures = text.split("## XPBD's failures")[1].split("##")[0]
    assert "| h [s] \\ k [Pa] | 1e+05 | 1e+06 |" in failures
    assert "| 1e-01 | 0.5 | 0.5 | **2** | **2** |" in failures
    assert failures.count("**2**") == 6 + 5 + 3 + 1
    assert "Not run: there is no sweep thesis_neo_hookean." in text
