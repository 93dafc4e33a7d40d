"""Records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from .._core.attributes import Explaining, missing
from .._core.keywords import explained_constructor
from .._core.words import hint
from .declarations import declared_fields, inherited_fields, set_declared
from .metadata import (
    CHECKED,
    RecordMetadata,
    given_field,
    set_change_tag,
    set_name,
    set_parent,
    set_parent_was_set,
    set_record_type,
    set_response,
    set_zone_id,
    text_or_none,
)
from .values import ZoneID
from .zones import ZoneLike, zone_id

_Kind = TypeVar("_Kind", bound="Record")


@explained_constructor
class Record(RecordMetadata, Explaining):
    """A record: a mapping of its unencrypted fields, with CloudKit's metadata as attributes.

    A fetched record has a change tag, and saving it sends only the fields that were changed since.
    As in CloudKit, saving does not modify the record but returns the server's new version. Later
    changes must be made to that version; saving the old one again raises `ServerRecordChanged`.

    Setting a field to None, or deleting it, clears it on the server. `encrypted` is the mapping of
    the encrypted fields. `copy.copy(record)` returns a record with the same fields. A record is
    true, also without fields.

    A class of records is for one record type, that of its name or of `record_type`:

        class Note(Record):
            title: str
            done: bool = False
            list: Reference | None = None

    `Note(title="Buy glue", name="n1")` is a record of the type `Note`. The annotated attributes are
    its fields: they are checked when they are set, and no other attributes or fields can be set.
    Methods return records of the class where it is given, `database.fetch("n1", Note)`, without
    calling its `__init__`. A class without declared fields, `class Note(Record)`, has any fields.
    """

    __slots__ = ()

    _elsewhere: ClassVar[Mapping[str, str]] = {
        "type": "record_type",
        "id": "name",
        "record_name": "name",
        "recordName": "name",
        "record_id": "name and zone_id",
        "tag": "change_tag",
        "zone": "zone_id",
        "fields": "dict(record)",
        "creation_date": "created",
        "modification_date": "modified",
    }

    #: The record type of the class.
    _kind: ClassVar[str | None] = None

    if TYPE_CHECKING:
        # The parameters of the constructors of derived classes, besides their declared fields.
        _given_fields: Mapping[str, Any] = given_field(
            alias="__fields", default=None, kw_only=False
        )
        _given_name: str | None = given_field(alias="name", default=None)
        _given_zone: ZoneLike | None = given_field(alias="zone", default=None)
        _given_encrypted: Mapping[str, Any] | None = given_field(alias="encrypted", default=None)
        _given_parent: str | Record | None = given_field(alias="parent", default=None)

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
        **declared: Any,
    ) -> None:
        if self._kind is not None and isinstance(record_type, Mapping) and fields is None:
            record_type, fields = None, record_type
        set_record_type(self, self._type_of(record_type))
        set_name(self, text_or_none("name", name))
        set_zone_id(self, None if zone is None else zone_id(zone))
        set_change_tag(self, None)
        set_response(self, {})
        set_parent(self, _name_of(parent))
        set_parent_was_set(self, False)
        self._begin({})
        for given, is_encrypted in ((fields, False), (encrypted, True)):
            if given is None:
                continue
            if not isinstance(given, Mapping):
                raise TypeError(f"fields are a mapping of names to values, not {given!r}")
            for key, value in given.items():
                self._set(key, value, is_encrypted)
        if declared or self._declared:
            set_declared(self, self._declared, declared)

    def __init_subclass__(cls, record_type: str | None = None) -> None:
        super().__init_subclass__()
        if record_type is None:
            record_type = cls.__name__
        if not isinstance(record_type, str) or not record_type:
            raise TypeError(f"record_type is a string, not {record_type!r}")
        own = OWN_KINDS.get(record_type)
        if own is not None:
            raise TypeError(f"records of type {record_type!r} are mockcloud's own {own.__name__}")
        cls._kind = record_type
        fields = declared_fields(cls, Record)
        for each in fields.values():
            setattr(cls, each.name, each)
        inherited = inherited_fields(cls)
        if fields or inherited:
            names = {each.name for each in fields.values()}
            kept = {each.key: each for each in inherited if each.name not in names}
            cls._declared = {**kept, **fields}

    @classmethod
    def _type_of(cls, record_type: object) -> str | None:
        if record_type is None:
            return cls._kind
        if not isinstance(record_type, str):
            raise TypeError(f"a record's type is a string, not {record_type!r}")
        if cls._kind not in (None, record_type):
            raise ValueError(
                f"{cls.__name__} is for records of type {cls._kind!r}, not {record_type!r}"
            )
        return record_type

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Record:
        """Returns the record for a record dictionary. Values are decoded when they are read."""
        kind = OWN_KINDS.get(wire.get("recordType"), cls) if cls is Record else cls
        return kind._from_wire(wire)

    @classmethod
    def _from_wire(cls: type[_Kind], wire: Mapping[str, Any]) -> _Kind:
        record = cls.__new__(cls)
        record_type = wire.get("recordType")
        if cls._kind not in (None, record_type):
            raise ValueError(
                f"{wire.get('recordName')!r} is a record of type {record_type!r}, and "
                f"{cls.__name__} is for records of type {cls._kind!r}"
            )
        set_record_type(record, record_type)
        set_name(record, wire.get("recordName"))
        zone = wire.get("zoneID")
        set_zone_id(record, None if zone is None else ZoneID.from_wire(zone))
        set_change_tag(record, wire.get("recordChangeTag"))
        parent = wire.get("parent")
        set_parent(record, None if parent is None else parent["recordName"])
        set_parent_was_set(record, False)
        set_response(record, wire)
        fields = wire.get("fields")
        record._begin({} if fields is None else dict(fields))
        return record

    @classmethod
    def from_record(cls: type[_Kind], record: Record) -> _Kind:
        """Returns a record of this class with the contents and the tag of another record.

        `Note.from_record(record)` converts a `Record` that a method returned, such as those
        of a change feed or of an error.
        """
        if not isinstance(record, Record):
            raise TypeError(f"{cls.__name__}.from_record() takes a Record, not {record!r}")
        converted = cls._from_wire({**record.response, **record.to_wire()})
        set_response(converted, record.response)
        set_parent_was_set(converted, record._parent_was_set)
        converted._part_from(record)
        return converted

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            is_field = not (name.startswith("_") or self._declared or name in self._elsewhere)
            if is_field and not hasattr(type(self), name):
                raise missing(self, name, {}, {name: f"record[{name!r}]: fields are items"})
            return super().__getattr__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(getattr(type(self), name, None), "__set__"):
            if name == "record_type":
                value = self._type_of(value)
            elif name in CHECKED:
                value = CHECKED[name](name, value)
            object.__setattr__(self, name, value)
            return
        kind = type(self)
        known = [each.name for each in self._declared.values()]
        advice = hint(name, [*known, "name", "zone_id", "change_tag", "parent", "record_type"])
        if not known and "did you mean" not in advice:
            advice = f"; fields are items: record[{name!r}] = ..."
        raise AttributeError(
            f"{kind.__name__} has no attribute {name!r}{advice}", name=name, obj=self
        )

    def __copy__(self: _Kind) -> _Kind:
        state: Any = object.__reduce_ex__(self, 4)[2]
        own, slots = state
        copied = type(self).__new__(type(self))
        for name, value in {**slots, **(own or {})}.items():
            setattr(copied, name, value)
        copied._part_from(self)
        return copied

    def _become(self, other: Record) -> None:
        """Takes the contents and the metadata of another record of the same class."""
        state: Any = object.__reduce_ex__(other, 4)[2]
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

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

    def __bool__(self) -> bool:
        # `if note := database.get("n1"):` must not depend on the number of its fields.
        return True

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


#: The classes of this package for the records of single types, by record type.
OWN_KINDS: dict[str | None, type[Record]] = {}
