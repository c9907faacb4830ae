"""Damaged and foreign archives are refused with a sentence, and nothing is written outside their folder."""

import hashlib
import io
import os
import resource
import shutil
import subprocess
import tarfile
from pathlib import Path

import numpy as np
import pytest
import zstandard
from test_archive import members_of

pytestmark = [pytest.mark.usefixtures("activated"), pytest.mark.slow]


def write_archive(path: Path, files: dict[str, bytes], changes=lambda member: member, sums=True) -> None:
    """Writes an archive of files, which SHA256SUMS lists. `changes` changes each member."""
    root = next(iter(files)).partition("/")[0]
    if sums:
        lines = [
            f"{hashlib.sha256(data).hexdigest()}  {name[len(root) + 1 :]}" for name, data in files.items()
        ]
        files = {**files, f"{root}/SHA256SUMS": "".join(f"{line}\n" for line in lines).encode()}
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(changes(member), io.BytesIO(data))
    path.write_bytes(zstandard.compress(plain.getvalue()))


DATA = {"x/results/qn/manifest.json": b"{}", "x/report.html": b"<html>"}


def linked(member: tarfile.TarInfo) -> tarfile.TarInfo:
    if member.name.endswith("report.html"):
        member.type, member.linkname, member.size = tarfile.SYMTYPE, "/etc/passwd", 0
    return member


def renamed(name: str):
    def change(member: tarfile.TarInfo) -> tarfile.TarInfo:
        if member.name.endswith("report.html"):
            member.name = name
        return member

    return change


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (renamed("x/../../escaped"), "leads out of its folder"),
        (renamed("/tmp/escaped"), "leads out of its folder"),
        (renamed("../escaped"), "leads out of its folder"),
        (renamed("x/results/qn/manifest.json"), "twice"),
        (renamed("x/other.html"), "lacks report.html"),
        (renamed("y/report.html"), "it has more than one folder at its top"),
        (linked, "not a plain file, but a link"),
    ],
)
def test_members_of_other_kinds_are_refused(refused, workplace, changes, said):
    write_archive(workplace / "bad.tar.zst", DATA, changes)
    outside = sorted(workplace.parent.iterdir())
    for command in ("verify", "rerun"):
        message = refused(f"{command} bad.tar.zst", exit_code=1)
        assert "bad.tar.zst" in message and said in message
    assert sorted(workplace.parent.iterdir()) == outside and not Path("/tmp/escaped").exists()


def test_archives_without_runs_are_refused(refused, run_simbench, workplace):
    write_archive(workplace / "bad.tar.zst", {"x/report.html": b"<html>"})
    for command in ("verify", "rerun"):
        assert "no folder results" in refused(f"{command} bad.tar.zst", exit_code=1)
    write_archive(workplace / "bad.tar.zst", DATA)  # its manifest is empty
    assert run_simbench("verify bad.tar.zst", exit_code=1).stdout.endswith("0 good, 1 damaged\n")
    assert "this is not the manifest of a run" in run_simbench("rerun bad.tar.zst", exit_code=2).stderr


def test_changed_bytes_a_lost_end_and_other_files_are_found(packed, refused, workplace):
    whole = packed.read_bytes()
    places = np.linspace(0, len(whole) - 1, 8).astype(int)
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= 0x10
        packed.write_bytes(changed)
        assert "OUT.tar.zst" in refused("verify OUT.tar.zst", exit_code=1), place
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        packed.write_bytes(whole[:length])
        assert "OUT.tar.zst" in refused("verify OUT.tar.zst", exit_code=1), length
    packed.write_bytes(whole + b"more")
    assert "behind its end" in refused("verify OUT.tar.zst", exit_code=1)
    packed.write_bytes(zstandard.compress(b"no tar"))
    assert "OUT.tar.zst" in refused("verify OUT.tar.zst", exit_code=1)
    assert "nowhere.tar.zst" in refused("verify nowhere.tar.zst")


