"""Python's logging of calls: the logger `mockcloud.calls`.

Calls of the service are logged with INFO, those of the harness, `mock/…`, with DEBUG. A record has
one argument, a `LoggedCall`, which is made a text only where a handler writes it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._exchange import Exchange, caller
from ._places import frames_inside

logger = logging.getLogger("mockcloud.calls")


@dataclass(frozen=True)
class LoggedCall(Exchange):
    """A call as its caller made it, the argument of a log record."""

    @property
    def user(self) -> str | None:
        """The user that the request names; None for the default user, and for nobody."""
        user: str | None = self.request.get("user")
        return user

    @property
    def device(self) -> str | None:
        """The device that the request names; None for the user's first one."""
        device: str | None = self.request.get("device")
        return device

    def __str__(self) -> str:
        is_nobody = "user" in self.request and self.user is None
        return self._line(caller("nobody" if is_nobody else self.user, self.device))


def write(operation: str, request: Mapping[str, Any], status: int, answer: dict[str, Any]) -> None:
    """Logs a call, if the logger takes it."""
    level = logging.DEBUG if operation.startswith("mock/") else logging.INFO
    if logger.isEnabledFor(level):
        call = LoggedCall(operation, dict(request), status, answer)
        # The record names the line of the user's code, not of this package's.
        logger.log(level, "%s", call, stacklevel=frames_inside() + 1)


def write_raw(operation: str, request: bytes | None, status: int, answer: bytes) -> None:
    """Logs a call that was made with JSON text."""
    write(operation, _object(request), status, _object(answer))


def _object(text: bytes | None) -> dict[str, Any]:
    """The object of a JSON text; an empty one where it is none."""
    try:
        value = json.loads(text or b"{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
