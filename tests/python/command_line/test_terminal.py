"""On a terminal `simbench` also shows a plot, sparklines, and the name of the fastest solver."""

import os
import re
import shlex

import pytest
from conftest import REPOSITORY
from terminals import Terminal

from simbench.labels import LOOKS

SMOKE = "--scene smoke.json --iterations 60 --output OUT --solver"
BRAILLE = "[\u2801-\u28ff]"
BLOCKS = "[▁▂▃▄▅▆▇█]"
ESCAPE = re.compile("\x1b\\[[0-9;]*m")


@pytest.fixture
def show(simbench, cache_folder, workplace):
    """Runs the program on a terminal; returns what it shows there when its runs are done."""

    def run(arguments: str, *, columns=120, **environment) -> str:
        clean = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        with Terminal(
            [simbench, *shlex.split(arguments)],
            columns=columns,
            environment={
                **clean,
                "SIMBENCH_CACHE": str(cache_folder),
                "TERM": "xterm",
                "LC_ALL": "C.UTF-8",
                **environment,
            },
            cwd=workplace,
        ) as terminal:
            shown = terminal.read_all()
        assert terminal.program.returncode == 0, shown
        results = re.split("\r?\x1b\\[K", shown)[-1]  # after the line of progress
        return re.sub(r"Times are noisy: .*\r?\n", "", results)  # if other programs run

    return run


def test_a_terminal_shows_a_plot_a_table_with_sparklines_and_the_fastest_solver(show):
    lines = ESCAPE.sub("", show(f"{SMOKE} qn,admm,pd")).splitlines()
    table = next(number for number, line in enumerate(lines) if line.startswith("solver "))
    assert lines[0] == "relative error"
    assert [bool(re.search(BRAILLE, line)) for line in lines[1:13]] == [True] * 12
    assert lines[14].endswith("60 iterations")
    assert lines[15].split() == ["a", "qn", "b", "admm", "c", "pd"]
    assert lines[table].split()[-3:] == ["error", "status", "files"]
    for line, solver in zip(lines[table + 1 : table + 4], ["qn", "admm", "pd"], strict=True):
        assert re.search(f"^{solver} .*  █{BLOCKS}{{7}}  (converged|max_iterations) +OUT/{solver}$", line)
    first = r"\w+ reached (1e-6|0.001) in \S+ m?s of iterations, \w+ in \S+ m?s"
    assert re.fullmatch(first, lines[table + 4])
    assert re.fullmatch(r"  (\w+ in \S+ m?s|not reached by \w+)", lines[table + 5])
    assert lines[table + 6] == "  (each solver ran once; --repeat 10 shows how much times vary)"


def test_repetitions_give_the_spread(show):
    end = show(f"{SMOKE} qn,newton --repeat 4").splitlines()[-1]
    assert re.search(r"reached 1e-6 in .*, [\d.]+ ± [\d.]+ times faster than (qn|newton)$", end)
    assert "±" not in show(f"{SMOKE} qn,newton")


def test_the_sentence_names_its_error(show):
    assert " reached 0.02 in " in show(f"{SMOKE} qn,pd --until-relative-error 0.02 --replace")
    assert " reached 1e-6 in " in show(f"{SMOKE} qn,admm,pd --replace")
    assert " reached 0.001 in " in show(f"{SMOKE} qn,pd")
    assert " reached 0.1 in " in show(f"{SMOKE} qn,xpbd --set solvers.qn.history=5 --replace")
    one_alone = show(f"{SMOKE} qn,pbd --replace")
    assert "reached" not in one_alone.replace("not reached", "") and re.search(BRAILLE, one_alone)


def test_steps_count_together(show):
    short = "--iterations 30 --set step.steps=2 --set body.beam.cells=[4,1,1]"
    shown = show(f"--scene beam_release --solver qn,newton {short} --output OUT")
    assert shown.startswith("relative error, step 2 of 2\n")
    assert re.search(r"(qn|newton) reached 1e-6 in .*, (qn|newton) in ", shown)


def test_rigid_bodies(show):
    shown = show("--scene chain_bent --solver gs,sor --iterations 300 --output OUT")
    assert re.search(BRAILLE, shown)
    assert re.search(r"(gs|sor) reached 0.001 in .*, (gs|sor) in ", shown)


