"""Packs numbers as text for a page: integers, their differences, byte planes, deflate, base64.

templates/data.js unpacks them.
"""

import base64
import zlib

import numpy as np

DIGITS = 5  # that `pack_doubles` keeps of a double
_DROPPED_BITS = 36  # of the 52 bits of the fraction; the other 16 are enough for five digits
_QUIET_NAN = np.uint32(0x7FF80000)


def pack(integers: np.ndarray) -> str:
    """Packs unsigned integers (steps × any shape): each step as its difference to the last, modulo 2^bits.

    All lowest bytes come first, then all second bytes: bytes that change little compress well together.
    """
    differences = np.diff(integers, axis=0, prepend=np.zeros_like(integers[:1]))
    little_endian = differences.astype(differences.dtype.newbyteorder("<"))
    planes = little_endian.reshape(-1, 1).view(np.uint8).T
    return pack_bytes(planes.tobytes())


def pack_bytes(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content, 9)).decode()


def pack_doubles(values: np.ndarray) -> str:
    """Packs the upper half of the bits of doubles: DIGITS digits, and all exponents."""
    bits = np.ascontiguousarray(values, np.float64).reshape(-1, 1).view(np.uint64)
    half = np.uint64(1) << np.uint64(_DROPPED_BITS - 1)
    rounded = (bits + half) >> np.uint64(_DROPPED_BITS) << np.uint64(_DROPPED_BITS - 32)
    return pack(np.where(np.isnan(values.reshape(-1, 1)), _QUIET_NAN, rounded.astype(np.uint32)))
