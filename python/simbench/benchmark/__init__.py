"""Runs the benchmark, compares two measurements, and keeps the history of recorded ones.

scripts/benchmark.sh is the command; docs/performance.md explains it.
"""
