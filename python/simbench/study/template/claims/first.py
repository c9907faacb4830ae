"""Claim 1: which solver is at the minimum."""

from simbench.study import Part, Results, Verdict, at_least, below, claim, in_parts

SOLVED = 1e-3  # a relative error below this is at the minimum
STIFF, SOFT = 1e6, 1e5  # [Pa]; the claim's own setting, and another one that shows its reach


@claim(1)
def admm_solves(results: Results) -> Verdict:
    admm, xpbd = last_errors(results, STIFF)
    admm_soft, xpbd_soft = last_errors(results, SOFT)
    holds_soft = all(part.holds for part in parts_of(admm_soft, xpbd_soft))
    return in_parts(parts_of(admm, xpbd), admm=admm, xpbd=xpbd).reaching(
        {f"with k = {SOFT:g} Pa": holds_soft}, soft=SOFT, admm_soft=admm_soft, xpbd_soft=xpbd_soft
    )


def parts_of(admm: float, xpbd: float) -> list[Part]:
    return [
        below(admm, SOLVED, f"ADMM ends with a relative error of {admm:.2g}"),
        at_least(xpbd, SOLVED, f"XPBD ends with a relative error of {xpbd:.2g}"),
    ]


def last_errors(results: Results, stiffness: float) -> list[float]:
    """The relative errors of ADMM and XPBD after the last iteration."""
    runs = (
        results.run("compare", solver, **{"material.stiffness": stiffness}) for solver in ("admm", "xpbd")
    )
    return [float(run.curve["relative_error"].iloc[-1]) for run in runs]
