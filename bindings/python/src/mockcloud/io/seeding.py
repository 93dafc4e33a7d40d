"""Seeds records in chunks, because they may be too many for one request."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .._core.calls import Caller
from .._core.codec import Codec
from .._core.usage_errors import BadJSON, BadMockRequest
from .._core.wire import Wire
from .._core.words import misspelt
from ..errors import error_for
from ..records.record import Record
from .progress import Report

#: A chunk ends with the record that reaches this number of records, or this number of bytes.
CHUNK_RECORDS = 2_000
CHUNK_BYTES = 4 << 20

#: Numbers the snapshots. A seed may run within another one, whose generator of records seeds.
_numbers = itertools.count(1)


class SeededZones:
    """The zones of seeded records, which are created if they do not exist.

    A zone is refused if it does not exist and another one has nearly its name, unless `listed`
    says that it is to be created.
    """

    def __init__(self, cloud: Caller, place: Wire, listed: Iterable[str]) -> None:
        self._cloud = cloud
        self._place = place
        self._listed = list(listed)
        self._checked = set(self._listed)
        self._new: set[str] = set()

    def check(self, record: Wire, where: str) -> None:
        """Checks the zone of a record, if it is the first record in it."""
        name = _zone_name(record)
        if name is None or name in self._checked:
            return
        self._checked.add(name)
        near = misspelt(name, self._listed) or self._stored(record["zoneID"], name)
        if near is not None:
            raise BadMockRequest(
                {
                    "message": f"{where}.zoneID: zone {name!r} does not exist",
                    "key": f"{where}.zoneID",
                    "expected": f"a zone that exists, or zones=[{name!r}], which creates this one",
                    "nearest": near,
                }
            )

    def _stored(self, zone: Any, name: str) -> str | None:
        """Returns the zone in the cloud that a missing one is probably meant to be, or None."""
        try:
            self._cloud._ask("mock/records", {**self._place, "zoneID": zone, "resultsLimit": 1})
        except BadMockRequest as error:
            self._new.add(name)
            near = error.nearest if error.key == "zoneID" else None
            return None if near is None or near in self._new else misspelt(name, [near])
        return None


def _zone_name(wire: Any) -> str | None:
    """Returns the name of the zone of a record or zone dictionary, if it is well-formed."""
    zone = wire.get("zoneID") if isinstance(wire, Mapping) else None
    name = zone.get("zoneName") if isinstance(zone, Mapping) else None
    return name if isinstance(name, str) else None


def check_databases(cloud: Caller, place: Wire, databases: Iterable[Wire]) -> None:
    """Checks the zones of the records in the elements of `databases`."""
    for number, each in enumerate(databases):
        own: Wire = {key: each[key] for key in ("database", "user") if key in each}
        listed = filter(None, map(_zone_name, each.get("zones", ())))
        zones = SeededZones(cloud, {**place, **own}, listed)
        for index, record in enumerate(each.get("records", ())):
            zones.check(record, f"databases[{number}].records[{index}]")


def texts(
    records: Iterable[Record | Mapping[str, Any]],
    encode: Callable[[Any], bytes],
    zones: SeededZones,
) -> Iterator[bytes]:
    """Yields the records as JSON."""
    for index, each in enumerate(records):
        if not isinstance(each, Record | Mapping):
            raise TypeError(f"seed takes Records and record dictionaries, not {each!r}")
        wire = each.to_wire() if isinstance(each, Record) else dict(each)
        zones.check(wire, f"records[{index}]")
        try:
            yield encode(wire)
        except BadJSON as error:
            raise BadJSON(f"records[{index}]: {error}") from error


def chunks(records: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yields the records in lists of a bounded size; only one list exists at a time."""
    chunk: list[bytes] = []
    size = 0
    for text in records:
        chunk.append(text)
        size += len(text)
        if len(chunk) >= CHUNK_RECORDS or size >= CHUNK_BYTES:
            yield chunk
            chunk = []
            size = 0
    if chunk:
        yield chunk


class Seeding:
    """One seed: the context keys of its requests, and the numbers of stored objects."""

    def __init__(self, cloud: Caller, codec: Codec, place: Wire, report: Report) -> None:
        self._cloud = cloud
        self._codec = codec
        self._place = place
        self._report = report
        self._counts: dict[str, int] = {}

    def run(self, records: Iterable[bytes], first: Wire, last: Wire) -> Wire:
        """Stores the records in as many requests as necessary, or leaves the cloud unchanged.

        The first request also contains `first`, and the last request contains `last`.
        """
        parts = chunks(records)
        part = next(parts, [])
        following = next(parts, None)
        if following is None:  # a single request is atomic
            self._send({**first, **last}, part)
            return self._counts
        with self._whole() as since:
            self._send({**first, **since}, part)
            while following is not None:
                part, following = following, next(parts, None)
                self._send({**since, **(last if following is None else {})}, part)
        return self._counts

    @contextmanager
    def _whole(self) -> Iterator[Wire]:
        """Restores the state of the cloud if the block raises an exception.

        Yields the key with which a request refuses records that were stored in the block.
        """
        name = f"mockcloud.seed-{next(_numbers)}"
        self._cloud.call("mock/snapshot", {"name": name})
        try:
            yield {"since": name}
        except BaseException:
            self._cloud.call("mock/restore", {"name": name})
            raise
        finally:
            self._cloud.call("mock/snapshot/remove", {"name": name})

    def _send(self, request: Wire, records: list[bytes]) -> None:
        body = self._codec.encode({**self._place, **request})
        if records:
            comma = b"," if len(body) > 2 else b""
            body = b'%s%s"records":[%s]}' % (body[:-1], comma, b",".join(records))
        done = self._counts.get("records", 0)
        status, text = self._cloud.call_raw("mock/seed", body)
        response = self._codec.decode(text)
        if status != 0:
            raise error_for(status, _shifted(response, done))
        for key, count in response.items():
            self._counts[key] = self._counts.get(key, 0) + count
        self._report(done + len(records))


def _shifted(document: Wire, by: int) -> Wire:
    """Returns an error with the indices of records in the whole seed, not in one request."""

    def shift(text: str) -> str:
        return re.sub(r"^records\[(\d+)\]", lambda found: f"records[{int(found[1]) + by}]", text)

    error = document.get("error", document)
    for key in ("key", "message"):
        if isinstance(error.get(key), str):
            error[key] = shift(error[key])
    return document
