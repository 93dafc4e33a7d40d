"""What goes into a cloud and comes out of it in bulk: records, and the whole state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sized
from contextlib import closing
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal

from . import _seeding, _tables
from ._calls_base import Calls
from ._context import context, place
from ._names import iterable, listed
from ._progress import Progress, reporting
from ._requests import Environment, Scope, Wire
from .documents import replacing
from .record import Record
from .subscriptions import Subscription
from .values import ZoneID
from .zones import ZoneLike, zone_id, zones_of

#: A record, or a record dictionary.
RecordForm = Record | Mapping[str, Any]

#: How many records are taken out of the cloud at once.
_PAGE = 500


class Bulk(Calls):
    """Seeding, exporting, and state documents."""

    def seed(
        self,
        records: Iterable[RecordForm] | RecordForm | str | PathLike[str] = (),
        *,
        zones: Iterable[ZoneLike] = (),
        users: Iterable[Mapping[str, Any]] = (),
        databases: Iterable[Mapping[str, Any]] = (),
        subscriptions: Iterable[Subscription | Mapping[str, Any]] = (),
        record_type: str | None = None,
        types: Mapping[str, str] | None = None,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
        progress: Progress = False,
    ) -> Wire:
        """Stores records and zones as given, past all rules, and returns how many.

        `records` may be any iterable. A long one is taken and stored in chunks, so that it needs
        no memory beside what the cloud keeps. It is all or nothing all the same: whatever is
        raised, by a record or by the iterable itself, the cloud is what it was before. A name that
        comes twice is refused; references may point to records that come later.

        A path names a file that `export` wrote or that was made by hand: JSON lines, `.jsonl`, with
        a record dictionary each, or a table, `.csv`. `record_type` is the type of a table's records
        where it has no column for it, and `types` are the types of columns whose heads do not say
        them, such as `{"rank": "INT64"}`; others are the schema's, or STRING.

        `users` are as in `mock/users/add`, `databases` have `database`, `user`, `zones` and
        `records` each. `progress=True` shows a bar, by tqdm or rich where one of them is installed;
        a function gets how many records are stored and of how many, or None.
        """
        schema_place = context(container=container, environment=environment)
        file = records if isinstance(records, str | PathLike) else None
        given: Iterable[RecordForm]
        if isinstance(records, str | PathLike):
            given = self._read(records, record_type, types or {}, schema_place)
        elif record_type is not None or types is not None:
            raise TypeError("record_type and types are for tables: records have types themselves")
        else:
            given = iterable(records, (Record, Mapping), "records")
        total = len(given) if isinstance(given, Sized) and file is None else None
        first = {
            "zones": [{"zoneID": zone_id(zone).to_wire()} for zone in zones_of(zones)],
            "users": [dict(each) for each in listed(users, Mapping, "users")],
        }
        last = {
            "databases": [_database(each) for each in listed(databases, Mapping, "databases")],
            "subscriptions": [
                each.to_wire() if isinstance(each, Subscription) else dict(each)
                for each in listed(subscriptions, (Subscription, Mapping), "subscriptions")
            ],
        }
        target = place(container, environment, database, user, device)
        with reporting(progress, total, "seeding") as report:
            seeding = _seeding.Seeding(self, self._codec, target, report)
            texts = _seeding.texts(given, self._codec.encode)
            return seeding.run(texts, _filled(first), _filled(last))

    def _read(
        self,
        path: str | PathLike[str],
        record_type: str | None,
        types: Mapping[str, str],
        schema_place: Wire,
    ) -> Iterable[Wire]:
        if _tables.is_table(path):
            schema = _tables.schema_types(self.call("mock/schema/get", schema_place)["schema"])
            return _tables.TableReader(path, record_type, types, schema)
        if record_type is not None or types:
            raise TypeError("record_type and types are for tables: JSON lines say them themselves")
        return _tables.read_lines(path)

    def iter_records(
        self,
        record_type: str | None = None,
        *,
        zone: ZoneLike | None = None,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> Iterator[Record]:
        """Everything that a database stores, sorted by zone and name, taken some at a time.

        The records are those of the moment when the first is taken, whatever happens to the cloud
        meanwhile.
        """
        request = place(container, environment, database, user, device, zone)
        request.update(context(recordType=record_type))
        with closing(self.fork()) as copy:
            yield from map(Record.from_wire, _pages(copy, request))

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
        """Writes the records that a database stores to a file, and returns how many.

        The end of the name says how: `.jsonl`, a record dictionary in each line, or `.csv`, a table
        whose heads name the types. `seed(path)` reads both. Files are in it with their bytes, and
        zones without their owner, so that another cloud can be seeded. A table has no shares.

        However many records there are, only some are in memory at a time. The file is written
        whole or not at all.
        """
        request = place(container, environment, database, user, device, zone)
        request.update(context(recordType=record_type))
        as_table = _tables.is_table(path)
        count = 0
        with (
            closing(self.fork()) as copy,
            reporting(progress, None, "exporting") as report,
            replacing(Path(path).resolve()) as file,
        ):
            if as_table:
                columns = _tables.Columns()
                for wire in _exported(copy, request):
                    columns.add(wire)
                written = columns.write(file, _exported(copy, request))
            else:
                written = _tables.write_lines(file, _exported(copy, request))
            for count in written:
                if count % _PAGE == 0:
                    report(count)
            report(count)
        return count

    def save_state(
        self,
        path: str | PathLike[str] | None = None,
        *,
        assets: Literal["inline", "files"] = "inline",
    ) -> Wire:
        """The whole world as one document; with a path, it is written there.

        With `assets="files"` the bytes of stored files are in a folder beside it, `PATH.assets`. A
        document that is written to a path may have any size, and none of it is kept in memory.
        """
        if path is None:
            return self.call("mock/state/save", {"assets": assets})
        return self.call("mock/state/save", {"path": fspath(path), "assets": assets})

    def load_state(self, state: Mapping[str, Any] | str | PathLike[str]) -> None:
        """Replaces the world by a saved one, given as the document or as the path of its file.

        A file may have any size: its records are read one by one.
        """
        if isinstance(state, Mapping):
            self.call("mock/state/load", {"state": state})
        elif isinstance(state, str | PathLike):
            self.call("mock/state/load", {"path": fspath(state)})
        else:
            raise TypeError(f"a state is a document or the path of its file, not {state!r}")


def _filled(request: Wire) -> Wire:
    return {key: value for key, value in request.items() if value}


def _database(given: Mapping[str, Any]) -> Wire:
    """What goes into one of several databases, as requests have it."""
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


def _pages(cloud: Calls, request: Wire) -> Iterator[Wire]:
    """The records of a listing, which is read page by page."""
    page: Wire = {"resultsLimit": _PAGE}
    while True:
        answer = cloud.call("mock/records", {**request, **page})
        yield from answer["records"]
        if "continuationMarker" not in answer:
            return
        page["continuationMarker"] = answer["continuationMarker"]


def _exported(cloud: Calls, request: Wire) -> Iterator[Wire]:
    """The records as a seed takes them: shares after what they share, which must be there then."""
    request = {**request, "inlineAssets": True}
    share = "cloudkit.share"
    for wire in _pages(cloud, request):
        if wire["recordType"] != share or request.get("recordType") == share:
            yield _portable(wire)
    if "recordType" not in request:
        yield from map(_portable, _pages(cloud, {**request, "recordType": share}))


def _portable(wire: Wire) -> Wire:
    """The record without what only its own cloud knows: the owner of its zone."""
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
