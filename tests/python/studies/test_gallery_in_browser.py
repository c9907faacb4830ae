"""The page results/thesis/index.html in a browser: contents, search, names of files, residuals, printing."""

import json
import math

import pytest
from conftest import REPOSITORY
from report_browser import IN_A_BROWSER, opened, texts, until

from simbench.report.page import parts_of
from thesis.documents import gallery

pytestmark = IN_A_BROWSER

PAGE = REPOSITORY / "results/thesis/index.html"
CONTENT, PAYLOADS = parts_of(PAGE.read_text(encoding="utf-8"))
PLOTS = {plot["name"]: plot for plot in CONTENT["plots"]}
NOT_SEARCHED = ("commands", "folder", "sweeps")
CLAIMS = [claim for collection in CONTENT["collections"] for claim in collection["claims"]]


@pytest.fixture
def page(browser):
    with opened(browser, PAGE, reduced_motion="reduce") as page:
        yield page


def draw(page, plot: str):
    """Scrolls to a plot, and waits until it is drawn."""
    page.evaluate(f"document.getElementById('{plot}').scrollIntoView()")
    until(page, f"document.querySelector('#{plot} .residual svg.chart') !== null")
    return page.locator(f"#{plot}")


def test_contents_lead_to_every_part(page):
    targets = page.eval_on_selector_all("nav a", "all => all.map((one) => one.getAttribute('href'))")
    assert len(targets) == len(set(targets)) == 5 + len(PLOTS) + len(CONTENT["collections"])
    assert {f"#{name}" for name in PLOTS} <= set(targets)
    assert [target for target in targets if page.locator(target).count() != 1] == []


def test_an_address_with_a_claim_shows_its_card(browser):
    with browser.new_page(reduced_motion="reduce") as page:
        page.goto(f"{PAGE.as_uri()}#claim-r20")
        page.wait_for_selector(".curve", state="attached")
        assert texts(page, "article:target h3")[0].startswith("R20 ·")
        box = page.locator("article:target").bounding_box()
        assert -1 < box["y"] < page.viewport_size["height"]


def test_the_search_finds_the_claims_with_all_words(page):
    page.fill("#search", "Rounding  PRECISION")
    shown = {
        claim["number"]: json.dumps({key: claim[key] for key in claim if key not in NOT_SEARCHED}).lower()
        for claim in CLAIMS
    }
    expected = [number for number, text in shown.items() if "rounding" in text and "precision" in text]
    assert 3 < len(expected) < len(CLAIMS)
    assert texts(page, "#found a") == [f"claim {number}" for number in expected]
    assert texts(page, "#found-count") == [f"{len(expected)} of {len(CLAIMS)} claims"]
    page.fill("#search", "")
    assert texts(page, "#found a") == [] and texts(page, "#found-count") == [""]


def test_a_found_claim_is_shown_though_its_verdict_is_switched_off(page):
    page.locator("button.claim-kind.fails").first.click()
    assert page.locator("#claim-29").is_hidden()
    page.fill("#search", "claim 29")
    page.locator("#found a").first.click()
    assert page.locator("#claim-29").is_visible()
    assert page.locator("button.claim-kind.fails").first.get_attribute("aria-pressed") == "true"


def test_files_are_named_if_nobody_knows_the_address_of_the_repository(page):
    assert CONTENT["repository"] == ""
    outside = "a[href]:not([href^='#'])"
    assert page.locator(outside).count() == 0
    assert "results/thesis/README.md" in texts(page, "#files code")
    assert "Figure results/rigid/chain_length.png" in page.locator("#claim-r28 .source").text_content()


def test_files_are_links_to_the_repository_if_its_address_is_known(browser, tmp_path):
    content = CONTENT | {"repository": "https://example.org/a/b"}
    file = tmp_path / "index.html"
    file.write_text(gallery.render("gallery", content, PAYLOADS, gallery.HERE, gallery.SCRIPTS))
    with opened(browser, file, reduced_motion="reduce") as page:
        links = page.eval_on_selector_all("a[href]", "all => all.map((one) => one.getAttribute('href'))")
        outside = {link for link in links if not link.startswith("#")}
        start = "https://example.org/a/b/blob/HEAD/"
        assert f"{start}results/thesis/claims.md" in outside and len(outside) > 50
        for link in outside:
            assert link.startswith(start) and (REPOSITORY / link.removeprefix(start)).is_file(), link


def test_residuals_below_six_digits_are_drawn_as_less_than(page):
    plot = "strain_beam_untwist_objectives"
    drawn = draw(page, plot)
    for series in PLOTS[plot]["series"]:
        samples = dict(zip(*series["samples"], strict=True))
        expected = [
            iteration
            for iteration, percent in zip(*series["residual"], strict=True)
            if percent < 100 * sixth_digit(samples[iteration]) / samples[iteration]
        ]
        marks = drawn.locator(f".residual [data-key='{series['label']}'] .less-than")
        assert marks.count() == len(expected), series["label"]
    assert drawn.locator(".residual .less-than").count() > 0


def sixth_digit(value: float) -> float:
    mantissa, exponent = f"{value:.5e}".split("e")
    assert float(mantissa) * 10 ** int(exponent) == pytest.approx(value) and math.isfinite(value)
    return 1e-5 * 10 ** int(exponent)


def test_a_sample_of_zero_is_less_than_the_lowest_value_of_a_logarithmic_axis(page):
    plot = "strain_beam_untwist_inertialObjectives"
    drawn = draw(page, plot)
    zeros = sum(series["samples"][1].count(0) for series in PLOTS[plot]["series"])
    assert drawn.locator(".comparison .less-than").count() == zeros > 0
    page.locator("#log").uncheck()
    assert drawn.locator(".comparison .less-than").count() == 0


def test_all_charts_are_drawn_before_the_page_is_printed(page):
    charts = page.locator(".plot .comparison svg.chart")
    assert charts.count() < len(PLOTS)
    page.pdf()
    assert charts.count() == len(PLOTS)
    assert all(chart.bounding_box()["width"] > 100 for chart in charts.all())


def test_paper_is_white(browser):
    with opened(browser, PAGE, reduced_motion="reduce", color_scheme="dark") as page:
        colour = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(colour) != "rgb(255, 255, 255)"
        page.emulate_media(media="print")
        assert page.evaluate(colour) == "rgb(255, 255, 255)"
        assert not page.locator("nav").is_visible()
