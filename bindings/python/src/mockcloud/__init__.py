"""Simulates iCloud (CloudKit) for tests, in process, with faults that tests choose.

from mockcloud import Cloud, Record

with Cloud() as cloud:
    database = cloud.private
    database.save(Record("Note", {"title": "Buy glue"}, name="note-1"))
    assert database.fetch("note-1")["title"] == "Buy glue"
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import errors
    from ._core.calls import Response
    from ._core.library import live_clouds, version
    from ._core.usage_errors import Difference, FaultNeverActed
    from ._core.vocabulary import ErrorName, HarnessOperation, OperationName, ServiceOperation
    from .cloud import Cloud
    from .errors import (
        BadHandle,
        BadJSON,
        BadMockRequest,
        CKError,
        ClientEnded,
        Crash,
        LibraryError,
        Livelock,
        MockCloudError,
        MultipleResultsFound,
        NoResultFound,
        PartialFailure,
        ScriptMismatch,
        UnknownOperation,
        UsageError,
    )
    from .harness.accounts import Device, UserAccount
    from .harness.configuration import (
        Configuration,
        SchemaConfiguration,
        UserConfiguration,
    )
    from .harness.fault_report import FaultReport
    from .harness.faults import Failure, Faults
    from .harness.limits import Limits
    from .harness.savepoints import Savepoint
    from .harness.script import Script, ScriptStatus
    from .inspect.call import Call
    from .inspect.calls import Calls
    from .inspect.differing import Change, Diff
    from .inspect.findings import Finding
    from .inspect.graph import Graph
    from .inspect.graph_parts import GraphEdge, GraphNode, GraphZone
    from .inspect.journal import Journal, read_journal
    from .inspect.tree import CloudTree
    from .io.documents import DocumentError
    from .records.assets import Asset
    from .records.declared import Encrypted, Key
    from .records.metadata import Stamp
    from .records.query import Field, Filter, Sort
    from .records.record import Record
    from .records.values import Location, Reference, Typed, ZoneID
    from .records.zones import Zone
    from .service.changes import DatabaseChanges, Deletion, ZoneChange, ZoneChanges
    from .service.container import Container, PushToken
    from .service.database import Database, Page
    from .service.events import AccountChange, Event, Notification, OperationBlock
    from .service.explain import Explanation
    from .service.identities import NameComponents, UserIdentity
    from .service.operations import OperationInFlight
    from .service.participants import Participant
    from .service.sharing import Share, ShareMetadata
    from .service.subscriptions import (
        SILENT,
        DatabaseSubscription,
        NotificationInfo,
        QuerySubscription,
        Subscription,
        ZoneSubscription,
    )
    from .service.user import User
    from .states import assert_same, diff, graph, tree
    from .testing.exploration import ExplorationFailed, explore
    from .testing.mocking import mock_cloud
    from .testing.shrinking import shrink

__version__ = "0.1.0"

__all__ = [
    "SILENT",
    "AccountChange",
    "Asset",
    "BadHandle",
    "BadJSON",
    "BadMockRequest",
    "CKError",
    "Call",
    "Calls",
    "Change",
    "ClientEnded",
    "Cloud",
    "CloudTree",
    "Configuration",
    "Container",
    "Crash",
    "Database",
    "DatabaseChanges",
    "DatabaseSubscription",
    "Deletion",
    "Device",
    "Diff",
    "Difference",
    "DocumentError",
    "Encrypted",
    "ErrorName",
    "Event",
    "Explanation",
    "ExplorationFailed",
    "Failure",
    "FaultNeverActed",
    "FaultReport",
    "Faults",
    "Field",
    "Filter",
    "Finding",
    "Graph",
    "GraphEdge",
    "GraphNode",
    "GraphZone",
    "HarnessOperation",
    "Journal",
    "Key",
    "LibraryError",
    "Limits",
    "Livelock",
    "Location",
    "MockCloudError",
    "MultipleResultsFound",
    "NameComponents",
    "NoResultFound",
    "Notification",
    "NotificationInfo",
    "OperationBlock",
    "OperationInFlight",
    "OperationName",
    "Page",
    "PartialFailure",
    "Participant",
    "PushToken",
    "QuerySubscription",
    "Record",
    "Reference",
    "Response",
    "Savepoint",
    "SchemaConfiguration",
    "Script",
    "ScriptMismatch",
    "ScriptStatus",
    "ServiceOperation",
    "Share",
    "ShareMetadata",
    "Sort",
    "Stamp",
    "Subscription",
    "Typed",
    "UnknownOperation",
    "UsageError",
    "User",
    "UserAccount",
    "UserConfiguration",
    "UserIdentity",
    "Zone",
    "ZoneChange",
    "ZoneChanges",
    "ZoneID",
    "ZoneSubscription",
    "__version__",
    "assert_same",
    "diff",
    "errors",
    "explore",
    "graph",
    "live_clouds",
    "mock_cloud",
    "read_journal",
    "shrink",
    "tree",
    "version",
]

#: The public names of each module, which is imported when one of them is first used: a test run
#: whose tests use no cloud imports nothing else.
_NAMES = {
    "_core.calls": "Response",
    "_core.library": "live_clouds version",
    "_core.usage_errors": "Difference FaultNeverActed",
    "_core.vocabulary": "ErrorName HarnessOperation OperationName ServiceOperation",
    "cloud": "Cloud",
    "errors": (
        "BadHandle BadJSON BadMockRequest CKError ClientEnded Crash LibraryError Livelock "
        "MockCloudError MultipleResultsFound NoResultFound PartialFailure ScriptMismatch "
        "UnknownOperation UsageError"
    ),
    "harness.accounts": "Device UserAccount",
    "harness.configuration": "Configuration SchemaConfiguration UserConfiguration",
    "harness.fault_report": "FaultReport",
    "harness.faults": "Failure Faults",
    "harness.limits": "Limits",
    "harness.savepoints": "Savepoint",
    "harness.script": "Script ScriptStatus",
    "inspect.call": "Call",
    "inspect.calls": "Calls",
    "inspect.differing": "Change Diff",
    "inspect.findings": "Finding",
    "inspect.graph": "Graph",
    "inspect.graph_parts": "GraphEdge GraphNode GraphZone",
    "inspect.journal": "Journal read_journal",
    "inspect.tree": "CloudTree",
    "io.documents": "DocumentError",
    "records.assets": "Asset",
    "records.declared": "Encrypted Key",
    "records.metadata": "Stamp",
    "records.query": "Field Filter Sort",
    "records.record": "Record",
    "records.values": "Location Reference Typed ZoneID",
    "records.zones": "Zone",
    "service.changes": "DatabaseChanges Deletion ZoneChange ZoneChanges",
    "service.container": "Container PushToken",
    "service.database": "Database Page",
    "service.events": "AccountChange Event Notification OperationBlock",
    "service.explain": "Explanation",
    "service.identities": "NameComponents UserIdentity",
    "service.operations": "OperationInFlight",
    "service.participants": "Participant",
    "service.sharing": "Share ShareMetadata",
    "service.subscriptions": (
        "DatabaseSubscription NotificationInfo QuerySubscription SILENT Subscription "
        "ZoneSubscription"
    ),
    "service.user": "User",
    "states": "assert_same diff graph tree",
    "testing.exploration": "ExplorationFailed explore",
    "testing.mocking": "mock_cloud",
    "testing.shrinking": "shrink",
}

_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is not None:
        found = getattr(importlib.import_module(f".{home}", __name__), name)
    elif name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        try:
            found = importlib.import_module(f".{name}", __name__)
        except ModuleNotFoundError:
            from ._core.words import hint

            message = f"module {__name__!r} has no attribute {name!r}{hint(name, _HOMES)}"
            raise AttributeError(message) from None
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
