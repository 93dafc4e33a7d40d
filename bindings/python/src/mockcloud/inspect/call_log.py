"""Logs calls with Python's `logging`, by the logger `mockcloud.calls`.

Calls of the service have the level INFO, calls of the harness (`mock/…`) the level DEBUG. The only
argument of a log record is a `LoggedCall`, which is formatted when a handler writes the record.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .._core.places import frames_inside
from .exchange import Exchange, caller

logger = logging.getLogger("mockcloud.calls")


@dataclass(frozen=True)
class LoggedCall(Exchange):
    """A call with its request and its response, the argument of a log record."""

    @property
    def user(self) -> str | None:
        """The user of the request; None for the default user and if nobody is signed in."""
        user: str | None = self.request.get("user")
        return user

    @property
    def device(self) -> str | None:
        """The device of the request; None for the user's first device."""
        device: str | None = self.request.get("device")
        return device

    def __str__(self) -> str:
        is_nobody = "user" in self.request and self.user is None
        return self._line(caller("nobody" if is_nobody else self.user, self.device))


def write(
    operation: str, request: Mapping[str, Any], status: int, response: dict[str, Any]
) -> None:
    """Logs a call if the logger is enabled for its level."""
    level = logging.DEBUG if operation.startswith("mock/") else logging.INFO
    if logger.isEnabledFor(level):
        call = LoggedCall(operation, dict(request), status, response)
        # The log record has the line of the user's code, not a line of this package.
        logger.log(level, "%s", call, stacklevel=frames_inside() + 1)


def write_raw(operation: str, request: bytes | None, status: int, response: bytes) -> None:
    """Logs a call that was made with JSON text."""
    write(operation, _object(request), status, _object(response))


def _object(text: bytes | None) -> dict[str, Any]:
    """Returns the object that a JSON text holds, or an empty one if it holds no object."""
    try:
        value = json.loads(text or b"{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
