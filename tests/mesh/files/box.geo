// A box of 1 × 0.5 × 0.7 m with its corner at (0.1, -0.2, 0.3) m; physical groups and both kinds of boundary make it a file as
// Gmsh's users have it.
SetFactory("OpenCASCADE");
Box(1) = {0.1, -0.2, 0.3, 1, 0.5, 0.7};
Mesh.MeshSizeMin = 0.6;
Mesh.MeshSizeMax = 0.6;
Mesh.SaveAll = 1;
Physical Volume("body", 7) = {1};
Physical Surface("clamped end", 8) = {1};
