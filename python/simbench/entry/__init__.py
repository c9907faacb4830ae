"""Entries of other codes: exports problems of a time step, and judges the positions that they send."""
