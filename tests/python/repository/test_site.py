"""The site of the documentation: built without a warning, complete, and of use without a network."""

import re
import subprocess
import sys
from pathlib import Path
from shutil import which
from urllib.parse import unquote

import pytest
from conftest import REPOSITORY, TIMEOUT
from report_browser import CHROMIUM, DESKTOP, PHONE, launched, playwright
from test_links import PAGES

for package in ("docutils", "furo", "myst_parser", "sphinx"):
    pytest.importorskip(package, reason=f"{package} is not installed (scripts/requirements_site.txt)")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(which("doxygen") is None, reason="no Doxygen (scripts/packages_site.txt)"),
]
BUILD = REPOSITORY / "docs/site/build.py"


@pytest.fixture(scope="module")
def site(simbench, tmp_path_factory):
    """The built site. Warnings of Sphinx and Doxygen are errors of the build."""
    folder = tmp_path_factory.mktemp("site") / "site"
    command = [sys.executable, BUILD, folder, "--simbench", simbench]
    built = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert built.returncode == 0, built.stderr
    return folder


def test_every_page_of_the_repository_is_in_the_navigation(site):
    places = {page.relative_to(REPOSITORY).with_suffix(".html").as_posix() for page in PAGES}
    links = links_of(site / "index.html")
    assert {place for place in places if not (site / place).is_file()} == set()
    assert places - set(links) == {"README.html"}


def test_a_folder_of_pages_is_a_part_of_the_site_without_an_entry(monkeypatch):
    monkeypatch.syspath_prepend(BUILD.parent)
    from navigation import navigation

    pages = ["CHANGELOG", "docs/new/second", "docs/new/README", "docs/scene", "cpp/index", "cpp/base"]
    assert re.findall(r":caption: (\w+)\n\n(.*?)```", navigation(set(pages)), re.DOTALL) == [
        ("Documentation", "docs/scene\n"),
        ("Reference", "cpp/index\n"),
        ("Project", "CHANGELOG\n"),
        ("New", "docs/new/README\ndocs/new/second\n"),
    ]


def test_a_source_file_is_linked_at_the_address_of_the_repository(monkeypatch):
    monkeypatch.syspath_prepend(BUILD.parent)
    import repository_links
    from docutils.nodes import Text

    monkeypatch.setattr(repository_links, "repository_address", lambda: "https://example.org/simbench")
    assert (
        repository_links.linked("LICENSE", [])["refuri"] == "https://example.org/simbench/blob/HEAD/LICENSE"
    )
    monkeypatch.setattr(repository_links, "repository_address", lambda: None)
    assert repository_links.linked("LICENSE", [Text("the licence")]).astext() == "the licence"


def test_links_lead_to_files_of_the_site_and_to_no_source_file(site):
    broken = {
        (page.name, link)
        for page in [*site.glob("*.html"), *site.glob("docs/**/*.html"), *site.glob("results/**/*.html")]
        for link in links_of(page)
        if not (page.parent / link).exists()
    }
    assert broken == set()
    assert "../results/thesis/index.html" in links_of(site / "docs/results.html")
    assert "report.html" in links_of(site / "results/interactive.html")
    assert "CITATION.cff" not in links_of(site / "index.html")


def test_the_reference_has_the_comments_of_headers_and_docstrings(site):
    comment = "A number with its noun in singular or plural."
    assert f"// {comment}\n" in (REPOSITORY / "src/base/counted.h").read_text()
    assert f"<p>{comment}</p>" in (site / "cpp/base.html").read_text()
    law, of_law = "src/deformable/energy/law.h", (site / "cpp/deformable_energy.html").read_text()
    assert re.search(r"  Number density; +// Ψ \[J/m³\]\n", (REPOSITORY / law).read_text())
    assert re.search(r"density</span></code></p>\s*<p>Ψ \[J/m³\]</p>", of_law)
    docstring = "Number of time steps in the scene; a run that failed may have made fewer."
    assert f'"""{docstring}"""' in (REPOSITORY / "python/simbench/results.py").read_text()
    assert f"<p>{docstring}</p>" in (site / "python/simbench.html").read_text()


@pytest.fixture
def open_page():
    """Opens pages in a browser. At the end, checks that none needed a network or logged a complaint."""
    if CHROMIUM is None:
        pytest.skip("no Chromium (scripts/packages_test.txt)")
    with playwright.sync_playwright() as running, launched(running.chromium) as browser:
        page = browser.new_page()
        requests, complaints = [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))

        def open_file(path: Path):
            page.goto(path.as_uri())
            return page

        yield open_file
    assert [url for url in requests if not url.startswith("file://")] == []
    assert [text for text in complaints if "GL Driver Message" not in text] == []


def test_the_search_works_without_a_network(site, open_page):
    """docs/decisions.md has a paragraph with both words."""
    page = open_page(site / "index.html")
    page.fill("input[name=q]", "METIS dissection")
    page.press("input[name=q]", "Enter")
    page.wait_for_selector("#search-results li a")
    found = page.eval_on_selector_all("#search-results li a", "all => all.map((one) => one.pathname)")
    assert any(path.endswith("docs/decisions.html") for path in found)


def test_the_pages_that_are_html_open_in_the_site(site, open_page):
    for name, shown in (("thesis/index.html", "#contents a"), ("report.html", "svg")):
        open_page(site / "results" / name).wait_for_selector(shown)


def test_words_in_pictures_can_be_read_on_a_phone(site, open_page):
    """A picture of 6.9 inches has words of 8 points, which are 8/72 of an inch."""
    page = open_page(site / "results/field/leaderboard.html")
    for size, is_wide in ((PHONE, False), (DESKTOP, True)):
        page.set_viewport_size(size)
        widths = page.eval_on_selector_all("article p > img", "all => all.map((one) => one.clientWidth)")
        assert widths and min(widths) / 6.9 * 8 / 72 >= 10  # pixels
        picture = page.locator("article p:has(> img)").first
        scrolled, shown = (picture.evaluate(f"one => one.{name}") for name in ("scrollWidth", "clientWidth"))
        assert (scrolled <= shown) == is_wide
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_a_folder_that_is_no_site_is_not_replaced(tmp_path):
    (tmp_path / "mine").write_text("mine")
    built = subprocess.run([sys.executable, BUILD, tmp_path], capture_output=True, text=True, check=False)
    assert built.returncode == 1 and "is no site; it is not replaced" in built.stderr
    assert (tmp_path / "mine").read_text() == "mine"


def links_of(page: Path) -> list[str]:
    """The relative links of a page, without their anchors."""
    found = re.findall(r'(?:href|src)="([^"#?:]+)[^":]*"', page.read_text())
    return [unquote(link) for link in found if not link.startswith("//")]
