"""The leaderboard in seconds. They depend on the machine: no verdict rests on them; --check skips them."""

from pathlib import Path

import pandas as pd

from field.board import times
from field.board.budgets import BUDGETS
from field.board.rows import entrants
from field.board.settings import RANKED_TARGET
from field.parts import is_control
from simbench.entry import board
from simbench.labels import solver_label
from simbench.output_files import complete_file
from simbench.pages.performance import markdown
from simbench.study.results import Results
from simbench.study.words import in_prose


def page(found: list, seconds: pd.DataFrame, rows: pd.DataFrame) -> str:
    usual, other = map(solver_label, times.UNITS)
    parts = [
        "# Seconds of the leaderboard",
        "**These numbers depend on the machine.** No verdict and no choice of a setting rests on them, and"
        " they are not compared when the study is repeated. [leaderboard.md](leaderboard.md) explains the"
        " words, and counts work instead. Each run has one thread.",
        f"The unit is the median iteration of {usual} on the same scene, or of {other} where {usual} declines"
        " it, whose iteration is also a pass and a solve. So machines partly cancel.",
        times.noise(found),
        "*An iteration* and *the set-up* are medians over the scenes that a solver takes, in units. The other"
        " columns are the areas under the curves of 49 targets over seconds in units, up to"
        f" {', '.join(map(str, BUDGETS))} units; they leave the set-up out, which a solver with a constant"
        " matrix needs once for many time steps.",
        markdown(times.area_table(seconds, rows)),
        f"## Units to {RANKED_TARGET:g}, with the one setting",
        "*no*: the run does not get there. A dash: the solver declines the law. Controls with quadratic"
        " tets are not here."
        " [leaderboard_times.csv](leaderboard_times.csv) has all settings, in seconds and in units.",
        markdown(times.scene_table(seconds, rows)),
    ]
    return "\n\n".join(parts) + "\n"


def write(results: Results, output: Path, record: Path) -> None:
    found = [one for one in entrants(results) if not is_control(one.scene)]
    seconds, rows = times.table(found), board.table(one.row() for one in found if one.instance == 0)
    with complete_file(output / "leaderboard_times.csv") as partial:
        times.as_csv(seconds).to_csv(partial, index=False, float_format="%.4g")
    with complete_file(output / "leaderboard_times.md") as partial:
        partial.write_text(in_prose(page(found, seconds, rows)))
