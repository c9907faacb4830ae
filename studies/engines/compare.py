"""Compares all solvers of engines with their references, and records the numbers of results/engines.

    python studies/engines/compare.py            # measures, and writes results/engines/measured.json
    python studies/engines/compare.py --check    # measures, and compares with what is on record

The engines are those of scripts/requirements_engines.txt; `scripts/test_all.sh engines` installs them.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

STUDY = Path(__file__).resolve().parent
sys.path.insert(0, str(STUDY.parent))  # the package `engines`

from engines import chains, engine, measuring, pack, records  # noqa: E402
from engines.cases import cases  # noqa: E402
from simbench.commands import CommandParser, command  # noqa: E402
from simbench.entry.problems import export  # noqa: E402
from simbench.output_files import new_file  # noqa: E402
from simbench.scene import Scene  # noqa: E402

RECORD = STUDY.parents[1] / "results/engines/measured.json"


@command
def main() -> None:
    parser = CommandParser(
        prog="compare.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if results differ")
    parser.add_argument("--output", type=Path, default=RECORD, help="default: results/engines/measured.json")
    arguments = parser.parse_args()
    recorded = records.load(RECORD) if arguments.check else None
    measured = measure_all()
    if recorded:
        wrong = records.differences(measured, recorded)
        print(*wrong, f"{len(wrong)} differences from the results on record", sep="\n")
        sys.exit(1 if wrong else 0)
    with new_file(arguments.output, records.is_record) as partial:
        partial.write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"wrote {arguments.output}")


def measure_all() -> dict:
    chosen = cases()
    with tempfile.TemporaryDirectory() as place:
        for scene in sorted({case.scene for case in chosen}):
            export(Scene.load(STUDY / "scenes" / f"{scene}.json"), scene, Path(place))
        found = []
        for case in chosen:
            print(case.name, flush=True)
            found.append(measuring.measure(case, Path(place)))
        print("the reference pack", flush=True)
        solved = pack.measure(Path(place))
    print("a chain of rigid bodies", flush=True)
    motions = chains.measure()
    versions = {name: engine.version_of(engine.load(name)) for name in {case.engine: 0 for case in chosen}}
    return {"versions": versions, "cases": found, "pack": solved, "chain": motions}


if __name__ == "__main__":
    main()
