"""Commands end or go on properly if the reader of their output ends, as in `simbench list | head -1`."""

import os
import signal
import subprocess

import pytest
from conftest import TIMEOUT, files_of

RUN = "--scene smoke.json --solver pd,qn --iterations 3"


@pytest.fixture
def unread(simbench, cache_folder, workplace):
    """Runs a command whose reader has ended. Returns its exit code and its standard error."""

    def run(*words: str) -> tuple[int, str]:
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "w") as output:
            finished = subprocess.run(
                [simbench, *words],
                cwd=workplace,
                env={**os.environ, "SIMBENCH_CACHE": str(cache_folder)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.PIPE,
                text=True,
                timeout=TIMEOUT,
                check=False,
            )
        return finished.returncode, finished.stderr

    return run


@pytest.mark.parametrize(
    "command",
    [
        *["list solvers", "list metrics --json", "schema", "check smoke.json", "check smoke.json --json"],
        *["--help", "list --help", "--version", "compare OUT OUT", "verify OUT", "completion bash"],
        *["sweep plan.json --dry-run", "sweep plan.json --list", "status SWEEP", "verify SWEEP"],
    ],
)
def test_commands_that_only_print_end_by_sigpipe(unread, run_simbench, workplace, command):
    (workplace / "plan.json").write_text('{"scene": "smoke.json", "axes": [], "solvers": ["pd"]}')
    run_simbench(f"{RUN} --output OUT")
    run_simbench("sweep plan.json --output SWEEP --quiet")
    assert unread(*command.split()) == (-signal.SIGPIPE, "")


def test_a_shell_sees_the_first_line_and_no_error(simbench, workplace):
    script = f"'{simbench}' list metrics --json | head -1; echo ${{PIPESTATUS[0]}}"
    finished = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert finished.stderr == "" and finished.stdout in ("{\n141\n", "{\n0\n")  # 0 if it was faster than head


def test_runs_go_on_when_nobody_reads(unread, run_simbench, workplace):
    (workplace / "plan.json").write_text('{"scene": "smoke.json", "axes": [], "solvers": ["pd", "qn"]}')
    run_simbench(f"{RUN} --output READ")
    code, said = unread(*RUN.split(), "--output", "UNREAD")
    assert code == 0 and "error" not in said and "standard output" not in said
    for solver in ("pd", "qn"):
        read, others = (files_of(workplace / folder / solver) for folder in ("READ", "UNREAD"))
        assert read["manifest.json"] == others["manifest.json"]
    assert unread("rerun", "READ/qn/manifest.json", "--output", "AGAIN")[0] == 0
    assert (workplace / "AGAIN/qn/manifest.json").exists()
    assert unread("sweep", "plan.json", "--output", "SWEEP")[0] == 0
    assert run_simbench("verify SWEEP").stdout.startswith("2 good")


def test_a_failed_check_has_its_exit_code_even_if_nobody_reads(unread, run_simbench, workplace):
    """A command that goes on keeps its exit code."""
    run_simbench(f"{RUN} --output OUT")
    manifest = workplace / "OUT/qn/manifest.json"
    manifest.write_text(manifest.read_text().replace('"iterations": 3', '"iterations": 4'))
    assert unread("rerun", "OUT/qn/manifest.json", "--output", "AGAIN")[0] == 1
