"""Reports in headless Chromium show and do what they should, without requests and errors."""

import itertools
import json
import re
from pathlib import Path

import meshio
import numpy as np
import pandas as pd
import pytest
from conftest import REPOSITORY, run_elsewhere, write_synthetic_run
from report_browser import (
    AXE,
    DESKTOP,
    IN_A_BROWSER,
    PHONE,
    choose,
    column,
    contrast,
    labels_of,
    launched,
    number,
    opacity,
    opened,
    pixels,
    read_at,
    reading,
    texts,
    until,
    wait_for_drawing,
)
from report_pages import SCRIPT, Page, change_manifest, claim_entry, policy_of, small_sweep, write_shapes

from simbench import load_run
from simbench.figures.performance_profile import ratios_to_best
from simbench.report.document import write_report
from simbench.report.packing import pack, pack_doubles
from simbench.results import load_summary
from simbench.run_folders import run_folder
from simbench.sweeps import comparison, costs_to_target

pytestmark = IN_A_BROWSER

GALLERY = REPOSITORY / "results/thesis/index.html"
FIVE = ["XPBD", "PD", "ADMM", "QN", "Newton"]


# Opening the page.


@pytest.mark.parametrize("name", ["plain", "sweep"])
def test_a_page_opens_without_requests_and_errors(browser, request, name):
    with opened(browser, request.getfixturevalue(name)) as page:
        assert texts(page, "h1") == [name]
        assert page.locator("#curves .curve").count() >= 3
        assert page.locator("#shapes").is_visible()
        assert "runs of " in page.locator("#summary").text_content()


