"""Short names of members of scenes, as judges of this study write them."""

AXES = {
    "h": "step.time_step",
    "material": "material",
    "impact": "start",
    "contact": "contact",
    "inner": "solvers.newton_cg",
    "relaxation": "solvers.pbng.relaxation",
    "rho": "solvers.vbd.rho",
    "newton_filter": "solvers.newton.step_filter",
    "qn_filter": "solvers.qn.step_filter",
    "ncg_filter": "solvers.ncg.step_filter",
    "qn_pairs": "solvers.qn.contact_terms",
    "pd_pairs": "solvers.pd.contact_terms",
    "density": "density",
    "instance": "instance",
    "parts": "body.beams.parts",
}
