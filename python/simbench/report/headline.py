"""Says in one sentence which runs arrive at the minimum, and in another one what the first one rests on.

Runs without a known minimum are ranked by their objectives (ranking.py).
"""

import json
from pathlib import Path

from simbench.counted import counted
from simbench.labels import distinct
from simbench.report.curves import number
from simbench.report.outcome import ARRIVED, Outcome
from simbench.report.ranking import BASIS, LISTED, listed, ranking
from simbench.report.setting import materials_in_words, reference_in_brief, step_in_words
from simbench.results import Run


def headline(runs: list[Run], labels: list[str]) -> list[str]:
    """What was found, and the threshold and the minimum that this rests on, for each problem of the runs."""
    problems: dict[str, list[tuple[Run, Outcome]]] = {}
    for run, label in zip(runs, labels, strict=True):
        problems.setdefault(_problem(run), []).append((run, Outcome.of(run, label)))
    known = [run for pairs in problems.values() for run, one in pairs if one.is_known]
    ranked = [_ranking(pairs) for pairs in problems.values()]
    if not known and not any(ranked):
        return ["No minimum is known here, so no run can be said to arrive at it.", ""]
    names = _names([pairs[0][0] for pairs in problems.values()])
    sentences = [
        name + (rank or sentence([one for _, one in pairs]))
        for name, rank, pairs in zip(names, ranked, problems.values(), strict=True)
    ]
    more = len(sentences) - LISTED
    rest = [f"The table has the runs of {more} more problem{'s' * (more > 1)}."] if more > 0 else []
    rests_on = filter(None, [basis(known) if known else "", BASIS if any(ranked) else ""])
    return [" ".join(sentences[:LISTED] + rest), " ".join(rests_on)]


def _ranking(pairs: list[tuple[Run, Outcome]]) -> str:
    """Of a problem without a known minimum."""
    if any(one.is_known for _, one in pairs):
        return ""
    return ranking([run for run, _ in pairs], [one.label for _, one in pairs])


def sentence(outcomes: list[Outcome]) -> str:
    """The runs of a problem: who arrives, the fastest first, and where the others end, the nearest first."""
    known = [one for one in outcomes if one.is_known]
    if not known:
        return "No minimum is known."
    tell = _one_step if all(one.steps == 1 for one in known) else _many_steps
    unknown = len(outcomes) - len(known)
    lacks = f"{counted(unknown, 'run')} without a relative error" if unknown else ""
    return "; ".join(filter(None, [tell(known), lacks])) + "."


def _one_step(outcomes: list[Outcome]) -> str:
    there = sorted((one for one in outcomes if one.arrives), key=lambda one: one.arrival)
    others = sorted((one for one in outcomes if not one.arrives), key=lambda one: one.end)
    arrivals = [f"{one.label} {_arrival(one, place)}" for place, one in enumerate(there)]
    ends = [f"{one.label} {_first_end(one)}" for one in others]
    if not there and len(others) > 1:
        ends[0] = f"no run arrives: {ends[0]}"
    elif not there:
        ends[0] = f"{others[0].label} does not arrive: it {_first_end(others[0])}"
    words = "; ".join(filter(None, [listed(arrivals, "later"), listed(ends, "farther away")]))
    return words if there or len(others) == 1 else words[0].upper() + words[1:]


def _first_end(one: Outcome) -> str:
    """Where its first step ends; a run that still moves does not stay there."""
    return _end(one.end, one.status, "stays " if one.stays else "ends ")


def _arrival(one: Outcome, place: int) -> str:
    """ "arrives after 28 iterations" of the first one, and "after 480" of those behind it."""
    words = f"after {one.arrival}" if place else f"arrives after {counted(one.arrival, 'iteration')}"
    return words if one.end <= ARRIVED else f"{words} but {_end(one.end, one.status, 'ends ')}"


def _many_steps(outcomes: list[Outcome]) -> str:
    """In how many time steps each run arrives: most first."""
    order = sorted(outcomes, key=lambda one: (-one.near_steps / one.steps, one.worst_end))
    return listed([_in_steps(one) for one in order], "arrive in fewer", "; ")


def _in_steps(one: Outcome) -> str:
    count = one.near_steps
    if count == one.steps:
        within = counted(one.most_iterations, "iteration")
        return f"{one.label} arrives in each of {count} time steps, within {within}"
    where = f"{count} of {one.steps}" if count else f"none of {one.steps}"
    worst = f"its worst {_end(one.worst_end, one.status, 'ends ')}"
    stopped = f", and it stopped in step {len(one.ends)}" if len(one.ends) < one.steps else ""
    return f"{one.label} arrives in {where} time steps, {worst}{stopped}"


def _end(error: float, status: str, verb: str) -> str:
    if error == float("inf"):
        return f"ends without a number ({status.replace('_', ' ')})"
    if error >= 1.05:
        times = f"{error:.2g}" if error < 10 else _short(error)
        return f"ends {times} times as far away as it began"
    return f"{verb}at {float(f'{100 * error:.2g}'):g} %" if error >= 1e-3 else f"{verb}at {_short(error)}"


def basis(runs: list[Run]) -> str:
    """What it means to arrive, what errors are measured from, and whether iterates were not recorded."""
    minima = distinct(filter(None, map(reference_in_brief, runs)))
    words = f"To arrive means: a relative error of at most {_short(ARRIVED)}"
    words += "" if any(run.steps > 1 for run in runs) else ", at the first recorded iterate that has it"
    words += f". The error is measured from {', or '.join(minima)}." if minima else "."
    every = max(int(number(run.manifest["options"].get("record_every")) or 1) for run in runs)
    coarse = f" Only every {every}th iterate was recorded: a run can have arrived up to {every - 1} earlier."
    return words + (coarse if every > 1 else "")


def _short(value: float) -> str:
    """ "1e-6" instead of 1e-06."""
    return (
        f"{value:.1g}"
        if 1 <= value < 1e3
        else f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")
    )


def _problem(run: Run) -> str:
    """What runs of one problem have in common: the scene without solvers and the number of iterations."""
    scene = {key: value for key, value in run.scene.items() if key not in ("solvers", "description", "step")}
    step = {key: value for key, value in (run.scene.get("step") or {}).items() if key != "iterations"}
    return json.dumps([run.manifest.get("scene_file"), scene, step], sort_keys=True, default=str)


def _names(runs: list[Run]) -> list[str]:
    """Beginnings of sentences that say in what the problems differ; empty for a single problem."""
    if len(runs) == 1:
        return [""]
    facts = [(_file(run), materials_in_words(run.scene), step_in_words(run.scene)) for run in runs]
    chosen = [place for place in range(3) if len({fact[place] for fact in facts}) > 1]
    names = [", ".join(filter(None, (fact[place] for place in chosen))) for fact in facts]
    return [f"{name or f'Problem {place}'}: " for place, name in enumerate(names, 1)]


def _file(run: Run) -> str:
    return Path(str(run.manifest.get("scene_file") or "")).stem
