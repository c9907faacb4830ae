"""Reads results/engines/measured.json, and compares it with what was measured again.

A case has `engine`, `solver`, `scene`, `reference`, `precision` and `default_iterations`. Unless it has
`other_energy`, it has `forces` (`difference` and `allowed` over the largest force, `equal`), `energies` (the
same over the energy, and the `road` to the engine's energy), `errors` (relative errors by the number of
iterations) and `default_error`; null is an engine that diverges or warns.
If there is a reference, `iterates` has for each number of iterations the largest `difference` [m], and how
far a start that is `moved` by rounding moves the result [m].

`pack` has the relative `error` of engines on problems of the reference pack, by its checker.

`chain` has the motions of a chain of rigid bodies: for each integrator the `errors` [m] by the time step [s],
and the error of the `extrapolated` motion.
"""

import math
from pathlib import Path

from simbench.errors import ResultsError
from simbench.input_files import load_json

ASSUMED = 10  # iterations of engines without a default
MOVED = {"double": 1e-13, "single": 1e-7}  # of the start [m]: about its rounding
TELLING = 1e-6  # m: if such a start moves the result farther, iterates say nothing
EXPLAINED = 10  # times as far as the result has moved: a difference that rounding explains
AT_MINIMUM = 1e-6  # relative error
NEAR = 0.02  # of a relative error, which another processor may round otherwise
SOLVED = {"double": 1e-9, "single": 1e-6}  # relative errors of problems of the pack that are solved
FIRST_ORDER = (0.95, 1.05)  # allowed orders of a motion between two time steps
SAME_MOTION = 0.02  # the largest error of an extrapolated motion, over that of the shortest time step
KEY = ("engine", "solver", "scene", "reference")


def load(path: Path) -> dict:
    content = load_json(path)
    if not {"versions", "cases", "pack", "chain"} <= content.keys():
        raise ResultsError(
            f"{path} has no versions, cases, pack or chain; studies/engines/compare.py writes it again"
        )
    return content


def is_record(path: Path) -> bool:
    """Whether compare.py wrote this file; an earlier one may have written fewer members."""
    try:
        return bool(load_json(path)["cases"])
    except (ResultsError, OSError, AttributeError, KeyError, TypeError):
        return False


def telling(case: dict) -> dict[int, dict]:
    """The iterations at which iterates can be compared: until rounding of the start moves the result far."""
    found = {}
    for number, row in case["iterates"].items():
        if row["moved"] > TELLING:
            break
        found[int(number)] = row
    return found


def agrees(case: dict) -> bool | None:
    """Whether the iterates are the reference's up to rounding; None if rounding is amplified at once."""
    rows = telling(case)
    start = MOVED[case["precision"]]
    if not rows:
        return None
    return all(row["difference"] <= EXPLAINED * max(row["moved"], start) for row in rows.values())


def differences(measured: dict, recorded: dict) -> list[str]:
    """A line for each case that is judged otherwise, has other errors, or is missing."""
    known = {tuple(case[name] for name in KEY): case for case in recorded["cases"]}
    found = [
        f"{name}: version {measured['versions'][name]}, on record {version}"
        for name, version in recorded["versions"].items()
        if measured["versions"].get(name) != version
    ]
    for case in measured["cases"]:
        before = known.pop(tuple(case[name] for name in KEY), None)
        if before is None:
            found.append(f"{name_of(case)}: not on record")
        elif judged(case) != judged(before):
            found.append(f"{name_of(case)}: {judged(case)}, on record {judged(before)}")
        elif not near(*(one.get("default_error") for one in (case, before))):
            errors = f"error {case['default_error']}, on record {before['default_error']}"
            found.append(f"{name_of(case)}: {errors}")
    found += [
        f"{row['engine']} {row['solver']} {row['problem']} of the pack: error {row['error']}"
        for row in measured["pack"]
        if not is_solved(row)
    ]
    found += [
        f"{row['integrator']} of {row['program']} does not tend to the motion of the chain"
        for row in measured["chain"]["motions"]
        if not is_of_first_order(row)
    ]
    return found + [f"{' '.join(key)}: not measured" for key in known]


def is_solved(row: dict) -> bool:
    """Whether the engine has found the minimum of a problem of the pack."""
    return abs(row["error"]) <= SOLVED[row["precision"]]


def orders(row: dict) -> list[float]:
    """The order of the error in the time step, between each time step and the next."""
    steps, errors = [float(step) for step in row["errors"]], [*row["errors"].values()]
    return [
        math.log(errors[i] / errors[i + 1]) / math.log(steps[i] / steps[i + 1]) for i in range(len(steps) - 1)
    ]


def is_of_first_order(row: dict) -> bool:
    """Whether a motion tends to the reference's with the first order of the time step."""
    low, high = FIRST_ORDER
    tends = row["extrapolated"] <= SAME_MOTION * [*row["errors"].values()][-1]
    return tends and all(low <= order <= high for order in orders(row))


def near(error: float | None, before: float | None) -> bool:
    if error is None or before is None:
        return error is before
    return abs(error - before) <= NEAR * max(abs(before), AT_MINIMUM)


def judged(case: dict) -> dict:
    """What the page says of a case."""
    if "other_energy" in case:
        return {"energy": case["other_energy"]}
    equal = {what: case[what]["equal"] for what in ("forces", "energies")}
    return equal | {"agrees": agrees(case) if "iterates" in case else None}


def name_of(case: dict) -> str:
    return " ".join(case[name] for name in KEY)
