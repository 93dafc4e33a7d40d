"""What all that a database can do is made of: calls in its name, and the two ways to read items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._requests import Wire
from ._vocabulary import OperationName
from .errors import ck_error, error_for

if TYPE_CHECKING:
    from .cloud import Cloud


class DatabaseCalls:
    """Calls to one database, as one user on one device."""

    __slots__ = ("_cloud", "_context")

    def __init__(self, cloud: Cloud, context: Wire) -> None:
        self._cloud = cloud
        self._context = context

    def __repr__(self) -> str:
        described = ", ".join(f"{key}={value!r}" for key, value in self._context.items())
        return f"{type(self).__name__}({described})"

    def call(
        self, operation: OperationName, request: Mapping[str, Any] | None = None, /, **keys: Any
    ) -> Wire:
        """Any operation of the dialect, on this database, as this user."""
        return self._cloud.call(operation, {**self._context, **(request or {}), **keys})

    def _zoneless_context(self) -> Wire:
        return {key: value for key, value in self._context.items() if key != "zoneID"}

    def _zoneless(self, operation: OperationName, request: Wire) -> Wire:
        return self._cloud.call(operation, {**self._zoneless_context(), **request})

    def _single(self, operation: OperationName, request: Wire, items: str = "records") -> Wire:
        """The only item of the answer, or its own error."""
        context = self._context
        if items != "records" and "zoneID" in context:
            context = self._zoneless_context()
        status, answer = self._cloud.exchange(operation, {**context, **request})
        if status == 0:
            item: Wire = answer[items][0]
            return item
        results = answer.get(items)
        if results and "ckErrorCode" in results[0]:
            raise ck_error(results[0], answer)
        raise error_for(status, answer)

    def _many(
        self, operation: OperationName, request: Wire, read: Any, return_exceptions: bool
    ) -> list[Any]:
        """The answer's items in request order, errors among them only where asked for."""
        status, answer = self._cloud.exchange(operation, {**self._context, **request})
        items = answer.get("records")
        if status != 0 and not (return_exceptions and items):
            raise error_for(status, answer)
        return [
            ck_error(item, answer) if "ckErrorCode" in item else read(item) for item in items or ()
        ]
