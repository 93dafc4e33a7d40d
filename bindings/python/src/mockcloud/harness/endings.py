"""Calls to a cloud that do not refer to its `Cloud` object, and the end of the cloud."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from ctypes import byref, c_char_p
from typing import Any

from .._core.calls import CallFunction
from .._core.codec import Codec
from .._core.library import Library
from .._core.vocabulary import OperationName
from .._core.wire import Wire
from ..errors import MockCloudError, error_for
from .ledger import Ledger


def asking(library: Library, handle: int | None, codec: Codec) -> CallFunction:
    """Returns `Cloud._ask` as a function that does not refer to the `Cloud`."""

    def ask(operation: OperationName, request: Mapping[str, Any]) -> Wire:
        response = c_char_p()
        try:
            text = codec.encode(request)
            status = library.run(handle, operation.encode(), text, byref(response))
            decoded: Wire = codec.decode(response.value or b"{}")
        finally:
            library.free(response)
        if status != 0:
            raise error_for(status, decoded)
        return decoded

    return ask


def end(library: Library, handle: int | None, ledger: Ledger) -> None:
    """Destroys a cloud; what its faults did is known afterwards."""
    try:
        with suppress(MockCloudError):
            ledger.closing()
    finally:
        library.mockcloud_destroy(handle)
