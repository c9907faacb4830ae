"""A Python solver that does something wrong ends its run with an exception, and leaves nothing behind."""

import traceback
from pathlib import Path

import numpy as np
import pytest
from python_solvers import BEAM, VERTICES, GradientInS, variant

import simbench as sb

pytestmark = pytest.mark.usefixtures("module")
SHAPE = (VERTICES, 3)


def test_settings_are_those_of_init_even_without_super_init():
    class Damped(GradientInS):
        def __init__(self, damping=0.5, names=("x",)):
            self.damping = damping

    for solver, damping in [(Damped, 0.5), (Damped(), 0.5), (Damped(np.float64(0.25)), 0.25)]:
        settings = sb.run(BEAM, solver)["damped"].scene["solvers"]["damped"]
        assert (settings["damping"], settings["names"]) == (damping, ["x"])
    ids = [sb.run(BEAM, Damped(damping))["damped"].run_id for damping in (0.5, 0.5, 0.25)]
    assert ids[0] == ids[1] != ids[2]


def test_objects_of_one_class_are_told_apart_by_their_settings():
    class Damped(GradientInS):
        def __init__(self, damping=1.0, metric="S"):
            self.damping = damping

    runs = sb.run(BEAM, [Damped, Damped(0.5), Damped(0.25)])
    assert list(runs) == ["damped-damping=1.0", "damped-damping=0.5", "damped-damping=0.25"]
    assert [run.scene["solvers"]["damped"]["damping"] for run in runs.values()] == [1.0, 0.5, 0.25]
    assert list(sb.run(BEAM, ["pd", Damped(0.5)])) == ["pd", "damped"]


def test_a_class_without_source_has_a_hash_of_its_code():
    def hash_of(body: str) -> str:
        names: dict = {"GradientInS": GradientInS, "__name__": "nowhere"}
        exec(f"class Own(GradientInS):\n    {body}", names)
        return sb.run(BEAM, names["Own"], iterations=1)["own"].scene["solvers"]["own"]["source_sha256"]

    first = "declines = classmethod(lambda cls, laws: [reason for reason in laws if reason == 'nix'] or None)"
    assert hash_of(first) == hash_of(first)
    assert hash_of(first) != hash_of(first.replace("nix", "nox"))


def with_init(init: object) -> type[GradientInS]:
    return variant(__init__=init)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: with_init(lambda self, a: None)(object()), "settings of Variant.* found object"),
        (lambda: with_init(lambda self, a: None)(np.nan), "settings of Variant.*finite numbers"),
        (lambda: with_init(lambda self, a: None)({1, 2}), "settings of Variant.* found set"),
        (lambda: with_init(lambda self, *a: None)(1), "takes \\*a, but results record settings by name"),
        (lambda: with_init(lambda self, source: None)(1), "results use the name 'source'"),
        (lambda: GradientInS(3), "GradientInS takes no settings"),
    ],
)
def test_settings_that_results_cannot_record_are_refused(make, message):
    with pytest.raises(TypeError, match=message):
        make()


@pytest.mark.parametrize(
    ("positions", "error", "found"),
    [
        (None, TypeError, "a value of type NoneType"),
        (np.zeros((5, 3)), ValueError, "ndarray of float64 with shape (5, 3)"),
        (np.zeros(SHAPE, np.float32), TypeError, f"ndarray of float32 with shape {SHAPE}"),
        ([[0.0] * 3] * VERTICES, TypeError, "a value of type list"),
        (np.zeros(3 * VERTICES), ValueError, f"ndarray of float64 with shape ({3 * VERTICES},)"),
    ],
)
def test_wrong_positions_are_refused(positions, error, found, tmp_path):
    solver = variant(positions=property(lambda self: positions))
    with pytest.raises(error) as raised:
        sb.run(BEAM, ["pd", solver], output=tmp_path / "runs")
    expected = f"variant.positions: expected a float64 array of shape {SHAPE}; found {found}"
    assert str(raised.value) == expected
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["pd"]


def test_positions_without_property_are_a_method():
    with pytest.raises(TypeError, match="found a value of type method"):
        sb.run(BEAM, variant(positions=lambda self: self.q))


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_positions_that_are_not_finite_end_the_run_as_of_every_solver(number):
    run = sb.run(BEAM, variant(positions=property(lambda self: np.full(SHAPE, number))))["variant"]
    assert run.manifest["status"] == "diverged"
    assert run.manifest["message"] == "the positions are not finite"


@pytest.mark.parametrize(
    ("returned", "error", "message"),
    [
        (1.0, TypeError, "expected None, or a dict with values of columns; found float"),
        (np.zeros(SHAPE), TypeError, "expected None, or a dict with values of columns; found ndarray"),
        ({"other": 1}, ValueError, "'other' is no column of this solver; variant.columns declares them"),
        ({"length": "x"}, TypeError, "expected a number for the column 'length'; found str"),
        ({"length": None}, TypeError, "expected a number for the column 'length'; found NoneType"),
        ({"length": np.zeros(3)}, TypeError, "expected a number for the column 'length'; found ndarray"),
    ],
)
def test_wrong_values_of_iterate_are_refused(returned, error, message):
    solver = variant(iterate=lambda self: returned, columns={"length": ("1", "of the step")})
    with pytest.raises(error) as raised:
        sb.run(BEAM, solver)
    assert str(raised.value) == f"variant.iterate: {message}"


