"""Writes binary glTF 2.0: a mesh for each body, whose morph targets are the frames, and one animation."""

import json
import struct
from pathlib import Path

import numpy as np

from simbench.errors import ResultsError
from simbench.export.animation import FRAMES_PER_SECOND, Animation, Body
from simbench.input_files import LARGEST_TEXT, opened, parsed_json

FLOAT, UINT32 = 5126, 5125
VERTICES, INDICES = 34962, 34963  # uses of a part of the buffer
GENERATOR = "simbench"
LARGEST = 2**32 - 1  # bytes; the format counts in 32 bits
UPRIGHT = [-(0.5**0.5), 0, 0, 0.5**0.5]  # a turn about x, because z is up here, and y in glTF


def glb(animation: Animation) -> bytes:
    buffer = _Buffer()
    meshes = [_mesh(buffer, body, number, animation) for number, body in enumerate(animation.bodies)]
    count = len(meshes)
    document = {
        "asset": {"version": "2.0", "generator": GENERATOR},
        "scene": 0,
        "scenes": [{"nodes": [count]}],
        "nodes": [
            *(
                {"name": body.name, "mesh": number, "translation": list(body.offset)}
                for number, body in enumerate(animation.bodies)
            ),
            {"name": "simbench", "rotation": UPRIGHT, "children": list(range(count))},
        ],
        "meshes": meshes,
        "materials": [_material(body) for body in animation.bodies],
        "animations": _animations(buffer, animation.bodies),
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": buffer.length}],
    }
    if not document["animations"]:
        del document["animations"]  # a list must not be empty
    text = json.dumps(document, allow_nan=False).encode()
    text += b" " * (-len(text) % 4)
    length = 12 + 8 + len(text) + 8 + buffer.length
    if length > LARGEST:
        raise ResultsError(
            f"a .glb cannot have {length} bytes, at most {LARGEST}; use --usda, which has no limit"
        )
    header = struct.pack("<4sII", b"glTF", 2, length)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", buffer.length, b"BIN\0")
    return header + chunks + b"".join(buffer.parts)


def is_glb(path: Path) -> bool:
    """Whether simbench wrote the file, by the generator that it names."""
    try:
        with opened(path) as file:
            magic, _, _, length, kind = struct.unpack("<4sIII4s", file.read(20))
            is_json = (magic, kind) == (b"glTF", b"JSON") and length <= LARGEST_TEXT
            document = parsed_json(file.read(length), f"{path} is no glTF file") if is_json else {}
        return document["asset"]["generator"] == GENERATOR
    except (struct.error, ResultsError, LookupError, TypeError):
        return False


class _Buffer:
    """The binary buffer, and the accessors that describe its parts."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.length = 0
        self.views: list[dict] = []
        self.accessors: list[dict] = []

    def add(self, values: np.ndarray, component: int, purpose: int | None = None) -> int:
        """Adds values of 4 bytes, scalars or vectors (n × 3), and returns the number of their accessor."""
        values = np.ascontiguousarray(values, "<f4" if component == FLOAT else "<u4")
        part = values.tobytes()
        view = {"buffer": 0, "byteOffset": self.length, "byteLength": len(part)}
        self.views.append(view | ({"target": purpose} if purpose else {}))
        rows = values.reshape(len(values), -1)
        self.accessors.append(
            {
                "bufferView": len(self.views) - 1,
                "componentType": component,
                "count": len(values),
                "type": "VEC3" if values.ndim == 2 else "SCALAR",
                "min": rows.min(axis=0).tolist(),
                "max": rows.max(axis=0).tolist(),
            }
        )
        self.parts.append(part)
        self.length += len(part)
        return len(self.accessors) - 1


def _mesh(buffer: _Buffer, body: Body, material: int, animation: Animation) -> dict:
    """A mesh: the first frame, with the others as differences to it."""
    (_, first), *others = body.frames.items()
    primitive = {
        "attributes": {"POSITION": buffer.add(first, FLOAT, VERTICES)},
        "indices": buffer.add(body.triangles.ravel(), UINT32, INDICES),
        "material": material,
    }
    mesh = {"name": body.name, "primitives": [primitive]}
    if others:
        primitive["targets"] = [
            {"POSITION": buffer.add(positions.astype(float) - first, FLOAT, VERTICES)}
            for _, positions in others
        ]
        moments = [animation.moments[frame] for frame, _ in others]
        names = [f"step {step} iteration {iteration}" for step, iteration in moments]
        mesh |= {
            "weights": [0.0] * len(others),
            "extras": {"targetNames": names},
        }  # the names that Blender shows
    return mesh


def _animations(buffer: _Buffer, bodies: list[Body]) -> list[dict]:
    """One animation, which switches on each frame's morph target in turn; empty if all bodies stand still."""
    samplers, channels = [], []
    for node, body in enumerate(bodies):
        count = len(body.frames)
        if count == 1:
            continue
        times = buffer.add(np.array([*body.frames]) / FRAMES_PER_SECOND, FLOAT)
        weights = buffer.add(np.eye(count, count - 1, k=-1).ravel(), FLOAT)
        channels.append({"sampler": len(samplers), "target": {"node": node, "path": "weights"}})
        samplers.append({"input": times, "output": weights, "interpolation": "LINEAR"})
    return [{"name": "iterations", "samplers": samplers, "channels": channels}] if samplers else []


def _material(body: Body) -> dict:
    surface = {"baseColorFactor": [*body.colour, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.6}
    return {"name": body.name, "doubleSided": True, "pbrMetallicRoughness": surface}
