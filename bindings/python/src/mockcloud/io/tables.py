"""Reads and writes files with records: JSON lines, and tables of comma-separated values."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from .._core.usage_errors import BadJSON
from .._core.wire import Wire
from . import cells
from .cells import FieldType

_JSON_LINES = (".jsonl", ".ndjson")

#: The maximum length of a cell, which is more than the largest record with a file.
_LONGEST_CELL = 1 << 30

#: The column heads of a record's members other than fields. Names of fields have no dots. A field
#: with one of these names has its type in its column head: `recordName:STRING`.
_OWN = (
    "recordName",
    "recordType",
    "zoneID.zoneName",
    "recordChangeTag",
    "parent.recordName",
    "shortGUID",
    "created.timestamp",
    "created.userRecordName",
    "created.deviceID",
    "modified.timestamp",
    "modified.userRecordName",
    "modified.deviceID",
)


def is_table(path: str | PathLike[str]) -> bool:
    """Returns whether the suffix of a path is that of a table, or of JSON lines."""
    suffix = Path(path).suffix.lower()
    if suffix == ".csv":
        return True
    if suffix in _JSON_LINES:
        return False
    raise ValueError(
        f"{str(path)!r} has no suffix of a file with records: .csv, {' or '.join(_JSON_LINES)}"
    )


# JSON lines


def read_lines(path: str | PathLike[str]) -> Iterator[Wire]:
    """Yields the record dictionaries of a file with one in each line."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.isspace():
                continue
            try:
                wire = json.loads(line)
            except ValueError as error:
                raise BadJSON(f"{path}, line {number}: {error}") from None
            if not isinstance(wire, dict):
                raise BadJSON(f"{path}, line {number}: a record dictionary is expected")
            yield wire


def write_lines(file: BinaryIO, records: Iterable[Wire]) -> Iterator[int]:
    """Writes one record dictionary per line, and yields the number of lines after each."""
    for count, wire in enumerate(records, 1):
        text = json.dumps(wire, ensure_ascii=False, separators=(",", ":"))
        file.write(text.encode())
        file.write(b"\n")
        yield count


# Tables


class _Column(NamedTuple):
    head: str
    #: The name of the field; None for other members of the record.
    field: str | None
    #: None if the head contains no type.
    type: FieldType | None = None

    @classmethod
    def parse(cls, head: str) -> _Column:
        name, colon, kind = head.partition(":")
        if not colon:
            return cls(head, None if head in _OWN else head)
        return cls(head, name, FieldType.parse(kind))


Types = Mapping[str, str | FieldType]


