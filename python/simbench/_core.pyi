"""The compiled module. Programs use what `simbench` shows of it; the rest may change."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, sparray, spmatrix

from simbench.solver import Solver
from simbench.term import Term

version: str
build_id: str

class Factor:
    """The factors of a symmetric positive definite matrix."""

    def __call__(self, right_hand_side: NDArray[np.float64]) -> NDArray[np.float64]:
        """Solves A x = b. b has the shape (n, 3), or n numbers in any shape; x has b's shape."""

class Problem:
    """A time step as a minimisation: f(q) = inertial(q) + constraint(q).

    Positions q are float64 arrays of shape (n, 3) [m]; they are copied. Arrays of the problem are read-only.
    """

    @property
    def vertex_count(self) -> int:
        """n"""
    @property
    def time_step(self) -> float:
        """h [s]"""
    @property
    def start(self) -> NDArray[np.float64]:
        """The positions where every solver starts: q~, or those at the end of the step before if
        step.start is previous; (n, 3) [m]
        """
    @property
    def inertial_positions(self) -> NDArray[np.float64]:
        """q~, to which the body would move without its potentials; (n, 3) [m]"""
    @property
    def previous_positions(self) -> NDArray[np.float64]:
        """The positions at the end of the step before; (n, 3) [m]"""
    @property
    def masses(self) -> NDArray[np.float64]:
        """Lumped masses; (n,) [kg]"""
    @property
    def rest_positions(self) -> NDArray[np.float64]:
        """The body at rest; (n, 3) [m]"""
    @property
    def tets(self) -> NDArray[np.int32]:
        """The vertices of each tet; (tets, 4)"""
    @property
    def quadratic_tets(self) -> NDArray[np.int32]:
        """The corners of each quadratic tet and the middles of its edges 01, 02, 03, 12, 13, 23; (tets, 10),
        or (0, 10) if the tets are linear
        """
    @property
    def triangles(self) -> NDArray[np.int32]:
        """The vertices of each triangle of a surface; (triangles, 3)"""
    @property
    def held_vertices(self) -> list[int]:
        """The vertices that are held exactly; their gradient is zero"""
    @property
    def laws(self) -> list[str]:
        """The law of each potential"""
    def objective(self, q: NDArray[np.float64]) -> float:
        """f(q) [J]"""
    def inertial(self, q: NDArray[np.float64]) -> float:
        """1/(2 h^2) |M^1/2 (q - q~)|^2 [J]"""
    def constraint(self, q: NDArray[np.float64]) -> float:
        """The energy of all potentials [J]"""
    def energies(self, q: NDArray[np.float64]) -> list[float]:
        """The energy of each potential, in the order of `laws` [J]"""
    def gradient(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        """df/dq; (n, 3) [N]; zero at held vertices"""
    def hessian(self, q: NDArray[np.float64], definite: bool = False) -> csc_array:
        """The second derivatives of f, a csc_array (3 n, 3 n) [N/m].

        With definite=True each element's part is made positive semidefinite, as Newton's method of simbench
        does.
        """
    def stiffness_matrix(self) -> csc_array:
        """S = M/h^2 + sum of k V D'D, a csc_array (n, n): the matrix of Projective Dynamics.

        Held vertices are coupled with no vertex.
        """
    def factorize(self, matrix: sparray | spmatrix | NDArray[np.float64]) -> Factor:
        """Factorises a symmetric positive definite matrix of scipy.sparse. The result solves:
        factorize(A)(b).
        """

class PythonTerm:
    """A Python term as the harness sees it."""

    def __init__(
        self,
        name: str,
        summary: str,
        settings_json: str,
        columns: Sequence[tuple[str, str, str]],
        at_step: Callable[[str, Problem], Term],
    ) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def settings_json(self) -> str: ...

class PythonSolver:
    """A Python solver as the harness sees it."""

    def __init__(
        self,
        name: str,
        summary: str,
        settings_json: str,
        columns: Sequence[tuple[str, str, str]],
        make: Callable[[str], Solver],
        declines: Callable[[list[str], str], str | None],
    ) -> None: ...
    @property
    def name(self) -> str: ...

class Scene:
    @staticmethod
    def from_file(name: str, settings_json: str) -> Scene: ...
    @staticmethod
    def from_text(text: str, settings_json: str) -> Scene: ...
    def changed(self, settings_json: str) -> Scene: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def solvers(self) -> list[str]: ...
    def declines(self, solver: str) -> str | None: ...
    def json(self) -> str: ...
    def check(self) -> str: ...

class Motion:
    def __init__(self, scene: Scene) -> None: ...
    @property
    def step(self) -> int: ...
    @property
    def step_count(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def positions(self) -> NDArray[np.float64]: ...
    @property
    def velocities(self) -> NDArray[np.float64]: ...
    def problem(self) -> Problem: ...
    def minimum(self) -> NDArray[np.float64]: ...
    def advance(self, q: NDArray[np.float64]) -> None: ...
    def checkpoint(self) -> str: ...

def run(
    scene: Scene,
    solvers: Sequence[str | PythonSolver],
    options_json: str,
    output: str,
    threads: int,
    repeat: int,
    replace: bool,
) -> list[tuple[str, str]]: ...
def read_tets(
    file: str,
) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], list[str]]:
    """The unchecked contents of a .msh, .node or .ele: positions (n, 3) [m]; four corners of each tet; a tag
    of each tet, or none; of each facet the number of its corners and these; and notes. Corners count from 0.
    """

def read_off(file: str) -> tuple[NDArray[np.float64], NDArray[np.int32], list[str]]:
    """The unchecked contents of a .off: positions (n, 3) [m], three corners of each triangle, and notes."""

def minimises(solver: str) -> bool: ...
def program(arguments: Sequence[str]) -> int: ...
def set_program(file: str) -> None: ...
def checkpoint_of(run: str) -> str: ...
def set_loaders(
    load_solver: Callable[[str], PythonSolver], load_term: Callable[[str], PythonTerm]
) -> None: ...
def register_term(term: PythonTerm) -> None: ...
def end_computations() -> None: ...
def is_computing() -> bool: ...
