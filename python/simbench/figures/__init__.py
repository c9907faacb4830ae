"""The figures, a module each: `simbench-figure NAME` draws it (simbench/figure_command.py says how)."""