class TableReader:
    """Reads the records of a table.

    The type of a column is the one in its head, `rank:INT64`. Without it, the type is the one in
    `types`, then the one in the schema's record type, and finally STRING.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        record_type: str | None,
        types: Types,
        schema: Mapping[str, Types],
    ) -> None:
        self._path = path
        self._record_type = record_type
        self._types = {name: _type(kind) for name, kind in types.items()}
        self._schema = schema

    def __iter__(self) -> Iterator[Wire]:
        longest = csv.field_size_limit(_LONGEST_CELL)
        try:
            with open(self._path, encoding="utf-8-sig", newline="") as file:
                yield from self._records(csv.reader(file, strict=True))
        except csv.Error as error:
            raise ValueError(f"{self._path}: {error}") from None
        finally:
            csv.field_size_limit(longest)

    def _records(self, rows: Any) -> Iterator[Wire]:
        try:
            columns = [_Column.parse(head) for head in next(rows, ())]
        except ValueError as error:
            raise ValueError(f"{self._path}, line 1: {error}") from None
        for row in rows:
            if not row:
                continue
            if len(row) != len(columns):
                raise ValueError(
                    f"{self._path}, line {rows.line_num}: {len(row)} cells instead of "
                    f"{len(columns)}, one for each column"
                )
            yield self._record(columns, row, rows.line_num)

    def _record(self, columns: list[_Column], row: list[str], line: int) -> Wire:
        wire: Wire = {} if self._record_type is None else {"recordType": self._record_type}
        fields: Wire = {}
        for column, cell in zip(columns, row, strict=True):
            if cell and column.field is None:
                self._put(wire, column.head, cell, line)
        types = self._schema.get(wire.get("recordType", ""), {})
        for column, cell in zip(columns, row, strict=True):
            if not cell or column.field is None:
                continue
            name = column.field
            found = column.type or self._types.get(name) or _type(types.get(name, "STRING"))
            field: Wire = {"value": self._value(column, cell, found, line), "type": found.kind}
            if found.is_encrypted:
                field["isEncrypted"] = True
            fields[name] = field
        wire["fields"] = fields
        return wire

    def _put(self, wire: Wire, head: str, cell: str, line: int) -> None:
        first, _, second = head.partition(".")
        if not second:
            wire[first] = cell
        elif second == "timestamp":
            column = _Column(head, None)
            moment = self._value(column, cell, FieldType("TIMESTAMP"), line)
            wire.setdefault(first, {})[second] = moment
        else:
            wire.setdefault(first, {})[second] = cell

    def _value(self, column: _Column, cell: str, kind: FieldType, line: int) -> Any:
        try:
            return cells.read(cell, kind.kind)
        except ValueError:
            raise ValueError(
                f"{self._path}, line {line}, column {column.head!r}: "
                f"{cell[:60]!r} is not of type {kind.kind}"
            ) from None


def _type(kind: str | FieldType) -> FieldType:
    return kind if isinstance(kind, FieldType) else FieldType.parse(kind)


def schema_types(schema: str) -> dict[str, dict[str, FieldType]]:
    """Returns the field types of each record type in a schema that the library wrote."""
    types: dict[str, dict[str, FieldType]] = {}
    fields: dict[str, FieldType] = {}
    for line in schema.splitlines():
        if found := re.match(r"\s*RECORD TYPE (\w+) \(", line):
            fields = types.setdefault(found[1], {})
        elif found := re.match(r"\s*(\w+) ((?:ENCRYPTED )?(?:LIST<[\w ]+>|\w+))", line):
            try:
                fields[found[1]] = FieldType.parse(found[2])
            except ValueError:
                continue  # a grant
    return types


class Columns:
    """The columns of a table, which are collected from all records."""

    def __init__(self) -> None:
        self._own: set[str] = set()
        self._fields: set[tuple[str, FieldType]] = set()

    def add(self, wire: Wire) -> None:
        if wire["recordType"] == "cloudkit.share":
            raise ValueError(
                "a table cannot contain shares: write JSON lines, or pass a record_type"
            )
        self._own.update(_own_cells(wire))
        for name, field in wire["fields"].items():
            self._fields.add((name, _type_of(field)))

    def write(self, file: BinaryIO, records: Iterable[Wire]) -> Iterator[int]:
        """Writes the records, and yields the number of records after each."""
        own = [head for head in _OWN if head in self._own]
        fields = sorted(self._fields)
        text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        table = csv.writer(text, lineterminator="\r\n")
        table.writerow([*own, *(_head(name, kind) for name, kind in fields)])
        for count, wire in enumerate(records, 1):
            metadata = _own_cells(wire)
            row = [metadata.get(head, "") for head in own]
            for name, kind in fields:
                field = wire["fields"].get(name)
                matches = field is not None and _type_of(field) == kind
                row.append(cells.write(field["value"], kind.kind) if matches else "")
            table.writerow(row)
            yield count
        text.detach()


def _head(name: str, kind: FieldType) -> str:
    return name if kind == FieldType() and name not in _OWN else f"{name}:{kind}"


def _type_of(field: Mapping[str, Any]) -> FieldType:
    return FieldType(field["type"], field.get("isEncrypted", False))


def _own_cells(wire: Wire) -> dict[str, str]:
    found: dict[str, str] = {}
    for head in _OWN:
        first, _, second = head.partition(".")
        value = wire.get(first)
        if second and value is not None:
            value = value.get(second)
        if value is not None:
            found[head] = cells.write_moment(value) if second == "timestamp" else value
    return found