def test_the_policy_is_in_force(browser, plain, tmp_path):
    """Scripts and requests that were inserted into a page are blocked."""
    assert policy_of(plain.read_text()).startswith("default-src 'none'; script-src 'sha256-")
    (tmp_path / "image.png").write_bytes(b"")
    more = (
        "<script>document.title = 'inline'</script><script src='image.png'></script>"
        "<img src='image.png' onerror=\"document.title = 'event'\"><img src='http://127.0.0.1:9/a.png'>"
        "<style>body { color: rgb(1, 2, 3) }</style><link rel=stylesheet href='image.png'>"
        "<iframe src='image.png'></iframe></body>"
    )
    (tmp_path / "page.html").write_text(plain.read_text().replace("</body>", more))
    page = browser.new_page()
    complaints, answers = [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("response", lambda response: answers.append(response.url))
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_selector("#curves .curve", state="attached")
    assert page.title() == "plain · simbench"
    assert page.evaluate("getComputedStyle(document.body).color") != "rgb(1, 2, 3)"
    assert answers == [(tmp_path / "page.html").as_uri()]
    refused = " ".join(complaints)
    for kind in ("inline script", "image", "inline style", "stylesheet", "frame"):
        assert kind in refused.lower(), complaints
    fetched = page.evaluate("fetch('image.png').then(() => 'fetched', () => 'refused')")
    assert fetched == "refused"
    page.close()


def test_names_and_messages_are_shown_as_text(browser, tmp_path, write_run):
    folder = tmp_path / "<img src=x onerror=alert(1)>\"'ü"
    run = folder / "qn-<script>alert(1)<"
    write_run(run, solver="qn")
    change_manifest(run, message=f"</script>{SCRIPT}", scene_file=SCRIPT, status=f"<b>{SCRIPT}</b>")
    write_report([folder], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        assert texts(page, "h1") == [folder.name] and page.title() == f"{folder.name} · simbench"
        assert labels_of(page, "#legend button") == [run.name]
        assert column(page, "status") == [f"<b>{SCRIPT}</b>"]
        assert f"</script>{SCRIPT}" in page.locator("#remarks").text_content()
        page.locator("#provenance summary").click()
        until(page, "document.querySelector('#provenance pre:last-child').textContent !== '…'")
        shown = page.locator("#provenance pre").last.text_content()
        assert SCRIPT in json.loads(shown.partition("\n")[2].partition("\n\n")[0])["message"]
        assert page.locator("img, b:not(.values b), iframe").count() == 0
        # The page's script, its content, the manifests, and two parts of the run's rows.
        assert page.locator("script").count() == 5


def test_numbers_are_unpacked_as_they_were_packed(browser, plain):
    """The page's functions unpack integers of every type, and doubles of all sizes."""
    rng = np.random.default_rng(3)
    integers = {
        "Uint8Array": rng.integers(0, 255, (40, 3), dtype=np.uint8, endpoint=True),
        "Uint16Array": rng.integers(0, 65535, (40, 6), dtype=np.uint16, endpoint=True),
        "Uint32Array": rng.integers(0, 2**32 - 1, (400, 1), dtype=np.uint32, endpoint=True),
    }
    for values in integers.values():
        values[:4] = np.array([[np.iinfo(values.dtype).max], [0], [np.iinfo(values.dtype).max], [1]])
    values = np.array([np.nan, np.inf, -np.inf, 0, -0.0, 1e300, -1e-300, 1e-310, 5e-324, 12345.0, np.pi])
    doubles = np.concatenate([values, np.geomspace(1e-307, 1e307, 1000)])
    put = "([name, text]) => document.body.append(make('script', { type: 'text/plain', id: name }, text))"
    with opened(browser, plain) as page:
        for kind, expected in integers.items():
            page.evaluate(put, [kind, pack(expected)])
            found = page.evaluate(
                f"integersOf('{kind}', {kind}, {expected.shape[1]}).then((found) => [...found])"
            )
            assert found == expected.ravel().tolist()
        page.evaluate(put, ["doubles", pack_doubles(doubles)])
        texts_found = page.evaluate("doublesOf('doubles').then((found) => [...found].map(String))")
    found = np.array([float(text) for text in texts_found])
    normal = ~(np.abs(doubles) < 2.3e-308)
    assert found[normal] == pytest.approx(doubles[normal], rel=1e-5, nan_ok=True)
    assert found[~normal] == pytest.approx(doubles[~normal], rel=0, abs=2.0**-1038)


# Curves.


def test_readings_equal_the_values_of_the_tables(browser, plain, folder):
    assert plain.stat().st_size < 1e6
    with opened(browser, plain) as page:
        names = page.eval_on_selector_all("#column option", "all => all.map((one) => one.value)")
        options = dict(zip(names, texts(page, "#column option"), strict=True))
        assert options["objective"] == "objective [J]" and "gradient_norm" not in options
        for name, share in itertools.product(options, (0, 0.02, 0.5, 1)):
            choose(page, "#column", name)
            where, values = read_at(page, share)
            assert list(values) == FIVE
            for label, value in values.items():
                rows = load_run(folder / "plain" / label.lower()).iterations
                nearest = rows.loc[(rows["iteration"] - where).abs().idxmin(), name]
                assert value == pytest.approx(nearest, rel=6e-4), (name, where, label)  # of four digits


def test_a_run_that_ended_before_the_place_of_the_slider_says_when(browser, plain, folder):
    runs = {label: load_run(folder / "plain" / label.lower()).iterations for label in FIVE}
    last = {label: rows["iteration"].max() for label, rows in runs.items()}
    assert last["Newton"] < last["QN"] < last["PD"]
    with opened(browser, plain) as page:
        for share in (0, (last["Newton"] + last["QN"]) / 2 / last["PD"], 1):
            where, _ = read_at(page, share)
            for label, text in zip(FIVE, texts(page, "#curves .value"), strict=True):
                end = f" (ended at {last[label]})" if last[label] < where else ""
                assert text.partition(" (")[2] == end.removeprefix(" ("), (where, text)
        choose(page, "#over", "seconds")
        read_at(page, 1)
        assert ["(ended at " in text for text in texts(page, "#curves .value")].count(False) == 1


def test_the_pointer_and_the_slider_read_the_same_values(browser, plain):
    with opened(browser, plain) as page:
        expected = read_at(page, 0.3)
        box = page.locator("#curves input[type=range]").bounding_box()
        chart = page.locator("#curves svg.chart").bounding_box()
        page.mouse.move(box["x"] + 0.3 * box["width"], chart["y"] + chart["height"] / 2)
        assert reading(page) == expected
        assert page.locator("#curves .reading").get_attribute("visibility") == "visible"


def test_samples_of_the_thesis_can_be_switched_off(browser, plain, sweep):
    with opened(browser, plain) as page:
        dots = {key: page.locator(f"#curves [data-key='{key}'] .sample").count() for key in FIVE}
        assert min(dots[key] for key in ("XPBD", "PD", "ADMM", "QN")) > 2 and dots["Newton"] == 0
        page.uncheck("#samples")
        assert page.locator("#curves .sample").count() == 0
        page.check("#samples")
        choose(page, "#column", "elapsed_seconds")
        assert page.locator("#curves .sample").count() == 0 and page.locator("#samples-label").is_hidden()
        choose(page, "#column", "objective")
        choose(page, "#over", "seconds")
        assert page.locator("#curves .sample").count() == 0
    with opened(browser, sweep) as page:
        assert page.locator("#curves .sample").count() == 0 and page.locator("#samples-label").is_hidden()


def test_a_chart_ends_where_the_runs_end(browser, tmp_path):
    """The thesis's samples go to iteration 1000."""
    for solver in ("pd", "qn"):
        write_synthetic_run(tmp_path / "runs" / solver)
        for name in ("iterations.csv", "timings.csv"):
            rows = pd.read_csv(tmp_path / "runs" / solver / name)
            rows[rows["iteration"] <= 200].to_csv(tmp_path / "runs" / solver / name, index=False)
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        assert page.evaluate("Math.max(...report.runs[0].samples.relative_error[0])") == 1000
        assert read_at(page, 1)[0] == 200
        assert page.locator("#curves .sample").count() > 2


def test_samples_that_are_less_than_their_place_are_triangles(browser, tmp_path):
    for solver in ("pd", "qn"):
        write_synthetic_run(tmp_path / "runs" / solver)
        change_manifest(tmp_path / "runs" / solver, reference_minimum=[384537.2])
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        below = page.evaluate("report.runs.map((run) => run.samples.relative_error[2].length)")
        assert page.locator("#curves .less-than").count() == sum(below) > 1
        assert "A triangle that points down means less than" in page.locator("#meaning").text_content()
        choose(page, "#column", "inertial")  # 0 at the start, which has no place on a logarithmic axis
        zeros = page.evaluate(
            "report.runs.map((run) => run.samples.inertial[1].filter((y) => y === 0).length)"
        )
        assert page.locator("#curves .less-than").count() == sum(zeros) > 0
        page.uncheck("#y-log")
        wait_for_drawing(page)
        assert page.locator("#curves .less-than").count() == 0
        assert "triangle" not in page.locator("#meaning").text_content()


def test_the_abscissa_is_chosen(browser, plain, folder):
    with opened(browser, plain) as page:
        abscissas = page.eval_on_selector_all("#over option", "all => all.map((one) => one.value)")
        assert abscissas == ["iteration", "seconds"]
        choose(page, "#over", "seconds")
        where, values = read_at(page, 1)
        assert where == pytest.approx(0.6)  # Newton takes longest
        assert values["PD"] == pytest.approx(
            load_run(folder / "plain/pd").iterations["relative_error"].iloc[-1], rel=6e-4
        )
        assert "time of iterations [s]" in texts(page, "#curves .label")
        before = page.locator("#curves .curve").first.get_attribute("d")
        page.check("#x-log")
        assert page.locator("#curves .curve").first.get_attribute("d") != before


def test_curves_are_drawn_over_counted_work(browser, tmp_path, write_run):
    passes = ("value_passes", "gradient_passes", "hessian_passes", "local_passes")
    counts = dict.fromkeys(passes, lambda table: 1 + table["iteration"])
    write_run(tmp_path / "runs/pd", solver="pd", **counts, solves=lambda table: 2 * table["iteration"])
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    last = load_run(tmp_path / "runs/pd").iterations["iteration"].iloc[-1]
    with opened(browser, tmp_path / "page.html") as page:
        choose(page, "#over", "passes")
        assert read_at(page, 1)[0] == pytest.approx(4 * last)
        assert "passes over all elements" in texts(page, "#curves .label")
        choose(page, "#over", "solves")
        assert read_at(page, 1)[0] == pytest.approx(2 * last)


def test_times_are_drawn_in_iterations_of_pd(browser, tmp_path, write_run):
    for solver, seconds in {"pd": 5e-4, "newton": 5e-2}.items():  # of an iteration (write_run)
        last = int(write_run(tmp_path / "runs" / solver)["iteration"].iloc[-1])
        path = tmp_path / "runs" / solver / "manifest.json"
        manifest = json.loads(path.read_text())
        path.write_text(json.dumps(manifest | {"iterations": last, "iteration_seconds": seconds * last}))
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        choose(page, "#over", "pd")
        assert "time in iterations of PD" in texts(page, "#curves .label")
        assert read_at(page, 1)[0] == pytest.approx(100 * last)
    (tmp_path / "runs/pd/manifest.json").unlink()
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        assert page.locator("#over option[value=pd]").count() == 0


def test_several_time_steps_are_drawn_one_after_the_other(browser, tmp_path):
    for solver in ("pd", "qn"):
        write_synthetic_run(tmp_path / "steps" / solver, steps=3)
    write_report([tmp_path / "steps"], tmp_path / "steps.html")
    run = load_run(tmp_path / "steps/pd")
    with opened(browser, tmp_path / "steps.html") as page:
        choose(page, "#column", "elapsed_seconds")
        page.fill("#step", "2")
        wait_for_drawing(page)
        second = run.at_step(2).curve
        assert read_at(page, 1)[1]["PD"] == pytest.approx(second["elapsed_seconds"].iloc[-1], rel=6e-4)
        choose(page, "#over", "seconds")  # each step begins again
        where, _ = read_at(page, 1)
        assert where == pytest.approx(
            second["elapsed_seconds"].iloc[-1] - second["elapsed_seconds"].iloc[0], rel=6e-4
        )
        choose(page, "#over", "steps")
        for share, step in ((0, 1), (0.5, 2), (1, 3)):
            where, values = read_at(page, share)
            assert where == step
            last = run.at_step(step).curve["elapsed_seconds"].iloc[-1]
            assert values["PD"] == pytest.approx(last, rel=6e-4)


def test_axes_have_names_and_ticks_for_any_values(browser, tmp_path, write_run):
    """Narrow ranges, zeros, single points and huge numbers are drawn within the frame."""
    columns = {
        "narrow": 2.9e6 + np.linspace(0, 1, 101),
        "equal": np.full(101, 1e20),
        "huge": np.geomspace(1, 1e308, 101),
        "both_signs": 1e308 * np.linspace(-1, 1, 101),
        "zeros": np.zeros(101),
        "one": [1.0] + 100 * [np.nan],
        "tiny": np.geomspace(1e-320, 1e-310, 101),
    }
    write_run(tmp_path / "runs/pd", **columns)
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    outside = """all => all.filter((one) => {
      const frame = document.querySelector('#curves svg').getBoundingClientRect();
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const beside = left < frame.left - 1 || right > frame.right + 1;
      return beside || top < frame.top - 1 || bottom > frame.bottom + 1;
    }).map((one) => one.textContent || one.getAttribute('d'))"""
    with opened(browser, tmp_path / "page.html") as page:
        for name, logarithmic in itertools.product(columns, (True, False)):
            choose(page, "#column", name)
            page.set_checked("#y-log", logarithmic)
            wait_for_drawing(page)
            drawn = page.locator("#curves .curve").get_attribute("d")
            assert "NaN" not in page.locator("#curves").inner_html(), name
            assert bool(drawn) == (name != "zeros" or not logarithmic), (name, logarithmic)
            left = page.eval_on_selector_all("#curves svg text, #curves .curve", outside)
            assert left == [], (name, logarithmic)
            ticks = texts(page, "#curves .tick[text-anchor=end]")
            assert len(ticks) >= 2 and len(set(ticks)) == len(ticks), (name, ticks)
            assert texts(page, "#curves .label")[-1] == name.replace("_", " ")


def test_a_logarithmic_axis_has_one_to_three_labels_per_decade(browser, tmp_path, write_run):
    ends = {"twelve": (1e-12, 1), "three": (1, 1e3), "within_one": (2.1, 8), "across": (3, 70)}
    write_run(tmp_path / "runs/pd", **{name: np.geomspace(*of, 101) for name, of in ends.items()})
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        page.set_checked("#y-log", True)
        for name, (low, high) in ends.items():
            choose(page, "#column", name)
            wait_for_drawing(page)
            ticks = np.array([number(text) for text in texts(page, "#curves .tick[text-anchor=end]")])
            decades = np.floor(np.log10(ticks) + 1e-9)
            counts = [np.sum(decades == d) for d in range(round(np.log10(low) - 0.5), int(np.log10(high)))]
            assert len(ticks) >= 2 and max(counts, default=1) <= 3 and min(counts, default=1) >= 1, ticks
            assert np.max(np.unique(decades, return_counts=True)[1]) <= 3, ticks


# Legend and table.


def test_the_legend_switches_a_run_off_everywhere(browser, plain):
    with opened(browser, plain) as page:
        assert labels_of(page, "#legend button") == labels_of(page, "#curves .series") == FIVE
        assert labels_of(page, "#panels figure") == ["PD", "QN"]
        both = pixels(page)
        page.click("#legend button[data-key=PD]")
        wait_for_drawing(page)
        assert page.get_attribute("#legend button[data-key=PD]", "aria-pressed") == "false"
        assert labels_of(page, "#curves .series") == ["XPBD", "ADMM", "QN", "Newton"]
        assert labels_of(page, "#table tr.off") == ["PD"]
        assert labels_of(page, "#panels figure") == ["QN"]
        assert list(read_at(page, 0.5)[1]) == ["XPBD", "ADMM", "QN", "Newton"]
        assert pixels(page).shape != both.shape or not np.array_equal(pixels(page), both)
        # The pointer is still on it, but it has no curve to highlight.
        assert opacity(page, "#curves .series[data-key=QN]") == 1
        page.click("#legend button[data-key=PD]")
        wait_for_drawing(page)
        assert labels_of(page, "#curves .series") == FIVE and not labels_of(page, "#table tr.off")


@pytest.mark.parametrize("by", ["pointer", "keyboard"])
def test_the_legend_highlights_a_run(browser, plain, by):
    with opened(browser, plain) as page:
        button = page.locator("#legend button[data-key=PD]")
        button.hover() if by == "pointer" else button.focus()
        for selector in ("#curves .series", "#table tbody tr"):
            assert opacity(page, f"{selector}[data-key=PD]") == 1
            assert opacity(page, f"{selector}[data-key=QN]") < 0.5
        choose(page, "#column", "objective") if by == "pointer" else page.keyboard.press("Tab")
        highlighted = "PD" if by == "pointer" else "ADMM"
        assert opacity(page, f"#curves .series[data-key={highlighted}]") == 1
        assert opacity(page, "#curves .series[data-key=QN]") < 0.5
        page.mouse.move(0, 0) if by == "pointer" else page.focus("#column")
        assert opacity(page, "#curves .series[data-key=QN]") == 1


def test_the_legend_highlights_the_maps_and_profiles_of_a_solver(browser, sweep):
    with opened(browser, sweep) as page:
        page.locator("#legend button[data-key=PD]").hover()
        for selector in ("#heat-maps figure[data-key={}]", "#performance .series[data-key={}]"):
            assert opacity(page, selector.format("PD")) == 1
            assert opacity(page, selector.format("QN")) < 0.5
        assert opacity(page, "#heat-maps tbody tr") == 1  # otherwise those of PD are pale, too


def test_the_table_sorts_both_ways_with_missing_values_last(browser, sweep):
    with opened(browser, sweep) as page:
        for words in texts(page, "#table thead button"):
            for direction in ("ascending", "descending"):
                page.locator("#table thead button", has_text=re.compile(f"^{words}$")).click()
                head = page.locator("#table th[aria-sort]:not([aria-sort=none])")
                assert (head.get_attribute("aria-sort"), head.text_content()) == (direction, words)
                assert page.evaluate("document.activeElement.textContent") == words
                values = column(page, words)
                there = [value for value in values if value != "–"]
                assert values[: len(there)] == there
                key = str.lower if words in ("solver", "status") else number
                assert there == sorted(there, key=key, reverse=direction == "descending"), words
        assert "–" in column(page, "iterations to 1e-3")


def test_a_motion_begins_with_its_energy_and_ends_with_its_sag(browser, run_simbench, tmp_path):
    run_simbench(
        f"--scene smoke --solver qn --iterations 3 --vtu --output {tmp_path}/OUT --quiet "
        "--set step.steps=12 --set gravity=[0,0,-9.81]"
    )
    write_report([tmp_path / "OUT"], tmp_path / "page.html")
    energies = load_run(tmp_path / "OUT/qn").ends_of_steps["total_energy"].to_numpy()
    ends = [meshio.read(file) for file in sorted((tmp_path / "OUT/qn").glob("*.vtu"))]
    sags = np.array([(end.point_data["rest_positions"] - end.points)[:, 2].mean() for end in ends])
    with opened(browser, tmp_path / "page.html") as page:
        assert page.input_value("#column") == "total_energy" and page.input_value("#over") == "steps"
        heads = texts(page, "#table thead th")
        row = dict(zip(heads, texts(page, "#table tr[data-key=QN] > *"), strict=True))
        page.select_option("#column", "sag")
        page.wait_for_function("document.querySelector('#curves').textContent.includes('sag')")
    with opened(browser, tmp_path / "page.html", viewport=PHONE) as page:  # where the title is squeezed
        title = page.locator("#curves svg .title").bounding_box()
        assert title["x"] + title["width"] <= 390
    np.testing.assert_allclose(Page(tmp_path / "page.html").rows("QN")["sag"].dropna(), sags, rtol=1e-4)
    assert number(row["energy at the end [J]"]) == pytest.approx(energies[-1], rel=6e-4)
    change = energies[-1] - energies[0]
    assert number(row["its change since step 1 [J]"]) == pytest.approx(change, rel=6e-4)
    assert number(row["sag at the end [m]"]) == pytest.approx(sags[-1], rel=6e-4)


def test_the_table_has_targets_and_sparklines(browser, plain, folder):
    with opened(browser, plain) as page:
        run = load_run(folder / "plain/pd")
        row = dict(
            zip(texts(page, "#table thead th"), texts(page, "#table tr[data-key=PD] > *"), strict=True)
        )
        reached = run.iterations[run.iterations["relative_error"] <= 1e-3].iloc[0]
        assert row["status"] == "max iterations" and row["iterations"] == "1000"
        assert page.locator("#noise").is_hidden()
        assert number(row["iterations to 1e-3"]) == reached["iteration"]
        assert number(row["seconds to 1e-3"]) == pytest.approx(reached["elapsed_seconds"], rel=6e-4)
        assert number(row["final relative error"]) == pytest.approx(
            run.iterations["relative_error"].iloc[-1], rel=6e-4
        )
        line = page.get_attribute("#table tr[data-key=PD] polyline", "points")
        heights = [float(point.partition(",")[2]) for point in line.split()]
        assert len(heights) == 24 and heights == sorted(heights) and heights[0] < 3 < 19 < heights[-1]


def test_noisy_times_are_named_below_the_table_as_in_the_terminal(browser, tmp_path):
    load, clock = "the load of the machine was 3.1 on 2 hardware threads", "the clock changed from 1 to 2 MHz"
    for solver, noise in (("pd", load), ("admm", load), ("qn", clock), ("newton", None)):
        folder = tmp_path / "runs" / solver
        write_synthetic_run(folder)
        environment = json.loads((folder / "environment.json").read_text())
        (folder / "environment.json").write_text(json.dumps(environment | {"noise": noise}))
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        assert page.locator("#noise").text_content() == (
            f"The times of PD and ADMM are noisy: {load}. The times of QN are noisy: {clock}."
        )


def test_manifest_environment_and_command_are_shown(browser, plain, folder):
    with opened(browser, plain) as page:
        entry = page.locator("#provenance details", has_text=re.compile("^QN"))
        entry.locator("summary").click()
        assert entry.locator("pre").first.text_content() == f"simbench rerun {folder}/plain/qn/manifest.json"
        until(page, "document.querySelector('#provenance').textContent.includes('setup_seconds')")
        assert '"run_id": "synthetic"' in entry.locator("pre").last.text_content()


def test_claims_show_their_verdict_and_thresholds(browser, tmp_path, results):
    change_manifest(results / "qn", run_id="0123456789abcdef")
    keys = ("holds", "finding", "measured", "relation", "threshold", "margin")
    rows = [(True, "low", 0.1, "below", 1.0, 10.0), (False, "high", 0.5, "at least", 1.0, None)]
    rows.append((True, "counted", None, "", None, None))
    parts = [dict(zip(keys, row, strict=True)) for row in rows]
    entry = claim_entry("0123456789abcdef", verdict="holds in part", parts=parts, notes=["a note"])
    (tmp_path / "claims.json").write_text(json.dumps({"7": entry}))
    write_report([results], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        card = page.locator("article.claim")
        assert card.locator(".verdict").text_content().startswith("holds in part")
        assert "It is so." in card.text_content()
        card.locator("summary").click()
        assert texts(page, ".claim li") == [
            "low  measured 0.1, below 1, margin 10",
            "Not so: high  measured 0.5, at least 1",
            "counted",
            "a note",
        ]
        marks = (".good", ".threshold", "circle")
        good, threshold, measured = (page.locator(f".band {mark}").first for mark in marks)
        assert (good.get_attribute("x"), good.get_attribute("width")) == ("0", "50")
        assert threshold.get_attribute("x1") == "50" and float(measured.get_attribute("cx")) == 25
        assert page.locator(".band circle").nth(1).get_attribute("class") == "fails"


# Sweeps.


def test_a_cell_opens_its_problem(browser, sweep, folder):
    with opened(browser, sweep) as page:
        assert texts(page, "#heat-maps figcaption") == ["PBD", "PD", "QN"]
        summary = load_summary(folder / "sweep")
        choose(page, "#quantity", "iterations_to_1e-3")
        for h, k in itertools.product((0.01, 0.1), (1e8, 1e9)):
            own = summary[(summary["step.time_step"] == h) & (summary["material.stiffness"] == k)]
            title = f"PD, step.time_step = {h:g}, material.stiffness = {k:g}: max iterations"
            cell = page.locator(f"#heat-maps .cell[title='{title}']")
            cost = own.set_index("solver")["iterations_to_1e-3"]["pd"]
            assert number(cell.text_content()) == pytest.approx(cost, rel=0.05, nan_ok=True)
            cell.click()
            wait_for_drawing(page)
            assert page.locator(f"#heat-maps .cell[title='{title}']").get_attribute("aria-pressed") == "true"
            chosen = page.locator("#group option:checked").text_content()
            assert f"time_step = {h:g}, material.stiffness = {k:g}" in chosen
            ids = own.set_index("solver")["run_id"]
            assert f"run {ids['qn']}" in " ".join(texts(page, "#provenance summary"))
            rows = pd.read_csv(run_folder(folder / "sweep", ids["pd"]) / "iterations.csv")
            assert read_at(page, 1)[1]["PD"] == pytest.approx(rows["relative_error"].iloc[-1], rel=6e-4)
            assert page.locator("#shapes").is_visible() == (h == 0.1)
        assert labels_of(page, "#panels figure") == ["PD", "QN"]


def test_with_several_sweeps_the_chosen_one_has_its_map(browser, folder, sweep, tmp_path):
    small_sweep(tmp_path / "another")
    write_report([tmp_path / "another", folder / "sweep"], tmp_path / "page.html")
    with opened(browser, tmp_path / "page.html") as page:
        assert texts(page, "#sweep-name option:checked") == ["sweep"]  # the one with shapes
        pressed = page.locator("#heat-maps .cell[aria-pressed=true]")
        assert pressed.count() == 3
        choose(page, "#sweep-name", "0")
        assert pressed.count() == 0 and page.locator("#heat-maps .cell").count() == 12
        choose(page, "#across", "material.stiffness")
        choose(page, "#down", "")
        assert page.locator("#heat-maps .cell").count() == 6
        page.locator("#heat-maps .cell").first.click()
        assert page.locator("#group option:checked").text_content().startswith("another: ")
        assert pressed.count() == 3


SLOWLY = """([runs, group]) => {
  const at_once = integersOf, late = new RegExp(`^(run-(${runs.join('|')})|shape-${group})-`);
  window.integersOf = async (...what) => {
    if (late.test(what[0])) await new Promise((resolve) => setTimeout(resolve, 300));
    return at_once(...what);
  };
}"""


def test_the_last_of_several_quick_choices_is_shown(browser, sweep):
    """Shapes that are unpacked slowly do not replace those that were chosen later."""
    with opened(browser, sweep) as page:
        shown = page.evaluate("chosen")
        groups = enumerate(page.evaluate("report.groups"))
        other = next(place for place, group in groups if group["box"] and place != shown)
        last = pixels(page)
        page.evaluate(SLOWLY, [page.evaluate(f"report.groups[{other}].runs"), other])
        page.evaluate(f"choose({other}); choose({shown})")
        page.evaluate("new Promise((done) => setTimeout(done, 700))")  # after those of SLOWLY
        ends = page.evaluate("runsHere().map((run) => run.final_relative_error)")
        assert list(read_at(page, 1)[1].values()) == pytest.approx(ends, rel=6e-4)
        assert np.array_equal(pixels(page), last)


def test_maps_follow_axes_and_legend(browser, sweep):
    with opened(browser, sweep) as page:
        heads = lambda place: texts(page, f"#heat-maps figure:first-child {place} th")  # noqa: E731
        assert (heads("thead"), heads("tbody")) == (["0.01", "0.1"], ["1e+08", "1e+09"])
        choose(page, "#across", "material.stiffness")
        choose(page, "#down", "")
        assert heads("thead") == ["1e+08", "1e+09"]
        assert page.locator("#heat-maps figure:first-child .cell").count() == 2
        assert page.locator("#fixed").text_content().startswith("step.time_step = ")
        page.click("#legend button[data-key=PBD]")
        assert texts(page, "#heat-maps figcaption") == ["PD", "QN"]
        assert labels_of(page, "#performance .series") == ["PD", "QN"]


def test_profiles_match_the_figure(browser, sweep, folder):
    runs = comparison(load_summary(folder / "sweep"), [], best=False)
    with opened(browser, sweep) as page:
        for kind, target in itertools.product(("iterations", "seconds"), ("1e-1", "1e-3", "1e-6")):
            choose(page, "#cost", f"{kind}_to_{target}")
            costs = costs_to_target(runs, kind, target)
            for host, values in (("#performance", ratios_to_best(costs)), ("#cost-shares", costs)):
                shown = set()
                for share in np.linspace(0, 1, 21):
                    x, shares = read_at(page, share, host)
                    for label, value in shares.items():
                        # The page shows x with four digits, so a step at x itself may count or not.
                        allowed = [np.mean(values[label] <= x * edge) for edge in (0.999, 1.001)]
                        assert any(np.isclose(np.nan_to_num(value), allowed, rtol=1e-3)), (label, x)
                        shown.add(value)
                assert len(shown) > 2
                ticks = texts(page, f"{host} .tick[text-anchor=end]")
                assert [number(text) for text in ticks] == [0, 0.2, 0.4, 0.6, 0.8, 1]


# Shapes.


def test_the_slider_changes_the_shapes(browser, plain):
    with opened(browser, plain) as page:
        last = pixels(page)
        assert page.locator("#moment-text").text_content() == "30"
        pd, qn = texts(page, ".distance")
        assert pd.startswith("(ended at iteration 20), at most ") and qn.startswith("iteration 30, at most ")
        assert (last[..., 3] > 0).mean() > 0.01
        page.focus("#moment")
        page.keyboard.press("Home")
        first = pixels(page)
        assert np.mean(np.any(first != last, axis=-1)) > 0.01
        assert texts(page, ".distance")[0].startswith("iteration 0, at most ")
        page.keyboard.press("ArrowRight")
        assert texts(page, ".distance")[0].startswith("iteration 10, ")
        page.uncheck("#edges")
        assert not np.array_equal(pixels(page), first)
        page.keyboard.press("End")


def test_colours_show_distances(browser, plain):
    """The beam begins far from the minimum (violet in the scale, dark) and ends there (yellow, bright)."""
    with opened(browser, plain) as page:
        hue = {}
        for key in ("Home", "End"):
            page.focus("#moment")
            page.keyboard.press(key)
            page.uncheck("#edges")
            image = pixels(page)
            hue[key] = image[image[..., 3] == 255][:, :3].mean(axis=0)
        assert hue["Home"].mean() < hue["End"].mean() and hue["End"][2] < 0.5 * hue["End"][1]
        assert "PD" in page.locator("#minimiser").text_content()


def test_shapes_that_do_not_differ_say_so(browser, tmp_path):
    """Half a per mille of the beam's length, and then a third of it."""
    for name, last in (("alike", 5e-4), ("apart", 0.1)):
        for solver in ("pd", "qn"):
            write_synthetic_run(tmp_path / name / solver)
            write_shapes(tmp_path / name / solver, last=last * (solver == "pd"))
        write_report([tmp_path / name], tmp_path / f"{name}.html")
    with opened(browser, tmp_path / "alike.html") as page:
        (words,) = texts(page, "#alike")
        assert words.startswith(
            "At iteration 20 these shapes do not differ visibly: points of one are less than 0.0"
        )
        page.click("#legend button")
        assert texts(page, "#alike") == [""]  # a single shape
    with opened(browser, tmp_path / "apart.html") as page:
        assert texts(page, "#alike") == [""]
        page.focus("#moment")
        page.keyboard.press("Home")
        assert "At iteration 0 these shapes do not differ visibly" in texts(page, "#alike")[0]


def test_play_goes_through_the_iterations(browser, plain):
    with opened(browser, plain) as page:
        page.click("#play")
        assert page.get_attribute("#play", "aria-pressed") == "true" and texts(page, "#play") == ["pause"]
        seen = set()
        while len(seen) < 3:
            seen.add(page.locator("#moment-text").text_content())
        page.click("#play")
        stopped = page.locator("#moment-text").text_content()
        page.wait_for_timeout(400)
        assert page.locator("#moment-text").text_content() == stopped and texts(page, "#play") == ["play"]


def test_the_camera_turns_by_pointer_and_by_keyboard(browser, plain):
    with opened(browser, plain) as page:
        page.locator("#panels").scroll_into_view_if_needed()
        start = pixels(page)
        box = page.locator("#panels .view").first.bounding_box()
        page.mouse.move(box["x"] + 100, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(box["x"] + 220, box["y"] + 90)
        page.mouse.up()
        turned = pixels(page)
        assert not np.array_equal(turned, start)
        page.mouse.move(box["x"] + 50, box["y"] + 20)  # with no button pressed
        assert np.array_equal(pixels(page), turned)
        page.click("#reset")
        assert np.array_equal(pixels(page), start)
        page.focus("#panels")
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-"):
            before = pixels(page)
            page.keyboard.press(key)
            assert not np.array_equal(pixels(page), before), key
        before = (pixels(page), page.evaluate("scrollY"))
        page.mouse.wheel(0, -100)
        until(page, f"scrollY < {before[1]}")
        assert np.array_equal(pixels(page), before[0])


def test_both_panels_have_one_camera(browser, plain):
    """Two runs with the same last shape look the same from everywhere."""
    with opened(browser, plain) as page:
        page.focus("#panels")
        for key in ("+", "ArrowLeft", "ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
        outer = page.locator("#panels").bounding_box()
        image, views = pixels(page), page.locator("#panels .view").all()
        cuts = []
        for view in views:
            box = view.bounding_box()
            left, top = round(box["x"] - outer["x"]), round(box["y"] - outer["y"])
            cuts.append(image[top + 2 : top + 150, left + 2 : left + 300, 3] > 0)
        assert cuts[0].mean() > 0.02
        assert np.mean(cuts[0] != cuts[1]) < 0.02


@pytest.mark.parametrize("name", ["plain", "sweep"])
def test_without_webgl_all_other_parts_are_shown(browser, request, name):
    with (
        launched(browser.browser_type, "--disable-3d-apis") as browser,
        opened(browser, request.getfixturevalue(name)) as page,
    ):
        if name == "sweep":
            for choice in ("3", "0", "3"):
                choose(page, "#group", choice)
        assert page.locator("#curves .curve").count() >= 3
        assert page.locator("#table tbody tr").count() >= 3
        said = page.locator("#no-webgl")
        assert said.is_visible() and "WebGL 2" in said.text_content() and len(said.text_content()) < 200
        assert page.locator(".view").first.is_hidden()
        page.focus("#moment")
        page.keyboard.press("Home")
        assert texts(page, ".distance")[0].startswith("iteration 0")


# Accessibility.


def test_dark_mode_has_its_own_visible_colours(browser, plain):
    colours = {}
    style = "one => [getComputedStyle(one).color, getComputedStyle(one).stroke]"
    for scheme in ("light", "dark"):
        with opened(browser, plain, color_scheme=scheme) as page:
            background = page.evaluate("getComputedStyle(document.body).backgroundColor")
            text = page.eval_on_selector("body", style)[0]
            soft = page.eval_on_selector("#summary", style)[0]
            lines = page.eval_on_selector_all(
                "#curves .curve", f"all => all.map({style}).map((one) => one[1])"
            )
            assert contrast(text, background) > 7 and contrast(soft, background) > 4.5
            assert all(contrast(line, background) > (3 if scheme == "dark" else 1.9) for line in lines)
            colours[scheme] = (background, text, soft, lines[-1])
    assert all(a != b for a, b in zip(*colours.values(), strict=True))  # Newton's line is black on white


@pytest.mark.parametrize("width", [1280, 1400])
def test_the_table_is_not_wider_than_its_place(browser, tmp_path, width):
    """Long names, statuses and numbers: no column has to be scrolled into view."""
    for solver in ("gs", "si", "avbd"):
        write_synthetic_run(tmp_path / "runs" / solver, relative_error=np.geomspace(1, 1.234e-12, 101))
    write_report([tmp_path / "runs"], tmp_path / "page.html")
    viewport = {"width": width, "height": 900}
    with opened(browser, tmp_path / "page.html", viewport=viewport) as page:
        assert "sequential impulses" in column(page, "solver")
        inside, outside = page.eval_on_selector(".wide", "one => [one.scrollWidth, one.clientWidth]")
        assert inside <= outside


@pytest.mark.parametrize("name", ["plain", "sweep"])
def test_a_phone_scrolls_in_one_direction(browser, request, name):
    with opened(
        browser, request.getfixturevalue(name), viewport=PHONE, has_touch=True, is_mobile=True
    ) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        # Wider elements scroll on their own.
        page.locator(".wide").evaluate("one => one.scrollBy(1000, 0)")
        head = page.locator("#table thead th").last.bounding_box()
        assert head["x"] + head["width"] <= 390
        for chart in page.locator("svg.chart").all():
            box = chart.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= 390


def test_the_page_of_the_gallery_opens_on_a_phone(browser):
    with opened(browser, GALLERY, viewport=PHONE, reduced_motion="reduce") as page:
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.locator("article.claim").count() > 50


@pytest.mark.parametrize("name", ["plain", "sweep"])
def test_everything_can_be_reached_by_keyboard(browser, request, name):
    reachable = "button, select, input, summary, [tabindex='0']"
    with opened(browser, request.getfixturevalue(name)) as page:
        everything = page.eval_on_selector_all(
            reachable,
            """all => all.filter((one) => one.checkVisibility()).map((one, i) => {
              one.dataset.place = i;
              return i;
            })""",
        )
        reached = []
        for _ in range(len(everything) + 5):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.dataset.place ?? ''"))
            if reached[-1] == str(everything[-1]):
                break
        assert [place for place in reached if place] == [str(place) for place in everything]
        page.focus("#table thead button")
        page.keyboard.press("Enter")
        assert page.locator("#table th[aria-sort=ascending]").count() == 1
        page.focus("#legend button[data-key=PD]")
        page.keyboard.press("Space")
        assert "PD" not in labels_of(page, "#curves .series")
        page.focus("#curves input[type=range]")
        page.keyboard.press("ArrowRight")
        assert reading(page)[1]
        if name == "sweep":
            page.locator("#heat-maps .cell").last.focus()
            page.keyboard.press("Enter")
            wait_for_drawing(page)
            assert page.locator("#heat-maps .cell").last.get_attribute("aria-pressed") == "true"
            assert page.evaluate("document.activeElement.className") == "cell"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["plain", "sweep", "rigid", "gallery"])
def test_axe_finds_no_violation(browser, request, name, scheme):
    path = GALLERY if name == "gallery" else request.getfixturevalue(name)
    # The policy would block axe, because it is another script.
    page = browser.new_page(bypass_csp=True, color_scheme=scheme, viewport=DESKTOP, reduced_motion="reduce")
    page.goto(path.as_uri())
    page.wait_for_selector(".curve", state="attached")
    for summary in page.locator("#provenance summary, .claim summary").all()[:3]:
        summary.click()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    # Only contrast depends on the scheme, and the rules take a minute on the gallery.
    options = {"resultTypes": ["violations"]}  # details of what passes take most of the time
    options |= {} if scheme == "light" else {"runOnly": ["color-contrast"]}
    found = page.evaluate("(options) => axe.run(options)", options)
    assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found["violations"]] == []
    assert len(found["passes"]) > (20 if scheme == "light" else 0)
    page.close()


# Runs of the program.


@pytest.fixture(scope="module")
def rigid(simbench, cache_folder, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("rigid")
    words = "--scene bridge --iterations 4 --vtu 2 --set step.steps=2 --solver gs,avbd --quiet --output"
    cache = f"SIMBENCH_CACHE={cache_folder}"
    run_elsewhere("env", cache, simbench, *words.split(), folder / "runs", check=True)
    write_report([folder / "runs"], folder / "rigid.html")
    return folder / "rigid.html"


def test_rigid_bodies_are_shown(browser, rigid):
    with opened(browser, rigid) as page:
        assert labels_of(page, "#panels figure") == ["Gauss–Seidel", "AVBD"]
        rows = load_run(rigid.parent / "runs/gs").first_step
        for name in ("constraint_error", "kinetic_energy"):
            choose(page, "#column", name)
            assert read_at(page, 1)[1]["Gauss–Seidel"] == pytest.approx(rows[name].iloc[-1], rel=6e-4)
        assert page.locator("#moment-text").text_content() == "4 of step 2"
        last = pixels(page)
        assert (last[..., 3] > 0).mean() > 0.005
        page.focus("#moment")
        page.keyboard.press("Home")
        assert not np.array_equal(pixels(page), last)


def floor_and_body(image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which pixels are of a floor, which is light grey, and which of a body, which is blue."""
    red, _, blue, opacity = np.moveaxis(image.astype(int), -1, 0)
    floor = (opacity == 255) & (red > 150) & (abs(red - blue) < 10)
    return floor, (opacity == 255) & (blue > red + 30)


def test_a_floor_is_drawn_below_the_bodies_and_gravity_points_down(browser, run_simbench, workplace):
    """The gravity of this scene is against y."""
    run_simbench("--scene tower --solver gs --set step.steps=1 --vtu --reference none --output OUT --quiet")
    write_report([workplace / "OUT"], workplace / "tower.html")
    with opened(browser, workplace / "tower.html") as page:
        assert page.evaluate("viewer.shapes.camera.axes")[4] > 0.9  # y, of what is up in the picture
        floor, body = floor_and_body(pixels(page))
        assert floor.sum() > 0.05 * body.sum()
        assert np.nonzero(floor)[0].mean() > np.nonzero(body)[0].mean() + 100  # rows count from the top
        page.evaluate("viewer.shapes.floors = []; viewer.shapes.draw(viewer.moments[0], false)")
        assert not floor_and_body(pixels(page))[0].any()
        page.click("#reset")
        assert page.evaluate("viewer.shapes.camera.axes")[4] > 0.9
