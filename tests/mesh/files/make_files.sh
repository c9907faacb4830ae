#!/usr/bin/env bash
# Writes the mesh files of this folder anew, with Gmsh 4.8, meshio 5.3 and VTK 9. All describe one mesh, so that a test can
# compare them; only .stl and VTK's Float32 hold its positions rounded. Needs a Python with meshio, numpy and vtk: PYTHON=….
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
for version in 22 41; do
  gmsh -v 1 -3 box.geo -format msh$version -o box$version.msh
  gmsh -v 1 -3 box.geo -format msh$version -bin -o box${version}_binary.msh
done
gmsh -v 1 -3 box.geo -format msh41 -setnumber Mesh.SaveParametric 1 -o box41_parametric.msh
gmsh -v 1 -2 box.geo -format stl -o box.stl
gmsh -v 1 -2 box.geo -format stl -bin -o box_binary.stl
"${PYTHON:-python3}" make_files.py
