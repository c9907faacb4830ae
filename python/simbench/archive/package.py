"""One .tar.zst: the same bytes of the same files, and out of it whole files of known hashes or none."""

import hashlib
import tarfile
import tempfile
from io import SEEK_END, BytesIO
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from simbench.archive.crate import METADATA
from simbench.errors import NO_ROOM, OutputError, ResultsError, optional_packages
from simbench.run_files import opened

with optional_packages("requirements.txt"):
    import zstandard

SUMS = "SHA256SUMS"  # as sha256sum --check reads it
LEVEL = 10  # of zstd
LOOSELY = zstandard.ZstdCompressionParameters.from_level(LEVEL, window_log=10)  # at most 256 bytes of one
BLOCK = 1 << 20  # bytes
PIECE = 1 << 12  # bytes, of which zstd makes 128 MiB at most
MOST_OF_ONE, SMALL = 1000, 1 << 24  # how many bytes a byte may unpack to, and what is allowed at any rate


class DamagedArchiveError(ResultsError):
    """A file is not what simbench packs, or not any more."""

    exit_code = 1


def pack(target: Path, root: str, files: dict[str, Path | bytes]) -> None:
    """Writes files, or what is to be in them, by their names below the folder `root`, and SHA256SUMS."""
    sums = "".join(f"{_hash(contents)}  {name}\n" for name, contents in sorted(files.items()))
    files = {**files, SUMS: sums.encode()}
    size = _write(target, root, files, zstandard.ZstdCompressor(level=LEVEL, write_checksum=True))
    if size > _largest_plain(target):  # no archive of ours is refused for that
        _write(target, root, files, zstandard.ZstdCompressor(compression_params=LOOSELY))


def is_archive(path: Path) -> bool:
    """Whether pack() wrote the file: its first member is SHA256SUMS, which lists metadata and runs."""
    try:
        with zstandard.open(path) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
            first = tar.next()
            if not first or not first.isreg() or PurePosixPath(first.name).name != SUMS:
                return False
            listed = tar.extractfile(first).read(64 * BLOCK).decode()
    except (zstandard.ZstdError, tarfile.TarError, EOFError, ValueError):
        return False
    return f"  {METADATA}\n" in listed and "/manifest.json\n" in listed


def unpack(archive: Path, folder: Path) -> Path:
    """Checks an archive and unpacks it into a folder that is empty; returns its root there.

    DamagedArchiveError for whatever is not as pack() writes it; nothing is written outside of the folder.
    """
    try:
        with tempfile.TemporaryFile() as plain:
            _decompress(archive, plain)
            with tarfile.open(fileobj=plain) as tar:
                names = [_extract(tar, member, folder) for member in tar]
        root, *others = sorted({PurePosixPath(name).parts[0] for name in names}) or [""]
        if others or not root:
            raise ValueError(f"it has {'no' if not root else 'more than one'} folder at its top")
        _check_sums(folder / root, {name.partition("/")[2] for name in names})
    except (zstandard.ZstdError, tarfile.TarError, EOFError, ValueError) as error:
        raise DamagedArchiveError(f"{archive} is damaged, or no archive of simbench: {error}") from error
    except OSError as error:
        if error.errno in NO_ROOM:
            raise OutputError(f"{archive} cannot be unpacked to {folder}: {error.strerror}") from error
        raise
    return folder / root


def _write(target: Path, root: str, files: dict, compressor: zstandard.ZstdCompressor) -> int:
    """Returns how many bytes the archive unpacks to, and at most 10 KiB more."""
    with (
        target.open("wb") as file,
        compressor.stream_writer(file, closefd=False) as stream,
        tarfile.open(fileobj=stream, mode="w|") as tar,
    ):
        for name, contents in sorted(files.items()):
            with _opened(contents) as source:
                member = tarfile.TarInfo(f"{root}/{name}")  # without time and owner
                member.size = source.seek(0, SEEK_END)
                source.seek(0)
                tar.addfile(member, source)
    return tar.offset + tarfile.RECORDSIZE


def _opened(contents: Path | bytes) -> BinaryIO:
    return BytesIO(contents) if isinstance(contents, bytes) else opened(contents)


def _hash(contents: Path | bytes) -> str:
    result = hashlib.sha256()
    with _opened(contents) as file:
        while block := file.read(BLOCK):
            result.update(block)
    return result.hexdigest()


def _largest_plain(archive: Path) -> int:
    """How many bytes an archive may unpack to: a small file could else fill a disk."""
    return max(SMALL, MOST_OF_ONE * archive.stat().st_size)


def _decompress(archive: Path, plain: BinaryIO) -> None:
    """All of one frame, whose end is there, with nothing behind it."""
    frame = zstandard.ZstdDecompressor().decompressobj()
    largest = _largest_plain(archive)
    with opened(archive) as file:
        while piece := file.read(PIECE):
            if frame.eof:
                raise ValueError("there are bytes behind its end")
            plain.write(frame.decompress(piece))
            if plain.tell() > largest:
                raise ValueError(f"it unpacks to more than {MOST_OF_ONE} times its size")
    if not frame.eof:
        raise ValueError("its end is missing")
    if frame.unused_data:
        raise ValueError("there are bytes behind its end")
    plain.seek(0)


def _extract(tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> str:
    """Writes a member, which must be a file inside of a folder; returns its name."""
    name = member.name
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or len(path.parts) < 2 or str(path) != name:
        raise ValueError(f"the name '{name}' leads out of its folder")
    source = tar.extractfile(member) if member.isreg() and not member.issparse() else None
    if source is None:
        raise ValueError(f"'{name}' is no file but a link, a folder, a device or full of holes")
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with source, target.open("xb") as file:
            while block := source.read(BLOCK):
                file.write(block)
    except FileExistsError as error:
        raise ValueError(f"'{name}' is there twice") from error
    return name


def _check_sums(root: Path, names: set[str]) -> None:
    """Whether SHA256SUMS lists the files that are there, with their hashes."""
    if SUMS not in names:
        raise ValueError(f"it has no {SUMS}")
    lines = (root / SUMS).read_text(encoding="utf-8").splitlines()
    sums = {name: value for value, _, name in (line.partition("  ") for line in lines)}
    if missing := sorted(sums.keys() - names):
        raise ValueError(f"it lacks {', '.join(missing)}")
    if foreign := sorted(names - sums.keys() - {SUMS}):
        raise ValueError(f"{SUMS} does not list {', '.join(foreign)}")
    if changed := [name for name, value in sums.items() if _hash(root / name) != value]:
        raise ValueError(f"{', '.join(changed)} is not what {SUMS} says")
