"""The contents of a database, for comparisons with dictionaries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..records.assets import Asset
from ..records.record import Record
from .calls import DatabaseCalls

#: The type of shares, whose names are generated.
_SHARE = "cloudkit.share"


class Contents(DatabaseCalls):
    """The stored records of a database, and the comparison of databases."""

    __slots__ = ()

    def contents(self) -> dict[str, dict[str, Any]]:
        """Returns the fields of all stored records by the names of the records.

        `assert database == {"n1": {"title": "Buy glue"}}` compares them, and pytest shows what
        differs. They are the records of the zone of `in_zone`, or of all zones, with their
        encrypted fields. Shares are left out. No account, fault or permission has an effect, and
        the calls are not in the journal. The records of a shared database are those of its owners.

        Raises `ValueError` if records in several zones have the same name.
        """
        request = {**self._context, "inlineAssets": True}
        found: dict[str, dict[str, Any]] = {}
        zones: dict[str, str] = {}
        for wire in self._cloud.call("mock/records", request)["records"]:
            if wire["recordType"] == _SHARE:
                continue
            record = Record.from_wire(wire)
            name, zone = wire["recordName"], wire["zoneID"]["zoneName"]
            if name in found:
                raise ValueError(
                    f"the zones {zones[name]!r} and {zone!r} both have a record {name!r}: "
                    "compare the contents of a zone, database.in_zone(...)"
                )
            zones[name] = zone
            found[name] = _fields(record)
        return found

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Mapping):
            return self.contents() == expected(other)
        return super().__eq__(other)

    # Without it, Python would make a class with `__eq__` unhashable.
    __hash__ = DatabaseCalls.__hash__


def expected(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns expected contents; records in them stand for their fields."""
    return {
        name: _fields(fields) if isinstance(fields, Mapping) else fields
        for name, fields in given.items()
    }


def _fields(given: Mapping[str, Any]) -> dict[str, Any]:
    encrypted = given.encrypted if isinstance(given, Record) else {}
    return {key: _value(value) for key, value in {**given, **encrypted}.items()}


def _value(value: Any) -> Any:
    """Returns a value; files are compared by their bytes."""
    if isinstance(value, list):
        return [_value(each) for each in value]
    if isinstance(value, Asset) and (value.data is not None or value.path is not None):
        return Asset(bytes(value.read_bytes()))
    return value
