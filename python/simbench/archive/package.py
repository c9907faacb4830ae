"""Packs and unpacks a .tar.zst: the same files give the same bytes, and only intact archives are unpacked."""

import hashlib
import tarfile
import tempfile
from io import SEEK_END, BytesIO
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from simbench.archive.layout import METADATA, SUMS
from simbench.errors import NO_ROOM, OutputError, ResultsError, optional_packages
from simbench.input_files import opened, read_text

with optional_packages():
    import zstandard

LEVEL = 10  # of zstd
LOOSELY = zstandard.ZstdCompressionParameters.from_level(
    LEVEL, window_log=10
)  # one byte unpacks to at most 256
BLOCK = 1 << 20  # bytes
PIECE = 1 << 12  # bytes; zstd unpacks these to at most 128 MiB
MOST_OF_ONE, SMALL = 1000, 1 << 24  # bytes that one byte may unpack to; bytes that are always allowed


class DamagedArchiveError(ResultsError):
    """A file is not an archive of simbench, or it is damaged."""

    exit_code = 1


def pack(target: Path, root: str, files: dict[str, Path | bytes]) -> None:
    """Writes files, given by path or contents, under their names below the folder `root`, and SHA256SUMS."""
    sums = "".join(f"{_hash(contents)}  {name}\n" for name, contents in sorted(files.items()))
    files = {**files, SUMS: sums.encode()}
    size = _write(target, root, files, zstandard.ZstdCompressor(level=LEVEL, write_checksum=True))
    if size > _largest_plain(target):  # unpack() must not refuse an archive of ours
        _write(target, root, files, zstandard.ZstdCompressor(compression_params=LOOSELY))


def is_archive(path: Path) -> bool:
    """Whether pack() wrote the file: its first member is SHA256SUMS, which lists metadata and runs."""
    if not path.is_file():
        return False
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

    DamagedArchiveError if anything differs from what pack() writes. Nothing is written outside of the folder.
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
        raise DamagedArchiveError(f"{archive} is damaged, or not an archive of simbench: {error}") from error
    except OSError as error:
        if error.errno in NO_ROOM:
            raise OutputError(f"{archive} cannot be unpacked to {folder}: {error.strerror}") from error
        raise
    return folder / root


def check(folder: Path) -> None:
    """Checks an unpacked archive. DamagedArchiveError if a file is missing, changed or not listed."""
    if not folder.is_dir():
        raise ResultsError(f"there is no folder {folder}")
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    try:
        _check_sums(folder, names)
    except ValueError as error:
        raise DamagedArchiveError(f"{folder} is damaged: {error}") from error


def _write(target: Path, root: str, files: dict, compressor: zstandard.ZstdCompressor) -> int:
    """Writes the archive. Returns how many bytes it unpacks to, or at most 10 KiB more."""
    with (
        target.open("wb") as file,
        compressor.stream_writer(file, closefd=False) as stream,
        tarfile.open(fileobj=stream, mode="w|") as tar,
    ):
        # SHA256SUMS comes first, where is_archive() looks.
        for name, contents in sorted(files.items(), key=lambda file: (file[0] != SUMS, file[0])):
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
    """How many bytes an archive may unpack to. Without a limit a small file could fill the disk."""
    return max(SMALL, MOST_OF_ONE * archive.stat().st_size)


def _decompress(archive: Path, plain: BinaryIO) -> None:
    """Decompresses one whole frame. It must have its end, and nothing may follow."""
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
    """Writes a member, which must be a file inside the folder; returns its name."""
    name = member.name
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or len(path.parts) < 2 or str(path) != name:
        raise ValueError(f"the name '{name}' leads out of its folder")
    source = tar.extractfile(member) if member.isreg() and not member.issparse() else None
    if source is None:
        raise ValueError(f"'{name}' is not a plain file, but a link, a folder, a device or a sparse file")
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with source, target.open("xb") as file:
            while block := source.read(BLOCK):
                file.write(block)
    except FileExistsError as error:
        raise ValueError(f"'{name}' occurs twice") from error
    return name


def _check_sums(root: Path, names: set[str]) -> None:
    """Checks that SHA256SUMS lists exactly these files, with their hashes. ValueError names all others."""
    if SUMS not in names:
        raise ValueError(f"it has no {SUMS}")
    lines = read_text(root / SUMS).splitlines()
    sums = {name: value for value, _, name in (line.partition("  ") for line in lines)}
    missing, foreign = sums.keys() - names, names - sums.keys() - {SUMS}
    changed = {name for name in sums.keys() & names if _hash(root / name) != sums[name]}
    wrong = [
        *(f"it lacks {name}" for name in sorted(missing)),
        *(f"{name} is not what {SUMS} says" for name in sorted(changed)),
        *(f"{SUMS} does not list {name}" for name in sorted(foreign)),
    ]
    if wrong:
        raise ValueError("; ".join(wrong))
