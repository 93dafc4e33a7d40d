"""Tasks: files (CKAsset)."""

from __future__ import annotations

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


def test_asset_saved(phone: Database, pad: Database) -> None:
    phone.save(Record("Note", {"photo": Asset(b"jpeg")}, name="n2"))
    photo = pad.fetch("n2")["photo"]
    assert photo.size == 4 and photo.data is None  # a record has no contents of files
    assert pad.download("n2", "photo").read_bytes() == b"jpeg"


def test_asset_replaced(phone: Database, pad: Database) -> None:
    note = phone.save(Record("Note", {"photo": Asset(b"jpeg")}, name="n2"))
    before = pad.fetch("n2")["photo"]
    note["photo"] = Asset(b"another")
    phone.save(note)
    after = pad.fetch("n2")["photo"]
    assert before.file_checksum != after.file_checksum  # the pad's copy is out of date
    assert pad.download("n2", "photo").read_bytes() == b"another"


def test_asset_too_large(cloud: Cloud, phone: Database) -> None:
    cloud.limits.set(bytes_per_asset=1000)  # 50 MB by default
    with pytest.raises(LimitExceeded):
        phone.save(Record("Note", {"photo": Asset(b"x" * 1001)}, name="n2"))


def test_asset_not_available(cloud: Cloud, phone: Database) -> None:
    phone.save(Record("Note", {"photo": Asset(b"jpeg")}, name="n2"))
    with cloud.fail(AssetNotAvailable, operation="assets/download"):
        with pytest.raises(AssetNotAvailable):
            phone.download("n2", "photo")
    assert phone.download("n2", "photo").read_bytes() == b"jpeg"


def test_asset_cut_short(cloud: Cloud, phone: Database) -> None:
    phone.save(Record("Note", {"photo": Asset(b"a long photo")}, name="n2"))
    cloud.faults.add({"then": {"truncateFiles": 6}})
    photo = phone.download("n2", "photo")
    assert len(photo.read_bytes()) < (photo.size or 0)  # compare size and checksum


def test_asset_file_missing(phone: Database, tmp_path: Path) -> None:
    with pytest.raises(AssetFileNotFound):
        phone.save(Record("Note", {"photo": Asset(path=str(tmp_path / "gone.jpg"))}, name="n2"))


def test_asset_file_changes(phone: Database, tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"first")
    uploaded = phone.upload(photo, "Note", "photo")
    photo.write_bytes(b"second")  # the app changes the file during the upload
    with pytest.raises(AssetFileModified):
        phone.save(Record("Note", {"photo": uploaded}, name="n2"))


def test_upload_expires(cloud: Cloud, phone: Database) -> None:
    uploaded = phone.upload(b"jpeg", "Note", "photo")
    cloud.clock.advance(16 * 60)  # a receipt lasts 15 minutes
    with pytest.raises(InvalidArguments):
        phone.save(Record("Note", {"photo": uploaded}, name="n2"))