def test_hashes_are_compared_with_the_files(packed, refused, run_simbench, workplace):
    members = members_of(packed)
    rows = "OUT/results/qn/iterations.csv"
    other = {**members, rows: members[rows].replace(b"1", b"2")}
    write_archive(packed, other, sums=False)
    assert "results/qn/iterations.csv is not what SHA256SUMS says" in refused(
        "verify OUT.tar.zst", exit_code=1
    )
    write_archive(packed, {k: v for k, v in members.items() if k != rows}, sums=False)
    assert "lacks results/qn/iterations.csv" in refused("verify OUT.tar.zst", exit_code=1)
    write_archive(packed, {**members, "OUT/more.txt": b""}, sums=False)
    assert "does not list more.txt" in refused("verify OUT.tar.zst", exit_code=1)
    # Right hashes in the archive are not enough, because the manifest of a run has hashes, too.
    del other["OUT/SHA256SUMS"]
    write_archive(packed, other)
    assert "1 good, 1 damaged" in run_simbench("verify OUT.tar.zst", exit_code=1).stdout


def test_files_of_an_unpacked_archive_are_compared_with_their_hashes(
    packed, refused, run_simbench, run_command, workplace
):
    subprocess.run(["tar", "--zstd", "-xf", packed, "--one-top-level=unpacked"], cwd=workplace, check=True)
    folder = workplace / "unpacked/OUT"

    def said(exit_code: int) -> str:
        finished = run_command("simbench-archive", "--check", folder, check=False)
        assert finished.returncode == exit_code
        return finished.stdout + finished.stderr

    assert said(0) == ""
    assert run_simbench("verify unpacked/OUT").stdout == "2 good, 0 damaged\n"
    run_simbench("rerun unpacked/OUT --quiet")
    shutil.rmtree(folder / "results/pd")
    with (folder / "results/qn/timings.csv").open("a") as file:
        file.write("\n")
    (folder / "meshes").mkdir()
    (folder / "meshes/more.msh").touch()
    lost = ("environment.json", "iterations.csv", "manifest.json", "timings.csv")
    wrong = [
        *(f"it lacks results/pd/{name}" for name in lost),
        "results/qn/timings.csv is not what SHA256SUMS says",
        "SHA256SUMS does not list meshes/more.msh",
    ]
    assert said(1) == f"simbench: {folder} is damaged: {'; '.join(wrong)}\n"
    assert f"unpacked/OUT is damaged: {'; '.join(wrong)}" in refused("verify unpacked/OUT", exit_code=1)
    (folder / "SHA256SUMS").unlink()
    os.mkfifo(folder / "SHA256SUMS")
    assert said(1) == f"simbench: {folder} is damaged: it has no SHA256SUMS\n"


def sparse(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """A sparse member of a terabyte."""
    if member.name.endswith("report.html"):
        member.pax_headers = {
            "GNU.sparse.map": "0,6",
            "GNU.sparse.size": str(1 << 40),
            "GNU.sparse.numblocks": "1",
        }
    return member


def test_a_small_file_does_not_fill_the_disk(refused, workplace):
    """An archive of 3 GB is refused after about 100 MB, and one of a sparse terabyte."""
    bomb = workplace / "bomb.tar.zst"
    compressor = zstandard.ZstdCompressor(level=1)
    with bomb.open("wb") as file, compressor.stream_writer(file) as stream:
        member = tarfile.TarInfo("x/results/qn/iterations.csv")
        member.size = 3 << 30
        stream.write(member.tobuf())
        for _ in range(3 << 6):
            stream.write(bytes(1 << 24))
    assert bomb.stat().st_size < 400_000
    limit = 500 << 20  # bytes of a file
    within = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))}
    for command in ("verify", "rerun"):
        message = refused(f"{command} bomb.tar.zst", exit_code=1, **within)
        assert "it unpacks to more than 1000 times its size" in message
    write_archive(bomb, DATA, sparse)
    assert "a sparse file" in refused("verify bomb.tar.zst", exit_code=1, **within)


def test_files_that_are_not_archives_are_refused(refused, workplace):
    os.mkfifo(workplace / "fifo.tar.zst")
    assert "is not a regular file" in refused("verify fifo.tar.zst", exit_code=None)
    (workplace / "nothing.tar.zst").write_bytes(zstandard.compress(bytes(10240)))
    assert "it has no folder at its top" in refused("verify nothing.tar.zst", exit_code=1)
