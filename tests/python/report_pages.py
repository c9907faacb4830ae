"""Helpers for tests of reports: write runs and snapshots of beams, make a report, and read its page."""

import base64
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pandas as pd
from conftest import TIMEOUT, call_command, write_synthetic_run
from synthetic_sweeps import curve, write_sweep

from simbench.report.document import write_report
from simbench.report.page import parts_of
from simbench.results import load_summary
from simbench.run_folders import run_folder

CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
# Six tets that fill a cube; their faces match those of the neighbouring cubes.
CUBE = np.array([[0, 4, 6, 7], [0, 2, 3, 7], [0, 1, 5, 7], [0, 6, 2, 7], [0, 3, 1, 7], [0, 5, 4, 7]])
SCRIPT = "<script>document.title='RUN'</script>\"'&ü{{SCRIPT}}"


class Page:
    """A report that was read from a file: its content, its remarks, and the rows of its runs by label."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")
        self.content, self.payloads = parts_of(self.text)
        self.remarks = "\n".join(self.content["remarks"])

    @property
    def runs(self) -> dict[str, dict]:
        return {self.content["looks"][run["look"]]["label"]: run for run in self.content["runs"]}

    def rows(self, label: str) -> pd.DataFrame:
        stored = self.runs[label]["rows"]
        keys = unpacked(self.payloads[f"{stored['payload']}-keys"], np.uint32).reshape(2, -1)
        values = doubles(self.payloads[f"{stored['payload']}-values"]).reshape(len(stored["columns"]), -1)
        columns = dict(zip(stored["columns"], values, strict=True))
        return pd.DataFrame({"step": keys[0], "iteration": keys[1], **columns})

    def provenance(self, label: str) -> dict[str, str]:
        """The text of each file."""
        stored = self.runs[label]["provenance"]
        return json.loads(unpacked_text(self.payloads[stored["payload"]]))[stored["place"]]


def page_of(*folders: Path, **options) -> Page:
    output = folders[0].parent / "page.html"
    write_report(folders, output, **options)
    return Page(output)


def unpacked_text(packed: str) -> bytes:
    return zlib.decompress(base64.b64decode(packed))


def unpacked(packed: str, kind: type, width: int = 1) -> np.ndarray:
    """Unpacks integers as sums of differences, in another way than the page's script."""
    size = np.dtype(kind).itemsize
    planes = np.frombuffer(zlib.decompress(base64.b64decode(packed)), np.uint8).reshape(size, -1)
    differences = sum(plane.astype(np.uint64) << np.uint64(8 * i) for i, plane in enumerate(planes))
    sums = np.cumsum(differences.reshape(-1, width), axis=0, dtype=np.uint64)
    return (sums % np.uint64(2 ** (8 * size))).astype(kind).ravel()


def doubles(packed: str) -> np.ndarray:
    return (unpacked(packed, np.uint32).astype(np.uint64) << np.uint64(32)).view(np.float64)


