"""The place that an operation of the harness is for: the context keys and a zone."""

from __future__ import annotations

from .._core.context import UNSET, context
from .._core.wire import Environment, Scope, Wire
from .zones import ZoneLike, zone_id


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
