"""Dependencies between the rooms of src/ run one way, and the repository needs nothing outside of it."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from conftest import REPOSITORY

# Each room may include itself and the rooms before it.
ROOMS = (
    "base",
    "config",
    "harness",
    "math",
    "mesh",
    "energy",
    "problem",
    "scene",
    "solver",
    "rigid",
    "experiment",
    "results",
    "study",
    "apps",
)
# Mathematics knows nothing of settings, a solver nothing of scenes, rigid bodies nothing of deformable ones.
FORBIDDEN = {("math", "config"), ("solver", "scene")}
FORBIDDEN |= {("rigid", room) for room in ("mesh", "energy", "problem", "scene", "solver")}
ROOMS_THAT_LOG = ("apps",)

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
OUTSIDE = "../" + "shared"  # not spelled out: this file is searched, too
NOT_OURS = {".git", ".venv", "build", "runs", "__pycache__", ".pytest_cache", ".ruff_cache"}


def files_below(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - NOT_OURS)
        yield from (Path(parent) / name for name in sorted(names))


def wrong_includes(repository: Path) -> list[str]:
    """One line for each #include in src/ and apps/ that breaks a rule."""
    wrong = []
    for path in [*files_below(repository / "src"), *files_below(repository / "apps")]:
        if path.suffix not in {".h", ".cpp"}:
            continue
        place = path.relative_to(repository)
        room = place.parts[1] if place.parts[0] == "src" else "apps"
        for bracket, included in INCLUDE.findall(path.read_text()):
            reason = why_wrong(
                room, included, quoted=bracket == '"', of_app=(repository / "apps" / included).is_file()
            )
            if reason:
                wrong.append(f"{place}: {included}: {reason}")
    return wrong


def why_wrong(room: str, included: str, *, quoted: bool, of_app: bool) -> str | None:
    other = included.split("/")[0]
    if other == "spdlog" and room not in ROOMS_THAT_LOG:
        return f"{room} does not log"
    if room not in ROOMS:
        return f"{room} is no room"
    if not quoted:
        return f'write "{included}"' if other in ROOMS and "/" in included else None
    if room == "apps" and of_app:
        return None  # "app/file.h": an app is a folder of its own, not a room that others include
    if other not in ROOMS or "/" not in included or ".." in included:
        return 'write "room/file.h"'
    if ROOMS.index(other) > ROOMS.index(room) or (room, other) in FORBIDDEN:
        return f"{room} must not know {other}"
    return None


def include_circle(repository: Path) -> list[str]:
    """Files of src/ each of which includes the next one, and the last the first; none: no circle."""
    src = repository / "src"
    finished: set[str] = set()

    def search(file: str, way: list[str]) -> list[str]:
        if file in way:
            return [*way[way.index(file) :], file]
        if file in finished or not (src / file).is_file():
            return []
        for bracket, included in INCLUDE.findall((src / file).read_text()):
            circle = search(included, [*way, file]) if bracket == '"' else []
            if circle:
                return circle
        finished.add(file)
        return []

    starts = (path.relative_to(src).as_posix() for path in files_below(src) if path.suffix in {".h", ".cpp"})
    return next((circle for start in starts if (circle := search(start, []))), [])


def files_that_name_the_outside(repository: Path) -> list[str]:
    return [
        str(path.relative_to(repository))
        for path in files_below(repository)
        if path.is_file() and OUTSIDE.encode() in path.read_bytes()
    ]


def plant(repository: Path, place: str, text: str) -> None:
    path = repository / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_includes_run_one_way():
    assert wrong_includes(REPOSITORY) == []


def test_no_file_includes_itself_on_the_way_round(tmp_path):
    assert include_circle(REPOSITORY) == []
    plant(tmp_path, "src/mesh/a.h", '#include "mesh/b.h"\n')
    plant(tmp_path, "src/mesh/b.h", '#include <vector>\n#include "mesh/a.h"\n')
    assert include_circle(tmp_path) == ["mesh/a.h", "mesh/b.h", "mesh/a.h"]


def test_the_repository_stands_alone():
    assert files_that_name_the_outside(REPOSITORY) == []


def test_checker_accepts_what_is_allowed(tmp_path):
    plant(
        tmp_path,
        "src/solver/qn.h",
        '#include <vector>\n#include "solver/solver.h"\n#include "base/error.h"\n',
    )
    plant(tmp_path, "src/energy/laws/strain.h", '#include "energy/laws/law.h"\n#include "config/fields.h"\n')
    plant(tmp_path, "src/scene/scene.cpp", '#include <vector>\n// #include "experiment/runner.h"\n')
    plant(
        tmp_path,
        "apps/simbench/main.cpp",
        '#include <spdlog/spdlog.h>\n#include "experiment/runner.h"\n#include "simbench/options.h"\n',
    )
    plant(tmp_path, "apps/simbench/options.h", "")
    assert wrong_includes(tmp_path) == []


def test_checker_catches_planted_wrong_includes(tmp_path):
    plant(tmp_path, "src/energy/elements.cpp", '#include <Eigen/Core>\n#  include "solver/solver.h"  // no\n')
    plant(tmp_path, "src/math/signed_svd.h", '#include "config/fields.h"\n')
    plant(tmp_path, "src/solver/qn.cpp", "#include <spdlog/spdlog.h>\n")
    plant(tmp_path, "src/mesh/beam.cpp", '#include "tet_mesh.h"\n#include "../math/types.h"\n')
    plant(tmp_path, "src/mesh/tet_mesh.h", "#include <math/types.h>\n")
    plant(tmp_path, "src/attic/old.h", '#include "base/error.h"\n')
    assert wrong_includes(tmp_path) == [
        "src/attic/old.h: base/error.h: attic is no room",
        "src/energy/elements.cpp: solver/solver.h: energy must not know solver",
        "src/math/signed_svd.h: config/fields.h: math must not know config",
        'src/mesh/beam.cpp: tet_mesh.h: write "room/file.h"',
        'src/mesh/beam.cpp: ../math/types.h: write "room/file.h"',
        'src/mesh/tet_mesh.h: math/types.h: write "math/types.h"',
        "src/solver/qn.cpp: spdlog/spdlog.h: solver does not log",
    ]


def test_checker_catches_a_planted_path_to_the_outside(tmp_path):
    plant(tmp_path, "README.md", f"see {OUTSIDE}/thesis\n")
    plant(tmp_path, "build/cache.txt", OUTSIDE)
    assert files_that_name_the_outside(tmp_path) == ["README.md"]
