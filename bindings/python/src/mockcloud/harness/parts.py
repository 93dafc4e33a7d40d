"""The parts of a cloud: `cloud.clock`, `cloud.faults` and the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import harness, inspect, service
from .._core.attributes import missing, unsettable
from ..service.container import Container
from ..service.database import Database
from .event_calls import EventCalls
from .faults import Faults


def _parts() -> dict[str, type]:
    """Returns the classes of objects whose attributes are looked for, by the expressions for them.

    The expressions are those for the objects of a cloud.
    """
    return {
        "cloud.clock": harness.Clock,
        "cloud.faults": Faults,
        "cloud.network": harness.Network,
        "cloud.accounts": harness.Accounts,
        "cloud.schema": harness.Schema,
        "cloud.state": harness.State,
        "cloud.journal": inspect.Journal,
        "cloud.script": harness.Scripts,
        "cloud.limits": harness.LimitSettings,
        "cloud.operations": service.Operations,
        "cloud.private": Database,
        "cloud.container()": Container,
    }


#: What does the work of names that are not those of any part.
_OTHERS = {
    "set_error": "cloud.fail(error, operation=...)",
    "offline": 'cloud.network.set("offline")',
    "online": 'cloud.network.set("online")',
    "seed": "Cloud(seed=...)",
    "now": "clock.set(...)",
    "advance_clock": "cloud.advance(seconds)",
}


class Parts(EventCalls):
    """A cloud as its parts."""

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __getattr__(self, name: str) -> Any:
            # What `Cloud.__init__` stores; tools look for `_names_` with their own meaning.
            if self._finalizer is None and name.startswith("_") and not name.endswith("_"):
                raise self._closed_error()
            raise missing(self, name, {"cloud": type(self), **_parts()}, _OTHERS)

        def __setattr__(self, name: str, value: Any) -> None:
            if not name.startswith("_") and self._keeps(name, value):
                raise unsettable(self, name, _OTHERS)
            object.__setattr__(self, name, value)

    def _keeps(self, name: str, value: object) -> bool:
        """Returns whether an attribute cannot be set.

        Derived classes have attributes of their own, and tests replace methods by functions.
        """
        kind = type(self)
        known = getattr(kind, name, None)
        if isinstance(known, property):
            return known.fset is None
        if known is None:
            return kind.__module__.partition(".")[0] == __name__.partition(".")[0]
        return callable(known) and not callable(value)

    @property
    def clock(self) -> harness.Clock:
        """The clock, which changes only when the test moves it."""
        return harness.Clock(self)

    @property
    def faults(self) -> Faults:
        """The rules of faults: when an error occurs, how often, and which (docs/FAULTS.md)."""
        return Faults(self.call, self._ledger)

    @property
    def network(self) -> harness.Network:
        """The networks of the devices."""
        return harness.Network(self)

    @property
    def accounts(self) -> harness.Accounts:
        """The users, their devices and their accounts."""
        return harness.Accounts(self)

    @property
    def schema(self) -> harness.Schema:
        """The schemas of the containers."""
        return harness.Schema(self)

    @property
    def state(self) -> harness.State:
        """Snapshots, saved states, and data that the service loses."""
        return harness.State(self)

    @property
    def journal(self) -> inspect.Journal:
        """The journal, which later calls are added to: `cloud.journal.calls` has those so far.

        The limit `journalBytes` chooses how many calls are kept.
        """
        return inspect.Journal(self.call, self._aliases, self._unread)

    @property
    def script(self) -> harness.Scripts:
        """The cloud's script, which replaces its responses, and recordings of calls."""
        return harness.Scripts(self.call)

    @property
    def limits(self) -> harness.LimitSettings:
        """The limits and switches of the service."""
        return harness.LimitSettings(self)

    @property
    def operations(self) -> service.Operations:
        """The operations in flight, which report by events."""
        return service.Operations(self)
