"""A run writes the documented files and columns, with the same bytes each time. Also rerun and compare."""

import hashlib
import json
import re
import shlex

import meshio
import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, files_of, table_rows

from simbench import load_run

CONTRACT_COLUMNS = [
    *("iteration", "objective", "inertial", "constraint", "relative_error", "gradient_norm"),
    *("linear_momentum", "angular_momentum", "min_det_f", "inverted_tets"),
]
SMOKE = "--scene smoke.json"
QUICK = "--scene smoke.json --solver qn --iterations 3 --output OUT"


# --- What is written


def test_a_run_has_its_four_files_and_the_contract_columns(run_simbench, workplace):
    run_simbench(QUICK)
    files = ["environment.json", "iterations.csv", "manifest.json", "timings.csv"]
    assert sorted(files_of(workplace / "OUT/qn")) == files
    table = pd.read_csv(workplace / "OUT/qn/iterations.csv")
    assert list(table.columns)[:10] == CONTRACT_COLUMNS
    assert "step" in table.columns
    assert not [name for name in table.columns if "second" in name or "time" in name]
    assert table["iteration"].tolist() == [0, 1, 2, 3]
    np.testing.assert_allclose(table["inertial"] + table["constraint"], table["objective"], rtol=1e-15)
    timings = pd.read_csv(workplace / "OUT/qn/timings.csv")
    assert list(timings.columns)[:3] == ["iteration", "iteration_seconds", "elapsed_seconds"]
    assert timings["iteration"].tolist() == table["iteration"].tolist()
    assert (timings["elapsed_seconds"].diff().dropna() > 0).all()
    manifest = json.loads((workplace / "OUT/qn/manifest.json").read_text())
    assert manifest["scene_file"] == "smoke.json" and manifest["solver"] == "qn"
    assert manifest["status"] == "max_iterations"
    text = (workplace / "OUT/qn/iterations.csv").read_bytes()
    assert manifest["files_sha256"] == {"iterations.csv": hashlib.sha256(text).hexdigest()}


def test_a_second_run_and_two_threads_give_the_same_bytes(run_simbench, workplace, solvers):
    arguments = f"{SMOKE} --solver every --iterations 15 --vtu 5"
    run_simbench(f"{arguments} --output A --threads 1")
    run_simbench(f"{arguments} --output B --threads 1", environment={"SIMBENCH_CACHE": str(workplace / "c")})
    run_simbench(f"{arguments} --output C --threads 2", environment={"LC_ALL": "de_DE.UTF-8"})
    for solver in solvers:
        a, b, c = (files_of(workplace / folder / solver) for folder in "ABC")
        assert a.keys() == b.keys() == c.keys()
        for name in a.keys() - {"timings.csv", "environment.json"}:
            assert a[name] == b[name] == c[name], (solver, name)
    assert load_run(workplace / "C/qn").environment["threads"] == 2


