"""The leaderboard: which solver reaches which error on which scene, after how much work.

Writes the rows as JSON lines, and makes its pages and figures from these lines only. The harness counts the
work, so the numbers are the same on every machine. leaderboard_times has the seconds.
"""

from pathlib import Path

from field.board import figures, instances, pages
from field.board.rows import rows_from_previous, rows_of
from simbench import figure_files
from simbench.entry import board
from simbench.output_files import complete_file
from simbench.study.results import Results


def write(results: Results, output: Path, record: Path) -> None:
    board.write(rows_of(results), output / "leaderboard.jsonl")
    rows = board.load(output / "leaderboard.jsonl")
    board.write(rows_from_previous(results), output / pages.PREVIOUS)
    previous = board.load(output / pages.PREVIOUS)
    shown = instances.typical(instances.comparable(rows))
    for name, text in (
        ("leaderboard", pages.page(rows)),
        ("leaderboard_tables", pages.further_page(rows)),
        ("leaderboard_sensitivity", pages.sensitivity_page(rows, previous)),
    ):
        with complete_file(output / f"{name}.md") as partial:
            partial.write_text(text)
    for name, draw in (("curves", figures.curves), ("heat", figures.heat)):
        figure_files.save(draw(shown), name, output, figure_files.any_file)
