"""The operations of a database that upload and download files."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from .._core.names import listed
from .._core.vocabulary import OperationName
from .._core.wire import Wire
from .._core.words import text
from ..errors import CKError
from ..records.assets import Asset, Contents, contents
from .calls import DatabaseCalls, all_items, only_item
from .requests import RecordLike, named

#: The types of the contents of one file, which may replace a list of files.
_ALONE = (bytes, bytearray, memoryview, str, PathLike, Asset)


class AssetCalls(DatabaseCalls):
    """Uploads and downloads the files that records hold."""

    __slots__ = ()

    def upload(
        self, file: Contents, record_type: str, field: str, *, name: str | None = None
    ) -> Asset:
        """Uploads a file for a field and returns the asset to save within 15 minutes.

        `name` is the name of the record that will hold the asset. A file that is passed as a path
        must not change before the record is saved; otherwise, the save fails with
        `AssetFileModified`.
        """
        request = _upload([file], _target(record_type, field, name))
        return Asset.from_wire(only_item(self.exchange("assets/upload", request), "assets"))

    def upload_all(
        self,
        files: Contents | Iterable[Contents],
        record_type: str,
        field: str,
        *,
        name: str | None = None,
    ) -> list[Asset]:
        """Uploads the files of a list field and returns the assets to save."""
        request = _upload(listed(files, _ALONE, "files"), _target(record_type, field, name))
        return _assets(self.exchange("assets/upload", request), isinstance(files, _ALONE))

    def upload_url(self, record_type: str, field: str, *, name: str | None = None) -> str:
        """Returns the URL to which `put_asset` uploads the bytes.

        Clients of CloudKit Web Services upload files in this way: they post the bytes over HTTP.
        """
        request = {"tokens": [_target(record_type, field, name)]}
        url: str = only_item(self.exchange("assets/upload", request), "tokens")["url"]
        return url

    def download(self, record: RecordLike, field: str) -> Asset:
        """Downloads the file of a field, for `.read_bytes()` or `.write_to(path)`.

        Raises `AssetNotAvailable` if the record has no such file.
        """
        return _one(self.download_all(record, field), "download_all")

    def download_all(self, record: RecordLike, field: str) -> list[Asset]:
        """Downloads the files of a list field."""
        return self._held("assets/download", record, field)

    def rereference(self, record: RecordLike, field: str) -> Asset:
        """Returns the file of a field as an asset for another record, without a new upload."""
        return _one(self.rereference_all(record, field), "rereference_all")

    def rereference_all(self, record: RecordLike, field: str) -> list[Asset]:
        """Returns the files of a list field as assets for another record."""
        return self._held("assets/rereference", record, field)

    def _held(self, operation: OperationName, record: RecordLike, field: str) -> list[Asset]:
        request = {"assets": [{**named(record), "fieldName": text(field, "field")}]}
        return _assets(self.exchange(operation, request), True)

    def put_asset(self, url: str, file: Contents) -> Asset:
        """Uploads the bytes to a URL that `upload_url` returned. A URL can be used once.

        Returns the asset to save.
        """
        response = self._cloud.call("mock/assets/put", {"url": text(url, "url"), **contents(file)})
        return Asset.from_wire(response["singleFile"])


def _upload(files: Iterable[Contents], target: Wire) -> Wire:
    return {"assets": [{**target, **contents(file)} for file in files]}


def _target(record_type: str, field: str, name: str | None) -> Wire:
    target = {"recordType": text(record_type, "record_type"), "fieldName": text(field, "field")}
    return target if name is None else {**target, "recordName": text(name, "name")}


def _assets(exchanged: tuple[int, Wire], alone: bool) -> list[Asset]:
    found = all_items(exchanged, "assets", alone=alone)
    return [Asset.from_wire(each) for each in found if not isinstance(each, CKError)]


def _one(assets: list[Asset], many: str) -> Asset:
    if len(assets) != 1:
        raise ValueError(f"the field holds a list of {len(assets)} files: use {many}()")
    return assets[0]
