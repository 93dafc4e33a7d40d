"""The networks of devices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal, get_args

from .._core import words
from .._core.calls import Part
from .._core.context import context
from .._core.keywords import explained_part
from .._core.names import names
from .._core.times import seconds
from .._core.wire import Wire

NetworkState = Literal["online", "offline", "unreachable", "oneWay"]

_NETWORKS: tuple[str, ...] = get_args(NetworkState)


def _schedule(steps: Sequence[tuple[float | timedelta, NetworkState]]) -> Wire:
    """Returns the key `schedule` of a request, if there are steps."""
    if not steps:
        return {}
    return {
        "schedule": [
            {"after": seconds(after), "network": words.word(state, _NETWORKS, "schedule")}
            for after, state in steps
        ]
    }


@explained_part("network")
class Network(Part):
    """The networks of the devices of one cloud: `cloud.network`."""

    __slots__ = ()

    def set(
        self,
        state: NetworkState = "online",
        *,
        device: str | None = None,
        devices: Sequence[str] = (),
        bytes_per_second: int | None = None,
        schedule: Sequence[tuple[float | timedelta, NetworkState]] = (),
    ) -> None:
        """Sets the network state of a device, until it is set again.

        `schedule` contains later states, each with the seconds from now until it begins. With
        `devices`, names or patterns with `*`, it sets that of several.
        """
        words.word(state, _NETWORKS, "state")
        request: Wire = {"network": state, **context(device=device)}
        if devices:
            request["devices"] = names(devices, "devices")
        if bytes_per_second is not None:
            request["bytesPerSecond"] = words.whole(bytes_per_second, "bytes_per_second")
        self._cloud.call("mock/network/set", request | _schedule(schedule))

    def partition(
        self,
        name: str,
        devices: Sequence[str],
        state: NetworkState = "offline",
        *,
        schedule: Sequence[tuple[float | timedelta, NetworkState]] = (),
    ) -> list[str]:
        """Cuts devices off from the service, whatever their own networks, and returns their names.

        `devices` are names, or patterns with `*`. `heal(name)` ends the partition.
        """
        words.word(state, _NETWORKS, "state")
        request: Wire = {"name": name, "devices": names(devices, "devices"), "network": state}
        cut: list[str] = self._cloud.call("mock/network/partition", request | _schedule(schedule))[
            "devices"
        ]
        return cut

    def heal(self, *partitions: str) -> list[str]:
        """Ends the partitions with these names or patterns, by default all; returns their names."""
        healed: list[str] = self._cloud.call("mock/network/heal", {"names": list(partitions)})[
            "names"
        ]
        return healed
