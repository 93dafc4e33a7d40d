"""The members of a recording's objects, each with its position for messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..io.documents import DocumentError


@dataclass(frozen=True)
class Node:
    """A value in a recording and its position."""

    file: str
    place: str
    value: Any

    def refuse(self, reason: str) -> DocumentError:
        return DocumentError(self.file, self.place or None, reason)

    def member(self, key: str) -> Node:
        """Returns a member of an object; its value is None if there is no such member."""
        if not isinstance(self.value, dict):
            raise self.refuse("expected an object")
        place = f"{self.place}.{key}" if self.place else key
        return Node(self.file, place, self.value.get(key))

    def elements(self) -> list[Node]:
        """Returns the elements of a list, or an empty list if the value is missing."""
        if self.value is None:
            return []
        if not isinstance(self.value, list):
            raise self.refuse("expected a list")
        return [
            Node(self.file, f"{self.place}[{index}]", each) for index, each in enumerate(self.value)
        ]

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.refuse("is missing" if self.value is None else "expected a string")
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
        """Returns the names and values in a list of headers or cookies."""
        return [
            (each.member("name").text(), each.member("value").optional_text() or "")
            for each in self.elements()
        ]
