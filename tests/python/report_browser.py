"""Helpers for tests of a report's page in a browser."""

import base64
import re
import shutil
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from conftest import TIMEOUT, wait_until
from PIL import Image

playwright = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is not installed (scripts/requirements_test.txt)"
)
axe_core = pytest.importorskip(
    "axe_core_python", reason="axe-core-python is not installed (scripts/requirements_test.txt)"
)
CHROMIUM = shutil.which("chromium")
# The marks of a module whose tests need a browser.
IN_A_BROWSER = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed (scripts/packages_test.txt)"),
]
AXE = Path(axe_core.__file__).with_name("axe.min.js")
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 800}


@contextmanager
def launched(chromium, *flags: str):
    options = {"args": ["--no-sandbox", *flags], "timeout": 1000 * TIMEOUT}
    browser = chromium.launch(executable_path=CHROMIUM, **options)
    yield browser
    browser.close()


@contextmanager
def opened(browser, path: Path, **options):
    """Opens the page. At the end, checks that the page made no request and logged no warning or error."""
    page = browser.new_page(**{"viewport": DESKTOP, **options})
    page.set_default_timeout(1000 * TIMEOUT)
    requests, complaints = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path.resolve().as_uri())
    page.wait_for_selector(".curve", state="attached")
    if page.locator("#curves").count():
        wait_for_drawing(page)
    yield page
    # A blob is an image that the page itself has made.
    assert [url for url in requests if not url.startswith("blob:")] == [path.resolve().as_uri()]
    # Chromium warns that pixels are read back. Only the test reads them.
    assert [text for text in complaints if "GL Driver Message" not in text] == []
    page.close()


def until(page, condition: str) -> None:
    """Waits for a condition. Playwright's own function compiles code, which the page's policy forbids."""
    wait_until(lambda: page.evaluate(condition))


def wait_for_drawing(page) -> None:
    """Waits until a report has unpacked and drawn what is chosen, which it does before these promises end."""
    page.evaluate("Promise.all(runsHere().map(rowsOf)).then(() => new Promise((done) => setTimeout(done)))")
    until(page, "viewer.runs.length === 0 || viewer.shapes === null || viewer.shapes.shown.length > 0")


def settle(page) -> None:
    """Waits until the page has written its address, 150 ms after the last choice, and has drawn.

    The page's own timer decides: it runs after the page's earlier ones, however busy the machine is.
    """
    drawn = "requestAnimationFrame(() => requestAnimationFrame(done))"
    page.evaluate(f"new Promise((done) => setTimeout(() => {drawn}, 200))")


def texts(page, selector: str) -> list[str]:
    return [text.strip() for text in page.locator(selector).all_text_contents()]


def labels_of(page, selector: str) -> list[str]:
    """The keys of the runs whose elements are visible."""
    return page.eval_on_selector_all(
        selector, "all => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.key)"
    )


def column(page, words: str) -> list[str]:
    """A column of the table."""
    heads = texts(page, "#table thead th")
    place = heads.index(words) + 1
    return texts(page, f"#table tbody tr > :nth-child({place})")


def number(text: str) -> float:
    """A number as the page writes it."""
    return {"–": np.nan, "∞": np.inf, "−∞": -np.inf}.get(text) or float(text.replace("−", "-"))


def reading(page, host: str = "#curves") -> tuple[float, dict[str, float]]:
    """The abscissa of the chart's cursor, and the values of all solvers there."""
    where = number(page.locator(f"{host} .where").text_content().split()[-1])
    values = [text.partition(" (ended at ")[0] for text in texts(page, f"{host} .value")]
    return where, {text.rpartition(" ")[0]: number(text.rpartition(" ")[2]) for text in values}


def read_at(page, share: float, host: str = "#curves") -> tuple[float, dict[str, float]]:
    page.locator(f"{host} input[type=range]").evaluate(
        "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }", 1000 * share
    )
    return reading(page, host)


def pixels(page) -> np.ndarray:
    """The pixels of all shapes, each in the place of its panel: height × width × RGBA."""
    data = page.evaluate(
        """() => {
          const { left, top, width, height } = byId('panels').getBoundingClientRect();
          const picture = make('canvas', { width, height }), context = picture.getContext('2d');
          for (const view of document.querySelectorAll('#panels .view')) {
            const place = view.getBoundingClientRect();
            if (place.width) context.drawImage(view, place.left - left, place.top - top);
          }
          return picture.toDataURL();
        }"""
    )
    return np.asarray(Image.open(BytesIO(base64.b64decode(data.partition(",")[2]))))


def choose(page, selector: str, value: str) -> None:
    page.select_option(selector, value)
    wait_for_drawing(page)


def opacity(page, selector: str) -> float:
    return float(page.eval_on_selector(selector, "one => getComputedStyle(one).opacity"))


def contrast(first: str, second: str) -> float:
    def luminance(colour: str) -> float:
        channels = np.array([int(part) for part in re.findall(r"\d+", colour)[:3]]) / 255
        linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    dark, light = sorted([luminance(first), luminance(second)])
    return (light + 0.05) / (dark + 0.05)


def ticks(page, host="#curves") -> tuple[list[float], list[float]]:
    """The numbers at the abscissa and at the ordinate."""
    return tuple(
        [number(text) for text in texts(page, f"{host} .tick[text-anchor={anchor}]")]
        for anchor in ("middle", "end")
    )


def drag(page, start: tuple[float, float], end: tuple[float, float], host="#curves") -> None:
    """Drags between two places of a chart, as shares of its frame's width and height."""
    page.locator(f"{host} svg.chart").scroll_into_view_if_needed()
    box = page.locator(f"{host} svg.chart").bounding_box()
    axes = page.eval_on_selector_all(
        f"{host} .grid",
        "all => all.map((one) => ['x1', 'x2', 'y1', 'y2'].map((key) => +one.getAttribute(key)))",
    )
    left, right = min(line[0] for line in axes), max(line[1] for line in axes)
    top, bottom = min(line[2] for line in axes), max(line[3] for line in axes)
    place = lambda x, y: (  # noqa: E731
        box["x"] + left + x * (right - left),
        box["y"] + top + y * (bottom - top),
    )
    page.mouse.move(*place(*start))
    page.mouse.down()
    page.mouse.move(*place(*end), steps=4)
    page.mouse.up()


@contextmanager
def saved(page, button):
    with page.expect_download() as waiting:
        button.click()
    yield Path(waiting.value.path())
