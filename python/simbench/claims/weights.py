"""Claims 4 to 7: ADMM's weights w = c √(k V) on the untwisting beam, k = 1e8 Pa."""

from simbench.claims import claim
from simbench.claims.measures import SOLVED, final, first_iteration, listed
from simbench.claims.results import Results
from simbench.claims.verdicts import Part, Verdict, in_parts
from simbench.results import Run


def by_weight(results: Results, h: float) -> dict[float, Run]:
    return results.by("admm_weights", "admm", "c", h=h)


def above_start(run: Run) -> bool:
    return final(run) > run.at(0)["objective"]


def ratios(runs: dict[float, Run]) -> str:
    """The final objectives over that of the start."""
    return listed(f"c = {c:g}: {final(run) / run.at(0)['objective']:.4f}" for c, run in runs.items())


@claim(
    4,
    "Untwist, h = 1e-2 s: ADMM reaches the same objective for every c of 0.2 … 1.2; with c = 0.1 it ends "
    "above the start.",
    source="evaluation, “Concerning ADMM weights”",
    figure="admm_weights_1e-2",
)
def weights_reach_the_same_objective(results: Results) -> Verdict:
    runs = by_weight(results, 1e-2)
    errors = {c: run.first_step["relative_error"].iloc[-1] for c, run in runs.items()}
    words = listed(f"c = {c:g}: {error:.1e}" for c, error in errors.items())
    same = all(error < SOLVED for c, error in errors.items() if c >= 0.2)
    return in_parts(
        [
            Part(same, f"final relative errors: {words}"),
            Part(
                above_start(runs[0.1]),
                f"c = 0.1 ends at {final(runs[0.1]) / runs[0.1].at(0)['objective']:.3f} of start",
            ),
        ],
    )


@claim(
    5,
    "Untwist, h = 1e-2 s: c = 0.3 and 0.4 are fastest, and above 0.4 convergence gets slower with c; c = 0.1 "
    "and 0.2 are above the start during the first 20 iterations.",
    source="evaluation, “Concerning ADMM weights”",
    figure="admm_weights_1e-2",
)
def fastest_weights(results: Results) -> Verdict:
    runs = by_weight(results, 1e-2)
    reached = {c: first_iteration(run, SOLVED) for c, run in runs.items()}
    known = {c: iteration for c, iteration in reached.items() if iteration is not None}
    fastest = sorted(known, key=known.get)[:2]
    slower = [known.get(c, 10**9) for c in sorted(runs) if c >= 0.4]
    words = listed(
        f"c = {c:g}: {'not' if iteration is None else iteration}" for c, iteration in reached.items()
    )
    early = {
        c: [runs[c].at(i)["objective"] / runs[c].at(0)["objective"] for i in (10, 20)] for c in (0.1, 0.2)
    }
    return in_parts(
        [
            Part(sorted(fastest) == [0.3, 0.4], f"iterations to a relative error below 0.05 %: {words}"),
            Part(slower == sorted(slower), "from c = 0.4 on these grow with c"),
            *(
                Part(
                    min(values) > 1,
                    f"c = {c:g}: {values[0]:.3g} and {values[1]:.3g} of start after 10 and 20 iterations",
                )
                for c, values in early.items()
            ),
        ],
    )


@claim(
    6,
    "Untwist, h = 1e-3 s: c above 0.4 reaches a lower objective than c ≤ 0.4, and c = 0.2 and 0.3 end above "
    "the start; so the best weight depends on the time step.",
    source="evaluation, “Concerning ADMM weights”",
    figure="admm_weights_1e-3",
)
def best_weight_depends_on_the_time_step(results: Results) -> Verdict:
    runs = by_weight(results, 1e-3)
    low = min(final(run) for c, run in runs.items() if c <= 0.4)
    high = max(final(run) for c, run in runs.items() if c > 0.4)
    best = {
        h: min(weights, key=lambda c, weights=weights: first_iteration(weights[c], SOLVED) or 10**9)
        for h in (1e-2, 1e-3)
        for weights in [by_weight(results, h)]
    }
    return in_parts(
        [
            Part(high < low, f"final objectives over start: {ratios(runs)}"),
            *(Part(above_start(runs[c]), f"c = {c:g} ends above the start") for c in (0.2, 0.3)),
            Part(
                best[1e-2] != best[1e-3],
                f"fastest to 0.05 %: c = {best[1e-2]:g} at h = 1e-2 s, c = {best[1e-3]:g} at h = 1e-3 s",
            ),
        ],
    )


@claim(
    7,
    "Untwist: ADMM with c = 1 is almost PD (h = 1e-2 and 1e-3 s).",
    source="chapter on methods, properties of ADMM",
    figure="admm_weights_1e-2",
)
def unit_weight_is_almost_pd(results: Results) -> Verdict:
    parts = []
    for h in (1e-2, 1e-3):
        admm, pd = by_weight(results, h)[1.0], results.run("admm_weights", "pd", h=h)
        errors = admm.first_step.merge(pd.first_step, on="iteration", suffixes=("", "_pd"))
        apart = (errors["relative_error"] - errors["relative_error_pd"]).abs()
        worst = int(apart.idxmax())
        parts.append(
            Part(
                apart[worst] < 0.05,
                f"h = {h:g} s: relative errors differ by at most {100 * apart[worst]:.2f} % (at iteration "
                f"{errors['iteration'][worst]}), below 0.05 % after {first_iteration(admm, SOLVED)} "
                f"iterations (PD {first_iteration(pd, SOLVED)})",
            )
        )
    return in_parts(parts)
