"""The exceptions of the package.

There are two families:

* `CKError`: the simulated iCloud returned a CloudKit error. There is one subclass per error code.
* `UsageError`: the call itself was invalid (malformed JSON, unknown operation, closed cloud).

If Python has a built-in exception with the same meaning, the class is derived from it as well, so
that code under test can catch `PermissionError`, `ConnectionError`, `LookupError` or `ValueError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._core.usage_errors import (
    USAGE_ERRORS,
    BadHandle,
    BadJSON,
    BadMockRequest,
    ClientEnded,
    Crash,
    LibraryError,
    LibraryFailure,
    Livelock,
    MockCloudError,
    MultipleResultsFound,
    NoResultFound,
    NullArgument,
    ScriptMismatch,
    UnknownOperation,
    UsageError,
    client_ended,
)
from .._core.words import hint
from .base import CK_ERRORS, CKError, ck_error
from .classes import (
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
    "ClientEnded",
    "ConstraintViolation",
    "Crash",
    "IncompatibleVersion",
    "InternalError",
    "InvalidArguments",
    "LibraryError",
    "LibraryFailure",
    "LimitExceeded",
    "Livelock",
    "ManagedAccountRestricted",
    "MissingEntitlement",
    "MockCloudError",
    "MultipleResultsFound",
    "NetworkFailure",
    "NetworkUnavailable",
    "NoResultFound",
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


def __getattr__(name: str) -> Any:
    text = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(text if name.startswith("_") else f"{text}{hint(name, __all__)}")


for _kind in (
    *(MockCloudError, LibraryError, NoResultFound, MultipleResultsFound),
    *(UsageError, *USAGE_ERRORS.values()),
    *(ClientEnded, Crash, Livelock),
    *(CKError, *CK_ERRORS.values()),
):
    # Tracebacks show the module from which users import the error.
    _kind.__module__ = __name__


def error_for(status: int, response: Mapping[str, Any]) -> MockCloudError:
    """Returns the exception for a response with a status other than 0.

    Raises `ClientEnded` if the client has ended.
    """
    document: Mapping[str, Any] = response.get("error", {})
    if status == ClientEnded.status:
        raise client_ended(document)
    if status > 0:
        return ck_error({"ckErrorCode": status, **document}, response)
    return USAGE_ERRORS.get(status, UsageError)(document, status)
