"""Who users are, and how they are found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._requests import Wire

# Python's names of the parts of a name, with those of CloudKit.
_PARTS = {
    "name_prefix": "namePrefix",
    "given_name": "givenName",
    "middle_name": "middleName",
    "family_name": "familyName",
    "name_suffix": "nameSuffix",
    "nickname": "nickname",
    "phonetic_representation": "phoneticRepresentation",
}


@dataclass(frozen=True, kw_only=True)
class NameComponents:
    """The parts of a person's name."""

    name_prefix: str | None = None
    given_name: str | None = None
    middle_name: str | None = None
    family_name: str | None = None
    name_suffix: str | None = None
    nickname: str | None = None
    phonetic_representation: str | None = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NameComponents:
        return cls(**{name: wire.get(key) for name, key in _PARTS.items()})

    def to_wire(self) -> Wire:
        given = {key: getattr(self, name) for name, key in _PARTS.items()}
        return {key: part for key, part in given.items() if part is not None}

    def __str__(self) -> str:
        """The name as it is written: the parts from the prefix to the suffix."""
        parts = [getattr(self, name) for name in list(_PARTS)[:5]]
        return " ".join(part for part in parts if part)


def names_of(wire: Mapping[str, Any]) -> NameComponents | None:
    """The name in an identity dictionary."""
    components = wire.get("nameComponents")
    return None if components is None else NameComponents.from_wire(components)


@dataclass(frozen=True, kw_only=True)
class UserIdentity:
    """A user, as far as others know."""

    #: The record name.
    user: str
    #: The address or number that the user was found by, or else both where they are known.
    email: str | None = None
    phone: str | None = None
    name_components: NameComponents | None = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UserIdentity:
        """Reads an identity dictionary."""
        info = wire.get("lookupInfo", {})
        return cls(
            user=wire["userRecordName"],
            email=info.get("emailAddress"),
            phone=info.get("phoneNumber"),
            name_components=names_of(wire),
        )

    @classmethod
    def from_user(cls, wire: Mapping[str, Any]) -> UserIdentity:
        """Reads a user dictionary, the older form, which has two parts of the name."""
        first, last = wire.get("firstName"), wire.get("lastName")
        known = first is not None or last is not None
        return cls(
            user=wire["userRecordName"],
            email=wire.get("emailAddress"),
            name_components=NameComponents(given_name=first, family_name=last) if known else None,
        )
