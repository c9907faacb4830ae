"""The tab key completes what is typed in bash, zsh and fish, each on its own terminal."""

import os
import re
from pathlib import Path

import pytest
from conftest import REPOSITORY
from terminals import Terminal

# How each shell starts without a user's settings, and how Ctrl-G is made to print the current line.
SHELLS = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        "bind 'set show-all-if-ambiguous on'; bind 'set completion-query-items 0'; "
        "bind 'set page-completions off'; "
        """bind -x '"\\C-g": printf "<<%s>>" "$READLINE_LINE"'""",
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        "autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word; "
        "show() { printf '<<%s>>' \"$BUFFER\" }; zle -N show; bindkey '^G' show",
    ),
    "fish": (["fish", "--no-config", "-i"], "bind \\cg 'printf \"<<%s>>\" (commandline)'"),
}
COMPLETED = [
    ("swee", "sweep "),
    ("--sol", "--solver "),
    ("--scene beam_rel", "--scene beam_release "),
    ("--scene=beam_rel", "--scene=beam_release "),
    ("check own_sc", "check own_scene.json "),  # a file, because no scene has this name
    ("--scene smoke --solver qn,gradient_d", "--scene smoke --solver qn,gradient_descent "),
    ("--scene smoke --solver 'qn,admm[volume", "--scene smoke --solver 'qn,admm[volume_scaling="),
    ("--set material.mod", "--set material.model="),
    ("--set material.model=stable", "--set material.model=stable_neo_hookean "),
    ("--set anchors.groups.0.vert", "--set anchors.groups.0.vertices."),
    ("--precision s", "--precision single "),
    ("list integ", "list integrators "),
    ("sweep smoke --dry", "sweep smoke --dry-run "),
    ("sweep smo", "sweep smoke "),
    ("completion z", "completion zsh "),
    ("rerun results_of_mi", "rerun results_of_mine/"),
    ("--output=results_of_mi", "--output=results_of_mine/"),
    ("--nonsense 'x --record", "--nonsense 'x --record"),  # all within an open quote
    ("--nonsense --record", "--nonsense --record-every "),
]


class Shell:
    def __init__(self, name: str, program: Path, folder: Path):
        command, setup = SHELLS[name]
        path = f"{program.parent}:{os.environ['PATH']}"
        self.name = name
        self.terminal = Terminal(
            command,
            environment={"PATH": path, "HOME": str(folder), "TERM": "xterm", "LC_ALL": "C.UTF-8"},
            cwd=folder,
            rows=80,  # fish shows only the choices for which it has room
        )
        source = (
            "simbench completion fish | source" if name == "fish" else f"source <(simbench completion {name})"
        )
        self.terminal.type(f"{setup}; {source}; echo rea''dy\n")
        self.terminal.read_until("ready")

    def complete(self, line: str) -> tuple[str, str]:
        """The line after a tab, and what the shell has shown until then."""
        self.terminal.type(f"\x15{line}\t\x07")
        shown = self.terminal.read_until(">>")
        return re.search("<<(.*)>>", shown, re.DOTALL)[1], shown


@pytest.fixture(scope="module", params=SHELLS)
def shell(request, simbench: Path, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "scenes").symlink_to(REPOSITORY / "scenes")
    (folder / "own_scene.json").write_text("{}")
    (folder / "results_of_mine").mkdir()
    shell = Shell(request.param, simbench, folder)
    with shell.terminal:
        yield shell


@pytest.mark.parametrize(("typed", "completed"), COMPLETED)
def test_the_tab_key_completes(shell, typed, completed):
    assert shell.complete(f"simbench {typed}")[0] == f"simbench {completed}"


def test_several_choices_are_shown(shell):
    line, shown = shell.complete("simbench sta")
    assert line == "simbench status "
    line, shown = shell.complete("simbench ")
    assert line == "simbench "
    for command in ("sweep", "verify", "completion"):
        assert command in shown
    # bash has no room for meanings.
    assert ("checks every file of a sweep" in shown) == (shell.name != "bash")


# --- What the shells ask


@pytest.fixture
def offered(run_simbench):
    """The words that `simbench complete` prints for a line."""

    def ask(line: str) -> list[str]:
        lines = run_simbench("complete", Line(f"simbench {line}")).stdout.splitlines()
        return [text.split("\t")[0] for text in lines]

    return ask


class Line(os.PathLike):
    """An argument that run_simbench does not split into words."""

    def __init__(self, text: str):
        self.text = text

    def __fspath__(self) -> str:
        return self.text


def test_every_command_and_option_of_the_help_is_offered(offered, run_simbench):
    commands = re.findall(
        r"^  ([\w-]+) ", run_simbench("--help").stdout.split("Subcommands:")[1].split("\n\n")[0], re.MULTILINE
    )
    assert offered("") == commands
    for command in ("", *commands):
        printed = run_simbench(f"{command} --help").stdout
        options = re.findall(r"^  (?:-\w,)?(--[\w-]+)", printed, re.MULTILINE)
        assert offered(f"{command} --") == options or offered(f"{command} nothing nothing --") == options


def test_complete_is_a_hidden_command(run_simbench):
    assert not re.search(r"^  complete ", run_simbench("--help").stdout, re.MULTILINE)


def test_an_argument_that_takes_several_files_is_completed_each_time(offered):
    assert offered("report ") == offered("report runs/a runs/b ") == ["/"]
    assert offered("archive runs/a ") != ["/"]


def test_solvers_and_members_of_the_scene_are_offered(offered, solvers, rigid_solvers):
    assert set(offered("--scene smoke --solver ")) == {*solvers, "formula", "all", "every"}
    assert set(offered("--scene heavy_tip --solver ")) == {*rigid_solvers, "all", "every"}
    assert set(offered("--solver ")) == {*solvers, *rigid_solvers, "formula", "all", "every"}
    assert "material." in offered("check smoke --set ")


@pytest.mark.parametrize(
    "line",
    [
        "--scene no_such_scene --solver q",
        "'",
        "--",
        "=",
        "--=",
        "[",
        "sweep no_plan --set ",
        "--set .",
        "--set ..=",
        "--solver [",
        "--solver admm[,",
        "--solver ]",
    ],
)
def test_completion_of_any_line_succeeds(run_simbench, line):
    assert run_simbench("complete", Line(f"simbench {line}")).stderr == ""


def test_a_shell_that_is_not_known_is_refused(run_simbench):
    assert "did you mean 'fish'" in run_simbench("completion fisch", exit_code=2).stderr
