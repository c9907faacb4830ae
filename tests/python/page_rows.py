"""Rows of a small leaderboard, from which a reader finds every cost by head."""

from simbench.entry.targets import CURVE_TARGETS

LAST = len(CURVE_TARGETS) - 1


def row(scene, solver, setting=None, *, pace, each=2, last=LAST, kept=None, status="max_iterations", again=0):
    """A run that reaches a further target each `pace` iterations, with `each` units of work an iteration.

    It reaches the targets up to the place `last` for good one iteration after the first time, and keeps
    those up to `kept`. The targets 1e-1, 1e-3 and 1e-6 are at the places 6, 18 and 36. It factorises once in
    the set-up, and `again` times in an iteration.
    """
    kept = last if kept is None else kept
    iterations = [pace * place for place in range(LAST + 1)]
    good = [count if place <= kept else None for place, count in enumerate(iterations)]
    first = [max(0, count - 1) if place <= last else None for place, count in enumerate(iterations)]
    in_step = [None if count is None else again * count for count in good]
    counts = {
        name: None
        if good[place] is None
        else {
            "passes": good[place],
            "solves": (each - 1) * good[place],
            "products": 0,
            "factorisations": 1 + in_step[place],
        }
        for name, place in (("0.1", 6), ("0.001", 18), ("1e-06", 36))
    }
    return {
        **{"scene": scene, "instance": 0, "solver": solver, "setting": setting or {}, "status": status},
        **{"iterations": 500, "first": first, "for_good": good},
        **{"work": [None if count is None else each * count for count in good]},
        **{"step_factorisations": in_step, "counts": counts},
        "norms": {"gradient": {"0.1": 7, "0.001": 19, "1e-06": None}},
        "final_relative_error": 1.23456e-9,
    }


TEN = {"history": 10}
ROWS = [
    row("untwist_soft", "pd", pace=2),
    row("untwist_soft", "qn", pace=1, each=3),
    row("untwist_soft", "qn", TEN, pace=1),
    row("untwist_soft", "newton", pace=1, each=1, again=1),
    row("untwist_soft", "xpbd", pace=1, last=5),
    row("slab", "pd", pace=10, last=20),
    row("slab", "qn", pace=10, last=10, status="diverged"),
    row("slab", "qn", TEN, pace=3),
    row("slab", "newton", pace=1, each=1, again=1),
    row("slab", "xpbd", pace=1, last=20, kept=5),
    {"scene": "drawn_out", "instance": 0, "solver": "pd", "setting": {}, "status": "declined"},
    row("drawn_out", "qn", pace=2),
    row("drawn_out", "qn", TEN, pace=5),
    row("drawn_out", "newton", pace=1, last=0, status="diverged"),
    row("drawn_out", "xpbd", pace=1, each=1),
    # The body of the slab turned and renumbered, of which the table shows nothing.
    row("slab", "qn", TEN, pace=4) | {"instance": 1},
    row("slab", "qn", TEN, pace=2) | {"instance": 2},
    row("slab", "qn", TEN, pace=1, last=10) | {"instance": 3},
]
