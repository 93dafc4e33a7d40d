"""What requests of the harness are made of: who is meant, durations and times."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone
from enum import Enum
from typing import Final

from ._requests import Environment, Scope, Wire
from .values import check_moment
from .zones import ZoneLike, zone_id


class Unset(Enum):
    """Stands for "not given", because None means that nobody is signed in."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


def context(*, user: str | Unset | None = UNSET, **keys: str | None) -> Wire:
    """The context keys that were given."""
    given: Wire = {key: value for key, value in keys.items() if value is not None}
    if not isinstance(user, Unset):
        given["user"] = user
    return given


def place(
    container: str | None = None,
    environment: Environment | None = None,
    database: Scope | None = None,
    user: str | None = None,
    device: str | None = None,
    zone: ZoneLike | None = None,
) -> Wire:
    """The context keys and the zone that were given, for operations on a place or on callers."""
    given = context(
        container=container,
        environment=environment,
        database=database,
        user=UNSET if user is None else user,
        device=device,
    )
    if zone is not None:
        given["zoneID"] = zone_id(zone).to_wire()
    return given


def seconds(duration: float | timedelta) -> float:
    """A duration in seconds."""
    if isinstance(duration, timedelta):
        return duration.total_seconds()
    if isinstance(duration, bool) or not isinstance(duration, int | float):
        raise TypeError(f"a duration is a number of seconds or a timedelta, not {duration!r}")
    if not math.isfinite(duration):
        raise ValueError(f"{duration!r} is no number of seconds")
    return duration


def time_of(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def text_of(moment: datetime) -> str:
    check_moment(moment)
    moment = moment.astimezone(timezone.utc).replace(tzinfo=None)
    return moment.isoformat(timespec="milliseconds") + "Z"
