"""Units: whether a solver, with each of its settings, does the same in other units of mass, length and time.

The scenes are the same bodies with kilograms, metres or seconds 1024 times as small. Powers of two change no
digit, so a solver without a hidden unit has the same relative errors to the last bits.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from field.board.plans import SETTINGS, UNITS, UNITS_ITERATIONS, UNITS_OF
from simbench.entry.board import DECLINED
from simbench.labels import solver_label
from simbench.output_files import complete_file
from simbench.pages.performance import markdown
from simbench.results import load_summary
from simbench.study.results import Results
from simbench.study.words import in_prose

SAME = 1e-9  # of the largest relative error of the run, if that exceeds one


def write(results: Results, output: Path, record: Path) -> None:
    with complete_file(output / "units.md") as partial:
        partial.write_text(in_prose(page(differences(results))))


def differences(results: Results) -> pd.DataFrame:
    """A row for each scene, solver, setting and unit: by how much relative errors differ."""
    found = []
    for scene in UNITS_OF:
        summary = load_summary(results.folder / f"board_{scene}")
        taken = summary[summary["status"] != DECLINED]["solver"].unique()
        for solver in taken:
            axes = [f"solvers.{solver}"] if solver in SETTINGS else []
            written = curves(results, f"board_{scene}", solver, axes)
            for unit in UNITS:
                for setting, errors in curves(results, f"units_{scene}_{unit}", solver, axes).items():
                    difference = distance(errors, written[setting])
                    key = {"scene": scene, "solver": solver, "setting": setting, "unit": unit}
                    found.append(key | {"difference": difference})
    return pd.DataFrame(found)


def curves(results: Results, sweep: str, solver: str, axes: list[str]) -> dict[str, np.ndarray]:
    """By setting the relative errors of the first iterations."""
    runs = results.by(sweep, solver, *axes) if axes else {"{}": results.run(sweep, solver)}
    return {
        setting: run.curve["relative_error"].to_numpy()[: UNITS_ITERATIONS + 1]
        for setting, run in runs.items()
    }


def distance(one: np.ndarray, other: np.ndarray) -> float:
    """The largest difference; infinite if one curve is longer or has other gaps."""
    if len(one) != len(other) or (np.isnan(one) != np.isnan(other)).any():
        return np.inf
    scale = max(1.0, np.nanmax(np.abs(one)), np.nanmax(np.abs(other)))
    return float(np.nanmax(np.abs(one - other)) / scale)


def page(found: pd.DataFrame) -> str:
    hidden = found[found["difference"] > SAME]
    lines = [
        {
            "solver": solver_label(solver),
            "setting": f"`{setting}`",
            "differs with other units of": ", ".join(dict.fromkeys(own["unit"])),
            "in the scenes": ", ".join(dict.fromkeys(own["scene"])),
        }
        for (solver, setting), own in hidden.groupby(["solver", "setting"], sort=False)
    ]
    scenes = " and ".join(UNITS_OF)
    parts = [
        "# Hidden units",
        "A number of a solver or of a setting that has a unit means something else in each scene. To find"
        f" such numbers, the scenes {scenes} are written with kilograms, metres or seconds 1024 times as"
        " small, and each solver runs with each setting of [the leaderboard](leaderboard_tables.md#settings)."
        f" Relative errors of the first {UNITS_ITERATIONS} iterations count as the same if they differ by at"
        f" most {SAME:g} of the largest one, or of 1.",
        f"{found[['solver', 'setting']].drop_duplicates().shape[0]} solvers with a setting have run.",
        markdown(pd.DataFrame(lines)) if lines else "All of them do the same in all units.",
    ]
    return "\n\n".join(parts) + "\n"
