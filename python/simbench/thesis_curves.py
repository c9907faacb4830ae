"""The thesis's curves, and which runs solve the problem that they belong to."""

import math

import pandas as pd

from simbench.errors import ResultsError
from simbench.repository import repository_folder
from simbench.results import Run

START_OBJECTIVE = 2.91891e6  # J, iteration 0 of all its curves; it logged six digits
BEAM_SIZE, BEAM_CELLS = [3.2, 0.6, 0.6], [32, 6, 6]  # m


def load_reference(figure: str) -> pd.DataFrame:
    """The thesis's samples of one figure; columns series, value (J) and iteration or duration_s (s)."""
    folder = repository_folder("results/reference/thesis")
    path = folder / f"{figure}.csv"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in folder.glob("*.csv")))
        raise ResultsError(f"the thesis has no figure '{figure}'; there are: {known}")
    return pd.read_csv(path)


def is_thesis_setting(run: Run) -> bool:
    """True if the run's curve is of the problem of the thesis's curves, solved in double precision.

    That is its beam, let go, of strain material, with 1e-2 s and 1e8 Pa. The start state, and that nothing is
    anchored, are recognised by the objective it starts from.
    """
    material = run.scene.get("material", {})
    beam = run.scene.get("body", {}).get("beam", {})
    return (
        run.step == 1
        and run.manifest.get("precision") == "double"
        and material.get("model") == "strain"
        and math.isclose(run.scene["step"]["time_step"], 1e-2)
        and math.isclose(material["stiffness"], 1e8)
        and (beam.get("size"), beam.get("cells")) == (BEAM_SIZE, BEAM_CELLS)
        and math.isclose(run.curve["objective"].iloc[0], START_OBJECTIVE, rel_tol=1e-5)
    )
