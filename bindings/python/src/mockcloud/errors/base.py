"""The base class of CloudKit's errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from .._core.keywords import explained_constructor
from .._core.names import listed
from .._core.times import seconds
from .._core.usage_errors import MockCloudError
from ..records.record import Record
from ..records.values import ZoneID
from ..records.zones import ZoneLike, zone_id


@explained_constructor
class CKError(MockCloudError):
    """An error of CloudKit's `CKErrorDomain`; `document` is the error dictionary."""

    #: The number of the code in `CKError.h`.
    code: int = 0
    #: The name of the code in Swift's `CKError.Code`.
    name: str = ""

    def __init__(
        self,
        document: Mapping[str, Any] | str | None = None,
        response: Mapping[str, Any] | None = None,
        *,
        reason: str | None = None,
        retry_after: float | timedelta | None = None,
        record_name: str | None = None,
        zone: ZoneLike | None = None,
        user_did_reset_encrypted_data: bool | None = None,
        server_record: Record | None = None,
        client_record: Record | None = None,
        ancestor_record: Record | None = None,
        partial_errors: Iterable[CKError] | None = None,
    ) -> None:
        """Creates an error from its dictionary, or from keywords: `ZoneBusy(retry_after=3)`.

        A string in place of the dictionary is the reason.
        """
        if document is None or isinstance(document, str):
            named = {"ckErrorCode": self.code, "ckErrorName": self.name, "reason": document}
            document = {key: value for key, value in named.items() if value}
        if not isinstance(document, Mapping):
            raise TypeError(
                f"an error is created from an error dictionary or a reason, not {document!r}; "
                "other values are keywords, such as retry_after=3"
            )
        given = {
            "reason": reason,
            "retryAfter": None if retry_after is None else _wait(retry_after),
            "recordName": record_name,
            "zoneID": None if zone is None else zone_id(zone).to_wire(),
            "userDidResetEncryptedData": user_did_reset_encrypted_data,
            "serverRecord": _record_wire(server_record),
            "clientRecord": _record_wire(client_record),
            "ancestorRecord": _record_wire(ancestor_record),
            "partialErrors": None if partial_errors is None else _documents(partial_errors),
        }
        self.document: dict[str, Any] = {
            **document,
            **{key: value for key, value in given.items() if value is not None},
        }
        document = self.document
        #: The whole response that contained the error; other items in it may have succeeded.
        self.response: dict[str, Any] = dict(response) if response is not None else {}
        self.code = document.get("ckErrorCode", self.code)
        self.name = document.get("ckErrorName", self.name)
        self.reason: str = document.get("reason", "")
        #: The seconds to wait before a retry; None if CloudKit returned none.
        self.retry_after: float | None = document.get("retryAfter")
        self.uuid: str | None = document.get("uuid")
        #: The name of the code in CloudKit Web Services, if it has one.
        self.server_error_code: str | None = document.get("serverErrorCode")
        self.record_name: str | None = document.get("recordName")
        self.subscription_id: str | None = document.get("subscriptionID")
        self.user_did_reset_encrypted_data: bool = bool(document.get("userDidResetEncryptedData"))
        super().__init__(self._sentence())
        self._is_made = True

    _keywords = frozenset(__init__.__kwdefaults__ or ())

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            # The error that a fault injects is that of the document, which does not change.
            if not name.startswith("_") and "_is_made" in vars(self):
                known = self._spelt(name)
                if known is not None:
                    kind, is_given = type(self).__name__, known in self._keywords
                    remedy = f"make an error with it, {kind}({known}=...)"
                    text = (
                        f"{kind}.{name} cannot be set: {remedy if is_given else 'it is read-only'}"
                    )
                    raise AttributeError(text, name=name, obj=self)
            super().__setattr__(name, value)

    def _spelt(self, name: str) -> str | None:
        """Returns the attribute that a name stands for, also with other capitals; else None."""
        letters = name.replace("_", "").lower()
        own = (each for each in (*vars(self), *vars(CKError)) if not each.startswith("_"))
        return next((each for each in own if each.replace("_", "") == letters), None)

    def _sentence(self) -> str:
        item = self.record_name or self.subscription_id
        if item is None and "zoneID" in self.document:
            item = self.document["zoneID"].get("zoneName")
        text = f"{self.name} ({self.code})"
        if item is not None:
            text += f" for {item!r}"
        return f"{text}: {self.reason}" if self.reason else text

    @property
    def zone_id(self) -> ZoneID | None:
        """The zone of the item that failed."""
        wire = self.document.get("zoneID")
        return None if wire is None else ZoneID.from_wire(wire)

    @property
    def partial_errors(self) -> tuple[CKError, ...]:
        """The errors of the items in request order; empty unless this is a partial failure."""
        return tuple(ck_error(each) for each in self.document.get("partialErrors", ()))

    def partial_error(self, name: str, zone: str | None = None) -> CKError:
        """Returns the error of the record, zone or subscription with that name."""
        for error in self.partial_errors:
            zone_id = error.zone_id
            zone_name = None if zone_id is None else zone_id.zone_name
            item = error.record_name or error.subscription_id or zone_name
            if item == name and zone in (None, zone_name):
                return error
        raise KeyError(name)

    @property
    def server_record(self) -> Record | None:
        """The server's version of the record. Merge the changes into it and save it."""
        return self._record("serverRecord")

    @property
    def client_record(self) -> Record | None:
        """The record that the caller tried to save."""
        return self._record("clientRecord")

    @property
    def ancestor_record(self) -> Record | None:
        """The version that the caller changed, or None if the service no longer has it."""
        return self._record("ancestorRecord")

    def _record(self, key: str) -> Record | None:
        wire = self.document.get(key)
        return None if wire is None else Record.from_wire(wire)

    def _content(self) -> Any:
        return self.document, self.response

    def __reduce__(self) -> Any:
        return type(self), self._content()


def _wait(duration: float | timedelta) -> float:
    wait = seconds(duration)
    if wait < 0:
        raise ValueError(f"retry_after must not be negative: {wait!r}")
    return wait


def _record_wire(record: Record | None) -> dict[str, Any] | None:
    if record is not None and not isinstance(record, Record):
        raise TypeError(f"an error holds a Record, not {record!r}")
    return None if record is None else record.to_wire()


def _documents(errors: Iterable[CKError]) -> list[dict[str, Any]]:
    if isinstance(errors, Mapping):
        raise TypeError(
            f"partial_errors takes a list, not {errors!r}; each error has the name of its item: "
            "[ZoneBusy(record_name='n1')]"
        )
    found = listed(errors, CKError, "partial_errors")
    for error in found:
        if not isinstance(error, CKError):
            raise TypeError(f"partial errors are CKErrors, not {error!r}")
    return [error.document for error in found]


#: The package's class for each of CloudKit's errors, by code. Classes that users derive are not in
#: it, so that they do not replace the package's.
CK_ERRORS: dict[int, type[CKError]] = {}


def ck_error(document: Mapping[str, Any], response: Mapping[str, Any] | None = None) -> CKError:
    """Returns the exception for an error dictionary."""
    kind = CK_ERRORS.get(document.get("ckErrorCode", 0), CKError)
    return kind(document, response)
