"""A whole simulated iCloud in one library: CloudKit for tests, in process and breakable.

from mockcloud import Cloud, Record

with Cloud() as cloud:
    database = cloud.private
    database.save(Record("Note", {"title": "Buy glue"}, name="note-1"))
    assert database.fetch("note-1")["title"] == "Buy glue"
"""

from __future__ import annotations

from . import errors
from ._raw import live_clouds, version
from .cloud import Answer, Cloud, Container
from .database import Database, Page
from .errors import (
    BadHandle,
    BadJSON,
    BadMockRequest,
    CKError,
    LibraryError,
    MockCloudError,
    PartialFailure,
    UnknownOperation,
    UsageError,
)
from .model import Asset, Location, Record, Reference, Stamp, Zone, ZoneID
from .query import Field, Filter, Sort
from .values import Typed

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Asset",
    "BadHandle",
    "BadJSON",
    "BadMockRequest",
    "CKError",
    "Cloud",
    "Container",
    "Database",
    "Field",
    "Filter",
    "LibraryError",
    "Location",
    "MockCloudError",
    "Page",
    "PartialFailure",
    "Record",
    "Reference",
    "Sort",
    "Stamp",
    "Typed",
    "UnknownOperation",
    "UsageError",
    "Zone",
    "ZoneID",
    "__version__",
    "errors",
    "live_clouds",
    "version",
]
