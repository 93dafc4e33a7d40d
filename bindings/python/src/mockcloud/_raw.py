"""The C library as it is: where it lies, its functions and their types. Nothing else.

`PROTOTYPES` is the Python side of `mockcloud.h`; a test compares the two.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import threading
from collections.abc import Iterator
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_void_p
from pathlib import Path
from typing import Any

from ._usage_errors import LibraryError

#: The ABI that this package was written for: the digit of the library's soname.
ABI_VERSION = 0

#: Names a library to use instead of the packaged one.
LIBRARY_VARIABLE = "MOCKCLOUD_LIBRARY"

_VERB = (c_int32, (c_void_p, c_char_p, POINTER(c_void_p)))

#: Every function of the header: name -> (type of the result, types of the parameters).
#:
#: A string that the caller must free is `c_void_p`: as `c_char_p`, ctypes would turn it into
#: `bytes` at once and the pointer to free would be lost. A function with arguments of any number
#: has the named ones here, and a `va_list` is a pointer.
PROTOTYPES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "mockcloud_version_number": (c_int32, ()),
    "mockcloud_version_string": (c_char_p, ()),
    "mockcloud_abi_version": (c_int32, ()),
    "mockcloud_status_name": (c_char_p, (c_int32,)),
    "mockcloud_create": (c_int32, (c_char_p, POINTER(c_void_p), POINTER(c_void_p))),
    "mockcloud_fork": (c_int32, (c_void_p, POINTER(c_void_p))),
    "mockcloud_view": (c_int32, (c_void_p, c_char_p, POINTER(c_void_p))),
    "mockcloud_destroy": (None, (c_void_p,)),
    "mockcloud_live_clouds": (c_int64, ()),
    "mockcloud_call": (c_int32, (c_void_p, c_char_p, c_char_p, POINTER(c_void_p))),
    "mockcloud_callf": (c_int32, (c_void_p, POINTER(c_void_p), c_char_p, c_char_p)),
    "mockcloud_vcallf": (c_int32, (c_void_p, POINTER(c_void_p), c_char_p, c_char_p, c_void_p)),
    "mockcloud_expect": (
        c_int32,
        (c_void_p, c_int32, c_char_p, POINTER(c_void_p), c_char_p, c_char_p),
    ),
    "mockcloud_vexpect": (
        c_int32,
        (c_void_p, c_int32, c_char_p, POINTER(c_void_p), c_char_p, c_char_p, c_void_p),
    ),
    "mockcloud_next_event": (c_int32, (c_void_p, POINTER(c_void_p))),
    "mockcloud_string_free": (None, (c_void_p,)),
    "mockcloud_json_text": (c_int32, (c_char_p, c_char_p, POINTER(c_void_p))),
    "mockcloud_json_int": (c_int32, (c_char_p, c_char_p, POINTER(c_int64))),
    "mockcloud_json_double": (c_int32, (c_char_p, c_char_p, POINTER(c_double))),
    "mockcloud_json_bool": (c_int32, (c_char_p, c_char_p, POINTER(c_int32))),
    "mockcloud_json_count": (c_int32, (c_char_p, c_char_p, POINTER(c_int64))),
    "mockcloud_json_get": (c_int32, (c_char_p, c_char_p, POINTER(c_void_p))),
    "mockcloud_create_container": _VERB,
    "mockcloud_seed_records": _VERB,
    "mockcloud_set_error": _VERB,
    "mockcloud_set_record_errors": _VERB,
    "mockcloud_set_account_status": _VERB,
    "mockcloud_advance_clock": _VERB,
    "mockcloud_reset": _VERB,
}


class Library:
    """The loaded library; its functions are attributes, under the names of the header."""

    def __init__(self, handle: ctypes.CDLL, path: str) -> None:
        self.path = path
        for name, (result, parameters) in PROTOTYPES.items():
            function = getattr(handle, name)  # AttributeError: `_load` explains it
            function.restype = result
            function.argtypes = parameters
            setattr(self, name, function)
        #: `mockcloud_call` and `mockcloud_string_free` once more, for the one call that all others
        #: are: as a `c_char_p` the answer is copied in a fifth of the time of `string_at`.
        self.run = handle["mockcloud_call"]
        self.run.restype = c_int32
        self.run.argtypes = (c_void_p, c_char_p, c_char_p, POINTER(c_char_p))
        self.free = handle["mockcloud_string_free"]
        self.free.restype = None
        self.free.argtypes = (c_char_p,)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{self.path} has no function {name!r} in its table")

    def take_string(self, pointer: c_void_p) -> bytes | None:
        """Copies a string that the library gave away, and frees it."""
        if not pointer:
            return None
        try:
            return ctypes.string_at(pointer)
        finally:
            self.mockcloud_string_free(pointer)


def _candidates() -> Iterator[tuple[str, str | None]]:
    """Where the library may be, best first: (how the place is called, path or None)."""
    given = os.environ.get(LIBRARY_VARIABLE)
    if given:
        # Somebody who names a library must never get another one without noticing.
        yield f"${LIBRARY_VARIABLE} ({given})", given
        return
    packaged = Path(__file__).with_name("_lib") / "libmockcloud.so"
    yield f"packaged ({packaged})", str(packaged) if packaged.is_file() else None
    yield "system's library path (libmockcloud)", ctypes.util.find_library("mockcloud")


def _load() -> Library:
    """Loads the first library found; says where it looked when there is none."""
    tried: list[str] = []
    for place, path in _candidates():
        if path is None:
            tried.append(f"{place}: not there")
            continue
        try:
            library = Library(ctypes.CDLL(path), path)
        except OSError as error:
            tried.append(f"{place}: {error}")
            continue
        except AttributeError as error:
            raise LibraryError(
                f"{path} is not a libmockcloud that this package knows: {error}"
            ) from error
        abi = library.mockcloud_abi_version()
        if abi != ABI_VERSION:
            raise LibraryError(
                f"{path} has ABI version {abi}; this package needs {ABI_VERSION}. "
                f"Install the package that came with it, or set {LIBRARY_VARIABLE}"
            )
        return library
    places = "".join(f"\n  {line}" for line in tried)
    raise LibraryError(
        f"the mockcloud library was not found. Tried, in this order:{places}\n"
        f"Set {LIBRARY_VARIABLE} to the path of libmockcloud.so, or install a wheel that carries it"
    )


_loaded: Library | None = None
_lock = threading.Lock()


def library() -> Library:
    """The library, loaded on first use: importing this package costs no `dlopen`."""
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _load()
    return _loaded


def live_clouds() -> int:
    """How many clouds of this process are open; 0 when the library was never loaded."""
    return 0 if _loaded is None else int(_loaded.mockcloud_live_clouds())


def version() -> str:
    """The version of the library that is in use."""
    text: bytes = library().mockcloud_version_string()
    return text.decode()
