"""Claim 65: sets of constraints that change, by contacts that come and go."""

import pandas as pd

from simbench.results import Run
from simbench.study import claim
from simbench.study.results import Results
from simbench.study.verdicts import Verdict, at_least, in_parts
from simbench.study.words import listed

ERROR = 1e-4  # relative; each step ends there, or after its largest number of iterations
FACTORISATION = 20  # iterations of PD that a factorisation costs, as in the study of the field
SLOWER = 2  # times the work


@claim(65)
def changing_contacts(results: Results) -> Verdict:
    """The thesis's PD factorises S again when contacts change; with `constant` S has all half spaces."""
    pd_runs = results.by("changing_contacts", "pd", "potentials", "solvers").values()
    of = {(floor_of(run), terms_of(run)): run for run in pd_runs}
    again = {floor: run for (floor, terms), run in of.items() if terms == "refactorise"}
    slower = {floor: work(run).sum() / iterations_of(run) for floor, run in again.items()}
    uneven = {floor: work(run).max() / work(run).median() for floor, run in again.items()}
    constant = {floor: work(of[floor, "constant"]).sum() / work(run).sum() for floor, run in again.items()}
    arrives = {floor: late_steps(of[floor, "constant"]) == 0 for floor in again}

    def words(numbers: dict[float, float]) -> str:
        return listed(f"{number:.3g} (k = {floor:.0e} N/m)" for floor, number in numbers.items())

    return in_parts(
        [
            at_least(
                max(slower.values()),
                SLOWER,
                "the work with new factorisations over that of the iterations alone, by the "
                f"stiffness of the floor: {words(slower)}; the largest",
            ),
            at_least(
                max(uneven.values()),
                SLOWER,
                f"the slowest step over the median: {words(uneven)}; the largest",
            ),
        ],
        f"PD that keeps all half spaces in S takes, of the work with new factorisations: {words(constant)}",
        slower=max(slower.values()),
        uneven=max(uneven.values()),
        factorisations=max(run.manifest["factorisations"] - 1 for run in again.values()),
        steps=max(run.steps for run in again.values()),
        charge=FACTORISATION,
    ).reaching(
        {
            f"if S keeps the terms of all half spaces, on a floor of {floor:.0e} N/m": share > 1
            or not arrives[floor]
            for floor, share in constant.items()
        },
        softest=constant[min(constant)],
        stiffest=constant[max(constant)],
    )


def work(run: Run) -> pd.Series:
    """Of each step, in iterations of PD; the factorisation before the first step does not count."""
    ends = run.ends_of_steps
    factorisations = ends["factorisations"].diff().fillna(ends["factorisations"].iloc[0] - 1)
    return ends["iteration"] + FACTORISATION * factorisations


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


def factorised(run: Run) -> int:
    return run.manifest["factorisations"]
