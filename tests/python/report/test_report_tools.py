"""In headless Chromium charts zoom, charts and runs are saved as files, and a link shows the same view."""

import json
import re
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from report_browser import (
    IN_A_BROWSER,
    choose,
    drag,
    opened,
    pixels,
    read_at,
    saved,
    settle,
    texts,
    ticks,
    until,
    wait_for_drawing,
)

from simbench import load_run
from simbench.report.document import write_report

pytestmark = IN_A_BROWSER


# Zoom.


def test_a_drag_enlarges_a_part_of_the_chart(browser, plain):
    with opened(browser, plain) as page:
        page.uncheck("#y-log")
        wait_for_drawing(page)
        whole = ticks(page)
        drag(page, (0.25, 0.5), (0.5, 0.75))
        x, y = ticks(page)
        assert min(x) >= 250 and max(x) <= 500 and max(x) - min(x) >= 150
        assert min(y) > 0.2 and max(y) < 0.55
        assert 240 < read_at(page, 0)[0] < 260 and 490 < read_at(page, 1)[0] < 510
        drag(page, (0.5, 0.5), (0.502, 0.502))  # a click
        assert ticks(page) == (x, y)
        drag(page, (0.2, 0.5), (0.8, 0.501))  # along the abscissa only
        assert ticks(page)[1] == y and max(ticks(page)[0]) < max(x)
        page.click("#curves button:has-text('reset zoom')")
        assert ticks(page) == whole and page.locator("#curves button:has-text('reset')").is_hidden()
        drag(page, (0.9, 0.9), (0.3, 0.3))  # backwards
        assert ticks(page) != whole
        page.locator("#curves svg.chart").dblclick()
        assert ticks(page) == whole


def test_an_enlarged_chart_is_cut_off_at_its_frame_and_another_column_is_shown_whole(browser, plain):
    with opened(browser, plain) as page:
        drag(page, (0.4, 0.4), (0.6, 0.6))
        frame = page.locator("#curves clipPath rect")
        left, width = (float(frame.get_attribute(name)) for name in ("x", "width"))
        assert page.locator("#curves g[clip-path] .curve").count() == 5
        right = float(page.locator("#curves .grid").first.get_attribute("x2"))
        assert left + width == pytest.approx(right)
        page.click("#legend button[data-key=PD]")
        wait_for_drawing(page)
        assert page.locator("#curves clipPath").count() == 1
        choose(page, "#column", "objective")
        assert page.locator("#curves clipPath").count() == 0


# Files.


def test_rows_and_manifests_are_saved(browser, plain, folder):
    with opened(browser, plain) as page:
        for label, name in (("PD", "pd"), ("QN", "qn")):
            row, run = page.locator(f"#table tr[data-key={label}]"), load_run(folder / "plain" / name)
            with saved(page, row.get_by_text("CSV")) as file:
                rows = pd.read_csv(file)
            assert rows[["step", "iteration"]].equals(run.iterations[["step", "iteration"]])
            for column in rows:
                assert rows[column].to_numpy() == pytest.approx(
                    run.iterations[column], rel=1.5e-5, nan_ok=True
                )
            with saved(page, row.get_by_text("manifest")) as file:
                assert json.loads(file.read_text()) == run.manifest


