"""Converts field values between Python and CloudKit's typed JSON.

| CloudKit | Python |
|---|---|
| STRING | `str` |
| INT64 | `int`; a `bool` is written as 0 or 1, because CloudKit has no boolean type |
| DOUBLE | `float`, finite |
| TIMESTAMP | `datetime` with a time zone; whole milliseconds, read as UTC |
| BYTES | `bytes` |
| REFERENCE | `Reference` |
| LOCATION | `Location` |
| ASSETID | `Asset` |
| …_LIST | `list` of one of these; `int` and `float` together make a DOUBLE_LIST |

All values are written with their types, except empty lists, which get the type of the field on the
server. `Typed([], "STRING_LIST")` specifies the type of an empty list.
"""

from __future__ import annotations

import math
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from .._core.keywords import explained_constructor
from .._core.times import check_moment, milliseconds, moment_of
from .._core.words import text, text_or_none
from .assets import Asset

WireField = dict[str, Any]
Action = Literal["NONE", "DELETE_SELF", "VALIDATE"]
ACTIONS: tuple[Action, ...] = get_args(Action)

_INT64_LIMIT = 2**63


@explained_constructor
@dataclass(frozen=True, eq=False)
class ZoneID:
    """Identifies a zone. Without an owner, it is a zone of the caller.

    The server spells the owner of all zones. An ID without an owner is therefore equal to every ID
    of the same name, whoever the owner is; IDs with owners are compared with them.
    """

    zone_name: str
    owner_record_name: str | None = None

    def __post_init__(self) -> None:
        text(self.zone_name, "zone_name")
        text_or_none(self.owner_record_name, "owner_record_name")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ZoneID):
            return NotImplemented
        owners = self.owner_record_name, other.owner_record_name
        return self.zone_name == other.zone_name and (None in owners or owners[0] == owners[1])

    def __hash__(self) -> int:
        return hash(self.zone_name)

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> ZoneID:
        """Returns the object for a dictionary of a response."""
        # Without the checks of the constructor: each record of a response has a zone.
        zone = cls.__new__(cls)
        object.__setattr__(zone, "zone_name", wire["zoneName"])
        object.__setattr__(zone, "owner_record_name", wire.get("ownerRecordName"))
        return zone

    def to_wire(self) -> dict[str, Any]:
        """Returns the dictionary to send."""
        if self.owner_record_name is None:
            return {"zoneName": self.zone_name}
        return {"zoneName": self.zone_name, "ownerRecordName": self.owner_record_name}


@explained_constructor
@dataclass(frozen=True)
class Reference:
    """A reference to a record.

    `action` specifies the effect on the referring record when the target record is deleted.
    """

    #: The name of the record.
    name: str
    action: Action = "NONE"
    zone_id: ZoneID | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(
                f"a reference contains the name of a record, not {self.name!r}; "
                "record.reference() returns a reference to a record"
            )
        if self.action not in ACTIONS:
            raise ValueError(
                f"the action of a reference is one of {', '.join(ACTIONS)}, not {self.action!r}"
            )
        if self.zone_id is not None and not isinstance(self.zone_id, ZoneID):
            raise TypeError(f"the zone_id of a reference is a ZoneID, not {self.zone_id!r}")

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Reference:
        """Returns the object for a dictionary of a response."""
        zone = wire.get("zoneID")
        return cls(
            wire["recordName"],
            wire.get("action", "NONE"),
            None if zone is None else ZoneID.from_wire(zone),
        )

    def to_wire(self) -> dict[str, Any]:
        """Returns the dictionary to send."""
        wire: dict[str, Any] = {"recordName": self.name, "action": self.action}
        if self.zone_id is not None:
            wire["zoneID"] = self.zone_id.to_wire()
        return wire


# The Python names and the CloudKit names of a location's keys, in the order of CloudKit.
_LOCATION_KEYS = {
    "latitude": "latitude",
    "longitude": "longitude",
    "horizontal_accuracy": "horizontalAccuracy",
    "vertical_accuracy": "verticalAccuracy",
    "altitude": "altitude",
    "speed": "speed",
    "course": "course",
}


@explained_constructor
@dataclass(frozen=True)
class Location:
    """A place on Earth, in degrees and metres."""

    latitude: float
    longitude: float
    horizontal_accuracy: float | None = None
    vertical_accuracy: float | None = None
    altitude: float | None = None
    #: Metres per second.
    speed: float | None = None
    #: Degrees clockwise from true north.
    course: float | None = None
    timestamp: datetime | None = None

    def __post_init__(self) -> None:
        for name in _LOCATION_KEYS:
            reading = getattr(self, name)
            if reading is not None and (
                isinstance(reading, bool) or not isinstance(reading, int | float)
            ):
                raise TypeError(f"the {name} of a location is a number, not {reading!r}")
        if self.timestamp is not None:
            check_moment(self.timestamp)

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Location:
        """Returns the object for a dictionary of a response."""
        readings = {name: wire[key] for name, key in _LOCATION_KEYS.items() if key in wire}
        timestamp = wire.get("timestamp")
        return cls(**readings, timestamp=None if timestamp is None else moment_of(timestamp))

    def to_wire(self) -> dict[str, Any]:
        """Returns the dictionary to send."""
        wire: dict[str, Any] = {}
        for name, key in _LOCATION_KEYS.items():
            reading = getattr(self, name)
            if reading is not None:
                wire[key] = _finite(float(reading))
        if self.timestamp is not None:
            wire["timestamp"] = milliseconds(self.timestamp)
        return wire


