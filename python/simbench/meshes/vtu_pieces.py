"""Takes a .vtu with several pieces apart. Its data may be appended in raw bytes, so it may be no XML."""

import re
from base64 import b64encode
from pathlib import Path

import numpy as np

from simbench.meshes.counts import Counts
from simbench.meshes.refusal import MESH, ConversionError

PIECE = re.compile(rb"<Piece\b[^>]*?(?:/>|>.*?</Piece>)", re.DOTALL)
APPENDED = re.compile(rb"<AppendedData\b[^>]*?encoding\s*=\s*[\"'](\w+)[\"'][^>]*>\s*_")
OFFSET = re.compile(rb"\boffset\s*=\s*[\"']\s*(\d+)\s*[\"']")


def vtu_parts(path: Path) -> list[tuple[bytes, Counts]]:
    """The text of a .vtu for each of its pieces that has points, and what the piece declares."""
    contents = path.read_bytes()
    appended = APPENDED.search(contents)
    head = contents[: appended.start()] if appended else contents
    rest = contents[appended.start() :] if appended else b""
    pieces = [match for match in PIECE.finditer(head) if _attribute(match[0], "NumberOfPoints") != 0]
    parts = []
    for piece in pieces:
        text = PIECE.sub(lambda other, own=piece: own[0] if other.start() == own.start() else b"", head)
        try:
            is_raw = appended and appended[1] == b"raw"
            text = _in_base64(text, contents[appended.end() :]) if is_raw else text + rest
        except ValueError as error:
            raise ConversionError(MESH, f"{path}: its appended data end too early") from error
        counts = Counts(*(_attribute(piece[0], name) for name in ("NumberOfPoints", "NumberOfCells")))
        parts.append((text, counts))
    return parts


def _attribute(tag: bytes, name: str) -> int | None:
    found = re.match(rb"<[^>]*\b%s\s*=\s*[\"']\s*(\d+)" % name.encode(), tag)
    return int(found[1]) if found else None


def _in_base64(head: bytes, data: bytes) -> bytes:
    """The text with the raw data of the arrays in `head` in base64, which may be in XML.

    meshio confuses some offsets of raw data. ValueError if there are too few data.
    """
    arrays: list[bytes] = []

    def moved(offset: re.Match) -> bytes:
        place = sum(map(len, arrays))
        arrays.append(_array_in_base64(head, data, int(offset[1])))
        return b'offset="%d"' % place

    head = OFFSET.sub(moved, head)
    return head + b'<AppendedData encoding="base64">_' + b"".join(arrays) + b"</AppendedData></VTKFile>"


def _array_in_base64(head: bytes, data: bytes, start: int) -> bytes:
    """An array begins with its size; or if it is compressed with the number of its blocks, two sizes, and the
    blocks' compressed sizes. Such a header is encoded for itself.
    """
    order = ">" if re.search(rb"byte_order\s*=\s*[\"']BigEndian", head) else "<"
    size = np.dtype(order + ("u8" if re.search(rb"header_type\s*=\s*[\"']UInt64", head) else "u4"))
    first = int(np.frombuffer(data, size, 1, start)[0])
    if not re.search(rb"\bcompressor\s*=", head):
        return b64encode(_bytes(data, start, size.itemsize + first))
    header = (3 + first) * size.itemsize
    blocks = np.frombuffer(data, size, first, start + 3 * size.itemsize)
    return b64encode(_bytes(data, start, header)) + b64encode(_bytes(data, start + header, int(blocks.sum())))


def _bytes(data: bytes, start: int, count: int) -> bytes:
    if start + count > len(data):
        raise ValueError("too few bytes")
    return data[start : start + count]
