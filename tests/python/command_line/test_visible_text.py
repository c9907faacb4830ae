"""Texts from scenes, arguments and names of files cannot steer a terminal (src/base/visible.h)."""

import json
import re
import shlex

import pytest
from conftest import REPOSITORY

SMOKE = (REPOSITORY / "scenes/deformable/smoke.json").read_text()
SCENE = json.loads(SMOKE)
EVIL = "\x1b[31m\x1b]0;title\x07\r\x08\x7f\u009b31m\u0090"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
SHOWN = r"\u001b[31m"


@pytest.fixture
def said(run_simbench):
    """Both outputs of a command; they must not contain control characters."""

    def run(first, *others, exit_code=2) -> str:
        words = (
            [first]
            if not others
            else [w if isinstance(w, bytes) else shlex.quote(w) for w in (first, *others)]
        )
        finished = run_simbench(*words, exit_code=exit_code)
        text = finished.stdout + finished.stderr
        assert not CONTROL.search(text), repr(text)
        return text

    return run


def write(workplace, scene, name="bad.json") -> None:
    (workplace / name).write_text(json.dumps(scene, ensure_ascii=False))


def test_keys_of_a_scene_are_escaped(said, workplace):
    write(workplace, {**SCENE, EVIL: 1})
    assert SHOWN in said("check bad.json")
    write(workplace, {**SCENE, "step": {**SCENE.get("step", {}), EVIL: 1}})
    assert SHOWN in said("--scene bad.json --solver qn --output OUT")


def test_bytes_in_a_scene_that_are_not_json_are_escaped(said, workplace):
    (workplace / "bad.json").write_bytes(b'{"density": \x1b[31m\x9b}')
    said("check bad.json")
    (workplace / "bad.json").write_bytes(b'{"a\x9b31m": 1}')
    said("check bad.json")


def test_values_of_a_scene_are_escaped(said, workplace):
    for member in ("density", "body", "material", "integrator"):
        write(workplace, {**SCENE, member: EVIL})
        said("check bad.json")
    write(workplace, {**SCENE, "material": {**SCENE["material"], "model": EVIL}})
    assert SHOWN in said("check bad.json")


def test_a_description_is_escaped(said, workplace):
    write(workplace, {**SCENE, "description": EVIL}, "scenes_with.json")
    said("check scenes_with.json", exit_code=0)
    text = said("check scenes_with.json --json", exit_code=0)
    assert json.loads(text)["description"] == EVIL


def test_names_of_files_are_escaped(said, workplace):
    name = EVIL + ".json"
    assert SHOWN in said("check", name)
    write(workplace, SCENE, name)
    said("check", name, exit_code=0)
    shown = said("--scene", name, "--solver", "pd,qn", "--iterations", "2", exit_code=0)
    assert SHOWN in shown  # the folders in the table
    said("verify", f"runs/{EVIL}", exit_code=2)
    said("compare", f"{EVIL}/a", f"{EVIL}/b")
    said("rerun", f"{EVIL}/manifest.json")
    said("sweep", f"{EVIL}.json", "--output", "OUT")
    (workplace / "OUT").mkdir()
    (workplace / "OUT/qn").mkdir()
    (workplace / "OUT/qn" / EVIL).write_text("mine")
    assert SHOWN in said("--scene smoke.json --solver qn --iterations 1 --output OUT", exit_code=4)


def test_names_of_files_that_are_not_utf8_are_escaped(said, workplace):
    assert "caf\\xe9\\x9b31m" in said("check", b"caf\xe9\x9b31m.json")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--scene", "smoke.json", "--solver", EVIL],
        ["--scene", "smoke.json", "--solver", f"qn[{EVIL}=1]"],
        ["--scene", "smoke.json", "--solver", f"qn[history={EVIL}]"],
        ["--scene", "smoke.json", "--solver", "qn", "--precision", EVIL],
        ["--scene", "smoke.json", "--solver", "qn", "--iterations", EVIL],
        ["--scene", "smoke.json", "--solver", "qn", "--reference", EVIL],
        ["check", "smoke.json", "--set", f"{EVIL}=1"],
        ["check", "smoke.json", "--set", f"density={EVIL}"],
        ["check", "smoke.json", "--set", EVIL],
        ["list", EVIL],
        [EVIL],
        [f"--{EVIL}"],
        ["status", EVIL],
    ],
)
def test_arguments_are_escaped(said, arguments):
    assert said(*arguments, exit_code=2)


def test_a_key_of_a_plan_and_a_damaged_result_are_escaped(said, run_simbench, workplace):
    (workplace / "plan.json").write_text(json.dumps({"scene": "smoke.json", "axes": [], "solvers": [EVIL]}))
    said("sweep plan.json --output OUT")
    run_simbench("--scene smoke.json --solver qn --iterations 1 --output RUN")
    manifest = json.loads((workplace / "RUN/qn/manifest.json").read_text())
    manifest["message"] = manifest[EVIL] = EVIL
    (workplace / "RUN/qn/manifest.json").write_text(json.dumps(manifest, ensure_ascii=False))
    assert SHOWN in said("rerun RUN/qn/manifest.json --output AGAIN", exit_code=1)
    (workplace / "RUN/qn/iterations.csv").write_text(f"iteration,{EVIL}\n0,{EVIL}\n")
    said("compare RUN/qn AGAIN/qn", exit_code=1)
    said("verify RUN", exit_code=1)


def test_letters_of_other_languages_are_not_escaped(said, workplace):
    write(workplace, {**SCENE, "Länge": 1, "description": "日本語 10⁻³"})
    assert "Länge" in said("check bad.json")


def test_all_output_goes_through_one_function():
    """Otherwise a command could print a name with control characters."""
    direct = re.compile(r"fmt::print\(|std::(cout|cerr|clog)|\b(fputs|puts|fprintf|printf|putchar|fwrite)\(")
    allowed = {"base/visible.cpp", "base/print_message.cpp", "base/print_out.cpp"}
    pipes = {"sweep/execute_run.cpp"}  # to the parent, which prints it
    found = {
        str(file.relative_to(folder))
        for folder in (REPOSITORY / "src", REPOSITORY / "apps")
        for file in folder.rglob("*.cpp")
        if direct.search(file.read_text())
    }
    assert found - pipes == allowed | {name for name in found if name.startswith("simbench-tetmesh/")}
