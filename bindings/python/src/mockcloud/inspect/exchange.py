"""A call with its request and its response, and properties derived from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from .._core.attributes import Explaining
from .._core.usage_errors import USAGE_ERRORS, UsageError
from .._core.wire import Wire
from .._core.wording import counted
from ..errors import CK_ERRORS, CKError, ck_error
from .call_items import CallItem, found_records, items_of, shown, zone_name

#: The zone of records that name none.
DEFAULT_ZONE = "_defaultZone"


@dataclass(frozen=True)
class Exchange(Explaining):
    """A call of an operation, with its request and its response."""

    operation: str
    request: Wire = field(repr=False)
    #: 0, or the code of the error of the whole call.
    status: int
    response: Wire = field(repr=False)

    # The result

    @property
    def error(self) -> str | None:
        """The name of CloudKit's error for the whole call, such as `zoneBusy`, or None."""
        name: str | None = self.response.get("error", {}).get("ckErrorName")
        return name

    @property
    def error_class(self) -> type[CKError] | None:
        """The class of CloudKit's error for the whole call, or None."""
        return CK_ERRORS.get(self.status, CKError) if self.error else None

    @property
    def exception(self) -> CKError | None:
        """The exception for CloudKit's error of the whole call, or None."""
        document = self.response.get("error")
        return None if document is None else ck_error(document, self.response)

    @property
    def item_errors(self) -> dict[str, str]:
        """The names of the errors of failed items, by the names of the items.

        An item without a name is `item 2` by its position in the request, from 1.
        """
        return {
            item.name or f"item {position}": item.error
            for position, item in enumerate(self.items, start=1)
            if item.error
        }

    # The subjects

    @property
    def database(self) -> str | None:
        """The database of the request; None for the default."""
        database: str | None = self.request.get("database")
        return database

    @property
    def zone(self) -> str | None:
        """The only zone of the request and its items; the zone of the request if there are more."""
        if len(self.zones) == 1:
            return self.zones[0]
        return zone_name(self.request)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The zone of the request, and the zones of its items."""
        named = [zone_name(self.request), *(item.zone for item in self.items)]
        return tuple(dict.fromkeys(name for name in named if name is not None))

    @cached_property
    def items(self) -> tuple[CallItem, ...]:
        """The records, zones or subscriptions of the request, each with its result."""
        return items_of(self.request, self.response)

    @cached_property
    def records(self) -> tuple[str, ...]:
        """The names of the records in the request and in the response."""
        asked = (item.name for item in self.items if item.kind == "record")
        found = (record.get("recordName") for record in found_records(self.response))
        return tuple(dict.fromkeys(name for name in (*asked, *found) if name is not None))

    @cached_property
    def record_types(self) -> tuple[str, ...]:
        """The types of the records in the request and in the response."""
        asked = (item.record_type for item in self.items)
        found = (record.get("recordType") for record in found_records(self.response))
        named = (self._queried_type, *asked, *found)
        return tuple(dict.fromkeys(name for name in named if name is not None))

    @property
    def _queried_type(self) -> str | None:
        query = self.request.get("query")
        kind = query.get("recordType") if isinstance(query, dict) else None
        return kind if isinstance(kind, str) else None

    # The text

    @property
    def place(self) -> str:
        """The database and the zone, `shared/Work`; empty for the private default zone."""
        database = None if self.database == "private" else self.database
        zone = None if self.zone == DEFAULT_ZONE else self.zone
        return "/".join(part for part in (database, zone) if part)

    @property
    def subject(self) -> str:
        """The first few items, `save Note n1`, or the record type of a query."""
        if self._queried_type is not None:
            return self._queried_type
        if not self.operation.startswith("changes/"):
            return shown(self.items)
        # The only other item is the zone, which `place` contains already.
        return shown(tuple(item for item in self.items if item.error))

    @property
    def outcome(self) -> str:
        """The result: the name of the error, the number of records that were found, or `ok`."""
        if self.error is not None:
            return self.error
        if self.status != 0:
            return USAGE_ERRORS.get(self.status, UsageError).__name__
        if self.operation.startswith(("changes/", "records/query", "records/changes")):
            found = [record.get("deleted") is True for record in found_records(self.response)]
            deleted = found.count(True)
            records = counted(len(found) - deleted, "record")
            return f"{records}, {counted(deleted, 'deletion')}" if deleted else records
        return "ok"

    def _line(self, who: str) -> str:
        """Returns the call as one line of text."""
        text = self.operation
        text += f" by {who}" if who else ""
        text += f" in {self.place}" if self.place else ""
        text += f": {self.subject}" if self.subject else ""
        return f"{text} -> {self.outcome}"


def caller(user: str | None, device: str | None) -> str:
    """Returns the names of the user and the device, `bob/phone`."""
    return "/".join(part for part in (user, device) if part)
