"""Theory of chains of rigid bodies. Judges compare runs with it; none of it comes from runs, except rates.

chain: matrices and spectral radii. avbd: iteration matrices of body-by-body solvers. seed: closed forms of
T. Waterson, Foundations of Position-Based Rigid Body Dynamics (2026), as printed. warm_start: frames of a
hanging rope. joints: matrices of joints in given poses. axes: one axis constraint. rates: measures a run.
"""
