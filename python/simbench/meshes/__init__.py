"""Reads meshes of many formats: those of simbench as the program does, .obj and .ply, and those of meshio."""
