"""Tells which files of a folder of results a study has written: a study replaces no others."""

import re
from collections.abc import Iterable
from pathlib import Path

from simbench.errors import ResultsError
from simbench.figure_files import is_figure
from simbench.input_files import begins_with, load_json, read_text

CODECHECK, CODECHECK_HEAD = "codecheck.yml", "# Written by simbench-study."
MANIFESTS, CLAIMS, CLAIMS_PAGE = "manifests.sha256", "claims.json", "claims.md"
MANIFEST_LINES = re.compile(r"([0-9a-f]+  [^\n]+/manifest\.json\n)*")
LISTED = re.compile(r'^  - file: "(.*)"$', re.MULTILINE)


def is_ours(file: Path, folder: Path, stamped: Iterable[str]) -> bool:
    """Whether a study wrote this file of the folder: by its contents, a stamp, codecheck.yml or verdicts."""
    if file.name == CLAIMS:
        return _has_claims(file)
    if file.name == CLAIMS_PAGE:
        return _has_claims(file.with_name(CLAIMS))
    if file.name == MANIFESTS:
        return file.is_file() and MANIFEST_LINES.fullmatch(read_text(file)) is not None
    if file.name == CODECHECK:
        return begins_with(file, CODECHECK_HEAD.encode())
    names = {*stamped, *_listed(folder / CODECHECK), *_shown(folder / CLAIMS)}
    name = file.relative_to(folder)
    # A figure is a PNG, which is listed, and a PDF beside it.
    return {str(name), str(name.with_suffix(".png"))} & names != set() or is_figure(file)


def _has_claims(file: Path) -> bool:
    try:
        return all({"claim", "verdict"} <= entry.keys() for entry in load_json(file).values())
    except (ResultsError, OSError, AttributeError):
        return False


def _shown(claims: Path) -> list[str]:
    """The pictures of recorded claims: codecheck.yml lacks those that were drawn on request."""
    is_studys = claims.is_file() and _has_claims(claims)
    return [f"{entry.get('figure')}.png" for entry in load_json(claims).values()] if is_studys else []


def _listed(codecheck: Path) -> list[str]:
    """The files that a study lists there; they are JSON texts, of which ours have no escapes."""
    is_studys = begins_with(codecheck, CODECHECK_HEAD.encode())
    return LISTED.findall(read_text(codecheck)) if is_studys else []
