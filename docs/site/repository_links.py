"""Extension of Sphinx: links of pages to files that are no pages.

A page that is HTML already, or a picture, lies at the same place of the site. Other files of the repository
are linked at its address, if CITATION.cff has one (repository-code); else only the text of the link remains.
"""

import os.path
from pathlib import Path

import yaml
from docutils import nodes
from sphinx.addnodes import download_reference, pending_xref
from sphinx.transforms import SphinxTransform

REPOSITORY = Path(__file__).resolve().parents[2]


def setup(app) -> dict:
    app.add_transform(RepositoryLinks)
    return {"parallel_read_safe": True}


class RepositoryLinks(SphinxTransform):
    default_priority = 500

    def apply(self) -> None:
        files = Path(self.config.html_extra_path[0])
        folder = Path(self.env.docname).parent
        for link in list(self.document.findall(leads_to_no_page)):
            target = link["reftarget"]
            path = os.path.normpath(folder / target.partition("#")[0])
            if (files / path).is_file():
                link.replace_self(nodes.reference("", "", *link.children, refuri=target, internal=True))
            elif (REPOSITORY / path).exists():
                link.replace_self(linked(path, link.children))


def leads_to_no_page(node: nodes.Node) -> bool:
    """Whether MyST made the node from a link, and did not find a page at its target."""
    is_link = isinstance(node, download_reference | pending_xref) and node["reftype"] == "myst"
    return is_link and not node["refdomain"]


def linked(path: str, text: list[nodes.Node]) -> nodes.Node:
    address = repository_address()
    if address is None:
        return nodes.inline("", "", *text)
    return nodes.reference("", "", *text, refuri=f"{address}/blob/HEAD/{path}")


def repository_address() -> str | None:
    citation = yaml.safe_load((REPOSITORY / "CITATION.cff").read_text())
    return citation.get("repository-code")
