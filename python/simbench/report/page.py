"""Fills a page's template: one file with its style, script and data. Its policy refuses everything else."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from simbench.colours import GOOD_TO_BAD
from simbench.errors import ResultsError
from simbench.input_files import parsed_json, read_text
from simbench.report.looks import DARK, Look

# Scripts that all pages have, before their own.
SCRIPTS = (
    *("data", "axis", "chart", "zoom", "saving", "columns", "legend", "sorting", "table", "camera", "shapes"),
    *("viewer", "sweep", "sweep_section", "claims", "provenance", "address", "redrawing"),
)


def render(
    page: str,
    content: dict,
    payloads: dict[str, str],
    folder: Path | None = None,
    scripts: Iterable[str] = (),
) -> str:
    """The text of <page>.html with style.css, the scripts, <page>.js, and their data.

    `content` has at least the page's title and the looks of its runs. `folder` has the page's own files
    <page>.html, <page>.js, further `scripts`, and <page>.css if it needs one; by default they are in
    templates.
    """
    names = [f"{page}.html", *(f"{name}.js" for name in (*scripts, page))]
    own_html, *own_scripts = (read_text(folder / name) if folder else _template(name) for name in names)
    own_style = folder / f"{page}.css" if folder else None
    style = _template("style.css")
    if own_style and own_style.is_file():
        style += read_text(own_style)
    style += _style_of([Look(**look) for look in content["looks"]])
    script = "\n".join([*(_template(f"{name}.js") for name in SCRIPTS), *own_scripts])
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}"
    text = own_html.replace("{{HEAD}}", _template("head.html"))
    parts = {
        # A chart becomes a PNG by way of an image that the script makes (blob:).
        "POLICY": f"{policy}; img-src blob:; base-uri 'none'; form-action 'none'",
        "TITLE": html.escape(content["title"]),
        "VIEWER": _template("viewer.html"),
        "STYLE": style,
        "SCRIPT": script,
        "CONTENT": _json(content | {"scale": GOOD_TO_BAD}),
        "PAYLOADS": "\n".join(
            f'<script type="application/octet-stream" id="{name}">{packed}</script>'
            for name, packed in payloads.items()
        ),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], text)


def parts_of(text: str) -> tuple[dict, dict[str, str]]:
    """Content and payloads of a page, from which render() can make the page again."""
    content = re.search(r'<script type="application/json" id="content">(.*?)</script>', text, re.DOTALL)
    payload = re.compile(r'<script type="application/octet-stream" id="([^"]+)">(.*?)</script>', re.DOTALL)
    if content is None:
        raise ResultsError("this is no page of simbench report: it has no content")
    return parsed_json(content[1], "the page's content is not JSON"), dict(payload.findall(text))


def _template(name: str) -> str:
    return (files("simbench.report") / "templates" / name).read_text(encoding="utf-8")


def _json(content: dict) -> str:
    """JSON in which no text can end the HTML element around it."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _style_of(looks: list[Look]) -> str:
    rules = [f".look-{i} {{ --colour: {look.colour}; }}" for i, look in enumerate(looks)]
    dark = [f".look-{i} {{ --colour: {look.colour_in_the_dark}; }}" for i, look in enumerate(looks)]
    dashes = [
        f".look-{i} {{ stroke-dasharray: {' '.join(f'{1.5 * d:g}' for d in look.dashes)}; }}"
        for i, look in enumerate(looks)
        if look.dashes
    ]
    return "\n".join(
        [
            *rules,
            *dashes,
            f":root {{ --dark: {DARK}; }}",
            "@media screen and (prefers-color-scheme: dark) {",
            *dark,
            "}",
            "",
        ]
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
