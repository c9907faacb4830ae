"""The leaderboard's page in headless Chromium shows the numbers of rows with costs known by head."""

import json
import shlex

import pandas as pd
import pytest
from conftest import REPOSITORY
from page_rows import ROWS
from report_browser import AXE, IN_A_BROWSER, PHONE, opened, read_at, saved, settle, texts, until

from field.documents import leaderboard_page
from simbench.entry.targets import for_good

pytestmark = IN_A_BROWSER

PAGE = REPOSITORY / "results/field/leaderboard.html"
# The columns are solver, solved, best, and the costs on untwist_soft, slab and drawn_out.
FREE = "iterations of PD (factorisations free)"
WORK_WITH_ONE_SETTING = [
    ["PD", "2", "0", "36", "180", "declined"],
    ["QN", "3", "1", "18", "54", "90"],
    ["Newton", "2", "2", "9", "9", "diverged"],
    ["XPBD", "1", "–", "not reached", "not kept", "9"],
]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("board") / "leaderboard.html"
    path.write_text(leaderboard_page.page(ROWS), encoding="utf-8")
    return path


@pytest.fixture
def page(browser, file):
    """Checks at the end that the page has made no request, and no complaint."""
    with opened(browser, file) as page:
        until(page, "document.querySelector('#ecdf .curve') !== null")
        choose(page, unit=FREE)
        yield page


def board(page) -> list[list[str]]:
    """The lines of the table of solvers and scenes."""
    lines = page.locator("#board tbody tr:has(.cell)")
    return [[text.strip() for text in line.locator("th, td").all_text_contents()] for line in lines.all()]


def costs(page, solver: str) -> list[str]:
    return next(line[3:] for line in board(page) if line[0] == solver)


def choose(page, **choices: str) -> None:
    for control, words in choices.items():
        page.select_option(f"#{control}", label=words)


def click(page, scene: str, solver: str) -> None:
    page.locator(f"#board [data-scene={scene}][data-solver={solver}]").click()


def table(page, selector: str) -> dict[str, list[str]]:
    lines = page.locator(f"{selector} tbody tr").all()
    cells = [[text.strip() for text in line.locator("th, td").all_text_contents()] for line in lines]
    return {name: values for name, *values in cells}


def test_the_table_has_costs_and_failures_by_name(page):
    assert board(page) == WORK_WITH_ONE_SETTING
    assert texts(page, "#board thead th") == ["solver", "solved", "best", "untwist soft", "slab", "drawn out"]


def test_the_failures_are_listed_by_name(page):
    assert page.locator("#failure-count").text_content() == "4"
    assert texts(page, "#failures li") == [
        "declined (1): PD (drawn out)",
        "diverged (1): Newton (drawn out)",
        "not reached (1): XPBD (untwist soft)",
        "not kept (1): XPBD (slab)",
    ]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("the default", ["27", "diverged", "36"]),
        ("one setting for all scenes", ["18", "54", "90"]),
        ("the best setting for each scene", ["18", "54", "36"]),
    ],
)
def test_each_column_of_settings(page, settings, expected):
    choose(page, settings=settings)
    assert costs(page, "QN") == expected


@pytest.mark.parametrize(
    ("unit", "qn", "newton"),
    [
        (FREE, "18", "9"),
        ("iterations of PD", "18", "369"),  # 18/2 + 18 · 20
        ("iterations", "18", "18"),
    ],
)
def test_each_unit_of_cost(page, unit, qn, newton):
    choose(page, unit=unit)
    assert (costs(page, "QN")[0], costs(page, "Newton")[0]) == (qn, newton)


def test_other_targets(page):
    choose(page, target="1e−1")
    assert costs(page, "PD") == ["12", "60", "declined"]
    choose(page, target="1e−6")
    assert costs(page, "PD") == ["72", "not reached", "declined"]


def test_the_first_time_has_iterations_only(page):
    choose(page, when="for the first time")
    assert texts(page, "#unit option") == ["iterations"]
    assert costs(page, "PD") == ["35", "179", "declined"]
    assert costs(page, "XPBD") == ["not reached", "17", "17"]
    choose(page, when="for good")
    assert len(texts(page, "#unit option")) == 3


def test_filters_choose_scenes_and_solvers(page):
    shown = lambda: texts(page, "#board thead th")[3:]  # noqa: E731
    choose(page, law="strain")
    assert shown() == ["untwist soft", "slab"]
    choose(page, stiffness="soft (k h² below 100 Pa s²)")
    assert shown() == ["untwist soft"]
    choose(page, law="all", stiffness="all", family="sweeps")
    assert [line[0] for line in board(page)] == ["XPBD"]
    choose(page, family="Newton")
    assert [line[:3] for line in board(page)] == [["Newton", "2", "2"]]
    words = f"3 scenes, 1 solver with one setting for all scenes: {FREE} to a relative error"
    assert page.locator("#view").text_content() == f"{words} of 1e−3 for good."
    difficulties = texts(page, "#difficulty option")
    choose(page, family="all", difficulty=difficulties[-1])
    assert shown() == ["drawn out"]


