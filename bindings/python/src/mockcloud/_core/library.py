"""Finds and loads the C library, and declares its functions and their types.

`PROTOTYPES` has the declarations of `mockcloud.h`; a test compares the two.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterator
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_void_p
from typing import Any

from .usage_errors import LibraryError
from .variables import LIBRARY_VARIABLE as LIBRARY_VARIABLE
from .variables import misspelt_library

#: The ABI that this package was written for: the digit of the library's soname.
ABI_VERSION = 0

_VERB = (c_int32, (c_void_p, c_char_p, POINTER(c_void_p)))

#: Every function of the header: name -> (type of the result, types of the parameters).
#:
#: A string that the caller must free is a `c_void_p`: ctypes converts a `c_char_p` to `bytes`
#: immediately, and the pointer to free would be lost. A variadic function has only its named
#: parameters here, and a `va_list` is a pointer.
PROTOTYPES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "mockcloud_version_number": (c_int32, ()),
    "mockcloud_version_string": (c_char_p, ()),
    "mockcloud_abi_version": (c_int32, ()),
    "mockcloud_status_name": (c_char_p, (c_int32,)),
    "mockcloud_create": (c_int32, (c_char_p, POINTER(c_void_p), POINTER(c_void_p))),
    "mockcloud_fork": (c_int32, (c_void_p, POINTER(c_void_p))),
    "mockcloud_view": (
        c_int32,
        (c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)),
    ),
    "mockcloud_diff": (c_int32, (c_void_p, c_void_p, POINTER(c_void_p))),
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
    """The loaded library. Its functions are attributes with the names of the header."""

    def __init__(self, handle: ctypes.CDLL, path: str) -> None:
        self.path = path
        for name, (result, parameters) in PROTOTYPES.items():
            function = getattr(handle, name)  # `_load` handles the AttributeError
            function.restype = result
            function.argtypes = parameters
            setattr(self, name, function)
        #: `mockcloud_call` and `mockcloud_string_free` again, with other types, for `Cloud.call`:
        #: copying the response from a `c_char_p` takes a fifth of the time of `string_at`.
        self.run = handle["mockcloud_call"]
        self.run.restype = c_int32
        self.run.argtypes = (c_void_p, c_char_p, c_char_p, POINTER(c_char_p))
        self.free = handle["mockcloud_string_free"]
        self.free.restype = None
        self.free.argtypes = (c_char_p,)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{self.path} has no declared function {name!r}")

    def take_string(self, pointer: c_void_p) -> bytes | None:
        """Copies a string that the library returned, and frees it."""
        if not pointer:
            return None
        try:
            return ctypes.string_at(pointer)
        finally:
            self.mockcloud_string_free(pointer)


def _candidates() -> Iterator[tuple[str, str | None]]:
    """Yields the possible places of the library in order: the name of the place, path or None."""
    given = os.environ.get(LIBRARY_VARIABLE)
    if given:
        # If the variable names a library, no other library may be used in its place.
        yield f"${LIBRARY_VARIABLE} ({given})", given
        return
    from pathlib import Path

    packaged = Path(__file__).parent.with_name("_lib") / "libmockcloud.so"
    yield f"packaged ({packaged})", str(packaged) if packaged.is_file() else None
    from ctypes.util import find_library  # imported here because it is slow to import

    yield "system's library path (libmockcloud)", find_library("mockcloud")


def _load() -> Library:
    """Loads the first library found; without one, the error lists the places tried."""
    tried: list[str] = []
    for place, path in _candidates():
        if path is None:
            tried.append(f"{place}: not found")
            continue
        try:
            library = Library(ctypes.CDLL(path), path)
        except OSError as error:
            tried.append(f"{place}: {error}")
            continue
        except AttributeError as error:
            raise LibraryError(
                f"{path} is not a libmockcloud that this package supports: {error}"
            ) from error
        abi = library.mockcloud_abi_version()
        if abi != ABI_VERSION:
            raise LibraryError(
                f"{path} has ABI version {abi}; this package needs {ABI_VERSION}. "
                f"Install the package that came with it, or set {LIBRARY_VARIABLE}"
            )
        return library
    places = "".join(f"\n  {line}" for line in tried)
    misspelt = misspelt_library()
    hint = f". {misspelt} has no effect" if misspelt else ""
    raise LibraryError(
        f"the mockcloud library was not found. Tried, in this order:{places}\n"
        f"Set {LIBRARY_VARIABLE} to the path of libmockcloud.so, or install a wheel containing it"
        f"{hint}"
    )


_loaded: Library | None = None
_lock = threading.Lock()


def library() -> Library:
    """Returns the library, loaded on first use, so that importing this package does not load it."""
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _load()
    return _loaded


def live_clouds() -> int:
    """Returns the number of open clouds in this process; 0 if the library was never loaded."""
    return 0 if _loaded is None else int(_loaded.mockcloud_live_clouds())


def version() -> str:
    """Returns the version of the library that is in use."""
    text: bytes = library().mockcloud_version_string()
    return text.decode()