@pytest.mark.parametrize("value", [1.5, 2, True, np.float32(1.5), np.array(3.0)])
def test_columns_hold_what_iterate_returns(value):
    solver = variant(iterate=lambda self: {"length": value}, columns={"length": ("1", "of the step")})
    column = sb.run(BEAM, solver, iterations=2)["variant"].iterations["length"]
    assert np.isnan(column[0])
    assert list(column[1:]) == [float(value)] * 2


TEXTS = ("1", "a meaning")


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        ({"length": "m"}, TypeError, "found 'length': 'm'"),
        ({"length": ("m", "a", "b")}, TypeError, "expected a dict of units and meanings"),
        (["length"], TypeError, "expected a dict of units and meanings"),
        ({"a\nb": TEXTS}, TypeError, "expected a dict of units and meanings"),
        ({"a,b": TEXTS}, TypeError, "expected a dict of units and meanings"),
        ({"objective": TEXTS}, ValueError, "every run has a column 'objective'"),
        ({"step": TEXTS}, ValueError, "every run has a column 'step'"),
        ({"elapsed_seconds": TEXTS}, ValueError, "every run has a column 'elapsed_seconds'"),
        ({f"c{i}": TEXTS for i in range(9)}, ValueError, "expected at most 8 columns; found 9"),
    ],
)
def test_wrong_columns_are_refused(columns, error, message):
    with pytest.raises(error, match=message):
        sb.run(BEAM, variant(columns=columns))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("pd", "simbench has a solver 'pd'; give yours another name"),
        ("all", "--solver all means several solvers; give yours another name"),
        ("My Solver", "the name 'My Solver' of a solver: expected lower-case letters, digits and _"),
        ("../up", "the name '../up' of a solver: expected lower-case letters, digits and _"),
        (5, "the name '5' of a solver: expected lower-case letters, digits and _"),
    ],
)
def test_wrong_names_are_refused(name, message):
    with pytest.raises(sb.SimbenchError) as raised:
        sb.run(BEAM, variant(name=name))
    assert str(raised.value) == message


def test_methods_that_are_missing_are_named():
    class Unfinished(sb.Solver):
        pass

    with pytest.raises(NotImplementedError, match=r"Unfinished has no begin_step\(problem\)"):
        sb.run(BEAM, Unfinished)


class Mine(Exception):  # noqa: N818
    pass


def fails(self, *_) -> None:
    raise Mine("in the middle", 7)


@pytest.mark.parametrize("method", ["begin_step", "iterate", "positions", "declines"])
def test_exceptions_pass_through_unchanged(method, tmp_path):
    kind = {"positions": property, "declines": classmethod}.get(method, lambda function: function)
    with pytest.raises(Mine) as raised:
        sb.run(BEAM, ["qn", variant(**{method: kind(fails)}), "pd"], output=tmp_path / "runs")
    assert raised.value.args == ("in the middle", 7)
    frame = traceback.extract_tb(raised.value.__traceback__)[-1]
    assert (Path(frame.filename), frame.name) == (Path(__file__), "fails")
    # A solver that is refused ends the call before any run. Otherwise earlier runs are complete.
    left = [] if method == "declines" else ["qn"]
    assert [path.name for path in tmp_path.glob("runs/*")] == left
    for name in left:
        assert sb.load_run(tmp_path / "runs" / name).manifest["status"] == "max_iterations"
    assert list(sb.run(BEAM, GradientInS)) == ["gradient_in_s"]


@pytest.mark.parametrize("error", [MemoryError, StopIteration, GeneratorExit])
def test_exceptions_of_python_pass_through(error):
    def iterate(self) -> None:
        raise error

    with pytest.raises(error):
        sb.run(BEAM, variant(iterate=iterate))


def test_converged_ends_the_run_in_success():
    def iterate(self) -> None:
        raise sb.Converged("the step is small")

    run = sb.run(BEAM, variant(iterate=iterate))["variant"]
    assert run.manifest["status"] == "converged"
    assert run.manifest["message"] == "the step is small"
    assert list(run.iterations["iteration"]) == [0]


def test_a_solver_can_decline_a_scene():
    refuses = classmethod(lambda cls, laws: f"it knows no {laws[0]}")
    with pytest.raises(sb.SimbenchError, match="variant declines: it knows no strain"):
        sb.run(BEAM, variant(declines=refuses))


def test_a_problem_lives_as_long_as_the_solver_keeps_it():
    solver = GradientInS()
    run = sb.run(BEAM, solver)["gradient_in_s"]
    assert solver.problem.objective(solver.q) == run.iterations["objective"].iloc[-1]


def test_each_time_step_is_a_new_problem():
    class Keeps(GradientInS):
        def begin_step(self, problem):
            super().begin_step(problem)
            starts.append(problem.previous_positions)

    starts: list[np.ndarray] = []
    solver = Keeps()
    sb.run(sb.Scene.load(BEAM, {"step.steps": 3}), solver)
    assert len(starts) == 3
    np.testing.assert_array_equal(starts[0], sb.Scene.load(BEAM).problem().rest_positions)
    assert np.abs(starts[2] - starts[1]).max() > 1e-4
