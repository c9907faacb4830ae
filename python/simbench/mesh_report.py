"""A report on a mesh: its size, its volume, and defects for which simbench would refuse it."""

from collections import Counter
from itertools import pairwise

import numpy as np

from simbench.counted import counted


def tet_volumes(points: np.ndarray, tets: np.ndarray) -> np.ndarray:
    """Signed volumes [m³], positive if corners 1, 2, 3 are counterclockwise seen from outside, opposite 0."""
    corners = points[tets]
    return np.linalg.det(corners[:, 1:] - corners[:, :1]) / 6


def tet_report(points: np.ndarray, tets: np.ndarray) -> list[str]:
    volumes = tet_volumes(points, tets)
    inverted, sizes = int((volumes < 0).sum()), np.abs(volumes)
    remark = ""
    if inverted == len(tets):
        remark = ": all of them, so simbench turns them"
    elif inverted:
        remark = ", the others are not: simbench refuses such a mesh"
    return [
        f"mesh           {counted(len(points), 'vertex', 'vertices')}, {counted(len(tets), 'tet')}",
        _extent(points),
        f"volume         {sizes.sum():.6g} m^3; of a tet {sizes.min():.3g} to {sizes.max():.3g} m^3",
        f"inverted tets  {inverted}{remark}",
    ]


def tag_report(name: str, tags: np.ndarray) -> str:
    counts = zip(*np.unique(tags, return_counts=True), strict=True)
    return f"tags           from {name}: " + ", ".join(
        f"{tag} ({counted(count, 'tet')})" for tag, count in counts
    )


def surface_report(points: np.ndarray, facets: list[np.ndarray]) -> list[str]:
    return [
        f"surface        {counted(len(points), 'vertex', 'vertices')}, {counted(len(facets), 'facet')}",
        _extent(points),
        f"volume         {enclosed_volume(points, facets):.6g} m^3 enclosed",
        f"closed         {closedness(points, facets)}",
    ]


def enclosed_volume(points: np.ndarray, facets: list[np.ndarray]) -> float:
    """[m³], negative if the surface is inside out; a sum over fans of triangles, from a vertex."""
    fans = [(facet[0], b, c) for facet in facets for b, c in pairwise(facet[1:])]
    a, b, c = (points[np.array(fans)] - points[0]).transpose(1, 0, 2)
    return float((a * np.cross(b, c)).sum() / 6)


def closedness(points: np.ndarray, facets: list[np.ndarray]) -> str:
    """Whether each edge has two facets, which run through it in opposite directions."""
    # Vertices at the same place count as one, as in simbench.
    place = np.unique(points, axis=0, return_inverse=True)[1].ravel()
    runs: Counter[tuple[int, int]] = Counter()
    for facet in facets:
        corners = place[facet].tolist()
        runs.update(zip(corners, corners[1:] + corners[:1], strict=True))
    edges = {(min(edge), max(edge)) for edge in runs}
    wrong = sum(runs[a, b] + runs[b, a] != 2 for a, b in edges)
    turned = sum(runs[a, b] == 2 or runs[b, a] == 2 for a, b in edges)
    if wrong:
        return f"no: {wrong} of {len(edges)} edges have other than two facets"
    if turned:
        return f"yes, but facets are not oriented alike at {turned} of {len(edges)} edges"
    return "yes: each edge has two facets"


def _extent(points: np.ndarray) -> str:
    low, high = (" ".join(f"{x:.6g}" for x in corner) for corner in (points.min(axis=0), points.max(axis=0)))
    return f"bounding box   ({low}) to ({high}) m"
