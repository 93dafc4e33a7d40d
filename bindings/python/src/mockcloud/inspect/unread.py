"""The snapshots of a journal that were not read yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Protocol
from weakref import WeakValueDictionary


class Snapshot(Protocol):
    """The calls up to a moment, which are read later."""

    _extent: tuple[int, int]

    def _settle(self) -> None:
        """Reads the calls."""


class Unread:
    """The snapshots of a journal that were not read yet, which several threads may make."""

    def __init__(self) -> None:
        self._snapshots: WeakValueDictionary[int, Snapshot] = WeakValueDictionary()
        #: Held while the journal loses calls, and from the counting of the calls of a snapshot
        #: until it is noted here.
        self._lock = RLock()

    def note(self, calls: Snapshot, count: Callable[[], tuple[int, int]]) -> tuple[int, int]:
        """Notes a snapshot; returns the number of its calls and that of the latest one."""
        with self._lock:
            calls._extent = count()
            self._snapshots[id(calls)] = calls
            return calls._extent

    @contextmanager
    def losing(self) -> Iterator[None]:
        """Reads the snapshots; the journal loses calls in the block."""
        with self._lock:
            for calls in list(self._snapshots.values()):
                calls._settle()
            yield
