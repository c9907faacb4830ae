"""Engines that people run, before the referee: a module for each one. docs/entry.md tells how to use them."""
