"""A cloud whose faults must act, as in a test that the plugin judges."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from mockcloud import Cloud
from mockcloud.errors import ZoneBusy


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


def fails(cloud: Cloud) -> None:
    """Lists the zones, for which the test has set an error."""
    with pytest.raises(ZoneBusy):
        cloud.private.zones()
