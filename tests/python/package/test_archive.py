"""Archives have the right contents and the same bytes twice, and the program checks and repeats them."""

import hashlib
import json
import re
import shutil
import subprocess
import tarfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import meshio
import numpy as np
import pytest
import zstandard
from test_sweep import write_plan

from simbench import load_runs
from simbench.archive.package import pack, unpack

pytestmark = [pytest.mark.usefixtures("activated"), pytest.mark.slow]

MADE = {"README.md", "SHA256SUMS", "report.html", "ro-crate-metadata.json", "ro-crate-preview.html"}
NOT_DATA = MADE - {"README.md", "report.html"}  # no data in the sense of RO-Crate
SMOKE = "--scene smoke.json --quiet --iterations 3"


@pytest.fixture
def archive(run_command):
    """Packs a folder with the package's command; returns the file and the output."""

    def pack(folder: Path, *options: object) -> tuple[Path, str]:
        finished = run_command("simbench-archive", folder, *options)
        return folder.with_name(f"{folder.name}.tar.zst"), finished.stdout

    return pack


def members_of(archive: Path) -> dict[str, bytes]:
    with zstandard.open(archive) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}


def write_scene_of_one_tet(workplace: Path, name: str) -> Path:
    """Writes scene.json with a mesh of this name. Returns the folder of the mesh."""
    points = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    folder = workplace / "meshes of mine"
    folder.mkdir()
    if name.endswith(".msh"):
        meshio.write(folder / name, meshio.Mesh(points, [("tetra", [[0, 1, 2, 3]])]), file_format="gmsh")
    else:
        (folder / "my.node").write_text("4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n")
        (folder / "my.ele").write_text("1 4 0\n0 0 1 2 3\n")
    scene = {
        "body": {"mesh": {"file": f"meshes of mine/{name}"}},
        "material": {"model": "strain", "stiffness": 1e5},
        "gravity": [0, 0, -9.81],
        "step": {"time_step": 0.01, "iterations": 2},
    }
    (workplace / "scene.json").write_text(json.dumps(scene))
    return folder


def test_an_archive_has_runs_report_metadata_and_hashes(packed, workplace):
    members = members_of(packed)
    runs = {
        f"OUT/results/{path.relative_to(workplace / 'OUT')}": path.read_bytes()
        for path in (workplace / "OUT").rglob("*.*")
        if path.is_file()
    }
    own = {f"OUT/{name}" for name in MADE}
    assert members.keys() == runs.keys() | own and runs.items() <= members.items()
    assert list(members) == ["OUT/SHA256SUMS", *sorted(members.keys() - {"OUT/SHA256SUMS"})]
    assert b"<html" in members["OUT/report.html"]
    subprocess.run(["tar", "--zstd", "-xf", packed], cwd=workplace.parent, check=True)
    subprocess.run(
        ["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=workplace.parent / "OUT", check=True
    )


def test_the_metadata_are_an_ro_crate(run_simbench, workplace, archive):
    run_simbench(f"{SMOKE} --solver qn,pd --output OUT")
    file, _ = archive(workplace / "OUT", "--licence", "CC-BY-4.0")
    members = members_of(file)
    crate = json.loads(members["OUT/ro-crate-metadata.json"])
    assert crate["@context"] == "https://w3id.org/ro/crate/1.1/context"
    entities = {entity["@id"]: entity for entity in crate["@graph"]}
    assert len(entities) == len(crate["@graph"])
    descriptor, root = entities["ro-crate-metadata.json"], entities["./"]
    assert descriptor["about"] == {"@id": "./"} and "ro/crate/1.1" in descriptor["conformsTo"]["@id"]
    # Members of the root that the specification requires.
    assert {"@type", "name", "description", "datePublished", "license", "hasPart"} <= root.keys()
    assert root["license"] == {"@id": "https://spdx.org/licenses/CC-BY-4.0"}
    ends = [json.loads(members[f"OUT/results/{s}/environment.json"])["finished"] for s in ("qn", "pd")]
    assert root["datePublished"] == max(ends)

    def links(value):
        if isinstance(value, list):
            return set().union(*map(links, value))
        return {value["@id"]} if isinstance(value, dict) else set()

    for entity in crate["@graph"]:
        for key, value in entity.items():
            assert key == "conformsTo" or links(value) <= entities.keys(), (entity["@id"], key)
    files = {f"OUT/{e['@id']}" for e in crate["@graph"] if e["@type"] == "File"}
    assert files == members.keys() - {f"OUT/{name}" for name in NOT_DATA}
    preview = entities["ro-crate-preview.html"]
    assert preview["@type"] == "CreativeWork" and preview["about"] == {"@id": "./"}
    actions = [entity for entity in crate["@graph"] if entity["@type"] == "CreateAction"]
    manifest = json.loads(members["OUT/results/qn/manifest.json"])
    assert {action["result"]["@id"] for action in actions} == {"results/pd/", "results/qn/"}
    for action in actions:
        program = entities[action["instrument"]["@id"]]
        assert program["@type"] == "SoftwareApplication"
        assert program["version"] == manifest["build"]["version"]
        assert manifest["build"]["id"] in program["@id"]


def test_the_readme_says_what_to_type_and_which_commit_computed_the_runs(packed, run_simbench, workplace):
    run_simbench("verify OUT.tar.zst")  # a command of the README
    subprocess.run(["tar", "--zstd", "-xf", packed, "--one-top-level=unpacked"], cwd=workplace, check=True)
    folder = workplace / "unpacked/OUT"
    readme = (folder / "README.md").read_text()
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, check=True)
    typed = ("sha256sum --check SHA256SUMS", "simbench verify", "simbench rerun", "scripts/install.sh")
    assert all(command in readme for command in typed)
    build = json.loads((folder / "results/qn/manifest.json").read_text())["build"]
    assert f"simbench {build['version']}" in readme and build["git_commit"] in readme
    listed = set(re.findall(r"^\| `(.*?)` \|", readme, re.MULTILINE))
    assert listed == {f"{path.name}/" if path.is_dir() else path.name for path in folder.iterdir()}


