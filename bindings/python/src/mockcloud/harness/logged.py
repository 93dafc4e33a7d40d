"""The log of calls, without an import of `logging`, which takes some time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from .._core.wire import Wire

#: Whether calls are logged at a level; None until `logging` is imported.
_is_enabled: Callable[[int], bool] | None = None

#: `logging.INFO`.
_INFO = 20


def is_logged() -> bool:
    """Returns whether calls are logged; nobody reads a log unless `logging` is imported."""
    global _is_enabled
    if _is_enabled is None:
        if "logging" not in sys.modules:
            return False
        from ..inspect import call_log

        _is_enabled = call_log.logger.isEnabledFor
    return _is_enabled(_INFO)


def log(operation: str, request: Mapping[str, Any] | None, status: int, response: Wire) -> None:
    """Logs a call; `is_logged` decides first whether to call this function."""
    from ..inspect import call_log

    call_log.write(operation, request or {}, status, response)
