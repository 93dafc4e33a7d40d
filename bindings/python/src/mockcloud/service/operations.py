"""Operations that report by events and have not reported everything yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from .._core.calls import Part
from .._core.context import UNSET, context
from .._core.keywords import explained_part
from .._core.vocabulary import ServiceOperation


@dataclass(frozen=True)
class OperationInFlight:
    """An operation that was called with `deliver="events"`."""

    operation_id: str
    operation: ServiceOperation
    #: `waiting` until the operation runs, `executing` until its last block is taken. A long-lived
    #: operation is then `finished`, and its response is kept for a day.
    state: Literal["waiting", "executing", "finished"]
    long_lived: bool

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperationInFlight:
        """Returns the object for a dictionary of a response."""
        return cls(wire["operationID"], wire["operation"], wire["state"], wire["longLived"])


def operation_id(operation: str | Mapping[str, Any] | OperationInFlight) -> str:
    """Returns the ID of an operation, which the response to its call contains as well."""
    if isinstance(operation, OperationInFlight):
        return operation.operation_id
    if isinstance(operation, Mapping):
        if "operationID" not in operation:
            raise ValueError(
                "the response has no operationID, because its call had completed: make it with "
                "deliver='events', and pass the response to that call"
            )
        operation = cast(str, operation["operationID"])
    if not isinstance(operation, str):
        raise TypeError(
            "an operation is given as its ID, as the response to its call, or as an "
            f"OperationInFlight, not as {operation!r}"
        )
    return operation


@explained_part("operations")
class Operations(Part):
    """The operations in flight: `cloud.operations`. `Cloud.run` takes their blocks."""

    __slots__ = ()

    def in_flight(
        self, *, user: str | None = None, device: str | None = None
    ) -> list[OperationInFlight]:
        """Returns the operations of a device that report by events, in the order of their calls."""
        request = context(user=UNSET if user is None else user, device=device)
        found = self._cloud.call("operations/list", request)["operations"]
        return [OperationInFlight.from_wire(wire) for wire in found]

    def cancel(self, operation: str | Mapping[str, Any] | OperationInFlight) -> None:
        """Cancels an operation, given as its ID or as the response to its call.

        An operation that has not started does not run and reports `OperationCancelled`. Changes
        that an operation has committed are kept.
        """
        self._cloud.call("operations/cancel", {"operationID": operation_id(operation)})
