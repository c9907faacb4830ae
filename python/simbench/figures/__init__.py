"""The figures, one module each: `simbench-figure NAME` draws one (see simbench/figure_command.py)."""
