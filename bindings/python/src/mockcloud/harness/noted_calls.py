"""Calls that change the rules of faults, or lose calls of the journal."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from .._core.codec import Codec
from .._core.effects import (
    ADDING,
    ARMING,
    COPYING,
    EXPLORING,
    KEEPING,
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
            status, response = call()
            if status == 0:
                ledger.renewed(cloud._codec.decode(response)["ids"])
            return status, response
        if operation in COPYING:
            ledger.saved()
            return call()
        if operation in KEEPING:
            return _keeping(cloud, operation, request, call)
        if operation in ARMING:
            status, response = call()
            if status == 0 and _decoded(cloud, request).get("reset"):
                ledger.reset(cloud._codec.decode(response)["ids"])
            return status, response
        if operation in REMOVING:
            with ledger.setting() if operation in SETTING else ledger.changing():
                return call()
        with cloud._unread.losing():
            if operation in EXPLORING:
                return _exploring(cloud, operation, call)
            if operation in REPLACING:
                return _replacing(cloud, operation, request, call)
            return call()


def _decoded(cloud: NotingCaller, request: bytes | None) -> Wire:
    """Returns a request that the library has accepted."""
    return cloud._codec.decode(request or b"{}") or {}


def _keeping(
    cloud: NotingCaller, operation: str, request: bytes | None, call: LibraryCall
) -> tuple[int, bytes]:
    """Makes a call that stores or removes a snapshot."""
    status, response = call()
    if status == 0:
        numbers, name = cloud._ledger.numbers, _decoded(cloud, request)["name"]
        numbers.keep(name) if operation == "mock/snapshot" else numbers.drop(name)
    return status, response


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


def _replacing(
    cloud: NotingCaller, operation: str, request: bytes | None, call: LibraryCall
) -> tuple[int, bytes]:
    """Makes a call that replaces the rules by those of an earlier time."""
    numbers = cloud._ledger.numbers

    def time() -> int | None:
        if operation == "mock/restore":
            return numbers.time(_decoded(cloud, request)["name"])
        if operation == "mock/state/load":
            return None
        is_kept = "faults" in _decoded(cloud, request).get("keep", ())
        return numbers.now if is_kept else numbers.beginning

    status, response = cloud._ledger.replace(call, time)
    if status == 0 and operation == "mock/reset":
        numbers.drop_all()
    return status, response
