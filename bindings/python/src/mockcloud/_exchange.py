"""A call's request and answer, and what can be said of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ._call_items import CallItem, found_records, items_of, shown, zone_name
from ._requests import Wire
from ._usage_errors import USAGE_ERRORS, UsageError
from ._wording import counted
from .errors import CK_ERRORS, CKError, ck_error

#: The zone of records that name none.
DEFAULT_ZONE = "_defaultZone"


@dataclass(frozen=True)
class Exchange:
    """An operation's request and its answer."""

    operation: str
    request: Wire = field(repr=False)
    #: 0, or the code of the error that the call failed with as a whole.
    status: int
    answer: Wire = field(repr=False)

    # How it ended

    @property
    def error(self) -> str | None:
        """The name of the error that the call failed with, such as `zoneBusy`; None for none."""
        name: str | None = self.answer.get("error", {}).get("ckErrorName")
        return name

    @property
    def error_class(self) -> type[CKError] | None:
        """The class of the error that the call failed with; None for none."""
        return CK_ERRORS.get(self.status, CKError) if self.error else None

    @property
    def exception(self) -> CKError | None:
        """The error that the call failed with, as the caller got it; None for none."""
        document = self.answer.get("error")
        return None if document is None else ck_error(document, self.answer)

    @property
    def item_errors(self) -> dict[str, str]:
        """The names of the errors of items, by the names of the items that failed."""
        return {item.name: item.error for item in self.items if item.name and item.error}

    # What it was about

    @property
    def database(self) -> str | None:
        """The database that the request names; None for the default."""
        database: str | None = self.request.get("database")
        return database

    @property
    def zone(self) -> str | None:
        """The zone that the request names, or the only one that its items are in."""
        if len(self.zones) == 1:
            return self.zones[0]
        return zone_name(self.request)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The zone that the request names, and those of its items."""
        named = [zone_name(self.request), *(item.zone for item in self.items)]
        return tuple(dict.fromkeys(name for name in named if name is not None))

    @cached_property
    def items(self) -> tuple[CallItem, ...]:
        """The records, zones or subscriptions that the request names, each with its result."""
        return items_of(self.request, self.answer)

    @cached_property
    def records(self) -> tuple[str, ...]:
        """The names of the records in the request and in the answer."""
        asked = (item.name for item in self.items if item.kind == "record")
        found = (record.get("recordName") for record in found_records(self.answer))
        return tuple(dict.fromkeys(name for name in (*asked, *found) if name is not None))

    @cached_property
    def record_types(self) -> tuple[str, ...]:
        """The types of the records in the request and in the answer."""
        asked = (item.record_type for item in self.items)
        found = (record.get("recordType") for record in found_records(self.answer))
        named = (self._queried_type, *asked, *found)
        return tuple(dict.fromkeys(name for name in named if name is not None))

    @property
    def _queried_type(self) -> str | None:
        query = self.request.get("query")
        kind = query.get("recordType") if isinstance(query, dict) else None
        return kind if isinstance(kind, str) else None

    # How it is shown

    @property
    def place(self) -> str:
        """Where it went: `Work`, `shared/Work`; empty for the private database's default zone."""
        database = None if self.database == "private" else self.database
        zone = None if self.zone == DEFAULT_ZONE else self.zone
        return "/".join(part for part in (database, zone) if part)

    @property
    def subject(self) -> str:
        """What it was about: `save Note n1`, the first few items of many, or the type queried."""
        if self._queried_type is not None:
            return self._queried_type
        if not self.operation.startswith("changes/"):
            return shown(self.items)
        # The place names the zone already where it is the only item.
        return shown(tuple(item for item in self.items if item.error))

    @property
    def outcome(self) -> str:
        """How it ended: the error's name, how many records were found, or `ok`."""
        if self.error is not None:
            return self.error
        if self.status != 0:
            return USAGE_ERRORS.get(self.status, UsageError).__name__
        if self.operation.startswith(("changes/", "records/query", "records/changes")):
            found = [record.get("deleted") is True for record in found_records(self.answer)]
            deleted = found.count(True)
            records = counted(len(found) - deleted, "record")
            return f"{records}, {counted(deleted, 'deletion')}" if deleted else records
        return "ok"

    def _line(self, who: str) -> str:
        """The call in a line."""
        text = self.operation
        text += f" by {who}" if who else ""
        text += f" in {self.place}" if self.place else ""
        text += f": {self.subject}" if self.subject else ""
        return f"{text} -> {self.outcome}"


def caller(user: str | None, device: str | None) -> str:
    """Who called, from which device."""
    return "/".join(part for part in (user, device) if part)
