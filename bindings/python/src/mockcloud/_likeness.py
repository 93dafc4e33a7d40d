"""Where the runs of an exploration fail, and which of their failures are alike."""

from __future__ import annotations

import os
import re
import sysconfig
from collections.abc import Collection, Iterator
from types import TracebackType
from typing import NamedTuple

from .errors import CK_ERRORS, CKError

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_LIBRARIES = tuple(
    os.path.join(sysconfig.get_path(name), "") for name in ("stdlib", "purelib", "platlib")
)
#: How many exceptions before the one that was raised are looked at.
_CHAIN = 10
_CLASSES = {kind.name: kind.__name__ for kind in CK_ERRORS.values()}
_ADDRESS = re.compile(r"\b0x[0-9a-f]+\b")


class Likeness(NamedTuple):
    """What failures have in common that are alike. It keeps no frames alive."""

    #: The class of the exception; empty if it is the error that the case injected.
    kind: str
    #: The message, without what differs from case to case.
    message: str
    #: The line in the client or in the test.
    place: str | None


def likeness(error: BaseException, injected: Collection[str], words: Collection[str]) -> Likeness:
    """How a failure is compared with others.

    `injected` are the names of the errors that the case makes calls fail with, `words` what else
    is of this case alone.
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
    return Likeness(f"{kind.__module__}.{kind.__qualname__}", _ADDRESS.sub("", message), place)


def of_users(trace: TracebackType | None) -> TracebackType | None:
    """The traceback without the frames of this package; all of it if there are no others."""
    kept: TracebackType | None = None
    for each in reversed(list(_entries(trace))):
        if not _file(each).startswith(_PACKAGE):
            kept = TracebackType(kept, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return kept or trace


def _place(trace: TracebackType | None) -> str | None:
    """The last line that is neither this package's nor that of an installed library."""
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
