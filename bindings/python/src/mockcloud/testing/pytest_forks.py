"""Forks of a cloud that several tests share, for the pytest plugin."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from .._core.makers import Maker
from ..cloud import Cloud


def forking(
    fork: Callable[[Cloud], Cloud], base: object, name: str, maker: Maker[Cloud] | None
) -> Iterator[Cloud]:
    """Yields a fork of the cloud that the fixture `name` returned, which the test must not change.

    `maker` knows the clouds that were created for this test only, and which it may change.
    """
    if not isinstance(base, Cloud):
        raise pytest.UsageError(f"the fixture {name!r} must return a cloud to fork, not {base!r}")
    before = base.state.hash()
    yield fork(base)
    if base.closed or (maker is not None and maker.made(base)):
        return
    if base.state.hash() != before:
        pytest.fail(
            f"the test changed the cloud of the fixture {name!r}, which other tests fork: "
            "change the fork",
            pytrace=False,
        )