def test_a_saved_manifest_repeats_its_run(browser, tmp_path, run_simbench):
    run_simbench("--scene smoke.json --solver qn --quiet --output", tmp_path / "runs")
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with (
        opened(browser, tmp_path / "page.html") as page,
        saved(page, page.locator("#table button", has_text="manifest")) as file,
    ):
        (tmp_path / "manifest.json").write_bytes(file.read_bytes())
    again = run_simbench("rerun", tmp_path / "manifest.json", "--output", tmp_path / "again")
    assert "identical" in again.stdout


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_charts_are_saved_as_they_look(browser, plain, sweep, scheme):
    with opened(browser, plain, color_scheme=scheme) as page:
        page.click("#legend button[data-key=PD]")
        wait_for_drawing(page)
        with saved(page, page.locator("#curves").get_by_text("save SVG")) as file:
            picture = ElementTree.fromstring(file.read_text())
        with saved(page, page.locator("#curves").get_by_text("save PNG")) as file:
            image = np.asarray(Image.open(BytesIO(file.read_bytes())).convert("RGB"))
        colours = set(
            page.eval_on_selector_all(
                "#curves .curve", "all => all.map((one) => getComputedStyle(one).stroke)"
            )
        )
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    spaces = {"svg": "http://www.w3.org/2000/svg"}
    words = ["".join(text.itertext()) for text in picture.iterfind(".//svg:text", spaces)]
    assert {"relative error over iteration", "relative error", "iteration", "XPBD", "QN"} <= set(words)
    assert "PD" not in words
    paths = picture.findall(".//svg:path[@class='curve']", spaces)
    assert {path.get("stroke") for path in paths} == colours and len(paths) == 4
    channels = lambda colour: [int(part) for part in re.findall(r"\d+", colour)[:3]]  # noqa: E731
    assert image[2, 2].tolist() == channels(background)
    assert image.shape[1::-1] == (2 * int(picture.get("width")), 2 * int(picture.get("height")))
    for colour in colours:  # each curve has pixels
        assert (np.abs(image.astype(int) - channels(colour)).max(axis=2) < 3).sum() > 100


def test_profiles_are_saved(browser, sweep):
    with opened(browser, sweep) as page:
        for host in ("#performance", "#cost-shares"):
            with saved(page, page.locator(host).get_by_text("save PNG")) as file:
                assert Image.open(file).format == "PNG"


# The address.


def test_a_link_shows_the_same_view(browser, plain):
    shown = "[...document.querySelectorAll('#curves .curve')].map((one) => one.getAttribute('d'))"
    with opened(browser, plain) as page:
        page.click("#legend button[data-key=PD]")
        choose(page, "#column", "objective")
        page.uncheck("#samples")
        page.check("#x-log")
        drag(page, (0.3, 0.3), (0.7, 0.9))
        page.focus("#moment")
        page.keyboard.press("Home")
        page.focus("#panels")
        page.keyboard.press("ArrowLeft")
        settle(page)
        link, view, picture = page.url, page.evaluate(shown), pixels(page)
        assert "#" in link
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(link)
    until(page, "viewer.shapes?.shown.length > 0 && document.querySelectorAll('#curves .curve').length === 4")
    settle(page)
    assert page.evaluate(shown) == view and len(view) == 4
    assert page.get_attribute("#legend button[data-key=PD]", "aria-pressed") == "false"
    assert (page.input_value("#column"), page.input_value("#moment")) == ("objective", "0")
    assert not page.is_checked("#samples") and page.is_checked("#x-log")
    assert np.array_equal(pixels(page), picture)
    page.close()


def test_a_link_shows_the_problem_and_the_map(browser, sweep):
    with opened(browser, sweep) as page:
        choose(page, "#group", "2")
        choose(page, "#across", "material.stiffness")
        choose(page, "#down", "")
        choose(page, "#cost", "seconds_to_1e-1")
        drag(page, (0.2, 0.2), (0.8, 0.8), "#performance")
        settle(page)
        link = page.url
        ends, maps = ticks(page, "#performance"), texts(page, "#heat-maps figure:first-child thead th")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(link)
    until(page, "document.querySelectorAll('#curves .curve').length > 0")
    assert page.input_value("#group") == "2" and page.input_value("#cost") == "seconds_to_1e-1"
    assert ticks(page, "#performance") == ends
    assert texts(page, "#heat-maps figure:first-child thead th") == maps == ["1e+08", "1e+09"]
    page.close()


def test_a_wrong_link_shows_the_page(browser, plain):
    wrong = "#group=9&column=x&over=&step=-3&hide=nobody&zoom=1,2&moment=many&camera=a,b,c&constructor=1"
    page = browser.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(plain.as_uri() + wrong)
    until(page, "document.querySelectorAll('#curves .curve').length === 5")
    assert complaints == [] and page.input_value("#column") == "relative_error"
    page.evaluate("location.hash = '#hide=PD'")  # somebody types into the address
    until(page, "document.querySelectorAll('#curves .curve').length === 4")
    page.close()
