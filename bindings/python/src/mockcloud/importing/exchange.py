"""A request and its answer as they were recorded, whatever the form of the recording."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..documents import DocumentError, parse_json

#: Scripts take answers of 48 levels, in which the errors of items stand once more, a level deeper.
BODY_DEPTH = 46


@dataclass(frozen=True)
class Body:
    """What a request or an answer carried: text, or the JSON that a line has in its place."""

    #: Where it stands in the recording.
    place: str
    text: str | None = None
    value: Any = None

    @property
    def is_empty(self) -> bool:
        return self.value is None and not (self.text and self.text.strip())

    def read(self, file: str) -> dict[str, Any]:
        """The JSON object in it; `{}` where it is empty."""
        if self.is_empty:
            return {}
        value = self.value
        if self.text is not None:
            value = parse_json(self.text, file, self.place, depth=BODY_DEPTH)
        if not isinstance(value, dict):
            raise DocumentError(file, self.place, "expected an object")
        return value


@dataclass(frozen=True)
class Exchange:
    """One HTTP request with its answer."""

    #: Where it stands in the recording.
    place: str
    method: str
    url: str
    status: int
    request: Body
    response: Body
    request_headers: list[tuple[str, str]] = field(default_factory=list)
    response_headers: list[tuple[str, str]] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)
    #: How long the answer took, where that is known.
    seconds: float | None = None
    #: When the request was sent, as the recording writes it.
    started: str | None = None
