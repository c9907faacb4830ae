"""Claim 65: sets of constraints that change, by contacts that come and go."""

import math

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Part, Verdict, at_least, by_case
from simbench.study.words import listed

ERROR = 1e-4  # relative; each step ends there, or after its largest number of iterations
MORE = 2  # times the iterations
FIXED = {"constant": "all half spaces in S", "left_out": "none in S"}  # S is factorised once


@claim(65)
def changing_contacts(results: Results) -> Verdict:
    pd, qn = (
        {
            (floor_of(run), terms_of(run)): run
            for run in results.by("changing_contacts", solver, "potentials", "solvers").values()
        }
        for solver in ("pd", "qn")
    )
    floors = {stiffness: f"k = {stiffness:.0e} N/m" for stiffness, _ in pd}
    cases: dict[str, list[Part]] = {}
    ratios, factorisations, of_qn, misses = [], [], [], []
    for stiffness, floor in floors.items():
        again = pd[stiffness, "refactorise"]
        fixed = {words: pd[stiffness, terms] for terms, words in FIXED.items()}
        arrived = [iterations_of(run) for run in fixed.values() if late_steps(run) == 0]
        ratio = min(arrived) / iterations_of(again) if arrived else math.inf
        counts = listed(f"{iterations_of(run)} ({words}{missed(run)})" for words, run in fixed.items())
        cases[floor] = [
            at_least(
                ratio,
                MORE,
                f"iterations of PD: {iterations_of(again)}{missed(again)} with {factorised(again)} "
                f"factorisations, {counts} with one; the fewest of the latter that always end at the "
                "error, over the former",
            )
        ]
        ratios.append(f"{ratio:.2g} times ({floor})")
        factorisations.append(f"{factorised(again) - 1} ({floor})")
        share = iterations_of(qn[stiffness, "constant"]) / iterations_of(qn[stiffness, "refactorise"])
        of_qn.append(f"{share:.2g} times ({floor})")
        misses += [
            f"with {words} it misses the error{late(run)} ({floor})"
            for words, run in fixed.items()
            if late_steps(run)
        ]
    return by_case(
        "the stiffness of the floor",
        cases,
        ratios=listed(ratios),
        factorisations=listed(factorisations),
        qn=listed(of_qn),
        arrives=listed(misses) or "each step ends at the error",
    )


def floor_of(run: Run) -> float:
    """Stiffness of a half space [N/m]."""
    return run.scene["potentials"][0]["stiffness"]


def terms_of(run: Run) -> str:
    return run.scene["solvers"][run.solver]["contact_terms"]


def iterations_of(run: Run) -> int:
    """Of all steps."""
    return int(run.ends_of_steps["iteration"].sum())


def late_steps(run: Run) -> int:
    """The number of steps that end above the error."""
    return int((~(run.ends_of_steps["relative_error"] <= ERROR)).sum())


def late(run: Run) -> str:
    count = late_steps(run)
    return f" in {count} step{'s' * (count > 1)}" if count else ""


def missed(run: Run) -> str:
    return f"; error missed{late(run)}" if late_steps(run) else ""


def factorised(run: Run) -> int:
    return run.manifest["factorisations"]
