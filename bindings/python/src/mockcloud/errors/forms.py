"""Errors to inject, in the form of requests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from .._core import words
from .._core.names import listed
from .._core.vocabulary import ErrorName
from ..errors import CK_ERRORS, CKError

#: An error to inject: its code, its name, a `CKError` subclass or instance, or a dictionary with
#: `code` and optionally `reason`, `retryAfter` and `userDidResetEncryptedData`.
ErrorLike = int | ErrorName | type[CKError] | CKError | Mapping[str, Any]

_ERROR_NAMES: tuple[str, ...] = get_args(ErrorName)

#: The keys of an error's dictionary that arrive as the error was made.
_ARRIVING = (
    "reason",
    "retryAfter",
    "userDidResetEncryptedData",
    "recordName",
    "zoneID",
    "serverRecord",
    "clientRecord",
    "ancestorRecord",
    "partialErrors",
)


def error_form(error: ErrorLike) -> Any:
    """Returns an error in the form of requests."""
    if isinstance(error, type) and issubclass(error, CKError):
        error = error()
    if isinstance(error, CKError):
        if error.code not in CK_ERRORS:
            raise ValueError(f"{error!r} has no code of CloudKit: use a class such as ZoneBusy")
        given = {key: error.document[key] for key in _ARRIVING if key in error.document}
        return {"code": error.code, **given} if given else error.code
    if isinstance(error, Mapping):
        return dict(error)
    if isinstance(error, bool) or not isinstance(error, int | str):
        raise TypeError(
            "an error is a CKError or its class such as ZoneBusy(retry_after=3), a code, a name, "
            f"or a dictionary, not {error!r}"
        )
    if isinstance(error, str):
        return words.word(error, _ERROR_NAMES, "error")
    if error not in CK_ERRORS:
        raise ValueError(
            f"error: {error} is not an error code of CloudKit; expected 1 to {max(CK_ERRORS)}"
        )
    return error


def errors_of(errors: Iterable[ErrorLike]) -> list[Any]:
    """Returns a list of errors, or a single error, as a list in the form of requests."""
    return [error_form(error) for error in listed(errors, (str, Mapping), "errors")]
