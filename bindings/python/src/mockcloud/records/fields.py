"""The fields of a record, as a mapping of plain and a mapping of encrypted values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import Any, ClassVar

from .._core.words import hint
from .declared import DeclaredField
from .values import Typed, WireField, decode, encode


class Fields(MutableMapping[str, Any]):
    """The base class of records: a mapping of plain fields that keeps track of changes."""

    __slots__ = ("_changed", "_fetched", "_fields", "_lists")

    _fields: dict[str, WireField]
    #: Lists that the caller has and may change.
    _lists: dict[str, list[Any]]
    _changed: dict[str, None]
    #: The fields that were fetched, if the request named them; None for all.
    _fetched: frozenset[str] | None

    #: The fields that the class declares, by their names in CloudKit. If there are any, no other
    #: fields can be set.
    _declared: ClassVar[Mapping[str, DeclaredField]] = {}

    def _begin(self, fields: dict[str, WireField]) -> None:
        """Sets the initial fields, none of which counts as changed."""
        _set_fields(self, fields)
        _set_lists(self, {})
        _set_changed(self, {})
        _set_fetched(self, None)

    def _part_from(self, other: Fields) -> None:
        """Copies the fields of another record; the two share no mutable values."""
        _set_fields(self, dict(other._fields))
        _set_lists(self, {key: list(value) for key, value in other._lists.items()})
        _set_changed(self, dict(other._changed))
        _set_fetched(self, other._fetched)

    def _limit_to(self, desired_keys: Iterable[str] | None) -> None:
        """Records that only these fields were fetched; None for all."""
        if desired_keys is not None:
            _set_fetched(self, frozenset(desired_keys))

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
        self._put(key, None, False)

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
        if self._declared:
            value = self._checked(key, value, encrypted)
        self._put(key, value, encrypted)

    def _checked(self, key: str, value: Any, encrypted: bool) -> Any:
        """Returns a value in the form that its declared field has."""
        declared = self._declared.get(key)
        if declared is None:
            known = [each.name for each in self._declared.values()]
            raise ValueError(f"{type(self).__name__} has no field {key!r}{hint(key, known)}")
        if declared.is_encrypted is not encrypted:
            word = "encrypted" if declared.is_encrypted else "not encrypted"
            raise ValueError(f"{declared} is declared as {word}")
        return declared.stored(value)

    def _put(self, key: str, value: Any, encrypted: bool) -> None:
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
            if key in self._declared:
                self._declared[key].check(value)
            settled = encode(value)
            # The field of an empty list that was read, but never set, has no value.
            if settled["value"] == (field["value"] or []):
                continue
            for kept in ("type", "isEncrypted"):
                if kept in field:
                    settled.setdefault(kept, field[kept])
            if field.get("type") == "DOUBLE_LIST" and settled["type"] == "INT64_LIST":
                settled = {**settled, **encode(Typed(value, "DOUBLE_LIST"))}
            self._fields[key] = settled
            self._changed[key] = None


# Records check the attributes that are set. These functions set them directly.
_set_fields = vars(Fields)["_fields"].__set__
_set_lists = vars(Fields)["_lists"].__set__
_set_changed = vars(Fields)["_changed"].__set__
_set_fetched = vars(Fields)["_fetched"].__set__


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
        self._record._put(key, None, True)

    def __iter__(self) -> Iterator[str]:
        return self._record._keys(True)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"EncryptedValues({dict(self)!r})"
