"""Reads the record types and fields of a schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from os import PathLike
from typing import Any

from .._core.wire import Environment
from ..cloud import Cloud

#: The indexes that a field can have.
INDEXES = ("QUERYABLE", "SORTABLE", "SEARCHABLE")

#: A schema: the path of a `.ckdb` file, a dictionary with its `path` or its text (`schema`), or a
#: cloud with the schema.
SchemaLike = str | PathLike[str] | Mapping[str, Any] | Cloud


@dataclass(frozen=True)
class SchemaField:
    """A field of a record type."""

    name: str
    #: The field's type, such as `STRING` or `INT64_LIST`.
    kind: str
    is_encrypted: bool = False
    #: Elements of `INDEXES`, possibly with some that the type cannot have.
    indexes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SchemaType:
    """A record type of a schema."""

    name: str
    fields: tuple[SchemaField, ...]
    #: The indexes of the fields that every record has, such as `___recordID`.
    system_indexes: dict[str, Sequence[str]]


def schema_type(
    schema: SchemaLike, record_type: str, container: str | None, environment: Environment | None
) -> SchemaType:
    """Returns a record type of a schema; container and environment are used with a cloud."""
    with Cloud({}) as cloud:
        if isinstance(schema, Cloud):
            cloud.schema.load(text=schema.schema.text(container=container, environment=environment))
        elif isinstance(schema, Mapping):
            cloud.schema.load(schema.get("path"), text=schema.get("schema"))
        else:
            cloud.schema.load(schema)
        types: list[dict[str, Any]] = cloud.state.save()["schemas"][0]["recordTypes"]
    by_name = {each["name"]: each for each in types}
    if record_type not in by_name:
        near = get_close_matches(str(record_type), by_name, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(by_name) or 'none'}"
        raise ValueError(f"the schema has no record type {record_type!r}; {hint}")
    wire = by_name[record_type]
    return SchemaType(
        record_type,
        tuple(
            SchemaField(
                each["name"],
                each["type"],
                "isEncrypted" in each,
                # A document omits the indexes if the field has all that its type can have. An
                # encrypted field can have none.
                tuple(each.get("indexes", () if "isEncrypted" in each else INDEXES)),
            )
            for each in wire["fields"]
        ),
        {each["name"]: each["indexes"] for each in wire.get("systemFields", ())},
    )
