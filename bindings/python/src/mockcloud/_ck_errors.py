"""CloudKit's errors, a class for each code. `mockcloud.errors` is the place to import them from."""

from __future__ import annotations

from ._ck_error import CK_ERRORS, CKError


class InternalError(CKError, RuntimeError):
    """CloudKit met an error of its own."""

    code, name = 1, "internalError"


class PartialFailure(CKError):
    """Some items failed: see `partial_errors`, and `answer` for the items that did not."""

    code, name = 2, "partialFailure"

    def _sentence(self) -> str:
        errors = self.partial_errors
        text = super()._sentence()
        return text + "".join(f"\n  {error}" for error in errors)


class NetworkUnavailable(CKError, ConnectionError):
    """There is no network."""

    code, name = 3, "networkUnavailable"


class NetworkFailure(CKError, ConnectionError):
    """There is a network, but CloudKit cannot be reached."""

    code, name = 4, "networkFailure"


class BadContainer(CKError):
    """The container is unknown or not allowed."""

    code, name = 5, "badContainer"


class ServiceUnavailable(CKError):
    """The server is unavailable or throttles; wait `retry_after` seconds."""

    code, name = 6, "serviceUnavailable"


class RequestRateLimited(CKError):
    """The client is held back after an earlier throttle; wait `retry_after` seconds."""

    code, name = 7, "requestRateLimited"


class MissingEntitlement(CKError):
    """The app lacks an entitlement."""

    code, name = 8, "missingEntitlement"


class NotAuthenticated(CKError, PermissionError):
    """Nobody is signed in to iCloud."""

    code, name = 9, "notAuthenticated"


class PermissionFailure(CKError, PermissionError):
    """The user may not do that."""

    code, name = 10, "permissionFailure"


class UnknownItem(CKError, LookupError):
    """The record, or whatever was named, does not exist."""

    code, name = 11, "unknownItem"


class InvalidArguments(CKError, ValueError):
    """The request's contents are wrong."""

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
    """The asset's file is not there."""

    code, name = 16, "assetFileNotFound"


class AssetFileModified(CKError):
    """The asset's file changed while it was uploaded."""

    code, name = 17, "assetFileModified"


class IncompatibleVersion(CKError):
    """The app is older than the oldest that is allowed."""

    code, name = 18, "incompatibleVersion"


class ConstraintViolation(CKError):
    """A unique field would not be."""

    code, name = 19, "constraintViolation"


class OperationCancelled(CKError):
    """The operation was cancelled."""

    code, name = 20, "operationCancelled"


class ChangeTokenExpired(CKError):
    """The change token is too old; fetch again without one."""

    code, name = 21, "changeTokenExpired"


class BatchRequestFailed(CKError):
    """Nothing is wrong with this item: another one of its atomic batch failed."""

    code, name = 22, "batchRequestFailed"


class ZoneBusy(CKError):
    """The zone is too busy; try again in a few seconds."""

    code, name = 23, "zoneBusy"


class BadDatabase(CKError):
    """The database does not allow that."""

    code, name = 24, "badDatabase"


class QuotaExceeded(CKError):
    """There is no room left."""

    code, name = 25, "quotaExceeded"


class ZoneNotFound(CKError, LookupError):
    """The zone does not exist; see `user_did_reset_encrypted_data`."""

    code, name = 26, "zoneNotFound"


class LimitExceeded(CKError):
    """The request, the record or the list is too big; split it."""

    code, name = 27, "limitExceeded"


class UserDeletedZone(CKError):
    """The user deleted the zone in Settings; ask before it is made again."""

    code, name = 28, "userDeletedZone"


class TooManyParticipants(CKError):
    """The share has too many participants."""

    code, name = 29, "tooManyParticipants"


class AlreadyShared(CKError):
    """The record, its parent or a child is shared already."""

    code, name = 30, "alreadyShared"


class ReferenceViolation(CKError):
    """A reference's target is missing, or still referred to."""

    code, name = 31, "referenceViolation"


class ManagedAccountRestricted(CKError, PermissionError):
    """A managed account may not do that."""

    code, name = 32, "managedAccountRestricted"


class ParticipantMayNeedVerification(CKError):
    """The user must verify an address by opening the share's URL."""

    code, name = 33, "participantMayNeedVerification"


class ServerResponseLost(CKError, ConnectionError):
    """The request was sent and its answer was lost: it may have been carried out or not."""

    code, name = 34, "serverResponseLost"


class AssetNotAvailable(CKError):
    """The asset cannot be read."""

    code, name = 35, "assetNotAvailable"


class AccountTemporarilyUnavailable(CKError):
    """There is an account, but it is not ready."""

    code, name = 36, "accountTemporarilyUnavailable"


class ParticipantAlreadyInvited(CKError):
    """The user is invited already and must accept."""

    code, name = 37, "participantAlreadyInvited"


CK_ERRORS.update((kind.code, kind) for kind in CKError.__subclasses__())
