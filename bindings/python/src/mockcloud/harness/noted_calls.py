"""Calls that change the rules of faults, or lose calls of the journal."""

from __future__ import annotations

from typing import Protocol

from .._core.codec import Codec
from .._core.effects import ADDING, ARMING, COPYING, EXPLORING, REMOVING, REPLACING, SETTING
from ..inspect.unread import Unread
from .ledger import Ledger


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
    with ledger.lock:
        if operation in ADDING:
            ledger.adding()
            return cloud._call_library(operation, request, True)
        if operation in COPYING:
            ledger.copied()
            return cloud._call_library(operation, request, True)
        if operation in ARMING:
            return _arming(cloud, operation, request)
        if operation in REMOVING:
            with ledger.changing(replaces=operation in SETTING):
                return cloud._call_library(operation, request, True)
        with cloud._unread.losing():
            if operation in EXPLORING:
                return _exploring(cloud, operation, request)
            if operation in REPLACING:
                with ledger.replacing():
                    return cloud._call_library(operation, request, True)
            return cloud._call_library(operation, request, True)


def _arming(cloud: NotingCaller, operation: str, request: bytes | None) -> tuple[int, bytes]:
    """Makes a call that arms rules, whose counts may start anew."""
    acted = cloud._ledger.acted()
    status, response = cloud._call_library(operation, request, True)
    if status == 0 and cloud._codec.decode(request or b"{}").get("reset"):
        cloud._ledger.reset(cloud._codec.decode(response)["ids"], acted)
    return status, response


def _exploring(cloud: NotingCaller, operation: str, request: bytes | None) -> tuple[int, bytes]:
    """Makes a call that begins an exploration, or restores the state of its beginning."""
    acted = cloud._ledger.acted()
    status, response = cloud._call_library(operation, request, True)
    if status == 0:
        cloud._ledger.explored(acted, begins=operation == "mock/explore/begin")
    return status, response
