"""What a budget says of cells that are made up: its sentences, its marks, and its picture."""

import numpy as np
import pandas as pd

from simbench.budget import budget as budgets
from simbench.budget import words
from simbench.figures import budget as figure


def cells(solver_errors, integrator=(0.1,), error=None) -> pd.DataFrame:
    """Made-up cells: a list of the solver's errors with 1, 5, 10 iterations for each number of substeps."""
    rows = [
        (
            n + 1,
            iterations,
            own,
            integrator[n],
            own + integrator[n] if error is None else error,
            0.1 * iterations,
        )
        for n, errors in enumerate(solver_errors)
        for iterations, own in zip((1, 5, 10), errors, strict=True)
    ]
    names = ["substeps", "iterations", "solver_error", "integrator_error", "error", "seconds"]
    return pd.DataFrame(rows, columns=names).assign(solver="vbd", status="max_iterations", work=1.0)


def test_sentences_name_the_cells_in_which_both_errors_are_equal():
    made = cells([(0.5, 0.1, 0.01), (0.5, 0.4, 0.3)], (0.1, 0.05))
    assert budgets.enough(made) == {1: 5, 2: None}
    assert words.equality("vbd", made) == (
        "VBD: the integrator's error is the larger one from 5 iterations with 1 substep on, so more "
        "iterations buy little; with 2 substeps the solver's error is the larger one, even after 10 "
        "iterations."
    )
    assert words.best_that_fits("vbd", made, 0.6) == (
        "VBD: of the cells that fit into a frame of 0.6 s, 1 substep with 5 iterations have the least error, "
        "20 %, in 0.5 s."
    )
    assert words.best_that_fits("vbd", made, 0.01) == "VBD: no cell fits into a frame of 0.01 s."


def test_equal_numbers_of_iterations_are_said_together():
    said = words.equality(
        "qn", cells([(0.5, 0.1, 0.01), (0.05, 0.04, 0.03), (0.2, 0.1, 0.01)], (0.1, 0.1, 0.1))
    )
    assert (
        "from 5 iterations with 1 and 3 substeps and 1 iteration (the fewest here) with 2 substeps on" in said
    )


def test_a_cell_counts_only_if_the_error_stays_small():
    """A solver that passes Newton's motion by chance and leaves it again has not converged."""
    assert budgets.enough(cells([(0.05, 0.4, 0.3)])) == {1: None}
    assert budgets.enough(cells([(0.05, 0.4, 0.1)])) == {1: 10}
    assert budgets.enough(cells([(0.05, 0.01, np.nan)])) == {1: None}


def test_errors_that_cancel_are_marked_and_not_the_best():
    made = cells([(0.11, 0.11, 0.11)], error=0.01)
    assert budgets.cancels(made).all() and words.row(made.iloc[0])[5] == "11 ±"
    assert "no cell fits" in words.best_that_fits("vbd", made, 1)
    assert not budgets.cancels(cells([(0.11, 0.11, 0.11)], error=0.06)).any()


def newton(errors: dict[int, float], status: str = "converged") -> pd.DataFrame:
    made = cells([(0.3, 0.2, 0.1)]).head(1).drop(columns=["substeps", "error"])
    rows = pd.concat([made.assign(substeps=n, error=e, integrator_error=e) for n, e in errors.items()])
    return rows.assign(solver="newton", status=status, iterations=np.nan, solver_error=0.0)


def test_a_reference_that_is_not_good_enough_is_named():
    good = budgets.Budget(newton({1: 0.4, 4: 0.05, 8: 0.0}), 1, 2, 1)
    assert good.reference_error == 0.05 and good.unknown == []
    assert words.of_reference(good) == [
        "The reference is Newton's method with 8 substeps and iterations until each step converges. Its own "
        "error is about 5 %."
    ]
    bad = budgets.Budget(newton({1: 0.4, 2: 0.1, 8: 0.05, 16: 0.0}, "max_iterations"), 1, 2, 1)
    assert bad.unknown == [2]
    _, unknown, unfinished = words.of_reference(bad)
    assert "error with 2 substeps is not large" in unknown
    assert "did not converge in every step with 1, 2, 8 and 16 substeps." in unfinished


def test_a_run_that_ends_early_is_shown_with_its_status():
    diverged = cells([(0.5, 0.1, 0.01)]).assign(error=[0.6, 0.2, np.nan], solver_error=[0.5, 0.1, np.nan])
    diverged.loc[2, "status"] = "not_finite"
    rows = pd.concat([newton({1: 0.1, 4: 0.02, 8: 0.0}), diverged])[budgets.COLUMNS]
    made = budgets.Budget(rows.reset_index(drop=True), 1, 2, 1)
    assert words.row(made.rows.iloc[-1]) == ["VBD", "1", "10", "not finite", "10", "", ""]
    assert words.times(pd.Series({"seconds": np.nan}), 1) == ["", ""]
    texts = [text.get_text() for axes in figure.draw(made).axes for text in axes.texts]
    assert texts == ["60\n(50)", "20\n(10)", "not\nfinite", "10"]
