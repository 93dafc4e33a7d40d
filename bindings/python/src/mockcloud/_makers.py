"""Makes the clouds of tests, and records which test made which cloud, so that a leak is reported in
the right test."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import mockcloud as package

from ._places import place
from ._typing import Unpack

if TYPE_CHECKING:
    from .cloud import Cloud


class Maker:
    """An owner of clouds, such as a test."""

    def __init__(self) -> None:
        #: The line that made each cloud, in the order of creation.
        self._made: weakref.WeakKeyDictionary[Cloud, str] = weakref.WeakKeyDictionary()

    def note(self, cloud: Cloud) -> None:
        self._made[cloud] = place()

    def made(self, cloud: Cloud) -> bool:
        return cloud in self._made

    def open_clouds(self) -> list[Cloud]:
        """Returns the open clouds in the order of creation."""
        return [cloud for cloud, _ in self._open()]

    def leaks(self) -> list[str]:
        """Returns the lines that made the clouds that are open and still referenced."""
        if self._open():
            # A cloud that is referenced only by cycles is not a leak; collecting it closes it.
            gc.collect()
        return [where for _, where in self._open()]

    def _open(self) -> list[tuple[Cloud, str]]:
        return [(cloud, where) for cloud, where in self._made.items() if not cloud.closed]


#: The active makers, the innermost last. With None, clouds have no maker.
_makers: list[Maker | None] = []


def note(cloud: Cloud) -> None:
    """Records that the active maker made a cloud."""
    if _makers:
        maker = _makers[-1]
        if maker is not None:
            maker.note(cloud)


def is_active() -> bool:
    """Returns whether a test framework records who makes clouds, and reports their calls."""
    return bool(_makers) and _makers[-1] is not None


@contextmanager
def making(maker: Maker | None) -> Iterator[None]:
    """Makes `maker` the active maker in the block."""
    _makers.append(maker)
    try:
        yield
    finally:
        _makers.pop()


class CloudFactory:
    """Creates clouds for a test, with the configuration of its markers, and closes them."""

    def __init__(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration
        self.clouds: list[package.Cloud] = []

    def __call__(self, **configuration: Unpack[package.Configuration]) -> package.Cloud:
        from .cloud import Cloud

        cloud = Cloud({**self.configuration, **configuration})
        cloud._ledger.watch()
        self.clouds.append(cloud)
        return cloud

    def fork(self, base: package.Cloud) -> package.Cloud:
        """Returns a fork of a cloud. Its calls are only those of the test."""
        from ._testing import fork_for_test

        cloud = fork_for_test(base)
        self.clouds.append(cloud)
        return cloud

    def open_clouds(self) -> list[package.Cloud]:
        return [cloud for cloud in self.clouds if not cloud.closed]

    def close(self) -> None:
        """Closes the clouds of a test that has ended."""
        for cloud in self.clouds:
            cloud._ledger.unwatch()
            cloud.close()
