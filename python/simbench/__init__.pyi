from simbench.contract.table import test as test
from simbench.convert import convert_mesh as convert_mesh
from simbench.errors import ResultsError as ResultsError
from simbench.errors import SimbenchError as SimbenchError
from simbench.results import Run as Run
from simbench.results import axes_of as axes_of
from simbench.results import filtered as filtered
from simbench.results import find_run as find_run
from simbench.results import load_curves as load_curves
from simbench.results import load_run as load_run
from simbench.results import load_runs as load_runs
from simbench.results import load_summary as load_summary
from simbench.running import Runs as Runs
from simbench.running import run as run
from simbench.scene import Motion as Motion
from simbench.scene import Problem as Problem
from simbench.scene import Scene as Scene
from simbench.solver import Converged as Converged
from simbench.solver import Solver as Solver
from simbench.sweeping import sweep as sweep
from simbench.term import Term as Term

__version__: str
