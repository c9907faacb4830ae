"""Each command has a man page, which help2man writes from its help."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import REPOSITORY, TIMEOUT


@pytest.fixture(scope="module")
def pages(simbench: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("man1")
    (folder / "simbench-former.1").write_text("a command that is no more")
    subprocess.run([REPOSITORY / "scripts/man_pages.sh", simbench, folder], check=True, timeout=TIMEOUT)
    return folder


def printed(*command: object) -> str:
    wide = {**os.environ, "MANWIDTH": "1000"}
    finished = subprocess.run(command, capture_output=True, text=True, check=True, timeout=TIMEOUT, env=wide)
    assert finished.stderr == ""
    return finished.stdout


def commands_of(simbench: Path) -> list[str]:
    subcommands = printed(simbench, "--help").split("Subcommands:")[1].split("\n\n")[0]
    return re.findall(r"^  ([\w-]+)", subcommands, re.MULTILINE)


def test_every_command_has_a_page(pages, simbench):
    expected = {"simbench.1", *(f"simbench-{command}.1" for command in commands_of(simbench))}
    assert {path.name for path in pages.iterdir()} == expected
    assert "simbench-sweep.1" in expected


def test_pages_have_the_text_of_the_help(pages, simbench):
    for page in pages.iterdir():
        command = page.stem.removeprefix("simbench").removeprefix("-")
        shown = printed("man", "--warnings", "--local-file", page)
        words = " ".join(shown.split())
        help_text = printed(simbench, *command.split(), "--help")
        options = re.findall(r"--[\w-]+", help_text)
        assert options
        for option in options:
            assert option in words, f"{page.name}: {option}"
        examples = help_text.partition("\nExamples:\n")[2]
        for example in re.findall(r"^  ((?:simbench|source) .*?)(?: {2,}#.*)?$", examples, re.MULTILINE):
            assert f"$ {example}" in words, f"{page.name}: {example}"


def test_examples_are_not_hyphenated(pages):
    shown = subprocess.run(
        ["man", "--local-file", pages / "simbench.1"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"MANWIDTH": "60"},
    ).stdout
    assert "\u2010\n" not in shown and "--set material.stiffness=1e9" in " ".join(shown.split())


def test_the_index_of_man_pages_lists_them(pages):
    assert "simbench-sweep - does the missing runs of a plan" in printed(
        "lexgrog", pages / "simbench-sweep.1"
    )
    for page in pages.iterdir():
        assert f'"{page.stem} - ' in printed("lexgrog", page)
