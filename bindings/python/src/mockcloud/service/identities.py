"""The identities of users."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .._core.keywords import explained_constructor
from .._core.wire import Wire
from .._core.words import text_or_none

# The Python names and the CloudKit names of the parts of a name.
_PARTS = {
    "name_prefix": "namePrefix",
    "given_name": "givenName",
    "middle_name": "middleName",
    "family_name": "familyName",
    "name_suffix": "nameSuffix",
    "nickname": "nickname",
    "phonetic_representation": "phoneticRepresentation",
}


@explained_constructor
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

    def __post_init__(self) -> None:
        for name in _PARTS:
            text_or_none(getattr(self, name), name)

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NameComponents:
        """Returns the object for a dictionary of a response."""
        return cls(**{name: wire.get(key) for name, key in _PARTS.items()})

    def to_wire(self) -> Wire:
        """Returns the dictionary to send."""
        given = {key: getattr(self, name) for name, key in _PARTS.items()}
        return {key: part for key, part in given.items() if part is not None}

    def __str__(self) -> str:
        """Returns the parts of the name from the prefix to the suffix, separated by spaces."""
        parts = [getattr(self, name) for name in list(_PARTS)[:5]]
        return " ".join(part for part in parts if part)


def names_of(wire: Mapping[str, Any]) -> NameComponents | None:
    """Returns the name in an identity dictionary, or None."""
    components = wire.get("nameComponents")
    return None if components is None else NameComponents.from_wire(components)


@dataclass(frozen=True, kw_only=True)
class UserIdentity:
    """A user, with the data that other users can see."""

    #: The record name.
    user: str
    #: The address or number by which the user was found; otherwise both, if the response has them.
    email: str | None = None
    phone: str | None = None
    name_components: NameComponents | None = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UserIdentity:
        """Returns the user for an identity dictionary."""
        info = wire.get("lookupInfo", {})
        return cls(
            user=wire["userRecordName"],
            email=info.get("emailAddress"),
            phone=info.get("phoneNumber"),
            name_components=names_of(wire),
        )

    @classmethod
    def from_user(cls, wire: Mapping[str, Any]) -> UserIdentity:
        """Returns the user for a user dictionary, an older form with only two name parts."""
        first, last = wire.get("firstName"), wire.get("lastName")
        known = first is not None or last is not None
        return cls(
            user=wire["userRecordName"],
            email=wire.get("emailAddress"),
            name_components=NameComponents(given_name=first, family_name=last) if known else None,
        )
