"""Steps that lead more or less far from rest, of a small beam for solvers with dense matrices."""

import json

from field.claims.measures import power_of_ten
from field.claims.problems import Scene, by
from simbench import Run
from simbench.study import Results

SWEEP = "responses_"
EXACT_HESSIAN, FULL_STEPS = '{"hessian":"exact_if_spd"}', '{"line_search":"none"}'


def untwisting(results: Results) -> list[Scene]:
    keys = results.by(SWEEP + "angles", "vbd", "preparation.duration", "k")
    return [
        Scene(
            f"untwist at k = {power_of_ten(k)} Pa by {180 * duration:.4g}°",
            SWEEP + "angles",
            {"preparation.duration": duration, "k": k},
            f"untwist at k = {power_of_ten(k)} Pa by",
            f"{180 * duration:.4g}°",
        )
        for duration, k in sorted(keys, key=lambda key: key[::-1])  # the beam is turned by 180° in a second
    ]


def sagging(results: Results) -> list[Scene]:
    keys = results.by(SWEEP + "sag", "vbd", "h", "k")
    return [
        Scene(
            f"sag in h = {h:.2g} s at k = {power_of_ten(k)} Pa",
            SWEEP + "sag",
            {"h": h, "k": k},
            f"sag in h = {h:.2g} s at k =",
            f"{power_of_ten(k)} Pa",
        )
        for h, k in sorted(keys)
    ]


def moved_ends(results: Results) -> dict[str, Scene]:
    """The scenes whose end is moved in a step of a second, by what happens to the end."""
    found = {}
    for text in results.by(SWEEP + "ends", "vbd", "anchors.groups"):
        end = json.loads(text)[1]
        along = end.get("translation", [0])[0]
        kind = "drawn out" if along > 0 else "pressed in" if along < 0 else "turned"
        how = "turned by 90°" if kind == "turned" else f"{kind} by {abs(along):g} m"
        found[how] = Scene(f"end {how}", SWEEP + "ends", {"anchors.groups": text}, "end", how)
    return found


def newton_with(results: Results, scene: Scene, settings: str = "{}", solver: str = "newton") -> Run:
    return by(results, scene, solver, f"solvers.{solver}")[settings]
