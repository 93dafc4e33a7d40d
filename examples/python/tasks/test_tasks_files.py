"""Tasks: files (CKAsset)."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest

from mockcloud import Asset, Cloud, Database, Record
from mockcloud.errors import (
    AssetFileModified,
    AssetFileNotFound,
    AssetNotAvailable,
    InvalidArguments,
    LimitExceeded,
)

# set-up begins
PHOTO = {"recordName": "n2", "fieldName": "photo"}


# set-up ends


def test_asset_too_large(cloud: Cloud, phone: Database) -> None:
    cloud.set_limits(bytes_per_asset=1000)  # 50 MB by default
    with pytest.raises(LimitExceeded):
        phone.save(Record("Note", {"photo": Asset(b"x" * 1001)}, name="n2"))


def test_asset_not_available(cloud: Cloud, phone: Database) -> None:
    phone.save(Record("Note", {"photo": Asset(b"jpeg")}, name="n2"))
    with cloud.fail(AssetNotAvailable, operation="assets/download"):
        with pytest.raises(AssetNotAvailable):
            phone.call("assets/download", {"assets": [PHOTO]})
    photo = phone.call("assets/download", {"assets": [PHOTO]})["assets"][0]
    assert b64decode(photo["data"]) == b"jpeg"


def test_asset_cut_short(cloud: Cloud, phone: Database) -> None:
    phone.save(Record("Note", {"photo": Asset(b"a long photo")}, name="n2"))
    cloud.faults.add({"then": {"truncateFiles": 6}})
    photo = phone.call("assets/download", {"assets": [PHOTO]})["assets"][0]
    assert len(b64decode(photo["data"])) < photo["size"]  # compare size and checksum


def test_asset_file_missing(phone: Database, tmp_path: Path) -> None:
    with pytest.raises(AssetFileNotFound):
        phone.save(Record("Note", {"photo": Asset(path=str(tmp_path / "gone.jpg"))}, name="n2"))


def test_asset_file_changes(phone: Database, tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"first")
    wanted = {"recordName": "n2", "recordType": "Note", "fieldName": "photo", "path": str(photo)}
    uploaded = phone.call("assets/upload", {"assets": [wanted]})["assets"][0]
    photo.write_bytes(b"second")  # the app writes the file while it is being uploaded
    with pytest.raises(AssetFileModified):
        phone.save(Record("Note", {"photo": Asset(receipt=uploaded["receipt"])}, name="n2"))


def test_upload_expires(cloud: Cloud, phone: Database) -> None:
    wanted = {**PHOTO, "recordType": "Note", "data": "anBlZw=="}
    uploaded = phone.call("assets/upload", {"assets": [wanted]})["assets"][0]
    cloud.advance_clock(16 * 60)  # a receipt lasts 15 minutes
    with pytest.raises(InvalidArguments):
        phone.save(Record("Note", {"photo": Asset(receipt=uploaded["receipt"])}, name="n2"))
