"""Which test made which open cloud, so that a leak is reported in the right one."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ._places import place

if TYPE_CHECKING:
    from .cloud import Cloud


class Maker:
    """What makes clouds, such as a test."""

    def __init__(self) -> None:
        #: The line where each was made, in their order.
        self._made: weakref.WeakKeyDictionary[Cloud, str] = weakref.WeakKeyDictionary()

    def note(self, cloud: Cloud) -> None:
        self._made[cloud] = place()

    def made(self, cloud: Cloud) -> bool:
        return cloud in self._made

    def open_clouds(self) -> list[Cloud]:
        """Those of its clouds that are open, in the order in which they were made."""
        return [cloud for cloud, _ in self._open()]

    def leaks(self) -> list[str]:
        """Where the clouds were made that are open and that somebody still refers to."""
        if self._open():
            # A cloud that only cycles refer to is forgotten, and is closed when it is collected.
            gc.collect()
        return [where for _, where in self._open()]

    def _open(self) -> list[tuple[Cloud, str]]:
        return [(cloud, where) for cloud, where in self._made.items() if not cloud.closed]


#: Those at work, the innermost last. None: what is made is nobody's.
_makers: list[Maker | None] = []


def note(cloud: Cloud) -> None:
    """Notes that a cloud was made."""
    if _makers:
        maker = _makers[-1]
        if maker is not None:
            maker.note(cloud)


@contextmanager
def making(maker: Maker | None) -> Iterator[None]:
    """What is made in the block is made by this one."""
    _makers.append(maker)
    try:
        yield
    finally:
        _makers.pop()
