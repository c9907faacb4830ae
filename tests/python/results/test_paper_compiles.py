"""pdfTeX compiles what simbench writes for papers, with the packages that the files name."""

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import TIMEOUT
from matplotlib.figure import Figure

from simbench import load_runs
from simbench.archive.appendix import Appendix, as_latex
from simbench.figures import objective
from simbench.paper import citation, latex, pgf
from simbench.paper.table import latex_table

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        shutil.which("pdflatex") is None,
        reason="pdflatex is not installed (scripts/packages_test_all.txt)",
    ),
]
HOSTILE = "".join(latex.SPECIAL) + "".join(latex.MATHS) + latex.GREEK + latex.KNOWN + latex.UNKNOWN
HOSTILE += "".join(map(chr, range(0xA1, 0x180))) + "q̃ x̂ s⁻⁴ ᵀ ₀ ℠ ᵝ 日 🙂 \u0303\\input{x} \x07\n%"


def compiled(folder: Path, body: str) -> str:
    """Compiles a document with this body, and returns the characters of its log."""
    packages = r"\usepackage{booktabs}\usepackage{pgfplots}\usetikzlibrary{plotmarks}"
    text = f"\\documentclass{{article}}\n{packages}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (folder / "paper.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "paper.tex"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, timeout=TIMEOUT, check=False)
    log = (folder / "paper.log").read_text(errors="replace")
    assert ended.returncode == 0, "\n".join(line for line in log.splitlines() if line.startswith(("!", "l.")))
    assert (folder / "paper.pdf").stat().st_size > 1000
    return log


def test_every_character_is_text_for_latex(tmp_path):
    """All of the basic plane would be some minutes; these are the characters that have a rule."""
    words = " ".join(latex.escaped(character) for character in HOSTILE)
    log = compiled(tmp_path, f"{words}\n\n{latex.escaped(HOSTILE)}")
    assert "Missing character" not in log and "invalid in math mode" not in log


def test_tables_figures_and_an_appendix_are_one_paper(results, tmp_path):
    runs = load_runs(results)
    manifests = [run.manifest for run in runs]
    rows = [["folder", "solver", "scene", "iterations", "end"], ["a_b", HOSTILE[:40], "–", "5", "converged"]]
    told = Appendix(
        HOSTILE,
        ["One & two"],
        rows,
        [["archive", "a_b.tar.zst"]],
        ["simbench verify 'a b'"],
        ['It is "so"'],
        [["file", "SHA-256"], ["a_b", "0" * 64]],
        citation.bibtex(manifests),
    )
    looks = Figure()
    axes = looks.subplots()
    for height, marker in enumerate([*pgf.MARKS, *pgf.TURNED]):
        axes.plot(
            [1, 2, 3], [height, float("nan"), height], marker=marker, linestyle="--", label=f"{marker}_ρ"
        )
    axes.plot([1, 2, 3], [1, 2, 4], drawstyle="steps-mid", markevery=2)
    axes.set(xscale="log", title=f"$h$ & {HOSTILE[:30]}\nλ", xlabel="100 %", ylabel="k [N/m²]")
    parts = [
        latex_table(runs, [0.1, 1e-3], "mine"),
        pgf.document(objective.draw(runs), manifests),
        pgf.document(looks, manifests),
        as_latex(told),
    ]
    compiled(tmp_path, "\n\n".join(parts))
