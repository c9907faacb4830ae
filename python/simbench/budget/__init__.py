"""The error of a motion by substeps and iterations, in the parts of the integrator and of the solver."""