def test_vtu_snapshots_are_read_by_meshio(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver qn --iterations 5 --vtu 2 --output OUT")
    folder = workplace / "OUT/qn"
    names = [f"positions_0001_{iteration:06}.vtu" for iteration in (0, 2, 4, 5)]
    assert sorted(path.name for path in folder.glob("*.vtu")) == names
    assert re.findall(r'file="([^"]+)"', (folder / "positions.pvd").read_text()) == names
    table = load_run(folder).iterations
    density_volume = None
    for name in names:
        mesh = meshio.read(folder / name)
        assert mesh.points.shape == (81, 3) and mesh.points.dtype == np.float64
        (cells,) = mesh.cells
        assert cells.type == "tetra" and cells.data.shape == (160, 4)
        corners = mesh.points[cells.data]
        volumes = np.linalg.det(corners[:, 1:] - corners[:, :1]) / 6
        determinants = np.ravel(mesh.cell_data["det_f"][0])
        if density_volume is None:
            density_volume = volumes / determinants  # at rest: the same in all snapshots
            assert density_volume.sum() == pytest.approx(0.8 * 0.2 * 0.2, rel=1e-12)
        np.testing.assert_allclose(volumes / density_volume, determinants, rtol=1e-10)
        row = table[table["iteration"] == int(name[15:21])].iloc[0]
        assert determinants.min() == row["min_det_f"]


def rest_volumes(mesh: meshio.Mesh) -> np.ndarray:
    corners = mesh.point_data["rest_positions"][mesh.cells_dict["tetra"]]
    return np.linalg.det(corners[:, 1:] - corners[:, :1]) / 6


RIGHT_HALF = {"select": "box", "minimum": [0.4, 0, 0], "maximum": [1, 1, 1]}


@pytest.mark.parametrize(
    ("solvers", "setting", "value"),
    [
        ("newton,pd,xpbd,qn", "material.stiffness", 1e6),
        ("newton,qn", "material", {"model": "stable_neo_hookean", "youngs_modulus": 1e6}),
        ("newton,pd", "regions", [{"tets": RIGHT_HALF, "material": {"model": "strain", "stiffness": 1e5}}]),
        ("newton,qn", "potentials", [{"type": "volumes", "tets": {"select": "all"}, "stiffness": 1e5}]),
    ],
)
def test_snapshots_have_the_energy_of_each_tet_and_the_displacement_to_the_minimiser(
    run_simbench, workplace, solvers, setting, value
):
    setting = f"--set {setting}={shlex.quote(json.dumps(value))}"
    run_simbench(f"{SMOKE} --solver {solvers} --iterations 4 --vtu 1 --output OUT {setting}")
    minimisers = []
    for folder in (workplace / "OUT").iterdir():
        rows = load_run(folder).iterations.set_index("iteration")
        for path in folder.glob("*.vtu"):
            mesh = meshio.read(path)
            energy = rest_volumes(mesh) @ mesh.cell_data_dict["energy_density"]["tetra"]
            assert energy == pytest.approx(rows["material_energy"][int(path.stem[-6:])], rel=1e-12)
            minimisers.append(mesh.points + mesh.point_data["displacement_to_minimiser"])
    for minimiser in minimisers:
        np.testing.assert_allclose(minimiser, minimisers[0], rtol=0, atol=1e-15)
    run_simbench(f"{SMOKE} --solver newton --vtu --output MINIMUM {setting}")
    (found,) = (workplace / "MINIMUM/newton").glob("*.vtu")
    np.testing.assert_allclose(minimisers[0], meshio.read(found).points, rtol=0, atol=1e-7)


def test_snapshots_without_a_reference_have_no_data_on_a_minimiser(run_simbench, workplace):
    run_simbench(f"{SMOKE} --solver pd --iterations 1 --vtu --reference none --output OUT")
    mesh = meshio.read(workplace / "OUT/pd/positions_0001_000001.vtu")
    assert list(mesh.point_data) == ["rest_positions"] and list(mesh.cell_data) == ["det_f", "energy_density"]


def test_the_series_has_the_time_of_each_iterate_and_ends_each_step_at_its_end(run_simbench, workplace):
    step = "--set step.steps=3 --set step.time_step=0.25"
    run_simbench(f"{SMOKE} --solver pd --iterations 4 --vtu 2 --output OUT", step)
    pvd = (workplace / "OUT/pd/positions.pvd").read_text()
    times = [float(time) for time in re.findall(r'timestep="([^"]+)"', pvd)]
    ends = [0.05, 0.15, 0.25]  # of iterations 0, 2 and 4 of a step
    assert times == pytest.approx([0.25 * step + time for step in range(3) for time in ends], rel=1e-15)


def test_folders_of_other_solvers_and_other_files_stay(run_simbench, workplace):
    run_simbench(QUICK)
    before = files_of(workplace / "OUT/qn")
    (workplace / "OUT/notes.txt").write_text("mine")
    run_simbench(f"{SMOKE} --solver pd --iterations 1 --output OUT")
    assert files_of(workplace / "OUT/qn") == before
    assert (workplace / "OUT/notes.txt").read_text() == "mine"
    run_simbench(f"{SMOKE} --solver qn --iterations 2 --output OUT --replace")
    assert load_run(workplace / "OUT/qn").manifest["iterations"] == 2


def test_names_can_have_spaces_and_umlauts(run_simbench, workplace):
    scene = workplace / "größe 1.json"
    scene.write_text((REPOSITORY / "scenes/deformable/smoke.json").read_text())
    run_simbench("--scene", scene, "--solver qn --iterations 1 --output 'ein Ordner/für mich'")
    assert load_run(workplace / "ein Ordner/für mich/qn").manifest["scene_file"] == "größe 1.json"


def test_skip_complete_skips_good_runs_and_repeats_the_others(run_simbench, workplace):
    arguments = f"{SMOKE} --solver pd,qn --iterations 3 --output OUT --skip-complete"
    run_simbench(arguments)
    before = (workplace / "OUT/qn/environment.json").stat().st_mtime_ns
    printed = run_simbench(arguments).stdout
    assert printed.count("up to date") == 2
    (workplace / "OUT/pd/iterations.csv").write_text("damaged")
    assert list(table_rows(run_simbench(arguments).stdout.split("\n", 1)[1])) == ["pd"]
    assert (workplace / "OUT/qn/environment.json").stat().st_mtime_ns == before
    run_simbench(f"{arguments} --set solvers.qn.history=1 --replace")
    assert (workplace / "OUT/qn/environment.json").stat().st_mtime_ns != before


# --- rerun and compare


@pytest.mark.parametrize("options", ["", "--vtu 2 --precision single --record-every 2", "--reference none"])
def test_rerun_gives_the_same_bits(run_simbench, workplace, options):
    run_simbench(f"{SMOKE} --solver admm --iterations 5 --set solvers.admm.weight=4 --output OUT {options}")
    printed = run_simbench("rerun OUT/admm/manifest.json --output AGAIN").stdout
    assert "iterations.csv: identical" in printed and "differs" not in printed
    assert "manifest.json: identical" in printed
    before, after = files_of(workplace / "OUT/admm"), files_of(workplace / "AGAIN/admm")
    for name in before.keys() - {"timings.csv", "environment.json"}:
        assert before[name] == after[name]


def test_rerun_reports_other_bits(run_simbench, workplace):
    run_simbench(QUICK)
    manifest = workplace / "OUT/qn/manifest.json"
    text = manifest.read_text()
    digest = json.loads(text)["files_sha256"]["iterations.csv"]
    manifest.write_text(text.replace(digest, "0" * 64))
    printed = run_simbench("rerun OUT/qn/manifest.json --output AGAIN", exit_code=1).stdout
    assert "iterations.csv: differs" in printed


def test_rerun_into_its_own_folder_compares_with_what_was_there(run_simbench, workplace):
    run_simbench(QUICK)
    run_simbench("rerun OUT/qn/manifest.json --output OUT")
    manifest = workplace / "OUT/qn/manifest.json"
    text = manifest.read_text()
    manifest.write_text(text.replace(json.loads(text)["files_sha256"]["iterations.csv"], "0" * 64))
    run_simbench("rerun OUT/qn/manifest.json --output OUT", exit_code=1)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("status", "converged"), ("message", "x"), ("iterations", 4), ("reference_minimum", [1.5])],
        *[("mesh_sha256", "0" * 64), ("start_positions_sha256", "0" * 64), ("vertices", 1), ("tets", 1)],
        *[("scene_sha256", "0" * 64), ("run_id", "0" * 16), ("precision", "single"), ("unknown", 1)],
    ],
)
def test_rerun_compares_every_key_of_the_manifest(run_simbench, workplace, key, value):
    run_simbench(QUICK)
    manifest = workplace / "OUT/qn/manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), key: value}))
    printed = run_simbench("rerun OUT/qn/manifest.json --output AGAIN --quiet", exit_code=1).stdout
    assert "manifest.json: differs" in printed and f"  {key}: " in printed and "iterations.csv" not in printed


