"""The page of claims (claims.md): totals, a table of statements, then each claim with what was measured."""

from collections.abc import Iterable, Mapping

from simbench.study.answers import Templates, first_sentence, short_answer
from simbench.study.claims import ASKED, QUOTED
from simbench.study.description import Study
from simbench.study.verdicts import FAILS, IN_PART, KINDS, NOT_JUDGED, THIN, Part, together
from simbench.study.words import in_prose

Entries = Mapping[str, dict]  # recorded claims by their names


def markdown(entries: Entries, study: Study, command: str, figures: str = "", note: str = "") -> str:
    """The claims as Markdown.

    `command` repeats the study. `figures`: the folder of the figures, relative to the page; empty if it is
    the same. `note`: a sentence on the changes of a variant.
    """
    # Short answers state what the study's own runs show, which a variant's may not.
    claims = {} if note else study.claims
    short = {study.identifier(number): claim.short for number, claim in claims.items()}
    lines = [
        f"# {study.title}",
        "",
        *([*study.introduction, ""] if study.introduction else []),
        *([note, ""] if note else []),
        *totals(entries),
        "",
        "The reach of a claim states where else it holds, and where it stops. A part shows what was",
        "measured, its threshold, and the margin: how far the number is on the right side, as a factor;",
        "below 1 it is on the other side. Thresholds are ours where the source names none. A margin within a",
        f"factor {THIN:g} of 1 is marked as **thin**. Ids of runs are in `claims.json`.",
        "",
        "The table shortens answers; the numbers of the claims lead to the whole ones.",
        "",
        *table(entries, short),
    ]
    for text, own in by_statement(entries).items():
        lines += ["", f"## {text}"]
        for name, entry in own.items():
            lines += ["", *_section(name, entry, figures), *_fenced(commands(name, entry, command))]
    return "\n".join(lines) + "\n"


def table(
    entries: Entries, short: Mapping[str, Templates], most: int | None = None, figures: str | None = None
) -> list[str]:
    """A table of the (first) statements, each with an answer and with the reach of its first judged claim.

    With `figures`, a folder relative to the page, it has the figure of the first claim that has one.
    """
    head = ["claims", "statement", "verdict", "answer", "reach", *(["figure"] if figures is not None else [])]
    rows = []
    for text, own in list(by_statement(entries).items())[:most]:
        reach = first_sentence(next(iter(_judged(own).values()))["reach"])
        said = (text, verdict_of(own.values()), _answer(_judged(own), short), reach)
        row = [", ".join(map(_linked, own)), *map(_cell, said)]
        if figures is not None:
            named = [entry["figure"] for entry in own.values() if entry["figure"]]
            row.append(_thumbnail(f"{figures}{named[0]}") if named else "")
        rows.append(row)
    lines = [f"| {' | '.join(row)} |" for row in (head, *rows)]
    return [lines[0], "|" + "---|" * len(head), *lines[1:]]


def _thumbnail(figure: str) -> str:
    """A small picture that opens the whole one; Markdown's own pictures have no width."""
    return f'<a href="{figure}.png"><img src="{figure}.png" alt="{figure}" width="200"></a>'


def _judged(own: Entries) -> Entries:
    return {name: entry for name, entry in own.items() if entry["verdict"] != NOT_JUDGED} or own


def _answer(own: Entries, short: Mapping[str, Templates]) -> str:
    """The answer of the first claim. If that one holds, the first one that does not is named, too."""
    first, *others = (
        (name, entry["verdict"], short_answer(entry["verdict"], entry["answer"], short.get(name, {})))
        for name, entry in own.items()
    )
    but = [one for one in others if one[1] in (FAILS, IN_PART)] if first[1] not in (FAILS, IN_PART) else []
    return " ".join([first[2], *(f"But claim {name} {verdict}: {said}" for name, verdict, said in but[:1])])


def by_statement(entries: Entries) -> dict[str, dict[str, dict]]:
    """The claims of each statement, in the order of the record."""
    found: dict[str, dict[str, dict]] = {}
    for name, entry in entries.items():
        found.setdefault(entry["statement"], {})[name] = entry
    return found


def verdict_of(entries: Iterable[dict]) -> str:
    return together(entry["verdict"] for entry in entries)


def totals(entries: Entries) -> list[str]:
    """A table in Markdown: how many statements, and how many of their claims, have which verdict."""
    claims = [entry["verdict"] for entry in entries.values()]
    statements = [verdict_of(own.values()) for own in by_statement(entries).values()]
    return [
        "| verdict | it means that | statements | claims |",
        "|---|---|---:|---:|",
        *(
            f"| {kind} | {meaning} | {statements.count(kind)} | {claims.count(kind)} |"
            for kind, meaning in KINDS.items()
            if kind in claims
        ),
        f"| | | {len(statements)} | {len(claims)} |",
    ]


def _section(name: str, entry: dict, figures: str) -> list[str]:
    """A claim: its words, the verdict with the answer, its reach, and all that was measured."""
    return [
        f"### Claim {name}",
        "",
        f"> {quoted(entry)}",
        "",
        f"**{entry['verdict']}.** {entry['answer']}".rstrip(),
        "",
        *([f"**Reach.** {entry['reach']}", ""] if entry["reach"] else []),
        f"- {source_in_words(entry)}{_setting(entry)}",
        *_figure(entry, figures),
        *(f"- {part_in_words(part)}" for part in entry["parts"]),
        *(f"- {note}" for note in entry["notes"]),
    ]


def quoted(entry: dict) -> str:
    """The words of a claim: in quotation marks if they are the source's own."""
    return f"“{entry['claim']}”" if entry["stands"] == QUOTED else entry["claim"]


def source_in_words(entry: dict) -> str:
    """Where a claim stands, who says it, and whether these are the source's own words."""
    if entry["stands"] == ASKED:
        return f"Question{': ' + entry['place'] if entry['place'] else ' of ours'}."
    how = "" if entry["stands"] == QUOTED else ", in substance"
    who = f" Said by {entry['who']}." if entry["who"] else ""
    return f"Source: {entry['place'] or 'not named yet'}{how}.{who}"


def part_in_words(part: dict) -> str:
    margin = part["margin"]
    if margin is None:
        return in_prose(Part(**part).said())
    thin = ", **thin**" if 1 / THIN < margin < THIN else ""
    return in_prose(Part(**part).said(f", margin {margin:.3g}{thin}"))


def commands(name: str, entry: dict, command: str) -> list[str]:
    """The command that computes and judges a claim again; none if the claim needs no run."""
    return [f"{command} --only {name}"] if entry["runs"] else []


def _setting(entry: dict) -> str:
    return f" Setting: {entry['setting']}." if entry["setting"] else ""


def _figure(entry: dict, folder: str) -> list[str]:
    figure = entry["figure"]
    return [f"- Figure: [{figure}]({folder}{figure}.png)"] if figure else []


def _linked(name: str) -> str:
    return f"[{name}](#claim-{name.lower()})"


def _fenced(lines: list[str]) -> list[str]:
    return ["", "```", *lines, "```"] if lines else []


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
