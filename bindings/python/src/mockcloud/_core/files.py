"""Files that are read and written: checks of their paths, and errors that name them.

A file that cannot be read or written is an `OSError` with its path, whether Python or the library
uses the file.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from typing import BinaryIO

from .usage_errors import BadMockRequest

#: The path of a file.
Path = str | os.PathLike[str]


def _name(path: Path) -> str:
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"a path is a string or a Path, not {path!r}")
    return name


def _error(number: int, name: str) -> OSError:
    return OSError(number, os.strerror(number), name)


def readable(path: Path) -> str:
    """Returns the path of a file; raises `OSError` if the file cannot be opened."""
    name = _name(path)
    if stat.S_ISFIFO(os.stat(name).st_mode):
        return name  # opening it would wait for a writer
    with open(name, "rb"):
        return name


def writable(path: Path) -> str:
    """Returns the path of a file that the library can write; raises `OSError` for others.

    The library writes a file in the folder and gives it the name, so that a file must be there
    already, or nothing.
    """
    name = _name(path)
    folder = _folder(name)
    with contextlib.suppress(FileNotFoundError):
        mode = os.stat(name).st_mode
        if stat.S_ISDIR(mode):
            raise _error(errno.EISDIR, name)
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "Not a regular file", name)
    effective = os.access in os.supports_effective_ids
    if not os.access(folder, os.W_OK | os.X_OK, effective_ids=effective):
        raise _error(errno.EACCES, name)
    return name


def _folder(name: str) -> str:
    """Returns the folder of a file; raises `OSError` with the path of the file for no folder."""
    folder = os.path.dirname(name) or "."
    try:
        mode = os.stat(folder).st_mode
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None
    if not stat.S_ISDIR(mode):
        raise _error(errno.ENOTDIR, name)
    return folder


@contextlib.contextmanager
def writing(path: Path) -> Iterator[str]:
    """Yields the path of a file that the library writes in the block.

    The library reports a file that it cannot write as an invalid request.
    """
    name = writable(path)
    try:
        yield name
    except BadMockRequest as error:
        if error.key != "path":
            raise
        writable(name)  # raises the error if the folder is another one by now
        free = os.statvfs(_folder(name)).f_bavail
        raise _error(errno.EIO if free else errno.ENOSPC, name) from None


@contextlib.contextmanager
def naming(path: str, *others: str) -> Iterator[None]:
    """Gives the path to the `OSError` of the block, unless it has one that is not in `others`."""
    try:
        yield
    except OSError as error:
        if error.filename is None or error.filename in others:
            error.filename = path
        raise


def write_bytes(path: Path, data: bytes) -> None:
    """Writes a file atomically: a reader sees either the old contents or the new ones."""
    name = _name(path)
    # Devices and pipes cannot be replaced; a folder is refused by `open`.
    if os.path.exists(name) and not os.path.isfile(name):
        with naming(name), open(name, "wb") as opened:
            opened.write(data)
        return
    with replacing(name) as opened:
        opened.write(data)


@contextlib.contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """Yields a temporary file that replaces the file at the path if the block succeeds."""
    import tempfile  # imported here because it is slow to import

    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    exists = os.path.exists(target)
    mode = stat.S_IMODE(os.stat(target).st_mode) if exists else 0o666 & ~_umask()
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
    except OSError as error:
        error.filename = path  # not that of a file with a random name
        raise
    with naming(path, temporary):
        try:
            with open(handle, "wb") as opened:
                yield opened
                opened.flush()
                os.fsync(opened.fileno())
            os.chmod(temporary, mode)
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    _make_durable(folder)


def _make_durable(folder: str) -> None:
    """Makes the names in a folder survive a crash of the machine."""
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def schema_path(path: Path, instead: str) -> str:
    """Returns the path of a file of a schema; `instead` is the way to give a text."""
    if isinstance(path, str) and ("\n" in path or path.lstrip().startswith("DEFINE SCHEMA")):
        raise ValueError(f"a string is the path of a file; the text of a schema is {instead}")
    return readable(path)
