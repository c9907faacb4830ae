"""Rewrites a study.json from before verdicts had two fields: simbench-study STUDY --rewrite."""

import json
from pathlib import Path

from simbench.errors import ResultsError
from simbench.input_files import load_json
from simbench.output_files import complete_file
from simbench.study.answers import WORDS
from simbench.study.claims import OLD_MEMBERS
from simbench.study.verdicts import FAILS, HOLDS, IN_PART

OLD_WORDS = {"confirmed": WORDS[HOLDS], "partly": WORDS[IN_PART], "refuted": WORDS[FAILS]}
DEPENDS = "depends"  # what held in some cases only; now such cases are the reach of a claim


def rewrite(file: Path) -> str:
    """Rewrites the file, and returns a text that says what is left to do."""
    study = load_json(file)
    claims = study.get("claims", {})
    if not any(OLD_MEMBERS.keys() & claim.keys() for claim in claims.values()):
        raise ResultsError(f"{file}: no claim has the members of before, so there is nothing to rewrite")
    statements = [{"text": claim.get("text", ""), "claims": [name]} for name, claim in claims.items()]
    study["claims"] = {name: _rewritten(claim) for name, claim in claims.items()}
    study = {"title": study.pop("title", ""), "statements": statements, **study}
    with complete_file(file) as partial:
        partial.write_text(json.dumps(study, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return (
        f"rewrote {file}\n"
        "  'quotes' in place of 'in_substance' has the source's own words; 'asks' marks a question\n"
        "  'reach' of each claim states where else it holds; a judge returns verdict.reaching(…) for it\n"
        "  by_case(…) is gone: in_parts(…) judges the author's setting, and other cases are the reach"
    )


def _rewritten(claim: dict) -> dict:
    words = {key: _words(claim.pop(key)) for key in ("sentences", "short") if key in claim}
    told = {"in_substance": claim.pop("text", ""), "place": claim.pop("source", "")}
    answers = {"answers" if key == "sentences" else key: said for key, said in words.items()}
    return told | claim | answers


def _words(said: dict) -> dict:
    """The answers by the words of today; what was said where a claim "depends" holds in part."""
    found = {}
    for words, texts in said.items():
        for word in words.split(", "):
            found.setdefault(WORDS[IN_PART] if word == DEPENDS else OLD_WORDS.get(word, word), texts)
    return found
