"""Reads the state documents of clouds, saved documents and files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from ._calls_base import Calls
from .documents import DocumentError, read_json
from .errors import UsageError

if TYPE_CHECKING:
    from .cloud import Cloud

#: A cloud, a document that `save_state()` returned, or the path of a file with such a document.
State = Calls | Mapping[str, Any] | str | PathLike[str]

#: The record type of shares.
SHARE = "cloudkit.share"


class Refused(DocumentError):
    """The library refused the contents of a well-formed document."""

    #: The position in the document's text, counted from 1; None if the library did not report it.
    line: int | None = None
    column: int | None = None


def refusal(file: str, error: UsageError, root: str) -> Refused:
    """Returns the library's error as the refusal of a document passed under the key `root`."""
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
    """Returns a cloud with the state of a document; `name` denotes the document in messages."""
    return _loaded({"state": document}, name)


def load_file(path: str) -> Cloud:
    """Returns a cloud with the state of the document in a file."""
    read_json(path)  # reports invalid JSON in the same way as for other files
    return _loaded({"path": path}, path)


def _loaded(request: dict[str, Any], name: str) -> Cloud:
    from .cloud import Cloud  # imported here because cloud.py imports this module indirectly

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


@contextmanager
def opened(state: State) -> Iterator[Calls]:
    """Yields a cloud with a state; a document or a file in an older version is converted."""
    if isinstance(state, Calls):
        yield state
        return
    if isinstance(state, Mapping):
        cloud = load(state)
    elif isinstance(state, str | PathLike):
        cloud = load_file(fspath(state))
    else:
        raise TypeError(f"a state is a Cloud, a state document or its path, not {state!r}")
    with cloud:
        yield cloud


def document_of(state: State) -> dict[str, Any]:
    """Returns the state document in the current version of the format."""
    with opened(state) as cloud:
        return cloud.call("mock/state/save")


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
