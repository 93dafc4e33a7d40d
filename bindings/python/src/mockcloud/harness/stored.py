"""The stored records of a cloud: reading, seeding and exporting them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sized
from contextlib import closing
from os import PathLike
from typing import Any, TypeVar, overload

from .. import service
from .._core.calls import Caller
from .._core.context import context
from .._core.files import replacing, writable
from .._core.names import iterable, listed, mappings
from .._core.wire import Environment, Scope, Wire
from .._core.words import flag
from ..io.progress import Progress
from ..records.place import place
from ..records.record import Record
from ..records.values import ZoneID
from ..records.zones import ZoneLike, zone_id, zones_of
from ..service.requests import typed
from .handle import Handle

#: A record, or a record dictionary.
RecordForm = Record | Mapping[str, Any]

_Kind = TypeVar("_Kind", bound=Record)

#: The number of records that one request reads.
_PAGE = 500


class StoredRecords(Handle):
    """The stored records of one cloud, which the service's checks and faults do not affect."""

    def seed(
        self,
        records: Iterable[RecordForm] | RecordForm | str | PathLike[str] = (),
        *,
        zones: Iterable[ZoneLike] = (),
        users: Iterable[Mapping[str, Any]] = (),
        databases: Iterable[Mapping[str, Any]] = (),
        subscriptions: Iterable[service.Subscription | Mapping[str, Any]] = (),
        record_type: str | None = None,
        types: Mapping[str, str] | None = None,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
        progress: Progress = False,
    ) -> Wire:
        """Stores records and zones without the service's checks, and returns their numbers.

        Permissions, change tags and quotas are not checked. `records` may be any iterable. A long
        one is read and stored in chunks, so that only one chunk is in memory at a time, besides
        the cloud itself. If a record is invalid, or the iterable raises an exception, the cloud
        does not change. A name may not occur twice. References may point to later records.

        The zones of records are created if they do not exist, and counted. A zone with nearly the
        name of an existing one is refused, because it is probably misspelt, unless it is in
        `zones`.

        `records` may also be the path of a file, written by `export` or by hand: JSON lines
        (`.jsonl`) with one record dictionary per line, or a table (`.csv`). `record_type` is the
        type of a table's records if the table has no column for it. `types` are the types of the
        columns whose heads do not contain one, such as `{"rank": "INT64"}`. Other columns have
        the type in the schema, or STRING.

        Each of `users` has the keys of `mock/users/add`; each of `databases` has the keys
        `database`, `user`, `zones` and `records`. `progress=True` shows a progress bar, with tqdm
        or rich if one of them is installed. A function is called with the number of stored records
        and the total, which is None if it is not known.
        """
        from ..io import seeding
        from ..io.progress import reporting

        schema_place = context(container=container, environment=environment)
        file = records if isinstance(records, str | PathLike) else None
        given: Iterable[RecordForm]
        if isinstance(records, str | PathLike):
            given = self._read(records, record_type, types or {}, schema_place)
        elif record_type is not None or types is not None:
            raise TypeError("record_type and types are for tables; each record has its own types")
        else:
            given = iterable(records, (Record, Mapping), "records")
        total = len(given) if isinstance(given, Sized) and file is None else None
        created = [zone_id(zone) for zone in zones_of(zones)]
        first = {
            "zones": [{"zoneID": zone.to_wire()} for zone in created],
            "users": [dict(each) for each in mappings(users, "users")],
        }
        last = {
            "databases": [_database(each) for each in mappings(databases, "databases")],
            "subscriptions": [] if subscriptions == () else _subscriptions(subscriptions),
        }
        target = place(container, environment, database, user, device)
        with reporting(progress, total, "seeding") as report:
            begun = seeding.Seeding(self, self._codec, target, report)
            seeding.check_databases(self, target, last["databases"])
            named = seeding.SeededZones(self, target, (zone.zone_name for zone in created))
            texts = seeding.texts(given, self._codec.encode, named)
            return begun.run(texts, _filled(first), _filled(last))

    def _read(
        self,
        path: str | PathLike[str],
        record_type: str | None,
        types: Mapping[str, str],
        schema_place: Wire,
    ) -> Iterable[Wire]:
        from ..io import tables  # imported here because few tests use files

        if tables.is_table(path):
            schema = tables.schema_types(self.call("mock/schema/get", schema_place)["schema"])
            return tables.TableReader(path, record_type, types, schema)
        if record_type is not None or types:
            raise TypeError("record_type and types are for tables; JSON lines contain their types")
        return tables.read_lines(path)

    @overload
    def records(
        self,
        record_type: type[_Kind],
        zone: ZoneLike | None = ...,
        *,
        all: bool = ...,
        container: str | None = ...,
        environment: Environment | None = ...,
        database: Scope | None = ...,
        user: str | None = ...,
        device: str | None = ...,
    ) -> list[_Kind]: ...
    @overload
    def records(
        self,
        record_type: str | None = ...,
        zone: ZoneLike | None = ...,
        *,
        all: bool = ...,
        container: str | None = ...,
        environment: Environment | None = ...,
        database: Scope | None = ...,
        user: str | None = ...,
        device: str | None = ...,
    ) -> list[Record]: ...
    def records(
        self,
        record_type: str | type[Any] | None = None,
        zone: ZoneLike | None = None,
        *,
        all: bool = False,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> list[Any]:
        """Returns the records that a database stores, sorted by zone and name.

        `record_type`, a name or a class of records, and `zone` restrict them. With `all`, it
        returns the records of every user and every database. The account status has no effect.
        """
        chosen, kind = typed(record_type)
        request = {**place(container, environment, database, user, device, zone), **chosen}
        if flag(all, "all"):
            request["all"] = True
        return [kind.from_wire(wire) for wire in self.call("mock/records", request)["records"]]

    def iter_records(
        self,
        record_type: str | type[Record] | None = None,
        *,
        zone: ZoneLike | None = None,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> Iterator[Record]:
        """Yields the records that a database stores, sorted by zone and name, read in pages.

        Changes of the cloud after the first record is read do not affect the iteration.
        """
        chosen, kind = typed(record_type)
        request = {**place(container, environment, database, user, device, zone), **chosen}
        with closing(self._copy()) as copy:
            yield from map(kind.from_wire, _pages(copy, request))

    def export(
        self,
        path: str | PathLike[str],
        *,
        record_type: str | None = None,
        zone: ZoneLike | None = None,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
        progress: Progress = False,
    ) -> int:
        """Writes the records that a database stores to a file, and returns their number.

        The suffix of the path selects the format: `.jsonl` for one record dictionary per line, or
        `.csv` for a table whose column heads contain the types. `seed(path)` reads both. The file
        contains the bytes of assets, and omits the owners of zones, so that it can seed another
        cloud. A table cannot contain shares.

        The records are read in pages, so that memory does not grow with their number. The file is
        written completely or not at all.
        """
        request = place(container, environment, database, user, device, zone)
        request.update(context(recordType=record_type))
        from ..io import tables
        from ..io.progress import reporting

        as_table = tables.is_table(path)
        count = 0
        with (
            closing(self._copy()) as copy,
            reporting(progress, None, "exporting") as report,
            replacing(writable(path)) as file,
        ):
            if as_table:
                columns = tables.Columns()
                for wire in _exported(copy, request):
                    columns.add(wire)
                written = columns.write(file, _exported(copy, request))
            else:
                written = tables.write_lines(file, _exported(copy, request))
            for count in written:
                if count % _PAGE == 0:
                    report(count)
            report(count)
        return count


def _filled(request: Wire) -> Wire:
    return {key: value for key, value in request.items() if value}


def _database(given: Mapping[str, Any]) -> Wire:
    """Returns an element of `databases` in the form of requests."""
    wire = dict(given)
    if "zones" in wire:
        zones = [
            each if isinstance(each, Mapping) else {"zoneID": zone_id(each).to_wire()}
            for each in listed(wire["zones"], (str, ZoneID, Mapping), "zones")
        ]
        wire["zones"] = zones
    if "records" in wire:
        records = listed(wire["records"], (Record, Mapping), "records")
        wire["records"] = [each.to_wire() if isinstance(each, Record) else each for each in records]
    return wire


def _subscriptions(given: Any) -> list[Wire]:
    """Returns subscriptions in the form of requests."""
    kind = service.Subscription
    found = listed(given, (kind, Mapping), "subscriptions")
    for each in found:
        if not isinstance(each, (kind, Mapping)):
            raise TypeError(f"subscriptions takes Subscriptions and dictionaries, not {each!r}")
    return [each.to_wire() if isinstance(each, kind) else dict(each) for each in found]


def _pages(cloud: Caller, request: Wire) -> Iterator[Wire]:
    """Yields the records that match the request, read page by page."""
    page: Wire = {"resultsLimit": _PAGE}
    while True:
        response = cloud.call("mock/records", {**request, **page})
        yield from response["records"]
        if "continuationMarker" not in response:
            return
        page["continuationMarker"] = response["continuationMarker"]


def _exported(cloud: Caller, request: Wire) -> Iterator[Wire]:
    """Yields the records in the order of a seed, in which shares follow the records they share."""
    request = {**request, "inlineAssets": True}
    share = "cloudkit.share"
    for wire in _pages(cloud, request):
        if wire["recordType"] != share or request.get("recordType") == share:
            yield _portable(wire)
    if "recordType" not in request:
        yield from map(_portable, _pages(cloud, {**request, "recordType": share}))


def _portable(wire: Wire) -> Wire:
    """Returns the record without the owner of its zone, which another cloud does not have."""
    owner = wire["zoneID"].pop("ownerRecordName", None)
    for field in wire["fields"].values():
        if field["type"] in ("REFERENCE", "REFERENCE_LIST"):
            values = field["value"]
            for value in values if isinstance(values, list) else [values]:
                zone = value.get("zoneID", {})
                if zone.get("ownerRecordName") == owner:
                    zone.pop("ownerRecordName", None)
    for key in ("pluginFields", "deleted"):
        wire.pop(key, None)
    return wire
