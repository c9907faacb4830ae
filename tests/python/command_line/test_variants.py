"""Variants of a solver in one command: `--solver 'admm[weight=auto],admm[weight_factor=0.5]'`."""

import json

import pytest
from conftest import files_of, table_rows

from simbench import load_run, load_runs

SMOKE = "--scene smoke.json --iterations 4 --output OUT --solver"


@pytest.fixture
def bad_variant(refused):
    def refuse(solvers: str, *more: str) -> str:
        return refused(f"--scene smoke.json --output OUT --solver '{solvers}'", *more)

    return refuse


def test_each_variant_has_its_own_run_folder_and_row(run_simbench, workplace):
    solvers = "'admm[weight=auto],admm[weight_factor=0.5,prox_iterations=20],qn'"
    printed = run_simbench(f"{SMOKE} {solvers}").stdout
    labels = ["admm-weight=auto", "admm-weight_factor=0.5,prox_iterations=20", "qn"]
    assert list(table_rows(printed)) == labels
    assert sorted(path.name for path in (workplace / "OUT").iterdir()) == labels
    for label in labels:
        assert f"OUT/{label}" in next(line for line in printed.splitlines() if line.startswith(label))
    automatic, fixed = (load_run(workplace / "OUT" / label).scene["solvers"]["admm"] for label in labels[:2])
    assert automatic["weight"] == "auto"
    assert (fixed["weight_factor"], fixed["prox_iterations"]) == (0.5, 20)


def test_a_variant_equals_the_run_with_its_setting(run_simbench, workplace):
    run_simbench(f"{SMOKE} 'admm[weight_factor=0.5],admm'")
    run_simbench(
        "--scene smoke.json --iterations 4 --solver admm --output SET --set solvers.admm.weight_factor=0.5"
    )
    variant, plain = load_run(workplace / "OUT/admm-weight_factor=0.5"), load_run(workplace / "OUT/admm")
    by_set = load_run(workplace / "SET/admm")
    assert variant.run_id == by_set.run_id != plain.run_id
    rows = (workplace / "OUT/admm-weight_factor=0.5/iterations.csv").read_bytes()
    assert rows == (workplace / "SET/admm/iterations.csv").read_bytes()


def test_variants_can_be_combined_with_all_and_with_set(run_simbench, workplace, solvers):
    run_simbench(f"{SMOKE} 'every,qn[history=1]' --set solvers.qn.line_search=none")
    runs = {run.folder.name: run for run in load_runs(workplace / "OUT")}
    assert set(runs) == {*solvers, "qn-history=1"}
    histories = [runs[name].scene["solvers"]["qn"]["history"] for name in ("qn", "qn-history=1")]
    assert histories == [5, 1]
    assert {runs[name].scene["solvers"]["qn"]["line_search"] for name in ("qn", "qn-history=1")} == {"none"}


def test_the_default_folder_is_named_after_the_scene(run_simbench, workplace):
    run_simbench("--scene smoke.json --solver 'qn[history=1],qn'")
    assert sorted(path.name for path in (workplace / "runs/smoke").iterdir()) == ["qn", "qn-history=1"]


def test_a_variant_gets_its_own_tuned_weight(run_simbench, workplace, refused):
    variants = "'admm[weight=tuned],admm[weight=auto]'"
    assert "simbench tune finds one" in refused(f"{SMOKE} {variants}")
    run_simbench("tune smoke.json --target 1e-2")
    (entry,) = json.loads((workplace / "tuned_weights.json").read_text()).values()
    run_simbench(f"{SMOKE} {variants}")
    settings = {run.folder.name: run.scene["solvers"]["admm"] for run in load_runs(workplace / "OUT")}
    assert settings["admm-weight=tuned"]["weight_factor"] == entry["weight_factor"]
    assert settings["admm-weight=auto"]["weight"] == "auto"


