"""Commands such as simbench report start programs of the package, or say that it is missing."""

import os
import re
import shutil
import stat
import subprocess
from importlib.metadata import distribution
from pathlib import Path

import pytest

# Prints its arguments, and ends with the exit code that is asked for.
STAND_IN = """#!/bin/sh
echo "$(basename "$0")"
for word; do echo "<$word>"; done
echo on standard error >&2
exit 7
"""


PROGRAMS = distribution("simbench").entry_points.names


@pytest.fixture
def stand_in(tmp_path: Path):
    """Puts programs that print their arguments into a folder."""

    def make(folder: Path) -> Path:
        folder.mkdir(parents=True)
        for command in PROGRAMS:
            program = folder / command
            program.write_text(STAND_IN)
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return folder

    return make


@pytest.mark.parametrize(
    ("typed", "passed"),
    [
        ("report runs/a", "report <--> <runs/a>"),
        (
            "report a 'b c' --title 'two words' --output x.html",
            "report <--output> <x.html> <--title> <two words> <--> <a> <b c>",
        ),
        ("export OUT --glb", "export <--glb> <--> <OUT>"),
        (
            "export --usda --replace --output o.usda -- -OUT",
            "export <--usda> <--output> <o.usda> <--replace> <--> <-OUT>",
        ),
        (
            "movie a b --output a.mp4 --frames-per-second 30",
            "movie <--output> <a.mp4> <--frames-per-second> <30> <--> <a> <b>",
        ),
        (
            "budget cloth --solver vbd,qn --substeps 1,2 --replace-plan",
            "budget <--solver> <vbd,qn> <--substeps> <1,2> <--replace-plan> <--> <cloth>",
        ),
        ("cluster smoke --output OUT --runs 5", "cluster <--output> <OUT> <--runs> <5> <--> <smoke>"),
        ("archive OUT --licence CC-BY-4.0", "archive <--licence> <CC-BY-4.0> <--> <OUT>"),
        (
            "study studies/rigid --only R32,length --check",
            "study <--only> <R32,length> <--check> <--> <studies/rigid>",
        ),
        ("test 'my_solver.py[damping=0.5]'", "test <--> <my_solver.py[damping=0.5]>"),
        ("table runs/a --latex", "table <--latex> <--> <runs/a>"),
        ("errors runs/a --step 2", "errors <--step> <2> <--> <runs/a>"),
        ("convert a.vtu a.msh --scale 1e-3", "convert <--scale> <1e-3> <--> <a.vtu> <a.msh>"),
        ("study old --rewrite", "study <--rewrite> <--> <old>"),
        ("new-study my_paper", "study <--new> <my_paper>"),
    ],
)
def test_arguments_output_and_exit_code_are_handed_on(run_simbench, stand_in, tmp_path, typed, passed):
    path = f"{stand_in(tmp_path / 'bin')}:{os.environ['PATH']}"
    finished = run_simbench(typed, exit_code=7, environment={"PATH": path})
    assert " ".join(finished.stdout.splitlines()) == f"simbench-{passed}"
    assert finished.stderr == "on standard error\n"


def test_every_program_for_users_is_a_command(run_simbench):
    programs = distribution("simbench").entry_points.names
    listed = run_simbench("complete 'simbench '").stdout
    commands = {f"simbench-{line.partition(chr(9))[0]}" for line in listed.splitlines()}
    # The first renders the pages of a clone; simbench becomes the second where a solver is in Python.
    assert programs - commands == {"simbench-pages", "simbench-python"}


@pytest.mark.parametrize("name", ["archive", "convert", "errors", "export", "report", "study", "table"])
def test_a_command_has_the_options_of_its_program(run_simbench, run_command, name):
    options = re.compile(r"^ *(--[a-z-]+)", re.MULTILINE)
    ours = {*options.findall(run_simbench(f"{name} --help").stdout)}
    theirs = {*options.findall(run_command(f"simbench-{name}", "--help").stdout)}
    hidden = {"archive": {"--check", "--unpack"}, "study": {"--new"}}  # of verify, rerun and new-study
    assert ours == theirs - hidden.get(name, set())


PROGRAMS = sorted({*distribution("simbench").entry_points.names} - {"simbench-python"})


