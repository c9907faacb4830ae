"""Whether the solver copes with rest, with several time steps and with vertices that are held exactly."""

import numpy as np

from simbench.contract.answer import Answer, differs, failed, not_promised, ok, short
from simbench.contract.invariance import ROTATION
from simbench.contract.starting import ENDS
from simbench.contract.subject import MANY_ITERATIONS, Subject
from simbench.errors import SimbenchError

STEPS = 3
AWAY = 1e-9  # how far held vertices may be from their places, in lengths of the beam
STILL = 1e-20  # inertial energy of a body that rests, over the objective of the deformed one


def rest(subject: Subject) -> Answer:
    """A body at rest without loads stays there, although its strains have no direction."""
    exact = subject.beam.undeformed().without_loads()  # its strains are zero
    for beam in (exact, exact.rotated(ROTATION)):  # there they are rounding errors
        trace = subject.run(beam)
        if trace.status not in ENDS:
            return failed(f"A body at rest without loads ends as {trace.status}.")
        share = float(trace.rows["inertial"].max() / subject.usual.rows["objective"].iloc[0])
        if share > STILL:
            return failed(
                f"A body at rest without loads moves: its inertial energy becomes {short(share)} of the "
                "objective at the start of the other checks."
            )
    return ok("A body at rest without loads stays there.")


def steps(subject: Subject) -> Answer:
    """Several time steps follow one another, each from its own start."""
    trace = subject.run(subject.beam.changed(steps=STEPS))
    done = int(trace.rows["step"].max())
    if trace.status not in ENDS or done != STEPS or not np.isfinite(trace.rows["objective"]).all():
        return failed(f"The run ends as {trace.status} in step {done} of {STEPS}.")
    ends = trace.rows.groupby("step")["relative_error"].last()
    return ok(f"{STEPS} steps end with relative errors of at most {short(ends.abs().max())}.")


def held(subject: Subject) -> Answer:
    """Vertices with hard anchors stay where they are held."""
    try:
        trace = subject.run(subject.beam.changed(anchor_stiffness="hard"), MANY_ITERATIONS)
    except (NotImplementedError, SimbenchError) as reason:
        return not_promised(f"The solver declines held vertices: {reason}.")
    if trace.status not in ENDS:
        return failed(f"The run with held vertices ends as {trace.status}.")
    violations = trace.rows["held_violation"] / np.ptp(subject.beam.positions[:, 0])
    largest, last = violations.max(), violations.iloc[-1]
    if largest <= AWAY:
        return ok("Held vertices stay where they are held.")
    sentence = f"Held vertices are up to {short(largest)} beam lengths away from their places"
    if last <= AWAY:
        return differs(f"{sentence}, and reach them in the limit: after {trace.length} it is {short(last)}.")
    return failed(f"{sentence}; after {trace.length} it is {short(last)}.")
