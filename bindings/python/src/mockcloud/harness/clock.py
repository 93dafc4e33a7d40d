"""The clock of a cloud."""

from __future__ import annotations

from datetime import datetime, timedelta

from .._core.calls import Part
from .._core.keywords import explained_part
from .._core.times import seconds, text_of, time_of


@explained_part("clock")
class Clock(Part):
    """The clock of one cloud, which does not advance between calls: `cloud.clock`."""

    __slots__ = ()

    @property
    def now(self) -> datetime:
        """The time of the clock."""
        return time_of(self._cloud.call("mock/clock")["now"])

    def advance(self, by: float | timedelta = 0) -> datetime:
        """Advances the clock by that many seconds, runs what is due, and returns the time.

        `Cloud.advance` takes the events of the default device as well.
        """
        return time_of(self._cloud.call("mock/clock/advance", {"seconds": seconds(by)})["now"])

    def run_until_idle(self, limit: float | timedelta | None = None) -> datetime:
        """Advances the clock until nothing is due any more, or by at most `limit`."""
        request = None if limit is None else {"limitSeconds": seconds(limit)}
        return time_of(self._cloud.call("mock/clock/runUntilIdle", request)["now"])

    def set(self, now: datetime) -> None:
        """Sets the time of the clock."""
        self._cloud.call("mock/clock/set", {"now": text_of(now)})
