"""Claim 47: solvers that are stopped early, on a cantilever that swings under its weight."""

from simbench.claims import claim
from simbench.claims.measures import energy_shortfall, listed, mean_sag, share_of_fall
from simbench.claims.results import Results
from simbench.claims.verdicts import Part, Verdict, by_case
from simbench.labels import SOLVER_LABELS

SWEEP = "early_stopping"
SOLVERS = ("pd", "admm", "qn", "xpbd", "vbd")
CONVERGED = 100  # iterations a step of Newton's method, of which it needs fewer
DAMPED = 0.01  # of the energy that converged steps lose
CELLS = ([8, 2, 2], [16, 4, 4])


@claim(
    47,
    "Draft: PD damps, the more severely the earlier its iterations are stopped and the larger the mesh. "
    "Tested with all solvers, by the energy of a swinging cantilever, a mean over two seconds: with one "
    "iteration a step it is below that of converged steps; with more iterations it is below by less, and on "
    "the finer mesh by more.",
    source="draft, properties of PD",
    figure="early_stopping",
)
def stopping_early_damps(results: Results) -> Verdict:
    converged = {
        (tuple(cells), h): run
        for cells in CELLS
        for h, run in results.by(SWEEP, "newton", "h", iterations=CONVERGED, cells=cells).items()
    }
    steps = list(dict.fromkeys(h for _, h in converged))
    coarse, fine = map(tuple, CELLS)
    cases: dict[str, list[Part]] = {}
    sags, coarse_and_fine = [], {}
    for solver in SOLVERS:
        label = SOLVER_LABELS[solver]
        runs = {
            (tuple(cells), h, int(n)): run
            for cells in CELLS
            for (h, n), run in results.by(SWEEP, solver, "h", "iterations", cells=cells).items()
        }
        below = {key: energy_shortfall(run, converged[key[:2]]) for key, run in runs.items()}
        few, more, *_ = sorted({n for _, _, n in runs})
        coarse_and_fine[label] = " and ".join(
            f"{max((below[mesh, h, few] for h in steps), key=abs):.2f}" for mesh in (coarse, fine)
        )
        for h in steps:
            cases.setdefault(label, []).append(
                Part(
                    DAMPED < below[coarse, h, few] < below[fine, h, few]
                    and all(below[mesh, h, more] < below[mesh, h, few] for mesh in (coarse, fine)),
                    f"h = {h:g} s: the mean energy is below that of converged steps by "
                    + ", and on the finer mesh by ".join(
                        listed(
                            f"{round(share, 3) + 0.0:.3f} (n = {n})"
                            for (*key, n), share in below.items()
                            if key == [mesh, h]
                        )
                        for mesh in (coarse, fine)
                    )
                    + " of what these lose",
                )
            )
        sags.append(
            f"{label} with n = {few} on the finer mesh: when the beam of converged steps is half way down, "
            "this one has fallen "
            + listed(
                f"{100 * share_of_fall(runs[fine, h, few], converged[fine, h]):.0f} % as far (h = {h:g} s)"
                for h in steps
            )
            + "; its lowest mean sag is "
            + listed(
                f"{mean_sag(runs[fine, h, few]).max() / mean_sag(converged[fine, h]).max():.2f} times theirs "
                f"(h = {h:g} s)"
                for h in steps
            )
        )
    damps = [label for label, parts in cases.items() if all(part.holds for part in parts)]
    words = listed(f"{label} {shares}" for label, shares in coarse_and_fine.items())
    return by_case(
        "the solver",
        cases,
        *sags,
        depends=f"It holds for {listed(damps)}. With the fewest iterations a step the mean energy is below "
        f"that of converged steps by these multiples of what they lose, on the coarse and the finer mesh: "
        f"{words}. Where they are negative, the beam has more energy than with converged steps.",
    )
