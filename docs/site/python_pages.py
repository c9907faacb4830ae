"""Extension of Sphinx: pages of the modules of the Python package, from their docstrings."""

import re
from pathlib import Path


def setup(app) -> dict:
    app.connect("builder-inited", describe_members_once, priority=900)  # after apidoc has written the pages
    app.connect("autodoc-process-docstring", as_restructured_text)
    return {"parallel_read_safe": True}


def describe_members_once(app) -> None:
    """The page of the package shows what it imports from modules, whose own pages the index refers to."""
    page = Path(app.srcdir) / "python/simbench.rst"
    page.write_text(page.read_text().replace(":members:\n", ":members:\n   :no-index:\n"))


def as_restructured_text(app, what, name, described, options, lines: list[str]) -> None:
    """Our docstrings are plain text, in which backquotes mark code."""
    parts = re.split(r"`([^`]+)`", "\n".join(lines))
    parts[::2] = [re.sub(r"([\\*_|])", r"\\\1", text) for text in parts[::2]]
    parts[1::2] = [f"``{code}``" for code in parts[1::2]]
    lines[:] = "".join(parts).split("\n")