def test_without_a_reference_there_is_only_the_table(show, run_simbench):
    shown = show(f"{SMOKE} qn,pd --reference none")
    assert shown.startswith("solver ") and len(shown.splitlines()) == 3
    assert not re.search(BLOCKS, shown)


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": ""}, {"NO_COLOR": "1"}])
def test_colours_are_omitted_if_they_are_not_wanted(show, environment):
    shown = show(f"{SMOKE} qn,pd", **environment)
    assert bool(ESCAPE.search(shown)) == (environment.get("NO_COLOR", "") == "")
    assert re.search(f"{BRAILLE}a$", ESCAPE.sub("", shown), re.MULTILINE)


def test_solvers_have_the_colours_of_figures(show):
    table = (REPOSITORY / "apps/simbench/solver_colours.cpp").read_text()
    assert dict(re.findall(r'\{"(\w+)", 0x(\w{6})\}', table)) == {
        solver: look["color"].removeprefix("#").upper() for solver, look in LOOKS.items()
    }
    shown = show(f"{SMOKE} qn,pd,newton")
    for entry, place in (("b pd", 16 + 6 * 1 + 3), ("a qn", 16 + 36 * 5 + 6 * 3)):  # in the 6×6×6 cube
        assert f"\x1b[38;5;{place}m{entry}\x1b[0m" in shown
    assert re.search(r"[^m][a-c] newton", shown)  # black has the colour of the terminal's text


@pytest.mark.parametrize("columns", [60, 80, 100, 120, 200])
def test_the_output_fits_into_the_terminal(show, columns):
    lines = ESCAPE.sub("", show(f"{SMOKE} 'qn,admm[weight=auto]'", columns=columns)).splitlines()
    header = next(line for line in lines if line.startswith("solver "))
    plot = lines[: lines.index(header)]
    assert len(plot) >= 16
    assert min(columns, 100) - 2 <= max(map(len, plot)) <= min(columns, 100)  # two columns are for letters
    assert (re.search("  error +status", header) is not None) == (columns >= 120)
    assert {"solver", "iterations", "relative", "status"} <= set(header.split())
    table = [line for line in lines[lines.index(header) :] if not line.startswith(" ")]
    assert max(map(len, [header, *table[1:3]])) <= columns
    assert ("files" in header) != ("The files of each run are in OUT/<solver>" in lines)


@pytest.mark.parametrize("columns", [40, 63])
@pytest.mark.parametrize("command", ["", "sweep", "budget", "check", "new-scene", "completion"])
def test_help_fits_into_a_narrow_terminal(show, command, columns):
    """Except commands, whose next lines begin with an option, and words that have no room."""
    lines = show(f"help {command}", columns=columns).splitlines()
    wide = [line for line in lines if len(line) > columns and not re.match("  (simbench |    --)", line)]
    assert len(lines) > 10
    assert not [line for line in wide if " " in line.strip()]


def test_a_terminal_without_utf8_gets_ascii(show):
    shown = show(f"{SMOKE} qn,admm --repeat 3", LC_ALL="", LC_CTYPE="", LANG="C")
    assert shown.isascii()
    lines = ESCAPE.sub("", shown).splitlines()
    assert [line[6] for line in lines[1:13]] == ["+" if "1e" in line[:6] else "|" for line in lines[1:13]]
    assert sum("*" in line for line in lines[1:13]) == 12
    assert re.search(r"[\d.]+ \+/- [\d.]+ times faster than (qn|admm)$", lines[-1])


def test_a_run_that_leaves_its_start_is_named(show):
    shown = show("--scene smoke --output OUT --solver qn,xpbd_global --iterations 1")
    assert "xpbd_global ends above its start: its iterations have increased the objective." in shown
    assert "qn ends above" not in shown


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [("qn,pd --quiet", {}), ("qn,pd", {"TERM": "dumb"}), ("qn", {})],
    ids=["quiet", "a terminal that only prints", "one run"],
)
def test_quiet_and_pipes_show_no_plot(show, arguments, environment):
    shown = show(f"{SMOKE} {arguments}", **environment)
    assert not re.search(f"{BRAILLE}|{BLOCKS}|reached \\d|\x1b", shown)
    assert ("solver " in shown) == ("--quiet" not in arguments)


def test_a_pipe_gets_only_the_table(run_simbench):
    printed = run_simbench(f"{SMOKE} qn,pd", environment={"TERM": "xterm"}).stdout
    header, *rows = printed.splitlines()
    columns = "solver iterations objective [J] relative error ms/iter. set-up ms status files"
    assert header.split() == columns.split()
    assert [row.split()[0] for row in rows] == ["qn", "pd"]
    assert printed.isascii()
