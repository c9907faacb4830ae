"""Extension of Sphinx: adds the table of contents of the whole site to its first page.

A page belongs to a part of the site by its folder, so a new page appears without an entry anywhere.
"""

from itertools import groupby

PARTS = ("Documentation", "Theory", "Tutorial", "Results", "Reference", "Project")


def setup(app) -> dict:
    app.connect("source-read", add_navigation)
    app.connect("html-page-context", limit_depth, priority=100)  # before the theme draws it
    return {"parallel_read_safe": True}


def add_navigation(app, page: str, source: list[str]) -> None:
    if page == app.config.root_doc:
        source[0] += navigation(app.env.found_docs - {page})


def navigation(pages: set[str]) -> str:
    """A hidden table of contents for each part."""
    ordered = sorted((page for page in pages if part_of(page)), key=place_of)
    return "".join(
        "\n".join(["\n```{toctree}", ":hidden:", f":caption: {part}", "", *members, "```\n"])
        for part, members in groupby(ordered, key=part_of)
    )


def part_of(page: str) -> str:
    """The part of a page; empty for pages of the reference that the first page of their folder lists."""
    folders = page.split("/")[:-1]
    match folders:
        case []:
            return "Project"
        case ["docs"]:
            return "Documentation"
        case ["results" | "studies", *_]:
            return "Results"
        case ["cpp" | "python"]:
            return "Reference" if page in ("cpp/index", "python/modules") else ""
    return folders[-1].capitalize()


def place_of(page: str) -> tuple:
    """Sorts pages by their part, and the first page of a folder before its others."""
    part = part_of(page)
    folder, _, name = page.rpartition("/")
    return PARTS.index(part) if part in PARTS else len(PARTS), part, folder, name != "README", name


def limit_depth(app, page: str, template: str, context: dict, doctree) -> None:
    """Draws only pages, not their headings, which would take most of the time of a build."""
    toctree = context["toctree"]
    context["toctree"] = lambda **options: toctree(**{**options, "maxdepth": 2})
