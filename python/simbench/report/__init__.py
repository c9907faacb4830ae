"""Writes one HTML file of results that opens anywhere: curves, tables, shapes, sweeps, verdicts, commands."""
