#!/usr/bin/env python3
# The command `simbench` of the wheel.
from simbench.command_line import main

main()
