"""The metadata of records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .._core.times import moment_of
from .._core.typing import dataclass_transform
from .fields import Fields
from .values import Action, Reference, ZoneID


def given_field(*, alias: str, default: Any, kw_only: bool = True) -> Any:
    """Describes a parameter of the constructors of all classes of records, for type checkers."""


@dataclass(frozen=True)
class Stamp:
    """The time, the user and the device of a change to a record."""

    timestamp: datetime
    user_record_name: str
    device_id: str

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Stamp:
        """Returns the object for a dictionary of a response."""
        return cls(
            moment_of(wire["timestamp"]), wire.get("userRecordName", ""), wire.get("deviceID", "")
        )


# It derives the constructors of derived classes from their declared fields, for type checkers.
@dataclass_transform(eq_default=False, kw_only_default=True, field_specifiers=(given_field,))
class RecordMetadata(Fields):
    """The fields and the metadata of a record."""

    __slots__ = (
        "_parent",
        "_parent_was_set",
        "_response",
        "change_tag",
        "name",
        "record_type",
        "zone_id",
    )

    #: May be None for a record that exists on the server.
    record_type: str | None
    #: The name of the record. If it is None, the server generates one when the record is saved.
    name: str | None
    #: None for the default zone of the `Database` that saves the record.
    zone_id: ZoneID | None
    #: The tag of the server's version; None for a record that the server did not return.
    change_tag: str | None
    _response: Mapping[str, Any]
    _parent: str | None
    _parent_was_set: bool

    @property
    def created(self) -> Stamp | None:
        """The creation of the record; None if the server did not return the record."""
        wire = self._response.get("created")
        return None if wire is None else Stamp.from_wire(wire)

    @property
    def modified(self) -> Stamp | None:
        """The last change of the record; None if the server did not return the record."""
        wire = self._response.get("modified")
        return None if wire is None else Stamp.from_wire(wire)

    @property
    def response(self) -> Mapping[str, Any]:
        """The record dictionary that the server returned; otherwise empty."""
        return self._response

    @property
    def share_name(self) -> str | None:
        """The name of the share whose root is this record, or None."""
        wire = self._response.get("share")
        return None if wire is None else wire["recordName"]

    def reference(self, action: Action = "NONE") -> Reference:
        """Returns a reference to this record."""
        if self.name is None:
            raise ValueError("a record has no name before it is saved; give it one")
        return Reference(self.name, action)


# `Record.__setattr__` checks the attributes that are set. These functions set them directly.
set_record_type = vars(RecordMetadata)["record_type"].__set__
set_name = vars(RecordMetadata)["name"].__set__
set_zone_id = vars(RecordMetadata)["zone_id"].__set__
set_change_tag = vars(RecordMetadata)["change_tag"].__set__
set_parent = vars(RecordMetadata)["_parent"].__set__
set_parent_was_set = vars(RecordMetadata)["_parent_was_set"].__set__
set_response = vars(RecordMetadata)["_response"].__set__


def text_or_none(name: str, value: object) -> str | None:
    """Returns the value of an attribute that is a string or None; raises TypeError for others."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{name} is a string or None, not {value!r}; {_TEXTS[name]}")
    return value


def _zone_or_none(name: str, value: object) -> ZoneID | None:
    if value is not None and not isinstance(value, ZoneID):
        raise TypeError(f"{name} is a ZoneID or None, not {value!r}; ZoneID('Work') names a zone")
    return value


#: What the attributes with texts are for.
_TEXTS = {
    "name": "with None, the server generates a name when the record is saved",
    "change_tag": "it is the tag of a version that the server returned, fetch(...).change_tag, and "
    "None for a record that must not exist yet",
}
#: The checks of the attributes that are set, by name.
CHECKED: Mapping[str, Callable[[str, object], object]] = {
    "name": text_or_none,
    "change_tag": text_or_none,
    "zone_id": _zone_or_none,
}
