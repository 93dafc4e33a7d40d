"""Measures `Cloud.call` relative to its parts: `json`'s encoder and decoder, and the call in C.

Each round measures the call and then the parts, so that other load on the machine affects both, and
compares the medians of the rounds. With `--rows`, prints rows for the table of `make bench`.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable, Iterator
from ctypes import byref, c_void_p
from typing import Any

from measuring import Measured, line, one_round, row
from mockcloud import Cloud, OperationName
from mockcloud._core import json as _json

#: A call must cost less than this many times its parts.
LIMIT = 1.2

#: The number of turns in a round, and the number of rounds.
TURNS, ROUNDS = 100, 31

RECORD = {
    "recordName": "note-1",
    "recordType": "Note",
    "fields": {
        "title": {"value": "Buy glue", "type": "STRING"},
        "done": {"value": 0, "type": "INT64"},
        "tags": {"value": ["a", "b"], "type": "STRING_LIST"},
    },
}

#: Requests and responses of different sizes.
CALLS: dict[OperationName, Any] = {
    "mock/clock": {},
    "records/modify": {
        "operations": [{"operationType": "save", "savePolicy": "allKeys", "record": RECORD}]
    },
    "records/lookup": {"records": [{"recordName": "note-1"}]},
}


def parts(cloud: Cloud, operation: OperationName, request: Any) -> Callable[[], object]:
    """Returns a function that runs the encoder, the C call with prepared text, and the decoder."""
    encode = json.JSONEncoder(
        ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")
    ).encode
    decode = json.JSONDecoder().decode
    library, handle = cloud._library, cloud._handle
    run, free = library.mockcloud_call, library.mockcloud_string_free
    name, text = operation.encode(), encode(request).encode()
    answer = cloud.call_raw(operation, text).text.decode()

    def one_after_the_other() -> None:
        encode(request)
        out = c_void_p()
        run(handle, name, text, byref(out))
        free(out)
        decode(answer)

    return one_after_the_other


def measure(cloud: Cloud, operation: OperationName, request: Any) -> tuple[float, float]:
    """Returns the median of the calls, and the median of their ratios to the parts."""
    alone = parts(cloud, operation, request)
    times, ratios = [], []
    for _ in range(ROUNDS):
        # Otherwise the growing journal would be measured as well.
        cloud.journal.clear()
        times.append(one_round(lambda: cloud.call(operation, request), TURNS))
        cloud.journal.clear()
        ratios.append(times[-1] / one_round(alone, TURNS))
    return statistics.median(times), statistics.median(ratios)


def measurements() -> Iterator[Measured]:
    codec = _json.active
    _json.active = _json.PLAIN
    try:
        with Cloud(seed=1) as cloud:
            cloud.seed([RECORD])
            for operation, request in CALLS.items():
                time, ratio = measure(cloud, operation, request)
                yield Measured(f"json: {operation}, beside its parts", time, ratio, LIMIT)
    finally:
        _json.active = codec


def main(arguments: list[str]) -> int:
    for measured in measurements():
        print(row(measured) if "--rows" in arguments else line(measured), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
