"""The baseline of the rows of contact: ipctk, the toolkit of Li et al. 2020, on the same surface.

It is measured only where its package is installed (pip install ipctk), and after the rows, not in turns.
"""

import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from simbench.input_files import load_json

SECONDS = 1  # of each measurement


def shortest_ms(work: Callable[[], object]) -> float:
    """The shortest of the calls that fit into SECONDS, after one that is not counted."""
    work()
    times = []
    while not times or sum(times) < SECONDS:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)


def times_of(surface: dict) -> dict[str, float]:
    """Milliseconds of each case that has a baseline, on one thread."""
    import ipctk

    ipctk.set_num_threads(1)
    positions = np.array(surface["positions"])
    mesh = ipctk.CollisionMesh(
        positions, np.array(surface["edges"], dtype=np.int32), np.array(surface["triangles"], dtype=np.int32)
    )
    potential = ipctk.BarrierPotential(surface["distance"], surface["stiffness"])

    def search() -> ipctk.NormalCollisions:
        collisions = ipctk.NormalCollisions()
        collisions.build(mesh, positions, surface["distance"])
        potential(collisions, mesh, positions)
        return collisions

    found = search()

    def differentiate() -> None:
        potential.gradient(found, mesh, positions)
        potential.hessian(found, mesh, positions, ipctk.PSDProjectionMethod.CLAMP)

    return {"contact_search": shortest_ms(search), "contact_terms": shortest_ms(differentiate)}


def add_baselines(program: Path, rows: list[dict]) -> None:
    """Writes baseline_ms into the rows of contact; without ipctk, says so and leaves them as they are."""
    try:
        import ipctk  # noqa: F401
    except ImportError:
        print("    contact: no baseline, because ipctk is not installed", flush=True)
        return
    for beam in dict.fromkeys(row["beam"] for row in rows):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "surface.json"
            subprocess.run([program, "--beam", beam, "--contact-mesh", file], check=True)
            times = times_of(load_json(file))
        for row in rows:
            if row["beam"] == beam and row["case"] in times:
                row["baseline_ms"] = times[row["case"]]
