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
    from ._calls_base import Answer
    from ._declared import Encrypted, Key
    from ._differing import Change, Diff
    from ._graph_reading import graph
    from ._ledger import FaultNeverActed
    from ._raw import live_clouds, version
    from ._savepoints import Savepoint
    from ._tree_reading import tree
    from ._usage_errors import Difference
    from ._vocabulary import ErrorName, HarnessOperation, OperationName, ServiceOperation
    from .accounts import Device, UserAccount
    from .assets import Asset
    from .changes import DatabaseChanges, Deletion, ZoneChange, ZoneChanges
    from .cloud import Cloud
    from .configuration import Configuration
    from .container import Container, PushToken
    from .database import Database, Page
    from .diffing import assert_same, diff
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
    from .events import AccountChange, Event, Notification, OperationBlock
    from .explain import Explanation
    from .exploration import ExplorationFailed, explore
    from .faults import Failure, FaultReport, Faults
    from .findings import Finding
    from .graphs import Graph, GraphEdge, GraphNode, GraphZone
    from .identities import NameComponents, UserIdentity
    from .in_flight import OperationInFlight
    from .journal import Calls, Journal, read_journal
    from .journal_call import Call
    from .limits import Limits
    from .mocking import mock_cloud
    from .query import Field, Filter, Sort
    from .record import Record, Stamp
    from .scripts import Script, ScriptStatus
    from .sharing import Participant, Share, ShareMetadata
    from .shrinking import shrink
    from .subscriptions import (
        DatabaseSubscription,
        NotificationInfo,
        QuerySubscription,
        Subscription,
        ZoneSubscription,
    )
    from .trees import CloudTree
    from .user import User
    from .values import Location, Reference, Typed, ZoneID
    from .zones import Zone

__version__ = "0.1.0"

__all__ = [
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
    "AccountChange": "events",
    "Answer": "_calls_base",
    "Asset": "assets",
    "BadHandle": "errors",
    "BadJSON": "errors",
    "BadMockRequest": "errors",
    "CKError": "errors",
    "Call": "journal_call",
    "Calls": "journal",
    "Change": "_differing",
    "ClientEnded": "errors",
    "Cloud": "cloud",
    "CloudTree": "trees",
    "Configuration": "configuration",
    "Container": "container",
    "Crash": "errors",
    "Database": "database",
    "DatabaseChanges": "changes",
    "DatabaseSubscription": "subscriptions",
    "Deletion": "changes",
    "Device": "accounts",
    "Diff": "_differing",
    "Difference": "_usage_errors",
    "Encrypted": "_declared",
    "ErrorName": "_vocabulary",
    "Event": "events",
    "Explanation": "explain",
    "ExplorationFailed": "exploration",
    "Failure": "faults",
    "FaultNeverActed": "_ledger",
    "FaultReport": "faults",
    "Faults": "faults",
    "Field": "query",
    "Filter": "query",
    "Finding": "findings",
    "Graph": "graphs",
    "GraphEdge": "graphs",
    "GraphNode": "graphs",
    "GraphZone": "graphs",
    "HarnessOperation": "_vocabulary",
    "Journal": "journal",
    "Key": "_declared",
    "LibraryError": "errors",
    "Limits": "limits",
    "Livelock": "errors",
    "Location": "values",
    "MockCloudError": "errors",
    "MultipleResultsFound": "errors",
    "NameComponents": "identities",
    "NoResultFound": "errors",
    "Notification": "events",
    "NotificationInfo": "subscriptions",
    "OperationBlock": "events",
    "OperationInFlight": "in_flight",
    "OperationName": "_vocabulary",
    "Page": "database",
    "PartialFailure": "errors",
    "Participant": "sharing",
    "PushToken": "container",
    "QuerySubscription": "subscriptions",
    "Record": "record",
    "Reference": "values",
    "Savepoint": "_savepoints",
    "Script": "scripts",
    "ScriptMismatch": "errors",
    "ScriptStatus": "scripts",
    "ServiceOperation": "_vocabulary",
    "Share": "sharing",
    "ShareMetadata": "sharing",
    "Sort": "query",
    "Stamp": "record",
    "Subscription": "subscriptions",
    "Typed": "values",
    "UnknownOperation": "errors",
    "UsageError": "errors",
    "User": "user",
    "UserAccount": "accounts",
    "UserIdentity": "identities",
    "Zone": "zones",
    "ZoneChange": "changes",
    "ZoneChanges": "changes",
    "ZoneID": "values",
    "ZoneSubscription": "subscriptions",
    "assert_same": "diffing",
    "diff": "diffing",
    "explore": "exploration",
    "graph": "_graph_reading",
    "live_clouds": "_raw",
    "mock_cloud": "mocking",
    "read_journal": "journal",
    "shrink": "shrinking",
    "tree": "_tree_reading",
    "version": "_raw",
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
            from ._words import hint

            message = f"module {__name__!r} has no attribute {name!r}{hint(name, _HOMES)}"
            raise AttributeError(message) from None
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
