"""A whole simulated iCloud in one library: CloudKit for tests, in process and breakable.

from mockcloud import Cloud, Record

with Cloud() as cloud:
    database = cloud.private
    database.save(Record("Note", {"title": "Buy glue"}, name="note-1"))
    assert database.fetch("note-1")["title"] == "Buy glue"
"""

from __future__ import annotations

from . import errors
from ._calls_base import Answer
from ._raw import live_clouds, version
from ._usage_errors import Difference
from .changes import DatabaseChanges, Deletion, ZoneChange, ZoneChanges
from .cloud import Cloud
from .container import Container
from .database import Database, Page
from .errors import (
    BadHandle,
    BadJSON,
    BadMockRequest,
    CKError,
    LibraryError,
    MockCloudError,
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
from .journal import Journal, JournalCall, JournalCalls
from .launch import read_journal
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
from .user import User
from .values import Asset, Location, Reference, Typed, ZoneID
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
    "Cloud",
    "Container",
    "Database",
    "DatabaseChanges",
    "DatabaseSubscription",
    "Deletion",
    "Difference",
    "Event",
    "Explanation",
    "ExplorationFailed",
    "Failure",
    "FaultReport",
    "Faults",
    "Field",
    "Filter",
    "Finding",
    "Journal",
    "JournalCall",
    "JournalCalls",
    "LibraryError",
    "Location",
    "MockCloudError",
    "Notification",
    "NotificationInfo",
    "OperationBlock",
    "Page",
    "PartialFailure",
    "Participant",
    "QuerySubscription",
    "Record",
    "Reference",
    "Script",
    "ScriptMismatch",
    "ScriptStatus",
    "Share",
    "ShareMetadata",
    "Sort",
    "Stamp",
    "Subscription",
    "Typed",
    "UnknownOperation",
    "UsageError",
    "User",
    "Zone",
    "ZoneChange",
    "ZoneChanges",
    "ZoneID",
    "ZoneSubscription",
    "__version__",
    "errors",
    "explore",
    "live_clouds",
    "read_journal",
    "shrink",
    "version",
]
