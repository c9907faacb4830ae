"""Experiments for a mesh of one's own: what holds the body, what moves it, and how soft and how quick it is.

Lengths scale with the body's longest extent L, and times with the time L √(ρ/E) in which a wave crosses it.
So one time step moves a body of any size by some percent of L. A new experiment is a function and a line in
EXPERIMENTS.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

DENSITY, GRAVITY = 1000, 9.81  # [kg/m³, m/s²]
END = 0.05  # the share of L that belongs to an end
BEYOND = 0.01  # how far the box of an end lies outside of the body, over L
BEND = 0.3  # sideways move of the upper end before it is let go, over L
TURN = 90  # of the upper end before it is let go [degrees]
STRETCH = 0.3  # by which the ends are pulled apart, over L
# E over ρ g L: of a body that is bent and let go, and of one that only its weight moves.
FIRM, SOFT = 100, 20
POISSON_RATIO = 0.45  # of the law that bends the body before the first step


class CannotDoError(ValueError):
    """The body cannot do the experiment; says why, and which one it can do."""


@dataclass(frozen=True, eq=False)
class Body:
    """`points` (n × 3 [m]) are the vertices of the body at rest."""

    points: np.ndarray

    @property
    def low(self) -> np.ndarray:
        return self.points.min(axis=0)

    @property
    def size(self) -> np.ndarray:
        return np.ptp(self.points, axis=0)

    @property
    def length(self) -> float:
        return float(self.size.max())

    @property
    def axis(self) -> int:
        """Along which the body is longest."""
        return int(np.argmax(self.size))

    @property
    def heights(self) -> np.ndarray:
        """Of the points along the longest axis, over L, from 0 to 1."""
        return (self.points[:, self.axis] - self.low[self.axis]) / self.length

    @property
    def lower(self) -> np.ndarray:
        """Which points belong to the end where the axis begins."""
        return self.heights <= END

    @property
    def upper(self) -> np.ndarray:
        return self.heights >= 1 - END

    def end(self, is_upper: bool) -> dict:
        """The scene's selection of the vertices of an end, which TetGen may have added to."""
        low, high = self.low - BEYOND * self.length, self.low + self.size + BEYOND * self.length
        (low if is_upper else high)[self.axis] = (
            self.low[self.axis] + (1 - END if is_upper else END) * self.length
        )
        digits = 3 - math.floor(math.log10(self.length))  # a thousandth of L is always kept
        return {
            "select": "box",
            "minimum": low.round(digits).tolist(),
            "maximum": high.round(digits).tolist(),
        }

    def stiffness(self, firmness: float) -> float:
        """E [Pa] that is `firmness` times ρ g L."""
        return one_digit(firmness * DENSITY * GRAVITY * self.length)

    def crossing(self, stiffness: float) -> float:
        """The time [s] in which a wave crosses the body."""
        return self.length * float(np.sqrt(DENSITY / stiffness))


def release(body: Body, frames: int) -> dict:
    """is held at one end, bent by the other, and let go"""
    size = body.size
    size[body.axis] = np.inf
    speed = [one_digit(BEND * body.length) if place == np.argmin(size) else 0 for place in range(3)]
    return let_go(body, frames, {"translation": speed}, [0, 0, -GRAVITY])


def twist(body: Body, frames: int) -> dict:
    """is held at one end, twisted by the other, and let go"""
    centre = body.low + body.size / 2
    across = np.delete(np.arange(3), body.axis)
    arms = np.linalg.norm((body.points - centre)[body.upper][:, across], axis=1)
    if arms.max() < 1e-3 * body.length:
        raise CannotDoError(
            "its upper end lies on the axis of the twist, so a twist does not move it", "release"
        )
    axis = [float(place == body.axis) for place in range(3)]
    turn = {"origin": centre.tolist(), "axis": axis, "degrees_per_second": TURN}
    return let_go(body, frames, {"rotation": turn}, [0, 0, 0])


def let_go(body: Body, frames: int, move: dict, gravity: list[float]) -> dict:
    """The body in equilibrium after `move` has moved its upper end, which nothing holds any more."""
    require_free_vertices(body, body.lower)
    stiffness, held = body.stiffness(FIRM), {"vertices": body.end(False)}
    return {
        **elastic(stiffness, [held]),
        "gravity": gravity,
        "preparation": {
            "material": {
                "model": "stable_neo_hookean",
                "youngs_modulus": stiffness,
                "poisson_ratio": POISSON_RATIO,
            },
            "anchors": {"stiffness": "hard", "groups": [held, {"vertices": body.end(True), **move}]},
            "duration": 1,
            "increments": 6,
        },
        **step(body.crossing(stiffness) / 2, frames),
    }


def sag(body: Body, frames: int) -> dict:
    """is held at one end, and sags under its weight"""
    require_free_vertices(body, body.lower)
    stiffness = body.stiffness(SOFT)
    return {
        **elastic(stiffness, [{"vertices": body.end(False)}]),
        "gravity": [0, 0, -GRAVITY],
        **step(body.crossing(stiffness), frames),
    }


def pull(body: Body, frames: int) -> dict:
    """is held at one end, and pulled at the other by 30 % of its length"""
    require_free_vertices(body, body.lower | body.upper)
    stiffness = body.stiffness(FIRM)
    members = step(body.crossing(stiffness), frames)
    speed = one_digit(STRETCH * body.length / (members["step"]["time_step"] * frames))
    velocity = [speed if place == body.axis else 0 for place in range(3)]
    pulled = {"vertices": body.end(True), "translation": velocity}
    held = [{"vertices": body.end(False)}, pulled]
    return {**elastic(stiffness, held), "gravity": [0, 0, 0], **members}


def drop(body: Body, frames: int) -> dict:
    """falls onto a floor, which it reaches with the speed of a fall from L/2"""
    stiffness = body.stiffness(FIRM)
    edge = float(np.cbrt(np.prod(body.size) / len(body.points)))  # [m], about that of a tet
    floor = {
        "type": "half_space",
        "stiffness": one_digit(stiffness * edge),
        "point": [0, 0, float(body.low[2])],
        "normal": [0, 0, 1],
        "vertices": {"select": "all"},
    }
    return {
        **elastic(stiffness, []),
        "potentials": [floor],
        "gravity": [0, 0, -GRAVITY],
        "initial_velocity": [0, 0, -one_digit(float(np.sqrt(GRAVITY * body.length)))],
        **step(body.crossing(stiffness) / 2, frames),
    }


EXPERIMENTS: dict[str, Callable[[Body, int], dict]] = {
    "release": release,
    "sag": sag,
    "twist": twist,
    "pull": pull,
    "drop": drop,
}


def members(name: str, body: Body, frames: int = 1) -> dict:
    """The scene's members of the experiment with so many time steps. CannotDoError if it cannot be done."""
    return EXPERIMENTS[name](body, frames)


def require_free_vertices(body: Body, held: np.ndarray) -> None:
    if held.all():
        raise CannotDoError(f"all of its {len(held)} vertices belong to the ends that are held", "drop")


def elastic(stiffness: float, held: list[dict]) -> dict:
    return {
        "density": DENSITY,
        "material": {"model": "strain", "stiffness": stiffness},
        "anchors": {"stiffness": "hard", "groups": held},
    }


def step(time_step: float, frames: int) -> dict:
    """One time step, or many shorter ones for a movie."""
    time_step = one_digit(time_step if frames == 1 else time_step / 2)
    return {"step": {"time_step": time_step, "iterations": 100 if frames == 1 else 20, "steps": frames}}


def one_digit(value: float) -> float:
    return float(f"{value:.0e}")
