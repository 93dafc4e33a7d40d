"""Measures calls from Python relative to copying the same record into a dictionary.

The yardstick is `copy.deepcopy` of the record dictionary, which is the work of a hand-written fake.
Prints one line per measurement: the median of the rounds in microseconds, and its ratio to the
yardstick. With `--rows`, prints rows for the table of `make bench`.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from typing import Any

from measuring import Measured, compare, line, row
from mockcloud import Cloud, Location, Record, Reference
from mockcloud._core import json as _json

#: 11 fields, about 480 bytes as a record dictionary with its types.
FIELDS: dict[str, Any] = {
    "title": "Buy glue",
    "body": "and paper",
    "done": 0,
    "priority": 5,
    "ratio": 0.5,
    "due": datetime(2026, 1, 1, tzinfo=timezone.utc),
    "tags": ["a", "b"],
    "where": Location(52.5, 13.4),
    "blob": b"\0\1\2\3",
    "owner": Reference("p1"),
    "n": 1,
}


#: With plain `json`, saving and looking up must cost less than this many times the yardstick.
LIMIT = 2.0


def calls(wire: dict[str, Any], cloud: Cloud) -> dict[str, Callable[[], object]]:
    """Returns the calls to measure, on a cloud in which they store the record."""
    database = cloud.private
    save = {
        "operations": [{"operationType": "save", "savePolicy": "allKeys", "record": wire}],
    }
    lookup = {"records": [{"recordName": "note-1"}]}
    record = Record("Note", FIELDS, name="note-1")
    return {
        "call save": lambda: cloud.call("records/modify", save),
        "call lookup": lambda: cloud.call("records/lookup", lookup),
        "Database.save": lambda: database.save(record, save_policy="allKeys"),
        "Database.fetch": lambda: database.fetch("note-1"),
        "Record(...) and save": lambda: database.save(
            Record("Note", FIELDS, name="note-1"), save_policy="allKeys"
        ),
        "fetch and read all": lambda: dict(database.fetch("note-1")),
    }


def measurements(wire: dict[str, Any]) -> Iterator[Measured]:
    stored: dict[str, Any] = {}

    def save_a_copy() -> None:
        stored["note-1"] = copy.deepcopy(wire)

    time_of_copy, _ = compare(save_a_copy, save_a_copy)
    yield Measured("deepcopy into a dict", time_of_copy, None)
    for codec in filter(None, (_json.PLAIN, _json.FAST)):
        _json.active = codec
        with Cloud(seed=1) as cloud:
            for what, action in calls(wire, cloud).items():
                limited = codec is _json.PLAIN and what in ("call save", "call lookup")
                # Otherwise the growing journal would be measured as well.
                times = compare(action, save_a_copy, cloud.journal.clear)
                yield Measured(f"{codec.name}: {what}", *times, LIMIT if limited else None)
    fresh, _ = compare(lambda: Cloud(seed=1).close(), save_a_copy)
    yield Measured("fresh cloud, closed", fresh, None)


def main(arguments: list[str]) -> int:
    wire = Record("Note", FIELDS, name="note-1").to_wire()
    as_rows = "--rows" in arguments
    if not as_rows:
        size = len(_json.PLAIN.encode(wire))
        print(f"record of {len(FIELDS)} fields, {size} bytes; median microseconds (x deepcopy)")
    for measured in measurements(wire):
        print(row(measured) if as_rows else line(measured), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
