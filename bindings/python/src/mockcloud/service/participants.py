"""Participants of shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from .._core.keywords import explained_constructor
from .._core.names import listed
from .._core.wire import Wire
from .._core.words import text_or_none, word
from .identities import NameComponents, names_of

Permission = Literal["NONE", "READ_ONLY", "READ_WRITE"]
Role = Literal["OWNER", "ADMINISTRATOR", "USER", "PUBLIC_USER"]

PERMISSIONS: tuple[str, ...] = get_args(Permission)
_ROLES: tuple[str, ...] = get_args(Role)


@explained_constructor
@dataclass(frozen=True, kw_only=True)
class Participant:
    """A participant of a share, identified by e-mail address, phone number or record name."""

    email: str | None = None
    phone: str | None = None
    #: The record name, or in requests also the alias. None if no user has the address.
    user: str | None = None
    permission: Permission = "READ_ONLY"
    role: Role = "USER"
    #: `INVITED` until the share is accepted. It is set by the server. Only `REMOVED` is sent: it
    #: removes a participant, or keeps one removed.
    acceptance: Literal["INVITED", "ACCEPTED", "REMOVED", "UNKNOWN"] = "INVITED"
    #: None until the share is saved.
    participant_id: str | None = None
    #: The user's name, if the server returned one. It is not sent.
    name_components: NameComponents | None = None

    def __post_init__(self) -> None:
        for name in ("email", "phone", "user"):
            text_or_none(getattr(self, name), name)
        word(self.permission, PERMISSIONS, "permission")
        word(self.role, _ROLES, "role")

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Participant:
        """Returns the object for a dictionary of a response."""
        identity = wire["userIdentity"]
        info = identity.get("lookupInfo", {})
        return cls(
            email=info.get("emailAddress"),
            phone=info.get("phoneNumber"),
            user=identity.get("userRecordName", info.get("userRecordName")),
            permission=wire["permission"],
            role=wire["type"],
            acceptance=wire["acceptanceStatus"],
            participant_id=wire.get("participantId"),
            name_components=names_of(identity),
        )

    @property
    def lookup_info(self) -> Wire:
        """The keys by which the server looks up the user."""
        named = {"emailAddress": self.email, "phoneNumber": self.phone, "userRecordName": self.user}
        return {key: value for key, value in named.items() if value is not None}

    def to_wire(self) -> Wire:
        """Returns the dictionary to send."""
        wire: Wire = {
            "userIdentity": {"lookupInfo": self.lookup_info},
            "permission": self.permission,
            "type": self.role,
        }
        if self.acceptance == "REMOVED":
            wire["acceptanceStatus"] = self.acceptance
        return wire

    def may(self, permission: Permission) -> Participant:
        """Returns a copy with another permission."""
        return replace(self, permission=permission)


#: A `Participant` or a text: an e-mail address if it contains `@`, a phone number if it begins with
#: `+`, otherwise the name of a user.
ParticipantLike = str | Participant
#: One or several participants.
ParticipantsLike = ParticipantLike | Iterable[ParticipantLike]

#: The types of a single participant, to distinguish it from a list.
PERSON = (str, Participant)


def participant(person: ParticipantLike, permission: Permission = "READ_ONLY") -> Participant:
    """Returns the participant for a text; a `Participant` is returned as it is."""
    if isinstance(person, Participant):
        return person
    if not isinstance(person, str):
        raise TypeError(
            "a participant is an address, a name or a Participant such as "
            f"Participant(email='bob@example.com', permission='READ_WRITE'), not {person!r}"
        )
    if "@" in person:
        return Participant(email=person, permission=permission)
    if person.startswith("+"):
        return Participant(phone=person, permission=permission)
    return Participant(user=person, permission=permission)


def participants_of(people: ParticipantsLike, what: str) -> list[Participant]:
    """Returns a list of participants, also for a single one."""
    return [participant(each) for each in listed(people, PERSON, what)]
