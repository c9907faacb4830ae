"""Every command in a fenced block of README, CONTRIBUTING and docs works, typed in order.

Those for users are typed where simbench is installed and no clone is: in a copy of PREFIX/share/simbench, as
docs/commands.md says. So each file that they name is installed, or an earlier command makes it. The others
are typed in a clean checkout. HOME is empty, and the scenes are smaller than in the repository, so that
nothing takes long. NOT_RUN lists the commands that are not run, with reasons. A reason without a command in
the documents is an error.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path

import documented_commands
import installed_tree
import pytest
from conftest import REPOSITORY, TIMEOUT

pytestmark = pytest.mark.slow

Typist = Callable[[str], str]

# test_tutorial.py types the commands of the tutorial, which also shows what they print.
OTHERS = {"tutorial.md", "commands.md"}
DOCS = sorted(f"docs/{path.name}" for path in (REPOSITORY / "docs").glob("*.md") if path.name not in OTHERS)
PAGES = ["README.md", "docs/commands.md", "CONTRIBUTING.md", *DOCS]  # others use the runs of the first
OF_THE_CLONE = ("CONTRIBUTING.md", "docs/cluster.md")
COMMANDS = [command for page in PAGES for command in documented_commands.commands_of(REPOSITORY / page, page)]
COARSE = {"body.beam.cells": [8, 2, 2], "step.iterations": 60}
SMALLER = {
    "scenes/deformable/beam_twist.json": COARSE,
    "scenes/deformable/beam_untwist.json": COARSE,
    "studies/thesis/plans/thesis_untwist.json": {
        "axes": [
            {"path": "step.time_step", "values": [1e-1, 1e-2]},
            {"path": "material.stiffness", "values": [1e8, 1e9]},
        ]
    },
}
# Regular expressions of whole commands (without comments), and the reasons not to run them.
NOT_RUN = {
    r"git clone URL simbench .*": "URL is a placeholder until the sources have an address",
    r"scripts/run\.sh": "installs packages and takes minutes; .ci/run runs it on a fresh machine",
    r"python3 -m venv .*|pip install build/artefacts/.*": "needs a wheel; scripts/test_release.sh types them",
    r"scripts/test(_all)?\.sh( --quick)?": "runs all tests, this one too",
    r"scripts/site\.sh": "installs packages; test_site.py makes the site",
    r"scripts/study\.sh studies/\w+( --check)?": "takes minutes; test_study.py has a small study",
    r"simbench study .* --check --sample .*": "takes minutes; test_study_sample.py has a small study",
    r"scripts/(test_)?release\.sh.*": "builds for minutes on pristine machines",
    r"snakemake --profile .*": "needs a cluster; test_cluster.py has one of one node",
    r"simbench cluster .*": "needs a cluster; test_cluster.py has one of one node",
    r"\.venv/bin/python -m pip install .*": "installs packages; test.sh has installed these",
    r"pip install pbatoolkit.*": "installs an engine; scripts/test_all.sh engines has them all",
    r"(python|simbench) .*\bpbat_soft.*": "needs that engine",
    r"simbench budget .* --frames 40 .*": "takes half a minute; the page has a smaller one",
    r"cmake --.*preset .*": "compiles for minutes; test.sh builds all that the presets name",
    r"cmake --install build/release .*": "needs a whole build; test_library.py does it with the one it finds",
    r".*build/hanging_beam.*": "needs the installed library; test_library.py builds and runs the program",
    r"scripts/benchmark\.sh.*": "measures for minutes, on an idle machine",
}


def bare(text: str) -> str:
    """A command on one line, without its comment."""
    return re.sub(r"\s+#.*", "", text.replace("\\\n", " ")).strip()


def reason_not_to_run(text: str) -> str | None:
    return next((why for pattern, why in NOT_RUN.items() if re.fullmatch(pattern, bare(text))), None)


@pytest.fixture(scope="module")
def checkout(simbench: Path, tmp_path_factory: pytest.TempPathFactory) -> Typist:
    """A clone with .venv, and with the program on PATH and in build/release."""
    folder = tmp_path_factory.mktemp("cloned")
    checkout = folder / "simbench"
    documented_commands.make_checkout(REPOSITORY, checkout)
    for place in (folder / "bin", checkout / "build/release"):
        place.mkdir(parents=True)
        (place / "simbench").symlink_to(simbench)
    (checkout / ".venv").symlink_to(sys.prefix)
    return typist(checkout, folder / "bin")


@pytest.fixture(scope="module")
def installed(simbench: Path, tmp_path_factory: pytest.TempPathFactory) -> Typist:
    """A copy of the installed data, with the installed program and its Python on PATH."""
    folder = tmp_path_factory.mktemp("installed")
    prefix = installed_tree.install_program(simbench, folder)
    installed_tree.install_package(simbench, prefix)
    shutil.copytree(prefix / "share/simbench", folder / "copy")
    return typist(folder / "copy", prefix / "bin", prefix / "lib/simbench/venv/bin")


def typist(folder: Path, *programs: Path) -> Typist:
    """Makes the scenes of a folder smaller.

    The function that it returns runs a script there in bash, and returns what that prints if it succeeds.
    """
    for name, members in SMALLER.items():
        documented_commands.shorten(folder / name, members)
    home = folder.with_name("home")
    home.mkdir()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SIMBENCH", "XDG_"))}
    path = ":".join([*map(str, programs), os.environ["PATH"]])

    def run(script: str) -> str:
        finished = subprocess.run(
            ["bash", "-c", script],
            cwd=folder,
            env={**clean, "HOME": str(home), "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert finished.returncode == 0, f"exit code {finished.returncode} of\n{script}\n{finished.stdout}"
        return finished.stdout

    return run


@pytest.mark.parametrize(
    "command",
    [command for command in COMMANDS if not reason_not_to_run(command.text)],
    ids=lambda command: command.place,
)
def test_a_documented_command_works(command, request):
    if bare(command.text).startswith("snakemake") and not Path(sys.prefix, "bin/snakemake").exists():
        pytest.skip("Snakemake is not installed (scripts/requirements_cluster.txt)")
    is_for_contributors = command.place.partition(":")[0] in OF_THE_CLONE
    type_in = request.getfixturevalue("checkout" if is_for_contributors else "installed")
    type_in(command.script)


def test_pages_for_users_call_everything_simbench():
    """`simbench report` is found where simbench is; `.venv/bin/simbench-report` is only in a clone."""
    names = "|".join({*distribution("simbench").entry_points.names} - {"simbench-pages", "simbench-python"})
    program = re.compile(rf"\.venv/bin/simbench|(?<![\w.])(?:{names})(?![\w.])")
    pages = {*PAGES, "docs/tutorial.md", "ARCHITECTURE.md"} - {*OF_THE_CLONE}
    files = [REPOSITORY / page for page in pages]
    files += [path for path in REPOSITORY.glob("studies/*/*/*") if path.suffix in (".md", ".html")]
    assert len(files) > 30
    found = [(path.name, name) for path in files for name in program.findall(path.read_text())]
    assert found == []


def test_every_exception_names_a_documented_command():
    for pattern in NOT_RUN:
        assert any(re.fullmatch(pattern, bare(command.text)) for command in COMMANDS), pattern


def test_the_pages_show_the_first_commands():
    """Otherwise the other tests would check nothing."""
    texts = {bare(command.text) for command in COMMANDS}
    assert {"scripts/run.sh", "scripts/test.sh", "simbench list solvers"} <= texts
    assert len(COMMANDS) > 15


PAGE = """
```
$ export PLACE=here
# a comment
  simbench --scene a.json \\
    --solver qn   # why
for name in a b; do
  echo $name
done
```
```json
{"not": "a command"}
```
"""


def test_commands_are_split_as_bash_splits_them(tmp_path):
    (tmp_path / "page.md").write_text(PAGE)
    export, run, loop = documented_commands.commands_of(tmp_path / "page.md", "page.md")
    assert (export.place, export.text, export.before) == ("page.md:3", "export PLACE=here", ())
    assert (run.place, bare(run.text)) == ("page.md:5", "simbench --scene a.json  --solver qn")
    assert loop.text == "for name in a b; do\necho $name\ndone"
    assert loop.before == ("export PLACE=here",)


def test_a_command_that_fails_is_noticed(installed):
    with pytest.raises(AssertionError, match=r"exit code 2 of\n.*no_such_scene"):
        installed("simbench check no_such_scene")
