"""Registers the judges of studies: functions with @claim(number) that turn Results into a Verdict."""

from collections.abc import Callable

from simbench.errors import ResultsError
from simbench.study.verdicts import Verdict

Judge = Callable[..., Verdict]
_JUDGES: dict[str, dict[int, Judge]] = {}  # by the name of the study


def claim(number: int) -> Callable[[Judge], Judge]:
    """Registers the judge of the claim with this number; study.json has its text.

    The first part of the module's name is the study: my_paper in my_paper.claims.first.
    """

    def register(judge: Judge) -> Judge:
        study = judge.__module__.split(".")[0]
        judges = _JUDGES.setdefault(study, {})
        other = judges.get(number)
        if other is not None and other.__qualname__ != judge.__qualname__:
            raise ResultsError(
                f"study {study}: claim {number} has two judges, {other.__module__}.{other.__qualname__} and "
                f"{judge.__module__}.{judge.__qualname__}; give one of them another number"
            )
        judges[number] = judge
        return judge

    return register


def judges_of(study: str) -> dict[int, Judge]:
    """The judges that the imported modules have registered, by number."""
    return _JUDGES.get(study, {})


def forget_judges(study: str) -> None:
    """Forgets the judges of a study, before another folder of the same name is imported."""
    _JUDGES.pop(study, None)
