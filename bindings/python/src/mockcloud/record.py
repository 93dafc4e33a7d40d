"""Records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from .values import (
    Action,
    Reference,
    Typed,
    WireField,
    ZoneID,
    decode,
    encode,
    moment_of,
)
from .zones import ZoneLike, zone_id

_Kind = TypeVar("_Kind", bound="Record")


@dataclass(frozen=True)
class Stamp:
    """When a record was written, by whom and with which device."""

    timestamp: datetime
    user_record_name: str
    device_id: str

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Stamp:
        return cls(
            moment_of(wire["timestamp"]), wire.get("userRecordName", ""), wire.get("deviceID", "")
        )


class Record(MutableMapping[str, Any]):
    """A record: a mapping of its plain fields, and what CloudKit keeps beside them.

    A record that was fetched carries its change tag, and only what was changed since is sent when
    it is saved. Saving leaves the record as it is and returns the server's new version, as
    CloudKit does: save that one next, or meet `ServerRecordChanged`.

    Setting a field to None, or deleting it, clears it on the server. Encrypted values are in
    `encrypted`, a mapping of its own.
    """

    __slots__ = (
        "_answer",
        "_changed",
        "_fields",
        "_lists",
        "change_tag",
        "parent",
        "record_name",
        "record_type",
        "zone_id",
    )

    def __init__(
        self,
        record_type: str | None,
        fields: Mapping[str, Any] | None = None,
        /,
        *,
        name: str | None = None,
        zone: ZoneLike | None = None,
        encrypted: Mapping[str, Any] | None = None,
        parent: str | Record | None = None,
    ) -> None:
        #: May be None for a record that the server has already.
        self.record_type = record_type
        #: None until saved: the server names it then.
        self.record_name = name
        #: None for the zone that the database in use stands for.
        self.zone_id: ZoneID | None = None if zone is None else zone_id(zone)
        #: The version that this is a copy of; None for one that never was on the server.
        self.change_tag: str | None = None
        #: The name of the record above this one in a sharing hierarchy.
        self.parent: str | None = parent.record_name if isinstance(parent, Record) else parent
        self._answer: Mapping[str, Any] = {}
        self._fields: dict[str, WireField] = {}
        self._lists: dict[str, list[Any]] = {}
        self._changed: dict[str, None] = {}
        if fields is not None:
            for key, value in fields.items():
                self._set(key, value, False)
        if encrypted is not None:
            for key, value in encrypted.items():
                self._set(key, value, True)

    def __init_subclass__(cls, record_type: str) -> None:
        super().__init_subclass__()
        _KINDS[record_type] = cls

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Record:
        """The record that a record dictionary describes. Values are read when asked for."""
        kind = _KINDS.get(wire.get("recordType"))
        return cls._from_wire(wire) if kind is None else kind.from_wire(wire)

    @classmethod
    def _from_wire(cls: type[_Kind], wire: Mapping[str, Any]) -> _Kind:
        record = cls.__new__(cls)
        record.record_type = wire.get("recordType")
        record.record_name = wire.get("recordName")
        zone = wire.get("zoneID")
        record.zone_id = None if zone is None else ZoneID.from_wire(zone)
        record.change_tag = wire.get("recordChangeTag")
        parent = wire.get("parent")
        record.parent = None if parent is None else parent["recordName"]
        record._answer = wire
        fields = wire.get("fields")
        record._fields = {} if fields is None else dict(fields)
        record._lists = {}
        record._changed = {}
        return record

    def to_wire(self, all_fields: bool = True) -> dict[str, Any]:
        """The record dictionary to send, with every field or the changed ones only."""
        self._settle_lists()
        wire: dict[str, Any] = {}
        if self.record_name is not None:
            wire["recordName"] = self.record_name
        if self.record_type is not None:
            wire["recordType"] = self.record_type
        if self.change_tag is not None:
            wire["recordChangeTag"] = self.change_tag
        if self.zone_id is not None:
            wire["zoneID"] = self.zone_id.to_wire()
        if self.parent is not None:
            wire["parent"] = {"recordName": self.parent}
        fields = self._fields
        wire["fields"] = fields if all_fields else {key: fields[key] for key in self._changed}
        return wire

    # What the server keeps beside the fields

    @property
    def created(self) -> Stamp | None:
        """Who made the record and when; None for one that was not fetched."""
        wire = self._answer.get("created")
        return None if wire is None else Stamp.from_wire(wire)

    @property
    def modified(self) -> Stamp | None:
        """Who changed the record last and when; None for one that was not fetched."""
        wire = self._answer.get("modified")
        return None if wire is None else Stamp.from_wire(wire)

    @property
    def answer(self) -> Mapping[str, Any]:
        """The record dictionary that the server sent; empty for a record that was not fetched."""
        return self._answer

    @property
    def share_name(self) -> str | None:
        """The name of the share that this record is the root of; None for any other record."""
        wire = self._answer.get("share")
        return None if wire is None else wire["recordName"]

    @property
    def changed_keys(self) -> tuple[str, ...]:
        """The fields, plain and encrypted, that a save would send."""
        self._settle_lists()
        return tuple(self._changed)

    @property
    def encrypted(self) -> EncryptedValues:
        """The encrypted values, a mapping that can be changed."""
        return EncryptedValues(self)

    def reference(self, action: Action = "NONE") -> Reference:
        """A reference to this record."""
        if self.record_name is None:
            raise ValueError("a record has no name before it is saved; give it one")
        return Reference(self.record_name, action)

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

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Record):
            return (
                self.record_type == other.record_type
                and self.record_name == other.record_name
                and self.zone_id == other.zone_id
                and self.change_tag == other.change_tag
                and dict(self) == dict(other)
                and dict(self.encrypted) == dict(other.encrypted)
            )
        if isinstance(other, Mapping):
            return dict(self) == dict(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        described = [repr(self.record_type), repr(dict(self))]
        for name, value in (("name", self.record_name), ("tag", self.change_tag)):
            if value is not None:
                described.append(f"{name}={value!r}")
        if self.zone_id is not None:
            described.append(f"zone={self.zone_id.zone_name!r}")
        return f"Record({', '.join(described)})"

    # Both mappings

    def _get(self, key: str, encrypted: bool) -> Any:
        if key in self._lists and self._holds(self._fields[key], encrypted):
            return self._lists[key]
        field = self._fields[key]
        if not self._holds(field, encrypted):
            raise KeyError(key)
        value = decode(field)
        if isinstance(value, list):
            # The caller may change the list that he gets, and means the record's.
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
            # None and [] have no type of their own; the field's is known.
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
        """Takes over what the caller did to lists that he holds."""
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


#: The classes of records that are more than their fields, by record type.
_KINDS: dict[str | None, type[Record]] = {}


class EncryptedValues(MutableMapping[str, Any]):
    """The encrypted values of a record."""

    __slots__ = ("_record",)

    def __init__(self, record: Record) -> None:
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
