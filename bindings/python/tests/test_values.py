"""Conversion of field values to CloudKit's typed JSON and back, without a library."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from enum import Enum, IntEnum
from typing import Any

import pytest

from mockcloud import Asset, Location, Reference, Typed, ZoneID
from mockcloud.records.values import decode, encode

UTC = timezone.utc
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
NEW_YEAR_MS = 1767225600000
BERLIN = Location(52.5, 13.4)


class Colour(str, Enum):
    RED = "red"


class Level(IntEnum):
    HIGH = 9


class Ratio(float):
    pass


BOTH_WAYS: list[tuple[Any, Any, str]] = [
    ("text", "text", "STRING"),
    ("", "", "STRING"),
    (3, 3, "INT64"),
    (-(2**63), -(2**63), "INT64"),
    (3.0, 3.0, "DOUBLE"),
    (NEW_YEAR, NEW_YEAR_MS, "TIMESTAMP"),
    (datetime(1969, 12, 31, 23, 59, 59, 999000, tzinfo=UTC), -1, "TIMESTAMP"),
    (b"\0\1\2", "AAEC", "BYTES"),
    (b"", "", "BYTES"),
    (Reference("r"), {"recordName": "r", "action": "NONE"}, "REFERENCE"),
    (
        Reference("r", "DELETE_SELF", ZoneID("Z", "_u")),
        {
            "recordName": "r",
            "action": "DELETE_SELF",
            "zoneID": {"zoneName": "Z", "ownerRecordName": "_u"},
        },
        "REFERENCE",
    ),
    (BERLIN, {"latitude": 52.5, "longitude": 13.4}, "LOCATION"),
    (
        Location(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, NEW_YEAR),
        {
            "latitude": 1.0,
            "longitude": 2.0,
            "horizontalAccuracy": 3.0,
            "verticalAccuracy": 4.0,
            "altitude": 5.0,
            "speed": 6.0,
            "course": 7.0,
            "timestamp": NEW_YEAR_MS,
        },
        "LOCATION",
    ),
    (Asset(b"abc"), {"data": "YWJj"}, "ASSETID"),
    (Asset(path="/tmp/a"), {"path": "/tmp/a"}, "ASSETID"),
    (["a", "b"], ["a", "b"], "STRING_LIST"),
    ([1, 2], [1, 2], "INT64_LIST"),
    ([1.5, 2.0], [1.5, 2.0], "DOUBLE_LIST"),
    ([NEW_YEAR], [NEW_YEAR_MS], "TIMESTAMP_LIST"),
    ([b"\0"], ["AA=="], "BYTES_LIST"),
    ([Reference("r")], [{"recordName": "r", "action": "NONE"}], "REFERENCE_LIST"),
    ([BERLIN], [{"latitude": 52.5, "longitude": 13.4}], "LOCATION_LIST"),
    ([Asset(b"")], [{"data": ""}], "ASSETID_LIST"),
]

ONE_WAY: list[tuple[Any, Any, str | None]] = [
    (
        Asset(file_checksum="c", size=1, receipt="r", download_url="u"),
        {"fileChecksum": "c", "size": 1, "receipt": "r"},
        "ASSETID",
    ),
    (memoryview(b"abc"), "YWJj", "BYTES"),
    (True, 1, "INT64"),
    (False, 0, "INT64"),
    (Colour.RED, "red", "STRING"),
    (Level.HIGH, 9, "INT64"),
    (Ratio(0.5), 0.5, "DOUBLE"),
    (bytearray(b"abc"), "YWJj", "BYTES"),
    (("a", "b"), ["a", "b"], "STRING_LIST"),
    ([1, 2.5], [1.0, 2.5], "DOUBLE_LIST"),
    ([True, 2], [1, 2], "INT64_LIST"),
    ([], [], None),
    (None, None, None),
    (NEW_YEAR + timedelta(microseconds=1999), NEW_YEAR_MS + 1, "TIMESTAMP"),
    (datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=1))), NEW_YEAR_MS, "TIMESTAMP"),
    (Location(1, 2), {"latitude": 1.0, "longitude": 2.0}, "LOCATION"),
    (Typed(3, "DOUBLE"), 3.0, "DOUBLE"),
    (Typed(3, "TIMESTAMP"), 3, "TIMESTAMP"),
    (Typed("x", "STRING"), "x", "STRING"),
    (Typed([], "BYTES_LIST"), [], "BYTES_LIST"),
    (Typed([1, 2], "DOUBLE_LIST"), [1.0, 2.0], "DOUBLE_LIST"),
    (Typed([1], "TIMESTAMP_LIST"), [1], "TIMESTAMP_LIST"),
    (Typed(None, "STRING"), None, "STRING"),
]

REFUSED: list[tuple[Any, type[Exception], str]] = [
    (2**63, OverflowError, "64 bits"),
    (-(2**63) - 1, OverflowError, "64 bits"),
    ([2**64], OverflowError, "64 bits"),
    (float("nan"), ValueError, "nan"),
    (float("inf"), ValueError, "inf"),
    (Location(float("nan"), 0.0), ValueError, "nan"),
    (datetime(2026, 1, 1), ValueError, "no time zone"),
    ({"a": 1}, TypeError, "no field type for dict"),
    ({1, 2}, TypeError, "no field type for set"),
    (object(), TypeError, "no field type for object"),
    ([1, "a"], TypeError, "INT64, STRING"),
    ([["a"]], TypeError, "one type"),
    ([[]], TypeError, "one type"),
    ([None], TypeError, "one type"),
    (Typed("x", "INT64"), TypeError, "type INT64"),
    (Typed([], "STRING"), TypeError, "type STRING"),
    (Typed([1], "STRING_LIST"), TypeError, "type STRING_LIST"),
]


@pytest.mark.parametrize(("value", "wire", "kind"), BOTH_WAYS)
def test_both_ways(value: Any, wire: Any, kind: str) -> None:
    field = encode(value)
    assert field == {"value": wire, "type": kind}
    assert type(field["value"]) is type(wire)
    read = decode(field)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(("value", "wire", "kind"), ONE_WAY)
def test_one_way(value: Any, wire: Any, kind: str | None) -> None:
    field = encode(value)
    assert field == ({"value": wire} if kind is None else {"value": wire, "type": kind})
    assert type(field["value"]) is type(wire)


@pytest.mark.parametrize(("value", "error", "message"), REFUSED)
def test_refused(value: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        encode(value)


def test_a_subclass_is_what_it_is_underneath() -> None:
    class Moment(datetime):
        pass

    moment = Moment(2026, 1, 1, tzinfo=UTC)
    assert encode(moment) == {"value": NEW_YEAR_MS, "type": "TIMESTAMP"}


def test_a_list_that_was_read_is_the_callers() -> None:
    field = {"value": ["a"], "type": "STRING_LIST"}
    decode(field).append("b")
    assert field["value"] == ["a"]


def test_what_cannot_be_told_is_handed_on() -> None:
    assert decode({"value": {"odd": 1}, "type": "FUTURE"}) == {"odd": 1}
    assert decode({"value": None, "type": "BYTES"}) is None
