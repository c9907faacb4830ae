"""The family of each solver of the leaderboard: how it lowers the objective of a step."""

PD = "PD and its accelerations"
SPLITTING = "splitting"
CURVATURE = "quasi-Newton and conjugate gradients"
NEWTON = "Newton"
SWEEPS = "sweeps"
OTHER = "other"

# Nesterov's method and Barzilai–Borwein's take gradients in the metric S, as a step of PD does.
FAMILIES = {
    "pd": PD,
    "chebyshev": PD,
    "anderson": PD,
    "nesterov": PD,
    "barzilai_borwein": PD,
    "admm": SPLITTING,
    "anderson_admm": SPLITTING,
    "douglas_rachford": SPLITTING,
    "qn": CURVATURE,
    "ncg": CURVATURE,
    "newton": NEWTON,
    "newton_cg": NEWTON,
    "mixed": NEWTON,
    "vbd": SWEEPS,
    "pbng": SWEEPS,
    "generalized_pbd": SWEEPS,
    "xpbd": SWEEPS,
}


def family(solver: str) -> str:
    return FAMILIES.get(solver, OTHER)
