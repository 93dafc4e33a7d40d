"""Records which test made which cloud, so that a leak is reported in the right test."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Any, Generic, Protocol, TypeVar

from .places import place


class Closable(Protocol):
    """A cloud, for what counts the open ones."""

    @property
    def closed(self) -> bool: ...

    def _watch(self, unused: list[str]) -> None: ...

    def _unwatch(self) -> None: ...

    def _excused(self) -> AbstractContextManager[None]: ...

    def _unused_faults(self) -> list[str]: ...


_Made = TypeVar("_Made", bound=Closable)


class Maker(Generic[_Made]):
    """An owner of clouds, such as a test.

    `check` returns what the owner does not accept of a cloud whose block succeeded. With
    `expects_faults`, faults that are set in a cloud must act.
    """

    def __init__(
        self,
        check: Callable[[_Made], list[str]] | None = None,
        *,
        expects_faults: bool = False,
    ) -> None:
        self._check = check
        self._expects_faults = expects_faults
        #: Whether the owner has failed or was skipped: what else is wrong does not matter.
        self.has_failed = False
        #: Texts about faults that never acted in clouds that are closed.
        self._unused: list[str] = []
        #: The line that made each cloud, in the order of creation.
        self._made: weakref.WeakKeyDictionary[_Made, str] = weakref.WeakKeyDictionary()
        #: The clouds that outlive the owner.
        self._lasting: weakref.WeakSet[_Made] = weakref.WeakSet()
        #: The clouds of several owners, of which this one may use some.
        self._shared: weakref.WeakSet[_Made] = weakref.WeakSet()

    def note(self, cloud: _Made) -> None:
        self._made[cloud] = place()
        if self._expects_faults:
            cloud._watch(self._unused)

    def keep(self, cloud: _Made) -> None:
        """Records that somebody else closes a cloud, after the owner has ended."""
        self._lasting.add(cloud)

    def share(self, cloud: _Made) -> None:
        """Expects that faults act that the owner will set in a cloud of several owners."""
        is_known = cloud in self._shared or cloud in self._made
        if self._expects_faults and not is_known and not cloud.closed:
            self._shared.add(cloud)
            cloud._watch(self._unused)

    def made(self, cloud: _Made) -> bool:
        return cloud in self._made

    def problems(self, cloud: _Made) -> list[str]:
        return [] if self._check is None else self._check(cloud)

    def add_unused(self, texts: list[str]) -> None:
        """Adds texts about faults that never acted in a block that ended with an exception."""
        if self._expects_faults:
            self._unused += texts

    def unused_faults(self) -> list[str]:
        """Returns texts about faults that never acted in the clouds that the owner made itself."""
        if self._expects_faults and self._left():
            gc.collect()  # closes the clouds that are referenced only by cycles
        clouds = [*self.open_clouds(), *(each for each in self._shared if not each.closed)]
        texts = [text for cloud in clouds for text in cloud._unused_faults()]
        return [*self._unused, *texts]

    @contextmanager
    def excused(self) -> Iterator[None]:
        """Expects nothing of faults that the block, which is for several owners, sets."""
        with ExitStack() as stack:
            for cloud in [each for each in self._shared if not each.closed]:
                stack.enter_context(cloud._excused())
            yield

    def end(self) -> None:
        """Expects nothing more of the faults of clouds that outlive the owner."""
        for cloud in [*self._shared, *self._lasting]:
            if not cloud.closed:
                cloud._unwatch()

    def open_clouds(self) -> list[_Made]:
        """Returns the open clouds in the order of creation."""
        return [cloud for cloud, _ in self._open()]

    def leaks(self) -> list[str]:
        """Returns the lines that made the clouds that are open and still referenced.

        Those that somebody else closes are left out.
        """
        if self._left():
            # A cloud that is referenced only by cycles is not a leak; collecting it closes it.
            gc.collect()
        return self._left()

    def _left(self) -> list[str]:
        return [where for cloud, where in self._open() if cloud not in self._lasting]

    def _open(self) -> list[tuple[_Made, str]]:
        return [(cloud, where) for cloud, where in self._made.items() if not cloud.closed]


#: The active makers, the innermost last. With None, clouds have no maker.
_makers: list[Maker[Any] | None] = []

#: The clouds that have no maker, or outlive it, such as those of fixtures for several tests.
_lasting: weakref.WeakSet[Any] = weakref.WeakSet()


def note(cloud: Closable) -> None:
    """Records that the active maker made a cloud."""
    maker = _makers[-1] if _makers else None
    if maker is None:
        _lasting.add(cloud)
    else:
        maker.note(cloud)


def keep(cloud: Closable) -> None:
    """Records that a cloud of the active maker is closed by somebody else, later."""
    maker = _makers[-1] if _makers else None
    if maker is not None:
        maker.keep(cloud)
        _lasting.add(cloud)


def share() -> None:
    """Lets the active maker expect something of the faults that it will set in lasting clouds."""
    maker = _makers[-1] if _makers else None
    if maker is not None:
        for cloud in list(_lasting):
            maker.share(cloud)


@contextmanager
def lasting() -> Iterator[None]:
    """Makes clouds in the block that outlive the active maker."""
    maker = _makers[-1] if _makers else None
    with nullcontext() if maker is None else maker.excused(), making(None):
        yield
    share()


def is_active() -> bool:
    """Returns whether a test framework records who makes clouds, and reports their calls."""
    return bool(_makers) and _makers[-1] is not None


def has_failed() -> bool:
    """Returns whether the active maker has failed or was skipped."""
    maker = _makers[-1] if _makers else None
    return maker is not None and maker.has_failed


def add_unused(texts: list[str]) -> None:
    """Adds texts about faults that never acted to those of the active maker."""
    maker = _makers[-1] if _makers else None
    if maker is not None:
        maker.add_unused(texts)


def problems(cloud: Closable) -> list[str]:
    """Returns what the active maker does not accept of a cloud whose block succeeded."""
    maker = _makers[-1] if _makers else None
    return [] if maker is None else maker.problems(cloud)


@contextmanager
def making(maker: Maker[Any] | None) -> Iterator[None]:
    """Makes `maker` the active maker in the block."""
    _makers.append(maker)
    try:
        yield
    finally:
        _makers.pop()
