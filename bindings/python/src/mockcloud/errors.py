"""What goes wrong, as exceptions.

Two families that never mix:

* `CKError`: the simulated iCloud works and returned an error of CloudKit. One subclass per code.
* `UsageError`: the call made no sense to the library (bad JSON, unknown operation, closed cloud).

Where Python has an exception of the same meaning, the class is one of those too, so that code
under test that catches `PermissionError`, `ConnectionError`, `LookupError` or `ValueError` works.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._ck_error import CK_ERRORS, CKError, ck_error
from ._ck_errors import (
    AccountTemporarilyUnavailable,
    AlreadyShared,
    AssetFileModified,
    AssetFileNotFound,
    AssetNotAvailable,
    BadContainer,
    BadDatabase,
    BatchRequestFailed,
    ChangeTokenExpired,
    ConstraintViolation,
    IncompatibleVersion,
    InternalError,
    InvalidArguments,
    LimitExceeded,
    ManagedAccountRestricted,
    MissingEntitlement,
    NetworkFailure,
    NetworkUnavailable,
    NotAuthenticated,
    OperationCancelled,
    PartialFailure,
    ParticipantAlreadyInvited,
    ParticipantMayNeedVerification,
    PermissionFailure,
    QuotaExceeded,
    ReferenceViolation,
    RequestRateLimited,
    ResultsTruncated,
    ServerRecordChanged,
    ServerRejectedRequest,
    ServerResponseLost,
    ServiceUnavailable,
    TooManyParticipants,
    UnknownItem,
    UserDeletedZone,
    ZoneBusy,
    ZoneNotFound,
)
from ._usage_errors import (
    USAGE_ERRORS,
    BadHandle,
    BadJSON,
    BadMockRequest,
    LibraryError,
    LibraryFailure,
    MockCloudError,
    NullArgument,
    ScriptMismatch,
    UnknownOperation,
    UsageError,
)

__all__ = [
    "CK_ERRORS",
    "USAGE_ERRORS",
    "AccountTemporarilyUnavailable",
    "AlreadyShared",
    "AssetFileModified",
    "AssetFileNotFound",
    "AssetNotAvailable",
    "BadContainer",
    "BadDatabase",
    "BadHandle",
    "BadJSON",
    "BadMockRequest",
    "BatchRequestFailed",
    "CKError",
    "ChangeTokenExpired",
    "ConstraintViolation",
    "IncompatibleVersion",
    "InternalError",
    "InvalidArguments",
    "LibraryError",
    "LibraryFailure",
    "LimitExceeded",
    "ManagedAccountRestricted",
    "MissingEntitlement",
    "MockCloudError",
    "NetworkFailure",
    "NetworkUnavailable",
    "NotAuthenticated",
    "NullArgument",
    "OperationCancelled",
    "PartialFailure",
    "ParticipantAlreadyInvited",
    "ParticipantMayNeedVerification",
    "PermissionFailure",
    "QuotaExceeded",
    "ReferenceViolation",
    "RequestRateLimited",
    "ResultsTruncated",
    "ScriptMismatch",
    "ServerRecordChanged",
    "ServerRejectedRequest",
    "ServerResponseLost",
    "ServiceUnavailable",
    "TooManyParticipants",
    "UnknownItem",
    "UnknownOperation",
    "UsageError",
    "UserDeletedZone",
    "ZoneBusy",
    "ZoneNotFound",
    "ck_error",
    "error_for",
]


for _kind in (
    *(MockCloudError, LibraryError, UsageError, *USAGE_ERRORS.values()),
    *(CKError, *CK_ERRORS.values()),
):
    # Tracebacks name the place to import an error from.
    _kind.__module__ = __name__


def error_for(status: int, answer: Mapping[str, Any]) -> MockCloudError:
    """The exception for an answer with a status other than 0."""
    document: Mapping[str, Any] = answer.get("error", {})
    if status > 0:
        return ck_error({"ckErrorCode": status, **document}, answer)
    return USAGE_ERRORS.get(status, UsageError)(document, status)
