"""The files of make_files.sh that Gmsh does not write: the tets and the boundary of box22_binary.msh."""

from pathlib import Path

import meshio
import vtk

gmsh = meshio.read("box22_binary.msh")
tets = meshio.Mesh(gmsh.points, [("tetra", gmsh.cells_dict["tetra"])])
boundary = meshio.Mesh(gmsh.points, [("triangle", gmsh.cells_dict["triangle"])])
tets.write("box.node")
tets.write("box22_meshio.msh", file_format="gmsh22", binary=False)
tets.write("box41_meshio.msh", file_format="gmsh", binary=True)
tets.write("ascii.vtu", binary=False)
tets.write("base64.vtu", compression=None)
tets.write("base64_zlib.vtu", compression="zlib")
for name in ("box.obj", "box.off"):
    boundary.write(name)
boundary.write("box.ply", binary=False)
boundary.write("box_binary.ply", binary=True)

# VTK's own writer, with the triangles among the cells.
meshio.Mesh(gmsh.points, [*boundary.cells, *tets.cells]).write("all.vtu")
reader = vtk.vtkXMLUnstructuredGridReader()
reader.SetFileName("all.vtu")
reader.Update()
for name, appended, encoded, compressed, wide, big_endian in (
    ("vtk_ascii", None, False, False, False, False),
    ("vtk_base64", False, False, True, True, False),
    ("vtk_raw", True, False, False, True, False),
    ("vtk_raw_zlib", True, False, True, False, False),
    ("vtk_raw_big_endian", True, False, False, False, True),
    ("vtk_appended_base64", True, True, True, True, False),
):
    writer = vtk.vtkXMLUnstructuredGridWriter()
    writer.SetFileName(f"{name}.vtu")
    writer.SetInputData(reader.GetOutput())
    writer.SetBlockSize(256)  # several blocks an array
    if appended is None:
        writer.SetDataModeToAscii()
    elif appended:
        writer.SetDataModeToAppended()
    else:
        writer.SetDataModeToBinary()
    writer.SetEncodeAppendedData(encoded)
    if compressed:
        writer.SetCompressorTypeToZLib()
    else:
        writer.SetCompressorTypeToNone()
    if wide:
        writer.SetHeaderTypeToUInt64()
    else:
        writer.SetHeaderTypeToUInt32()
    if big_endian:
        writer.SetByteOrderToBigEndian()
    writer.Write()
Path("all.vtu").unlink()