def test_rerun_reports_another_commit_of_the_same_build(run_simbench, workplace):
    """A commit that changes no source gives the same build with another commit number."""
    run_simbench(QUICK)
    manifest = workplace / "OUT/qn/manifest.json"
    text = json.loads(manifest.read_text())
    text["build"]["git_commit"] = "0" * 40
    manifest.write_text(json.dumps(text))
    finished = run_simbench("rerun OUT/qn/manifest.json --output AGAIN")
    assert "another build" not in finished.stderr and "manifest.json: identical" not in finished.stdout
    assert f'  may differ: build.git_commit: "{"0" * 40}" there, ' in finished.stdout
    assert "has changed since the run wrote it" in finished.stderr
    text["build"]["compiler"] = "another"  # it has the same id only if it was changed by hand
    manifest.write_text(json.dumps(text))
    printed = run_simbench("rerun OUT/qn/manifest.json --output AGAIN", exit_code=1).stdout
    assert '  build.compiler: "another" there, ' in printed


def test_rerun_warns_of_rows_that_have_changed_since_the_run(run_simbench, workplace):
    run_simbench(QUICK)
    manifest = workplace / "OUT/qn/manifest.json"
    assert run_simbench("rerun", manifest, "--output first --quiet").stderr == ""
    rows = workplace / "OUT/qn/iterations.csv"
    rows.write_text(rows.read_text().replace("1", "2", 1))
    finished = run_simbench("rerun", manifest, "--output second --quiet")
    assert "OUT/qn: iterations.csv has changed since the run wrote it" in finished.stderr
    (workplace / "manifest.json").write_text(manifest.read_text())  # without the other files
    assert run_simbench("rerun manifest.json --output third --quiet").stderr == ""


