"""What results record of a class that a user writes in Python: its name, settings, columns and source."""

import ast
import hashlib
import importlib.util
import inspect
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import CodeType
from weakref import WeakKeyDictionary

from simbench.commands import plain
from simbench.errors import SimbenchError
from simbench.json_text import json_text

NAME = re.compile("[a-z][a-z0-9_]*")  # of classes in results, and of columns
BUSY = 6  # exit code of an error: the process does another run
SOURCE_KEYS = {"source", "source_sha256"}  # beside the settings in results

_texts: WeakKeyDictionary[type, bytes] = WeakKeyDictionary()  # of the files that load_class() has executed


def settings_of(kind: type, *arguments: object, **settings: object) -> dict:
    """The values of all arguments of __init__, by name. TypeError if JSON cannot contain one of them."""
    if kind.__init__ is object.__init__:
        if arguments or settings:
            raise TypeError(f"{kind.__name__} takes no settings, because it has no __init__")
        return {}
    signature = inspect.signature(kind.__init__)
    bound = signature.bind(None, *arguments, **settings)
    bound.apply_defaults()
    values = dict(list(bound.arguments.items())[1:])
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            raise TypeError(f"{kind.__name__}.__init__ takes *{name}, but results record settings by name")
        if parameter.kind is parameter.VAR_KEYWORD:
            values.update(values.pop(name))
    if taken := SOURCE_KEYS & values.keys():
        raise TypeError(f"{kind.__name__}: results use the name '{min(taken)}'; rename this setting")
    return json.loads(json_text(values, f"the settings of {kind.__name__}, which results record"))


def required_of(kind: type) -> list[str]:
    """The names of the arguments of __init__ that have no default."""
    if kind.__init__ is object.__init__:
        return []
    _, *parameters = inspect.signature(kind.__init__).parameters.values()
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [one.name for one in parameters if one.default is one.empty and one.kind in named]


def name_of(kind: type, what: str = "solver") -> str:
    """Its attribute `name`, or the name of the class in lower case."""
    name = kind.name or re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()
    if not NAME.fullmatch(str(name)):
        raise SimbenchError(f"the name {str(name)!r} of a {what}: expected lower-case letters, digits and _")
    return name


def summary_of(kind: type) -> str:
    """The first line of its docstring."""
    return plain(inspect.cleandoc(kind.__doc__ or "written in Python").partition("\n")[0])


def columns_of(kind: type) -> list[tuple[str, str, str]]:
    """The name, unit and meaning of each column that only this class reports."""
    columns = kind.columns.items() if isinstance(kind.columns, Mapping) else [(kind.columns, None)]
    for name, texts in columns:
        is_named = isinstance(name, str) and NAME.fullmatch(name)
        if not is_named or not isinstance(texts, Sequence) or [*map(type, texts)] != [str, str]:
            raise TypeError(
                f"{kind.__name__}.columns: expected a dict of units and meanings by lower-case names, "
                f"as in {{'step_length': ('1', 'the length of the step')}}; found {name!r}: {texts!r}"
            )
    return [(name, plain(unit), plain(meaning)) for name, (unit, meaning) in columns]


def source_of(kind: type) -> dict[str, str]:
    """The file of the class, if it has one, and the hash of its text: the one that load_class() has executed.

    The hash of a class without a file, as in a notebook, is the hash of its own source, or of its compiled
    functions if Python does not keep the source.
    """
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if file and Path(file).is_file():
        text = _texts.get(kind) or Path(file).read_bytes()
        return {"source": str(Path(file).resolve()), "source_sha256": _hash(text)}
    try:
        text = inspect.getsource(kind).encode()
    except (OSError, TypeError):
        members = vars(kind).values()
        functions = [getattr(member, "fget", getattr(member, "__func__", member)) for member in members]
        codes = [function.__code__ for function in functions if inspect.isfunction(function)]
        text = repr([_code_text(code) for code in codes]).encode()
    return {"source_sha256": _hash(text)}


def _code_text(code: CodeType) -> str:
    """A compiled function, and those in it. Unlike repr(), it has no addresses of memory."""
    constants = [_code_text(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts]
    return repr((code.co_name, code.co_code, code.co_names, constants))


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def load_class(path: str, base: type) -> type:
    """The only subclass of `base` that a Python file defines."""
    what = base.__name__
    file = Path(path).resolve()
    if not file.is_file():
        raise SimbenchError(f"{path}: there is no such file with a {what.lower()}")
    module_name = f"simbench_{what.lower()}_{_hash(str(file).encode())[:16]}"
    specification = importlib.util.spec_from_file_location(module_name, file)
    module = importlib.util.module_from_spec(specification)
    sys.modules[module_name] = module
    text = file.read_bytes()
    try:
        # Not exec_module: Python's cache takes a text of the same size and second for the same text.
        exec(specification.loader.source_to_code(text, str(file)), vars(module))
    except SimbenchError as error:
        if error.exit_code != BUSY:
            raise
        raise SimbenchError(
            f"{path}: starts a run while it is read for its {what.lower()}; put the run below the line "
            "if __name__ == '__main__':",
            BUSY,
        ) from error
    classes = (value for value in vars(module).values() if isinstance(value, type))
    own = (one for one in classes if issubclass(one, base) and one.__module__ == module_name)
    found = [*dict.fromkeys(own)]
    if len(found) != 1:
        names = ", ".join(one.__name__ for one in found) or "none"
        raise SimbenchError(f"{path}: expected one subclass of simbench.{what}; found {names}")
    _refuse_second_class(path, text, found[0].__name__)
    _texts[found[0]] = text
    return found[0]


def _refuse_second_class(path: str, text: bytes, name: str) -> None:
    """Refuses a file with two classes of this name: Python forgets the first one without a word."""
    statements = ast.parse(text).body
    lines = [one.lineno for one in statements if isinstance(one, ast.ClassDef) and one.name == name]
    if len(lines) > 1:
        raise SimbenchError(f"{path}: lines {lines[0]} and {lines[1]} both define a class {name}")
