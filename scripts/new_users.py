"""Three new users type the commands of README's pages, and this program looks at what they get.

scripts/test_release.sh calls it on pristine machines, as a user who has only installed the wheel by README:

  PYTHONPATH=CLONE/tests/python ~/simbench-env/bin/python CLONE/scripts/new_users.py FOLDER

FOLDER becomes the copy of the installed files in which docs/commands.md says to type the commands.
"""

import itertools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import meshio
import numpy as np
from documented_commands import fenced_blocks, split
from PIL import Image

from simbench.report.page import parts_of

CLONE = Path(__file__).resolve().parents[1]
OWN_MESH, THEIR_MESH = "horn.vtk", "docs/examples/block.vtu"


def section(page: str, heading: str) -> str:
    """The text below a heading of a page."""
    text = (CLONE / page).read_text()
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"{page} has no section '{heading}'"
    return found[1]


def commands(page: str, heading: str) -> list[str]:
    """The commands in fenced blocks of a section."""
    blocks = [block for _, language, block in fenced_blocks(section(page, heading)) if not language]
    return [text for block in blocks for _, text in split(block, page)]


def type_in(*typed: str) -> str:
    """Types commands, and returns what they print. The first one that fails ends this program."""
    printed = ""
    for text in typed:
        print(f"$ {text}", flush=True)
        done = subprocess.run(["bash", "-c", text], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"new_users.py: exit code {done.returncode} of: {text}\n{done.stdout}{done.stderr}")
        printed += done.stdout
    return printed


def write_mesh(path: Path) -> None:
    """A horn of tets, 65 mm long, in millimetres."""
    cells = (13, 4, 4)
    places = list(itertools.product(*(range(count + 1) for count in cells)))
    number = {place: i for i, place in enumerate(places)}
    points = np.array(places, float) - (0, 2, 2)
    points[:, 1:] *= 1.2 - 0.05 * points[:, :1]
    tets = []
    lowest = itertools.product(*map(range, cells))
    for place, axes in itertools.product(lowest, itertools.permutations(range(3))):
        corners = np.array(place) + np.array([np.isin(range(3), axes[:count]) for count in range(4)])
        tets.append([number[tuple(corner)] for corner in corners])
    tets = np.array(tets)
    edges = points[tets[:, 1:]] - points[tets[:, :1]]
    turned = np.linalg.det(edges) < 0
    tets[turned] = tets[turned][:, [0, 1, 3, 2]]
    meshio.write(path, meshio.Mesh(5 * points, [("tetra", tets)]))


def own_mesh() -> None:
    """A report on a mesh of one's own says who arrives, and its shapes differ by what an eye can see."""
    write_mesh(Path(OWN_MESH))
    typed = commands("docs/meshes.md", "A scene with your mesh")
    assert any(THEIR_MESH in text for text in typed)
    type_in(*(text.replace(THEIR_MESH, f"{OWN_MESH} --scale 1e-3") for text in typed))
    content, _ = parts_of(Path("runs/block/report.html").read_text())
    (group,) = content["groups"]
    assert " arrives after " in group["headline"][0], group["headline"]
    largest = max(run["shape"]["largest_mm"][-1] for run in content["runs"] if run["shape"])
    assert largest > max(group["box"]["size"]) * 1e3 / 300, f"the shapes differ by {largest} mm only"
    print(f"own mesh: {group['headline'][0]} The last shapes are up to {largest:.3g} mm from the minimiser.")


def movie() -> None:
    """A movie has a frame for each step, and all frames differ."""
    type_in(*commands("docs/output.md", "Movies"))
    image = Image.open("runs/swing.gif")
    frames = set()
    for number in range(image.n_frames):
        image.seek(number)
        frames.add(image.convert("RGB").tobytes())
    assert len(frames) == image.n_frames == 60, f"{len(frames)} different frames of {image.n_frames}"
    assert Image.open("swing.png").width > image.width
    print(f"movie: {image.n_frames} frames, all different, {image.width} x {image.height}")


def own_solver() -> None:
    """The solver that a page shows becomes one's own file, and has a row beside qn."""
    shown = (CLONE / "docs/python.md").read_text().partition("## A solver of your own\n")[2]
    Path("my_solver.py").write_text(re.search(r"```python\n(.*?)```", shown, re.DOTALL)[1])
    typed = commands("docs/python.md", "The same file on the command line")
    table = type_in(*(text.replace("docs/examples/gradient_in_s.py", "my_solver.py") for text in typed))
    rows = {line.split()[0]: line for line in table.splitlines() if line.split()}
    assert {"qn", "gradient_in_s-damping=0.5"} <= set(rows), table
    print(f"own solver: {rows['gradient_in_s-damping=0.5']}")


USERS: tuple[Callable[[], None], ...] = (own_mesh, movie, own_solver)

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    shutil.copytree(Path(sys.prefix) / "share/simbench", folder)
    os.chdir(folder)
    os.environ["PATH"] = f"{sys.prefix}/bin:{os.environ['PATH']}"
    for user in USERS:
        user()
    print("3 new users have what the pages promise")
