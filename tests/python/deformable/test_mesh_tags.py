"""Regions chosen by the tags of a mesh file: physical groups of .msh, attributes of regions in .ele."""

import itertools
import json

import meshio
import numpy as np
import pytest
from conftest import REPOSITORY

# A row of four cubes of 0.2 m along x, six tets each; the right half has the tag 7, the left one 3.
POINTS = np.array(list(itertools.product(range(5), range(2), range(2)))) * 0.2
KUHN = [[0, *itertools.accumulate(steps)] for steps in itertools.permutations([4, 2, 1])]
TETS = np.array([[4 * cell + corner for corner in tet] for cell in range(4) for tet in KUHN])
EDGES = POINTS[TETS[:, 1:]] - POINTS[TETS[:, :1]]
TETS = np.where((np.linalg.det(EDGES) > 0)[:, None], TETS, TETS[:, [0, 1, 3, 2]])
TAGS = np.where(np.arange(len(TETS)) < 12, 3, 7)
STIFFNESSES = {3: 2e5, 7: 5e4}


def msh_2(path, *, binary: bool) -> None:
    tags = {"gmsh:physical": [TAGS], "gmsh:geometrical": [np.ones_like(TAGS)]}
    mesh = meshio.Mesh(POINTS, [("tetra", TETS)], cell_data=tags)
    meshio.write(path, mesh, file_format="gmsh22", binary=binary)


def msh_4(path) -> None:
    """Two volumes, 1 and 2, each with a physical group."""
    lines = ["$MeshFormat", "4.1 0 8", "$EndMeshFormat", "$Entities", "0 0 0 2"]
    lines += [f"{volume} 0 0 0 1 1 1 1 {tag} 0" for volume, tag in ((1, 3), (2, 7))]
    lines += ["$EndEntities", "$Nodes", f"1 {len(POINTS)} 1 {len(POINTS)}", f"3 1 0 {len(POINTS)}"]
    lines += [str(number + 1) for number in range(len(POINTS))]
    lines += [" ".join(map(repr, point)) for point in POINTS.tolist()]
    lines += ["$EndNodes", "$Elements", f"2 {len(TETS)} 1 {len(TETS)}"]
    for volume, first in ((1, 0), (2, 12)):
        lines.append(f"3 {volume} 4 12")
        lines += [" ".join(map(str, [first + i + 1, *(TETS[first + i] + 1).tolist()])) for i in range(12)]
    path.write_text("\n".join([*lines, "$EndElements"]) + "\n")


def ele(path) -> None:
    rows = [f"{i} {x!r} {y!r} {z!r}" for i, (x, y, z) in enumerate(POINTS.tolist())]
    path.with_suffix(".node").write_text("\n".join([f"{len(POINTS)} 3 0 0", *rows]) + "\n")
    rows = [
        f"{i} {' '.join(map(str, tet))} {tag}" for i, (tet, tag) in enumerate(zip(TETS, TAGS, strict=True))
    ]
    path.write_text("\n".join([f"{len(TETS)} 4 1", *rows]) + "\n")


FORMATS = {
    "text_2.msh": lambda path: msh_2(path, binary=False),
    "binary_2.msh": lambda path: msh_2(path, binary=True),
    "text_4.msh": msh_4,
    "tetgen.ele": ele,
}


def by_tag(tag: int) -> dict:
    return {"select": "tag", "tag": tag}


def by_box(tag: int) -> dict:
    left, right = (0, 0.4) if tag == 3 else (0.4, 0.8)
    return {"select": "box", "minimum": [left, 0, 0], "maximum": [right, 1, 1]}


@pytest.fixture
def scene(workplace):
    """Writes a scene of a mesh file with a region for each tag; returns its path."""

    def write(mesh, selection=by_tag, tags=(3, 7)):
        text = {
            "body": {"mesh": {"file": str(mesh)}},
            "material": {"model": "strain", "stiffness": 1e5},
            "regions": [
                {
                    "tets": selection(tag),
                    "material": {"model": "strain", "stiffness": STIFFNESSES.get(tag, 1e5)},
                }
                for tag in tags
            ],
            "anchors": {"groups": [{"vertices": {"select": "x_min"}}]},
            "gravity": [0, 0, -9.81],
            "step": {"time_step": 0.02, "iterations": 5, "steps": 2},
        }
        path = workplace / "scene.json"
        path.write_text(json.dumps(text))
        return path

    return write


@pytest.mark.parametrize("name", FORMATS)
def test_regions_by_tag_and_by_box_give_the_same_bits(name, scene, run_simbench, workplace, solvers):
    FORMATS[name](workplace / name)
    tables = {}
    for selection in (by_tag, by_box):
        scene(name, selection)
        out = selection.__name__
        run_simbench("--scene scene.json --quiet --output", out, "--solver every")
        tables[out] = [(workplace / out / solver / "iterations.csv").read_bytes() for solver in solvers]
    assert tables["by_tag"] == tables["by_box"]
    assert len(set(tables["by_tag"])) == len(solvers)


@pytest.mark.parametrize("name", FORMATS)
def test_check_lists_the_tags(name, scene, run_simbench, workplace):
    FORMATS[name](workplace / name)
    path = scene(name, tags=(7,))
    assert "tags           3 (12 tets), 7 (12 tets)" in run_simbench("check", path).stdout
    seen = json.loads(run_simbench("check --json", path).stdout)
    assert seen["mesh"]["tags"] == [{"tag": 3, "tets": 12}, {"tag": 7, "tets": 12}]
    (region,) = seen["regions"]
    assert (region["material"], region["tets"]) == ("strain", 12)


def test_an_unknown_tag_is_refused_with_a_list_of_tags(scene, refused, workplace):
    ele(workplace / "tetgen.ele")
    message = refused("--solver qn --scene", scene("tetgen.ele", tags=(3, 4)))
    assert "/regions/1/tets" in message
    assert "no tet has the tag 4; the tags of the mesh are 3, 7" in message


def test_a_mesh_without_tags_is_named(scene, refused, run_simbench, workplace):
    meshio.write(workplace / "plain.msh", meshio.Mesh(POINTS, [("tetra", TETS)]), file_format="gmsh")
    assert "the mesh has no tags" in refused("--solver qn --scene", scene("plain.msh"))
    printed = json.loads(run_simbench("check --json", scene("plain.msh", tags=())).stdout)
    assert printed["mesh"]["tags"] == []


def test_vertices_have_no_tags(scene, refused, workplace):
    ele(workplace / "tetgen.ele")
    groups = 'anchors.groups=[{"vertices":{"select":"tag","tag":3}}]'
    message = refused("--solver qn --scene", scene("tetgen.ele"), "--set", f"'{groups}'")
    assert "unknown value 'tag'" in message


def test_the_schema_has_tags_only_for_tets():
    schema = json.loads((REPOSITORY / "scenes/scene.schema.json").read_text())

    def words(pointer: list[str]) -> set[str]:
        node = schema
        for key in pointer:
            node = node["properties"][key]
            node = node.get("items", node)
        return {form["properties"]["select"]["const"] for form in node["oneOf"]}

    assert words(["regions", "tets"]) - words(["anchors", "groups", "vertices"]) == {"tag"}
