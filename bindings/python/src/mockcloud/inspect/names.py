"""Readable names for the users, databases and shares of a state document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: The record type of shares.
SHARE = "cloudkit.share"


@dataclass(frozen=True)
class Names:
    """Readable names for the users and databases of a document."""

    #: Aliases by record name.
    people: Mapping[str, str]
    #: The default container and environment, which readable names omit.
    container: str | None = None
    environment: str | None = None

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Names:
        people = {each["userRecordName"]: each["alias"] for each in document.get("users", ())}
        defaults = document.get("defaults", {})
        return cls(people, defaults.get("container"), defaults.get("environment"))

    def person(self, name: str) -> str:
        return self.people.get(name, name)

    def database(self, place: Mapping[str, Any]) -> str:
        """Returns the name of a database from its entry in a document.

        An entry without a scope is a shared database.
        """
        scope = place.get("database", "shared")
        owner = f" of {self.person(place['user'])}" if "user" in place else ""
        return f"{scope} database{owner}{self.elsewhere(place)}"

    def elsewhere(self, place: Mapping[str, Any]) -> str:
        """Returns the container and environment of an entry that differ from the defaults."""
        usual = {"container": self.container, "environment": self.environment}
        unusual = [place[key] for key in usual if key in place and place[key] != usual[key]]
        return f" in {' '.join(unusual)}" if unusual else ""

    def participant(self, participant: Mapping[str, Any]) -> str | None:
        """Returns the name of a share's participant, or the address if no user has it."""
        identity = participant.get("userIdentity", {})
        name = identity.get("userRecordName")
        info = identity.get("lookupInfo", {})
        address: str | None = info.get("emailAddress") or info.get("phoneNumber")
        return self.people.get(name, name) or address


def share_name(share: Mapping[str, Any]) -> str:
    """Returns a readable name of a share, from the shared record: its own name is generated."""
    root = share.get("forRecord")
    return f"share of {root['recordName']}" if root else "share of the zone"