def test_variants_are_skipped_repeated_and_replaced_like_runs(run_simbench, workplace, refused):
    variants = "'qn[history=1],qn[history=2]'"
    run_simbench(f"{SMOKE} {variants}")
    printed = run_simbench(f"{SMOKE} {variants} --skip-complete").stdout
    assert printed.count("is up to date") == 2
    assert "step.iterations" not in printed
    message = refused(f"{SMOKE} {variants} --set step.time_step=0.5", exit_code=4)
    assert "OUT/qn-history=1" in message and "step.time_step" in message
    for name in ("qn-history=1", "qn-history=2"):
        assert "identical" in run_simbench(f"rerun OUT/{name}/manifest.json").stdout
        again = files_of(workplace / "rerun" / name)
        assert again["iterations.csv"] == files_of(workplace / "OUT" / name)["iterations.csv"]
    assert "qn-history=2: identical" in run_simbench("compare OUT rerun").stdout


def test_a_mesh_of_the_scene_is_found_for_variants_too(run_simbench, workplace):
    (workplace / "tet.msh").write_text(
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
        "$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n"
    )
    body = """--set 'body={"mesh": {"file": "tet.msh"}}'"""
    run_simbench("new-scene mine")
    run_simbench(f"--scene mine {body} --iterations 2 --output OUT --solver 'qn[history=1],qn'")
    assert {run.manifest["tets"] for run in load_runs(workplace / "OUT")} == {1}


@pytest.mark.parametrize(
    ("solvers", "expected"),
    [
        ("admm[weight=auto", ["a bracket is not closed"]),
        ("admm]weight=auto[", ["a closing bracket has no opening one"]),
        ("admm[weight=auto]x", ["something follows the brackets", "as in admm[weight=auto"]),
        ("admm[]", ["expected settings in brackets", "as in admm[weight=auto"]),
        ("admm[weight]", ["expected settings in brackets"]),
        ("admm[=auto]", ["expected settings in brackets"]),
        ("admm[weight=auto,]", ["expected settings in brackets"]),
        ("admm[weight=auto,weight=4]", ["'weight' is given twice"]),
        ("admm[weight=auto],qn,admm[weight=auto]", ["--solver admm[weight=auto]: given twice"]),
        ("qn[history= 2],qn[history=\t2]", ["the same folder 'qn-history=_2' as qn[history= 2]"]),
        ("all[weight=auto]", ["settings in brackets belong to one solver"]),
        ("amdm[weight=auto]", ["--solver amdm[weight=auto]: no such solver; did you mean 'admm'?"]),
        ("qn,,pd", ["--solver qn,,pd: the name of a solver is missing"]),
        ("admm[wieght=auto]", ["--solver admm[wieght=auto]: error: /solvers/admm", "did you mean 'weight'?"]),
        ("admm[weight=otto]", ["--solver admm[weight=otto]: error: /solvers/admm/weight", "auto"]),
        ("qn[history=-1]", ["--solver qn[history=-1]: error: /solvers/qn/history"]),
        ("qn[history..x=1]", ["--solver qn[history..x=1]: error: a key of the path is empty"]),
        ("pd,admm[weight=auto,weight_factor=1]", ["--solver admm[", "give weight or weight_factor, not"]),
    ],
)
def test_errors_in_a_variant_are_reported(bad_variant, solvers, expected):
    message = bad_variant(solvers)
    assert message.startswith("simbench: --solver ")
    for text in expected:
        assert text in message


def test_a_variant_that_a_setting_contradicts_names_both(bad_variant):
    message = bad_variant("admm[weight=auto]", "--set solvers.admm.weight_factor=0.5")
    assert "--solver admm[weight=auto]: error: /solvers/admm/weight: give weight or weight_factor" in message


def test_all_means_the_usual_solvers_and_every_means_every_one(run_simbench, workplace, solvers):
    for group in ("all", "every"):
        run_simbench(f"--scene smoke.json --solver {group} --iterations 1 --reference none --output {group}")
    every, usual = ({run.solver for run in load_runs(workplace / group)} for group in ("every", "all"))
    assert every == set(solvers)
    # Slow on larger meshes, or diverging.
    assert every - usual == {"bfgs", "jgs2", "coordinate_condensation", "kkt", "xpbd_global"}
