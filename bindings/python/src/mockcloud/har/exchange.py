"""Recorded requests and responses, independent of the format of the recording."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..io.documents import DocumentError, parse_json

#: The nesting limit of bodies. Responses in scripts may have 48 levels, and the errors of items are
#: repeated in them at a deeper level.
BODY_DEPTH = 46


@dataclass(frozen=True)
class Body:
    """The body of a request or response: text, or a JSON value from a line."""

    #: The position in the recording.
    place: str
    text: str | None = None
    value: Any = None

    @property
    def is_empty(self) -> bool:
        return self.value is None and not (self.text and self.text.strip())

    def read(self, file: str) -> dict[str, Any]:
        """Returns the JSON object in the body, or `{}` if it is empty."""
        if self.is_empty:
            return {}
        value = self.value
        if self.text is not None:
            value = parse_json(self.text, file, self.place, depth=BODY_DEPTH)
        if not isinstance(value, dict):
            raise DocumentError(file, self.place, "expected an object")
        return value


@dataclass(frozen=True)
class WebExchange:
    """One HTTP request and its response."""

    #: The position in the recording.
    place: str
    method: str
    url: str
    status: int
    request: Body
    response: Body
    request_headers: list[tuple[str, str]] = field(default_factory=list)
    response_headers: list[tuple[str, str]] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)
    #: The duration until the response, if the recording has it.
    seconds: float | None = None
    #: The time of the request, as text from the recording.
    started: str | None = None
