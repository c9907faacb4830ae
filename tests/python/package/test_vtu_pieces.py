"""Pieces of a .vtu with raw appended data are joined, in each byte order, compressed or not."""

import zlib

import numpy as np
import pytest

from simbench.convert import convert_mesh
from simbench.meshes.refusal import ConversionError

CORNERS = np.eye(4, 3, -1)
FAR = np.vstack([CORNERS, [1, 1, 1]]) + np.array([5, 0, 0])
KINDS = {"Points": "f8", "connectivity": "i8", "offsets": "i8", "types": "u1"}
NAMES = {"f8": "Float64", "i8": "Int64", "u1": "UInt8"}


class RawGrid:
    """Writes a .vtu with several pieces of tets and raw appended data."""

    def __init__(self, order: str, header: str, is_compressed: bool) -> None:
        self.order, self.header, self.is_compressed = order, header, is_compressed
        self.pieces, self.data = "", b""

    def add(self, points: np.ndarray, tets: list) -> None:
        values = {"connectivity": tets, "offsets": 4 * np.arange(1, len(tets) + 1), "types": [10] * len(tets)}
        arrays = {name: self._array(name, array) for name, array in {"Points": points, **values}.items()}
        self.pieces += (
            f'<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(tets)}">'
            f"<Points>{arrays.pop('Points')}</Points><Cells>{''.join(arrays.values())}</Cells></Piece>"
        )

    def _array(self, name: str, values) -> str:
        kind = KINDS[name]
        offset, data = len(self.data), np.array(values, self.order + kind).tobytes()
        blocks = [zlib.compress(data)] if self.is_compressed else [data]
        sizes = [1, len(data), len(data), len(blocks[0])] if self.is_compressed else [len(data)]
        self.data += np.array(sizes, self.order + self.header).tobytes() + blocks[0]
        components = 3 if name == "Points" else 1
        return (
            f'<DataArray type="{NAMES[kind]}" Name="{name}" NumberOfComponents="{components}" '
            f'format="appended" offset="{offset}"/>'
        )

    def contents(self) -> bytes:
        order = "LittleEndian" if self.order == "<" else "BigEndian"
        header = {"u4": "UInt32", "u8": "UInt64"}[self.header]
        compressor = ' compressor="vtkZLibDataCompressor"' if self.is_compressed else ""
        head = (
            f'<VTKFile type="UnstructuredGrid" version="1.0" byte_order="{order}" header_type="{header}"'
            f"{compressor}><UnstructuredGrid>{self.pieces}</UnstructuredGrid>"
        )
        appended = b'<AppendedData encoding="raw">_' + self.data + b"\n</AppendedData></VTKFile>"
        return head.encode() + appended


@pytest.mark.parametrize("is_compressed", [False, True])
@pytest.mark.parametrize(("order", "header"), [("<", "u4"), ("<", "u8"), (">", "u4")])
def test_pieces_with_raw_data_are_joined(tmp_path, order, header, is_compressed):
    grid = RawGrid(order, header, is_compressed)
    grid.add(CORNERS, [[0, 1, 2, 3]])
    grid.add(FAR, [[0, 1, 2, 3], [1, 2, 3, 4]])
    (tmp_path / "raw.vtu").write_bytes(grid.contents())
    report = "\n".join(convert_mesh(tmp_path / "raw.vtu", tmp_path / "out.msh"))
    assert "9 vertices, 3 tets" in report and "volume         0.666667 m^3;" in report
    assert "2 parts of the file were joined." in report


def test_raw_data_that_end_early_are_refused(tmp_path):
    grid = RawGrid("<", "u4", False)
    grid.add(CORNERS, [[0, 1, 2, 3]])
    grid.add(CORNERS, [[0, 1, 2, 3]])
    grid.data = grid.data[:20]
    (tmp_path / "raw.vtu").write_bytes(grid.contents())
    with pytest.raises(ConversionError, match=r"raw\.vtu: its appended data end too early"):
        convert_mesh(tmp_path / "raw.vtu", tmp_path / "out.msh")
