"""Converts context keys, durations and times for requests of the harness."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone
from enum import Enum
from typing import Final

from ._requests import ENVIRONMENTS, SCOPES, Environment, Scope, Wire
from ._words import word
from .values import check_moment
from .zones import ZoneLike, zone_id


class Unset(Enum):
    """The type of a missing `user`; the value None means that nobody is signed in."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


def context(*, user: str | Unset | None = UNSET, **keys: str | None) -> Wire:
    """Returns the context keys that were passed, and checks them."""
    given: Wire = {key: value for key, value in keys.items() if value is not None}
    if not isinstance(user, Unset):
        given["user"] = user
    for key, value in given.items():
        if not isinstance(value, str) and not (key == "user" and value is None):
            raise TypeError(f"{key} must be a string, not {value!r}")
    if "environment" in given:
        word(given["environment"], ENVIRONMENTS, "environment")
    if "database" in given:
        word(given["database"], SCOPES, "database")
    return given


def place(
    container: str | None = None,
    environment: Environment | None = None,
    database: Scope | None = None,
    user: str | None = None,
    device: str | None = None,
    zone: ZoneLike | None = None,
) -> Wire:
    """Returns the context keys and the zone that were passed, for operations of the harness."""
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
