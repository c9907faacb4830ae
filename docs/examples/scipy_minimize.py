"""The minimisers of scipy.optimize as a solver: --solver 'scipy_minimize.py[method=trust-ncg]'."""

import queue
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

import numpy as np
from scipy.optimize import OptimizeResult, minimize

import simbench as sb

# Each method goes on until rounding stops it.
OPTIONS = {
    "L-BFGS-B": {"ftol": 0, "gtol": 0, "maxiter": 10**9, "maxfun": 10**9},
    "Newton-CG": {"xtol": 0, "maxiter": 10**9},
    "trust-ncg": {"gtol": 0, "maxiter": 10**9},
}


class ScipyMinimize(sb.Solver):
    """Methods of scipy.optimize.minimize: L-BFGS-B, Newton-CG and trust-ncg."""

    name = "scipy"
    columns: ClassVar = {
        "gradients": ("1", "evaluations of the objective and its gradient in this step"),
        "products": ("1", "products of the Hessian and a vector in this step"),
    }

    def __init__(self, method: str = "L-BFGS-B") -> None:
        self.method = method

    def begin_step(self, problem: sb.Problem) -> None:
        self.q = problem.start
        self.objective = CountedObjective(problem)
        self.iterates = iterates_of(partial(minimise, self.objective, self.method))

    def iterate(self) -> dict[str, float]:
        found = next(self.iterates)
        if isinstance(found, OptimizeResult):
            raise sb.Converged(found.message)
        self.q = found.reshape(-1, 3)
        return {"gradients": self.objective.gradients, "products": self.objective.products}

    @property
    def positions(self) -> np.ndarray:
        return self.q


class CountedObjective:
    """f of a vector x instead of positions q, its derivatives, and the numbers of their evaluations."""

    def __init__(self, problem: sb.Problem) -> None:
        self.problem = problem
        self.gradients = self.products = 0
        self.x_of_hessian = None

    def value_and_gradient(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        self.gradients += 1
        q = x.reshape(-1, 3)
        return self.problem.objective(q), self.problem.gradient(q).ravel()

    def hessian_times(self, x: np.ndarray, vector: np.ndarray) -> np.ndarray:
        self.products += 1
        if not np.array_equal(x, self.x_of_hessian):
            self.x_of_hessian, self.hessian = x.copy(), self.problem.hessian(x.reshape(-1, 3))
        return self.hessian @ vector


def minimise(objective: CountedObjective, method: str, callback: Callable) -> OptimizeResult:
    return minimize(
        objective.value_and_gradient,
        objective.problem.start.ravel(),
        jac=True,
        hessp=None if method == "L-BFGS-B" else objective.hessian_times,
        method=method,
        options=OPTIONS[method],
        callback=callback,
    )


def iterates_of(minimise: Callable) -> Iterator[np.ndarray | OptimizeResult]:
    """Yields what `minimise` passes to its callback, and at the end what it returns.

    `minimise` runs in a thread, which waits in the callback until the next iterate is asked for. So a method
    keeps its memory between iterations, and the time until an iterate arrives is the method's own time.
    """
    asked, found = threading.Semaphore(0), queue.SimpleQueue()
    is_closed = False

    def callback(x: np.ndarray) -> None:
        found.put(x.copy())
        asked.acquire()
        if is_closed:
            raise StopIteration  # ends the method

    def work() -> None:
        asked.acquire()
        try:
            found.put(minimise(callback))
        except Exception as error:
            found.put(error)

    threading.Thread(target=work, daemon=True).start()
    try:
        while True:
            asked.release()
            result = found.get()
            if isinstance(result, Exception):
                raise result
            yield result
    finally:
        is_closed = True
        asked.release()
