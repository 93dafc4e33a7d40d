"""Savepoints: states to which a cloud returns at the end of a block."""

from __future__ import annotations

import itertools
from contextlib import suppress
from types import TracebackType
from typing import Protocol

from .._core.attributes import Explaining
from .._core.calls import Caller
from .._core.usage_errors import BadMockRequest
from .duties import Duty, Judge, check, is_abandoned

#: Numbers the snapshots of savepoints. A cloud has those of the cloud that it is a fork of.
_numbers = itertools.count(1)

#: The beginning of the names of these snapshots, which `State.snapshots` omits.
PREFIX = "mockcloud savepoint "


def without_savepoints(error: BadMockRequest) -> BadMockRequest:
    """Returns an error about an unknown snapshot that lists none of savepoints."""
    if error.key != "name" or not error.expected:
        return error
    kept = [each for each in error.expected.split(", ") if not each.startswith(PREFIX)]
    listed = f"; expected {error.expected}"
    text = error.message.replace(listed, f"; expected {', '.join(kept)}" if kept else "")
    return BadMockRequest({**error.document, "message": text, "expected": ", ".join(kept)})


class SavepointCaller(Caller, Protocol):
    """A cloud that knows the savepoints whose blocks are running, the innermost last."""

    _savepoints: list[Savepoint]

    @property
    def _ledger(self) -> Judge: ...


class Savepoint(Explaining):
    """The state of a cloud at the beginning of a block: `with cloud.savepoint():`."""

    def __init__(self, cloud: SavepointCaller) -> None:
        self._cloud = cloud
        self._name = f"{PREFIX}{next(_numbers)}"
        self._has_begun = False
        #: The faults that were set in the block.
        self._duty = Duty()

    def restore(self) -> None:
        """Returns to the state of the savepoint now. The block continues, and ends as before."""
        self._check()
        self._restore()

    def release(self) -> None:
        """Keeps the changes of the block: its end does nothing."""
        self._check()
        self._end()

    def __enter__(self) -> Savepoint:
        if self._has_begun:
            raise ValueError("a savepoint is for one block: call cloud.savepoint() for each")
        self._cloud.call("mock/snapshot", {"name": self._name})
        self._has_begun = True
        self._duty = self._cloud._ledger.begin()
        self._cloud._savepoints.append(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        __tracebackhide__ = True
        unused: list[str] = []
        if kind is None or is_abandoned(kind):
            unused = self._cloud._ledger.judged(self._duty)
        else:
            self._cloud._ledger.drop(self._duty)  # it is left to the test
        if self._cloud.closed:
            pass
        elif self._is_open:
            try:
                self._restore()
            except RuntimeError:
                if error is None:  # otherwise the error of the block is the one to see
                    raise
            finally:
                self._end()
        elif self._is_undone and error is None:
            raise RuntimeError(
                "this savepoint was undone by an earlier one that ended before it: savepoints of a "
                "cloud end in the opposite order of their beginning, also in several threads"
            )
        check(unused, kind)

    async def __aenter__(self) -> Savepoint:
        return self.__enter__()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.__exit__(kind, error, trace)

    #: Whether an earlier savepoint has restored its state.
    _is_undone = False

    @property
    def _is_open(self) -> bool:
        return self in self._cloud._savepoints

    def _check(self) -> None:
        if not self._is_open:
            raise ValueError("the savepoint has ended, or its block has not begun")

    def _restore(self) -> None:
        try:
            self._cloud.call("mock/restore", {"name": self._name})
        except BadMockRequest:
            raise RuntimeError(
                "the savepoint is gone: reset() removes snapshots, those of savepoints too"
            ) from None
        # Later savepoints have states that are gone.
        open_ones = self._cloud._savepoints
        while open_ones[-1] is not self:
            later = open_ones[-1]
            later._is_undone = True
            later._end()

    def _end(self) -> None:
        self._cloud._savepoints.remove(self)
        self._cloud._ledger.drop(self._duty)
        self._duty = Duty()  # nothing is expected of a block that was released or undone
        with suppress(BadMockRequest):  # reset() has removed it
            self._cloud.call("mock/snapshot/remove", {"name": self._name})
