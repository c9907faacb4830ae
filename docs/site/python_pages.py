"""Extension of Sphinx: pages of the modules of the Python package, from their docstrings."""

import re
from pathlib import Path


def setup(app) -> dict:
    app.connect("builder-inited", adapt_pages, priority=900)  # after apidoc has written the pages
    app.connect("autodoc-process-docstring", as_restructured_text)
    return {"parallel_read_safe": True}


def adapt_pages(app) -> None:
    """Shows no base classes. The package shows first what it imports; the index refers to its modules."""
    for page in (Path(app.srcdir) / "python").glob("*.rst"):
        text = page.read_text().replace("   :show-inheritance:\n", "")
        if page.stem == "simbench":
            text = text.replace(":members:\n", ":members:\n   :no-index:\n", 1)
        page.write_text(text)


def as_restructured_text(app, what, name, described, options, lines: list[str]) -> None:
    """Our docstrings are plain text, in which backquotes mark code."""
    parts = re.split(r"`([^`]+)`", "\n".join(lines))
    parts[::2] = [re.sub(r"([\\*_|])", r"\\\1", text) for text in parts[::2]]
    parts[1::2] = [f"``{code}``" for code in parts[1::2]]
    lines[:] = "".join(parts).split("\n")
