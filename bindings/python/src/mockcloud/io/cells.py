"""Converts field values to and from the cells of tables, whose column heads contain the types."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from .._core.times import milliseconds, moment_of, text_of, time_of

_SCALARS = ("STRING", "INT64", "DOUBLE", "TIMESTAMP", "BYTES", "REFERENCE", "LOCATION", "ASSETID")
TYPES = frozenset((*_SCALARS, *(f"{kind}_LIST" for kind in _SCALARS)))


class FieldType(NamedTuple):
    """The type of a column's cells."""

    kind: str = "STRING"
    is_encrypted: bool = False

    def __str__(self) -> str:
        return f"ENCRYPTED {self.kind}" if self.is_encrypted else self.kind

    @classmethod
    def parse(cls, text: str) -> FieldType:
        """Parses a type as written in requests, `STRING_LIST`, or in schemas, `LIST<STRING>`."""
        kind = text.replace("ENCRYPTED ", "", 1)
        kind = re.sub(r"^LIST<(.*)>$", r"\1_LIST", kind)
        kind = re.sub(r"^ASSET(?=$|_)", "ASSETID", kind)
        if kind not in TYPES:
            raise ValueError(f"{text!r} is not a field type such as {', '.join(_SCALARS)}")
        return cls(kind, "ENCRYPTED " in text)


# An empty cell means that the record does not have the field. A string that is empty or begins with
# a quotation mark is therefore written as JSON. So is a string with U+0000, which the csv module of
# Python 3.10 cannot read. Bytes are written as base64.


def _write_text(text: str) -> str:
    if not text or text[0] == '"' or "\0" in text:
        return json.dumps(text, ensure_ascii=False)
    return text


def _read_text(cell: str) -> str:
    if not cell.startswith('"'):
        return cell
    text = json.loads(cell)
    if not isinstance(text, str):
        raise ValueError(cell)
    return text


def write_moment(moment: int) -> str:
    """Returns milliseconds since 1970 as ISO 8601, or as a number if datetime cannot hold it."""
    try:
        return text_of(moment_of(moment))
    except OverflowError:
        return str(moment)


def read_moment(cell: str) -> int:
    if re.fullmatch(r"-?\d+", cell):
        return int(cell)
    return milliseconds(time_of(cell))


def _read_int(cell: str) -> int:
    truth = {"false": 0, "true": 1}.get(cell.lower())
    return int(cell) if truth is None else truth


def _read_double(cell: str) -> float:
    number = float(cell)
    if not math.isfinite(number):
        raise ValueError(cell)
    return number


def _write_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read_object(cell: str) -> Any:
    value = json.loads(cell)
    if not isinstance(value, dict):
        raise ValueError(cell)
    return value


def _read_list(cell: str) -> Any:
    value = json.loads(cell)
    if not isinstance(value, list):
        raise ValueError(cell)
    return value


def _read_reference(cell: str) -> Any:
    return _read_object(cell) if cell.startswith("{") else {"recordName": cell, "action": "NONE"}


def _read_location(cell: str) -> Any:
    if cell.startswith("{"):
        return _read_object(cell)
    latitude, longitude = map(_read_double, cell.split(","))
    return {"latitude": latitude, "longitude": longitude}


_WRITERS: dict[str, Callable[[Any], str]] = {
    "STRING": _write_text,
    "INT64": str,
    "DOUBLE": lambda number: repr(float(number)),
    "TIMESTAMP": write_moment,
    "BYTES": _write_text,
}

_READERS: dict[str, Callable[[str], Any]] = {
    "STRING": _read_text,
    "INT64": _read_int,
    "DOUBLE": _read_double,
    "TIMESTAMP": read_moment,
    "BYTES": _read_text,
    "REFERENCE": _read_reference,
    "LOCATION": _read_location,
    "ASSETID": _read_object,
}


def write(value: Any, kind: str) -> str:
    """Returns the cell for the value of a field in a request."""
    return _WRITERS.get(kind, _write_json)(value)


def read(cell: str, kind: str) -> Any:
    """Returns the value of a cell for a request. Raises ValueError for an invalid cell."""
    return _READERS.get(kind, _read_list)(cell)