def test_an_archive_that_was_unpacked_by_hand_is_verified_and_repeated(run_simbench, workplace, archive):
    meshes = write_scene_of_one_tet(workplace, "own.msh")
    run_simbench("--scene scene.json --solver qn,pd --output OUT --quiet")
    packed, _ = archive(workplace / "OUT")
    subprocess.run(["tar", "--zstd", "-xf", packed, "--one-top-level=unpacked"], cwd=workplace, check=True)
    shutil.rmtree(meshes)
    folder = workplace / "unpacked/OUT"
    assert run_simbench("verify unpacked/OUT").stdout == "2 good, 0 damaged\n"
    repeated = run_simbench("rerun unpacked/OUT --quiet --output again").stdout
    assert repeated == "2 of 2 runs identical\n"
    run_simbench("rerun unpacked/OUT/results/qn/manifest.json --quiet --output alone")
    mesh = next(folder.glob("meshes/*/own.msh"))
    whole = mesh.read_bytes()
    mesh.write_bytes(whole[:-1])
    assert (
        f"{mesh.relative_to(folder)} is not what SHA256SUMS says"
        in run_simbench("verify unpacked/OUT", exit_code=1).stderr
    )
    mesh.write_bytes(whole)
    (folder / "mine.txt").write_text("mine")
    assert "does not list mine.txt" in run_simbench("verify unpacked/OUT", exit_code=1).stderr
    (folder / "mine.txt").unlink()
    shutil.rmtree(folder / "results/qn")
    assert "it lacks results/qn/" in run_simbench("verify unpacked/OUT", exit_code=1).stderr


class Links(HTMLParser):
    def __init__(self, page: str):
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.found += [value for key, value in attributes if key == "href"]


def test_the_preview_links_every_run_and_file(run_simbench, workplace, archive):
    run_simbench(f"{SMOKE} --solver 'admm[weight_factor=0.5],qn' --output 'a <b> & c'")
    archive(workplace / "a <b> & c", "--licence", "CC-BY-4.0")
    members = members_of(workplace / "a <b> & c.tar.zst")
    page = members["a <b> & c/ro-crate-preview.html"].decode()
    assert "<h1>a &lt;b&gt; &amp; c</h1>" in page and "https://spdx.org/licenses/CC-BY-4.0" in page
    links = Links(page).found
    assert {"results/qn/", "results/admm-weight_factor%3D0.5/", "report.html", "README.md"} <= set(links)
    for link in links:
        assert any(name.startswith(f"a <b> & c/{unquote(link)}") for name in members)


def test_the_same_folder_gives_the_same_bytes(packed, workplace, archive):
    first = packed.read_bytes()
    shutil.copytree(workplace / "OUT", workplace / "elsewhere/OUT")  # other times of files
    again, _ = archive(workplace / "elsewhere/OUT")
    assert again.read_bytes() == first


def test_verify_checks_and_rerun_repeats_all_runs(packed, run_simbench, workplace):
    shutil.rmtree(workplace / "OUT")
    assert run_simbench("verify OUT.tar.zst").stdout == "2 good, 0 damaged\n"
    report = json.loads(run_simbench("verify OUT.tar.zst --json").stdout)
    assert [run["solver"] for run in report["runs"]] == ["pd", "qn"] and report["good"] == 2
    said = run_simbench("rerun OUT.tar.zst --output AGAIN").stdout
    assert said.count("manifest.json: identical") == 2
    assert "positions_0001_000003.vtu: identical" in said and "differs" not in said
    members = members_of(packed)
    for solver in ("qn", "pd"):
        again = (workplace / "AGAIN" / solver / "iterations.csv").read_bytes()
        assert again == members[f"OUT/results/{solver}/iterations.csv"]


