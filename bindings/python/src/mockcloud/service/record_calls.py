"""The operations of a database that save, fetch and delete records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeVar, overload

from .._core.wire import Wire
from .._core.words import flag, text
from ..errors import CKError, UnknownItem
from ..records.record import Record
from . import requests
from .calls import DatabaseCalls, all_items, only_item
from .requests import RecordLike, RecordsLike, SavePolicy, is_alone

_Kind = TypeVar("_Kind", bound=Record)


class RecordCalls(DatabaseCalls):
    """The operations that save, fetch and delete records."""

    __slots__ = ()

    def save(
        self, record: _Kind, *, save_policy: SavePolicy | None = None, refresh: bool = False
    ) -> _Kind:
        """Saves a record and returns the server's version of it, which has the new change tag.

        `record = database.save(record)`. With `refresh`, the record itself becomes the server's
        version and is returned. If the save fails, it does not change.

        Raises `ServerRecordChanged`, which has the server's version, if the server has the record
        with another tag, unless `save_policy` is one that ignores tags. Raises `ZoneNotFound` if
        there is no such zone.
        """
        request = {"operations": [requests.saving(record, save_policy)]}
        flag(refresh, "refresh")
        saved = _version(record, only_item(self.exchange("records/modify", request), "records"))
        if not refresh:
            return saved
        record._become(saved)
        return record

    @overload
    def fetch(self, record: _Kind, *, desired_keys: Sequence[str] | None = ...) -> _Kind: ...
    @overload
    def fetch(self, record: str, *, desired_keys: Sequence[str] | None = ...) -> Record: ...
    @overload
    def fetch(
        self, record: RecordLike, kind: type[_Kind], *, desired_keys: Sequence[str] | None = ...
    ) -> _Kind: ...
    def fetch(
        self,
        record: RecordLike,
        kind: type[Any] | None = None,
        *,
        desired_keys: Sequence[str] | None = None,
    ) -> Any:
        """Returns the record with that name, with all fields or only the desired ones.

        `kind` is the class of the returned record, `database.fetch("n1", Note)`, by default that of
        `record`, or `Record` for a name. Raises `UnknownItem` if there is no such record.
        """
        kind = _kind(record, kind)
        request = requests.lookup([record], desired_keys)
        wire = only_item(self.exchange("records/lookup", request), "records")
        return requests.read(kind, wire, desired_keys)

    @overload
    def get(self, record: _Kind, *, desired_keys: Sequence[str] | None = ...) -> _Kind | None: ...
    @overload
    def get(self, record: str, *, desired_keys: Sequence[str] | None = ...) -> Record | None: ...
    @overload
    def get(
        self, record: RecordLike, kind: type[_Kind], *, desired_keys: Sequence[str] | None = ...
    ) -> _Kind | None: ...
    def get(
        self,
        record: RecordLike,
        kind: type[Any] | None = None,
        *,
        desired_keys: Sequence[str] | None = None,
    ) -> Any:
        """Returns the record with that name as `fetch` does, or None if there is no such record.

        All other errors are raised, also `ZoneNotFound`.
        """
        try:
            return self.fetch(record, _kind(record, kind), desired_keys=desired_keys)
        except UnknownItem:
            return None

    def delete(self, record: RecordLike, *, if_unchanged: bool = False) -> None:
        """Deletes a record; with `if_unchanged`, only if its change tag is that of `record`.

        Without `if_unchanged`, as natively, versions that the caller has not seen are deleted too.

        Raises `ServerRecordChanged` if `if_unchanged` and the tag is another one. A record that
        does not exist is no error.
        """
        request = {"operations": [requests.deletion(record, if_unchanged)]}
        only_item(self.exchange("records/modify", request), "records")

    @overload
    def save_all(
        self,
        records: _Kind | Iterable[_Kind],
        *,
        save_policy: SavePolicy | None = ...,
        atomic: bool | None = ...,
        return_exceptions: Literal[False] = ...,
    ) -> list[_Kind]: ...
    @overload
    def save_all(
        self,
        records: _Kind | Iterable[_Kind],
        *,
        save_policy: SavePolicy | None = ...,
        atomic: bool | None = ...,
        return_exceptions: bool,
    ) -> list[_Kind | CKError]: ...
    def save_all(
        self,
        records: Any,
        *,
        save_policy: SavePolicy | None = None,
        atomic: bool | None = None,
        return_exceptions: bool = False,
    ) -> list[Any]:
        """Saves several records in one call.

        Unless `atomic` is false, the items of a custom zone succeed or fail together; `True`
        is refused for items of the default zone.
        """
        given = requests.records_of(records, "records")
        operations = [requests.saving(record, save_policy) for record in given]
        request = requests.modification(operations, atomic)
        found = self._modify(request, return_exceptions, is_alone(records))
        return [
            wire if isinstance(wire, CKError) else _version(record, wire)
            for record, wire in zip(given, found, strict=False)  # a fault may shorten the response
        ]

    @overload
    def fetch_all(
        self,
        records: RecordsLike,
        *,
        desired_keys: Sequence[str] | None = ...,
        return_exceptions: Literal[False] = ...,
    ) -> list[Record]: ...
    @overload
    def fetch_all(
        self,
        records: RecordsLike,
        *,
        desired_keys: Sequence[str] | None = ...,
        return_exceptions: bool,
    ) -> list[Record | CKError]: ...
    @overload
    def fetch_all(
        self,
        records: RecordsLike,
        kind: type[_Kind],
        *,
        desired_keys: Sequence[str] | None = ...,
        return_exceptions: Literal[False] = ...,
    ) -> list[_Kind]: ...
    @overload
    def fetch_all(
        self,
        records: RecordsLike,
        kind: type[_Kind],
        *,
        desired_keys: Sequence[str] | None = ...,
        return_exceptions: bool,
    ) -> list[_Kind | CKError]: ...
    def fetch_all(
        self,
        records: RecordsLike,
        kind: type[Any] = Record,
        *,
        desired_keys: Sequence[str] | None = None,
        return_exceptions: bool = False,
    ) -> list[Any]:
        """Fetches several records in one call, and returns them in the order of `records`.

        `kind` is the class of the returned records.
        """
        kind = _kind("", kind)
        flag(return_exceptions, "return_exceptions")
        found = all_items(
            self.exchange("records/lookup", requests.lookup(records, desired_keys)),
            "records",
            return_exceptions=return_exceptions,
            alone=is_alone(records),
        )
        return [
            wire if isinstance(wire, CKError) else requests.read(kind, wire, desired_keys)
            for wire in found
        ]

    @overload
    def delete_all(
        self,
        records: RecordsLike,
        *,
        if_unchanged: bool = ...,
        atomic: bool | None = ...,
        return_exceptions: Literal[False] = ...,
    ) -> list[str]: ...
    @overload
    def delete_all(
        self,
        records: RecordsLike,
        *,
        if_unchanged: bool = ...,
        atomic: bool | None = ...,
        return_exceptions: bool,
    ) -> list[str | CKError]: ...
    def delete_all(
        self,
        records: RecordsLike,
        *,
        if_unchanged: bool = False,
        atomic: bool | None = None,
        return_exceptions: bool = False,
    ) -> list[Any]:
        """Deletes several records in one call, as `delete` does, and returns their names."""
        operations = requests.deletions(records, if_unchanged, "records")
        request = requests.modification(operations, atomic)
        found = self._modify(request, return_exceptions, is_alone(records))
        return [wire if isinstance(wire, CKError) else wire["recordName"] for wire in found]

    def modify(
        self,
        save: Record | Iterable[Record] = (),
        delete: RecordsLike = (),
        *,
        save_policy: SavePolicy | None = None,
        if_unchanged: bool = False,
        atomic: bool | None = None,
        client_change_token: str | None = None,
    ) -> list[Record | str | CKError]:
        """Saves and deletes records in one call.

        Returns a record, the name of a deleted record, or an error for each item; raises an error
        of the call as a whole. Given a single record that is not in a list, and nothing else, it
        raises the error of the record.

        `zone_changes` on this device returns the client change token.
        """
        saves = requests.records_of(save, "save")
        operations = [
            *(requests.saving(each, save_policy) for each in saves),
            *requests.deletions(delete, if_unchanged, "delete"),
        ]
        request = requests.modification(operations, atomic)
        if client_change_token is not None:
            request["clientChangeToken"] = text(client_change_token, "client_change_token")
        is_single = len(operations) == 1 and (is_alone(save) or is_alone(delete))
        found = self._modify(request, not is_single, is_single)
        return [_result(wire, saves[at : at + 1]) for at, wire in enumerate(found)]

    def _modify(self, request: Wire, return_exceptions: bool, alone: bool) -> list[Wire | CKError]:
        flag(return_exceptions, "return_exceptions")  # before records are saved
        exchanged = self.exchange("records/modify", request)
        return all_items(exchanged, "records", return_exceptions=return_exceptions, alone=alone)


def _version(record: _Kind, wire: Wire) -> _Kind:
    """Returns the server's version of a record as an object of the same class."""
    return type(record).from_wire(wire)  # type: ignore[return-value]


def _kind(record: RecordLike, kind: type[Any] | None) -> type[Any]:
    """Returns the class for a fetched record."""
    if kind is None:
        return type(record) if isinstance(record, Record) else Record
    if not (isinstance(kind, type) and issubclass(kind, Record)):
        raise TypeError(f"kind is a class of records, not {kind!r}")
    return kind


def _result(wire: Wire | CKError, saved: list[Record]) -> Record | str | CKError:
    """Returns the result of an item; `saved` has the record that it saved, if it did."""
    if isinstance(wire, CKError):
        return wire
    name: str = wire["recordName"]
    return _version(saved[0], wire) if saved else name
