"""Operations that report by events, before they have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from ._calls_base import Calls
from ._context import UNSET, context
from ._vocabulary import ServiceOperation


@dataclass(frozen=True)
class OperationInFlight:
    """An operation that was called with `deliver="events"`."""

    operation_id: str
    operation: ServiceOperation
    #: `waiting` until it runs, `executing` until its last block was taken, then `finished` for a
    #: long-lived one, whose answer is kept for a day.
    state: Literal["waiting", "executing", "finished"]
    long_lived: bool

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperationInFlight:
        return cls(wire["operationID"], wire["operation"], wire["state"], wire["longLived"])


def operation_id(operation: str | Mapping[str, Any] | OperationInFlight) -> str:
    """The ID of an operation, which the answer to its call has as well."""
    if isinstance(operation, OperationInFlight):
        return operation.operation_id
    if isinstance(operation, Mapping):
        operation = cast(str, operation["operationID"])
    if not isinstance(operation, str):
        raise TypeError(
            "an operation is named by its ID, by the response of its call, or by an "
            f"OperationInFlight, not by {operation!r}"
        )
    return operation


class InFlight(Calls):
    """Lists and cancels operations. `Cloud.run` takes their blocks."""

    def operations(
        self, *, user: str | None = None, device: str | None = None
    ) -> list[OperationInFlight]:
        """Returns a device's operations that report by events, in the order of their calls."""
        request = context(user=user or UNSET, device=device)
        found = self.call("operations/list", request)["operations"]
        return [OperationInFlight.from_wire(wire) for wire in found]

    def cancel(self, operation: str | Mapping[str, Any] | OperationInFlight) -> None:
        """Cancels an operation, which its ID or the answer to its call names.

        One that has not run never does, and reports `OperationCancelled`. What one that ran has
        committed stays.
        """
        self.call("operations/cancel", {"operationID": operation_id(operation)})
