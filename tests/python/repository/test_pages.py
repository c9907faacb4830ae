"""simbench-pages renders pages from templates and recorded results. Templates contain no measured numbers."""

import json
import re
import shutil

import pytest
from conftest import REPOSITORY
from pages import templates, typed_numbers

from simbench.errors import ResultsError
from simbench.pages.command import README, PageRenderer, pages
from simbench.study.records import Records
from simbench.study.verdicts import IN_PART, NOT_JUDGED

PAGES = pages(REPOSITORY)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_matches_the_recorded_results(page):
    assert (REPOSITORY / page).read_text() == PAGES[page], f"type simbench-pages to render {page} again"


@pytest.mark.parametrize("name", templates())
def test_templates_contain_no_measured_numbers(name):
    assert typed_numbers(templates()[name]) == []


def test_typed_numbers_are_found_and_settings_are_allowed():
    settings = "At h = 1e-2 s, k = 1e8 Pa and w = 4, 40 and 150, iteration 10 (Figure 4.7, 2024)"
    code = "`1/2`, BDF2, [a](b1.md), {{time M pd ms}}\n\n    x = 3\n\n```\ny = 4\n```\n"
    assert typed_numbers(settings + code) == []
    assert typed_numbers("PD keeps 38 kg m/s, by 46mm, and ends at 0.43 of the start") == [
        "38",
        "46mm,",
        "0.43",
    ]


@pytest.mark.parametrize(
    "name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", *templates()]
)
def test_pages_are_in_plain_english(name):
    text = templates().get(name) or (REPOSITORY / name).read_text()
    assert not re.findall(r"so many|but for|dearest|comes? out\b|the judge does not", text)


@pytest.fixture
def repository(tmp_path):
    """A copy of the repository's pages and results, which a test may change."""
    shutil.copytree(
        REPOSITORY / "results", tmp_path / "results", ignore=shutil.ignore_patterns("*.png", "*.pdf", "*.gif")
    )
    shutil.copytree(REPOSITORY / "docs", tmp_path / "docs")
    shutil.copytree(
        REPOSITORY / "studies", tmp_path / "studies", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "scenes").symlink_to(REPOSITORY / "scenes")
    shutil.copy(REPOSITORY / README, tmp_path)
    return tmp_path


def rendered(template, page, records):
    return PageRenderer(page, records).render(template)


@pytest.mark.slow
def test_a_number_that_is_edited_by_hand_is_found_and_corrected(repository, start_command):
    # In processes of their own, because the gallery's modules are those of the copied repository.
    changes = {
        "docs/results.md": (" ms for PD", "9 ms for PD"),
        README: ("[claim 17]", "[claim 9]"),
        "results/thesis/README.md": ("Claim 8.", "Claim 9."),
    }
    files = {repository / name: (repository / name).read_text() for name in changes}
    for (file, text), change in zip(files.items(), changes.values(), strict=True):
        file.write_text(text.replace(*change))
    found = start_command("simbench-pages", "--check", "--repository", repository, check=False)
    assert found.returncode == 1
    assert found.stdout.splitlines() == [f"{file}: differs from the recorded results" for file in files]
    start_command("simbench-pages", "--repository", repository)
    assert {file: file.read_text() for file in files} == files


@pytest.mark.parametrize("page", ["docs/results.md", README, "results/thesis/README.md"])
def test_a_file_that_is_no_page_is_not_replaced(page, repository, start_command):
    """Neither is any other page, of which one is out of date."""
    (repository / page).write_text("mine\n")
    if page.startswith("results"):
        codecheck = repository / "results/thesis/codecheck.yml"
        codecheck.write_text(codecheck.read_text().replace('"README.md"', '"OTHER.md"'))
    other = repository / "docs/performance.md"
    other.write_text(other.read_text().replace("# Performance", "# Changed"))
    before = other.read_text()
    finished = start_command("simbench-pages", "--repository", repository, check=False)
    if page == README:  # without a block nothing of it would change
        assert finished.returncode == 0 and other.read_text() != before
    else:
        assert finished.returncode == 2
        assert f"{page} exists and was not written by this command" in finished.stderr
        assert other.read_text() == before
    assert (repository / page).read_text() == "mine\n"


