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
    from ._core.calls import Answer
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
    from .service.sharing import Participant, Share, ShareMetadata
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
    "Answer",
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

#: The modules of the public names, which are imported when a name is first used: a test run whose
#: tests use no cloud imports nothing else.
_HOMES = {
    "AccountChange": "service.events",
    "Answer": "_core.calls",
    "Asset": "records.assets",
    "BadHandle": "errors",
    "BadJSON": "errors",
    "BadMockRequest": "errors",
    "CKError": "errors",
    "Call": "inspect.call",
    "Calls": "inspect.calls",
    "Change": "inspect.differing",
    "ClientEnded": "errors",
    "Cloud": "cloud",
    "CloudTree": "inspect.tree",
    "Configuration": "harness.configuration",
    "Container": "service.container",
    "Crash": "errors",
    "Database": "service.database",
    "DatabaseChanges": "service.changes",
    "DatabaseSubscription": "service.subscriptions",
    "Deletion": "service.changes",
    "Device": "harness.accounts",
    "Diff": "inspect.differing",
    "Difference": "_core.usage_errors",
    "DocumentError": "io.documents",
    "Encrypted": "records.declared",
    "ErrorName": "_core.vocabulary",
    "Event": "service.events",
    "Explanation": "service.explain",
    "ExplorationFailed": "testing.exploration",
    "Failure": "harness.faults",
    "FaultNeverActed": "_core.usage_errors",
    "FaultReport": "harness.fault_report",
    "Faults": "harness.faults",
    "Field": "records.query",
    "Filter": "records.query",
    "Finding": "inspect.findings",
    "Graph": "inspect.graph",
    "GraphEdge": "inspect.graph_parts",
    "GraphNode": "inspect.graph_parts",
    "GraphZone": "inspect.graph_parts",
    "HarnessOperation": "_core.vocabulary",
    "Journal": "inspect.journal",
    "Key": "records.declared",
    "LibraryError": "errors",
    "Limits": "harness.limits",
    "Livelock": "errors",
    "Location": "records.values",
    "MockCloudError": "errors",
    "MultipleResultsFound": "errors",
    "NameComponents": "service.identities",
    "NoResultFound": "errors",
    "Notification": "service.events",
    "NotificationInfo": "service.subscriptions",
    "OperationBlock": "service.events",
    "OperationInFlight": "service.operations",
    "OperationName": "_core.vocabulary",
    "Page": "service.database",
    "PartialFailure": "errors",
    "Participant": "service.sharing",
    "PushToken": "service.container",
    "QuerySubscription": "service.subscriptions",
    "Record": "records.record",
    "Reference": "records.values",
    "SILENT": "service.subscriptions",
    "Savepoint": "harness.savepoints",
    "SchemaConfiguration": "harness.configuration",
    "Script": "harness.script",
    "ScriptMismatch": "errors",
    "ScriptStatus": "harness.script",
    "ServiceOperation": "_core.vocabulary",
    "Share": "service.sharing",
    "ShareMetadata": "service.sharing",
    "Sort": "records.query",
    "Stamp": "records.metadata",
    "Subscription": "service.subscriptions",
    "Typed": "records.values",
    "UnknownOperation": "errors",
    "UsageError": "errors",
    "User": "service.user",
    "UserAccount": "harness.accounts",
    "UserConfiguration": "harness.configuration",
    "UserIdentity": "service.identities",
    "Zone": "records.zones",
    "ZoneChange": "service.changes",
    "ZoneChanges": "service.changes",
    "ZoneID": "records.values",
    "ZoneSubscription": "service.subscriptions",
    "assert_same": "states",
    "diff": "states",
    "explore": "testing.exploration",
    "graph": "states",
    "live_clouds": "_core.library",
    "mock_cloud": "testing.mocking",
    "read_journal": "inspect.journal",
    "shrink": "testing.shrinking",
    "tree": "states",
    "version": "_core.library",
}


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
