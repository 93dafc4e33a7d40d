"""Worlds as data: the state document of a cloud, of a saved document, or of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from ._calls_base import Calls
from .documents import DocumentError, read_json
from .errors import UsageError

if TYPE_CHECKING:
    from .cloud import Cloud

#: A cloud, the document that `save_state()` returns, or the path of a file with one.
State = Calls | Mapping[str, Any] | str | PathLike[str]

#: The record type of shares.
SHARE = "cloudkit.share"


class Refused(DocumentError):
    """A document was read and understood, and the library refuses what it says."""

    #: Where in its text, counted from 1, where that is known.
    line: int | None = None
    column: int | None = None


def refusal(file: str, error: UsageError, root: str) -> Refused:
    """The library's refusal of a document that was handed over under the key `root`."""
    place = error.key
    message = str(error)
    for start in (f"{place}: ", f"{root}: "):
        message = message.removeprefix(start)
    if error.line is not None:
        place = f"line {error.line}, column {error.column}"
        message = message.removeprefix(f"{place}: ")
    elif place is not None:
        place = place.removeprefix(root).removeprefix(".") or None
    refused = Refused(file, place, message)
    refused.line, refused.column = error.line, error.column
    return refused


def load(document: Any, name: str = "the state document") -> Cloud:
    """A cloud with the world of a state document; `name` is what messages call the document."""
    return _loaded({"state": document}, name)


def load_file(path: str) -> Cloud:
    """A cloud with the world of the state document in a file."""
    read_json(path)  # says what is no JSON, and where, as for every other file
    return _loaded({"path": path}, path)


def _loaded(request: dict[str, Any], name: str) -> Cloud:
    from .cloud import Cloud  # which is made of this module

    cloud = Cloud({})
    try:
        cloud.call("mock/state/load", request)
    except UsageError as error:
        cloud.close()
        raise refusal(name, error, "state") from None
    except BaseException:
        cloud.close()
        raise
    return cloud


def document_of(state: State) -> dict[str, Any]:
    """The state document as the library writes it, whichever version a saved one has."""
    if isinstance(state, Calls):
        return state.call("mock/state/save")
    if isinstance(state, Mapping):
        cloud = load(state)
    elif isinstance(state, str | PathLike):
        cloud = load_file(fspath(state))
    else:
        raise TypeError(f"a state is a Cloud, a state document or its path, not {state!r}")
    with cloud:
        return document_of(cloud)


@dataclass(frozen=True)
class Names:
    """What people call the users and the databases of a document."""

    #: Aliases by record name.
    people: Mapping[str, str]
    #: The container and the environment of calls that name none; texts leave them out.
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
        """A database by its entry in a document; one without a scope is a shared one."""
        scope = place.get("database", "shared")
        owner = f" of {self.person(place['user'])}" if "user" in place else ""
        return f"{scope} database{owner}{self.elsewhere(place)}"

    def elsewhere(self, place: Mapping[str, Any]) -> str:
        """The container and the environment of an entry, where they are not the usual ones."""
        usual = {"container": self.container, "environment": self.environment}
        unusual = [place[key] for key in usual if key in place and place[key] != usual[key]]
        return f" in {' '.join(unusual)}" if unusual else ""

    def participant(self, participant: Mapping[str, Any]) -> str | None:
        """The person of a share's participant, or the address where nobody has it."""
        identity = participant.get("userIdentity", {})
        name = identity.get("userRecordName")
        info = identity.get("lookupInfo", {})
        address: str | None = info.get("emailAddress") or info.get("phoneNumber")
        return self.people.get(name, name) or address


def share_name(share: Mapping[str, Any]) -> str:
    """What people call a share: by the record that is shared, for its own name is drawn."""
    root = share.get("forRecord")
    return f"share of {root['recordName']}" if root else "share of the zone"
