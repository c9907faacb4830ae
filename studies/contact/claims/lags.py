"""Claim C6: how many lags it takes until friction is that of its own contacts."""

import numpy as np

from contact.claims.measures import two_digits
from simbench import Run
from simbench.study import Results, Verdict, at_most, claim, in_parts

SWEEP = "lags"
ENOUGH, CLAIMED = 0.05, 3  # the share of the first lag's error that may be left, and after how many lags


def errors(run: Run) -> np.ndarray:
    """By lag the error of friction at its end, over that of the first one; summed over time steps."""
    by_lag = run.ends_of_steps["lag_error"].to_numpy(float).reshape(-1, run.steps_of_a_frame).sum(axis=0)
    return by_lag / by_lag[0]


def percent(share: float) -> str:
    return f"{two_digits(100 * share)} %"


def rate(found: list[np.ndarray]) -> float:
    """The largest part of an error that a lag leaves, from the claimed lag to twice as many, in the mean."""
    return max((own[2 * CLAIMED - 1] / own[CLAIMED - 1]) ** (1 / CLAIMED) for own in found)


@claim(6)
def few_lags_are_enough(results: Results) -> Verdict:
    found: dict[tuple, list[np.ndarray]] = {}
    for run in results.by(SWEEP, "newton", "contact", "h", "impact").values():
        scene = run.scene
        keys = (
            f"μ = {scene['contact']['friction']:g}",
            f"h = {scene['step']['time_step']:g} s",
            f"κ = {scene['contact']['stiffness']:g} J/m⁴",
            "a block that hits the slope" if scene.get("start") else "a block that is laid on the slope",
        )
        found[keys] = [*found.get(keys, []), errors(run)]
    runs = [own for several in found.values() for own in several]
    worst = np.max(runs, axis=0)

    def of(key: str) -> list[np.ndarray]:
        return [own for keys, several in found.items() if key in keys for own in several]

    words = "the largest part of the first lag's error that the third one leaves"
    return in_parts(
        [at_most(worst[CLAIMED - 1], ENOUGH, words)],
        *(f"{', '.join(keys)}: {', '.join(percent(e) for e in own)}" for keys, (own,) in found.items()),
        runs=len(runs),
        three=percent(worst[CLAIMED - 1]),
        two=percent(worst[CLAIMED - 2]),
    ).reaching(
        {
            key: bool(np.max(of(key), axis=0)[CLAIMED - 1] <= ENOUGH)
            for key in dict.fromkeys(key for keys in found for key in keys)
        }
        | {"two lags in place of three": bool(worst[CLAIMED - 2] <= ENOUGH)},
        last=percent(worst[-1]),
        little=percent(rate(of("μ = 0.3"))),
        much=percent(rate(of("μ = 1.5"))),
    )
