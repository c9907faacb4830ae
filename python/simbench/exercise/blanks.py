"""Finds blanks that a student has left open: an Ellipsis (...) in the source of an answer."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator


def open_blanks(answer: type | Callable) -> list[str]:
    """The hints of the blanks that are still open: the comments in their lines, or the lines themselves."""
    found = []
    for function in _functions(answer):
        try:
            source = textwrap.dedent(inspect.getsource(function))
        except (OSError, TypeError):  # Python has no source of it; grading finds what is missing
            continue
        lines = source.splitlines()
        nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
        for number in sorted({node.lineno for node in nodes if node.value is Ellipsis}):
            code, _, hint = lines[number - 1].partition("#")
            found.append(hint.strip().removeprefix("blank: ") or code.strip())
    return found


def _functions(answer: type | Callable) -> Iterator[Callable]:
    """The function itself, or those of a class; they have a source in a notebook, which a class has not."""
    if not isinstance(answer, type):
        yield answer
        return
    for member in vars(answer).values():
        function = getattr(member, "fget", getattr(member, "__func__", member))
        if inspect.isfunction(function):
            yield function