def test_pages_follow_the_results(repository):
    file = repository / "results/thesis/claims.json"
    claims = json.loads(file.read_text())
    claims["8"] |= {
        "verdict": IN_PART,
        "answer": "After 31 * 2 iterations.",
        "reach": "It stops at 2 m.",
        "cases": {"at 2 m": False},
        "figure": "setting",
    }
    file.write_text(json.dumps(claims))
    records = Records(repository, "thesis")
    page = "results/thesis/README.md"
    template = "{{picture setting}}\n{{claims}}\n{{other_claims}}"
    lines = rendered(template, page, records).splitlines()
    assert lines[0] == "![setting](setting.png)"
    assert lines[1].startswith(f"- **Claim 8.** “{claims['8']['claim'][:20]}")
    assert lines[1].endswith(
        "[**Holds in part.**](claims.md#claim-8) After 31 \\* 2 iterations. It stops at 2 m."
    )
    judged = [name for name, entry in claims.items() if entry["verdict"] != NOT_JUDGED]
    cards = [line for line in lines if line.startswith("- **Claim ")]
    assert len(cards) == len(judged) < len(claims)  # each of them once
    assert (
        rendered("{{verdict 8}}", "docs/a.md", records)
        == "[claim 8](../results/thesis/claims.md#claim-8): holds in part"
    )
    link = "[claim 8](results/thesis/claims.md#claim-8)"
    assert rendered("{{claim 8 in part in its setting}}", README, records) == link
    finding = rendered("{{finding 8 in part}}", README, records)
    assert finding == f"After 31 \\* 2 iterations. It stops at 2 m. ({link}: holds in part)"
    with pytest.raises(ResultsError, match="its verdict is 'holds in part'; write the sentence before it"):
        rendered("{{claim 8 holds}}", README, records)
    with pytest.raises(ResultsError, match="the claim does not hold at 2 m; state its setting"):
        rendered("{{answer 8 in part}}", README, records)


def test_verdicts_in_an_older_format_are_reported(repository, run_command):
    file = repository / "results/thesis/claims.json"
    claims = json.loads(file.read_text())
    del claims["8"]["figure"]
    file.write_text(json.dumps(claims))
    finished = run_command("simbench-pages", "--repository", repository, check=False)
    assert finished.returncode == 2
    told = f"{file}: claim 8 has no 'figure'; judge it again with simbench study\n"
    assert finished.stderr.startswith("simbench: ") and finished.stderr.endswith(told)


def test_times_come_from_the_benchmark(tmp_path):
    row = {
        "beam": "M",
        "case": "pd",
        "precision": "double",
        "threads": 1,
        "ms": 0.5,
        "baseline_ms": 20,
        "tets": 1000,
    }
    folder = tmp_path / "results/performance"
    folder.mkdir(parents=True)
    (folder / "M.json").write_text(json.dumps({"rows": [row, {**row, "precision": "single", "ms": 0.25}]}))
    words = (
        "{{time M pd tets}}, {{time M pd ms}}, {{time M pd ns}}, {{time M pd faster}}, {{time M pd floor}}"
    )
    assert rendered(words, README, Records(tmp_path)) == "1,000, 0.5, 500, 40, –"
    assert "| PD | 40× (15×) |" in rendered("{{table goals}}", README, Records(tmp_path))


@pytest.mark.parametrize(
    ("placeholder", "reason"),
    [
        ("{{nothing}}", "there is no such placeholder"),
        ("{{verdict 999}}", "claim 999 is not on record"),
        ("{{verdict}}", "missing 1 required positional argument"),
        ("{{totals elsewhere}}", "there are no claims on record in .*elsewhere"),
        ("{{time M pd weight}}", "no benchmark on record has 'weight' of pd on M"),
        ("{{table weights}}", "there is no table 'weights'"),
    ],
)
def test_a_placeholder_that_cannot_be_filled_is_named(placeholder, reason):
    with pytest.raises(ResultsError, match=f"docs/a.md: .*: .*{reason}"):
        rendered(placeholder, "docs/a.md", Records(REPOSITORY))