def test_rerun_of_another_build_compares_the_rest(run_simbench, workplace):
    run_simbench(QUICK)
    manifest = workplace / "OUT/qn/manifest.json"
    text = json.loads(manifest.read_text())
    text["build"]["id"], text["run_id"] = "0" * 64, "0" * 16
    manifest.write_text(json.dumps(text))
    finished = run_simbench("rerun OUT/qn/manifest.json --output AGAIN")
    assert "another build" in finished.stderr and "differs" not in finished.stdout
    summary = re.search(
        r"manifest.json: (\d+) of (\d+) members identical; the others may differ\n", finished.stdout
    )
    kept = json.loads((workplace / "AGAIN/qn/manifest.json").read_text())
    told = set(kept) - {"files_sha256", "manifest_sha256"}  # the files have lines of their own
    assert [int(number) for number in summary.groups()] == [len(told) - 2, len(told)]
    lines = re.findall(r"  may differ: (\S+): (.*) there, (.*) here\n", finished.stdout)
    assert lines == [
        ("run_id", f'"{"0" * 16}"', f'"{kept["run_id"]}"'),
        ("build.id", f'"{"0" * 64}"', f'"{kept["build"]["id"]}"'),
    ]
    manifest.write_text(json.dumps({**text, "status": "converged"}))
    run_simbench("rerun OUT/qn/manifest.json --output AGAIN", exit_code=1)


def test_rerun_of_an_older_build_allows_keys_that_it_lacked(run_simbench, workplace):
    run_simbench(f"{QUICK} --reference 1000.5")
    manifest = workplace / "OUT/qn/manifest.json"
    text = json.loads(manifest.read_text())
    text["build"]["id"] = "0" * 64
    text["options"]["reference"] = "1000.5"  # as a text, like in older versions
    del text["scene"]["potentials"], text["scene"]["step"]["integrator"]
    text["scene_sha256"] = "0" * 64
    manifest.write_text(json.dumps(text))
    printed = run_simbench("rerun OUT/qn/manifest.json --output AGAIN").stdout
    assert "differs" not in printed
    for member in ("options.reference", "scene.potentials", "scene.step.integrator", "scene_sha256"):
        assert f"  may differ: {member}: " in printed
    text["scene"]["density"] = 7
    manifest.write_text(json.dumps(text))
    printed = run_simbench("rerun OUT/qn/manifest.json --output MORE", exit_code=1).stdout
    assert "iterations.csv: differs" in printed


@pytest.mark.parametrize(
    ("format_", "reason"),
    [(2, "reads format 1"), ("1", "/format: expected a number"), (None, "/format: expected a number")],
)
def test_rerun_reads_its_own_format_only(refused, run_simbench, workplace, format_, reason):
    run_simbench(QUICK)
    text = json.loads((workplace / "OUT/qn/manifest.json").read_text())
    (workplace / "m.json").write_text(json.dumps({**text, "format": format_}))
    assert reason in refused("rerun m.json")


def test_rerun_does_not_compare_with_a_run_that_it_has_not_replaced(run_simbench, workplace):
    """A failed repetition is put aside, and the existing good run is not compared."""
    options = "--precision single --set material.stiffness=1e-300 --reference none"
    run_simbench(f"{SMOKE} --solver qn {options} --output OUT", exit_code=5)
    manifest = workplace / "OUT/qn/manifest.json"
    text = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**text, "status": "converged"}))
    printed = run_simbench("rerun OUT/qn/manifest.json --output OUT", exit_code=5).stdout
    assert "manifest.json: differs" in printed and '  status: "converged" there' in printed
    assert json.loads(manifest.read_text())["status"] == "converged"


def test_rerun_of_a_run_against_the_best_of_several_is_refused(run_simbench):
    run_simbench(f"{SMOKE} --solver pd,qn --iterations 2 --reference best --output OUT")
    assert "best" in run_simbench("rerun OUT/pd/manifest.json", exit_code=2).stderr


# --- Numerical failures


def test_numbers_that_do_not_fit_have_their_own_status(run_simbench, workplace):
    options = "--precision single --set material.stiffness=1e-300 --reference none --output OUT"
    run_simbench(f"{SMOKE} --solver pbd,qn {options}", exit_code=5)
    for solver in ("pbd", "qn"):
        assert load_run(workplace / "OUT" / solver).manifest["status"] == "not_representable"


def test_no_nan_is_printed(run_simbench):
    finished = run_simbench(
        f"{SMOKE} --solver newton,qn,pbd --reference none --output OUT",
        "--set 'initial_velocity=[1e308,0,0]' --set step.time_step=10",
        exit_code=5,
    )
    assert table_rows(finished.stdout)["qn"][1:3] == ["-", "-"]
    assert "nan" not in finished.stdout + finished.stderr
