"""The library's names as types, for completion in editors and for type checkers.

Generated from `mock/info`; do not edit: bindings/python/tests/vocabulary.py --write
"""

from __future__ import annotations

from typing import Literal, TypedDict

#: An operation of the simulated service.
ServiceOperation = Literal[
    "records/modify",
    "records/lookup",
    "records/query",
    "zones/list",
    "zones/lookup",
    "zones/modify",
    "changes/database",
    "changes/zone",
    "zones/changes",
    "records/changes",
    "subscriptions/modify",
    "subscriptions/lookup",
    "subscriptions/list",
    "tokens/create",
    "tokens/register",
    "account/status",
    "account/userRecordID",
    "users/current",
    "users/caller",
    "assets/upload",
    "assets/download",
    "assets/rereference",
    "users/discover",
    "users/lookup/email",
    "users/lookup/id",
    "users/lookup/contacts",
    "records/resolve",
    "records/accept",
    "shares/participants",
]

#: An operation of the harness, which is not part of CloudKit.
HarnessOperation = Literal[
    "mock/info",
    "mock/container/create",
    "mock/users/add",
    "mock/users/list",
    "mock/devices/add",
    "mock/devices/restart",
    "mock/seed",
    "mock/records",
    "mock/reset",
    "mock/snapshot",
    "mock/restore",
    "mock/snapshot/remove",
    "mock/snapshot/list",
    "mock/summary",
    "mock/graph",
    "mock/state/save",
    "mock/state/load",
    "mock/state/check",
    "mock/state/hash",
    "mock/account/set",
    "mock/account/signIn",
    "mock/account/signOut",
    "mock/assets/put",
    "mock/error/set",
    "mock/recordErrors/set",
    "mock/faults/add",
    "mock/faults/load",
    "mock/faults/list",
    "mock/faults/report",
    "mock/faults/trace",
    "mock/faults/remove",
    "mock/faults/arm",
    "mock/faults/disarm",
    "mock/faults/clear",
    "mock/faults/pause",
    "mock/faults/profile",
    "mock/faults/heal",
    "mock/network/set",
    "mock/network/partition",
    "mock/network/heal",
    "mock/explore/begin",
    "mock/explore/next",
    "mock/explore/report",
    "mock/explore/end",
    "operations/list",
    "operations/cancel",
    "mock/clock",
    "mock/clock/advance",
    "mock/clock/set",
    "mock/clock/runUntilIdle",
    "mock/limits/set",
    "mock/tokens/expire",
    "mock/zones/purge",
    "mock/zones/resetEncryptedData",
    "mock/schema/load",
    "mock/schema/get",
    "mock/schema/deploy",
    "mock/explain",
    "mock/journal",
    "mock/journal/clear",
    "mock/report",
    "mock/script/load",
    "mock/script/status",
    "mock/recording/start",
    "mock/recording/stop",
    "mock/match",
]

#: Any operation. `Cloud.call_raw` also takes other strings.
OperationName = ServiceOperation | HarnessOperation

#: One of CloudKit's errors.
ErrorName = Literal[
    "internalError",
    "partialFailure",
    "networkUnavailable",
    "networkFailure",
    "badContainer",
    "serviceUnavailable",
    "requestRateLimited",
    "missingEntitlement",
    "notAuthenticated",
    "permissionFailure",
    "unknownItem",
    "invalidArguments",
    "resultsTruncated",
    "serverRecordChanged",
    "serverRejectedRequest",
    "assetFileNotFound",
    "assetFileModified",
    "incompatibleVersion",
    "constraintViolation",
    "operationCancelled",
    "changeTokenExpired",
    "batchRequestFailed",
    "zoneBusy",
    "badDatabase",
    "quotaExceeded",
    "zoneNotFound",
    "limitExceeded",
    "userDeletedZone",
    "tooManyParticipants",
    "alreadyShared",
    "referenceViolation",
    "managedAccountRestricted",
    "participantMayNeedVerification",
    "serverResponseLost",
    "assetNotAvailable",
    "accountTemporarilyUnavailable",
    "participantAlreadyInvited",
]

#: The limit `firstReading`.
FirstReading = Literal[
    "own",
    "history",
    "live",
]


class LimitConfiguration(TypedDict, total=False):
    """Limits and switches, with the names that requests use; None is the default."""

    itemsPerRequest: int | None
    bytesPerRequest: int | None
    bytesPerRecord: int | None
    pageSize: int | None
    nameLength: int | None
    referencesPerTarget: int | None
    participantsPerShare: int | None
    filterValues: int | None
    fieldsPerType: int | None
    bytesPerAsset: int | None
    journalBytes: int | None
    storagePerUser: int | None
    storagePerContainer: int | None
    syncTokenLife: int | None
    markerLife: int | None
    sessionLife: int | None
    caseSensitiveEquality: bool | None
    oneSubscriptionPerType: bool | None
    strictIndexes: bool | None
    pushesWithoutInfo: bool | None
    firstReading: FirstReading | None
