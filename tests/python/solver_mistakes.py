"""A Python solver that keeps the contract of solvers, and solvers with one deliberate mistake each."""

import ctypes
import time

import numpy as np

import simbench as sb


class Descent(sb.Solver):
    """Projective Dynamics as descent in the metric of its matrix: it keeps the contract."""

    def begin_step(self, problem):
        self.problem, self.q, self.iteration = problem, problem.start.copy(), 0
        self.solve = problem.factorize(problem.stiffness_matrix())

    def direction(self):
        return self.solve(self.problem.gradient(self.q))

    def length(self):
        return 1.0

    def iterate(self):
        self.iteration += 1
        self.q -= self.length() * self.direction()

    @property
    def positions(self):
        return self.q


class NotFinite(Descent):
    def length(self):
        return 1.0 if self.iteration < 5 else np.nan


class Grows(Descent):
    def length(self):
        return 8.0


class WritesIntoStart(Descent):
    def begin_step(self, problem):
        super().begin_step(problem)
        self.q = problem.start


class StartsElsewhere(Descent):
    def begin_step(self, problem):
        super().begin_step(problem)
        self.q = problem.previous_positions.copy()


class GlobalCounter(Descent):
    count = 0

    def length(self):
        GlobalCounter.count += 1
        return 1 / (1 + 1e-3 * GlobalCounter.count)


class KeepsMomentum(Descent):
    """Heavy ball; begin_step forgets to put the velocity to zero."""

    velocity = 0.0

    def direction(self):
        self.velocity = 0.2 * self.velocity + super().direction()
        return self.velocity


class MovesWhenRead(Descent):
    @property
    def positions(self):
        self.q = self.q * (1 + 1e-6)
        return self.q


class ReachesAroundReadOnly(Descent):
    def iterate(self):
        super().iterate()
        masses = self.problem.masses
        ctypes.memmove(masses.ctypes.data, (2 * masses).tobytes(), masses.nbytes)


class LimitsComponents(Descent):
    """Limits each coordinate of a step by itself: right in a quarter turn, and in a scaled scene."""

    def direction(self):
        step = super().direction()
        limit = 0.5 * np.abs(step).max()
        return np.clip(step, -limit, limit)


class PulledToOrigin(Descent):
    def length(self):
        size = np.ptp(self.problem.rest_positions)
        return 1 / (1 + np.abs(self.q).max() / size)


class FixedStep(Descent):
    """A length of the step in m/N, that is in s^2/kg."""

    def direction(self):
        return 4e-7 * self.problem.gradient(self.q)


class FixedLimit(Descent):
    def direction(self):
        return np.clip(super().direction(), -1e-2, 1e-2)  # m


class FixedTime(Descent):
    def length(self):
        return 0.5 if self.problem.time_step < 1 / 24 else 1.0  # s


class DividesByStrain(Descent):
    """Moves along the unit vector of a strain, which rounding decides at rest."""

    def direction(self):
        vertices = self.problem.previous_positions[self.problem.tets[0]]
        strain = np.linalg.norm(vertices[1] - vertices[0]) / np.linalg.norm(
            np.diff(self.problem.rest_positions[self.problem.tets[0][:2]], axis=0)
        )
        return super().direction() * (1.0 if strain == 1 else 0.5 + 0.4 * np.sign(strain - 1))


class Sequential(Descent):
    """Vertices with low numbers move first: one after the other, each with the others' new places."""

    def iterate(self):
        diagonal = self.problem.stiffness_matrix().diagonal()
        for some in np.array_split(np.arange(len(self.q)), 3):
            self.q[some] -= 0.2 * self.problem.gradient(self.q)[some] / diagonal[some, None]


class Swings(Descent):
    def length(self):
        return 2.5 if self.iteration < 4 else 1.0


class Stuck(Descent):
    def length(self):
        return 1.0 if self.iteration < 3 else 0.0


class TooEarly(Descent):
    def iterate(self):
        if self.iteration == 3:
            raise sb.Converged("three are enough")
        super().iterate()


class NoPromise(TooEarly):
    minimises = False


class Slow(Descent):
    def iterate(self):
        time.sleep(1.3)
        super().iterate()


class UnitDirection(Descent):
    """Divides the step by its own size: 0/0 at rest."""

    def direction(self):
        step = super().direction()
        size = np.abs(step).max()
        with np.errstate(invalid="ignore"):
            return step / size * size


class UnitStep(Descent):
    """The same, except where the step is exactly zero."""

    def direction(self):
        step = super().direction()
        return 1e-6 * step / (np.abs(step).max() or 1.0)


class OneStepOnly(Descent):
    def begin_step(self, problem):
        if hasattr(self, "problem"):
            raise RuntimeError("a second step")
        super().begin_step(problem)


class MovesHeld(Descent):
    def iterate(self):
        super().iterate()
        self.q[self.problem.held_vertices] += 1e-4


class DeclinesHeld(Descent):
    def begin_step(self, problem):
        if len(problem.held_vertices):
            raise NotImplementedError("held vertices are future work")
        super().begin_step(problem)


# The solver, the check that must find its mistake, the verdict, and words of the sentence.
MISTAKES = [
    (NotFinite, "runs", "failed", "diverged after 5 iterations"),
    (Grows, "runs", "failed", "The objective grows"),
    (WritesIntoStart, "runs", "failed", "read-only"),
    (StartsElsewhere, "start", "differs", "not problem.start"),
    (GlobalCounter, "repeatable", "failed", "from iteration 1 on"),
    (KeepsMomentum, "same instance", "failed", "from iteration 1 on"),
    (MovesWhenRead, "looking", "failed", "from iteration 0 on"),
    (ReachesAroundReadOnly, "reads only", "failed", "masses"),
    (LimitsComponents, "rotation", "failed", "axes"),
    (PulledToOrigin, "far away", "failed", "origin"),
    (FixedStep, "units", "failed", "kilograms and seconds"),
    (FixedLimit, "units", "failed", "metres"),
    (FixedTime, "units", "failed", "in seconds:"),
    (DividesByStrain, "from rest", "differs", "rounding decides"),
    (Sequential, "order", "differs", "order of vertices:"),
    (Swings, "falls", "differs", "raise the objective"),
    (Stuck, "minimum", "failed", "After 2000 iterations"),
    (TooEarly, "minimum", "failed", "After 3 iterations"),
    (TooEarly, "converged", "failed", "after 3 iterations"),
    (NoPromise, "minimum", "not promised", "does not promise"),
    (NoPromise, "converged", "not promised", "after 3 iterations"),
    (Slow, "time limit", "failed", "because one iteration takes 1.3"),
    (UnitDirection, "rest", "failed", "diverged"),
    (UnitStep, "rest", "failed", "moves"),
    (OneStepOnly, "steps", "failed", "a second step"),
    (MovesHeld, "held vertices", "failed", "beam lengths away"),
    (DeclinesHeld, "held vertices", "not promised", "future work"),
]
