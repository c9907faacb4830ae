"""The threshold of each exercise: what a right answer must reach beyond the contract of solvers.

Each function returns what is missing, in sentences for the student, and what was measured.
"""

from collections.abc import Callable
from itertools import product

import numpy as np

from simbench.contract.subject import ITERATIONS, subject_of
from simbench.entry.pack.catalogue import scenes
from simbench.running import run
from simbench.scene import Scene
from simbench.solver import Solver

SAME = 1e-9  # how far relative errors may be from those of the program's solver
EXACT = 1e-12  # how far an energy or a rotation may be from the right one
SMALL = "smoke"  # the scene of the thresholds


def implicit_euler(answer: type[Solver]) -> tuple[list[str], str]:
    """objective(q) is f, and the error is at most 1e-3 after 60 iterations."""
    problem = Scene.load(SMALL).problem()
    solver, random = answer(), np.random.default_rng(1)
    solver.begin_step(problem)
    for _ in range(3):
        q = problem.start + random.normal(scale=0.01, size=problem.start.shape)
        ours, wanted = solver.objective(q), problem.objective(q)
        if not abs(ours - wanted) <= EXACT * abs(wanted):
            return [
                f"At a random pose objective(q) is {ours:.6g} J, and f is {wanted:.6g} J: is inertia "
                f"{problem.inertial(q):.6g} J, 1/(2 h²) Σ m |q − q̃|²?"
            ], ""
    return _error_after(answer, 60, 1e-3)


def projective_dynamics(answer: type[Solver]) -> tuple[list[str], str]:
    """closest_rotation(F) is right for inverted tets, too, and iterates are those of pd."""
    random = np.random.default_rng(1)
    for inverted in (False, True):
        wanted, spread = (_rotations(random, 20) for _ in range(2))
        stretches = random.uniform(0.5, 2, (20, 3))
        if inverted:
            stretches[:, 2] = -random.uniform(0.1, 0.4, 20)  # the smallest
        F = wanted @ spread @ (stretches[:, :, None] * np.swapaxes(spread, 1, 2))  # noqa: N806 (name of the theory)
        found = np.asarray(answer.closest_rotation(F), float)
        if found.shape != F.shape or not np.abs(found - wanted).max() <= EXACT:
            return [_about_rotation(found, F, inverted)], ""
    members, _ = scenes()["strain_inverted"]
    return _same_errors(answer, "pd", Scene.load(members))


def compliance(answer: type[Solver]) -> tuple[list[str], str]:
    """Iterates are those of xpbd."""
    ours, theirs = subject_of(answer), subject_of("xpbd")
    difference = ours.usual.difference(theirs.usual)
    if difference <= SAME:
        return [], f"Relative errors of {ITERATIONS} iterations differ from xpbd's by {difference:.1g}."
    first = int(np.argmax(np.abs(ours.usual.errors - theirs.usual.errors) > SAME))
    return [
        f"From iteration {first} on, relative errors differ from xpbd's, by {difference:.1g} at most: "
        + (
            "is the compliance divided by h², and does the denominator have it?"
            if first == 1
            else "is α̃ λ in the numerator, and does λ grow by each Δλ?"
        )
    ], ""


def quasi_newton(answer: type[Solver]) -> tuple[list[str], str]:
    """The line search shortens a step that raises f, and the error is at most 1e-6 after 30 iterations."""
    solver = answer()
    solver.begin_step(_Steep())
    before = _Steep.objective(solver.positions)
    solver.iterate()
    after = _Steep.objective(solver.positions)
    if not after < before:
        return [
            f"Where the whole step raises f, an iteration takes f from {before:g} J to {after:g} J: does "
            "the line search compare f with Armijo's bound?"
        ], ""
    return _error_after(answer, 30, 1e-6)


class _Steep:
    """A problem with f = 5 |q|² and S = 1, a tenth of the Hessian, so the first whole step raises f."""

    start = np.ones((2, 3))
    gradient, stiffness_matrix = staticmethod(lambda q: 10 * q), staticmethod(lambda: None)
    factorize = staticmethod(lambda matrix: lambda b: b)

    @staticmethod
    def objective(q: np.ndarray) -> float:
        return float(5 * (q**2).sum())


def verdict(answer: Callable[[list[float], list[float], float], str]) -> tuple[list[str], str]:
    """The verdict is right for every made-up case of three settings."""
    counts = (5.0, 10.0, 20.0, float("inf"))  # infinite: the solver does not arrive
    cases = 0
    for first in product(counts, repeat=3):
        second, factor = [15.0, 20.0, float("inf")], 2.0
        kept = [
            ours * factor <= theirs and np.isfinite(ours) for ours, theirs in zip(first, second, strict=True)
        ]
        wanted = "holds" if all(kept) else "holds in part" if any(kept) else "fails"
        found = answer(list(first), second, factor)
        if found != wanted:
            return [
                f"With the iterations {first} of the first solver, {second} of the second one and the factor "
                f"{factor:g} the verdict is '{wanted}', not {found!r}: the claim is true {sum(kept)} times."
            ], ""
        cases += 1
    return [], f"The verdict is right in {cases} cases."


def _error_after(answer: type[Solver], iterations: int, largest: float) -> tuple[list[str], str]:
    (done,) = run(SMALL, answer, iterations=iterations).values()
    error = done.curve["relative_error"].iloc[-1]
    said = f"The relative error is {error:.2g} after {iterations} iterations of the scene {SMALL}"
    return ([], f"{said}.") if error <= largest else ([f"{said}; it must be at most {largest:g}."], "")


def _same_errors(answer: type[Solver], solver: str, scene: Scene) -> tuple[list[str], str]:
    ours, theirs = (
        next(iter(run(scene, one, iterations=ITERATIONS).values())).curve["relative_error"].to_numpy()
        for one in (answer, solver)
    )
    length = min(len(ours), len(theirs))
    difference = float(np.abs(ours[:length] - theirs[:length]).max())
    said = f"From inverted tets, relative errors of {ITERATIONS} iterations differ from {solver}'s by"
    said = f"{said} {difference:.1g}."
    return ([], said) if difference <= SAME else ([said], "")


def _rotations(random: np.random.Generator, count: int) -> np.ndarray:
    """Random rotations; (count, 3, 3)."""
    found, _ = np.linalg.qr(random.normal(size=(count, 3, 3)))
    return found * np.sign(np.linalg.det(found))[:, None, None]


def _about_rotation(found: np.ndarray, F: np.ndarray, inverted: bool) -> str:  # noqa: N803 (name of the theory)
    if found.shape != F.shape:
        return f"closest_rotation(F) has the shape {found.shape}, and F has {F.shape}."
    if np.linalg.det(found).min() < 0:
        return "closest_rotation(F) returns reflections for inverted tets: their determinant is −1, not 1."
    which = "inverted tets" if inverted else "tets that are not inverted"
    return f"closest_rotation(F) is another rotation than the closest one, for {which}."
