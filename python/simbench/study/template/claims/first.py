"""Claim 1: which solver is at the minimum."""

from simbench.study import Results, Verdict, at_least, below, claim, in_parts

SOLVED = 1e-3  # a relative error below this is at the minimum


@claim(1)
def admm_solves(results: Results) -> Verdict:
    admm, xpbd = (last_error(results, solver) for solver in ("admm", "xpbd"))
    return in_parts(
        [
            below(admm, SOLVED, f"ADMM ends with a relative error of {admm:.2g}"),
            at_least(xpbd, SOLVED, f"XPBD ends with a relative error of {xpbd:.2g}"),
        ],
        admm=admm,
        xpbd=xpbd,
    )


def last_error(results: Results, solver: str) -> float:
    run = results.run("compare", solver, **{"material.stiffness": 1e6})
    return float(run.curve["relative_error"].iloc[-1])
