"""Calls that change the rules of faults, or lose calls of the journal."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import Protocol

from .._core.codec import Codec
from .._core.effects import (
    ADDING,
    COPYING,
    EXPLORING,
    REMOVING,
    REPLACING,
    SETTING,
)
from .._core.wire import Wire
from ..inspect.unread import Unread
from .ledger import Ledger
from .restorations import LibraryCall


class NotingCaller(Protocol):
    """A cloud whose ledger and snapshots of the journal learn of calls."""

    _codec: Codec
    _ledger: Ledger
    _unread: Unread

    def _call_library(
        self, operation: str, request: bytes | None, is_noted: bool = False
    ) -> tuple[int, bytes]: ...


def noted(cloud: NotingCaller, operation: str, request: bytes | None) -> tuple[int, bytes]:
    """Makes a call that adds, copies or loses rules, or loses calls of the journal.

    The snapshots of the journal are read first.
    """
    ledger = cloud._ledger
    call = partial(cloud._call_library, operation, request, True)
    with ledger.lock:
        if operation in ADDING:
            ledger.adding()
            return call()
        if operation in COPYING:
            ledger.saved()
            return call()
        if operation in REMOVING:
            return _removing(cloud, operation, request, call)
        with cloud._unread.losing():
            if operation in EXPLORING:
                return _exploring(cloud, operation, call)
            if operation in REPLACING:
                status, response = ledger.replace(call, is_document=operation == "mock/state/load")
                if operation == "mock/reset" and status == 0:
                    ledger.is_exploring = False
                return status, response
            return call()


def _decoded(request: bytes | None) -> Wire:
    """Returns the value of a request, which a test may have written as text."""
    value: Wire = json.loads(request or b"{}")
    return value


class _Refused(Exception):
    """A call that changed nothing."""


def _removing(
    cloud: NotingCaller, operation: str, request: bytes | None, call: LibraryCall
) -> tuple[int, bytes]:
    """Makes a call that removes rules, or may replace them by others of the same names."""
    ledger = cloud._ledger
    if operation in SETTING:
        change = ledger.change(operation, _document(request))
        changing = ledger.setting(change)
    else:
        changing = ledger.changing(_removed(request) if operation == "mock/faults/remove" else None)
    with suppress(_Refused), changing:
        status, response = call()
        if status != 0:
            raise _Refused
    return status, response


def _document(request: bytes | None) -> Wire:
    """Returns the value of a request; an empty one if it is refused."""
    with suppress(ValueError, RecursionError):
        document = _decoded(request)
        if isinstance(document, dict):
            return document
    return {}


def _removed(request: bytes | None) -> tuple[str] | None:
    """Returns the name of the rule that a request removes; None if the request is refused."""
    name = _document(request).get("id")
    return (name,) if isinstance(name, str) else None


def _exploring(cloud: NotingCaller, operation: str, call: LibraryCall) -> tuple[int, bytes]:
    """Makes a call that begins an exploration, or restores the state of its beginning."""
    ledger = cloud._ledger
    if operation == "mock/explore/begin":
        return ledger.explore(call)
    status, response = ledger.run(call)
    is_end = operation == "mock/explore/end"
    if status == 0 and (is_end or cloud._codec.decode(response).get("done")):
        ledger.explored()
    return status, response
