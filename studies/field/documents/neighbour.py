"""The page that sets a neighbouring benchmark beside this study: edges, results claim by claim, protocol.

Writes neighbour.md from the template pages/neighbour.md, the recorded verdicts, and reference/neighbour.json,
which quotes files of the neighbour.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from field.documents.edges import NEIGHBOUR, RULE, SAID, SCHEMA, STUDY, edges
from simbench.input_files import load_json
from simbench.output_files import complete_file
from simbench.study import Results
from simbench.study.placeholders import Renderer, plain
from simbench.study.records import Records
from simbench.study.verdicts import NOT_JUDGED

TEMPLATE = STUDY / "pages/neighbour.md"
PAGE = f"results/{STUDY.name}/neighbour.md"


def write(results: Results, output: Path, record: Path) -> None:
    with complete_file(output / "neighbour.md") as partial:
        partial.write_text(page(record), encoding="utf-8")


def refreshed(text: str, record: Path) -> str:
    """The page with the recorded verdicts; it needs no runs."""
    return page(record)


def page(record: Path) -> str:
    record = record.resolve()
    records = Records(record.parents[1], STUDY.name)
    return NeighbourPage(records, record).render(TEMPLATE.read_text(encoding="utf-8"))


class NeighbourPage(Renderer):
    """A renderer that also knows the placeholders of pages/neighbour.md."""

    def __init__(self, records: Records, record: Path) -> None:
        super().__init__(PAGE, records)
        self.edges = edges(record)

    def write_repository(self) -> str:
        name = NEIGHBOUR["repository"]
        return f"[{name}](https://github.com/{name}) (*{NEIGHBOUR['title']}*)"

    def write_read_on(self) -> str:
        return NEIGHBOUR["read_on"]

    def write_files(self) -> str:
        rows = ((file_link(file), f"`{commit[:12]}`") for file, commit in NEIGHBOUR["commits"].items())
        return table(("file", "commit"), rows)

    def write_rule(self) -> str:
        words = NEIGHBOUR["statuses"]
        rows = [(f"`{status}`", reason, words[status]) for status, reason in RULE.items()]
        rows.append(("`unmeasured`", "never, because no method here has contact", words["unmeasured"]))
        return table(("status", "an edge has it if", f"{file_link(SCHEMA)} says"), rows)

    def write_count(self) -> str:
        found = Counter(edge["status"] for edge in self.edges)
        return ", ".join(f"{found[status]} {status}" for status in RULE)

    def write_edges(self) -> str:
        there = {ends(one): one["status"] for one in NEIGHBOUR["ledger"]}
        rows = (
            (
                self.write_claim(edge["simbench"]["claim"]),
                f"`{edge['from']}` → `{edge['to']}`",
                edge["dimension"],
                f"{edge['status']}: {edge['notes']}",
                there.get(ends(edge), "–"),
            )
            for edge in self.edges
        )
        return table(("", "A is better than B", "dimension", "here", "its ledger"), rows)

    def write_names(self) -> str:
        names = load_json(SAID)["names"]
        return table(
            ("its name", "solver here"),
            ((f"`{theirs}`", f"`{ours}`" if ours else "–") for theirs, ours in names.items()),
        )

    def write_comparisons(self) -> str:
        return "\n\n".join(self._comparison(name, one) for name, one in NEIGHBOUR["claims"].items())

    def _comparison(self, name: str, said: dict) -> str:
        ledger = (
            f"`{one['from']}` → `{one['to']}` ({one['dimension']}): {one['status']}"
            for one in NEIGHBOUR["ledger"]
            if one["claim"] == name
        )
        entry = self.records.claim(name).entry
        begins = "Not judged: " if entry["verdict"] == NOT_JUDGED else ""
        lines = [
            f"### Claim {name}",
            "",
            f"*{plain(entry['claim'])}*",
            "",
            f"- **Here.** {begins}{self.write_finding(name)}",
            *(f"- **There.** {quotation(one)}" for one in said["quotes"]),
            f"- **Its ledger.** {'; '.join(ledger)}.",
            f"- **Why they can differ.** {said['differs']}",
        ]
        return "\n".join(lines)

    def write_only_here(self) -> str:
        known = {one["claim"] for one in NEIGHBOUR["ledger"]}
        names = self.records.collection(STUDY.name)
        return ", ".join(self.write_claim(name) for name in names if name not in known)

    def write_protocol(self) -> str:
        rows = ((quotation(one), one["here"]) for one in NEIGHBOUR["protocol"])
        return table(("its protocol", "here"), rows)

    def write_quotations(self, kind: str) -> str:
        return "\n".join(f"- {quotation(one)}" for one in NEIGHBOUR[kind])


def ends(edge: dict) -> tuple[str, str, str]:
    return edge["from"], edge["to"], edge["dimension"]


def quotation(said: dict) -> str:
    """The quoted words with a link to the file at the commit that was read."""
    return f"“{said['words']}” ({file_link(said['file'])}, {said['place']})"


def file_link(file: str) -> str:
    commit = NEIGHBOUR["commits"][file]
    return f"[{file}](https://github.com/{NEIGHBOUR['repository']}/blob/{commit}/{file})"


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    cells = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)
