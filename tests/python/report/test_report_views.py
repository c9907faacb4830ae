"""In headless Chromium a report explains itself, prints, and its shapes fill their panels."""

import json
import re

import numpy as np
import pytest
from conftest import run_elsewhere, write_synthetic_run
from report_browser import IN_A_BROWSER, choose, labels_of, number, opened, pixels, texts, until
from report_pages import beam, change_manifest, small_sweep, write_snapshot

from simbench.report.document import write_report

pytestmark = IN_A_BROWSER


# Shapes.


def test_shapes_come_back_when_the_browser_has_taken_their_context_away(browser, plain):
    with opened(browser, plain) as page:
        page.focus("#panels")
        page.keyboard.press("ArrowLeft")
        turned = pixels(page)
        page.evaluate("lost = viewer.shapes.gl.getExtension('WEBGL_lose_context')")
        page.evaluate("before = viewer.shapes, lost.loseContext()")
        until(page, "before.gl.isContextLost()")
        page.keyboard.press("ArrowRight")
        assert np.array_equal(pixels(page), turned)  # the last picture stays
        page.keyboard.press("ArrowLeft")
        page.evaluate("lost.restoreContext()")
        until(page, "viewer.shapes && viewer.shapes !== before && viewer.shapes.shown.length > 0")
        page.keyboard.press("ArrowRight")
        assert not np.array_equal(pixels(page), turned)
        page.keyboard.press("ArrowLeft")
        assert np.array_equal(pixels(page), turned)


def test_a_page_has_loaded_when_all_is_drawn(browser, plain):
    """Chromium prints a page to a PDF as soon as it has loaded."""
    page = browser.new_page()
    drawn = "[document.querySelectorAll('#curves .curve').length, viewer.shapes?.shown.length ?? 0]"
    page.add_init_script(f"addEventListener('load', () => {{ drawnAtLoad = {drawn}; }})")
    page.goto(plain.resolve().as_uri())
    assert page.evaluate("drawnAtLoad") == page.evaluate("[report.runs.length, viewer.runs.length]")
    assert page.locator("iframe").count() == 0
    page.close()


# What the page says.


def test_the_head_says_what_was_simulated(browser, plain):
    with opened(browser, plain) as page:
        facts = dict(zip(texts(page, "#facts dt"), texts(page, "#facts dd"), strict=True))
        assert facts["material"] == "strain, k = 1e8 Pa"
        assert facts["step"] == "implicit Euler, h = 0.01 s, 1 step"
        assert "(f − f*)/(f₀ − f*)" in facts["relative error"]


