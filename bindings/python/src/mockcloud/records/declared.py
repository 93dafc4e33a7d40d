"""Declared fields: the annotated attributes of classes of records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Protocol, TypeVar

from .._core.keywords import explained_constructor
from .assets import Asset
from .values import Location, Reference, Typed, WireField, decode

_Value = TypeVar("_Value")

#: The types of declared fields, with their types in CloudKit.
KINDS: Mapping[Any, str] = {
    str: "STRING",
    int: "INT64",
    bool: "INT64",
    float: "DOUBLE",
    bytes: "BYTES",
    datetime: "TIMESTAMP",
    Reference: "REFERENCE",
    Location: "LOCATION",
    Asset: "ASSETID",
}

#: The value of a field without a default.
MISSING: Any = object()


@explained_constructor
@dataclass(frozen=True)
class Key:
    """The name of a declared field in CloudKit, if it is not that of the attribute.

    `subject: Annotated[str, Key("name")]` declares the field `name`, because `name` is an
    attribute of every record.
    """

    name: str

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise TypeError(f"Key takes the name of a field, not {self.name!r}")


class EncryptedMark:
    """Marks a declared field as encrypted."""


#: A declared field whose value is encrypted: `secret: Encrypted[str]`.
Encrypted = Annotated[_Value, EncryptedMark()]


@dataclass(frozen=True)
class Form:
    """The type of a declared field."""

    #: A type of `KINDS`; None for any value.
    kind: Any
    is_list: bool
    is_optional: bool

    @property
    def wire_type(self) -> str | None:
        """The type of the field in CloudKit; None for any value."""
        if self.kind is None:
            return None
        return KINDS[self.kind] + ("_LIST" if self.is_list else "")

    def accepts_item(self, value: object) -> bool:
        """Returns whether a value can be an element of the field."""
        if self.kind is None:
            return True
        if self.kind is float:
            return isinstance(value, int | float) and not isinstance(value, bool)
        if self.kind is bytes:
            return isinstance(value, bytes | bytearray | memoryview)
        return isinstance(value, self.kind)

    def accepts(self, value: object) -> bool:
        """Returns whether a value can be that of the field."""
        if value is None:
            return self.is_optional
        if self.is_list:
            return isinstance(value, list | tuple) and all(map(self.accepts_item, value))
        return self.accepts_item(value)

    def __str__(self) -> str:
        name = "Any" if self.kind is None else self.kind.__name__
        text = f"list[{name}]" if self.is_list else name
        return f"{text} | None" if self.is_optional and self.kind is not None else text


class FieldHolder(Protocol):
    """A record, for its declared fields."""

    _fields: dict[str, WireField]
    _lists: dict[str, list[Any]]
    _fetched: frozenset[str] | None

    def _get(self, key: str, encrypted: bool) -> Any: ...

    def _set(self, key: str, value: Any, encrypted: bool) -> None: ...

    def _put(self, key: str, value: Any, encrypted: bool) -> None: ...


class DeclaredField:
    """A declared field: an attribute of the records of a class, which is checked when it is set."""

    __slots__ = ("_default", "_form", "_owner", "is_encrypted", "key", "name")

    def __init__(
        self, owner: str, name: str, form: Form, key: str, is_encrypted: bool, default: Any
    ) -> None:
        self._owner = owner
        self._form = form
        self._default = default
        self.name = name
        #: The name of the field in CloudKit.
        self.key = key
        self.is_encrypted = is_encrypted
        if default is not MISSING:
            if isinstance(default, list) and default:
                raise TypeError(
                    f"{self}: the default of a list is [] or None; pass other values to {owner}()"
                )
            self.check(default)

    def __str__(self) -> str:
        return f"{self._owner}.{self.name}"

    def __repr__(self) -> str:
        return f"<field {self}: {self._form}>"

    @property
    def form(self) -> str:
        """The annotation of the field."""
        return str(self._form)

    @property
    def is_required(self) -> bool:
        """Whether the field has no default."""
        return self._default is MISSING

    def default(self) -> Any:
        """Returns the default, a new list if it is a list."""
        return [] if isinstance(self._default, list) else self._default

    # Access

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        return self if record is None else self.read(record)

    def __set__(self, record: FieldHolder, value: Any) -> None:
        record._set(self.key, value, self.is_encrypted)

    def __delete__(self, record: FieldHolder) -> None:
        field = record._fields.get(self.key)
        if field is None or field["value"] is None:
            raise AttributeError(f"this record has no value of {self}", name=self.name, obj=record)
        record._put(self.key, None, self.is_encrypted)

    def read(self, record: FieldHolder) -> Any:
        """Returns the value in a record, or the default."""
        if self.key in record._lists:
            return record._lists[self.key]
        field = record._fields.get(self.key)
        if field is None or field["value"] is None:
            return self._absent(record)
        if not self._is_stored_as(field):
            stored = decode(field)
            raise TypeError(
                f"{self} is declared as {self._form}, but this record has {stored!r} "
                f"({field.get('type', 'without a type')})"
            )
        value = record._get(self.key, field.get("isEncrypted", False))
        if self._form.is_list:
            return value
        return self._form.kind(value) if self._form.kind in (bool, float) else value

    def _absent(self, record: FieldHolder) -> Any:
        fetched = record._fetched
        if fetched is not None and self.key not in fetched and self.key not in record._fields:
            raise AttributeError(
                f"{self} was not fetched: the desired_keys of the call leave out {self.key!r}",
                name=self.name,
                obj=record,
            )
        if self._default is MISSING:
            if self._form.is_optional:
                return None
            raise AttributeError(
                f"this record has no value of {self}, which was never saved",
                name=self.name,
                obj=record,
            )
        value = self.default()
        if isinstance(value, list):
            # A change of the returned list is a change of the record.
            record._lists[self.key] = value
            record._fields[self.key] = {"value": None, "type": self._form.wire_type}
            if self.is_encrypted:
                record._fields[self.key]["isEncrypted"] = True
        return value

    def _is_stored_as(self, field: WireField) -> bool:
        expected, stored = self._form.wire_type, field.get("type")
        if expected is None or stored is None or stored == expected:
            return True
        return (stored, expected) in (("INT64", "DOUBLE"), ("INT64_LIST", "DOUBLE_LIST"))

    # Checks

    def check(self, value: object) -> None:
        """Raises `TypeError` unless the value is one of the declared type."""
        if self._form.accepts(value):
            return
        if value is None:
            raise TypeError(
                f"{self} is declared as {self._form}, so it cannot be None; "
                f"declare {self._form} | None, or delete the attribute"
            )
        if self._form.is_list and isinstance(value, list | tuple):
            wrong = next(each for each in value if not self._form.accepts_item(each))
            raise TypeError(
                f"{self} is declared as {self._form}, and {wrong!r} is no element of it"
            )
        raise TypeError(f"{self} is declared as {self._form}, not {value!r}")

    def stored(self, value: Any) -> Any:
        """Returns a checked value in the form that has the declared type."""
        self.check(value)
        if self._form.is_list and value is not None:
            if self._form.kind is float:
                return Typed([float(each) for each in value], "DOUBLE_LIST")
            if not value:
                return Typed([], self._form.wire_type or "STRING_LIST")
            return value
        return float(value) if self._form.kind is float and value is not None else value
