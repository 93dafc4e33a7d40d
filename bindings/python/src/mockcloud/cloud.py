"""The class `Cloud`: one simulated iCloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ctypes import byref, c_void_p
from datetime import datetime, timedelta
from typing import Any

from . import inspect, service
from ._core.context import UNSET, Unset, context
from ._core.files import Path
from ._core.keywords import explained
from ._core.typing import Unpack
from ._core.wire import Environment, Scope, ServiceOperations, Wire
from .errors import error_for
from .errors.forms import ErrorLike
from .harness.fault_forms import FailedCalls
from .harness.faults import Failure, Rule
from .harness.parts import Parts
from .harness.savepoints import Savepoint
from .harness.stored import StoredRecords
from .inspect.sizes import GRAPH_LIMIT, TREE_LIMIT
from .service.container import Container
from .service.database import Database
from .service.databases import Databases
from .service.user import User
from .service.views import check_caller


@explained
class Cloud(StoredRecords, Parts, Databases):
    """One simulated iCloud, independent of all other clouds.

    The configuration is given as keywords, as a mapping or as both: `Cloud(seed=7)`. Keywords
    replace keys of the mapping. The keys are described in `Configuration`. Without a configuration,
    the library reads environment variables: `MOCKCLOUD_CONFIG` and those that `environ()` sets for
    a program under test. A cloud is closed by `close()`, at the end of its `with` or `async with`
    block, or when no reference to it remains. It may be used from any thread.

    `clock`, `faults`, `network`, `accounts`, `schema`, `state`, `journal`, `script`, `limits` and
    `operations` are its parts. The other methods are those of the service, and short forms.
    """

    def fork(self) -> Cloud:
        """Returns an independent copy of the cloud. The cost does not depend on its size."""
        copy = self._copy()
        self._ledger.copied(copy._ledger)
        return copy

    def _copy(self) -> Cloud:
        handle = self._forked()
        copy = Cloud.__new__(Cloud)
        copy._adopt(self._library, handle)
        copy._queue.passed = self._queue.passed.copy()
        return copy

    def info(self) -> Wire:
        """Returns versions, operations with their keys, limits and error codes."""
        return self.call("mock/info")

    # Short forms

    @property
    def now(self) -> datetime:
        """The time of the clock: `cloud.clock.now`."""
        return self.clock.now

    def advance(self, by: float | timedelta = 0) -> list[service.Event]:
        """Advances the clock by that many seconds, and takes the events of the default device.

        The events of other devices remain in their queues, from which `User.events` takes them, and
        `Cloud.events` those of all devices.
        """
        self.clock.advance(by)
        device = self._default_device({})
        # A view of no device would take the events of all.
        return [] if device is None else list(self._events_of({"device": device}, device))

    def fail(self, error: ErrorLike, **calls: Unpack[FailedCalls]) -> Failure:
        """Makes calls, or operations on records, fail: `cloud.faults.fail`.

        with cloud.fail(ZoneBusy(retry_after=3), operation="records/modify", device="phone"):
            client.sync()
        """
        return self.faults.fail(error, **calls)

    def savepoint(self) -> Savepoint:
        """Returns a savepoint: `with cloud.savepoint():` undoes at its end what the block did.

        `cloud.state.savepoint` describes it.
        """
        return self.state.savepoint()

    @property
    def calls(self) -> inspect.Calls:
        """The calls of the service up to this moment, oldest first. Later calls are not added.

        Calling the object filters the calls.

        `cloud.calls("records/modify", user="bob")[0].error == "zoneBusy"`. The operations of the
        harness, `mock/…`, are not among them.
        """
        return self.journal.calls

    def assert_called(
        self,
        operation: ServiceOperations | None = None,
        /,
        *,
        times: int | None = None,
        **filters: Unpack[inspect.CallFilters],
    ) -> inspect.Calls:
        """Fails unless a call, or exactly `times` calls, match the filters; returns those calls.

        `cloud.assert_called("records/modify", times=1, record="n1", user="bob")`.
        """
        __tracebackhide__ = True
        return self.calls.assert_called(operation, times=times, **filters)

    def assert_not_called(
        self, operation: ServiceOperations | None = None, /, **filters: Unpack[inspect.CallFilters]
    ) -> None:
        """Fails if a call matches the filters."""
        __tracebackhide__ = True
        self.calls.assert_not_called(operation, **filters)

    def assert_called_in_order(self, *steps: inspect.Step) -> inspect.Calls:
        """Fails unless calls match the steps one after the other; returns those calls.

        `cloud.assert_called_in_order("zones/modify", ("records/modify", {"record": "n1"}))`.
        Other calls may be between them.
        """
        __tracebackhide__ = True
        return self.calls.assert_called_in_order(*steps)

    def findings(self) -> list[inspect.Finding]:
        """Returns the mistakes of clients, in the order of the calls: `cloud.journal.findings`."""
        return self.journal.findings()

    def environ(
        self,
        *,
        journal: Path | None = None,
        state_out: Path | None = None,
        faults: Path | Iterable[Rule] | None = None,
        script: Path | Mapping[str, Any] | None = None,
        base: Mapping[str, str] | None = None,
    ) -> dict[str, str]:
        """Returns an environment for a program whose cloud starts with the state of this cloud.

        `subprocess.run(["./program"], env=cloud.environ(journal=path))`. The program appends each
        of its calls to `journal`, which `read_journal` reads, and writes its state to `state_out`
        when its cloud is destroyed, which `Cloud(state=str(path))` reads. `faults` is a list of
        rules, or the path of a file that may be edited while the program runs. `script` is a
        script, or the path of one. `base` is the environment to extend, by default that of this
        process; its variables for clouds are removed. A large state is passed in a temporary file,
        which is deleted together with this `Cloud` object.
        """
        from .harness.launch import environment_of  # imported here because few tests need it

        return environment_of(
            self, journal=journal, state_out=state_out, faults=faults, script=script, base=base
        )

    # Containers, databases and users

    def container(
        self, identifier: str | None = None, *, environment: Environment | None = None
    ) -> Container:
        """Returns a container, by default the default container of the configuration."""
        return Container(self, context(container=identifier, environment=environment))

    def as_user(self, user: str, device: str | None = None) -> User:
        """Returns a view of the cloud for a user on a device, by default the user's first one.

        Raises `ValueError` if the cloud has no such user, or the user no such device.
        """
        view = User(self, user, device)
        check_caller(self, context(user=user, device=device))
        return view

    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """Returns a database of the default container."""
        return self.container().database(scope, user=user, device=device)

    # The state as a whole

    def tree(self, *, limit: int | None = TREE_LIMIT) -> inspect.CloudTree:
        """Returns users, databases, zones with numbers of records, shares and subscriptions.

        `str(tree)` is a drawing with the first `limit` elements of each list, or all if it is None.
        """
        from .inspect.tree_reading import read_tree

        return read_tree(self, limit)

    def graph(
        self, *, zones: Iterable[str] | None = None, limit: int | None = GRAPH_LIMIT
    ) -> inspect.Graph:
        """Returns the zones, their records, and the links between these.

        Links are parents, references and shares. `zones` are the names of the zones to show, by
        default all. The graph has at most `limit` records, or all if it is None; records with links
        come first. `str(graph)` is its text in Mermaid.
        """
        from .inspect.graph_reading import read_graph

        return read_graph(self, zones, limit)

    def __str__(self) -> str:
        return repr(self) if self.closed else str(self._drawn())

    def __rich__(self) -> Any:
        return repr(self) if self.closed else self._drawn().__rich__()

    def _repr_html_(self) -> str:
        from html import escape

        return escape(repr(self)) if self.closed else self._drawn()._repr_html_()

    def _drawn(self) -> inspect.CloudTree:
        from .inspect.tree_reading import read_drawn

        return read_drawn(self)

    def _differing_parts(self, other: Cloud) -> tuple[Wire, Wire]:
        if not isinstance(other, Cloud):
            raise TypeError(f"a cloud is compared with another, not with {other!r}")
        for each in (self, other):
            each._check_open()
        result = c_void_p()
        status = self._library.mockcloud_diff(self._handle, other._handle, byref(result))
        parts: Wire = self._codec.decode(self._library.take_string(result) or b"{}")
        if status != 0:
            raise error_for(status, parts)
        return parts["before"], parts["after"]
