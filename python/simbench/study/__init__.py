"""The names that a study imports: results, verdicts and their parts, and the decorator of a judge.

A study is a folder with study.json that makes the claims of a source executable; docs/studies.md shows one.
`simbench-study` runs it. Judges and figures of studies import from here and from the package's other public
modules.
"""

from simbench.errors import NotRunError, ResultsError
from simbench.results import Run
from simbench.study.judges import claim
from simbench.study.results import Results, one_sweep
from simbench.study.verdicts import (
    Part,
    Verdict,
    about,
    about_twice,
    above,
    answered,
    apart,
    at_least,
    at_most,
    below,
    in_parts,
    misprinted,
    near,
)

__all__ = [
    "NotRunError",
    "Part",
    "Results",
    "ResultsError",
    "Run",
    "Verdict",
    "about",
    "about_twice",
    "above",
    "answered",
    "apart",
    "at_least",
    "at_most",
    "below",
    "claim",
    "in_parts",
    "misprinted",
    "near",
    "one_sweep",
]
