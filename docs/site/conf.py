"""Configuration of Sphinx for the site of the documentation, which scripts/site.sh makes (build.py)."""

import sys
from pathlib import Path

from pygments.lexers import JsonLexer

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(Path(__file__).parent), str(REPOSITORY / "python")]

project = "simbench"
author = "The simbench authors"
version = release = (REPOSITORY / "VERSION").read_text().strip()
root_doc = "README"
smartquotes = False

extensions = [
    "myst_parser",
    "sphinx.ext.apidoc",
    "sphinx.ext.autodoc",
    "mathml",
    "navigation",
    "python_pages",
    "repository_links",
]
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 6  # links may lead to any heading, by GitHub's anchor

apidoc_modules = [
    {
        "path": str(REPOSITORY / "python/simbench"),
        "destination": "python",
        "module_first": True,
    }
]
autodoc_member_order = "bysource"
autodoc_mock_imports = ["pyvista", "vtk"]  # scripts/requirements_figures.txt, half a gigabyte
autodoc_typehints_format = "short"

html_theme = "furo"
html_title = f"simbench {version}"
html_css_files = ["equations.css", "pictures.css"]
html_static_path = [*html_css_files, "/usr/share/fonts/opentype/stix-word/STIXMath-Regular.otf"]
html_copy_source = html_show_copyright = html_show_sphinx = False
html_show_search_summary = False  # it needs requests, which browsers refuse to a page of file://


def setup(app) -> None:
    app.add_lexer("jsonc", JsonLexer)  # JSON with comments, which this lexer reads
