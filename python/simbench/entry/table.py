"""The table of an entry: iterations and work to each target, beside the leaderboard's best settings."""

import math

import pandas as pd

from simbench.entry import board
from simbench.entry.targets import TARGETS

ORDER = (TARGETS[1], TARGETS[2], TARGETS[0])  # solvers are in the order of their iterations to these


def markdown(found: list[dict], known: pd.DataFrame | None) -> str:
    """For each scene a table, ordered by the iterations to the middle target; entries are bold."""
    parts = []
    for scene, own in board.table(found).groupby("scene", sort=False):
        rows = own.assign(entry=True)
        note = ""
        if known is not None:
            theirs = best_settings(known[(known["scene"] == scene) & (known["instance"] == 0)])
            note = "" if len(theirs) else f"\n\nThe leaderboard has no scene '{scene}'."
            rows = pd.concat([rows, theirs.assign(entry=False)], ignore_index=True)
        parts += [f"### {scene}{note}", _table(in_order(rows))]
    return "\n\n".join(parts)


def in_order(rows: pd.DataFrame) -> pd.DataFrame:
    counts = [board.at(rows, "for_good", target) for target in ORDER]
    places = sorted(range(len(rows)), key=lambda place: [count.iloc[place] for count in counts])
    return rows.iloc[places]


def best_settings(known: pd.DataFrame) -> pd.DataFrame:
    """A row for each solver that takes the scene: the setting with fewest iterations to the middle target."""
    return in_order(known[known["status"] != board.DECLINED]).drop_duplicates("solver")


def _table(rows: pd.DataFrame) -> str:
    lines = ["| solver | setting | " + " | ".join(f"to {target:g}" for target in TARGETS) + " | work |"]
    lines.append("|---|---|" + "---:|" * (len(TARGETS) + 1))
    columns = [board.at(rows, "for_good", target) for target in TARGETS]
    columns.append(board.at(rows, "work", TARGETS[1]))  # an entry need not state its work
    for place, row in rows.iterrows():
        name = f"**{row['solver']}**" if row["entry"] else row["solver"]
        numbers = [column[place] for column in columns]
        cells = [f"{number:.0f}" if math.isfinite(number) else "–" for number in numbers]
        lines.append(f"| {name} | {row['setting']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
