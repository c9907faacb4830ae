"""Makes the output of --list: which plans, claims, figures and documents are out of date, and why."""

from simbench.study.description import Study
from simbench.study.program import ProgramError
from simbench.study.selection import Selection
from simbench.study.sweeping import Sweeping
from simbench.study.writing import Writing


def lines_of(
    study: Study, selection: Selection, sweeping: Sweeping | None, writing: Writing, recorded: dict
) -> list[str]:
    lines = [f"plan {sweep.plan}: {state(_missing(sweeping, sweep))}" for sweep in selection.sweeps]
    why = writing.why_judge() if selection.claims else ""
    for number in selection.claims:
        name = study.identifier(number)
        verdict = recorded.get(name, {}).get("verdict", "not on record")
        lines.append(f"claim {name}: {verdict}; {state(why)}")
    lines += [f"figure {figure.name}: {state(writing.why_draw(figure))}" for figure in selection.figures]
    lines += [f"document {one.name}: {state(writing.why_write(one))}" for one in selection.documents]
    chosen = {sweep.plan for sweep in selection.sweeps}
    if selection.is_all:
        lines += [
            f"plan {sweep.plan}: waits for --with {sweep.on_request}"
            for sweep in study.sweeps
            if sweep.on_request and sweep.plan not in chosen
        ]
    return lines


def state(why: str) -> str:
    return f"out of date: {why}" if why else "up to date"


def _missing(sweeping: Sweeping | None, sweep) -> str:
    if sweeping is None:
        return ""
    try:
        return sweeping.missing(sweep)
    except ProgramError as error:
        return str(error)
