"""Tables for papers have the iterations to tolerances, escaped names, settings, versions and a citation."""

import numpy as np
import pandas as pd
import pytest
import yaml
from conftest import REPOSITORY

from simbench import ResultsError, load_runs
from simbench.paper import citation, latex
from simbench.paper.table import latex_table, markdown

BUILD = {"id": "b" * 64, "version": "1.0.0", "git_commit": "0123456789abcdef", "git_dirty": False}


@pytest.fixture
def runs(results):
    """The synthetic runs, with the members of a build."""
    found = load_runs(results)
    for run in found:
        run.manifest["build"] = BUILD
    return found


def cells_of(text: str, solver: str) -> list[str]:
    (line,) = [line for line in text.splitlines() if line.strip().startswith(solver)]
    return [cell.strip() for cell in line.strip().removesuffix("\\\\").split("&")]


def number_of(formula: str) -> float:
    """The number of a formula like $2.5\\cdot 10^{-3}$, $10^{-3}$ or $0$."""
    text = formula.strip("$").replace("\\cdot 10^{", "e").replace("10^{", "1e").removesuffix("}")
    return float(text)


def test_counts_are_those_of_the_curves(runs):
    """The first iteration after the last error above a tolerance, by pandas from each run's table."""
    text = latex_table(runs, [0.5, 1e-2], "mine")
    for run in runs:
        _, *counts, iterations, error, _ = cells_of(text, f"{run.label} ")
        errors = pd.Series(run.iterations["relative_error"].to_numpy(), run.iterations["iteration"])
        for count, tolerance in zip(counts, (0.5, 1e-2), strict=True):
            above = errors[errors > tolerance]
            after = errors[errors.index > (above.index[-1] if len(above) else -1)]
            assert count == (str(after.index[0]) if len(after) else "--")
        assert int(iterations) == errors.index[-1]
        assert number_of(error) == pytest.approx(errors.iloc[-1], rel=0.06)


def test_a_table_is_a_table_of_booktabs(runs):
    text = latex_table(runs, [0.1], "mine")
    assert r"\label{tab:mine}" in text and r"\usepackage{booktabs}" in text
    order = [
        r"\begin{table}",
        r"\caption{",
        r"\begin{tabular}{lrrrl}",
        r"\toprule",
        r"\midrule",
        r"\bottomrule",
    ]
    places = [text.index(word) for word in order]
    assert places == sorted(places)
    for line in text.splitlines():
        if line.startswith("    ") and line.endswith(r"\\"):
            assert line.count("&") == 4


def test_the_caption_has_settings_and_versions_and_the_comments_a_citation(runs):
    text = latex_table(runs, [0.1], "mine")
    caption = next(line for line in text.splitlines() if r"\caption" in line)
    assert "strain, $h$ = $10^{-2}$ s" in caption and "simbench 1.0.0 (commit 0123456789ab)" in caption
    assert "% @software{simbench," in text and "%   version = {1.0.0}," in text


def test_the_citation_is_that_of_the_repository():
    """Title, author and version of README's entry; the note with the commit is added."""
    readme = (REPOSITORY / "README.md").read_text()
    version = (REPOSITORY / "VERSION").read_text().strip()
    entry = citation.bibtex([{"build": BUILD | {"version": version}}])
    ours = entry.partition("  note ")[0].removesuffix(",\n")
    assert ours in readme
    cff = yaml.safe_load((REPOSITORY / "CITATION.cff").read_text())
    assert [author["name"] for author in cff["authors"]] == [citation.AUTHORS.strip("{}")]


def test_a_citation_names_every_version_and_local_changes():
    old = BUILD | {"id": "a" * 64, "version": "0.9.0", "git_commit": "fedcba9876543210", "git_dirty": True}
    entry = citation.bibtex([{"build": BUILD}, {"build": old}, {"build": BUILD}, {}])
    assert "version = {1.0.0 and 0.9.0 and unknown}" in entry
    assert "commit 0123456789ab; commit fedcba987654 with local changes; build None" not in entry
    assert "commit 0123456789ab; commit fedcba987654 with local changes; build unknown" in entry


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("admm-weight=auto_2", r"admm-weight=auto\_2"),
        ("50% & more #1", r"50\% \& more \#1"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("$x$^~", r"\$x\$\textasciicircum{}\textasciitilde{}"),
        ("two\nlines", "two lines"),
        ('"a"', r"\texttt{\char34}a\texttt{\char34}"),
        ("ρ, Λ ≤ ‖q̃‖²", r"$\rho$, $\Lambda$ $\le$ $\|$$\tilde{q}$$\|$²"),
        ("s⁻⁴ é 日", r"s$^{-}$$^{4}$ é \texttt{U+65E5}"),
    ],
)
def test_names_are_escaped(name, shown):
    assert latex.escaped(name) == shown


def test_formulas_of_figures_stay():
    assert latex.with_formulas(r"a_b, $h$ = $10^{-2}$ s, \$5") == r"a\_b, $h$ = $10^{-2}$ s, \$5"


@pytest.mark.parametrize("value", [1.0, 0.1, 1e-6, 2.5e-3, 9.96e-4, 123456.0, -3e-16, 0.0])
def test_numbers_are_formulas(value):
    assert number_of(latex.power_of_ten(value)) == pytest.approx(value, rel=0.05)


def test_a_hostile_name_cannot_leave_its_cell(results, run_command):
    (results / "qn").rename(results / "x & y% \\end{tabular}")
    text = run_command("simbench-table", results, "--latex").stdout
    assert r"x \& y\% \textbackslash{}end\{tabular\}" in text
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    assert body.count(r"\end{tabular}") == 1 and np.sign(body.count("{") - body.count("}")) == 0


def test_the_command_prints_markdown_and_filters_by_step(results, run_command):
    printed = run_command("simbench-table", results, "--tolerances", "1e-3,0.1").stdout
    assert "| solver | to 0.1 | to 0.001 | iterations | last error | end |" in printed
    assert printed.strip() == markdown(load_runs(results), [0.1, 1e-3]).strip()


@pytest.mark.parametrize("words", ["0", "a", "-1", "nan", "", "inf"])
def test_tolerances_that_are_not_positive_numbers_are_refused(results, run_command, words):
    finished = run_command("simbench-table", results, f"--tolerances={words}", check=False)
    assert finished.returncode == 2 and "expected positive numbers" in finished.stderr


def test_runs_without_a_minimum_are_refused(runs):
    runs[0].iterations["relative_error"] = np.nan
    with pytest.raises(ResultsError, match="no relative errors: they need f"):
        latex_table(runs, [0.1], "mine")
