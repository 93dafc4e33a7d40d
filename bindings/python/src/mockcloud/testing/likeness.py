"""The places of failures in an exploration, and the comparison of failures."""

from __future__ import annotations

import os
import re
import sysconfig
from collections.abc import Collection, Iterator
from types import TracebackType
from typing import NamedTuple

from ..errors import CK_ERRORS, CKError

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_LIBRARIES = tuple(
    os.path.join(sysconfig.get_path(name), "") for name in ("stdlib", "purelib", "platlib")
)
#: The maximum number of earlier exceptions that are examined.
_CHAIN = 10
_CLASSES = {kind.name: kind.__name__ for kind in CK_ERRORS.values()}
_ADDRESS = re.compile(r"\b0x[0-9a-f]+\b")
_NUMBER = re.compile(r"\d+")


class Likeness(NamedTuple):
    """A value that is equal for similar failures. It keeps no frames alive."""

    #: The class of the exception; empty if it is the error that the case injected.
    kind: str
    #: The message, without the parts that differ from case to case.
    message: str
    #: The line in the client or in the test.
    place: str | None


def likeness(error: BaseException, injected: Collection[str], words: Collection[str]) -> Likeness:
    """Returns the value by which a failure is compared with others.

    `injected` are the names of the errors that the case injects, `words` other words that are
    specific to the case.
    """
    place = _place(error.__traceback__)
    if isinstance(error, CKError) and error.name in injected:
        return Likeness("", "", place)
    message = str(error)
    for earlier in _chain(error):
        if isinstance(earlier, CKError) and earlier.name in injected:
            message = message.replace(str(earlier), "")
    known = {*injected, *words, *(_CLASSES[name] for name in injected if name in _CLASSES)}
    alternatives = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    if alternatives:
        message = re.sub(rf"(?<!\w)(?:{alternatives})(?!\w)", "", message)
    kind = type(error)
    message = _NUMBER.sub("", _ADDRESS.sub("", message))
    return Likeness(f"{kind.__module__}.{kind.__qualname__}", message, place)


def of_users(trace: TracebackType | None) -> TracebackType | None:
    """Returns the traceback without the frames of this package, unless it has no others."""
    kept: TracebackType | None = None
    for each in reversed(list(_entries(trace))):
        if not _file(each).startswith(_PACKAGE):
            kept = TracebackType(kept, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return kept or trace


def _place(trace: TracebackType | None) -> str | None:
    """Returns the last line that belongs neither to this package nor to an installed library."""
    entries = list(_entries(of_users(trace)))
    if not entries:
        return None
    own = [each for each in entries if not _file(each).startswith(_LIBRARIES)]
    last = (own or entries)[-1]
    file, here = _file(last), os.path.join(os.getcwd(), "")
    return f"{file.removeprefix(here)}:{last.tb_lineno}, in {last.tb_frame.f_code.co_name}"


def _entries(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _file(entry: TracebackType) -> str:
    return os.path.abspath(entry.tb_frame.f_code.co_filename)


def _chain(error: BaseException) -> Iterator[BaseException]:
    earlier = error.__cause__ or error.__context__
    for _ in range(_CHAIN):
        if earlier is None:
            return
        yield earlier
        earlier = earlier.__cause__ or earlier.__context__
