"""Short names of members of scenes, as judges and figures of this study write them."""

from collections.abc import Callable
from pathlib import Path

from simbench import study

AXES = {
    "h": "step.time_step",
    "iterations": "step.iterations",
    "k": "material.stiffness",
    "E": "material.youngs_modulus",
    "c": "solvers.admm.weight_factor",
    "w": "solvers.admm.weight",
    "admm": "solvers.admm",
    "prox_iterations": "solvers.admm.prox_iterations",
    "form": "solvers.xpbd.form",
    "xpbd": "solvers.xpbd",
    "global_step": "solvers.pd.global_step",
    "linear_solver": "solvers.pd.linear_solver",
    "history": "solvers.qn.history",
    "line_search": "solvers.qn.line_search",
    "initial_matrix": "solvers.qn.initial_matrix",
    "interval": "solvers.qn.stretch_interval",
    "metric": "solvers.gradient_descent.metric",
    "hessian": "solvers.newton.hessian",
    "newton_search": "solvers.newton.line_search",
    "precision": "precision",
    "origin": "body.beam.origin",
    "cells": "body.beam.cells",
    "split": "body.beam.split",
    "integrator": "step.integrator",
    "material": "material",
    "model": "material.model",
    "nu": "material.poisson_ratio",
    "k_s": "anchors.stiffness",
    "held_weight": "solvers.admm.held_weight",
    "constraint": "solvers.xpbd_global.constraint",
    "rule": "solvers.xpbd_global.step",
    "keep_g": "solvers.xpbd_global.keep_g",
    "pbd_k": "solvers.pbd.stiffness",
    "pbd_rule": "solvers.pbd.stiffness_rule",
    "hard": "solvers.kkt.hard",
    "spring_k": "potentials.0.stiffness",
    "duration": "preparation.duration",
}


def one_sweep(folder: Path | str) -> Callable[..., dict]:
    """Runs of the sweep in this folder by their settings."""
    return study.one_sweep(folder, AXES)
