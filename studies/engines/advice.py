"""Tables of the page "Engines", from results/engines/measured.json."""

from collections.abc import Callable
from pathlib import Path

from engines import records
from simbench.errors import ResultsError

Link = Callable[[str], str]  # from a path below the repository to a link of the page
MINIMUM = 1e-6  # relative error of a step that is at the minimum
LAST = "1000"  # iterations
WORDS = {True: "yes", False: "no", None: "cannot be told"}


def text(name: str, record: Path, link: Link) -> str:
    """The table of this name."""
    if name not in TABLES:
        raise ResultsError(f"there is no table '{name}' of engines; allowed: {', '.join(TABLES)}")
    return TABLES[name](records.load(record / "measured.json"))


def versions(content: dict) -> str:
    return ", ".join(content["versions"].values())


def energies(content: dict) -> str:
    """For each solver and scene: do forces and energies agree?"""
    rows = []
    for case in once(content["cases"]):
        if "other_energy" in case:
            rows.append([*place(case), f"another energy: {case['other_energy']}", *[""] * 4, "not compared"])
            continue
        both = [case["forces"], case["energies"]]
        numbers = [f"{each[name]:.1e}" for each in both for name in ("difference", "allowed")]
        rows.append([*place(case), *numbers, both[1]["road"], WORDS[all(each["equal"] for each in both)]])
    head = ["engine", "solver", "scene", "forces differ by", "allowed", "energies differ by", "allowed"]
    return table([*head, "energy of the engine", "same energy"], rows)


def steps(content: dict) -> str:
    """For each solver and scene: the error of its default budget, and whether it reaches the minimum."""
    rows = []
    for case in once(content["cases"]):
        if "other_energy" in case:
            continue
        many = case["errors"].get(LAST, case["errors"]["1"])
        reaches = many is not None and abs(many) <= MINIMUM
        error = number(many)
        if LAST not in case["errors"]:
            error += " (the step is one iteration)"
        iterations = case["default_iterations"] or f"none; {records.ASSUMED} here"
        budget = [str(iterations), number(case["default_error"])]
        rows.append([*place(case), *budget, error, WORDS[reaches]])
    head = ["engine", "solver", "scene", "iterations by default", "error then"]
    return table([*head, f"error after {LAST}", "at the minimum"], rows)


def iterates(content: dict) -> str:
    """For each reference: do the iterates agree?"""
    rows = []
    for case in content["cases"]:
        if "iterates" not in case:
            continue
        told = records.telling(case) or {1: case["iterates"]["1"]}
        difference = max(row["difference"] for row in told.values())
        moved = max(row["moved"] for row in told.values())
        last = "1" if max(told) == 1 else f"1 to {max(told)}"
        numbers = [last, f"{difference:.1e} m", f"{moved:.1e} m", WORDS[records.agrees(case)]]
        rows.append([*place(case), f"`{case['reference']}`", *numbers])
    head = ["engine", "solver", "scene", "compared with", "iterations", "largest difference"]
    return table([*head, "a moved start moves the result by", "the same"], rows)


def pack(content: dict) -> str:
    """For each problem of the reference pack: the error of an engine by the pack's checker."""
    rows = [
        [row["engine"], f"`{row['solver']}`", f"`{row['problem']}`", row["precision"], f"{row['error']:.1e}"]
        for row in content["pack"]
    ]
    return table(["engine", "solver", "problem of the pack", "precision", "error by check.py"], rows)


def chain(content: dict) -> str:
    """For each integrator: the errors of the motion of a chain by the time step."""
    rows = [
        [
            row["program"],
            f"`{row['integrator']}`",
            *(f"{1000 * error:.2f}" for error in row["errors"].values()),
            f"{records.orders(row)[-1]:.2f}",
            f"{1000 * row['extrapolated']:.3f}",
        ]
        for row in content["chain"]["motions"]
    ]
    steps = [f"{1000 * float(step):g} ms" for step in content["chain"]["motions"][0]["errors"]]
    return table(["program", "solver or integrator", *steps, "last order", "extrapolated"], rows)


def chain_way(content: dict) -> str:
    return f"{1000 * content['chain']['way']:.0f} mm"


def number(error: float | None) -> str:
    return "none: it diverges, or the engine warns" if error is None else f"{error:.1e}"


def once(cases: list[dict]) -> list[dict]:
    """The first case of each solver on each scene."""
    return list({(case["engine"], case["solver"], case["scene"]): case for case in reversed(cases)}.values())[
        ::-1
    ]


def place(case: dict) -> list[str]:
    return [case["engine"], f"`{case['solver']}`", case["scene"].replace("_", " ")]


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


TABLES = {
    "versions": versions,
    "energies": energies,
    "steps": steps,
    "iterates": iterates,
    "pack": pack,
    "chain": chain,
    "chain_way": chain_way,
}
