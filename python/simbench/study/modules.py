"""Imports the modules of a study, for example <name>.claims.<module>."""

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from simbench.errors import NotRunError, ResultsError, SimbenchError
from simbench.study.judges import forget_judges


def make_importable(study: Path) -> None:
    """Puts the parent of the study's folder on sys.path; refuses a name that another package has."""
    study = study.resolve()
    if not study.name.isidentifier():
        raise ResultsError(
            f"{study}: a study's folder has a name of letters, digits and _, as my_paper; "
            f"rename '{study.name}'"
        )
    _forget_another(study)
    parent = str(study.parent)
    if parent not in sys.path:
        sys.path.append(parent)
    importlib.invalidate_caches()
    found = importlib.util.find_spec(study.name)
    places = [found.origin, *(found.submodule_search_locations or [])] if found else []
    if not any(place and Path(place).resolve() in (study, study / "__init__.py") for place in places):
        there = next((place for place in places if place), "Python itself")
        raise ResultsError(
            f"{study}: the name '{study.name}' is that of another Python package ({there}); "
            "rename the folder of the study"
        )


def _forget_another(study: Path) -> None:
    """Modules of a study of the same name in another folder; tests load several."""
    known = sys.modules.get(study.name)
    if known is None or study in [Path(place).resolve() for place in getattr(known, "__path__", [])]:
        return
    if not _is_study(known):
        return
    for name in [name for name in sys.modules if name == study.name or name.startswith(f"{study.name}.")]:
        del sys.modules[name]
    forget_judges(study.name)
    for place in getattr(known, "__path__", []):
        parent = str(Path(place).resolve().parent)
        sys.path[:] = [entry for entry in sys.path if entry != parent]


def _is_study(module: ModuleType) -> bool:
    return any((Path(place) / "study.json").is_file() for place in getattr(module, "__path__", []))


@contextmanager
def placed_errors(study: Path) -> Iterator[None]:
    """Adds the place in the study's code to its errors: a mistake there is one line for its author.

    NotRunError passes as it is, since it is no mistake; so does an error in which the study has no part.
    """
    try:
        yield
    except (NotRunError, OSError, MemoryError):
        raise
    except Exception as error:
        place = _place_in(study, error)
        if place is None:
            raise
        if isinstance(error, SimbenchError):
            raise ResultsError(f"{place}: {error}", error.exit_code) from error
        said = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
        raise ResultsError(f"{place}: {type(error).__name__}: {said}") from error


def _place_in(study: Path, error: Exception) -> str | None:
    """FILE:LINE of the study where the error came up: where it cannot be parsed, or the innermost call."""
    calls = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        calls.append((error.filename or "", error.lineno))
    whole = study.resolve()
    own = [(Path(file), line) for file, line in calls if Path(file).is_relative_to(whole)]
    if not own:
        return None
    file, line = own[-1]
    return f"{study / file.relative_to(whole)}:{line}"


def import_module(study: Path, name: str) -> ModuleType:
    """Imports a module of the study by its dotted name within the study: claims.twist."""
    make_importable(study)
    with placed_errors(study):
        return importlib.import_module(f"{study.resolve().name}.{name}")


def has_module(study: Path, name: str) -> bool:
    return (study / f"{name.replace('.', '/')}.py").is_file()


def import_judges(study: Path) -> None:
    """Imports all modules in claims/, which registers their judges."""
    for path in sorted((study / "claims").glob("[!_]*.py")):
        import_module(study, f"claims.{path.stem}")
