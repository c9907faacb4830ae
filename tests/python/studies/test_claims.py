"""The claims of all studies are on record, and judged again as the study's command says."""

import json
import re

import numpy as np
import pytest
from conftest import REPOSITORY
from studies import ALL, THESIS
from synthetic_sweeps import SyntheticResults, curve, failures, two_rows

from simbench import ResultsError
from simbench.study import report
from simbench.study.claims import as_record
from simbench.study.claims_page import markdown
from simbench.study.selection import select
from simbench.study.verdicts import FAILS, KINDS, NOT_JUDGED, NOT_RUN

pytestmark = pytest.mark.slow

COMMAND = "simbench study studies/thesis"
ERRORS_OF_THESIS = {  # the thesis's relative errors after 0, 40, 60, 260 and 1000 iterations
    "qn": (1, 0, 0, 0, 0),
    "admm": (1, 0.004, 0, 0, 0),
    "pd": (1, 0.227, 0.126, 0.0004, 0),
    "xpbd": (1, 0.678, 0.478, 0.04, 0.018),
}


def main_setting(folder, missing=()) -> SyntheticResults:
    """The untwisting beam at 1e-2 s, 1e8 Pa, with the errors of the thesis's table; some may be missing."""
    runs = []
    for solver, errors in ERRORS_OF_THESIS.items():
        rows = curve(lambda i, errors=errors: float(np.interp(i, (0, 40, 60, 260, 1000), errors)))
        status = "missing" if solver in missing else "max_iterations"
        runs.append((solver, {"h": 1e-2, "k": 1e8}, rows, status))
    results = SyntheticResults(folder).add("thesis_untwist", ["h", "k"], runs)
    weights = [(s, at | {"c": 0.4}, rows, end) for s, at, rows, end in runs if s == "admm"]
    return results.add("thesis_untwist_weights", ["h", "k", "c"], weights)


def stretched_beams(folder, **second_derivatives) -> SyntheticResults:
    """Beams whose materials have these second derivatives [Pa] and μ = λ = 1.2e6 Pa."""

    def scene(setting):
        return {"material": {"model": setting["model"], "youngs_modulus": 3e6, "poisson_ratio": 0.25}}

    runs = [
        (
            "newton",
            {"model": model, "duration": strain},
            two_rows(7 + value * strain**2 / 2, 0),
            "max_iterations",
        )
        for model, value in second_derivatives.items()
        for strain in (1e-3, 2e-3)
    ]
    return SyntheticResults(folder).add("second_derivatives", ["model", "duration"], runs, scene=scene)


@pytest.mark.parametrize("study", ALL, ids=lambda study: study.name)
def test_every_claim_is_on_record_with_an_answer(study):
    record = REPOSITORY / "results" / study.name
    recorded = report.load(record / "claims.json")
    assert list(recorded) == report.in_order(study)
    for number, found in study.claims.items():
        name = study.identifier(number)
        entry = recorded[name]
        said = as_record(found, entry["statement"])
        assert {key: entry[key] for key in said} == said, name
        assert entry["verdict"] in KINDS.keys() - {NOT_RUN}, name
        words = f"{entry['answer']} {entry['reach']}"
        assert not re.search(r"\b(inf|nan|None)\b|^(\d+|none) of \d+ parts hold", words), name
        if entry["verdict"] != NOT_JUDGED:
            assert entry["answer"].endswith(".") and entry["reach"].endswith("."), name
        assert not found.about["setting"].endswith("."), name
        figure = found.about["figure"]
        assert not figure or (record / f"{figure}.png").is_file(), (name, figure)
    page = markdown(recorded, study, f"simbench study studies/{study.name}")
    assert (record / "claims.md").read_text() == page
    chosen = select(study, ",".join(recorded), [], None, {}).claims
    assert [study.identifier(number) for number in chosen] == list(recorded)


def test_the_page_of_another_mesh_names_the_command_that_makes_it():
    text = (REPOSITORY / "results/thesis/tetgen/claims.md").read_text()
    entries = report.load(REPOSITORY / "results/thesis/tetgen/claims.json")
    command, note = f"{COMMAND} --variant tetgen", THESIS.variants["tetgen"].note
    assert text == markdown(entries, THESIS, command, "../", note)
    assert f"`{command}`" in text and f"{command} --only 8\n" in text


def test_a_claim_is_not_run_if_a_sweep_a_run_or_an_axis_is_missing(tmp_path):
    (tmp_path / "empty").mkdir()
    (nothing,) = report.judge(tmp_path / "empty", [9], THESIS)
    assert (nothing.verdict.kind, nothing.verdict.findings) == (NOT_RUN, ["there is no sweep thesis_untwist"])
    main_setting(tmp_path / "gap", missing=("pd",)).write()
    (gap,) = report.judge(tmp_path / "gap", [9], THESIS)
    assert gap.verdict.kind == NOT_RUN
    assert gap.verdict.findings == ["thesis_untwist lacks 1 run of pd with h = 0.01, k = 100000000.0"]
    (axis,) = report.judge(tmp_path / "gap", [12], THESIS)
    assert axis.verdict.kind == NOT_RUN


def test_ambiguous_settings_are_an_error(tmp_path):
    results = failures(tmp_path)
    with pytest.raises(ResultsError, match="32 runs of xpbd"):
        results.run("thesis_twist", "xpbd")
    with pytest.raises(ResultsError, match="several runs of xpbd with the same h"):
        results.by("thesis_twist", "xpbd", "h")


def judge(run_command, folder, numbers):
    words = ("--as-is", "--only", numbers, "--runs", folder / "runs", "--results", folder / "results/thesis")
    return run_command("simbench-study", THESIS.folder, *words, check=False)


def test_the_exit_code_is_1_for_a_changed_verdict_and_for_missing_runs(tmp_path, run_command):
    main_setting(tmp_path / "runs").write()
    finished = judge(run_command, tmp_path, "9")
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "claim 9: holds. 16 of 16 numbers are those of the table." in finished.stdout
    missing = judge(run_command, tmp_path, "9,12")
    assert missing.returncode == 1
    assert missing.stderr.startswith("claim 12: not run, recorded is nothing: ")
    file = tmp_path / "results/thesis/claims.json"
    entries = json.loads(file.read_text())
    entries["9"]["verdict"] = FAILS
    file.write_text(json.dumps(entries))
    changed = judge(run_command, tmp_path, "9")
    assert changed.returncode == 1
    assert changed.stderr.startswith("claim 9: holds, recorded is fails: QN 0.0, 0.0, 0.0, 0.0")
    unknown = judge(run_command, tmp_path, "99")
    assert unknown.returncode == 2
    assert "--only 99: the study has no claim, plan, figure or document of this name" in unknown.stderr


def test_judging_one_claim_keeps_the_others_on_record(tmp_path, run_command):
    stretched_beams(tmp_path / "runs", neo_hookean=3.6e6).write()
    main_setting(tmp_path / "runs").write()
    judge(run_command, tmp_path, "9")
    record = tmp_path / "results/thesis"
    before = report.load(record / "claims.json")
    judge(run_command, tmp_path, "45")
    written = report.load(record / "claims.json")
    assert list(written) == ["9", "45"] and written["9"] == before["9"]
    assert written["45"]["verdict"] == FAILS
    assert (record / "claims.md").read_text().count("\n### Claim ") == 2