def test_a_single_run_is_packed_under_its_name(run_simbench, workplace, archive):
    run_simbench(f"{SMOKE} --solver 'admm[weight_factor=0.5]' --output OUT")
    file, said = archive(workplace / "OUT/admm-weight_factor=0.5")
    assert "1 run," in said
    assert run_simbench(f"verify '{file}'").stdout == "1 good, 0 damaged\n"
    run_simbench(f"rerun '{file}'")
    assert (workplace / "rerun/admm-weight_factor=0.5/manifest.json").is_file()


PLAN = {
    "scene": "smoke.json",
    "axes": [{"path": "step.time_step", "values": [1e-2, 2e-2]}],
    "solvers": ["qn", "pd"],
    "set": {"step.iterations": 3},
}


@pytest.mark.parametrize("collapse", ["", "--collapse"])
def test_an_archived_sweep_is_verified_like_its_folder(run_simbench, workplace, archive, collapse):
    write_plan(workplace, PLAN)
    run_simbench("sweep plan.json --output GRID", collapse)
    archive(workplace / "GRID")
    assert run_simbench("verify GRID.tar.zst").stdout == run_simbench("verify GRID").stdout
    run_simbench("rerun GRID.tar.zst --quiet")
    for run in (workplace / "GRID/runs").glob("*/*"):
        assert (workplace / "rerun" / run.relative_to(workplace / "GRID") / "manifest.json").is_file()


def test_commands_read_an_archive_as_its_folder(packed, run_simbench, workplace):
    """Packed, or unpacked by hand; a report and a movie are written beside the archive, under its name."""
    subprocess.run(["tar", "--zstd", "-xf", packed, "--one-top-level=unpacked"], cwd=workplace, check=True)
    for command in ("errors", "table"):
        expected = run_simbench(command, "OUT").stdout
        assert run_simbench(command, "OUT.tar.zst").stdout == expected
        assert run_simbench(command, "unpacked/OUT").stdout == expected
    run_simbench("figure relative_error OUT --output A")
    run_simbench("figure relative_error OUT.tar.zst --output B")
    assert (workplace / "A/relative_error.png").read_bytes() == (
        workplace / "B/relative_error.png"
    ).read_bytes()
    for command, ending in (("report", "html"), ("export --usda", "usda")):
        run_simbench(command, "OUT.tar.zst")
        assert (workplace / f"OUT.{ending}").is_file()
    page = (workplace / "OUT.html").read_bytes()
    assert b"<title>OUT \xc2\xb7 " in page and b"/simbench-" not in page
    run_simbench("report OUT.tar.zst")
    assert (workplace / "OUT.html").read_bytes() == page
    run_simbench("report unpacked/OUT")  # not into the archive
    run_simbench("verify unpacked/OUT")
    assert b"<title>OUT \xc2\xb7 " in (workplace / "unpacked/OUT.html").read_bytes()


def test_a_packed_sweep_is_shown_like_its_folder(run_simbench, workplace, archive):
    write_plan(workplace, PLAN)
    run_simbench("sweep plan.json --output GRID")
    archive(workplace / "GRID")
    run_simbench("report GRID.tar.zst")
    page = (workplace / "GRID.html").read_text()
    assert "simbench rerun GRID.tar.zst" in page and "/simbench-" not in page
    for place in ("GRID", "GRID.tar.zst"):
        run_simbench("figure cost_ecdf", place, "--output", f"figures/{place}")
    first, second = (workplace / "figures").glob("*/cost_ecdf.png")
    assert first.read_bytes() == second.read_bytes()


def test_an_archive_that_is_replaced_is_read_anew(run_simbench, workplace, archive):
    run_simbench(f"{SMOKE} --solver qn,pd --output OUT")
    packed, _ = archive(workplace / "OUT")
    assert len(load_runs(packed)) == 2
    shutil.rmtree(workplace / "OUT/pd")
    archive(workplace / "OUT", "--replace")
    assert len(load_runs(packed)) == 1


def test_a_shard_is_read_without_a_summary(run_simbench, workplace, archive):
    write_plan(workplace, PLAN)
    run_simbench("sweep plan.json --output SHARD --shard 0/2")
    archive(workplace / "SHARD")
    rows = run_simbench("errors SHARD.tar.zst").stdout.splitlines()
    done = list((workplace / "SHARD/runs").glob("*/*/manifest.json"))
    assert len([row for row in rows if row.startswith("| ")]) == len(done) + 1  # and the head
    assert len(done) == 2


