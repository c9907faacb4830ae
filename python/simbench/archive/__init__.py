"""Packs results into one file with everything that is needed to repeat them: simbench-archive."""
