"""Writes the shapes of runs for other tools: simbench-export."""
