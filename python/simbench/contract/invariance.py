"""Whether the answer depends on what the physics does not know: axes, origin, units and numbering."""

import numpy as np

from simbench.contract.answer import Answer, differs, failed, listed, ok, short
from simbench.contract.subject import Subject

# Of relative errors. Rounding changes those of the program's solvers by less than 1e-11 here.
ROUNDING = 1e-9
# A general one, because a method that treats coordinates apart can be right for quarter turns.
ROTATION = np.array([[2, -1, 2], [2, 2, -1], [-1, 2, 2]]) / 3
DISTANCE = np.array([512.0, -1024.0, 256.0])  # in lengths of the beam, so that positions lose 10 of 52 bits
NOISE = 1e-14  # in lengths of the beam
FACTOR = 1024.0  # a power of two changes no rounding
UNITS = {"mass": "kilograms", "length": "metres", "time": "seconds"}


def rotation(subject: Subject) -> Answer:
    """Turning the whole scene changes nothing."""
    change = subject.usual.difference(subject.run(subject.beam.rotated(ROTATION)))
    if not change <= ROUNDING:
        return failed(
            f"In the turned scene relative errors differ by {short(change)}: the solver depends on the axes."
        )
    return ok(f"In the turned scene relative errors differ by {short(change)}.")


def far_away(subject: Subject) -> Answer:
    """Moving the whole scene changes nothing but the rounding of positions."""
    distance = float(np.abs(DISTANCE).max())
    change = subject.usual.difference(subject.run(subject.beam.moved(DISTANCE)))
    if not change <= ROUNDING * distance:
        return failed(
            f"{distance:.0f} beam lengths from the origin, relative errors differ by {short(change)}: the "
            "solver depends on the origin."
        )
    return ok(f"{distance:.0f} beam lengths from the origin, relative errors differ by {short(change)}.")


def units(subject: Subject) -> Answer:
    """The same physics in other units of mass, length and time has the same relative errors."""
    changes = {}
    for quantity in UNITS:
        factors = {other: FACTOR if other == quantity else 1.0 for other in UNITS}
        changes[quantity] = subject.usual.difference(subject.run(subject.beam.in_units(**factors)))
    hidden = [UNITS[quantity] for quantity, change in changes.items() if not change <= ROUNDING]
    change = short(max(changes.values()))
    if hidden:
        return failed(
            f"A number of the solver, or of its settings, counts in {listed(hidden)}: in other units "
            f"relative errors differ by {change}."
        )
    return ok(f"In units 1024 times as small, relative errors differ by {change}.")


def from_rest(subject: Subject) -> Answer:
    """From an undeformed body, whose strains are rounding errors, rounding decides nothing either."""
    beam = subject.beam.undeformed()
    jitter = NOISE * np.random.default_rng(1).uniform(-1, 1, beam.start.shape)
    change = subject.run(beam).difference(subject.run(beam.changed(start=beam.start + jitter)))
    if not change <= ROUNDING:
        return differs(
            f"Moving the vertices of an undeformed body by {short(NOISE)} of its length changes relative "
            f"errors by {short(change)}: rounding decides what the solver does there."
        )
    return ok(
        f"Moving the vertices of an undeformed body by {short(NOISE)} of its length changes relative errors "
        f"by {short(change)}."
    )


def order(subject: Subject) -> Answer:
    """Numbering vertices and tets in another way changes nothing; sequential methods may depend on it."""
    beam, shuffle = subject.beam, np.random.default_rng(1).permutation
    changes = {
        "vertices": subject.usual.difference(
            subject.run(beam.with_vertices_in(shuffle(len(beam.positions))))
        ),
        "tets": subject.usual.difference(subject.run(beam.with_tets_in(shuffle(len(beam.tets))))),
    }
    dependent = [what for what, change in changes.items() if not change <= ROUNDING]
    change = short(max(changes.values()))
    if dependent:
        return differs(f"It depends on the order of {listed(dependent)}: relative errors differ by {change}.")
    return ok(f"With shuffled vertices or tets, relative errors differ by {change}.")
