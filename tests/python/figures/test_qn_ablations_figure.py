"""The figure of the ablations of the quasi-Newton method: the runs and costs of each panel."""

import json
import shutil

import numpy as np
import pandas as pd
import pytest

from simbench import ResultsError
from thesis.figures import qn_ablations

pytestmark = pytest.mark.slow

HISTORIES = (0, 2, 5)
SEARCHES = ("backtracking", "none", "strong_wolfe")
MATRICES = ("stiffness", "scaled_identity")
PROBLEMS = ((1e-2, 1e8), (1e-1, 1e9))


@pytest.fixture
def sweep(tmp_path, write_run):
    """All combinations on two problems. An iteration takes 2 evaluations with strong_wolfe, otherwise 1."""
    for h, k in PROBLEMS:
        for search in SEARCHES:
            written = tmp_path / "written" / "qn"
            each = 2.0 if search == "strong_wolfe" else 1.0
            write_run(written, time_step=h, stiffness=k, evaluations=[np.nan] + 5 * [each])
            for name in ("iterations.csv", "timings.csv"):
                table = pd.read_csv(written / name).assign(iteration=range(6))
                table.to_csv(written / name, index=False)
            manifest = json.loads((written / "manifest.json").read_text())
            for matrix in MATRICES:
                for history in HISTORIES:
                    settings = {"history": history, "line_search": search, "initial_matrix": matrix}
                    manifest["scene"]["solvers"] = {"qn": settings}
                    folder = tmp_path / "sweep" / "runs" / f"{h}-{search}-{matrix}-{history}"
                    shutil.copytree(written, folder)
                    (folder / "manifest.json").write_text(json.dumps(manifest))
            shutil.rmtree(written)
    return tmp_path / "sweep"


def test_lines_are_over_iterations_evaluations_and_time(sweep):
    history, search, matrix = qn_ablations.draw(qn_ablations.load(sweep)).axes[:3]
    progress = np.array([0, 10, 20, 30, 40, 49])  # the iterations of write_run, 1 ms each
    for line in history.lines:
        np.testing.assert_array_equal(line.get_xdata(), range(6))
        np.testing.assert_allclose(line.get_ydata(), np.exp(-progress / 4), rtol=1e-9)
    assert sorted(line.get_xdata()[-1] for line in search.lines) == [5, 5, 5, 5, 10, 10]
    for line in matrix.lines:
        np.testing.assert_allclose(line.get_xdata(), 1e-3 * progress)


def test_evaluations_need_rows_of_every_iteration(tmp_path, write_run):
    write_run(tmp_path / "runs" / "qn")
    with pytest.raises(ResultsError, match="every iteration"):
        qn_ablations.load(tmp_path)


def test_a_folder_without_runs_is_an_error(tmp_path):
    with pytest.raises(ResultsError, match="there is no folder"):
        qn_ablations.load(tmp_path)


def test_the_plan_has_the_runs_of_all_panels(run_simbench):
    listed = run_simbench("sweep studies/thesis/plans/qn_ablations.json --list").stdout.splitlines()
    assert len(listed) == 2 * 2 * 3 * 8
    assert len({line.split(maxsplit=1)[1] for line in listed}) == len(listed)
    for others, _ in qn_ablations.COLUMNS.values():
        for key, values in others.items():
            for value in values:
                assert any(f" solvers.qn.{key}={value} " in f"{line} " for line in listed)
