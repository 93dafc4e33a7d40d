"""Members of a recording's objects, each with the place that messages name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..documents import DocumentError


@dataclass(frozen=True)
class Node:
    """A value in a recording, and the way there."""

    file: str
    place: str
    value: Any

    def refuse(self, reason: str) -> DocumentError:
        return DocumentError(self.file, self.place or None, reason)

    def member(self, key: str) -> Node:
        """A member of an object; None in it where there is none."""
        if not isinstance(self.value, dict):
            raise self.refuse("expected an object")
        place = f"{self.place}.{key}" if self.place else key
        return Node(self.file, place, self.value.get(key))

    def elements(self) -> list[Node]:
        """The elements of a list; none where there is no list."""
        if self.value is None:
            return []
        if not isinstance(self.value, list):
            raise self.refuse("expected a list")
        return [
            Node(self.file, f"{self.place}[{index}]", each) for index, each in enumerate(self.value)
        ]

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.refuse("is missing" if self.value is None else "expected a text")
        return self.value

    def optional_text(self) -> str | None:
        return None if self.value is None else self.text()

    def integer(self) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.refuse("is missing" if self.value is None else "expected an integer")
        return self.value

    def optional_number(self) -> float | None:
        if self.value is None:
            return None
        if isinstance(self.value, bool) or not isinstance(self.value, (int, float)):
            raise self.refuse("expected a number")
        return float(self.value)

    def pairs(self) -> list[tuple[str, str]]:
        """The names and values of a list of headers or cookies."""
        return [
            (each.member("name").text(), each.member("value").optional_text() or "")
            for each in self.elements()
        ]
