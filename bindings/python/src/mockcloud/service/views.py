"""Views of a cloud: databases, containers and users, each with the context of its calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._core.attributes import Explaining
from .._core.calls import Caller
from .._core.wire import Wire
from ..records.values import ZoneID


def check_caller(cloud: Caller, caller: Wire) -> None:
    """Raises `ValueError` if a cloud does not have the user, or the user not the device."""
    if caller.get("user") is not None or "device" in caller:
        # Any harness call with these context keys checks them.
        cloud._ask("operations/list", caller)


class View(Explaining):
    """A caller and a place in a cloud. Two views of one kind are equal if both are the same."""

    __slots__ = ("_cloud", "_context")

    _cloud: Caller
    _context: Wire

    def __init__(self, cloud: Caller, context: Wire) -> None:
        _set_cloud(self, cloud)
        _set_context(self, context)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)) and not isinstance(self, type(other)):
            return NotImplemented
        assert isinstance(other, View)
        if self._cloud is not other._cloud:
            return False
        if self._context == other._context or self._cloud.closed:
            return self._context == other._context
        return self._resolved(self._context) == self._resolved(other._context)

    def __hash__(self) -> int:
        return hash((type(self), id(self._cloud)))

    def _resolved(self, context: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the context with the defaults of the cloud.

        A key that one view spells, and the other leaves to the defaults, is no difference.
        """
        keys = {key: value for key, value in context.items() if key != "zoneID"}
        place: dict[str, Any] = self._cloud._ask("mock/users/list", keys)["caller"]
        if "zoneID" in context:
            place["zoneID"] = ZoneID.from_wire(context["zoneID"])
        return place


# `Explaining.__setattr__` takes time, and views are made for many calls.
_set_cloud = vars(View)["_cloud"].__set__
_set_context = vars(View)["_context"].__set__
