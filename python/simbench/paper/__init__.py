"""Results as a paper needs them: tables and figures for LaTeX, and a citation with versions."""
