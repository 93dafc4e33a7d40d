"""Names that clients make up: other ones in every run.

A UUID that a request brings up, and no answer before it, is of the client's making: the name of a
new record, say. In a replay it is another one. So its place in the request captures it, and
each later occurrence, also in responses, is replaced by the capture.
"""

from __future__ import annotations

import re
from typing import Any

_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")


class ClientNames:
    """The UUIDs of a recording by who brought them up, in the order of its calls."""

    def __init__(self) -> None:
        self._captures: dict[str, str] = {}
        self._answered: set[str] = set()

    def in_request(self, pattern: Any) -> Any:
        """The pattern of a request with captures for the client's names."""
        return self._replaced(pattern, is_request=True)

    def in_answer(self, answer: Any) -> Any:
        """An answer with the captures in the places of those names."""
        return self._replaced(answer, is_request=False)

    def _replaced(self, value: Any, is_request: bool) -> Any:
        if isinstance(value, str):
            return self._text(value, is_request) if _UUID.fullmatch(value) else value
        if isinstance(value, list):
            return [self._replaced(each, is_request) for each in value]
        if isinstance(value, dict):
            return {key: self._replaced(each, is_request) for key, each in value.items()}
        return value

    def _text(self, text: str, is_request: bool) -> str:
        if text in self._captures:
            return self._captures[text]
        if not is_request:
            self._answered.add(text)
        elif text not in self._answered:
            self._captures[text] = f"$id{len(self._captures) + 1}"
            return self._captures[text]
        return text
