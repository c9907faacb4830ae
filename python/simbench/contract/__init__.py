"""The contract of solvers: what every solver must keep, checked for a solver of the program or of a file.

`checks.py` lists the checks. Each is a function of a Subject that returns an Answer.
"""
