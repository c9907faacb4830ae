"""Names for people of what scenes and results have under keys: solvers, integrators, materials."""

# In the order in which figures and legends show them; a solver that is not here has its own name as label.
SOLVER_LABELS = {
    "pbd": "PBD",
    "xpbd": "XPBD",
    "pd": "PD",
    "admm": "ADMM",
    "qn": "QN",
    "newton": "Newton",
    "vbd": "VBD",
    "xpbd_global": "XPBD global",
    "kkt": "KKT",
    "bfgs": "BFGS",
    "gradient_descent": "steepest descent",
    "formula": "formula",
    "gs": "Gauss–Seidel",
    "jacobi": "Jacobi",
    "sor": "over-relaxation",
    "avbd": "AVBD",
    "alm": "augmented Lagrangian",
    "si": "sequential impulses",
    "direct": "direct",
}
INTEGRATOR_LABELS = {
    "implicit_euler": "implicit Euler",
    "linear_implicit_euler": "linearly implicit Euler",
    "bdf2": "BDF2",
    "symplectic_euler": "symplectic Euler",
    "explicit_euler": "explicit Euler",
    "quasi_static": "quasi-static",
}
MATERIAL_LABELS = {
    "strain": "strain",
    "stable_neo_hookean": "stable Neo-Hookean",
    "neo_hookean": "classical Neo-Hookean",
    "st_venant_kirchhoff": "St. Venant–Kirchhoff",
    "corotated_linear": "corotated linear",
}


def solver_label(solver: str) -> str:
    return SOLVER_LABELS.get(solver, solver)


def material_label(model: str) -> str:
    return MATERIAL_LABELS.get(model, model.replace("_", " "))
