"""Mistakes that are told at once: no records, no times, closed and half-made clouds."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from datetime import date, datetime, timezone
from typing import Any

import pytest

from mockcloud import Cloud, Field, Location, Record, errors

# What a type checker refuses, and what users write nevertheless.
Use = Callable[[Any], Any]

NO_RECORDS: list[tuple[str, Use]] = [
    ("a Record is saved, not 'n1'", lambda cloud: cloud.private.save("n1")),
    ("a Record is saved, not {", lambda cloud: cloud.private.save({"title": "a"})),
    ("a Record is saved, not 'n1'", lambda cloud: cloud.private.save_all(["n1"])),
    ("by a Record, not by 3", lambda cloud: cloud.private.fetch(3)),
    ("by a Record, not by None", lambda cloud: cloud.private.delete(None)),
    ("by a Record, not by 3", lambda cloud: cloud.calls(record=3)),
    ("is seeded, not 3", lambda cloud: cloud.seed([3])),
    ("a Record is shared, not 'n1'", lambda cloud: cloud.private.share("n1")),
    ("a share is named by", lambda cloud: cloud.container().accept(3)),
    ("a participant is", lambda cloud: cloud.container().participants([3])),
    ("a zone is named by", lambda cloud: cloud.private.create_zone(3)),
    ("a zone is named by", lambda cloud: cloud.private.in_zone(None)),
    ("a Subscription is saved", lambda cloud: cloud.private.save_subscription("Note")),
    ("a subscription is named by", lambda cloud: cloud.private.delete_subscription(3)),
]

NO_TIMES: list[tuple[str, Use]] = [
    ("a time is a datetime", lambda cloud: cloud.set_clock("2026-01-01T00:00:00Z")),
    ("a time is a datetime", lambda cloud: cloud.set_clock(date(2026, 1, 1))),
    ("a time is a datetime", lambda cloud: Record("N", {"at": Location(1, 2, timestamp=3)})),  # type: ignore[arg-type]
    ("no field type for date", lambda cloud: Field("at") > date(2026, 1, 1)),
    ("a duration is a number", lambda cloud: cloud.advance_clock("3")),
    ("a duration is a number", lambda cloud: cloud.advance(None)),
    ("a duration is a number", lambda cloud: cloud.run_until_idle(True)),
    ("a duration is a number", lambda cloud: cloud.network(schedule=[("3", "offline")])),
]


@pytest.mark.parametrize(("message", "use"), NO_RECORDS + NO_TIMES)
def test_a_wrong_type(cloud: Cloud, message: str, use: Use) -> None:
    with pytest.raises(TypeError, match=message):
        use(cloud)


def test_a_wrong_value(cloud: Cloud) -> None:
    with pytest.raises(ValueError, match="no time zone"):
        cloud.set_clock(datetime(2026, 1, 1))
    for wrong in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="no number of seconds"):
            cloud.advance_clock(wrong)


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
    lambda cloud: cloud.set_error("zoneBusy"),
    lambda cloud: cloud.faults.rules(),
    lambda cloud: len(cloud.calls),
    lambda cloud: cloud.calls("records/modify"),
    lambda cloud: cloud.script.status(),
    lambda cloud: cloud.save_state(),
    lambda cloud: cloud.environ(),
    lambda cloud: cloud.next_event(),
    lambda cloud: list(cloud.events()),
    lambda cloud: cloud.run("operation"),
    lambda cloud: cloud.fork(),
    lambda cloud: cloud.__enter__(),
]


@pytest.mark.parametrize("use", CALLS)
def test_a_closed_cloud_says_so(use: Use) -> None:
    with Cloud(seed=1) as cloud:
        pass
    with pytest.raises(errors.BadHandle, match=r"the cloud is closed, by close\(\)"):
        use(cloud)


def test_a_closed_cloud_has_no_events_left() -> None:
    with Cloud(seed=1) as cloud:
        cloud._passed.append(b"{}")
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


def test_times_that_are_right(cloud: Cloud) -> None:
    cloud.set_clock(datetime(2030, 1, 1, tzinfo=timezone.utc))
    assert cloud.advance_clock(1.5).second == 1
