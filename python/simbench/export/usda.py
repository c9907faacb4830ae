"""Writes USD as text: a mesh for each body, whose points have a time sample for each frame."""

import json
import re
from pathlib import Path

import numpy as np

from simbench.export.animation import FRAMES_PER_SECOND, Animation, Body
from simbench.input_files import begins_with

HEAD = '#usda 1.0\n(\n    doc = "Written by simbench: a time code is a recorded iteration"'


def usda(animation: Animation) -> str:
    names = _identifiers([body.name for body in animation.bodies])
    meshes = [_mesh(name, body) for name, body in zip(names, animation.bodies, strict=True)]
    return f"""{HEAD}
    defaultPrim = "simbench"
    startTimeCode = 0
    endTimeCode = {len(animation.moments) - 1}
    timeCodesPerSecond = {FRAMES_PER_SECOND}
    framesPerSecond = {FRAMES_PER_SECOND}
    metersPerUnit = 1
    upAxis = "Z"
)

def Xform "simbench"
{{
    custom int2[] steps_and_iterations = {_tuples(np.array(animation.moments), "%d")}
{"".join(meshes)}}}
"""


def is_usda(path: Path) -> bool:
    """Whether simbench wrote the file, by its first lines."""
    return begins_with(path, HEAD.encode())


def _mesh(name: str, body: Body) -> str:
    boxes = {frame: np.stack([p.min(axis=0), p.max(axis=0)]) for frame, p in body.frames.items()}
    return f"""
    def Mesh "{name}" (
        displayName = {_string(body.name)}
    )
    {{
        uniform bool doubleSided = 1
        uniform token subdivisionScheme = "none"
        int[] faceVertexCounts = {[3] * len(body.triangles)}
        int[] faceVertexIndices = {body.triangles.ravel().tolist()}
        color3f[] primvars:displayColor = {_points(np.array([body.colour]))}
        double3 xformOp:translate = {body.offset}
        uniform token[] xformOpOrder = ["xformOp:translate"]
        float3[] extent.timeSamples = {_samples(boxes)}
        point3f[] points.timeSamples = {_samples(body.frames)}
    }}
"""


def _string(text: str) -> str:
    return json.dumps("".join(c if c.isprintable() else "?" for c in text), ensure_ascii=False)


def _samples(of_frames: dict[int, np.ndarray]) -> str:
    lines = (f"            {frame}: {_points(points)},\n" for frame, points in of_frames.items())
    return "{\n" + "".join(lines) + "        }"


def _points(rows: np.ndarray) -> str:
    """Points with nine digits, which read back to the same number in single precision."""
    return _tuples(rows, "%.9g")


def _tuples(rows: np.ndarray, number: str) -> str:
    row = "(" + ", ".join([number] * rows.shape[1]) + ")"
    return "[" + ", ".join([row] * len(rows)) % tuple(rows.ravel().tolist()) + "]"


def _identifiers(names: list[str]) -> list[str]:
    """Names that USD accepts: letters, digits and underscores, not beginning with a digit, each name once."""
    identifiers: list[str] = []
    for name in names:
        identifier = re.sub(r"[^A-Za-z0-9_]|^(?=\d)", "_", name)
        while identifier in identifiers:
            identifier += "_"
        identifiers.append(identifier)
    return identifiers
