"""Selects the parts of a study that a call does: those that --only names, or all (some only with --with)."""

from dataclasses import dataclass, replace

from simbench.errors import ResultsError
from simbench.study.description import Study
from simbench.study.entries import Document, Drawing, Sweep, Variant


@dataclass(frozen=True)
class Selection:
    sweeps: list[Sweep]
    claims: list[int]
    figures: list[Drawing]
    documents: list[Document]
    is_all: bool  # everything that needs no --with


def select(
    study: Study, only: str, requested: list[str], variant: Variant | None, recorded: dict
) -> Selection:
    """`only`: names of claims, plans, figures and documents, with commas.

    `recorded`: the claims on record, which say what plans each needs. A claim without a record needs the
    plans that are named beside it, or all plans if none is named.
    """
    known = {sweep.on_request for sweep in study.sweeps} - {""}
    if unknown := [word for word in requested if word not in known]:
        allowed = ", ".join(sorted(known)) or "none: no plan has 'on_request'"
        raise ResultsError(f"--with {unknown[0]}: the study has no such part; allowed: {allowed}")
    sweeps = _in_order([sweep for sweep in study.sweeps if _is_wanted(sweep, requested, variant)])
    figures = [] if variant else _drawable(study, sweeps)
    documents = [] if variant else study.documents
    claims = [number for number, claim in study.claims.items() if claim.judge or not variant]
    everything = Selection(sweeps, claims, figures, documents, is_all=True)
    return _named(study, everything, only, recorded) if only else everything


def _is_wanted(sweep: Sweep, requested: list[str], variant: Variant | None) -> bool:
    if variant:
        return sweep.plan in variant.plans
    return not sweep.on_request or sweep.on_request in requested


def _in_order(sweeps: list[Sweep]) -> list[Sweep]:
    """Sweeps whose seconds are shown run last."""
    return sorted(sweeps, key=lambda sweep: sweep.alone)


def _drawable(study: Study, sweeps: list[Sweep]) -> list[Drawing]:
    plans = {sweep.plan for sweep in sweeps}
    return [
        replace(one, also={option: sweep for option, sweep in one.also.items() if sweep in plans})
        for one in study.figures
        if plans.issuperset(one.of)
    ]


def _named(study: Study, everything: Selection, only: str, recorded: dict) -> Selection:
    names = [name.strip() for name in only.split(",")]
    sweeps = {sweep.plan: sweep for sweep in study.sweeps}
    claims = {study.identifier(number): number for number in study.claims}
    figures = {one.name: one for one in everything.figures}
    documents = {one.name: one for one in everything.documents}
    known = {*sweeps, *claims, *figures, *documents}
    if unknown := [name for name in names if name not in known]:
        raise ResultsError(
            f"--only {unknown[0]}: the study has no claim, plan, figure or document of this name; "
            "--list shows them"
        )
    needed = [name for name in names if name in sweeps]
    all_plans = [] if needed else [one.plan for one in everything.sweeps]
    for name in names:
        if name in claims and name in recorded:  # a plan on record may have been deleted
            needed += [plan for plan in recorded[name]["runs"] if plan in sweeps]
        needed += all_plans if name in claims and name not in recorded else []
        needed += figures[name].sweeps if name in figures else ()
        needed += documents[name].of if name in documents else ()
    return Selection(
        _in_order([sweeps[name] for name in dict.fromkeys(needed)]),
        [claims[name] for name in names if name in claims],
        [figures[name] for name in names if name in figures],
        [documents[name] for name in names if name in documents],
        is_all=False,
    )
