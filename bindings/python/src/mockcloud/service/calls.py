"""Calls to a database, and the functions that read the items of responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._core.vocabulary import OperationName
from .._core.wire import Wire
from ..errors import CKError, MockCloudError, ck_error, error_for
from ..records.values import ZoneID
from ..records.zones import ZoneLike, zone_id
from .views import View


def failure(exchanged: tuple[int, Wire], items: str) -> MockCloudError:
    """Returns the exception for a failed call with one item: the item's error, if it has one."""
    status, response = exchanged
    found = response.get(items)
    if found and "ckErrorCode" in found[0]:
        return ck_error(found[0], response)
    return error_for(status, response)


def only_item(exchanged: tuple[int, Wire], items: str) -> Wire:
    """Returns the item of a call with one item, or raises the item's error."""
    status, response = exchanged
    if status != 0:
        raise failure(exchanged, items)
    item: Wire = response[items][0]
    return item


def all_items(
    exchanged: tuple[int, Wire],
    items: str,
    *,
    return_exceptions: bool = False,
    alone: bool = False,
) -> list[Wire | CKError]:
    """Returns the items of a call in request order.

    Errors of items are returned among them if `return_exceptions` is true, and raised otherwise.
    `alone` is true if the caller passed one item in place of a list.
    """
    status, response = exchanged
    found = response.get(items)
    if status != 0 and not (return_exceptions and found):
        raise failure(exchanged, items) if alone else error_for(status, response)
    return [ck_error(item, response) if "ckErrorCode" in item else item for item in found or ()]


class DatabaseCalls(View):
    """Calls to one database, made by one user on one device."""

    __slots__ = ()

    def __repr__(self) -> str:
        described = ", ".join(f"{key}={value!r}" for key, value in self._context.items())
        return f"{type(self).__name__}({described})"

    def call(
        self,
        operation: OperationName | str,
        request: Mapping[str, Any] | None = None,
        /,
        **keys: Any,
    ) -> Wire:
        """Runs any operation on this database as this user; keywords are keys of the request.

        Returns the response, or raises the error of the call as a whole.
        """
        return self._cloud.call(operation, {**self._context, **(request or {}), **keys})

    def exchange(
        self, operation: OperationName | str, request: Mapping[str, Any] | None = None
    ) -> tuple[int, Wire]:
        """Runs any operation on this database, as this user, as `Cloud.exchange` does."""
        return self._cloud.exchange(operation, {**self._context, **(request or {})})

    def _chosen_zone(self, zone: ZoneLike | None, method: str) -> ZoneID:
        """Returns the zone that a method was given, or else that of `in_zone`."""
        if zone is not None:
            return zone_id(zone)
        if "zoneID" not in self._context:
            raise TypeError(
                f"Database.{method}() needs a zone: {method}('Notes'), "
                f"or database.in_zone('Notes').{method}()"
            )
        return ZoneID.from_wire(self._context["zoneID"])

    def _zoneless_context(self) -> Wire:
        return {key: value for key, value in self._context.items() if key != "zoneID"}

    def _zoneless(self, operation: OperationName, request: Wire) -> Wire:
        return self._cloud.call(operation, {**self._zoneless_context(), **request})

    def _exchange_zoneless(self, operation: OperationName, request: Wire) -> tuple[int, Wire]:
        return self._cloud.exchange(operation, {**self._zoneless_context(), **request})
