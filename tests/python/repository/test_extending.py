"""A solver or a material is a file and a line of its registry. No other file needs to name it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import REPOSITORY

SOURCES = [path for folder in ("src", "apps") for path in (REPOSITORY / folder).rglob("*.[ch]*")]
# Files that use a solver directly, and not through the registry.
TOOLS = {
    "Newton": {
        "src/deformable/referee/minimum.cpp",  # finds f*
        "src/deformable/solvers/mixed.h",  # Newton with another matrix
    },
    "QuasiNewton": {"src/deformable/trial/preparation.cpp"},  # the dynamic way to the start state
    "Admm": {
        "src/deformable/trial/deformable_scene.cpp",
        "src/deformable/trial/tune.cpp",
    },  # whose weight is tuned
}


def entries(registry: str, pattern: str) -> list[str]:
    return re.findall(pattern, (REPOSITORY / registry).read_text())


def users(name: str, own_header: str) -> Iterator[str]:
    """Files that include the header or use the class, except in comments and strings."""
    for path in SOURCES:
        code = re.sub(r"//.*", "", path.read_text())
        words = re.sub(r'"(?:[^"\\\n]|\\.)*"', "", code)
        if f'#include "{own_header}"' in code or re.search(rf"\b{name}\b", words):
            yield path.relative_to(REPOSITORY).as_posix()


CLOTH = {"membrane": {}, "bending": {}, "dihedral": {}, "springs": {"vertices": {"select": "all"}}}
LAWS = re.split(r",\s*", entries("src/deformable/energy/laws.h", r"using Laws = LawList<([^>]*)>;")[0])


def header_of(name: str, folder: Path) -> Path:
    (header,) = (h for h in folder.glob("*.h") if re.search(rf"(class|struct) {name}\b.*{{", h.read_text()))
    return header


@pytest.mark.parametrize("name", entries("src/deformable/solvers/registry.cpp", r"\bentry<(\w+)>\(\)"))
def test_a_solver_is_a_file_pair_and_a_line(name):
    header = header_of(name, REPOSITORY / "src/deformable/solvers")
    own = {f"src/deformable/solvers/{header.stem}{kind}" for kind in (".h", ".cpp")}
    # Solvers of rigid bodies may have the same names, because they have their own namespace.
    others = {
        path for path in users(name, f"deformable/solvers/{header.name}") if not path.startswith("src/rigid/")
    }
    others -= own | TOOLS.get(name, set())
    assert others == {"src/deformable/solvers/registry.cpp"}
    registry = (REPOSITORY / "src/deformable/solvers/registry.cpp").read_text()
    assert len(re.findall(rf"\b{name}\b", registry)) == 1


@pytest.mark.parametrize("name", LAWS)
def test_a_material_is_a_header_and_a_line(name):
    header = header_of(name, REPOSITORY / "src/deformable/energy/laws")
    others = set(users(name, f"deformable/energy/laws/{header.name}")) - {
        f"src/deformable/energy/laws/{header.name}"
    }
    assert others == {"src/deformable/energy/laws.h"}


def listed_names(run_simbench, what: str) -> list[str]:
    return [each["name"] for each in json.loads(run_simbench(f"list {what} --json").stdout)[what]]


def test_the_program_lists_the_registries(run_simbench):
    solvers = entries("src/deformable/solvers/registry.cpp", r"\bentry<(\w+)>\(\)")
    solvers += entries("src/rigid/solvers/registry.cpp", r"\bentry<(\w+)>\(\)")
    for registered, what in ((solvers, "solvers"), (LAWS, "materials")):
        assert len(listed_names(run_simbench, what)) == len(registered)


def test_the_page_shows_the_present_code():
    page = (REPOSITORY / "docs/extending.md").read_text()
    shown = re.search(r"```cpp\n(.*?)```", page, re.DOTALL)[1]
    code = (REPOSITORY / "src/deformable/solvers/vertex_block_descent.cpp").read_text()
    assert re.sub(r"\s+", "", shown) in re.sub(r"\s+", "", code)
    for path in re.findall(r"`((?:src|tests|python|scripts|scenes|docs)/[\w/.]+\.\w+)`", page):
        assert (REPOSITORY / path).is_file(), path


def test_the_tables_name_the_solvers_that_decline_a_law(run_simbench):
    """Those of laws of tets, and of potentials of cloth: "all", or "all except pd and admm"."""
    laws = (REPOSITORY / "docs/extending.md").read_text().partition("## A material")[2]
    cloth = (REPOSITORY / "docs/scene.md").read_text().partition("## Cloth")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|.*\| (all[^|]*) \|$", laws + cloth, re.MULTILINE)
    assert {law for law, _ in rows} == {*listed_names(run_simbench, "materials"), *CLOTH}
    for law, takers in rows:
        setting = {"stiffness": 1e6} if law in {"strain", *CLOTH} else {"youngs_modulus": 1e6}
        scene, changes = "smoke", {"material": {"model": law, **setting}}
        if law in CLOTH:
            scene, changes = "hanging_cloth", {"potentials": [{"type": law, **setting, **CLOTH[law]}]}
        (change,) = (f"{path}={json.dumps(value)}" for path, value in changes.items())
        checked = json.loads(run_simbench(f"check {scene} --json --set '{change}'").stdout)["solvers"]
        declining = {solver["name"] for solver in checked if solver["declines"]} - {"formula"}
        assert set(re.findall(r"\w+", takers.partition("except")[2])) - {"and"} == declining, law
