"""The networks of devices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Literal, get_args

from .._core import words
from .._core.calls import Part
from .._core.context import context
from .._core.keywords import explained_part
from .._core.names import iterable, some_names
from .._core.times import seconds
from .._core.wire import Wire

NetworkState = Literal["online", "offline", "unreachable", "oneWay"]

_NETWORKS: tuple[str, ...] = get_args(NetworkState)


def _schedule(steps: Sequence[tuple[float | timedelta, NetworkState]]) -> Wire:
    """Returns the key `schedule` of a request, if there are steps."""
    found = [_step(each) for each in iterable(steps, (), "schedule")]
    return {"schedule": found} if found else {}


def _step(given: object) -> Wire:
    if not isinstance(given, Iterable) or isinstance(given, str) or len(step := tuple(given)) != 2:
        raise TypeError(
            f'a step of schedule is the seconds until a state, and the state: (5, "online"), '
            f"not {given!r}"
        )
    after, state = step
    return {"after": seconds(after), "network": words.word(state, _NETWORKS, "schedule")}


@explained_part("network")
class Network(Part):
    """The networks of the devices of one cloud: `cloud.network`."""

    __slots__ = ()

    def set(
        self,
        state: NetworkState = "online",
        *,
        device: str | None = None,
        devices: Sequence[str] | None = None,
        bytes_per_second: int | None = None,
        schedule: Sequence[tuple[float | timedelta, NetworkState]] = (),
    ) -> None:
        """Sets the network state of a device, until it is set again.

        `schedule` contains later states, each with the seconds from now until it begins. With
        `devices`, names or patterns with `*`, it sets that of several.
        """
        words.word(state, _NETWORKS, "state")
        request: Wire = {"network": state, **context(device=device)}
        if devices is not None:
            remedy = "leave it out for the device of calls that name none"
            request["devices"] = some_names(devices, "devices", remedy)
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
        cut_off = some_names(devices, "devices", "name those to cut off")
        request: Wire = {"name": name, "devices": cut_off, "network": state}
        cut: list[str] = self._cloud.call("mock/network/partition", request | _schedule(schedule))[
            "devices"
        ]
        return cut

    def heal(self, *partitions: str) -> list[str]:
        """Ends the partitions with these names or patterns, by default all; returns their names."""
        request: Wire = {"names": list(partitions)} if partitions else {}
        healed: list[str] = self._cloud.call("mock/network/heal", request)["names"]
        return healed
