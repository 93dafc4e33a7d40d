"""Savepoints: states to which a cloud returns at the end of a block."""

from __future__ import annotations

import itertools
from contextlib import suppress
from types import TracebackType

from ._calls_base import Calls
from ._usage_errors import BadMockRequest

#: Numbers the snapshots of savepoints. A cloud has those of the cloud that it is a fork of.
_numbers = itertools.count(1)

#: The beginning of the names of these snapshots, which `Cloud.snapshots` omits.
PREFIX = "mockcloud savepoint "


class Savepoint:
    """The state of a cloud at the beginning of a block: `with cloud.savepoint():`."""

    def __init__(self, cloud: Savepoints) -> None:
        self._cloud = cloud
        self._name = f"{PREFIX}{next(_numbers)}"
        self._has_begun = False

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
        self._cloud._savepoints.append(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._cloud.closed:
            return
        if self._is_open:
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
        with suppress(BadMockRequest):  # reset() has removed it
            self._cloud.call("mock/snapshot/remove", {"name": self._name})


class Savepoints(Calls):
    """The operations on snapshots that blocks make."""

    #: The savepoints whose blocks are running, the innermost last.
    _savepoints: list[Savepoint]

    @property
    def closed(self) -> bool:
        """Whether the cloud is closed."""
        raise NotImplementedError

    def savepoint(self) -> Savepoint:
        """Returns a savepoint: `with cloud.savepoint():` undoes at its end what the block did.

        The end of the block, also by an exception, restores the state as `restore` does: records,
        zones, users, the schema, the clock, queued events, scripts, and the rules of faults with
        their counters. The journal keeps the calls of the block, and tokens that were issued in it
        are expired. A fault that was set in the block must have acted in it. Blocks may be nested.
        A savepoint is of the cloud, not of a thread: it undoes what other threads did, too.

        `with cloud.savepoint() as point:` allows `point.release()`, which keeps the changes, and
        `point.restore()`, which undoes them before the end of the block.
        """
        return Savepoint(self)

    def snapshots(self) -> list[str]:
        """Returns the names of the snapshots, sorted; those of savepoints are omitted."""
        return [name for name in self._snapshot_names() if not name.startswith(PREFIX)]

    def _snapshot_names(self) -> list[str]:
        return [each["name"] for each in self.call("mock/snapshot/list")["snapshots"]]
