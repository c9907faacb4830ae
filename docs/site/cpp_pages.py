"""Makes a Markdown page for each room of src/ from what Doxygen found in its headers.

Sphinx's own C++ domain (Breathe) does not parse designated initialisers and requires-expressions of C++20.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import indent
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

INDEX = """# C++

These pages list the public declarations of each room of `src/`, with the comments of its headers.
[ARCHITECTURE.md](../ARCHITECTURE.md) describes the rooms, and [docs/library.md](../docs/library.md) shows how
a program links them. A header is included by the names of its room and file: `#include "harness/run.h"`.

```{toctree}
:glob:

*
```
"""


def write_pages(xml: Path, folder: Path) -> None:
    """Writes the pages into a folder, from Doxygen's folder of XML."""
    headers = defaultdict(list)
    for path in xml.glob("*_8h.xml"):
        header = compound(path)
        headers[room_of(location(header))].append(header)
    folder.mkdir(parents=True)
    (folder / "index.md").write_text(INDEX)
    for room, of_room in headers.items():
        sections = [section(header, room, xml) for header in sorted(of_room, key=location)]
        (folder / f"{room.replace('/', '_')}.md").write_text("\n".join([f"# {room}\n", *sections]))


def compound(path: Path) -> Element:
    return ElementTree.parse(path).find("compounddef")


def location(described: Element) -> str:
    return described.find("location").get("file")


def line(described: Element) -> int:
    return int(described.find("location").get("line"))


def room_of(header: str) -> str:
    """The folder of src/ of a header; in a system, each folder is a room."""
    folders = header.split("/")[:-1]
    return "/".join(folders[:2] if folders[0] in ("deformable", "rigid") else folders[:1])


def section(header: Element, room: str, xml: Path) -> str:
    """A header: its comment, its free functions and other members, and its classes."""
    inner = (compound(xml / f"{found.get('refid')}.xml") for found in header.iter("innerclass"))
    parts = [f"## {location(header).removeprefix(f'{room}/')}\n", comment(header), *members(header)]
    for described in sorted(inner, key=line):
        name = text(described.find("compoundname"))
        bases = ", ".join(map(text, described.findall("basecompoundref")))
        signature = f"{template(described)}{described.get('kind')} {name}{bases and ' : ' + bases}"
        parts += [f"### {name}\n", f"```cpp\n{signature}\n```\n", comment(described), *members(described)]
    return "\n".join(parts)


def members(described: Element) -> Iterator[str]:
    """An item of a list for each member, in the order of the header."""
    for member in sorted(described.iter("memberdef"), key=line):
        if member.get("kind") == "friend" or member.findtext("name").startswith("~"):
            continue
        yield item(declaration(member), comment(member))
        for value in member.findall("enumvalue"):
            yield indent(item(value.findtext("name"), comment(value)), "  ")
    yield ""


def item(code: str, description: str) -> str:
    return f"* `{code}`\n\n" + indent(description, "  ")


def declaration(member: Element) -> str:
    name, kind = member.findtext("name"), member.get("kind")
    if kind == "enum":
        return f"enum class {name}" if member.get("strong") == "yes" else f"enum {name}"
    if kind == "typedef":
        return f"{template(member)}using {name} = {text(member.find('type'))}"
    if kind == "define":
        return f"#define {name}"
    words = [
        "static" if member.get("static") == "yes" else "",
        "virtual" if member.get("virt") in ("virtual", "pure-virtual") else "",
        text(member.find("type")),
        name + text(member.find("argsstring")),
        text(member.find("initializer")) if kind == "variable" else "",
    ]
    return template(member) + " ".join(word for word in words if word)


def template(described: Element) -> str:
    parameters = []
    for parameter in described.findall("templateparamlist/param"):
        default = text(parameter.find("defval"))
        words = [text(parameter.find("type")), text(parameter.find("declname")), default and f"= {default}"]
        parameters.append(" ".join(word for word in words if word))
    return f"template <{', '.join(parameters)}> " if parameters else ""


def text(element: Element | None) -> str:
    """The text of a piece of code on one line, as it is written within the namespace simbench."""
    words = " ".join("".join(element.itertext()).split()) if element is not None else ""
    return re.sub(r"simbench::|(<) | (>)", r"\1\2", words)


def comment(described: Element) -> str:
    """A comment as Markdown. Its indented lines are a table or a formula and stay as they are."""
    found = [lines.text for lines in described.findall("detaileddescription//verbatim")]
    lines = [re.sub(r"^ *///? ?", "", line).rstrip() for line in "\n\n".join(found).strip().splitlines()]
    parts = []
    for laid_out, block in groupby(lines, key=lambda line: line.startswith("  ")):
        joined = "\n".join(block)
        parts.append(f"```text\n{joined}\n```" if laid_out else escaped(joined))
    return "\n\n".join(parts) + "\n"


def escaped(prose: str) -> str:
    """Prose in which Markdown finds nothing but code."""
    code_and_rest = re.split(r"(`[^`]*`)", prose)
    return "".join(
        part if part.startswith("`") else re.sub(r"([\\<>*_\[\]$#])", r"\\\1", part) for part in code_and_rest
    )
