"""Converts responses of Web Services into the form of the JSON interface.

Error dictionaries keep their members and get the code and the name of the framework's error. If
items failed, a partial failure is added next to the items.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors.base import CK_ERRORS
from ..io.documents import DocumentError
from .exchange import WebExchange

#: The framework's error codes for the server error codes.
CODES: Mapping[str, int] = {
    "ACCESS_DENIED": 10,
    "ATOMIC_ERROR": 22,
    "AUTHENTICATION_FAILED": 9,
    "AUTHENTICATION_REQUIRED": 9,
    "BAD_REQUEST": 12,
    "CHANGE_TOKEN_EXPIRED": 21,
    "CONFLICT": 14,
    "EXISTS": 14,
    "INTERNAL_ERROR": 15,
    "INVALID_ARGUMENTS": 12,
    "NETWORK_ERROR": 4,
    "NOT_FOUND": 11,
    "QUOTA_EXCEEDED": 25,
    "SERVICE_UNAVAILABLE": 6,
    "THROTTLED": 7,
    "TRY_AGAIN_LATER": 6,
    "UNIQUE_FIELD_ERROR": 19,
    "VALIDATING_REFERENCE_ERROR": 31,
    "ZONE_NOT_FOUND": 26,
}
#: The framework's error codes for the HTTP statuses of responses without a known code.
_STATUSES: Mapping[int, int] = {
    400: 12, 401: 9, 403: 10, 404: 11, 409: 14, 412: 31, 413: 25, 421: 9, 429: 7, 503: 6,
}  # fmt: skip
_SERVER_REJECTED_REQUEST = 15
_PARTIAL_FAILURE = 2
#: The members for the framework's codes, which Web Services do not have, but proxies may add.
_FRAMEWORK = ("ckErrorCode", "ckErrorName")

#: The members that contain items, each of which is a result or an error.
_ITEMS = ("records", "zones", "subscriptions", "users", "results", "assets", "tokens")


def response_of(exchange: WebExchange, file: str) -> dict[str, Any]:
    """Returns the converted response of an exchange with a status of 200 to 299 or at least 400."""
    failed = exchange.status >= 400
    try:
        document = exchange.response.read(file)
    except DocumentError:
        if not failed:
            raise
        document = {}  # a proxy between the client and the service may respond with HTML
    if failed or ("serverErrorCode" in document and not _has_items(document)):
        return {"error": _error(document, exchange)}
    return _with_item_errors(document, exchange, file)


def _has_items(document: Mapping[str, Any]) -> bool:
    return any(isinstance(document.get(key), list) for key in _ITEMS)


def _named(code: int) -> dict[str, Any]:
    return {"ckErrorCode": code, "ckErrorName": CK_ERRORS[code].name}


def _code(dictionary: Mapping[str, Any], status: int) -> int:
    given = dictionary.get("serverErrorCode")
    known = CODES.get(given) if isinstance(given, str) else None
    return known or _STATUSES.get(status, _SERVER_REJECTED_REQUEST)


def _error(document: Mapping[str, Any], exchange: WebExchange) -> dict[str, Any]:
    """Returns the error of a call that failed as a whole."""
    error = {**document, **_named(_code(document, exchange.status))}
    error.setdefault("reason", f"HTTP status {exchange.status}")
    for name, value in exchange.response_headers:
        if name.lower() == "retry-after" and value.isascii() and value.isdigit():
            error.setdefault("retryAfter", int(value[:9]))
    return error


def _with_item_errors(document: dict[str, Any], exchange: WebExchange, file: str) -> dict[str, Any]:
    response: dict[str, Any] = {}
    errors: list[Any] = []
    if document.get("error") is not None:
        text = "a response that succeeded has no 'error' in CloudKit Web Services"
        raise DocumentError(file, exchange.response.place, text)
    for key, value in document.items():
        if key == "error" or key in _FRAMEWORK:
            continue
        if isinstance(value, list):
            value = [_item(each, exchange.status) for each in value]
            if key in _ITEMS:
                errors += (each for each in value if _is_error(each))
        response[key] = value
    if errors:
        reason = {"reason": "Failed to process some items"}
        response["error"] = {**_named(_PARTIAL_FAILURE), **reason, "partialErrors": errors}
    return response


def _is_error(item: Any) -> bool:
    return isinstance(item, dict) and "ckErrorCode" in item


def _item(item: Any, status: int, is_group: bool = True) -> Any:
    """Returns an item, or a group of items, with the codes of its errors."""
    if not isinstance(item, dict):
        return item
    known = {key: value for key, value in item.items() if key not in _FRAMEWORK}
    if "serverErrorCode" in item:
        return {**known, **_named(_code(item, status))}
    if not is_group:
        return known
    return {
        key: [_item(each, status, is_group=False) for each in value]
        if isinstance(value, list)
        else value
        for key, value in known.items()
    }
