"""Compares views: databases, containers and users of a cloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .values import ZoneID

if TYPE_CHECKING:
    from .cloud import Cloud

_Context = Mapping[str, Any]


def are_same(cloud: Cloud, one: _Context, other: _Context) -> bool:
    """Returns whether two views of a cloud have the same caller and the same place.

    A key that one of them spells, and the other leaves to the defaults, is no difference.
    """
    if one == other or cloud.closed:
        return one == other
    return _resolved(cloud, one) == _resolved(cloud, other)


def _resolved(cloud: Cloud, context: _Context) -> dict[str, Any]:
    """Returns the context with the defaults of the cloud."""
    keys = {key: value for key, value in context.items() if key != "zoneID"}
    place: dict[str, Any] = cloud._ask("mock/users/list", keys)["caller"]
    if "zoneID" in context:
        place["zoneID"] = ZoneID.from_wire(context["zoneID"])
    return place
