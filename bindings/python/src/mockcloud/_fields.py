"""The fields of a record, as a mapping of plain and a mapping of encrypted values."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any

from .values import Typed, WireField, decode, encode


class Fields(MutableMapping[str, Any]):
    """The base class of records: a mapping of plain fields that keeps track of changes."""

    __slots__ = ("_changed", "_fields", "_lists")

    def _begin(self, fields: dict[str, WireField]) -> None:
        """Sets the initial fields, none of which counts as changed."""
        self._fields = fields
        #: Lists that the caller has and may change.
        self._lists: dict[str, list[Any]] = {}
        self._changed: dict[str, None] = {}

    def _part_from(self, other: Fields) -> None:
        """Copies the fields of another record; the two share no mutable values."""
        self._fields = dict(other._fields)
        self._lists = {key: list(value) for key, value in other._lists.items()}
        self._changed = dict(other._changed)

    @property
    def changed_keys(self) -> tuple[str, ...]:
        """The names of the plain and encrypted fields that a save sends."""
        self._settle_lists()
        return tuple(self._changed)

    @property
    def encrypted(self) -> EncryptedValues:
        """The encrypted values, as a mutable mapping."""
        return EncryptedValues(self)

    # The mapping of plain fields

    def __getitem__(self, key: str) -> Any:
        return self._get(key, False)

    def __setitem__(self, key: str, value: Any) -> None:
        self._set(key, value, False)

    def __delitem__(self, key: str) -> None:
        self._get(key, False)
        self._set(key, None, False)

    def __iter__(self) -> Iterator[str]:
        return self._keys(False)

    def __len__(self) -> int:
        return sum(1 for _ in self._keys(False))

    # Both mappings

    def _get(self, key: str, encrypted: bool) -> Any:
        if key in self._lists and self._holds(self._fields[key], encrypted):
            return self._lists[key]
        field = self._fields[key]
        if not self._holds(field, encrypted):
            raise KeyError(key)
        value = decode(field)
        if isinstance(value, list):
            # A change of the returned list is a change of the record.
            self._lists[key] = value
        return value

    def _set(self, key: str, value: Any, encrypted: bool) -> None:
        if not isinstance(key, str):
            raise TypeError(f"a field's name is a string, not {key!r}")
        before = self._fields.get(key)
        known = None if before is None else before.get("type")
        if known == "DOUBLE" and isinstance(value, int):
            value = float(value)
        field = encode(value)
        if known is not None and "type" not in field:
            # None and [] have no type of their own, so the field keeps its type.
            if value is None or known.endswith("_LIST"):
                field["type"] = known
        if encrypted:
            field["isEncrypted"] = True
        if isinstance(value, list):
            self._lists[key] = value
        else:
            self._lists.pop(key, None)
        self._fields[key] = field
        self._changed[key] = None

    def _keys(self, encrypted: bool) -> Iterator[str]:
        for key, field in self._fields.items():
            if self._holds(field, encrypted):
                yield key

    @staticmethod
    def _holds(field: WireField, encrypted: bool) -> bool:
        return field["value"] is not None and field.get("isEncrypted", False) is encrypted

    def _settle_lists(self) -> None:
        """Stores the changes that the caller made to lists of the record."""
        for key, value in self._lists.items():
            field = self._fields[key]
            settled = encode(value)
            if settled["value"] == field["value"]:
                continue
            for kept in ("type", "isEncrypted"):
                if kept in field:
                    settled.setdefault(kept, field[kept])
            if field.get("type") == "DOUBLE_LIST" and settled["type"] == "INT64_LIST":
                settled = {**settled, **encode(Typed(value, "DOUBLE_LIST"))}
            self._fields[key] = settled
            self._changed[key] = None


class EncryptedValues(MutableMapping[str, Any]):
    """The encrypted values of a record."""

    __slots__ = ("_record",)

    def __init__(self, record: Fields) -> None:
        self._record = record

    def __getitem__(self, key: str) -> Any:
        return self._record._get(key, True)

    def __setitem__(self, key: str, value: Any) -> None:
        self._record._set(key, value, True)

    def __delitem__(self, key: str) -> None:
        self._record._get(key, True)
        self._record._set(key, None, True)

    def __iter__(self) -> Iterator[str]:
        return self._record._keys(True)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"EncryptedValues({dict(self)!r})"
