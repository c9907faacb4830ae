"""The reference pack: twenty small problems with their minima and the iterates of solvers, as plain files."""
