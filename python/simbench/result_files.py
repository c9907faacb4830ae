"""Reads manifests and tables of simbench, and reports a damaged file in one sentence."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pandas as pd

from simbench.errors import ResultsError
from simbench.input_files import LARGEST_TEXT, parsed_json, read_file
from simbench.run_files import check_manifest, read_run_file
from simbench.small_tables import STEP_KEY, small_run

OBJECTIVE_COLUMNS = {"step", "iteration", "objective", "inertial", "constraint", "relative_error"}
TIME_COLUMNS = {"step", "iteration", "iteration_seconds", "elapsed_seconds"}
# Members that the package reads in every manifest.
MANIFEST_MEMBERS = {
    "solver": str,
    "run_id": str,
    "reference_minimum": list,
    "status": str,
    "options": dict,
    "scene": dict,
    "scene.solvers": dict,
    "scene.step.time_step": (int, float),
}
# Further members for deformable bodies; and for bodies that have a material, so not for some kinds.
BODY_MEMBERS = {"scene.body": dict}
BODIES_WITHOUT_MATERIAL = {"particles", "sheet", "surface"}
MATERIAL_MEMBERS = {"scene.material": dict, "scene.material.model": str}


def load_manifest(path: Path) -> dict:
    """A run's manifest, with all of MANIFEST_MEMBERS and those that a scene of its kind has."""
    text = read_file(path, LARGEST_TEXT)
    manifest = parsed_json(text, f"{path} is not a JSON file")
    if not isinstance(manifest, dict):
        raise ResultsError(f"{path} does not hold a JSON object")
    check_manifest(path, text, manifest)
    _require(manifest, MANIFEST_MEMBERS, path)
    if manifest["scene"].get("kind") == "rigid":
        return manifest
    _require(manifest, BODY_MEMBERS, path)
    if BODIES_WITHOUT_MATERIAL & manifest["scene"]["body"].keys():
        return manifest
    _require(manifest, MATERIAL_MEMBERS, path)
    material = manifest["scene"]["material"]
    if not isinstance(material.get("stiffness", material.get("youngs_modulus")), (int, float)):
        raise ResultsError(f"{path} was not written by simbench: its material has no stiffness")
    return manifest


def _require(manifest: dict, members: dict, path: Path) -> None:
    for member, kind in members.items():
        value: object = manifest
        for key in member.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        if not isinstance(value, kind):
            raise ResultsError(
                f"{path} was not written by simbench: it has no '{member}', or one of a wrong type"
            )


def _large_integers(column: pd.Series) -> pd.Series:
    """A column of numbers that pandas left as texts, since a whole one of them exceeds 64 bits."""
    if pd.api.types.is_numeric_dtype(column):
        return column
    try:
        return column.astype(float)
    except ValueError:
        return column


def read_table(
    path: Path, needed_columns: set[str], key: Sequence[str] = STEP_KEY, names: Sequence[str] = ()
) -> pd.DataFrame:
    """A CSV file that has these columns, one row for each value of `key`. Empty cells become NaN.

    The columns `names` hold names, which may look like numbers or like missing values.
    """
    return _table(path, read_run_file(path), needed_columns, key, names)


def _table(
    path: Path, content: bytes, needed_columns: set[str], key: Sequence[str], names: Sequence[str] = ()
) -> pd.DataFrame:
    try:
        # run_id has hexadecimal digits, and some ids look like numbers.
        table = pd.read_csv(
            BytesIO(content),
            float_precision="round_trip",
            dtype={"run_id": str},
            converters=dict.fromkeys(names, str),
        )
    except (pd.errors.ParserError, UnicodeDecodeError) as error:
        raise ResultsError(f"{path} is not a CSV table: {error}") from error
    except pd.errors.EmptyDataError as error:
        raise ResultsError(f"{path} is empty") from error
    if key is STEP_KEY or names:
        table = table.apply(lambda column: column if column.name in names else _large_integers(column))
    absent = needed_columns - set(table.columns)
    if absent:
        raise ResultsError(f"{path} has no column {', '.join(sorted(absent))}")
    if table.empty:
        raise ResultsError(f"{path} has no rows")
    texts = table[[*needed_columns]].select_dtypes(exclude="number").columns if key is STEP_KEY else []
    if len(texts):
        raise ResultsError(f"{path} has values that are not numbers in the column {', '.join(sorted(texts))}")
    if key and table.duplicated(list(key)).any():
        raise ResultsError(f"{path} has {'an iteration' if key is STEP_KEY else 'a run'} twice")
    for name in table.columns if key is STEP_KEY else ():
        if table[name].dtype.kind in "iu" and name not in STEP_KEY:
            table[name] = table[name].astype(float)  # a column of measured values may have only whole numbers
    return table


def load_iterations(folder: Path) -> pd.DataFrame:
    """The rows of a run with their times."""
    files = [folder / name for name in ("iterations.csv", "timings.csv")]
    contents = [read_run_file(file) for file in files]
    small = small_run(*contents)
    if small is not None and (OBJECTIVE_COLUMNS | TIME_COLUMNS).issubset(small.columns):
        return small
    iterations, timings = (
        _table(file, content, needed, STEP_KEY)
        for file, content, needed in zip(files, contents, (OBJECTIVE_COLUMNS, TIME_COLUMNS), strict=True)
    )
    merged = iterations.merge(timings, on=[*STEP_KEY], validate="one_to_one")
    if not len(merged) == len(iterations) == len(timings):
        raise ResultsError(f"iterations.csv and timings.csv in {folder} do not have the same rows")
    return merged.sort_values([*STEP_KEY], ignore_index=True)
