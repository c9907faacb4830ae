"""Names that people read for keys of scenes and results, and the look of each solver in figures."""

from collections.abc import Iterable

# In the order of figures and legends. A solver that is not here is labelled by its name.
SOLVER_LABELS = {
    "pbd": "PBD",
    "xpbd": "XPBD",
    "pd": "PD",
    "admm": "ADMM",
    "qn": "QN",
    "newton": "Newton",
    "mixed": "mixed FEM",
    "newton_cg": "Newton-CG",
    "vbd": "VBD",
    "pbng": "PBNG",
    "generalized_pbd": "generalized PBD",
    "chebyshev": "Chebyshev",
    "anderson": "Anderson",
    "nesterov": "Nesterov",
    "ncg": "NCG",
    "barzilai_borwein": "Barzilai–Borwein",
    "anderson_admm": "Anderson–ADMM",
    "douglas_rachford": "Douglas–Rachford",
    "jgs2": "JGS2",
    "coordinate_condensation": "condensation",
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
    "soft_step": "soft step",
    "tgs": "TGS soft",
    "direct": "direct",
}
# The hues are near those of Okabe and Ito. Readers who cannot tell red from green can distinguish the first
# seven and drawing.COMBINED_XPBD in every shade that `shaded` makes (a test simulates this). Marker and line
# style distinguish all of them in grey.
LOOKS = {
    "pbd": {"color": "#E761C5", "marker": "v", "linestyle": (0, (1, 1.5))},
    "xpbd": {"color": "#B63100", "marker": "^", "linestyle": (0, (6, 1.5, 1, 1.5))},
    "pd": {"color": "#004AB9", "marker": "s", "linestyle": (0, (4, 1.5))},
    "admm": {"color": "#15977E", "marker": "D", "linestyle": (0, (9, 1.5))},
    "qn": {"color": "#F0A500", "marker": "o", "linestyle": "-"},
    "newton": {"color": "#000000", "marker": "P", "linestyle": (0, (3, 1, 1, 1, 1, 1))},
    "mixed": {"color": "#A6761D", "marker": "p", "linestyle": (0, (6, 1, 1, 1, 1, 1))},
    "newton_cg": {"color": "#7F7F2A", "marker": (5, 1, 0), "linestyle": (0, (4, 2, 1, 2))},
    "vbd": {"color": "#5A4D25", "marker": "h", "linestyle": (0, (2, 1))},
    "pbng": {"color": "#D98880", "marker": (9, 1, 0), "linestyle": (0, (7, 1, 1, 1, 3, 1))},
    "generalized_pbd": {"color": "#3D6B8C", "marker": (11, 1, 0), "linestyle": (0, (8, 1, 2, 1, 2, 1))},
    "chebyshev": {"color": "#8D1F77", "marker": "H", "linestyle": (0, (7, 1.5, 2, 1.5))},
    "anderson": {"color": "#5625FC", "marker": "8", "linestyle": (0, (5, 1))},
    "nesterov": {"color": "#A8A863", "marker": (3, 1, 0), "linestyle": (0, (4, 1, 1, 1))},
    "ncg": {"color": "#0070AF", "marker": (4, 1, 0), "linestyle": (0, (2, 2))},
    "barzilai_borwein": {"color": "#C49BE8", "marker": (8, 1, 0), "linestyle": (0, (1, 1, 3, 1))},
    "anderson_admm": {"color": "#3F6E5A", "marker": (5, 1, 36), "linestyle": (0, (6, 1, 2, 1))},
    "douglas_rachford": {"color": "#84D2C5", "marker": (7, 1, 0), "linestyle": (0, (3, 1.5))},
    "jgs2": {"color": "#C2410C", "marker": (6, 1, 0), "linestyle": (0, (2, 1, 1, 1))},
    "coordinate_condensation": {
        "color": "#2F4F4F",
        "marker": (10, 1, 0),
        "linestyle": (0, (3, 1, 3, 1, 1, 1)),
    },
    "xpbd_global": {"color": "#7A3E9D", "marker": "<", "linestyle": (0, (8, 1, 1, 1))},
    "kkt": {"color": "#56B4E9", "marker": "X", "linestyle": (0, (5, 1, 2, 1))},
    "bfgs": {"color": "#B2182B", "marker": "*", "linestyle": (0, (1, 2.5))},
    "gradient_descent": {"color": "#5AAE61", "marker": ">", "linestyle": (0, (3, 3))},
    "formula": {"color": "#666666", "marker": "d", "linestyle": (0, (6, 3))},
    # Solvers of rigid bodies (alm solves both): no picture shows them beside solvers of deformable bodies.
    "gs": {"color": "#0072B2", "marker": "o", "linestyle": (0, (7, 2))},
    "jacobi": {"color": "#E69F00", "marker": "s", "linestyle": (0, (4, 3))},
    "sor": {"color": "#009E73", "marker": "^", "linestyle": (0, (10, 2))},
    "avbd": {"color": "#F781BF", "marker": "D", "linestyle": (0, (3, 1, 1, 1))},
    "alm": {"color": "#4B1FE0", "marker": (3, 1, 60), "linestyle": (0, (12, 1.5))},
    "si": {"color": "#56B4E9", "marker": "X", "linestyle": (0, (5, 1, 1, 1))},
    "soft_step": {"color": "#7A3E9D", "marker": "p", "linestyle": (0, (8, 1, 2, 1))},
    "tgs": {"color": "#8C6D1F", "marker": "<", "linestyle": (0, (3, 2, 1, 2))},
    "direct": {"color": "#000000", "marker": "*", "linestyle": (0, (1, 1))},
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


def distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


def solver_label(solver: str) -> str:
    return SOLVER_LABELS.get(solver, solver)


def material_label(model: str) -> str:
    return MATERIAL_LABELS.get(model, model.replace("_", " "))


def scientific(value: float) -> str:
    """The number as a formula of matplotlib."""
    mantissa, exponent = (float(part) for part in f"{value:e}".split("e"))
    if exponent == 0:
        return f"${mantissa:g}$"
    factor = "" if mantissa == 1 else rf"{mantissa:g} \cdot "
    return f"${factor}10^{{{exponent:.0f}}}$"
