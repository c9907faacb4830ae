"""What decides which solver suits a scene, and the kinds of scenes that advice distinguishes.

All of it is read from the files of the scenes, so a new scene joins its kinds by itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from simbench.input_files import load_json
from simbench.labels import material_label
from simbench.study.words import in_prose

SCENES = Path(__file__).parent / "scenes"
LOW, HIGH = (
    1e2,
    1e5,
)  # k h² [Pa s²] between small, medium and large, for bodies of 1000 kg/m³ and about a metre
# Other difficulties have lines of their own.
ORDINARY = ("local load", "load everywhere", "statics", "small k h²", "large k h²", "law")
COMPRESSIBLE = 0.4  # largest Poisson's ratio of scenes in which the volume term does not dominate


# The lines of difficulties that neither the law nor a number of the scene tells.
WORDS = {
    "large rotation": "half a turn in a step",
    "random start": "a random start",
    "several minima": "buckling: several minima",
    "thin body": "a thin body",
    "poor mesh": "a mesh with flat or graded tets",
    "larger body": "a larger body without structure",
    "cloth": "cloth",
}


@dataclass(frozen=True)
class Problem:
    """A scene. Its stiffness is k of strain and E of other laws, outside of regions."""

    name: str
    reason: str
    difficulty: str
    law: str  # "" for bodies without tets
    elements: str
    stiffness: float  # Pa
    contrast: float  # the largest over the smallest stiffness
    mass_contrast: float  # the largest over the smallest density
    poisson_ratio: float  # 0 for laws without one
    time_step: float  # s

    @property
    def is_plain(self) -> bool:
        """Whether the law and k h² make the scene as difficult as it is."""
        return self.difficulty in ORDINARY

    @property
    def kh2(self) -> float:
        """k h² [Pa s²]."""
        return self.stiffness * self.time_step**2


@dataclass(frozen=True)
class Kind:
    words: str
    problems: list[Problem]


def problems(names: Iterable[str]) -> list[Problem]:
    return [problem(name, load_json(SCENES / f"{name}.json")) for name in names]


def problem(name: str, scene: dict) -> Problem:
    material, density = scene.get("material") or membrane(scene), scene.get("density", 1000)
    regions = scene.get("regions", [])
    found = [stiffness(one) for one in (material, *(region["material"] for region in regions))]
    densities = [density, *(region.get("density", density) for region in regions)]
    return Problem(
        name,
        scene["description"],
        scene["comment"]["difficulty"],
        scene.get("material", {}).get("model", ""),
        scene.get("elements", "linear"),
        found[0],
        max(found) / min(found),
        max(densities) / min(densities),
        material.get("poisson_ratio", 0),
        scene["step"]["time_step"],
    )


def stiffness(material: dict) -> float:
    return material.get("stiffness", material.get("youngs_modulus"))


def membrane(scene: dict) -> dict:
    """The potential that takes the place of a law in cloth."""
    return next(one for one in scene["potentials"] if one["type"] == "membrane")


def law_label(scene: dict) -> str:
    return material_label(scene["material"]["model"]) if "material" in scene else "membrane and bending"


def kinds(found: list[Problem]) -> list[Kind]:
    """The kinds that have a scene. A scene can be of several kinds."""
    plain = [one for one in found if one.is_plain]
    made = [
        Kind(material_label(law), [one for one in plain if one.law == law]) for law in _distinct(plain, "law")
    ]
    made += [
        Kind(f"k h² below {power(LOW)} Pa s²: masses decide", [one for one in plain if one.kh2 < LOW]),
        Kind(
            f"k h² from {power(LOW)} to {power(HIGH)} Pa s²", [one for one in plain if LOW <= one.kh2 < HIGH]
        ),
        Kind(f"k h² above {power(HIGH)} Pa s²: nearly statics", [one for one in plain if one.kh2 >= HIGH]),
    ]
    for name, words in (("contrast", "stiffnesses"), ("mass_contrast", "densities")):
        for ratio in _distinct(found, name):
            own = [one for one in found if getattr(one, name) == ratio]
            made += [Kind(f"{words} 1 : {power(ratio)} in one body", own)] if ratio > 1 else []
    for ratio in _distinct(found, "poisson_ratio"):
        for elements in _distinct(found, "elements"):
            own = [one for one in found if (one.poisson_ratio, one.elements) == (ratio, elements)]
            also = "" if elements == "linear" else f", {elements} tets"
            made += [Kind(f"Poisson's ratio {ratio:g}{also}", own)] if ratio > COMPRESSIBLE else []
    others = [one for one in found if one.difficulty in WORDS]
    for difficulty in dict.fromkeys(one.difficulty for one in others):
        made.append(Kind(WORDS[difficulty], [one for one in others if one.difficulty == difficulty]))
    return [kind for kind in made if kind.problems]


def power(value: float) -> str:
    """As people write powers: 100, 1e5."""
    return in_prose(f"{value:.0e}")


def _distinct(found: list[Problem], name: str) -> list:
    return sorted({getattr(one, name) for one in found})