def beam(cells: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Points (m) and tets of a structured beam with six tets per cell."""
    points = np.stack(np.meshgrid(*(np.arange(n + 1) for n in cells), indexing="ij"), axis=-1)
    number = np.arange(points[..., 0].size).reshape(points.shape[:3])
    nx, ny, nz = cells
    corners = np.stack([number[x : x + nx, y : y + ny, z : z + nz].ravel() for x, y, z in CORNERS], axis=1)
    return 0.1 * points.reshape(-1, 3), corners[:, CUBE].reshape(-1, 4)


def write_snapshot(folder: Path, iteration: int, points, tets, *, step=1, **point_data) -> Path:
    """Writes a snapshot that has only the parts that the report reads."""

    def array(name: str, values: np.ndarray) -> str:
        components = values.shape[1] if values.ndim > 1 else 1
        numbers = " ".join(map(repr, values.ravel().tolist()))
        return f'<DataArray Name="{name}" NumberOfComponents="{components}">{numbers}</DataArray>'

    path = folder / f"positions_{step:04}_{iteration:06}.vtu"
    path.write_text(
        '<VTKFile type="UnstructuredGrid"><UnstructuredGrid>'
        f'<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(tets)}">'
        f"<Points>{array('points', points)}</Points>"
        f"<PointData>{''.join(array(name, values) for name, values in point_data.items())}</PointData>"
        f"<Cells>{array('connectivity', tets)}{array('types', np.full(len(tets), 10))}</Cells>"
        "<CellData></CellData></Piece></UnstructuredGrid></VTKFile>"
    )
    return path


def write_shapes(folder: Path, iterations=(0, 10, 20), *, last=0.0) -> None:
    """Writes snapshots of a small beam. Its deflection falls linearly from 0.3 m to `last`."""
    points, tets = beam((6, 2, 2))
    for place, iteration in enumerate(iterations):
        height = last + (0.3 - last) * (1 - place / max(len(iterations) - 1, 1))
        bent = points + height * np.stack([0 * points[:, 0], 0 * points[:, 0], points[:, 0] ** 2], axis=1)
        write_snapshot(folder, iteration, bent, tets, rest_positions=points)


def write_small_reports(folder: Path) -> Path:
    """Writes plain.html, of five runs, two of them with shapes, and sweep.html; returns the folder.

    The sweep has snapshots of two runs of one problem, and of one run of another.
    """
    for solver in ("xpbd", "pd", "admm", "qn", "newton"):
        write_synthetic_run(folder / "plain" / solver)
    write_shapes(folder / "plain/pd")
    write_shapes(folder / "plain/qn", iterations=(0, 10, 20, 30))
    small_sweep(folder / "sweep")
    coordinates = ["solver", "step.time_step", "material.stiffness"]
    runs = load_summary(folder / "sweep").set_index(coordinates)["run_id"]
    for run in (("pd", 0.1, 1e9), ("qn", 0.1, 1e9), ("pd", 0.1, 1e8)):
        write_shapes(run_folder(folder / "sweep", runs[run]), last=0.1 * (run[2] < 5e8))
    for name in ("plain", "sweep"):
        write_report([folder / name], folder / f"{name}.html")
    return folder


def small_sweep(folder: Path) -> Path:
    """Two time steps × two stiffnesses × QN, PD and PBD.

    PD does not reach 1e-3 for the stiffer ones. PBD passes 1e-3 on its way, but ends above it.
    """
    runs = []
    for h in (1e-2, 1e-1):
        for k in (1e8, 1e9):
            decay = 3 + 20 * (h > 0.05)
            runs.append(("qn", {"h": h, "k": k}, curve(lambda i, d=decay: 0.5 ** (i / d)), "converged"))
            passing = curve(lambda i: 0.5**i if i < 20 else 0.2, last=30)
            runs.append(("pbd", {"h": h, "k": k}, passing, "max_iterations"))
            rate = 0.99 if k > 5e8 else 0.9
            runs.append(("pd", {"h": h, "k": k}, curve(lambda i, r=rate: r**i, last=400), "max_iterations"))
    write_sweep(folder, ["h", "k"], runs)
    add_costs(folder)
    return folder


def add_costs(folder: Path) -> None:
    """Adds a plan, and the columns iterations_to_… and seconds_to_… of the summary."""
    summary = pd.read_csv(folder / "summary.csv", dtype={"run_id": str})
    timings = pd.read_csv(folder / "summary_timings.csv", dtype={"run_id": str})
    summary["final_relative_error"] = 0.0
    for i, run in enumerate(summary["run_id"]):
        rows = pd.read_csv(run_folder(folder, run) / "iterations.csv")
        summary.loc[i, "final_relative_error"] = rows["relative_error"].iloc[-1]
        for target in ("1e-1", "1e-3", "1e-6"):
            reached = rows.loc[rows["relative_error"] <= float(target), "iteration"]
            first = reached.iloc[0] if len(reached) else np.nan
            summary.loc[i, f"iterations_to_{target}"] = first
            timings.loc[i, f"seconds_to_{target}"] = 1e-3 * first
    summary.to_csv(folder / "summary.csv", index=False)
    timings.to_csv(folder / "summary_timings.csv", index=False)
    (folder / "plan.json").write_text(json.dumps({"scene": "made_up.json"}))


def policy_of(text: str) -> str:
    return re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1]


def report(*arguments: object, **options) -> subprocess.CompletedProcess:
    """Runs simbench-report in this process, or in a child process if that has options."""
    if not options:
        return call_command("simbench-report", *arguments, check=False, folder=Path.cwd())
    command = [sys.executable, "-m", "simbench.report.command", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False, **options)


def refused(*arguments: object, exit_code: int = 2, **options) -> str:
    """Runs a command that must fail with this exit code. Returns its error message."""
    finished = report(*arguments, **options)
    assert finished.returncode == exit_code, finished
    assert finished.stderr.startswith("simbench: ") and "Traceback" not in finished.stderr
    assert not finished.stdout
    return finished.stderr


def change_manifest(folder, **members) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | members))


def claim_entry(run: str, **members) -> dict:
    part = {"holds": True, "finding": "it is", "measured": 2.0, "relation": "below", "threshold": 3.0}
    texts = {"statement": "It is.", "claim": "c", "stands": "quotes", "place": "s", "verdict": "holds"}
    texts |= {"answer": "It is so.", "who": "", "setting": "", "figure": "", "reach": ""}
    return (
        texts
        | {"cases": {}, "parts": [part | {"margin": 1.5}], "notes": [], "runs": {"sweep": [run]}}
        | members
    )
