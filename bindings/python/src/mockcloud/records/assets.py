"""Assets: files that are stored in fields of records."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

from .._core.files import write_bytes
from .._core.keywords import explained_constructor


@explained_constructor
@dataclass(frozen=True)
class Asset:
    """A file in a field of a record.

    To store a file, create an asset with its bytes or its path, or use the result of
    `Database.upload`. An asset of a fetched record has a checksum and a size but no contents, and
    CloudKit does not accept it for another field. `Database.download` and `Database.rereference`
    return assets that CloudKit accepts.
    """

    data: bytes | None = None
    #: The path of a local file, which is read when the record is saved.
    path: str | PathLike[str] | None = None
    file_checksum: str | None = None
    #: The number of bytes.
    size: int | None = None
    #: Identifies uploaded bytes. It is valid for 15 minutes.
    receipt: str | None = None
    download_url: str | None = None

    def __post_init__(self) -> None:
        if self.data is not None and not isinstance(self.data, bytes | bytearray | memoryview):
            raise TypeError(
                f"the data of an asset is bytes, not {self.data!r}; path= takes the path of a file"
            )
        if self.path is not None and not isinstance(self.path, str | PathLike):
            raise TypeError(f"the path of an asset is a string or a Path, not {self.path!r}")

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Asset:
        """Returns the object for a dictionary of a response."""
        data = wire.get("data")
        return cls(
            None if data is None else b64decode(data),
            wire.get("path"),
            wire.get("fileChecksum"),
            wire.get("size"),
            wire.get("receipt"),
            wire.get("downloadURL"),
        )

    def to_wire(self) -> dict[str, Any]:
        """Returns the dictionary to send."""
        if self.data is not None:
            return {"data": b64encode(self.data).decode()}
        if self.path is not None:
            return {"path": fspath(self.path)}
        given = {
            "fileChecksum": self.file_checksum,
            "size": self.size,
            "receipt": self.receipt,
        }
        return {key: value for key, value in given.items() if value is not None}

    def read_bytes(self) -> bytes:
        """Returns the contents; raises `ValueError` if the asset has neither data nor a path."""
        if self.data is not None:
            return self.data
        if self.path is not None:
            from pathlib import Path

            return Path(self.path).read_bytes()
        raise ValueError(
            "an asset of a fetched record has no contents: "
            "database.download(record, field) returns them"
        )

    def write_to(self, path: str | PathLike[str]) -> None:
        """Writes the contents to a file."""
        write_bytes(path, bytes(self.read_bytes()))


#: The contents of a file: bytes, the path of a file, or an asset with bytes or a path.
Contents = bytes | bytearray | memoryview | str | PathLike[str] | Asset


def contents(given: Contents) -> dict[str, Any]:
    """Returns the contents of a file in the form of a request."""
    if isinstance(given, bytes | bytearray | memoryview):
        given = Asset(bytes(given))
    elif isinstance(given, str | PathLike):
        given = Asset(path=given)
    if not isinstance(given, Asset):
        raise TypeError(f"the contents of a file are bytes, a path or an Asset, not {given!r}")
    if given.data is None and given.path is None:
        given.read_bytes()
    return given.to_wire()
