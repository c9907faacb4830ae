"""Short names of members of scenes, as judges and figures of this study write them."""

AXES = {
    "h": "step.time_step",
    "iterations": "step.iterations",
    "step": "step",
    "start": "step.start",
    "k": "material.stiffness",
    "stretching": "potentials.0.stiffness",
    "material": "material",
    "density": "density",
    "precision": "precision",
    "cells": "body.beam.cells",
    "origin": "body.beam.origin",
    "global_step": "solvers.pd.global_step",
    "form": "solvers.xpbd.form",
    "multipliers": "solvers.xpbd.multipliers",
    "tip": "chain.tip_mass",
}
