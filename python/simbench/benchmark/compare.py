"""Compares two measurements, and names the differences that are larger than their noise.

A measurement of a row has a median and two quartiles: of blocks that took turns with a yardstick (a recorded
run), or of several processes that took turns (--against). Its noise is the distance of the quartiles over the
median. Two measurements differ if their medians do by more than both noises together, and by more than a
least share: what blocks of one process cannot show, such as where its memory lies.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simbench.benchmark.records import Key, label, machine_name

LEAST = 0.05  # of two recorded runs
LEAST_IN_TURNS = 0.03  # of processes in turns


@dataclass(frozen=True)
class Spread:
    lower: float
    median: float
    upper: float

    @classmethod
    def of(cls, samples: Sequence[float]) -> "Spread":
        return cls(*np.percentile(samples, [25, 50, 75]).tolist())

    @property
    def noise(self) -> float:
        return (self.upper - self.lower) / self.median


@dataclass(frozen=True)
class Difference:
    key: Key
    old: Spread
    new: Spread
    unit: str  # "ms", or the yardstick that both took turns with
    least: float

    @property
    def ratio(self) -> float:
        """New over old: 1.1 is a tenth slower."""
        return self.new.median / self.old.median

    @property
    def threshold(self) -> float:
        return max(self.least, self.old.noise + self.new.noise)

    @property
    def is_slower(self) -> bool:
        return self.ratio > 1 + self.threshold

    @property
    def is_faster(self) -> bool:
        return self.ratio < 1 / (1 + self.threshold)

    def __str__(self) -> str:
        word = "slower" if self.is_slower else "faster" if self.is_faster else "the same"
        unit = "ms" if self.unit == "ms" else f"× {self.unit}"
        return (
            f"{label(self.key):32} {self.old.median:10.4g} → {self.new.median:10.4g} {unit:18} "
            f"× {self.ratio:.3f}, noise {100 * self.threshold:3.0f} %: {word}"
        )


def reason_not_to_compare(old: dict[Key, dict], new: dict[Key, dict]) -> str:
    """Why times of two recorded runs say nothing about the code; empty if they do."""
    names = [set(map(machine_of, rows.values())) for rows in (old, new)]
    if "" in names[0]:
        return "the last record does not name its processor"
    if not names[0] & names[1]:
        before, now = (" and ".join(sorted(of)) for of in names)
        return (
            f"the last record is of {before}, and this machine is {now}: ratios to the baseline differ, too"
        )
    return ""


def machine_of(row: dict) -> str:
    return machine_name(row.get("machine"))


def spread(row: dict, unit: str) -> Spread | None:
    numbers = row.get("quartiles_ms" if unit == "ms" else "relative")
    return Spread(*numbers) if numbers and None not in numbers else None


def differences(old: dict[Key, dict], new: dict[Key, dict], least: float = LEAST) -> list[Difference]:
    """Of all rows that both have of one machine, relative to the yardstick where it is the same."""
    found = []
    for key in old.keys() & new.keys():
        if machine_of(old[key]) != machine_of(new[key]):
            continue
        same = old[key].get("yardstick") == new[key].get("yardstick")
        unit = old[key].get("yardstick") if same and old[key].get("yardstick") else "ms"
        before, now = spread(old[key], unit), spread(new[key], unit)
        if before and now:
            found.append(Difference(key, before, now, unit, least))
    return sorted(found, key=lambda difference: -difference.ratio)


def of_turns(old: dict[Key, list[float]], new: dict[Key, list[float]]) -> list[Difference]:
    """Of medians [ms] that the processes of two programs measured in turns."""
    found = [
        Difference(key, Spread.of(old[key]), Spread.of(new[key]), "ms", LEAST_IN_TURNS)
        for key in old.keys() & new.keys()
    ]
    return sorted(found, key=lambda difference: -difference.ratio)


def report(found: list[Difference], old: str, new: str) -> str:
    """Names what differs, slower rows first."""
    named = [difference for difference in found if difference.is_slower or difference.is_faster]
    slower = sum(difference.is_slower for difference in found)
    head = (
        f"{new} against {old}: {len(found)} rows, {slower} slower, {len(named) - slower} faster, "
        f"{len(found) - len(named)} the same within noise"
    )
    return "\n".join([head, *map(str, named)])
