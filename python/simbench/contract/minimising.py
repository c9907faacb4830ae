"""Whether the solver minimises the objective, and ends when it should."""

import numpy as np

from simbench.contract.answer import Answer, differs, failed, not_promised, ok, short
from simbench.contract.subject import Subject
from simbench.counted import counted
from simbench.seconds import seconds_text

MINIMUM = 1e-6  # a run with at most this relative error has reached the minimum
RISE = 1e-12  # of relative errors; rounding changes them by less
LIMIT = 0.1  # [s]
PATIENCE = 1.0  # [s] the longest iteration; no run can end within one


def falls(subject: Subject) -> Answer:
    """No iteration raises the objective."""
    rises = np.diff(subject.usual.errors)
    count = int((rises > RISE).sum())
    if count:
        return differs(
            f"{count} of {counted(len(rises), 'iteration')} raise the objective, at most by "
            f"{short(rises.max())} of the way from the start to the minimum."
        )
    return ok(f"None of {counted(len(rises), 'iteration')} raises the objective.")


def minimum(subject: Subject) -> Answer:
    """The solver reaches the minimum of the objective."""
    trace = subject.long
    if trace.errors[-1] <= MINIMUM:
        reached = int(trace.rows["iteration"].iloc[int(np.argmax(trace.errors <= MINIMUM))])
        norms = trace.rows["gradient_norm"]
        return ok(
            f"The relative error is below {short(MINIMUM)} after {counted(reached, 'iteration')}; the "
            f"gradient ends at {short(norms.iloc[-1] / norms.iloc[0])} of its first value."
        )
    sentence = f"After {trace.length} the relative error is {short(trace.errors[-1])}"
    if subject.minimises:
        return failed(f"{sentence}; a solver that minimises comes below {short(MINIMUM)}.")
    return not_promised(f"{sentence}; it does not promise the minimum.")


def converged(subject: Subject) -> Answer:
    """A run ends as converged only at a minimum."""
    trace = subject.long
    if trace.status != "converged":
        return not_promised(f"It never says so; the run ends as {trace.status} after {trace.length}.")
    sentence = f"It says so after {trace.length}, with the relative error {short(trace.errors[-1])}"
    if trace.errors[-1] <= MINIMUM:
        return ok(f"{sentence}.")
    if subject.minimises:
        return failed(f"{sentence}; at the minimum it is below {short(MINIMUM)}.")
    return not_promised(f"{sentence}; it does not promise the minimum.")


def time_limit(subject: Subject) -> Answer:
    """A limit of time ends the run."""
    trace = subject.run(subject.beam, iterations=10**9, record_every=10**4, max_seconds=LIMIT)
    seconds = trace.rows["elapsed_seconds"].iloc[-1]
    if trace.status != "timeout":
        return ok(f"It ends by itself as {trace.status}, before the limit of {LIMIT} s.")
    sentence = f"With a limit of {LIMIT} s it ends after {seconds_text(seconds)}"
    mean = seconds / trace.rows["iteration"].iloc[-1]
    if mean > PATIENCE:
        return failed(f"{sentence}, because one iteration takes {seconds_text(mean)}.")
    return ok(f"{sentence}.")