def test_the_head_follows_the_problem(browser, tmp_path):
    small_sweep(tmp_path / "sweep")
    for run in (tmp_path / "sweep/runs").glob("*/*"):
        manifest = json.loads((run / "manifest.json").read_text())
        change_manifest(run, scene={**manifest["scene"], "description": f"This is {manifest['run_id']}."})
    write_report([tmp_path / "sweep"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        for group in ("0", "3"):
            choose(page, "#group", group)
            said = re.findall(r"This is (\w+)", texts(page, "#facts dd")[0])
            assert said == page.evaluate("runsHere().map((run) => run.id)") and len(said) == 3


def test_every_chart_has_a_title_axes_and_a_sentence(browser, plain, sweep):
    with opened(browser, plain) as page:
        for column in page.eval_on_selector_all("#column option", "all => all.map((one) => one.value)"):
            choose(page, "#column", column)
            x, y = texts(page, "#curves .label")
            assert x == "iteration" and texts(page, "#curves .title") == [f"{y} over {x}"]
            assert len(page.locator("#meaning").text_content()) > 20, column
        assert texts(page, "#scale .label") == ["distance to the minimiser [mm], dark is worse"]
        assert texts(page, "#scale .tick") == ["0.1", "1", "10", "100", "1000"]
    with opened(browser, sweep) as page:
        for host in ("#performance", "#cost-shares"):
            assert len(texts(page, f"{host} .title")) == 1 and len(texts(page, f"{host} .label")) == 2
            assert page.locator(f"{host} + .hint").is_visible()
        choose(page, "#quantity", "iterations_to_1e-3")
        cells = [number(text) for text in texts(page, "#heat-maps .cell") if text != "–"]
        ends = [number(text) for text in texts(page, "#map-scale .tick")]
        assert (ends[0], ends[-1]) == (min(cells), max(cells)) and ends == sorted(ends)
        corner = page.locator("#heat-maps .corner").first.text_content()
        assert corner == "material.stiffness [Pa] ↓step.time_step [s] →"


def test_every_column_of_the_program_is_explained(browser, plain, simbench):
    listed = json.loads(run_elsewhere(simbench, "list", "metrics", "--json", check=True).stdout)["metrics"]
    with opened(browser, plain) as page:
        for metric in listed:
            name, meaning = page.evaluate(
                "([name, kind]) => columnInWords(name, kind)", [metric["name"], metric["kind"]]
            )
            assert meaning.endswith("."), metric
            unit = {"1": "", "[sqrt(J)]": "√J"}.get(metric["unit"], metric["unit"])
            said = re.search(r"\[(.*)\]", name)
            assert (said[1] if said else "") == unit.replace("^2", "²").replace("^3", "³").replace(
                "sqrt(J)", "√J"
            ), metric


def test_a_report_without_snapshots_says_how_to_get_them(browser, tmp_path, run_simbench):
    """The command works, and a report of its runs shows shapes."""
    run_simbench("--scene smoke.json --solver qn,pd --quiet --output", tmp_path / "runs")
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        assert page.locator("#no-shapes").is_visible() and page.locator("#shapes").is_hidden()
        command = page.locator("#snapshots-command").text_content().split()
    assert command[:6] == ["simbench", "--scene", "smoke.json", "--solver", "pd,qn", "--vtu"]
    run_simbench(*command[1:-1], tmp_path / "shapes")
    write_report([tmp_path / "shapes"], tmp_path / "shapes.html")
    with opened(browser, tmp_path / "shapes.html") as page:
        assert page.locator("#no-shapes").is_hidden() and labels_of(page, "#panels figure") == ["PD", "QN"]
        assert 20 <= int(page.get_attribute("#moment", "max")) <= 40  # about twenty for each run


# Paper and panels.


def test_a_printed_page_has_all_charts_and_shapes(browser, plain):
    """They are drawn for the width of the paper before it is printed, and for the window afterwards."""
    with opened(browser, plain) as page:
        widths = "[...document.querySelectorAll('svg.chart')].map((one) => one.viewBox.baseVal.width)"
        before = page.evaluate(widths)
        page.evaluate(
            "window.printed = []; addEventListener('beforeprint', () => setTimeout(() => {"
            f" printed.push(...{widths}); }}))"
        )
        assert page.pdf()[:4] == b"%PDF"
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        until(page, f"String({widths}) === '{round(18 / 2.54 * 96)}'")
        for view in page.locator(".view").all():
            box = view.bounding_box()
            size = [float(view.get_attribute(key)) for key in ("width", "height")]
            assert size == pytest.approx([box["width"], box["height"]], abs=1)
        page.emulate_media(media="screen")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        until(page, f"String({widths}) === '{','.join(map(str, before))}'")


def shares_of_panels(page) -> list[tuple[float, float]]:
    """The width and height of each shape as a share of its panel."""
    outer, image = page.locator("#panels").bounding_box(), pixels(page)[..., 3] > 0
    shares = []
    for view in page.locator("#panels .view").all():
        box = view.bounding_box()
        left, top = round(box["x"] - outer["x"]), round(box["y"] - outer["y"])
        inside = image[top : top + round(box["height"]), left : left + round(box["width"])]
        spans = [np.flatnonzero(inside.any(axis=axis)) for axis in (0, 1)]
        shares.append(
            tuple(np.ptp(span) / edge for span, edge in zip(spans, inside.shape[::-1], strict=True))
        )
    return shares


@pytest.mark.parametrize("cells", [(12, 2, 2), (2, 2, 12), (3, 3, 3)])
def test_shapes_fill_their_panels(browser, tmp_path, cells):
    points, tets = beam(cells)
    for solver in ("pd", "qn"):
        write_synthetic_run(tmp_path / "runs" / solver)
        write_snapshot(tmp_path / "runs" / solver, 10, points, tets, rest_positions=points)
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        for width, height in shares_of_panels(page):
            assert max(width, height) > 0.9 and min(width, height) > 0.1


@pytest.mark.parametrize("reason", ["diverged", "predicted"])
def test_a_shape_fills_its_panel_beside_one_that_diverged_or_was_predicted_far_away(
    browser, tmp_path, reason
):
    points, tets = beam((12, 2, 2))
    for solver in ("pd", "qn", "newton"):
        write_synthetic_run(tmp_path / "runs" / solver)
        write_snapshot(tmp_path / "runs" / solver, 10, points, tets, rest_positions=points)
    if reason == "diverged":
        write_snapshot(tmp_path / "runs/pd", 10, 5 * points, tets, rest_positions=points)
    for solver in ("pd", "qn") if reason == "predicted" else ():
        write_snapshot(tmp_path / "runs" / solver, 0, points - [0, 0, 9.81], tets, rest_positions=points)
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        assert max(shares_of_panels(page)[1]) > (0.5 if reason == "diverged" else 0.9)
