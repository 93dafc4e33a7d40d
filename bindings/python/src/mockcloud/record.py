"""Records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, TypeVar

from ._fields import Fields
from ._keywords import explained_constructor
from .values import Action, Reference, ZoneID, moment_of
from .zones import ZoneLike, zone_id

_Kind = TypeVar("_Kind", bound="Record")


@dataclass(frozen=True)
class Stamp:
    """The time, the user and the device of a change to a record."""

    timestamp: datetime
    user_record_name: str
    device_id: str

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Stamp:
        return cls(
            moment_of(wire["timestamp"]), wire.get("userRecordName", ""), wire.get("deviceID", "")
        )


@explained_constructor
class Record(Fields):
    """A record: a mapping of its unencrypted fields, with CloudKit's metadata as attributes.

    A fetched record has a change tag, and saving it sends only the fields that were changed since.
    As in CloudKit, saving does not modify the record but returns the server's new version. Later
    changes must be made to that version; saving the old one again raises `ServerRecordChanged`.

    Setting a field to None, or deleting it, clears it on the server. `encrypted` is the mapping of
    the encrypted fields. `copy.copy(record)` returns a record with the same fields.

    `class Note(Record, record_type="Note")` defines the class for the records of a type: all
    methods return records of that type as instances of the class, without calling its `__init__`,
    and `Note({"title": "Buy glue"})` needs no record type. If several classes are defined for a
    type, the last one is used.
    """

    __slots__ = (
        "_answer",
        "_parent",
        "_parent_was_set",
        "change_tag",
        "name",
        "record_type",
        "zone_id",
    )

    #: The record type of the class.
    _kind: ClassVar[str | None] = None

    def __init__(
        self,
        record_type: str | Mapping[str, Any] | None = None,
        fields: Mapping[str, Any] | None = None,
        /,
        *,
        name: str | None = None,
        zone: ZoneLike | None = None,
        encrypted: Mapping[str, Any] | None = None,
        parent: str | Record | None = None,
    ) -> None:
        if self._kind is not None and isinstance(record_type, Mapping) and fields is None:
            record_type, fields = None, record_type
        #: May be None for a record that exists on the server.
        self.record_type = self._type_of(record_type)
        #: The name of the record. If it is None, the server generates one when the record is saved.
        self.name = name
        #: None for the default zone of the `Database` that saves the record.
        self.zone_id: ZoneID | None = None if zone is None else zone_id(zone)
        #: The tag of the server's version; None for a record that the server did not return.
        self.change_tag: str | None = None
        self._answer: Mapping[str, Any] = {}
        self._parent = _name_of(parent)
        self._parent_was_set = False
        self._begin({})
        for given, is_encrypted in ((fields, False), (encrypted, True)):
            if given is None:
                continue
            if not isinstance(given, Mapping):
                raise TypeError(f"fields are a mapping of names to values, not {given!r}")
            for key, value in given.items():
                self._set(key, value, is_encrypted)

    def __init_subclass__(cls, record_type: str | None = None) -> None:
        super().__init_subclass__()
        if not isinstance(record_type, str) or not record_type:
            raise TypeError(
                f"a class of records names their type: "
                f'class {cls.__name__}(Record, record_type="{cls.__name__}")'
            )
        known = _KINDS.get(record_type)
        if known is not None and known.__module__.partition(".")[0] == __package__:
            raise TypeError(f"records of type {record_type!r} are mockcloud's own {known.__name__}")
        cls._kind = record_type
        _KINDS[record_type] = cls

    @classmethod
    def _type_of(cls, record_type: object) -> str | None:
        if record_type is None:
            return cls._kind
        if not isinstance(record_type, str):
            raise TypeError(f"a record's type is a text, not {record_type!r}")
        if cls._kind not in (None, record_type):
            raise ValueError(
                f"{cls.__name__} is for records of type {cls._kind!r}, not {record_type!r}"
            )
        return record_type

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Record:
        """Returns the record for a record dictionary. Values are decoded when they are read."""
        return _KINDS.get(wire.get("recordType"), cls)._from_wire(wire)

    @classmethod
    def _from_wire(cls: type[_Kind], wire: Mapping[str, Any]) -> _Kind:
        record = cls.__new__(cls)
        record.record_type = wire.get("recordType")
        record.name = wire.get("recordName")
        zone = wire.get("zoneID")
        record.zone_id = None if zone is None else ZoneID.from_wire(zone)
        record.change_tag = wire.get("recordChangeTag")
        parent = wire.get("parent")
        record._parent = None if parent is None else parent["recordName"]
        record._parent_was_set = False
        record._answer = wire
        fields = wire.get("fields")
        record._begin({} if fields is None else dict(fields))
        return record

    def __copy__(self: _Kind) -> _Kind:
        state: Any = object.__reduce_ex__(self, 4)[2]
        own, slots = state
        copied = type(self).__new__(type(self))
        for name, value in {**slots, **(own or {})}.items():
            setattr(copied, name, value)
        copied._part_from(self)
        return copied

    def to_wire(self, all_fields: bool = True) -> dict[str, Any]:
        """Returns the record dictionary to send, with all fields or only the changed ones."""
        self._settle_lists()
        wire: dict[str, Any] = {}
        if self.name is not None:
            wire["recordName"] = self.name
        if self.record_type is not None:
            wire["recordType"] = self.record_type
        if self.change_tag is not None:
            wire["recordChangeTag"] = self.change_tag
        if self.zone_id is not None:
            wire["zoneID"] = self.zone_id.to_wire()
        if self._parent is not None:
            wire["parent"] = {"recordName": self._parent}
        elif self._parent_was_set:
            wire["parent"] = None  # without the key, the server would keep the parent
        fields = self._fields
        wire["fields"] = fields if all_fields else {key: fields[key] for key in self._changed}
        return wire

    # Metadata

    @property
    def parent(self) -> str | None:
        """The name of the parent record in the sharing hierarchy.

        It can be set to a name, to a record, or to None, which removes the parent on saving.
        """
        return self._parent

    @parent.setter
    def parent(self, parent: str | Record | None) -> None:
        self._parent = _name_of(parent)
        self._parent_was_set = True

    @property
    def created(self) -> Stamp | None:
        """The creation of the record; None if the server did not return the record."""
        wire = self._answer.get("created")
        return None if wire is None else Stamp.from_wire(wire)

    @property
    def modified(self) -> Stamp | None:
        """The last change of the record; None if the server did not return the record."""
        wire = self._answer.get("modified")
        return None if wire is None else Stamp.from_wire(wire)

    @property
    def answer(self) -> Mapping[str, Any]:
        """The record dictionary that the server returned; otherwise empty."""
        return self._answer

    @property
    def share_name(self) -> str | None:
        """The name of the share whose root is this record, or None."""
        wire = self._answer.get("share")
        return None if wire is None else wire["recordName"]

    def reference(self, action: Action = "NONE") -> Reference:
        """Returns a reference to this record."""
        if self.name is None:
            raise ValueError("a record has no name before it is saved; give it one")
        return Reference(self.name, action)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Record):
            return (
                self.record_type == other.record_type
                and self.name == other.name
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
        for name, value in (("name", self.name), ("tag", self.change_tag)):
            if value is not None:
                described.append(f"{name}={value!r}")
        if self.zone_id is not None:
            described.append(f"zone={self.zone_id.zone_name!r}")
        return f"{type(self).__name__}({', '.join(described)})"


def _name_of(parent: str | Record | None) -> str | None:
    if isinstance(parent, Record):
        if parent.name is None:
            raise ValueError(f"{parent!r} has no name yet: a child must name its parent")
        return parent.name
    if parent is not None and not isinstance(parent, str):
        raise TypeError(f"a parent is a record or its name, not {parent!r}")
    return parent


#: The subclasses of `Record`, by record type.
_KINDS: dict[str | None, type[Record]] = {}