BEST = "rgb(253, 231, 37)"  # the brightest colour


def test_the_colour_is_the_ratio_to_the_least_cost_of_ranked_solvers(page):
    colour = lambda scene, solver: page.locator(  # noqa: E731
        f"#board [data-scene={scene}][data-solver={solver}]"
    ).evaluate("cell => cell.style.background")
    assert colour("slab", "newton") == colour("drawn_out", "qn") == BEST
    assert colour("slab", "pd") != colour("slab", "qn") != colour("slab", "newton")
    assert colour("drawn_out", "xpbd") == ""
    assert texts(page, "#board-scale .label") == ["cost / least cost on the scene, dark is worse"]
    choose(page, family="PD and its accelerations")
    assert colour("untwist_soft", "pd") != BEST  # Newton's cost stays the least


def test_a_click_on_a_head_sorts_and_unranked_solvers_stay_last(page):
    head = page.locator("#board thead button").filter(has_text="slab")
    head.click()
    assert [line[0] for line in board(page)] == ["Newton", "QN", "PD", "XPBD"]
    head.click()
    assert [line[0] for line in board(page)] == ["PD", "QN", "Newton", "XPBD"]
    assert page.evaluate("document.activeElement.textContent") == "slab"
    page.locator("#board thead button").filter(has_text="drawn out").click()
    assert [line[0] for line in board(page)] == ["QN", "PD", "Newton", "XPBD"]


def test_profiles_count_the_scenes_that_are_shown(page):
    assert read_at(page, 1, "#data-profile")[1] == {"PD": 0.6667, "QN": 1, "Newton": 0.6667}
    # Of 3 · 49 targets PD reaches 49 and 21, Newton 49, 49 and 1.
    assert read_at(page, 1, "#ecdf")[1] == {"PD": 0.4762, "QN": 1, "Newton": 0.6735}
    assert read_at(page, 0, "#performance")[1] == {"PD": 0, "QN": 0.3333, "Newton": 0.6667}
    choose(page, law="strain")
    assert read_at(page, 1, "#data-profile")[1] == {"PD": 1, "QN": 1, "Newton": 1}
    page.locator("#legend [data-key=Newton]").click()
    assert read_at(page, 0, "#performance")[1] == {"PD": 0, "QN": 1}


def test_the_data_profile_rises_at_the_costs(page):
    """The curve's path in the chart's units, read with the axis's own ticks."""
    ends = page.evaluate(
        "charts.data.options.series.map((one) => [one.key, [...one.x].slice(0, -1), [...one.y]])"
    )
    assert {key: x for key, x, _ in ends} == {"PD": [36, 180], "QN": [18, 54, 90], "Newton": [9, 9]}
    assert ends[1][2] == pytest.approx([1 / 3, 2 / 3, 1, 1])


def test_two_solvers_are_compared_on_the_scenes_that_both_take(page):
    choose(page, one="PD", other="QN")
    words = page.locator("#pair-words").text_content
    assert words() == (
        "Of the 2 scenes that both take, PD needs less on 0 and QN on 2. They are alike on 0, within a "
        "factor of 1.2. Neither solves 0."
    )
    rows = table(page, "#pair")
    assert rows["untwist soft"][:3] == ["36", "18", "2"]
    assert rows["drawn out"][:3] == ["declined", "90", "–"]
    choose(page, one="Newton")
    assert words().startswith("Of the 3 scenes that both take, Newton needs less on 2 and QN on 1.")
    choose(page, target="1e−6", one="PD", other="XPBD")
    assert words().startswith("Of the 2 scenes that both take, PD needs less on 1 and XPBD on 0.")
    assert words().endswith("Neither solves 1.")


def test_a_cell_shows_its_run(page):
    assert page.locator("#run").is_hidden()
    click(page, "slab", "qn")
    assert page.locator("#run-title").text_content() == "QN on slab"
    assert "bends far more easily" in page.locator("#run-reason").text_content()
    end = "The run ended after 500 iterations (max iterations) with a relative error of 1.235e−9."
    spread = "Other instances that reach 1e−3 for good: 2 of 3, after 36 to 72 iterations."
    assert page.locator("#run-end").text_content() == f"Setting: history 10. {end} {spread}"
    assert table(page, "#run-targets") == {
        "iterations, first time": ["17", "53", "107"],
        "iterations, for good": ["18", "54", "108"],
        "passes": ["18", "54", "108"],
        "solves": ["18", "54", "108"],
        "products": ["0", "0", "0"],
        "factorisations": ["1", "1", "1"],
        "factorisations in the step": ["0", "0", "0"],
        "iterations by ‖∇f‖ over its start": ["7", "19", "–"],
    }
    assert table(page, "#run-settings") == {
        "default": ["60", "diverged", "diverged"],
        "history 10": ["18", "54", "108"],
    }
    command = "simbench --scene studies/field/scenes/slab.json --solver 'qn[history=10]' --output runs/slab"
    assert page.locator("#run-command").text_content() == command


