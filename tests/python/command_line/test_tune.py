"""simbench tune stores a weight that reaches the target, and writes only to its own file."""

import json
import shutil

import pytest

QUICK = "--set body.beam.cells=[3,1,1] --target 1e-2 --iterations 60"


def test_a_weight_is_stored_and_used(run_simbench, workplace):
    finished = run_simbench(f"tune smoke {QUICK}")
    (entry,) = json.loads((workplace / "tuned_weights.json").read_text()).values()
    assert f"{entry['iterations']} iterations to a relative error of 0.01" in finished.stdout
    run_simbench(f"tune smoke {QUICK} --set step.time_step=0.02 --output tuned_weights.json")
    assert len(json.loads((workplace / "tuned_weights.json").read_text())) == 2
    words = "--set body.beam.cells=[3,1,1] --set solvers.admm.weight=tuned"
    run_simbench(f"--scene smoke --solver admm --until-relative-error 1e-2 {words} --output OUT")
    manifest = json.loads((workplace / "OUT/admm/manifest.json").read_text())
    assert manifest["scene"]["solvers"]["admm"]["weight_factor"] == entry["weight_factor"]
    assert manifest["iterations"] == entry["iterations"]


def test_a_weight_that_never_reached_the_target_is_not_stored(run_simbench, workplace):
    finished = run_simbench(
        "tune smoke --set body.beam.cells=[3,1,1] --target 1e-12 --iterations 2", exit_code=1
    )
    assert "no c reaches a relative error of 1e-12 within 2 iterations" in finished.stdout
    assert "nothing is stored" in finished.stdout
    assert not (workplace / "tuned_weights.json").exists()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"scene": "smoke.json"}', '{"ab": {"weight_factor": 1}}', "not JSON", '{"a": [1]}']
)
def test_a_foreign_file_is_refused_before_tuning(refused, workplace, text):
    (workplace / "mine.json").write_text(text)
    message = refused(f"tune smoke {QUICK} --output mine.json", exit_code=4)
    assert "mine.json: not a file of tuned weights" in message
    assert (workplace / "mine.json").read_text() == text


@pytest.mark.parametrize("file", ["scene.json", "nowhere/weights.json", "scenes", "/dev/null"])
def test_an_output_that_could_not_be_written_is_refused_before_tuning(refused, workplace, file):
    shutil.copy(workplace / "scenes/deformable/smoke.json", workplace / "scene.json")
    refused(f"tune smoke {QUICK} --output {file}", exit_code=4)


def test_an_empty_output_is_refused(refused):
    assert "--output" in refused(f"tune smoke {QUICK} --output ''")
