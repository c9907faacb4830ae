"""Theory of chains of rigid bodies, by which runs of rigid scenes are judged: none of it comes from runs.

chain has matrices and what their eigenvalues say, avbd the maps of body-by-body solvers, seed the closed
forms of T. Waterson, Foundations of Position-Based Rigid Body Dynamics (2026), as printed, warm_start the
frames of a hanging rope, joints the matrix of joints in given poses, rates what is measured on a run.
"""
