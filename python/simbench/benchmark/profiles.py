"""Which functions the time of a solver goes to: perf samples simbench_benchmark --repeat.

scripts/benchmark.sh --profile calls this. A profile has the share of each kind of work in the samples, in %.
"""

import json
import math
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from simbench.benchmark.records import stamped
from simbench.commands import CommandParser, command
from simbench.errors import ResultsError

# What is sampled: the part (main.cpp: --repeat), the case, and the beams.
PROFILED = {
    ("iteration", "newton"): "TML",
    ("iteration", "pd"): "TML",
    ("setup", "pd"): "TMLX",
    ("setup", "xpbd"): "TM",
    ("row", "xpbd"): "TML",
    ("row", "pd"): "TML",
}
# Kinds of work, and parts of the names of their functions. The first kind that fits counts.
WORK = {
    "nested dissection (METIS)": ("libmetis", "] rand", "__random"),
    "minimum degree": ("minimum_degree",),
    "products of matrices": (
        "gebp_kernel",
        "gemm_pack",
        "tribb_kernel",
        "general_matrix_matrix",
        "ProductBlockingSizes",
    ),
    "triangular solves": ("triangular_solve_matrix", "llt_inplace"),
    "updates of children": ("::add_children",),
    "forward and backward solve": (
        "matrix_vector_product",
        "gemv_dense_selector",
        "triangular_solve_vector",
        "SparseCholesky<double>::forward",
        "SparseCholesky<double>::backward",
        "SparseCholesky<double>::solve",
    ),
    "Hessians of the tets": ("::add_hessian", "::add_blocks", "::signed_svd"),
    "gradients of the tets": ("::add_gradient", "::look"),
    "local steps of the tets": ("::add_chunks", "::add_columns", "add_projections"),
    "symbolic analysis": (
        "put_in_postorder",
        "find_",
        "place_updates",
        "::analyze",
        "adjacency",
        "introsort",
    ),
    "storing the factor": ("::store",),
    "rest of the elimination": ("Multifrontal", "solve_on_right", "subtract_", "factorise_in_place"),
    "assembly of the matrix": (
        "BlockMatrix",
        "system_matrix",
        "normal_matrix",
        "SparseMatrix",
        "permute_symm",
    ),
    "sums over the vertices": (
        "momentum",
        "kinetic_energy",
        "inertial_and_gradient",
        "velocities",
        "multiplier",
        "look_at",
        "metrics",
        "observe",
        "ElementScatter",
    ),
    "schedule of the sweep": (
        "chedule",
        "Sweep",
        "sweep_batches",
        "TetStencil::pack",
        "append_elements",
        "GaussSeidel",
    ),
    "determinants": ("tet_volumes",),
    "memory": (
        "kernel.kallsyms",
        "memset",
        "memmove",
        "memcpy",
        "alloc",
        "free",
        "unlink_chunk",
        "operator ",
    ),
}
OTHER = "other"


def kind_of(function: str) -> str:
    return next((kind for kind, parts in WORK.items() if any(part in function for part in parts)), OTHER)


def samples(report: str) -> Iterable[tuple[int, str]]:
    """The lines of perf report -t '|' -F sample,dso,sym: the number of samples, and library and function."""
    for line in report.splitlines():
        count, bar, function = line.partition("|")
        if bar and count.strip().isdigit():
            yield int(count), function


def shares(report: str) -> dict[str, float]:
    """The share of each kind of work [%], the largest first."""
    counts: Counter[str] = Counter()
    for count, function in samples(report):
        counts[kind_of(function)] += count
    if not counts:
        raise ResultsError("perf has taken no samples")
    return {kind: round(100 * count / counts.total(), 1) for kind, count in counts.most_common()}


def profile(program: Path, part: str, case: str, beam: str, seconds: float) -> tuple[dict, str]:
    """What the program says of its build, and the report of perf on whole repetitions of the part."""
    options = ["--repeat", part, "--solver", case, "--beam", beam]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen([program, *options], stdout=subprocess.PIPE, text=True) as process,
    ):
        try:
            if not (line := process.stdout.readline()):
                raise ResultsError(f"{program} {' '.join(options)} failed")
            told = json.loads(line)
            once = told.pop("seconds")
            window = once * max(4, math.ceil(seconds / once))
            record = ["perf", "record", "-q", "-F", "1999", "-o", "perf.data", "-p", str(process.pid)]
            subprocess.run([*record, "--", "sleep", str(window)], check=True, cwd=folder)
        finally:
            process.kill()
        report = ["perf", "report", "--no-children", "--stdio", "-t", "|", "-F", "sample,dso,sym"]
        done = subprocess.run(report, check=True, capture_output=True, text=True, cwd=folder)
        return told, done.stdout


@command
def main() -> None:
    parser = CommandParser(description=__doc__)
    parser.add_argument("program", type=Path, help="simbench_benchmark")
    parser.add_argument("file", type=Path, help="the record: results/performance/profiles/profiles.json")
    parser.add_argument("--seconds", type=float, default=8, help="time of sampling for each profile")
    parser.add_argument("--other", action="store_true", help="also print the functions of no kind of work")
    arguments = parser.parse_args()
    build, rows = {}, []
    for (part, case), beams in PROFILED.items():
        for beam in beams:
            build, report = profile(arguments.program, part, case, beam, arguments.seconds)
            rows.append({"part": part, "case": case, "beam": beam, "shares": shares(report)})
            print(f"    {part} of {case} on {beam}: {next(iter(rows[-1]['shares']))} first", flush=True)
            if arguments.other:
                unknown = [(count, name) for count, name in samples(report) if kind_of(name) == OTHER]
                print("\n".join(f"{count:8} {name[:150]}" for count, name in unknown[:8]))
    arguments.file.parent.mkdir(parents=True, exist_ok=True)
    arguments.file.write_text(json.dumps(stamped(build | {"rows": rows}), indent=1) + "\n")


if __name__ == "__main__":
    main()