def test_a_sweep_of_another_build_is_checked_run_by_run(run_simbench, workplace, archive):
    write_plan(workplace, PLAN)
    run_simbench("sweep plan.json --output GRID")
    plan = json.loads((workplace / "GRID/plan.json").read_text())
    (workplace / "GRID/plan.json").write_text(json.dumps({**plan, "build": "another"}))
    archive(workplace / "GRID")
    finished = run_simbench("verify GRID.tar.zst")
    assert finished.stdout == "4 good, 0 damaged\n" and "another build" in finished.stderr


@pytest.mark.parametrize("name", ["my.msh", "my.node"])
def test_an_archive_has_the_mesh_files(run_simbench, workplace, archive, name):
    folder = write_scene_of_one_tet(workplace, name)
    run_simbench("--scene scene.json --solver qn --output OUT --quiet")
    _, said = archive(workplace / "OUT")
    assert "note" not in said
    shutil.rmtree(folder)
    assert "manifest.json: identical" in run_simbench("rerun OUT.tar.zst").stdout
    _, said = archive(workplace / "OUT", "--replace")
    assert said.startswith("note: ") and name in said
    assert run_simbench("rerun OUT.tar.zst", exit_code=3).stderr


def test_messages_name_what_cannot_be_packed(packed, run_command, workplace):
    def fails(*arguments) -> str:
        finished = run_command("simbench-archive", *arguments, check=False)
        assert finished.returncode == 2 and "Traceback" not in finished.stderr
        return finished.stderr

    before = packed.read_bytes()
    assert "--replace" in fails(workplace / "OUT")
    assert packed.read_bytes() == before
    assert "no folder" in fails(workplace / "nowhere")
    (workplace / "empty").mkdir()
    assert "no complete run" in fails(workplace / "empty")
    assert "SPDX" in fails(workplace / "OUT", "--replace", "--licence", "do what you like")
    (workplace / "OUT/qn/positions_0001_000001.vtu").unlink()
    assert "has no positions_0001_000001.vtu" in fails(workplace / "OUT", "--replace")
    (workplace / "OUT/pd/iterations.csv").write_text("iteration\n")
    assert "iterations.csv is not what its manifest says" in fails(workplace / "OUT/pd")
    manifest = json.loads((workplace / "OUT/pd/manifest.json").read_text())
    del manifest["manifest_sha256"]  # with the right hash of the changed file
    manifest["files_sha256"] = {"../../secret": ""}
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    own = f',\n  "manifest_sha256": "{hashlib.sha256(text.encode()).hexdigest()}"\n}}\n'
    (workplace / "OUT/pd/manifest.json").write_text(text.removesuffix("\n}\n") + own)
    assert "manifest.json has no hashes of the run's own files" in fails(workplace / "OUT/pd")
    assert packed.read_bytes() == before
    assert not list(workplace.glob(".*partial*"))


def test_only_an_archive_is_replaced(packed, run_command, workplace):
    """Other files are not replaced, regardless of their names. Links are followed."""
    whole = packed.read_bytes()
    scene, other = workplace / "scene.json", workplace / "other.tar.zst"
    scene.write_text("{}")
    with zstandard.open(other, "wb") as stream, tarfile.open(fileobj=stream, mode="w|") as tar:
        tar.add(scene, "other/SHA256SUMS")
    for file in (scene, other, Path("/dev/null"), workplace / "OUT"):
        before = file.read_bytes() if file.is_file() else None
        finished = run_command(
            "simbench-archive", workplace / "OUT", "--replace", "--output", file, check=False
        )
        assert finished.returncode == 2 and f"{file} exists and was not written" in finished.stderr
        assert (file.read_bytes() if file.is_file() else None) == before
    assert Path("/dev/null").is_char_device()
    packed.write_bytes(whole[:-9])  # a damaged archive is replaced, too
    (workplace / "link").symlink_to(packed)
    run_command("simbench-archive", workplace / "OUT", "--replace", "--output", workplace / "link")
    assert (workplace / "link").is_symlink() and packed.read_bytes() == whole


def test_archives_of_highly_compressible_data_can_be_unpacked(tmp_path):
    """More than 1000 times, and no archive may unpack to as much."""
    names = ["results/qn/manifest.json", "ro-crate-metadata.json", "zeros"]
    files = dict(zip(names, [b"{}", b"{}", bytes(50 << 20)], strict=True))
    pack(tmp_path / "x.tar.zst", "x", files)
    assert 50 << 20 < 1000 * (tmp_path / "x.tar.zst").stat().st_size < 500 << 20
    (tmp_path / "empty").mkdir()
    root = unpack(tmp_path / "x.tar.zst", tmp_path / "empty")
    assert {name: (root / name).read_bytes() for name in names} == files