@explained_constructor
@dataclass(frozen=True)
class Typed:
    """A value with an explicit CloudKit type: `Typed([], "STRING_LIST")`, `Typed(3, "DOUBLE")`.

    A TIMESTAMP may be given as whole milliseconds.
    """

    value: Any
    type: str

    def __post_init__(self) -> None:
        text(self.type, "type")


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError(f"{number!r} is not a number that CloudKit can store")
    return number


def _encode_int(value: int) -> WireField:
    if not -_INT64_LIMIT <= value < _INT64_LIMIT:
        raise OverflowError(f"{value} does not fit into 64 bits")
    return {"value": value, "type": "INT64"}


def _encode_list(values: list[Any] | tuple[Any, ...]) -> WireField:
    if not values:
        return {"value": []}
    fields = [encode(value) for value in values]
    types = {field.get("type", "list") for field in fields}
    members = [field["value"] for field in fields]
    if len(types) == 1:
        (kind,) = types
        if kind != "list" and not kind.endswith("_LIST"):
            return {"value": members, "type": kind + "_LIST"}
    elif types == {"INT64", "DOUBLE"}:
        return {"value": [float(member) for member in members], "type": "DOUBLE_LIST"}
    raise TypeError(f"a list holds values of one type, not {', '.join(sorted(types))}")


def _encode_typed(typed: Typed) -> WireField:
    kind = typed.type
    if typed.value is None:
        return {"value": None, "type": kind}
    field = encode(typed.value)
    found = field.get("type")
    value = field["value"]
    if found == kind:
        return field
    if found is None and kind.endswith("_LIST"):
        return {"value": [], "type": kind}
    if (found, kind) == ("INT64", "DOUBLE"):
        return {"value": float(value), "type": kind}
    if (found, kind) == ("INT64_LIST", "DOUBLE_LIST"):
        return {"value": [float(member) for member in value], "type": kind}
    if (found, kind) in (("INT64", "TIMESTAMP"), ("INT64_LIST", "TIMESTAMP_LIST")):
        return {"value": value, "type": kind}
    raise TypeError(f"{typed.value!r} is not a value of type {kind}")


_ENCODERS: dict[type, Callable[[Any], WireField]] = {
    str: lambda value: {"value": value, "type": "STRING"},
    int: _encode_int,
    bool: lambda value: {"value": int(value), "type": "INT64"},
    float: lambda value: {"value": _finite(value), "type": "DOUBLE"},
    datetime: lambda value: {"value": milliseconds(value), "type": "TIMESTAMP"},
    bytes: lambda value: {"value": b64encode(value).decode(), "type": "BYTES"},
    bytearray: lambda value: {"value": b64encode(value).decode(), "type": "BYTES"},
    memoryview: lambda value: {"value": b64encode(value).decode(), "type": "BYTES"},
    Reference: lambda value: {"value": value.to_wire(), "type": "REFERENCE"},
    Location: lambda value: {"value": value.to_wire(), "type": "LOCATION"},
    Asset: lambda value: {"value": value.to_wire(), "type": "ASSETID"},
    list: _encode_list,
    tuple: _encode_list,
    Typed: _encode_typed,
    type(None): lambda value: {"value": None},
}


def encode(value: Any) -> WireField:
    """Returns the field dictionary for a Python value; raises if CloudKit has no type for it."""
    encoder = _ENCODERS.get(type(value))
    if encoder is not None:
        return encoder(value)
    # Instances of a subclass, such as a string enumeration, are stored as the base type.
    if isinstance(value, str):
        return encode(str.__str__(value))
    if isinstance(value, int):
        return encode(int.__index__(value))
    if isinstance(value, float):
        return encode(float.__float__(value))
    for kind, encoder in _ENCODERS.items():
        if isinstance(value, kind):
            return encoder(value)
    raise TypeError(f"CloudKit has no field type for {type(value).__name__}: {value!r}")


_DECODERS: dict[str, Callable[[Any], Any]] = {
    "TIMESTAMP": moment_of,
    "BYTES": b64decode,
    "REFERENCE": Reference.from_wire,
    "LOCATION": Location.from_wire,
    "ASSETID": Asset.from_wire,
}


def decode(field: Mapping[str, Any]) -> Any:
    """Returns the Python value of a field dictionary. Lists are copied."""
    value = field["value"]
    kind: str = field.get("type", "")
    if isinstance(value, list):
        decoder = _DECODERS.get(kind.removesuffix("_LIST"))
        return list(value) if decoder is None else [decoder(each) for each in value]
    decoder = _DECODERS.get(kind)
    return value if decoder is None or value is None else decoder(value)
