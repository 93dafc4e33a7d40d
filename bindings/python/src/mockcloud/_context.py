"""What requests of the harness are made of: who is meant, durations and times."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from enum import Enum
from typing import Final

from ._requests import Wire


class Unset(Enum):
    """Tells "not given" from None, which means "nobody is signed in"."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


def context(*, user: str | Unset | None = UNSET, **keys: str | None) -> Wire:
    """The context keys that were given."""
    given: Wire = {key: value for key, value in keys.items() if value is not None}
    if not isinstance(user, Unset):
        given["user"] = user
    return given


def seconds(duration: float | timedelta) -> float:
    return duration.total_seconds() if isinstance(duration, timedelta) else duration


def time_of(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def text_of(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone: its instant would depend on the machine")
    moment = moment.astimezone(timezone.utc).replace(tzinfo=None)
    return moment.isoformat(timespec="milliseconds") + "Z"
