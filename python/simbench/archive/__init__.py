"""Packs results into one file with all that repeats them: simbench-archive."""
