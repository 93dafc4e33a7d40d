"""Converts times and durations."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MILLISECOND = timedelta(milliseconds=1)


def check_moment(moment: object) -> None:
    """Raises `TypeError` or `ValueError` unless `moment` is a datetime with a time zone."""
    if not isinstance(moment, datetime):
        raise TypeError(f"a time is a datetime with a time zone, not {moment!r}")
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone, so it does not identify an instant")


def milliseconds(moment: datetime) -> int:
    """Returns the milliseconds since 1970, rounded down."""
    check_moment(moment)
    return (moment - _EPOCH) // _MILLISECOND


def moment_of(milliseconds: int) -> datetime:
    """Returns the time, in UTC, that is the given number of milliseconds after 1970."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def seconds(duration: float | timedelta) -> float:
    """Returns a duration in seconds."""
    if isinstance(duration, timedelta):
        return duration.total_seconds()
    if isinstance(duration, bool) or not isinstance(duration, int | float):
        raise TypeError(f"a duration is a number of seconds or a timedelta, not {duration!r}")
    if not math.isfinite(duration):
        raise ValueError(f"a duration is a finite number of seconds, not {duration!r}")
    return duration


def time_of(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def text_of(moment: datetime) -> str:
    check_moment(moment)
    moment = moment.astimezone(timezone.utc).replace(tzinfo=None)
    return moment.isoformat(timespec="milliseconds") + "Z"
