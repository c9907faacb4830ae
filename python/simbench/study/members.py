"""Members of a JSON object, each read by name and kind; a member that nobody reads is an error."""

from pathlib import PurePosixPath
from typing import Any

from simbench.errors import ResultsError

PLACEHOLDER = "replace this by"  # begins a text of a new study that its author has not written yet


def is_placeholder(text: str) -> bool:
    return text.lower().startswith(PLACEHOLDER)


def placeholders_in(content: Any, place: str = "") -> list[str]:
    """Where a JSON value has placeholders: sources[0].citation."""
    if isinstance(content, str):
        return [place] if is_placeholder(content) else []
    inner = {
        dict: lambda: [(f"{place}.{name}" if place else name, one) for name, one in content.items()],
        list: lambda: [(f"{place}[{number}]", one) for number, one in enumerate(content)],
    }.get(type(content), list)()
    return [found for where, one in inner for found in placeholders_in(one, where)]


class Members:
    """Placeholders are read as empty texts, and left out of lists."""

    def __init__(self, content: Any, place: str) -> None:
        if not isinstance(content, dict):
            raise ResultsError(f"{place}: must be an object in braces")
        self.place = place
        self._content = content
        self._asked: list[str] = []

    def text(self, name: str, default: str | None = None) -> str:
        """The text of a member, which is required if there is no default."""
        if default is None and name not in self._content:
            raise ResultsError(f"{self.place}: '{name}' is missing; it is a text")
        found = self._of_kind(name, str, "a text", default)
        return "" if is_placeholder(found) else found

    def flag(self, name: str) -> bool:
        return self._of_kind(name, bool, "true or false", False)

    def texts(self, name: str) -> list[str]:
        found = self._of_kind(name, list, "a list of texts", [])
        if not all(isinstance(one, str) for one in found):
            raise self._wrong(name, "a list of texts")
        return [one for one in found if not is_placeholder(one)]

    def is_given(self, name: str) -> bool:
        """Whether the member has a text that is not empty, be it a placeholder."""
        return bool(self._content.get(name))

    def text_or_texts(self, name: str) -> list[str]:
        found = self._content.get(name)
        return [self.text(name)] if isinstance(found, str) else self.texts(name)

    def names(self) -> list[str]:
        return list(self._content)

    def strings(self, name: str) -> dict[str, str]:
        found = self._of_kind(name, dict, "an object of texts", {})
        if not all(isinstance(one, str) for one in found.values()):
            raise self._wrong(name, "an object of texts")
        return found

    def lists(self, name: str) -> dict[str, list[str]]:
        found = self._of_kind(name, dict, "an object of lists of texts", {})
        if not all(isinstance(one, list) and all(isinstance(t, str) for t in one) for one in found.values()):
            raise self._wrong(name, "an object of lists of texts")
        return found

    def values(self, name: str) -> dict[str, Any]:
        return self._of_kind(name, dict, "an object", {})

    def objects(self, name: str) -> list["Members"]:
        found = self._of_kind(name, list, "a list of objects", [])
        return [Members(one, f"{self.place}: {name}[{place}]") for place, one in enumerate(found)]

    def object(self, name: str) -> "Members":
        return Members(self.values(name), f"{self.place}: {name}")

    def named_objects(self, name: str) -> dict[str, "Members"]:
        found = self._of_kind(name, dict, "an object of objects", {})
        return {key: Members(one, f"{self.place}: {name}.{key}") for key, one in found.items()}

    def inside(self, *names: str) -> tuple[str, ...]:
        """These names of files, which must stay inside the study's folders."""
        for name in names:
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or not path.name or "\0" in name:
                raise ResultsError(
                    f"{self.place}: '{name}' leads out of its folder; name a file in that folder, without "
                    "'..' and without '/' at its beginning"
                )
        return names

    def end(self) -> None:
        """Ends the reading: a member that was not read is an error."""
        if unknown := [name for name in self._content if name not in self._asked]:
            allowed = ", ".join(self._asked)
            raise ResultsError(f"{self.place}: there is no member '{unknown[0]}'; allowed: {allowed}")

    def _of_kind(self, name: str, kind: type, words: str, default: Any) -> Any:
        self._asked.append(name)
        found = self._content.get(name, default)
        if not isinstance(found, kind):
            raise self._wrong(name, words)
        return found

    def _wrong(self, name: str, words: str) -> ResultsError:
        return ResultsError(f"{self.place}: '{name}' must be {words}")
