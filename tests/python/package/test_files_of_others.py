"""No command of the package replaces or deletes a file that it did not write; its own files it replaces."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY
from matplotlib.figure import Figure

from simbench import figure_files, relative_errors
from simbench.errors import OutputError, ResultsError
from simbench.input_files import json_lines
from simbench.output_files import complete_file, killed_writers, new_folder, whole_or_as_before
from simbench.report.document import write_report
from simbench.study.ours import is_ours

FOREIGN = "exists and was not written by this command"


def draw(results: Path, folder: Path) -> None:
    figure_files.save(Figure(), "mine", folder)


def draw_with_palette(results: Path, folder: Path) -> None:
    figure_files.save_with_palette(Figure(), "mine", folder)


def film(results: Path, folder: Path) -> None:
    figure_files.save_gif(b"GIF89a\x3b", folder / "mine.gif")


def report(results: Path, folder: Path) -> None:
    write_report([results], folder / "mine.html")


def tabulate(results: Path, folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["simbench-errors", str(results), "--csv", str(folder / "mine.csv")])
        relative_errors.main.__wrapped__()  # without the decorator, which ends the process


@pytest.mark.parametrize(
    ("write", "files"),
    [
        (draw, ["mine.png", "mine.pdf"]),
        (draw_with_palette, ["mine.png", "mine.pdf"]),
        (film, ["mine.gif"]),
        (report, ["mine.html"]),
        (tabulate, ["mine.csv"]),
    ],
)
def test_a_command_replaces_its_own_files_only(write, files, results, tmp_path):
    folder = tmp_path / "there"
    folder.mkdir()
    for file in files:
        (folder / file).write_text("mine\n")
        with pytest.raises(ResultsError, match=f"{file} {FOREIGN}"):
            write(results, folder)
        assert contents(folder) == {file: "mine\n"}
        (folder / file).unlink()
    for _ in range(2):
        write(results, folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(files)


def test_rows_replace_rows_only(tmp_path):
    from simbench.entry import board

    own = next(row for _, row in json_lines(REPOSITORY / "results/field/leaderboard.jsonl"))
    board.write([own], tmp_path / "rows.jsonl")
    board.write([own, own], tmp_path / "rows.jsonl")
    assert len(list(json_lines(tmp_path / "rows.jsonl"))) == 2
    board.write([own], Path("/dev/null"))
    (tmp_path / "notes.txt").write_text("mine\n")
    with pytest.raises(ResultsError, match=FOREIGN):
        board.write([own], tmp_path / "notes.txt")
    assert (tmp_path / "notes.txt").read_text() == "mine\n"


def test_a_temporary_file_never_takes_the_place_of_another(tmp_path):
    other = tmp_path / f".a.txt.partial-{os.getpid()}"
    other.write_text("mine")
    with (
        pytest.raises(OutputError, match=r"a\.txt cannot be written: File exists"),
        complete_file(tmp_path / "a.txt"),
    ):
        pass
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def fill(folder: Path, **texts: str) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text)


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def test_a_folder_is_new_or_as_it_was(tmp_path):
    place = tmp_path / "problem"
    for ours, there in ((True, {}), (True, {"old": "o"}), (False, {"old": "o"})):
        fill(place, **there)
        before = contents(place)
        with (
            pytest.raises(ZeroDivisionError if ours else ResultsError),
            new_folder(place, lambda _, ours=ours: ours) as made,
        ):
            fill(made, new="n")
            1 / 0  # noqa: B018
        assert contents(place) == before
    with new_folder(place, lambda _: True) as made:
        fill(made, new="n")
    assert contents(place) == {"new": "n"}
    assert [path.name for path in tmp_path.iterdir()] == ["problem"]


@pytest.mark.parametrize("error", [OSError(28, "No space left"), ResultsError("no"), KeyboardInterrupt()])
def test_results_of_a_study_are_as_before_if_it_fails(error, tmp_path):
    """After Ctrl-C what is complete stays."""
    folder = tmp_path / "r"
    fill(folder, claims="old", figure="old", note="mine")
    expected = pytest.raises((ResultsError, KeyboardInterrupt))
    with expected, whole_or_as_before(folder, lambda file: file.name != "foreign"):
        fill(folder, claims="new", page="new", foreign="somebody's")
        (folder / "figure").unlink()
        raise error
    kept = {"claims": "old", "figure": "old", "note": "mine", "foreign": "somebody's"}
    done = {"claims": "new", "page": "new", "note": "mine", "foreign": "somebody's"}
    assert contents(folder) == (done if isinstance(error, KeyboardInterrupt) else kept)


def test_results_of_a_killed_study_are_complete_files_beside_the_older_ones(tmp_path):
    folder = tmp_path / "r"
    fill(folder, claims="old", figure="old")
    if (child := os.fork()) == 0:
        try:
            with whole_or_as_before(folder, lambda file: True):
                fill(folder, claims="new")
                os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)  # never the tests that follow, in a second process
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    (copy,) = folder.glob(".before-*")
    assert contents(copy) == {"claims": "old", "figure": "old"}
    assert [line.split(":")[0] for line in killed_writers(folder)] == [copy.name]
    with whole_or_as_before(folder, lambda file: True):  # the second call does not lose it
        fill(folder, figure="new")
    assert contents(copy) == {"claims": "old", "figure": "old"}


def test_a_study_knows_its_files_by_contents_lists_and_stamps(tmp_path):
    for study in ("thesis", "field"):
        folder = REPOSITORY / "results" / study
        names = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pdf"]
        of_variants = [path for path in names if path.parent != folder]
        assert [p for p in names if not is_ours(p, folder, ()) and p not in of_variants] == []
    claims = {"1": {"claim": "a", "verdict": "holds"}}
    fill(
        tmp_path,
        **{"claims.json": json.dumps(claims), "claims.md": "# A", "figure.png": "p", "figure.pdf": "p"},
    )
    fill(tmp_path, **{"README.md": "mine", "manifests.sha256": "mine", "codecheck.yml": "mine"})

    def ours(*stamped: str) -> list[str]:
        return [name for name in contents(tmp_path) if is_ours(tmp_path / name, tmp_path, stamped)]

    assert ours() == ["claims.json", "claims.md"]
    assert ours("figure.png") == ["claims.json", "claims.md", "figure.pdf", "figure.png"]
    (tmp_path / "claims.json").write_text('{"name": "of somebody"}')
    assert ours() == []
