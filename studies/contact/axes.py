"""Short names of members of scenes, as judges of this study write them."""

AXES = {
    "h": "step.time_step",
    "material": "material",
    "impact": "start",
    "contact": "contact",
    "inner": "solvers.newton_cg",
    "relaxation": "solvers.pbng.relaxation",
    "rho": "solvers.vbd.rho",
    "density": "density",
    "parts": "body.beams.parts",
}
