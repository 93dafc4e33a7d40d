"""The operations of the harness that set the networks of devices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal, get_args

from . import _words
from ._calls_base import Calls
from ._context import context, seconds
from ._names import names
from ._requests import Wire

NetworkState = Literal["online", "offline", "unreachable", "oneWay"]

_NETWORKS: tuple[str, ...] = get_args(NetworkState)


def _schedule(steps: Sequence[tuple[float | timedelta, NetworkState]]) -> Wire:
    """Returns the key `schedule` of a request, if there are steps."""
    if not steps:
        return {}
    return {
        "schedule": [
            {"after": seconds(after), "network": _words.word(state, _NETWORKS, "schedule")}
            for after, state in steps
        ]
    }


class Networks(Calls):
    """The networks of devices."""

    def network(
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
        _words.word(state, _NETWORKS, "state")
        request: Wire = {"network": state, **context(device=device)}
        if devices:
            request["devices"] = names(devices, "devices")
        if bytes_per_second is not None:
            request["bytesPerSecond"] = _words.whole(bytes_per_second, "bytes_per_second")
        self.call("mock/network/set", request | _schedule(schedule))

    def partition(
        self,
        name: str,
        devices: Sequence[str],
        state: NetworkState = "offline",
        *,
        schedule: Sequence[tuple[float | timedelta, NetworkState]] = (),
    ) -> list[str]:
        """Cuts devices off from the service, whatever their own networks, and returns their names.

        `devices` are names, or patterns with `*`. `heal_network(name)` ends the partition.
        """
        _words.word(state, _NETWORKS, "state")
        request: Wire = {"name": name, "devices": names(devices, "devices"), "network": state}
        cut: list[str] = self.call("mock/network/partition", request | _schedule(schedule))[
            "devices"
        ]
        return cut

    def heal_network(self, *partitions: str) -> list[str]:
        """Ends the partitions with these names or patterns, by default all; returns their names."""
        healed: list[str] = self.call("mock/network/heal", {"names": list(partitions)})["names"]
        return healed