def test_a_command_has_the_changes_of_the_plan(page):
    click(page, "slab", "newton")
    command = "simbench --scene studies/field/scenes/slab.json --solver newton --set step.iterations=100"
    assert page.locator("#run-command").text_content() == f"{command} --output runs/slab"


def test_the_curve_of_a_run_has_all_its_targets(page):
    click(page, "slab", "qn")
    series = "curveOfRun.options.series.map((one) => [one.label, [...one.x], [...one.y]])"
    (own, x, y), (best, *_) = page.evaluate(series)
    assert (own, best) == ("QN, for good", "Newton, the best here")
    assert x == [3 * place for place in range(49)] and y[18] == 1e-3 and len(y) == 49
    choose(page, unit="iterations")
    assert [label for label, *_ in page.evaluate(series)] == [
        "QN, for good",
        "QN, first time",
        "Newton, the best here",
    ]


def test_a_declined_scene_and_an_unranked_solver_say_so(page):
    click(page, "drawn_out", "pd")
    assert "declines this scene" in page.locator("#run-end").text_content()
    assert page.locator("#run-command").is_hidden()
    click(page, "drawn_out", "xpbd")
    assert "does not end at the minimum of f" in page.locator("#run-end").text_content()


def test_the_address_shows_the_same_view(browser, page, file):
    choose(page, settings="the best setting for each scene", target="1e−1", unit=FREE, law="strain")
    page.locator("#board thead button").filter(has_text="slab").click()
    page.locator("#legend [data-key=PD]").click()
    click(page, "slab", "qn")
    settle(page)
    link = page.evaluate("location.hash")
    assert "settings=best&target=0.1&when=for_good&unit=pd" in link
    with opened(browser, file) as other:
        until(other, "document.querySelector('#ecdf .curve') !== null")
        other.evaluate(f"location.hash = {json.dumps(link)}")
        until(other, "!byId('run').hidden")
        assert board(other) == board(page)
        for place in ("#view", "#run-title", "#run-end", "#pair-words"):
            assert other.locator(place).text_content() == page.locator(place).text_content()


def test_the_keyboard_reaches_every_cell(page):
    page.locator("#board .cell").first.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    assert page.locator("#run-title").text_content() == "XPBD on untwist soft"
    assert page.locator("#board .cell[tabindex='0']").count() == 1


def test_the_rows_can_be_saved(page):
    with saved(page, page.locator("#save-rows")) as path:
        assert [json.loads(line) for line in path.read_text().splitlines()] == [
            leaderboard_page.shortened(row) for row in ROWS
        ]


def test_paper_is_white_and_has_the_whole_table(browser):
    with opened(browser, PAGE, color_scheme="dark") as page:
        until(page, "document.querySelector('#ecdf .curve') !== null")
        colour = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(colour) != "rgb(255, 255, 255)"
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate(colour) == "rgb(255, 255, 255)"
        assert page.evaluate("byId('board').scrollWidth <= document.body.clientWidth")
        assert page.locator("#view").is_visible() and not page.locator("#law").is_visible()


def test_a_window_of_1400_pixels_shows_all_scenes(browser):
    with opened(browser, PAGE, viewport={"width": 1400, "height": 900}) as page:
        until(page, "document.querySelector('#ecdf .curve') !== null")
        inside, outside = page.eval_on_selector(
            ".wide:has(#board)", "one => [one.scrollWidth, one.clientWidth]"
        )
        assert inside <= outside
        assert page.evaluate("document.documentElement.scrollWidth") <= 1400


def test_a_phone_shows_all_without_scrolling_sideways(browser):
    with opened(browser, PAGE, viewport=PHONE) as page:
        until(page, "document.querySelector('#ecdf .curve') !== null")
        page.locator("#board .cell").first.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(browser, file, scheme):
    page = browser.new_page(bypass_csp=True, color_scheme=scheme)  # the policy would block axe
    page.goto(file.as_uri())
    page.wait_for_selector("#board .cell")
    click(page, "slab", "qn")
    page.locator("summary").click()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found["violations"]] == []
    assert len(found["passes"]) > 20
    page.close()


@pytest.mark.parametrize(("scene", "solver"), [("flat_tets", "qn"), ("sag_step", "newton")])
def test_the_command_of_a_cell_repeats_its_run(browser, run_simbench, workplace, scene, solver):
    with opened(browser, PAGE) as page:
        until(page, "document.querySelector('#ecdf .curve') !== null")
        choose(page, unit="iterations")
        click(page, scene, solver)
        command = shlex.split(page.locator("#run-command").text_content())
        expected = page.locator(f"#board [data-scene={scene}][data-solver={solver}]").text_content()
    assert command[0] == "simbench"
    run_simbench(shlex.join(command[1:]))
    (found,) = workplace.glob(f"runs/{scene}/*/iterations.csv")
    rows = pd.read_csv(found)
    assert for_good(rows["iteration"].tolist(), rows["relative_error"].tolist(), 1e-3) == int(expected)
