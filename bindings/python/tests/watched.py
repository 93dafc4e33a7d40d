"""A cloud whose faults must act, as in a test that the plugin judges."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mockcloud import Cloud


@contextmanager
def watched() -> Iterator[Cloud]:
    """A cloud as the fixture of the plugin returns it, which nobody judges."""
    with Cloud() as cloud:
        cloud._ledger.watch()
        yield cloud
        cloud._ledger.unwatch()


def owed(cloud: Cloud) -> list[str]:
    """Returns the names of the rules that should have acted."""
    return [text.split("'")[1] for text in cloud._ledger.problems()]
