"""Both JSON codecs write the same texts and refuse the same values."""

from __future__ import annotations

import datetime
import json
import uuid
from enum import Enum
from typing import Any

import pytest

from mockcloud import BadJSON
from mockcloud._core import json as _json

SAME: list[Any] = [
    {},
    {"a": [1, -1, 2**63 - 1, -(2**63), 0.1, 3.0, True, False, None]},
    {"text": 'é\u2028\U0001f600\u0000\u001f\\"/'},
    {"tuple": (1, 2)},
    {"zero": -0.0, "null": None},
]


class Size(Enum):
    SMALL = "s"


@pytest.mark.parametrize("value", SAME)
def test_what_is_written_is_read(codec: _json.Codec, value: Any) -> None:
    text = codec.encode(value)
    assert json.loads(text) == json.loads(json.dumps(value))
    assert codec.decode(text) == json.loads(text)
    assert text == _json.PLAIN.encode(value)


def test_whole_doubles_stay_doubles(codec: _json.Codec) -> None:
    assert codec.encode([3.0]) == b"[3.0]"
    assert float(codec.encode(1e22)) == 1e22
    assert b"e" in codec.encode(1e22)


def test_enums_and_uuids(codec: _json.Codec) -> None:
    identifier = uuid.UUID(int=1)
    assert json.loads(codec.encode([Size.SMALL, identifier])) == ["s", str(identifier)]


CYCLE: list[Any] = []
CYCLE.append(CYCLE)

REFUSED = [
    float("nan"),
    {"a": [float("inf")]},
    {"a": None, "b": {"c": (-float("inf"),)}},
    {"a": b"bytes"},
    {"a": datetime.datetime(2026, 1, 1)},
    {"a": {1, 2}},
    "\ud800",
    CYCLE,
]


@pytest.mark.parametrize("value", REFUSED, ids=range(len(REFUSED)))
def test_refused(codec: _json.Codec, value: Any) -> None:
    with pytest.raises(BadJSON):
        codec.encode(value)


def test_a_deep_value_is_refused(codec: _json.Codec) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(BadJSON):
        codec.encode(deep)


def test_endless_recursion_of_the_caller_is_not_hidden(codec: _json.Codec) -> None:
    """A client that retries without end fails with its own error."""
    calls = 0

    def retry() -> None:
        nonlocal calls
        calls += 1
        codec.encode({"operations": [{"record": {"recordName": "n1"}}]})
        retry()

    with pytest.raises(RecursionError):
        retry()
    assert calls > 100


def test_orjson_is_taken_when_present() -> None:
    try:
        import orjson  # noqa: F401
    except ImportError:
        assert _json.FAST is None
        assert _json.active is _json.PLAIN
    else:
        assert _json.FAST is not None
        assert _json.active is _json.FAST
