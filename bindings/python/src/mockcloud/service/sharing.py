"""Shares, and the metadata that their links refer to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .._core.keywords import explained_constructor
from .._core.wire import Wire
from .._core.words import text, word
from ..errors import BatchRequestFailed, MockCloudError, ck_error, error_for
from ..records.record import OWN_KINDS, Record
from ..records.values import ZoneID
from ..records.zones import ZoneLike
from . import requests
from .calls import DatabaseCalls
from .participants import (
    PERMISSIONS,
    Participant,
    ParticipantLike,
    ParticipantsLike,
    Permission,
    participant,
    participants_of,
)

#: The name of every share of a whole zone.
ZONE_WIDE = "cloudkit.zoneshare"


@explained_constructor
class Share(Record, record_type="cloudkit.share"):
    """A share: a record that gives users access to a hierarchy of records or to a whole zone.

    To change it, set `participants` or `public_permission` and save it. Deleting it ends the
    sharing; a participant who deletes it in the shared database leaves the share. Its title is the
    field `cloudkit.title`.
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
        """Creates a share of a record and its descendants, or without `root` of the zone."""
        if isinstance(root, Record) and zone is None:
            zone = root.zone_id
        if root is not None and not isinstance(root, str | Record):
            raise TypeError(f"the root of a share is a Record or its name, not {root!r}")
        fields = {} if title is None else {"cloudkit.title": text(title, "title")}
        name = ZONE_WIDE if root is None else name
        super().__init__("cloudkit.share", fields, name=name, zone=zone)
        #: The name of the root record of the shared hierarchy; None for a whole zone.
        self.root = root.name if isinstance(root, Record) else root
        self.participants = participants_of(participants, "participants")
        self.public_permission: Permission = word(
            public_permission, PERMISSIONS, "public_permission"
        )
        self._seen: list[Participant] | None = None
        self._public_permission: Permission | None = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Share:
        """Returns the object for a dictionary of a response."""
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
        """Returns the dictionary to send."""
        wire = super().to_wire(all_fields)
        if self._seen is None and self.root is not None:
            wire["forRecord"] = {"recordName": self.root}
        if self._seen != self.participants and (self.participants or self._seen):
            wire["participants"] = [
                each.to_wire() for each in self.participants if each.role != "OWNER"
            ]
        if self.public_permission != self._public_permission:
            permission = word(self.public_permission, PERMISSIONS, "public_permission")
            wire["publicPermission"] = permission
        return wire

    @property
    def url(self) -> str | None:
        """The link to the share; None before it is saved."""
        return self.response.get("url")

    @property
    def owner(self) -> Participant | None:
        """The owner of the share; None before it is saved."""
        return next((each for each in self.participants if each.role == "OWNER"), None)

    @property
    def current_user(self) -> Participant | None:
        """The user who fetched the share, as a participant; None for other users."""
        wire = self.response.get("currentUserParticipant")
        return None if wire is None else Participant.from_wire(wire)

    def add(self, person: ParticipantLike, permission: Permission = "READ_ONLY") -> None:
        """Adds a participant, who is invited when the share is saved."""
        self.participants.append(participant(person, permission))


OWN_KINDS["cloudkit.share"] = Share


@dataclass(frozen=True)
class ShareMetadata:
    """The metadata of a share, which its link refers to before and after it is accepted."""

    share: Share
    zone_id: ZoneID
    #: None for a share of a whole zone.
    root_record_name: str | None
    #: The root record, if it was requested and the user may read it.
    root_record: Record | None
    container_identifier: str
    #: `private` for the owner, `shared` for all other users.
    database_scope: str
    #: The user's acceptance status; `UNKNOWN` for a user who could join by the link.
    acceptance: str
    permission: Permission

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> ShareMetadata:
        """Returns the object for a dictionary of a response."""
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
    """Returns the link of a share, which is given as itself, its metadata, URL or short GUID."""
    if isinstance(share, ShareMetadata):
        share = share.share
    if not isinstance(share, str | Share):
        raise TypeError(f"a share is given as a link, a Share or its metadata, not {share!r}")
    url = share if isinstance(share, str) else share.url
    if url is None:
        raise ValueError("a share has no link before it is saved")
    return url


class Sharing(DatabaseCalls):
    """The methods that create shares. `Container.accept` accepts them."""

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
        """Shares a record and its descendants.

        A root record that is new or has unsaved changes is saved in the same call.

        Raises `AlreadyShared` if the record or its root is shared, and `InvalidArguments` in the
        default zone.
        """
        if not isinstance(root, Record):
            raise TypeError(f"share() takes a Record, not {root!r}; share_zone() shares a zone")
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
        zone: ZoneLike | None = None,
        *,
        participants: ParticipantsLike = (),
        public_permission: Permission = "NONE",
        title: str | None = None,
    ) -> Share:
        """Shares everything in a zone, by default that of `in_zone`."""
        share = Share(
            zone=self._chosen_zone(zone, "share_zone"),
            participants=participants,
            public_permission=public_permission,
            title=title,
        )
        return self._save_share(share, [])

    def _save_share(self, share: Share, before: list[Record]) -> Share:
        saves = [requests.saving(each, None) for each in (*before, share)]
        status, response = self.exchange("records/modify", {"operations": saves})
        if status != 0:
            raise _cause(status, response)
        return Share.from_wire(response["records"][-1])


def _cause(status: int, response: Wire) -> MockCloudError:
    """Returns the error of a share or its root record that made the other one fail as well."""
    failed = [each for each in response.get("records", ()) if "ckErrorCode" in each]
    causes = [each for each in failed if each["ckErrorCode"] != BatchRequestFailed.code]
    return ck_error(causes[0], response) if len(causes) == 1 else error_for(status, response)
