"""The verdicts as edges "A is better than B", in the schema of a neighbouring benchmark.

Writes edges.yaml. reference/edges.json has the edges of each claim in the neighbour's names of methods, and
reference/neighbour.json says which files of the neighbour we have read.
"""

import json
from pathlib import Path

from simbench.errors import ResultsError
from simbench.input_files import load_json
from simbench.output_files import complete_file
from simbench.study import Results
from simbench.study.claims_page import commands, source_in_words
from simbench.study.description import Study
from simbench.study.places import command_of
from simbench.study.report import load

STUDY = Path(__file__).parents[1]
SAID = STUDY / "reference/edges.json"
NEIGHBOUR = load_json(STUDY / "reference/neighbour.json")
SCHEMA = "claims/schema.md"
VALIDATED, QUALIFIED, REFUTED, SELF_CLAIMED = "validated", "qualified", "refuted", "self-claimed"
RULE = {  # the neighbour's status, and what of a claim leads to it
    VALIDATED: "all its parts hold here, in every setting that was tried",
    QUALIFIED: "some of its parts hold here, or it holds in some of the settings that were tried",
    REFUTED: "none of its parts holds here",
    SELF_CLAIMED: "nobody judges the claim here, or its runs are missing",
}


def write(results: Results, output: Path, record: Path) -> None:
    with complete_file(output / "edges.yaml") as partial:
        partial.write_text(text_of(record), encoding="utf-8")


def refreshed(page: str, record: Path) -> str:
    """The file with the recorded verdicts; it needs no runs."""
    return text_of(record)


def text_of(record: Path) -> str:
    header = [
        f"# Written by `{command_of(Study(STUDY), record)}` from the verdicts in claims.json.",
        f"# The schema is {SCHEMA} of github.com/{NEIGHBOUR['repository']}",
        f"# at commit {NEIGHBOUR['commits'][SCHEMA]}.",
        "# `nodes` are methods that its graph does not have. `evidence` is what was measured here. What its",
        "# schema does not have is below `simbench`.",
    ]
    exported = {"nodes": load_json(SAID)["nodes"], "edges": edges(record)}
    return "\n".join([*header, *yaml_lines(exported)]) + "\n"


def edges(record: Path) -> list[dict]:
    """The exported edges with the verdicts in `record`, in the order of the claims."""
    claims = load(record / "claims.json")
    command = command_of(Study(STUDY), record)
    said = load_json(SAID)["edges"]
    if absent := [one["claim"] for one in said if one["claim"] not in claims]:
        raise ResultsError(f"{record / 'claims.json'} has no claim {absent[0]}; `{command}` judges it")
    return [edge(one, claims[one["claim"]], command) for one in said]


def edge(said: dict, entry: dict, command: str) -> dict:
    """An edge of edges.json with the recorded verdict of its claim."""
    name, parts = said["claim"], parts_of(said, entry)
    page = f"results/{STUDY.name}/claims.md#claim-{name.lower()}"
    return {
        "from": said["from"],
        "to": said["to"],
        "dimension": said["dimension"],
        "status": status(parts, entry),
        "claim": entry["claim"],
        "evidence": entry["answer"] if parts else "",
        "source": source_in_words(entry),
        "assessed_by": f"self; benchmark(simbench, {page})" if parts else "self",
        "notes": notes(parts, entry),
        "simbench": {
            "claim": name,
            "verdict": entry["verdict"],
            "reach": entry["reach"],
            "norm_and_budget": entry["setting"],
            "command": "".join(commands(name, entry, command)),
            "page": page,
        },
    }


def parts_of(said: dict, entry: dict) -> list[dict]:
    """The parts of the claim that compare the two methods: all, or those with the words in `parts`."""
    words = said.get("parts", [""])
    found = [part for part in entry["parts"] if any(word in part["finding"] for word in words)]
    if entry["parts"] and not found:
        raise ResultsError(
            f"{SAID}: edge {said['from']} → {said['to']}: no part of claim {said['claim']} has the words "
            f"{' or '.join(map(repr, words))}; write words of its findings into 'parts'"
        )
    return found


def status(parts: list[dict], entry: dict) -> str:
    """The neighbour's status: by the parts that hold, and by the settings of the reach in which all do."""
    if not parts:
        return SELF_CLAIMED
    held = [part["holds"] for part in parts] + list(entry["cases"].values())
    return VALIDATED if all(held) else QUALIFIED if any(held) else REFUTED


def notes(parts: list[dict], entry: dict) -> str:
    """The conditions under which the edge holds, or why nobody judges it."""
    if not parts:
        return " ".join([entry["answer"], *entry["notes"]]).strip()
    holding = sum(part["holds"] for part in parts)
    held = "All" if holding == len(parts) else "Some" if holding else "None"
    return f"{held} of its parts hold in the setting nearest to the paper's. {entry['reach']}".strip()


def yaml_lines(members: dict, indent: str = "") -> list[str]:
    """An object as lines of YAML in block style. Scalars are JSON, which is valid YAML."""
    lines: list[str] = []
    for name, value in members.items():
        if isinstance(value, dict):
            lines += [f"{indent}{name}:", *yaml_lines(value, indent + "  ")]
        elif isinstance(value, list):
            lines.append(f"{indent}{name}:")
            for one in value:
                first, *others = yaml_lines(one, indent + "    ")
                lines += [f"{indent}  - {first.lstrip()}", *others]
        else:
            lines.append(f"{indent}{name}: {json.dumps(value, ensure_ascii=False)}")
    return lines
