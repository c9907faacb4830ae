"""Computes missing runs of a study's sweeps, and the preparations that they need."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simbench.input_files import read_text
from simbench.output_files import make_folder
from simbench.run_folders import run_folder
from simbench.study.description import Study
from simbench.study.entries import Preparation, Sweep, Variant
from simbench.study.places import Places
from simbench.study.program import call, missing_runs, output_of
from simbench.study.stamps import Stamps, hash_of, hash_of_text

SUMMARIES = ("summary.csv", "summary_timings.csv")


class Sweeping:
    def __init__(
        self, study: Study, places: Places, program: Path, jobs: int | None, variant: Variant | None
    ) -> None:
        self._study, self._places, self._program, self._jobs = study, places, program, jobs
        self._values = variant.set if variant else {}
        self._stamps = Stamps(places.work / "preparations.json", places.runs)

    def missing(self, sweep: Sweep) -> str:
        """Why the sweep must be computed; empty if it is complete."""
        if sweep.needs and (reason := self._not_prepared(sweep.needs)):
            return f"{sweep.needs}: {reason}"
        reason = missing_runs(self._program, self._words(sweep), self._environment(sweep))
        return reason or ("" if (self._folder(sweep) / SUMMARIES[0]).is_file() else "there is no summary")

    def compute(self, sweep: Sweep) -> bool:
        """Computes missing runs; returns whether there were any."""
        reason = self.missing(sweep)
        if not reason:
            return False
        print(f"sweep {sweep.plan}: {reason}", flush=True)
        self._prepare_if_needed(sweep)
        make_folder(self._places.runs)
        call(self._program, self._words(sweep), self._environment(sweep))
        return True

    def listed(self, sweep: Sweep, values: Mapping[str, Any] | None = None) -> list[str]:
        """A line for each run that the plan computes with these values: ID solver axis=value …"""
        self._prepare_if_needed(sweep)
        words = [*self._plan(sweep, values), "--list"]
        return output_of(self._program, words, self._environment(sweep)).splitlines()

    def repeat(
        self, sweep: Sweep, run_id: str, folder: Path, values: Mapping[str, Any] | None = None
    ) -> Path:
        """Computes one run of the plan with these values in another folder; returns the folder of the run."""
        words = [*self._plan(sweep, values), "--output", str(folder), "--only", run_id, "--quiet"]
        call(self._program, words, self._environment(sweep))
        return run_folder(folder, run_id)

    def _words(self, sweep: Sweep) -> list[str]:
        jobs = 1 if sweep.alone else self._jobs or 2
        folder = str(self._folder(sweep))
        return [*self._plan(sweep), "--output", folder, "--replace-plan", "--jobs", str(jobs)]

    def _plan(self, sweep: Sweep, values: Mapping[str, Any] | None = None) -> list[str]:
        words = ["sweep", str(self._study.plans / f"{sweep.plan}.json")]
        for path, value in {**self._values, **(values or {})}.items():
            words += ["--set", f"{path}={json.dumps(value)}"]
        return [*words, *sweep.options]

    def _folder(self, sweep: Sweep) -> Path:
        return self._places.runs / sweep.plan

    def _environment(self, sweep: Sweep) -> dict[str, str]:
        if not sweep.needs:
            return {}
        preparation = self._study.preparations[sweep.needs]
        return {preparation.variable: str(self._places.runs / preparation.file)}

    def _not_prepared(self, name: str) -> str:
        preparation = self._study.preparations[name]
        reason = self._stamps.out_of_date(name, self._inputs(preparation), [preparation.file])
        is_there = (self._places.runs / preparation.file).is_file()
        return "" if is_there and reason.startswith("nothing says") else reason  # made by hand: up to date

    def _inputs(self, preparation: Preparation) -> dict[str, str]:
        files = {file: hash_of(self._study.folder / file) for file in preparation.inputs}
        return {"its commands": hash_of_text(str(preparation.commands)), **files}

    def _prepare_if_needed(self, sweep: Sweep) -> None:
        if sweep.needs and self._not_prepared(sweep.needs):
            self._prepare(sweep.needs)

    def _prepare(self, name: str) -> None:
        """Runs the commands, which all add to one file. After an interruption it does the remaining ones."""
        preparation = self._study.preparations[name]
        file = self._places.runs / preparation.file
        inputs = self._inputs(preparation)
        partial = self._places.work / f"{name}-{hash_of_text(str(inputs))[:12]}.json"
        done = partial.with_suffix(".done")
        make_folder(partial.parent)
        make_folder(file.parent)
        finished = read_text(done).splitlines() if done.is_file() and partial.is_file() else []
        for command in preparation.commands:
            if " ".join(command) in finished:
                continue
            print(f"prepare {name}: simbench {' '.join(command)}", flush=True)
            call(self._program, [*command, "--output", str(partial)], {})
            finished.append(" ".join(command))
            done.write_text("\n".join(finished) + "\n")
        partial.replace(file)
        done.unlink()
        self._stamps.put(name, inputs, [preparation.file])


def hash_of_sweep(runs: Path, plan: str) -> str:
    """A hash of the summaries of a sweep; it changes with every run."""
    return hash_of_text("".join(hash_of(runs / plan / name) for name in SUMMARIES))
