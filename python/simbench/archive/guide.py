"""The pages that explain an archive to people, from its metadata: README.md and ro-crate-preview.html."""

from html import escape
from urllib.parse import quote

README, PREVIEW = "README.md", "ro-crate-preview.html"

README_TEXT = """# {name}

{description}. Computed until {date}. Licence of these results: {licence}

simbench compares solvers on the same implicit Euler step. Each run is a folder in `results`.

## Files

| file | contents |
|---|---|
{files}

In a run's folder, `iterations.csv` has a row for each iteration, `timings.csv` the seconds, and
`manifest.json` everything that is needed to repeat the run.

## What to type

```
sha256sum --check SHA256SUMS     # in this folder, without simbench: are the files whole?
simbench verify FILE.tar.zst     # checks the packed archive
simbench rerun FILE.tar.zst      # repeats all runs, and compares the bits
```
{trust}
## The code

simbench is free software under the MIT licence. Its repository has these commits, which computed the runs:

{builds}

In a clone, `git checkout COMMIT` and `scripts/install.sh` install that version. A rerun gives the same bits
if the compiler and the libraries have the same versions; `environment.json` of a run names them.
"""

PREVIEW_TEXT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{name}</title>
<link rel="describedby" type="application/ld+json" href="ro-crate-metadata.json">
<style>
body {{ font-family: sans-serif; line-height: 1.5; max-width: 60em; margin: 2em auto; padding: 0 1em; }}
table {{ border-collapse: collapse; }}
td, th {{ border-bottom: 1px solid #aaa; padding: 0.2em 1em 0.2em 0; text-align: left; vertical-align: top; }}
</style>
</head>
<body>
<h1>{name}</h1>
<p>{description}. Computed until {date}. Licence of these results: {licence}</p>
<h2>Files</h2>
<table>
{files}
</table>
<h2>Runs</h2>
<table>
<tr><th>folder</th><th>run</th><th>end</th></tr>
{runs}
</table>
<h2>Programs</h2>
<ul>
{builds}
</ul>
</body>
</html>
"""

TRUST = """
Some runs are of solvers in Python, whose files are in `solvers`. Repeating these runs executes the files:
read them first, and then add `--trust` to `simbench rerun`.
"""

CONTENTS = {
    README: "what this archive is, and what to type",
    "report.html": "curves, tables and shapes of all runs, for a browser",
    "ro-crate-metadata.json": "the metadata (RO-Crate 1.1)",
    PREVIEW: "the metadata, for a browser",
    "results/": "one folder for each run",
    "meshes/": "meshes and states of the scenes",
    "solvers/": "Python files of solvers",
    "SHA256SUMS": "hashes of all other files",
}


def guide(graph: list[dict], names: list[str]) -> dict[str, bytes]:
    """The two pages of an archive with this metadata, and with files of these names."""
    entities = {entity["@id"]: entity for entity in graph}
    root = entities["./"]
    runs = [entities[entities[action["@id"]]["result"]["@id"]] for action in root["mentions"]]
    programs = [each for each in graph if each["@type"] == "SoftwareApplication"]
    builds = [f"{each['name']} {each['version']}: {each['description']}" for each in programs]
    made = (README, PREVIEW, "ro-crate-metadata.json", "SHA256SUMS")
    present = {place: said for place, said in CONTENTS.items() if place in made or _has(names, place)}
    licence = root["license"]
    about = {
        "name": root["name"],
        "description": root["description"],
        "date": root["datePublished"],
        "licence": f"{licence['@id']}." if isinstance(licence, dict) else licence,
    }
    readme = README_TEXT.format(
        **about,
        files="\n".join(f"| `{place}` | {said} |" for place, said in present.items()),
        builds="\n".join(f"* {each}" for each in builds),
        trust=TRUST if "solvers/" in present else "",
    )
    preview = PREVIEW_TEXT.format(
        **{key: escape(value) for key, value in about.items()},
        files=_rows([[_link(place), said] for place, said in present.items()]),
        runs=_rows([[_link(run["@id"]), escape(run["name"]), escape(run["description"])] for run in runs]),
        builds="\n".join(f"<li>{escape(each)}</li>" for each in builds),
    )
    return {README: readme.encode(), PREVIEW: preview.encode()}


def _has(names: list[str], place: str) -> bool:
    return any(name == place or (place.endswith("/") and name.startswith(place)) for name in names)


def _link(place: str) -> str:
    return f'<a href="{quote(place)}">{escape(place)}</a>'


def _rows(table: list[list[str]]) -> str:
    return "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in table)
