"""The appendix of an archive says what it has, where it is, how to repeat it, and its hashes."""

import hashlib
import re
import shlex
import subprocess
from pathlib import Path

import pytest

pytestmark = [pytest.mark.usefixtures("activated"), pytest.mark.slow]


@pytest.fixture
def archive(archived_runs) -> Path:
    return archived_runs / "OUT.tar.zst"


@pytest.fixture
def appendix(archive, tmp_path, run_command):
    def write(ending: str, *words: str) -> str:
        file = tmp_path / f"appendix.{ending}"
        run_command("simbench-archive", archive, "--appendix", file, *words)
        return file.read_text()

    return write


@pytest.mark.parametrize("ending", ["tex", "md"])
def test_both_forms_have_the_runs_the_address_and_the_hashes(appendix, archive, ending):
    text = appendix(ending, "--address", "https://doi.org/10.5281/zenodo.1_2")
    plain = text.replace("\\_", "_")
    hashes = [hashlib.sha256(archive.read_bytes()).hexdigest()]
    runs = sorted((archive.parent / "OUT").glob("*/manifest.json"))
    hashes += [hashlib.sha256(path.read_bytes()).hexdigest() for path in runs]
    assert re.findall(r"\b[0-9a-f]{64}\b", text) == hashes and len(runs) == 2
    for words in ("QN", "PD", "smoke.json", "https://doi.org/10.5281/zenodo.1_2", "@software{simbench,"):
        assert words in plain
    assert f"{archive.stat().st_size} bytes" in text
    assert re.search(r"simbench 1\.0\.0 \((commit|build) [0-9a-f]{12}", text)


def test_an_appendix_without_an_address_says_so(appendix):
    assert "The address of the archive is not stated yet" in appendix("md")


def test_the_commands_of_the_appendix_repeat_the_runs(appendix, archive, run_simbench):
    commands = re.search(r"```\n(.*?)\n```", appendix("md"), re.DOTALL)[1].splitlines()
    assert [command.split()[:2] for command in commands] == [["simbench", "verify"], ["simbench", "rerun"]]
    for command in commands:
        _, action, name = shlex.split(command)
        run_simbench(f"{action} {shlex.quote(str(archive.with_name(name)))}")


def test_latex_is_balanced_and_uses_only_booktabs(appendix):
    body = "\n".join(line for line in appendix("tex").splitlines() if not line.startswith("%"))
    shown = re.sub(r"\\[{}]", "", body)
    assert shown.count("{") == shown.count("}")
    begun, ended = (re.findall(rf"\\{word}\{{(\w+)\}}", body) for word in ("begin", "end"))
    assert sorted(begun) == sorted(ended) == ["itemize", "tabular", "tabular"]
    assert not re.search(r"(?<!\\)[_#$%]", body)


@pytest.mark.parametrize(
    ("source", "words", "code", "message"),
    [
        ("OUT", ["--appendix", "a.md"], 2, "OUT is not an archive; simbench archive"),
        ("OUT.tar.zst", ["--appendix", "a.txt"], 2, r"the file ends in .tex \(LaTeX\) or .md \(Markdown\)"),
        ("OUT.tar.zst", ["--address", "x"], 2, "--address belongs to --appendix FILE"),
        ("damaged.tar.zst", ["--appendix", "a.md"], 1, "is damaged, or not an archive of simbench"),
    ],
)
def test_wrong_words_are_refused(archive, run_command, tmp_path, monkeypatch, source, words, code, message):
    monkeypatch.chdir(tmp_path)
    content = archive.read_bytes()
    (archive.parent / "damaged.tar.zst").write_bytes(content[: len(content) // 2])
    finished = run_command("simbench-archive", archive.parent / source, *words, check=False)
    assert finished.returncode == code and re.search(message, finished.stderr)
    assert not [*tmp_path.iterdir()]


def test_a_file_of_somebody_else_is_not_replaced(archive, run_command, tmp_path):
    (tmp_path / "a.md").write_text("mine")
    finished = run_command("simbench-archive", archive, "--appendix", tmp_path / "a.md", check=False)
    assert finished.returncode == 2 and (tmp_path / "a.md").read_text() == "mine"


def test_the_program_hands_the_words_on(archive, simbench, tmp_path):
    subprocess.run([simbench, "archive", archive, "--appendix", tmp_path / "a.md"], check=True)
    assert (tmp_path / "a.md").is_file()
