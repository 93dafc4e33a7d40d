"""The parts of a cloud: `cloud.clock`, `cloud.faults` and the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._core.attributes import missing
from ..inspect.journal import Journal
from ..service.container import Container
from ..service.database import Database
from ..service.operations import Operations
from .accounts import Accounts
from .clock import Clock
from .event_calls import EventCalls
from .faults import Faults
from .limits import LimitSettings
from .network import Network
from .schema import Schema
from .script import Scripts
from .state import State

#: The expressions for objects whose attributes are looked for on a cloud, with their classes.
_PARTS: dict[str, type] = {
    "cloud.clock": Clock,
    "cloud.faults": Faults,
    "cloud.network": Network,
    "cloud.accounts": Accounts,
    "cloud.schema": Schema,
    "cloud.state": State,
    "cloud.journal": Journal,
    "cloud.script": Scripts,
    "cloud.limits": LimitSettings,
    "cloud.operations": Operations,
    "cloud.private": Database,
    "cloud.container()": Container,
}

#: What does the work of names that are not those of any part.
_OTHERS = {
    "set_error": "cloud.fail(error, operation=...)",
    "offline": 'cloud.network.set("offline")',
    "online": 'cloud.network.set("online")',
    "advance_clock": "cloud.advance(seconds)",
}


class Parts(EventCalls):
    """A cloud as its parts."""

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __getattr__(self, name: str) -> Any:
            # What `Cloud.__init__` stores; tools look for `_names_` with their own meaning.
            if self._finalizer is None and name.startswith("_") and not name.endswith("_"):
                raise self._closed_error()
            raise missing(self, name, {"cloud": type(self), **_PARTS}, _OTHERS)

    @property
    def clock(self) -> Clock:
        """The clock, which stands still unless the test moves it."""
        return Clock(self)

    @property
    def faults(self) -> Faults:
        """The rules of faults: when an error occurs, how often, and which (docs/FAULTS.md)."""
        return Faults(self.call, self._ledger)

    @property
    def network(self) -> Network:
        """The networks of the devices."""
        return Network(self)

    @property
    def accounts(self) -> Accounts:
        """The users, their devices and their accounts."""
        return Accounts(self)

    @property
    def schema(self) -> Schema:
        """The schemas of the containers."""
        return Schema(self)

    @property
    def state(self) -> State:
        """Snapshots, saved states, and data that the service loses."""
        return State(self)

    @property
    def journal(self) -> Journal:
        """The journal, which later calls are added to: `cloud.journal.calls` has those so far.

        The limit `journalBytes` chooses how many calls are kept.
        """
        return Journal(self.call, self._aliases, self._unread)

    @property
    def script(self) -> Scripts:
        """The cloud's script, which replaces its responses, and recordings of calls."""
        return Scripts(self.call)

    @property
    def limits(self) -> LimitSettings:
        """The limits and switches of the service."""
        return LimitSettings(self)

    @property
    def operations(self) -> Operations:
        """The operations in flight, which report by events."""
        return Operations(self)
