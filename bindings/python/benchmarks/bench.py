"""What a call costs from Python, beside what copying the same record into a dictionary costs.

The yardstick is `copy.deepcopy` of the record dictionary into a dictionary, and back out: what a
hand-written fake does. Prints one line per measurement: the median of the repeats, in
microseconds, and its ratio to the yardstick.
"""

from __future__ import annotations

import copy
import statistics
import sys
import time
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

from mockcloud import Cloud, Location, Record, Reference, _json

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


def median(action: Callable[[], object], turns: int = 2000, repeats: int = 15) -> float:
    """Microseconds of processor time of one turn; other load on the machine counts little."""
    action()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(turns):
            action()
        times.append((time.process_time() - start) / turns * 1e6)
    return statistics.median(times)


def measure(codec: _json.Codec, wire: dict[str, Any]) -> dict[str, float]:
    """The calls of one codec, on a cloud that holds the record."""
    _json.active = codec
    with Cloud(seed=1) as cloud:
        database = cloud.private
        save = {
            "operations": [
                {"operationType": "save", "savePolicy": "allKeys", "record": wire},
            ]
        }
        lookup = {"records": [{"recordName": "note-1"}]}
        record = Record("Note", FIELDS, name="note-1")
        actions: dict[str, Callable[[], object]] = {
            "call save": lambda: cloud.call("records/modify", save),
            "call lookup": lambda: cloud.call("records/lookup", lookup),
            "Database.save": lambda: database.save(record, save_policy="allKeys"),
            "Database.fetch": lambda: database.fetch("note-1"),
            "Record(...) and save": lambda: database.save(
                Record("Note", FIELDS, name="note-1"), save_policy="allKeys"
            ),
            "fetch and read all": lambda: dict(database.fetch("note-1")),
        }
        costs = {}
        for what, action in actions.items():
            cloud.clear_journal()
            costs[what] = median(action)
        return costs


def main() -> int:
    wire = Record("Note", FIELDS, name="note-1").to_wire()
    size = len(_json.PLAIN.encode(wire))
    stored: dict[str, Any] = {}

    def save_a_copy() -> None:
        stored["note-1"] = copy.deepcopy(wire)

    yardstick = median(save_a_copy)
    print(f"record of {len(FIELDS)} fields, {size} bytes; median microseconds (x deepcopy)")
    print(f"{'deepcopy into a dict':32}{yardstick:8.2f}")
    codecs = [_json.PLAIN] if _json.FAST is None else [_json.PLAIN, _json.FAST]
    for codec in codecs:
        for what, cost in measure(codec, wire).items():
            print(f"{codec.name + ': ' + what:32}{cost:8.2f}  ({cost / yardstick:.2f}x)")
    print(f"{'fresh cloud, closed':32}{median(lambda: Cloud(seed=1).close(), 500):8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
