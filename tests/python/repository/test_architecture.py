"""Dependencies between the rooms of src/ run one way, and the repository needs nothing outside of it."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from conftest import REPOSITORY
from test_studies_apart import imports

# Each room may include itself and the rooms before it. Harness, results and sweep stand before the systems:
# they know no kind of scene.
ROOMS = (
    "base",
    "config",
    "math",
    "mesh",
    "harness",
    "results",
    "sweep",
    "deformable/energy",
    "deformable/contact",
    "deformable/problem",
    "deformable/scene",
    "deformable/solvers",
    "deformable/referee",
    "deformable/trial",
    "rigid/bodies",
    "rigid/shapes",
    "rigid/constraints",
    "rigid/problem",
    "rigid/contacts",
    "rigid/scene",
    "rigid/solvers",
    "rigid/referee",
    "rigid/trial",
    "systems",
    "apps",
)
SYSTEMS = ("deformable", "rigid")
# Mathematics knows no settings, a solver knows no scene.
FORBIDDEN = {("math", "config"), ("harness", "math"), ("harness", "mesh")}
FORBIDDEN |= {
    (f"{system}/{room}", f"{system}/scene") for system in SYSTEMS for room in ("solvers", "referee")
}
FORBIDDEN |= {(room, "mesh") for room in ROOMS if room.startswith("rigid/") and room != "rigid/trial"}
FORBIDDEN |= {(room, other) for room in ROOMS if room.startswith(SYSTEMS) for other in ("results", "sweep")}
ROOMS_THAT_LOG = ("apps",)

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
OUTSIDE = "../" + "shared"  # not written out, because this file is searched, too
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
        room = room_of(place.parts[1:]) if place.parts[0] == "src" else "apps"
        for bracket, included in INCLUDE.findall(path.read_text()):
            reason = why_wrong(
                room, included, quoted=bracket == '"', of_app=(repository / "apps" / included).is_file()
            )
            if reason:
                wrong.append(f"{place}: {included}: {reason}")
    return wrong


def room_of(parts: Sequence[str]) -> str:
    """The room of a path; in a system, each folder is a room."""
    return "/".join(parts[:2]) if parts[0] in SYSTEMS else parts[0]


def why_wrong(room: str, included: str, *, quoted: bool, of_app: bool) -> str | None:
    other = room_of(included.split("/"))
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
    are_apart = room.startswith(SYSTEMS) and other.startswith(SYSTEMS) and room[:5] != other[:5]
    if ROOMS.index(other) > ROOMS.index(room) or (room, other) in FORBIDDEN or are_apart:
        return f"{room} must not know {other}"
    return None


def circle_of(uses: dict[str, list[str]]) -> list[str]:
    """A circle in which each file uses the next one, or an empty list. `uses` lists what a file uses."""
    finished: set[str] = set()

    def search(file: str, way: list[str]) -> list[str]:
        if file in way:
            return [*way[way.index(file) :], file]
        if file in finished:
            return []
        circle = next(filter(None, (search(used, [*way, file]) for used in uses.get(file, []))), [])
        finished.add(file)
        return circle

    return next(filter(None, (search(file, []) for file in uses)), [])


def include_circle(repository: Path) -> list[str]:
    src = repository / "src"
    files = [path for path in files_below(src) if path.suffix in {".h", ".cpp"}]
    quoted = {
        path: [included for bracket, included in INCLUDE.findall(path.read_text()) if bracket == '"']
        for path in files
    }
    return circle_of({path.relative_to(src).as_posix(): included for path, included in quoted.items()})


def import_circle(package: Path) -> list[str]:
    """Imports inside of functions count, too: they only hide a circle from Python."""
    files = [path for path in files_below(package) if path.suffix == ".py"]
    modules = {".".join(path.relative_to(package.parent).with_suffix("").parts): path for path in files}
    return circle_of(
        {
            # a name is that of a module, or of something in a module
            module: [name if name in modules else name.rpartition(".")[0] for name in imports(path)]
            for module, path in modules.items()
        }
    )


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


def test_no_file_includes_itself_indirectly(tmp_path):
    assert include_circle(REPOSITORY) == []
    plant(tmp_path, "src/mesh/a.h", '#include "mesh/b.h"\n')
    plant(tmp_path, "src/mesh/b.h", '#include <vector>\n#include "mesh/a.h"\n')
    assert include_circle(tmp_path) == ["mesh/a.h", "mesh/b.h", "mesh/a.h"]


def test_no_module_imports_itself_indirectly(tmp_path):
    assert import_circle(REPOSITORY / "python/simbench") == []
    plant(tmp_path, "ours/a.py", "from ours import room\nfrom ours.room.b import name\n")
    plant(tmp_path, "ours/room/b.py", "import os\n\ndef late():\n    from ours import a\n")
    assert import_circle(tmp_path / "ours") == ["ours.a", "ours.room.b", "ours.a"]


def test_no_file_names_a_path_outside_of_the_repository():
    assert files_that_name_the_outside(REPOSITORY) == []


def test_checker_accepts_what_is_allowed(tmp_path):
    plant(
        tmp_path,
        "src/deformable/solvers/qn.h",
        '#include <vector>\n#include "deformable/solvers/solver.h"\n#include "base/error.h"\n',
    )
    plant(
        tmp_path,
        "src/deformable/energy/laws/strain.h",
        '#include "deformable/energy/laws/law.h"\n#include "config/fields.h"\n',
    )
    plant(
        tmp_path,
        "src/deformable/scene/scene.cpp",
        '#include <vector>\n// #include "deformable/trial/trial.h"\n',
    )
    plant(tmp_path, "src/rigid/trial/snapshot.cpp", '#include "mesh/vtu.h"\n#include "harness/trial.h"\n')
    plant(
        tmp_path,
        "apps/simbench/main.cpp",
        '#include <spdlog/spdlog.h>\n#include "harness/run.h"\n#include "simbench/options.h"\n',
    )
    plant(tmp_path, "apps/simbench/options.h", "")
    assert wrong_includes(tmp_path) == []


def test_checker_catches_planted_wrong_includes(tmp_path):
    plant(
        tmp_path,
        "src/deformable/energy/elements.cpp",
        '#include <Eigen/Core>\n#  include "deformable/solvers/solver.h"  // no\n',
    )
    plant(tmp_path, "src/deformable/solvers/qn.cpp", "#include <spdlog/spdlog.h>\n")
    plant(tmp_path, "src/deformable/trial/trial.cpp", '#include "results/table.h"\n')
    plant(
        tmp_path,
        "src/harness/run.cpp",
        '#include "deformable/trial/trial.h"\n#include "rigid/scene/scene.h"\n',
    )
    plant(tmp_path, "src/math/signed_svd.h", '#include "config/fields.h"\n')
    plant(tmp_path, "src/mesh/beam.cpp", '#include "tet_mesh.h"\n#include "../math/types.h"\n')
    plant(tmp_path, "src/mesh/tet_mesh.h", "#include <math/types.h>\n")
    plant(tmp_path, "src/attic/old.h", '#include "base/error.h"\n')
    plant(tmp_path, "src/rigid/solvers/gs.cpp", '#include "deformable/energy/law.h"\n#include "mesh/vtu.h"\n')
    plant(tmp_path, "src/sweep/driver.cpp", '#include "systems/register_systems.h"\n')
    assert wrong_includes(tmp_path) == [
        "src/attic/old.h: base/error.h: attic is no room",
        "src/deformable/energy/elements.cpp: deformable/solvers/solver.h: "
        "deformable/energy must not know deformable/solvers",
        "src/deformable/solvers/qn.cpp: spdlog/spdlog.h: deformable/solvers does not log",
        "src/deformable/trial/trial.cpp: results/table.h: deformable/trial must not know results",
        "src/harness/run.cpp: deformable/trial/trial.h: harness must not know deformable/trial",
        "src/harness/run.cpp: rigid/scene/scene.h: harness must not know rigid/scene",
        "src/math/signed_svd.h: config/fields.h: math must not know config",
        'src/mesh/beam.cpp: tet_mesh.h: write "room/file.h"',
        'src/mesh/beam.cpp: ../math/types.h: write "room/file.h"',
        'src/mesh/tet_mesh.h: math/types.h: write "math/types.h"',
        "src/rigid/solvers/gs.cpp: deformable/energy/law.h: rigid/solvers must not know deformable/energy",
        "src/rigid/solvers/gs.cpp: mesh/vtu.h: rigid/solvers must not know mesh",
        "src/sweep/driver.cpp: systems/register_systems.h: sweep must not know systems",
    ]


def test_checker_catches_a_planted_path_to_the_outside(tmp_path):
    plant(tmp_path, "README.md", f"see {OUTSIDE}/thesis\n")
    plant(tmp_path, "build/cache.txt", OUTSIDE)
    assert files_that_name_the_outside(tmp_path) == ["README.md"]
