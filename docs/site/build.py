#!/usr/bin/env python3
"""Makes the site of the documentation; scripts/site.sh installs what it needs and calls it.

Sphinx makes it from copies of the repository's pages, a page for each room of C++ headers (cpp_pages.py),
the docstrings of the Python package, and a report of a run. OUTPUT is replaced if it is a site. Exit code 1
if there is a warning.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "python")]
from cpp_pages import write_pages  # noqa: E402

from simbench.report.document import write_report  # noqa: E402

SITE = Path(__file__).resolve().parent
REPOSITORY = SITE.parents[1]
PAGES = ("*.md", "docs/**/*", "results/**/*", "studies/*/reference/*")
PICTURES = (".png", ".gif", ".svg")
OURS = ".simbench-site"  # a file in each site that this program made
LEFT_OUT = (SITE, REPOSITORY / "docs/pages")  # this folder; templates
REPORTED = ("--scene", "smoke.json", "--solver", "pbd,xpbd,pd,admm,qn,newton", "--vtu", "5")

INTERACTIVE = """# Interactive pages

* [The study of the thesis](thesis/index.html) shows its plots with our curves, its claims with their
  verdicts, and the beams in 3-D.
* {report}
"""
REPORT = """[A report of a small run](report.html) was made together with this site, by these commands:

  ```
  simbench {command} --output OUT
  simbench report OUT
  ```"""
NO_REPORT = "There is no report of a small run, because `simbench` was not built when this site was made."


def copy_pages(pages: Path, html: Path) -> None:
    """Copies the pages, and apart from them the pages that are HTML already. Both show or link pictures."""
    for pattern in PAGES:
        for path in REPOSITORY.glob(pattern):
            if any(folder in path.parents for folder in LEFT_OUT):
                continue
            place = path.relative_to(REPOSITORY)
            if path.suffix in (".md", *PICTURES):
                copy(path, pages / place)
            if path.suffix in (".html", *PICTURES):
                copy(path, html / place)


def copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def write_cpp_pages(work: Path, pages: Path) -> None:
    settings = f"{(SITE / 'Doxyfile').read_text()}OUTPUT_DIRECTORY = {work}\n"
    subprocess.run(["doxygen", "-"], input=settings, text=True, cwd=REPOSITORY, check=True)
    write_pages(work / "xml", pages / "cpp")


def write_interactive_page(pages: Path, html: Path, simbench: Path | None) -> None:
    """Writes the page of the pages that are HTML, and a report of a run of this program."""
    if simbench is not None:
        with tempfile.TemporaryDirectory() as runs:
            subprocess.run([simbench, *REPORTED, "--output", runs, "--quiet"], cwd=REPOSITORY, check=True)
            write_report([Path(runs)], html / "results/report.html", "A report of a small run")
    report = REPORT.format(command=" ".join(REPORTED)) if simbench else NO_REPORT
    (pages / "results/interactive.md").write_text(INTERACTIVE.format(report=report))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--simbench", type=Path, metavar="PROGRAM", help="makes the run of the report")
    arguments = parser.parse_args()
    if arguments.output.exists():
        if not (arguments.output / OURS).is_file():
            sys.exit(f"{arguments.output} exists and is no site; it is not replaced")
        shutil.rmtree(arguments.output)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        pages, html = work / "pages", work / "html"
        copy_pages(pages, html)
        write_interactive_page(pages, html, arguments.simbench)
        write_cpp_pages(work, pages)
        options = ["--fail-on-warning", "--keep-going", "--quiet", "--jobs", "auto"]
        options += [
            "--conf-dir",
            SITE,
            "--define",
            f"html_extra_path={html}",
            "--doctree-dir",
            work / "doctrees",
        ]
        sphinx = [sys.executable, "-m", "sphinx", *options, pages, arguments.output]
        finished = subprocess.run(sphinx, check=False)
    if finished.returncode == 0:
        copy(arguments.output / "README.html", arguments.output / "index.html")
    if arguments.output.is_dir():
        (arguments.output / OURS).touch()
    sys.exit(finished.returncode)


if __name__ == "__main__":
    main()