@pytest.mark.parametrize(
    "words", [*PROGRAMS, "simbench-figure objective runs", "simbench-entry run a.py smoke"]
)
def test_an_unknown_option_of_a_program_leads_to_at_most_three(run_command, words):
    """Also where arguments are missing, or where the folder does not exist."""
    message = run_command(*words.split(), "--hlep=1", check=False).stderr
    assert message.startswith("simbench: unknown argument '--hlep'; did you mean '--help'? (")
    message = run_command(*words.split(), "--zz-zz", check=False).stderr
    start, _, names = (
        message.partition(" names: ") if " names: " in message else message.partition("; allowed: ")
    )
    assert start.startswith("simbench: unknown argument '--zz-zz'")
    assert 1 <= len(names.partition(" (")[0].split(", ")) <= 3


def test_the_programs_are_found_on_the_path(run_simbench, stand_in, tmp_path):
    first, second = stand_in(tmp_path / "first"), stand_in(tmp_path / "second")
    (first / "simbench-report").write_text("#!/bin/sh\necho first\n")
    path = {"PATH": f"/nowhere:{first}:{second}:/usr/bin:/bin"}
    assert run_simbench("report OUT", environment=path).stdout == "first\n"
    (first / "simbench-report").chmod(0o644)  # no program
    assert "simbench-report" in run_simbench("report OUT", exit_code=7, environment=path).stdout


def started(program: Path, words: str, path: str, cwd: Path | None = None) -> subprocess.CompletedProcess:
    return subprocess.run(
        [program, *words.split()], env={"PATH": path}, cwd=cwd, capture_output=True, text=True, check=False
    )


def test_no_program_of_the_current_folder_is_started(simbench, stand_in, tmp_path):
    """The folder may be somebody else's, for example an unpacked archive."""
    (tmp_path / "alone").mkdir()
    program = shutil.copy(simbench, tmp_path / "alone")  # outside of a clone with its .venv
    stand_in(tmp_path / "here")
    stand_in(tmp_path / "here/.venv/bin")
    finished = started(program, "report OUT", path="::.:.venv/bin:/usr/bin:/bin", cwd=tmp_path / "here")
    assert finished.returncode == 2 and not finished.stdout
    assert "this needs simbench-report of simbench's Python package" in finished.stderr


def test_the_programs_beside_simbench_come_before_those_on_the_path(simbench, stand_in, tmp_path):
    """pip puts them there."""
    program = shutil.copy(simbench, stand_in(tmp_path / "own/bin"))
    other = stand_in(tmp_path / "other")
    (other / "simbench-report").write_text("#!/bin/sh\necho other\n")
    finished = started(program, "report OUT", path=f"{other}:/usr/bin:/bin")
    assert finished.stdout.splitlines()[0] == "simbench-report", finished.stderr


@pytest.mark.parametrize(
    ("folder", "advice"), [("bin", "PREFIX='{}' scripts/install.sh"), ("release", "scripts/run.sh")]
)
def test_without_the_package_a_message_says_what_to_install(simbench, tmp_path, folder, advice):
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "a.tar.zst").touch()
    program = shutil.copy(simbench, tmp_path / folder)  # outside of a clone with its .venv
    archive = f"verify {folder}/a.tar.zst"
    for words in ("report OUT", "export OUT --glb", "archive OUT", archive, "rerun a.tar.zst"):
        finished = started(program, words, path="/nowhere", cwd=tmp_path)
        assert finished.returncode == 2 and not finished.stdout
        assert "of simbench's Python package" in finished.stderr
        assert advice.format(tmp_path) in finished.stderr
    assert [path.name for path in tmp_path.iterdir()] == [folder]


def test_wrong_arguments_are_refused_before_anything_starts(refused, stand_in, tmp_path):
    path = {"PATH": f"{stand_in(tmp_path / 'bin')}:/usr/bin:/bin"}
    assert "folders" in refused("report", environment=path)
    assert "--glbb" in refused("export OUT --glbb", environment=path)
    assert "--usda" in refused("export OUT --glb --usda", environment=path)
    assert "expected a text that is not empty" in refused("report OUT --title ''", environment=path)
    assert "OTHER" in refused("archive OUT OTHER", environment=path)


def test_a_program_that_does_not_start_is_named(run_simbench, tmp_path):
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/simbench-report"
    program.write_text("#!/nowhere/python\n")
    program.chmod(0o755)
    environment = {"PATH": f"{tmp_path / 'bin'}:/usr/bin"}
    message = run_simbench("report OUT", exit_code=7, environment=environment).stderr
    assert f"cannot start '{program}'" in message
