"""CloudKit's errors, one class per code. Import them from `mockcloud.errors`."""

from __future__ import annotations

from .base import CK_ERRORS, CKError


class InternalError(CKError, RuntimeError):
    """CloudKit has an internal error."""

    code, name = 1, "internalError"


class PartialFailure(CKError):
    """Some items failed; see `partial_errors`, and `response` for the items that succeeded."""

    code, name = 2, "partialFailure"

    def _sentence(self) -> str:
        errors = self.partial_errors
        text = super()._sentence()
        return text + "".join(f"\n  {error}" for error in errors)


class NetworkUnavailable(CKError, ConnectionError):
    """The network is not available."""

    code, name = 3, "networkUnavailable"


class NetworkFailure(CKError, ConnectionError):
    """The network is available, but CloudKit cannot be reached."""

    code, name = 4, "networkFailure"


class BadContainer(CKError):
    """The container is unknown or not allowed."""

    code, name = 5, "badContainer"


class ServiceUnavailable(CKError):
    """The service is unavailable or limits requests; wait `retry_after` seconds."""

    code, name = 6, "serviceUnavailable"


class RequestRateLimited(CKError):
    """The client sends requests too often; wait `retry_after` seconds."""

    code, name = 7, "requestRateLimited"


class MissingEntitlement(CKError):
    """The app does not have a required entitlement."""

    code, name = 8, "missingEntitlement"


class NotAuthenticated(CKError, PermissionError):
    """No user is signed in to iCloud."""

    code, name = 9, "notAuthenticated"


class PermissionFailure(CKError, PermissionError):
    """The user does not have permission for the operation."""

    code, name = 10, "permissionFailure"


class UnknownItem(CKError, LookupError):
    """The record, or another item of the request, does not exist."""

    code, name = 11, "unknownItem"


class InvalidArguments(CKError, ValueError):
    """The request contains invalid data."""

    code, name = 12, "invalidArguments"


class ResultsTruncated(CKError):
    """Deprecated; CloudKit never returns it."""

    code, name = 13, "resultsTruncated"


class ServerRecordChanged(CKError):
    """The record changed on the server since it was fetched; see `server_record`."""

    code, name = 14, "serverRecordChanged"


class ServerRejectedRequest(CKError):
    """The server refused the request."""

    code, name = 15, "serverRejectedRequest"


class AssetFileNotFound(CKError, FileNotFoundError):
    """The asset's file does not exist."""

    code, name = 16, "assetFileNotFound"


class AssetFileModified(CKError):
    """The asset's file changed while it was uploaded."""

    code, name = 17, "assetFileModified"


class IncompatibleVersion(CKError):
    """The app's version is older than the oldest version that is allowed."""

    code, name = 18, "incompatibleVersion"


class ConstraintViolation(CKError):
    """The change violates a unique constraint."""

    code, name = 19, "constraintViolation"


class OperationCancelled(CKError):
    """The operation was cancelled."""

    code, name = 20, "operationCancelled"


class ChangeTokenExpired(CKError):
    """The change token is too old; fetch again without one."""

    code, name = 21, "changeTokenExpired"


class BatchRequestFailed(CKError):
    """The item was not changed, because another item of its atomic batch failed."""

    code, name = 22, "batchRequestFailed"


class ZoneBusy(CKError):
    """The zone is too busy; retry in a few seconds."""

    code, name = 23, "zoneBusy"


class BadDatabase(CKError):
    """The database does not allow the operation."""

    code, name = 24, "badDatabase"


class QuotaExceeded(CKError):
    """The change exceeds the storage quota."""

    code, name = 25, "quotaExceeded"


class ZoneNotFound(CKError, LookupError):
    """The zone does not exist; see `user_did_reset_encrypted_data`."""

    code, name = 26, "zoneNotFound"


class LimitExceeded(CKError):
    """The request, the record or the list is too large; split it."""

    code, name = 27, "limitExceeded"


class UserDeletedZone(CKError):
    """The user deleted the zone in Settings; ask the user before creating it again."""

    code, name = 28, "userDeletedZone"


class TooManyParticipants(CKError):
    """The share has too many participants."""

    code, name = 29, "tooManyParticipants"


class AlreadyShared(CKError):
    """The record, an ancestor or a descendant is already shared."""

    code, name = 30, "alreadyShared"


class ReferenceViolation(CKError):
    """The target of a reference is missing, or is still referenced."""

    code, name = 31, "referenceViolation"


class ManagedAccountRestricted(CKError, PermissionError):
    """The managed account does not allow the operation."""

    code, name = 32, "managedAccountRestricted"


class ParticipantMayNeedVerification(CKError):
    """The user must verify an address by opening the share's URL."""

    code, name = 33, "participantMayNeedVerification"


class ServerResponseLost(CKError, ConnectionError):
    """The response to a request was lost; the request may or may not have taken effect."""

    code, name = 34, "serverResponseLost"


class AssetNotAvailable(CKError):
    """The asset cannot be read."""

    code, name = 35, "assetNotAvailable"


class AccountTemporarilyUnavailable(CKError):
    """The user has an account, but it is not ready for use."""

    code, name = 36, "accountTemporarilyUnavailable"


class ParticipantAlreadyInvited(CKError):
    """The user is already invited and must accept the share."""

    code, name = 37, "participantAlreadyInvited"


CK_ERRORS.update((kind.code, kind) for kind in CKError.__subclasses__())
