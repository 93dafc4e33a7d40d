"""Closed, copied and partly initialised clouds."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

import pytest

from mockcloud import Cloud, Record, errors

Use = Callable[[Any], Any]

CALLS: list[Use] = [
    lambda cloud: cloud.call("mock/clock"),
    lambda cloud: cloud.now,
    lambda cloud: cloud.private.save(Record("Note")),
    lambda cloud: cloud.private.save_all([Record("Note")]),
    lambda cloud: cloud.private.modify(delete=["n1"]),
    lambda cloud: cloud.private.query("Note"),
    lambda cloud: cloud.private.subscriptions(),
    lambda cloud: next(cloud.private.zone_changes("Work")),
    lambda cloud: cloud.container().accept("link"),
    lambda cloud: cloud.container().account_status(),
    lambda cloud: cloud.fail("zoneBusy"),
    lambda cloud: cloud.faults.rules(),
    lambda cloud: len(cloud.calls),
    lambda cloud: cloud.calls("records/modify"),
    lambda cloud: cloud.script.status(),
    lambda cloud: cloud.state.save(),
    lambda cloud: cloud.environ(),
    lambda cloud: cloud.next_event(),
    lambda cloud: list(cloud.events()),
    lambda cloud: cloud.run("operation"),
    lambda cloud: cloud.fork(),
    lambda cloud: cloud.__enter__(),
]

PARTS = (
    "clock",
    "faults",
    "network",
    "accounts",
    "schema",
    "state",
    "journal",
    "script",
    "limits",
    "operations",
)


@pytest.mark.parametrize("use", CALLS)
def test_a_closed_cloud_says_so(use: Use) -> None:
    with Cloud(seed=1) as cloud:
        pass
    with pytest.raises(errors.BadHandle, match=r"the cloud is closed, by close\(\)"):
        use(cloud)


def test_a_closed_cloud_has_no_events_left() -> None:
    with Cloud(seed=1) as cloud:
        cloud._queue.passed.events.append(b"{}")
    with pytest.raises(errors.BadHandle, match="the cloud is closed"):
        cloud.next_event()


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_cloud_is_forked(cloud: Cloud, make: Callable[[Cloud], object]) -> None:
    with pytest.raises(TypeError, match=r"use fork\(\)"):
        make(cloud)
    assert not cloud.closed


def test_a_cloud_that_was_not_made() -> None:
    made = Cloud.__new__(Cloud)
    assert repr(made) == "<Cloud that was not made>"
    assert made.closed
    made.close()
    for use in (lambda: made.clock.now, lambda: made.call("zones/list"), made.__enter__):
        with pytest.raises(errors.BadHandle, match=r"was not made; .* super\(\).__init__\(\)"):
            use()
    with pytest.raises(AttributeError, match=r"did you mean 'cloud\.clock'"):
        getattr(made, "clok")  # noqa: B009


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_shown_as_it_is_written(cloud: Cloud, name: str) -> None:
    assert repr(getattr(cloud, name)) == f"<cloud.{name}>"


def test_times_that_are_right(cloud: Cloud) -> None:
    cloud.clock.set(datetime(2030, 1, 1, tzinfo=timezone.utc))
    assert cloud.clock.advance(1.5).second == 1
