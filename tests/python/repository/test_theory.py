"""The theory pages: each solver has one, and the functions, settings and claims that they name exist."""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest
from conftest import REPOSITORY
from pages import typed_numbers

THEORY = REPOSITORY / "docs/theory"
RIGID = THEORY / "rigid.md"
PAGES = sorted(THEORY.glob("*.md"))
NO_SOLVERS = {"README", "laws", "rigid"}
CITED = r"\bclaim [A-Z]?\d+|\b(?:Eq|Alg|Sec)\.\s[\d.]+(?:(?:,|\sand|\sto)\s[\d.]+)*"
MATH = re.compile(r"\$\$.*?\$\$|\$[^$\n]+\$", re.DOTALL)
BLOCK = re.compile(r"```.*?```", re.DOTALL)
FUNCTION = re.compile(r"\[`([\w:]+)`\]\((\S+?\.(?:h|cpp))\)")


@pytest.fixture(scope="module", params=PAGES, ids=lambda page: page.stem)
def page(request) -> Path:
    return request.param


@pytest.fixture
def listed(run_simbench) -> list[dict]:
    return json.loads(run_simbench("list solvers --json").stdout)["solvers"]


def defines(file: Path, name: str) -> bool:
    """Whether the C++ file has the function; `Class::function` also in the body of the class."""
    code = re.sub(r"//.*", "", file.read_text())
    scope, _, function = name.rpartition("::")
    if not scope:
        return bool(re.search(rf"\b{function}\(", code))
    if re.search(rf"\b{scope}(?:<\w+>)?::{function}\(", code):
        return True
    body = re.search(rf"^(?:class|struct) {scope}\b[^;{{]*{{(.*?)^}};", code, re.MULTILINE | re.DOTALL)
    return bool(body and re.search(rf"\b{function}\(", body[1]))


def wrong_settings(text: str, listed: list[dict]) -> list[str]:
    """The `solvers.NAME.member` or `solvers.NAME.member=value` of a page that the program does not have."""
    allowed = defaultdict(set)  # words; both kinds of scenes have some paths
    for solver in listed:
        for setting in solver.get("settings", []):
            allowed[setting["path"]] |= {None, *re.findall(r"[\w.]+", setting["allowed"])}
    named = re.findall(r"`(solvers\.[\w.]+)(?:=([\w.]+))?`", text)
    return [path for path, value in named if (value or None) not in allowed[path]]


def test_each_solver_has_a_page(listed):
    deformable = {solver["name"] for solver in listed if solver["kind"] == "deformable"}
    assert {page.stem for page in PAGES} - NO_SOLVERS == deformable
    table = "\n".join(line for line in RIGID.read_text().splitlines() if line.startswith("| `"))
    first_cells = " ".join(line.split("|")[1] for line in table.splitlines())
    assert set(re.findall(r"`(\w+)`", first_cells)) == {
        solver["name"] for solver in listed if solver["kind"] == "rigid"
    }


def test_the_overview_links_every_page():
    links = set(re.findall(r"\]\((\w+\.md)\)", (THEORY / "README.md").read_text()))
    assert links == {page.name for page in PAGES} - {"README.md"}


def test_functions_of_a_page_are_in_the_linked_files(page):
    functions = FUNCTION.findall(page.read_text())
    assert functions
    assert [name for name, link in functions if not defines(page.parent / link, name)] == []


def test_each_equation_has_a_function(page):
    table = page.read_text().rpartition("function |\n")[2]
    rows = [line for line in table.splitlines()[1:] if line.startswith("|")]
    assert rows and all(FUNCTION.search(row) for row in rows)


def test_settings_of_a_page_exist(page, listed):
    assert wrong_settings(page.read_text(), listed) == []
    steps = re.search(r"^## `step`$(.*?)^## ", (REPOSITORY / "docs/scene.md").read_text(), re.M | re.S)[1]
    for member in re.findall(r"`step\.(\w+)`", page.read_text()):
        assert f"| `{member}` |" in steps


def test_links_to_claims_lead_to_their_headings(page):
    links = re.findall(r"\[claim ([A-Z]?\d+)\]\((\S+)#claim-([a-z]?\d+)\)", page.read_text())
    for number, file, anchor in links:
        assert anchor == number.lower()
        assert f"\n### Claim {number}\n" in (page.parent / file).read_text()
    if page.stem not in {"README", "laws"}:
        assert links and re.search(r"!\[.+\]\(\S+/results/\S+\.png\)", page.read_text())


def test_no_number_of_a_run_is_typed(page):
    text = MATH.sub("", BLOCK.sub("", page.read_text()))
    assert typed_numbers(re.sub(CITED, "", text)) == []


def test_markdown_leaves_formulas_unchanged(page):
    formulas = MATH.findall(BLOCK.sub("", page.read_text()))
    assert [formula for formula in formulas if re.search(r"\\[^A-Za-z]|\*|<\S", formula)] == []
    tables = [line for line in page.read_text().splitlines() if line.startswith("|")]
    assert [row for row in tables if any("|" in formula for formula in MATH.findall(row))] == []


def test_wrong_names_are_found(tmp_path, listed):
    file = tmp_path / "solver.h"
    file.write_text("// gone()\nclass A final {\n  void step();\n};\nclass B {};\nvoid C<Real>::solve() {}\n")
    assert [defines(file, name) for name in ("A::step", "C::solve", "step", "solve")] == [True] * 4
    assert [defines(file, name) for name in ("gone", "B::step", "A::solve")] == [False] * 3
    right = "`solvers.pd.global_step=increment`, `solvers.vbd.order`"
    wrong = "`solvers.pd.global_step=sum`, `solvers.qn.memory`"
    assert wrong_settings(right + wrong, listed) == ["solvers.pd.global_step", "solvers.qn.memory"]
