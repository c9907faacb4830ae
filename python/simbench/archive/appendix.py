"""The artefact appendix of a paper, from an archive: what it has, where it is, how to repeat it, and hashes.

The same contents are written in LaTeX or in Markdown. The archive is checked first, so its hashes are right.
"""

import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path

from simbench.archive.contents import hash_of
from simbench.archive.layout import METADATA, RESULTS, SUMS
from simbench.archive.package import unpack
from simbench.counted import counted
from simbench.errors import ResultsError
from simbench.input_files import begins_with, load_json, read_text
from simbench.output_files import new_file
from simbench.paper import citation, latex
from simbench.result_files import load_manifest
from simbench.results import solver_label

MARKS = {
    ".tex": "% Written by simbench archive --appendix.",
    ".md": "<!-- Written by simbench archive --appendix. -->",
}
NO_ADDRESS = (
    "The address of the archive is not stated yet (simbench archive --appendix FILE --address ADDRESS)"
)


@dataclass(frozen=True)
class Appendix:
    """What an appendix says. The first line of a table has its heads; `commands` are typed in a shell."""

    title: str
    what: list[str]  # sentences
    runs: list[list[str]]
    where: list[list[str]]
    commands: list[str]
    remarks: list[str]  # sentences about the commands
    hashes: list[list[str]]
    bibtex: str


def write_appendix(archive: Path, file: Path, address: str | None) -> str:
    """Writes the appendix of an archive as .tex or .md; returns a line for the user.

    ResultsError if the ending is another one, or if the file is not ours; DamagedArchiveError if the archive
    is not whole.
    """
    write = {".tex": as_latex, ".md": as_markdown}.get(file.suffix)
    if write is None:
        raise ResultsError(f"--appendix {file}: the file ends in .tex (LaTeX) or .md (Markdown)")
    text = write(appendix_of(archive, address))
    with new_file(file, lambda path: begins_with(path, MARKS[file.suffix].encode())) as partial:
        partial.write_text(text, encoding="utf-8")
    return f"wrote {file}"


def appendix_of(archive: Path, address: str | None) -> Appendix:
    """Reads an archive, after checking all of its files."""
    if not archive.is_file():
        raise ResultsError(f"{archive} is not an archive; simbench archive {archive} packs a folder into one")
    with tempfile.TemporaryDirectory() as stage:
        root = unpack(archive, Path(stage))
        about = {entity["@id"]: entity for entity in load_json(root / METADATA)["@graph"]}["./"]
        places = sorted(path.parent for path in root.glob(f"{RESULTS}/**/manifest.json"))
        manifests = {str(place.relative_to(root)): load_manifest(place / "manifest.json") for place in places}
        sums = dict(reversed(line.split("  ", 1)) for line in read_text(root / SUMS).splitlines())
        folders = {path.name for path in root.iterdir()}
    licence = about["license"]
    terms = f"Licence: {licence['@id']}" if isinstance(licence, dict) else licence.rstrip(".")
    has_solvers = "solvers" in folders
    return Appendix(
        about["name"],
        [f"{about['description']}, computed until {about['datePublished']}", terms],
        [
            ["folder", "solver", "scene", "iterations", "end"],
            *(
                [
                    place,
                    solver_label(one["solver"]),
                    Path(str(one.get("scene_file") or "–")).name,
                    str(one["iterations"]),
                    one["status"].replace("_", " "),
                ]
                for place, one in manifests.items()
            ),
        ],
        [
            ["archive", archive.name],
            ["address", address or NO_ADDRESS],
            ["size", f"{archive.stat().st_size} bytes, {counted(len(sums), 'file')}"],
            ["program", citation.words(manifests.values())],
        ],
        [
            f"simbench verify {shlex.quote(archive.name)}",
            f"simbench rerun {shlex.quote(archive.name)}{' --trust' if has_solvers else ''}",
        ],
        [
            "The first command checks every file, and the second one repeats all runs and compares the bits",
            "In a clone of simbench at the commit above, scripts/install.sh installs the program",
            "The bits are the same if compiler and libraries have the versions in environment.json of a run",
            *(["Solvers in Python are in the folder solvers; --trust executes them"] if has_solvers else []),
        ],
        [
            ["file", "SHA-256"],
            [archive.name, hash_of(archive)],
            *([f"{place}/manifest.json", sums[f"{place}/manifest.json"]] for place in manifests),
        ],
        citation.bibtex(manifests.values()),
    )


def as_markdown(told: Appendix) -> str:
    def cells(row: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"

    def table(rows: list[list[str]]) -> str:
        return "\n".join([cells(rows[0]), "|" + "---|" * len(rows[0]), *map(cells, rows[1:])])

    return "\n\n".join(
        [
            MARKS[".md"],
            f"# Artefact: {told.title}",
            "\n".join(f"{sentence}." for sentence in told.what),
            table(told.runs),
            "## Where it is",
            table([["", ""], *told.where]),
            "## How to repeat it",
            "```\n" + "\n".join(told.commands) + "\n```",
            "\n".join(f"{sentence}." for sentence in told.remarks),
            "## Hashes",
            "The manifest of a run has the hashes of its other files.",
            table(told.hashes),
            "## Citation",
            f"{citation.METHODS}\n\n```bibtex\n{told.bibtex}```\n",
        ]
    )


def as_latex(told: Appendix) -> str:
    def table(rows: list[list[str]], columns: str, head: bool = True) -> str:
        lines = [" & ".join(map(latex.escaped, row)) + r" \\" for row in rows]
        body = [lines[0], r"\midrule", *lines[1:]] if head else lines
        inside = "\n".join([r"\toprule", *body, r"\bottomrule"])
        return f"{{\\small\\begin{{tabular}}{{{columns}}}\n{inside}\n\\end{{tabular}}}}"

    def hashes(rows: list[list[str]]) -> str:
        """Each hash below its file, because a column is too narrow for both."""
        lines = [f"{latex.escaped(file)}\\\\\n{{\\footnotesize\\ttfamily {sha}}}" for file, sha in rows]
        return "\\begin{itemize}\n" + "\n".join(f"\\item {line}" for line in lines) + "\n\\end{itemize}"

    def text(sentences: list[str]) -> str:
        return "\n".join(f"{latex.escaped(sentence)}." for sentence in sentences)

    commands = "\n\n".join(f"\\noindent\\texttt{{{latex.escaped(each)}}}" for each in told.commands)
    parts = [
        latex.comment(f"{MARKS['.tex'][2:]} The preamble needs \\usepackage{{booktabs}}.")
        + latex.comment("For BibTeX:\n" + told.bibtex).rstrip(),
        f"\\section{{Artefact: {latex.escaped(told.title)}}}",
        text(told.what),
        table(told.runs, "lllrl"),
        r"\subsection{Where it is}",
        table(told.where, r"lp{0.75\linewidth}", head=False),
        r"\subsection{How to repeat it}",
        commands,
        text(told.remarks),
        r"\subsection{Hashes}",
        "The manifest of a run has the hashes of its other files.",
        hashes(told.hashes[1:]),
        r"\subsection{Citation}",
        f"{latex.escaped(citation.METHODS)}",
    ]
    return "\n\n".join(parts) + "\n"
