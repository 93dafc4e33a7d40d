"""Sharing: shares, who takes part in them, and where a link to one leads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from . import _requests
from ._calls import DatabaseCalls
from ._names import listed
from ._requests import Wire
from .errors import BatchRequestFailed, MockCloudError, ck_error, error_for
from .identities import NameComponents, names_of
from .record import Record
from .values import ZoneID
from .zones import ZoneLike, zone_id

Permission = Literal["NONE", "READ_ONLY", "READ_WRITE"]
Role = Literal["OWNER", "ADMINISTRATOR", "USER", "PUBLIC_USER"]

#: The name of every share of a whole zone.
ZONE_WIDE = "cloudkit.zoneshare"


@dataclass(frozen=True, kw_only=True)
class Participant:
    """Somebody who takes part in a share, found by e-mail, phone number or record name."""

    email: str | None = None
    phone: str | None = None
    #: A record name; in requests also an alias. None while nobody has that address.
    user: str | None = None
    permission: Permission = "READ_ONLY"
    role: Role = "USER"
    #: `INVITED` until accepted; only the server says otherwise.
    acceptance: Literal["INVITED", "ACCEPTED", "REMOVED", "UNKNOWN"] = "INVITED"
    #: None until saved.
    participant_id: str | None = None
    #: The name, where the server knows one; it is not sent.
    name_components: NameComponents | None = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Participant:
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
        """What the server finds the user by."""
        named = {"emailAddress": self.email, "phoneNumber": self.phone, "userRecordName": self.user}
        return {key: value for key, value in named.items() if value is not None}

    def to_wire(self) -> Wire:
        return {
            "userIdentity": {"lookupInfo": self.lookup_info},
            "permission": self.permission,
            "type": self.role,
        }

    def may(self, permission: Permission) -> Participant:
        """The same with another permission."""
        return replace(self, permission=permission)


#: A participant; or text, an e-mail address if there is an `@` in it, a phone number if it begins
#: with `+`, else a user's name.
ParticipantLike = str | Participant
#: Several of them; one may be given without a list around it.
ParticipantsLike = ParticipantLike | Iterable[ParticipantLike]

#: What stands for one participant where a list is meant.
PERSON = (str, Participant)


def participant(person: ParticipantLike, permission: Permission = "READ_ONLY") -> Participant:
    """The participant that a text stands for."""
    if isinstance(person, Participant):
        return person
    if not isinstance(person, str):
        raise TypeError(f"a participant is an address, a name or a Participant, not {person!r}")
    if "@" in person:
        return Participant(email=person, permission=permission)
    if person.startswith("+"):
        return Participant(phone=person, permission=permission)
    return Participant(user=person, permission=permission)


def participants_of(people: ParticipantsLike, what: str) -> list[Participant]:
    """A list of participants, or the one."""
    return [participant(each) for each in listed(people, PERSON, what)]


class Share(Record, record_type="cloudkit.share"):
    """A share: a record that says who may see a hierarchy of records, or a whole zone.

    Change `participants` and `public_permission` and save it again. Delete it to stop sharing; a
    participant who deletes it in the shared database leaves. Its title is in `cloudkit.title`.
    """

    __slots__ = ("_public_permission", "_seen", "participants", "public_permission", "root")

    def __init__(
        self,
        root: str | Record | None = None,
        *,
        participants: ParticipantsLike = (),
        public_permission: Permission = "NONE",
        title: str | None = None,
        name: str | None = None,
        zone: ZoneLike | None = None,
    ) -> None:
        """A share of a record and all below it, or without a root of the zone."""
        if isinstance(root, Record) and zone is None:
            zone = root.zone_id
        fields = {} if title is None else {"cloudkit.title": title}
        name = ZONE_WIDE if root is None else name
        super().__init__("cloudkit.share", fields, name=name, zone=zone)
        #: The name of the record at the top of what is shared; None for a whole zone.
        self.root = root.name if isinstance(root, Record) else root
        self.participants = participants_of(participants, "participants")
        self.public_permission: Permission = public_permission
        self._seen: list[Participant] | None = None
        self._public_permission: Permission | None = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Share:
        return cls._from_wire(wire)

    @classmethod
    def _from_wire(cls, wire: Mapping[str, Any]) -> Share:
        share = super()._from_wire(wire)
        root = wire.get("forRecord")
        share.root = None if root is None else root["recordName"]
        share.participants = [Participant.from_wire(each) for each in wire["participants"]]
        share.public_permission = wire["publicPermission"]
        share._seen = list(share.participants)
        share._public_permission = share.public_permission
        return share

    def __copy__(self) -> Share:
        copied = super().__copy__()
        copied.participants = list(self.participants)
        return copied

    def to_wire(self, all_fields: bool = True) -> Wire:
        wire = super().to_wire(all_fields)
        if self._seen is None and self.root is not None:
            wire["forRecord"] = {"recordName": self.root}
        if self._seen != self.participants and (self.participants or self._seen):
            wire["participants"] = [
                each.to_wire() for each in self.participants if each.role != "OWNER"
            ]
        if self.public_permission != self._public_permission:
            wire["publicPermission"] = self.public_permission
        return wire

    @property
    def url(self) -> str | None:
        """The link to the share; None before it is saved."""
        return self.answer.get("url")

    @property
    def owner(self) -> Participant | None:
        """Whose share it is; None before it is saved."""
        return next((each for each in self.participants if each.role == "OWNER"), None)

    @property
    def current_user(self) -> Participant | None:
        """The part of the user who fetched it; None for somebody who has none yet."""
        wire = self.answer.get("currentUserParticipant")
        return None if wire is None else Participant.from_wire(wire)

    def add(self, person: ParticipantLike, permission: Permission = "READ_ONLY") -> None:
        """Puts somebody on the list; saving invites."""
        self.participants.append(participant(person, permission))


@dataclass(frozen=True)
class ShareMetadata:
    """What is known of a share by its link, before and after it is accepted."""

    share: Share
    zone_id: ZoneID
    #: None for a share of a whole zone.
    root_record_name: str | None
    #: The root, where it was asked for and the user may see it.
    root_record: Record | None
    container_identifier: str
    #: `private` for the owner, `shared` for everybody else.
    database_scope: str
    #: The user's own part: `UNKNOWN` for somebody who could join by the link.
    acceptance: str
    permission: Permission

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> ShareMetadata:
        root = wire.get("rootRecord")
        return cls(
            Share.from_wire(wire["share"]),
            ZoneID.from_wire(wire["zoneID"]),
            wire.get("rootRecordName"),
            None if root is None else Record.from_wire(root),
            wire["containerIdentifier"],
            wire["databaseScope"].lower(),
            wire["participantStatus"],
            wire["participantPermission"],
        )


def link(share: str | Share | ShareMetadata) -> str:
    """The link that a share, its metadata or its URL or short GUID stands for."""
    if isinstance(share, ShareMetadata):
        share = share.share
    if not isinstance(share, str | Share):
        raise TypeError(f"a share is named by its link, by itself or its metadata, not {share!r}")
    url = share if isinstance(share, str) else share.url
    if url is None:
        raise ValueError("a share has no link before it is saved")
    return url


class Sharing(DatabaseCalls):
    """Making shares. Accepting them is a container's: see `Container.accept`."""

    __slots__ = ()

    def share(
        self,
        root: Record,
        *,
        participants: ParticipantsLike = (),
        public_permission: Permission = "NONE",
        title: str | None = None,
        name: str | None = None,
    ) -> Share:
        """Shares a record and all below it.

        A root that was never saved, or was changed since, is saved in the same call.
        """
        if not isinstance(root, Record):
            raise TypeError(f"a Record is shared, not {root!r}; a zone by share_zone()")
        if root.name is None:
            raise ValueError(f"{root!r} has no name yet: a share must name its root")
        share = Share(
            root,
            participants=participants,
            public_permission=public_permission,
            title=title,
            name=name,
        )
        new_root = [root] if root.change_tag is None or root.changed_keys else []
        return self._save_share(share, new_root)

    def share_zone(
        self,
        zone: ZoneLike,
        *,
        participants: ParticipantsLike = (),
        public_permission: Permission = "NONE",
        title: str | None = None,
    ) -> Share:
        """Shares everything in a zone."""
        share = Share(
            zone=zone_id(zone),
            participants=participants,
            public_permission=public_permission,
            title=title,
        )
        return self._save_share(share, [])

    def _save_share(self, share: Share, before: list[Record]) -> Share:
        saves = [_requests.saving(each, None) for each in (*before, share)]
        status, answer = self.exchange("records/modify", {"operations": saves})
        if status != 0:
            raise _cause(status, answer)
        return Share.from_wire(answer["records"][-1])


def _cause(status: int, answer: Wire) -> MockCloudError:
    """What went wrong with a share or its root; the other one failed with it."""
    failed = [each for each in answer.get("records", ()) if "ckErrorCode" in each]
    causes = [each for each in failed if each["ckErrorCode"] != BatchRequestFailed.code]
    return ck_error(causes[0], answer) if len(causes) == 1 else error_for(status, answer)
