"""Files of records: uploaded, saved, downloaded and referred to again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mockcloud import Asset, Cloud, Database, Record, errors

HELLO = b"hello"


@pytest.fixture
def note(database: Database) -> Record:
    """A record with a file, and with a list of files."""
    fields = {"photo": Asset(HELLO), "pages": [Asset(b"one"), Asset(b"two")]}
    return database.save(Record("Note", fields, name="n1"))


def test_bytes_come_back(database: Database, note: Record, tmp_path: Path) -> None:
    found = database.download(note, "photo")
    assert (found.read_bytes(), found.size) == (HELLO, 5)
    assert found.file_checksum == note["photo"].file_checksum
    found.write_to(tmp_path / "photo")
    assert (tmp_path / "photo").read_bytes() == HELLO
    assert [each.read_bytes() for each in database.download_all("n1", "pages")] == [b"one", b"two"]
    assert database.download_all(note, "photo") == [found]


def test_a_record_has_no_contents(database: Database, note: Record) -> None:
    read: Asset = database.fetch("n1")["photo"]
    assert (read.data, read.size) == (None, 5)
    with pytest.raises(ValueError, match=r"database\.download\(record, field\)"):
        read.read_bytes()
    with pytest.raises(ValueError, match=r"holds a list of 2 files: use download_all\(\)"):
        database.download(note, "pages")
    with pytest.raises(errors.UnknownItem):
        database.download("no", "photo")


@pytest.mark.parametrize("kind", ["bytes", "bytearray", "memoryview", "path", "asset"])
def test_an_upload_is_saved(cloud: Cloud, database: Database, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "photo"
    path.write_bytes(HELLO)
    file: Any = {
        "bytes": HELLO,
        "bytearray": bytearray(HELLO),
        "memoryview": memoryview(HELLO),
        "path": path,
        "asset": Asset(path=path),
    }[kind]
    uploaded = database.upload(file, "Note", "photo", name="n1")
    assert uploaded.receipt and uploaded.size == 5
    database.save(Record("Note", {"photo": uploaded}, name="n1"))
    assert database.download("n1", "photo").read_bytes() == HELLO


def test_an_uploaded_file_must_stay_the_same(database: Database, tmp_path: Path) -> None:
    path = tmp_path / "photo"
    path.write_bytes(HELLO)
    record = Record("Note", {"photo": database.upload(path, "Note", "photo")}, name="n1")
    path.write_bytes(b"hullo")
    with pytest.raises(errors.AssetFileModified):
        database.save(record)
    path.unlink()
    with pytest.raises(errors.AssetFileNotFound):
        database.save(record)


def test_a_receipt_expires(cloud: Cloud, database: Database) -> None:
    record = Record("Note", {"photo": database.upload(HELLO, "Note", "photo")}, name="n1")
    cloud.clock.advance(16 * 60)
    with pytest.raises(errors.CKError):
        database.save(record)


def test_many_uploads(database: Database) -> None:
    pages = database.upload_all([b"one", b"two", b"three"], "Note", "pages")
    database.save(Record("Note", {"pages": pages}, name="n1"))
    found = database.download_all("n1", "pages")
    assert [each.read_bytes() for each in found] == [b"one", b"two", b"three"]
    assert len(database.upload_all(b"one", "Note", "pages")) == 1


def test_the_two_steps_of_web_services(cloud: Cloud, database: Database, tmp_path: Path) -> None:
    url = database.upload_url("Note", "photo", name="n1")
    (tmp_path / "photo").write_bytes(HELLO)
    asset = cloud.private.put_asset(url, tmp_path / "photo")
    database.save(Record("Note", {"photo": asset}, name="n1"))
    assert database.download("n1", "photo").read_bytes() == HELLO
    with pytest.raises(errors.BadMockRequest):
        cloud.private.put_asset(url, HELLO)


def test_a_file_of_another_record(cloud: Cloud, database: Database, note: Record) -> None:
    copied = Record("Note", name="n2")
    copied["photo"] = database.rereference(note, "photo")
    copied["pages"] = database.rereference_all(note, "pages")
    database.save(copied)
    assert database.download("n2", "photo").read_bytes() == HELLO
    assert [each.read_bytes() for each in database.download_all("n2", "pages")] == [b"one", b"two"]
    assert cloud.info()["assets"]["files"] == 3
    again = Record("Note", {"photo": database.download(note, "photo")}, name="n3")
    assert database.save(again)["photo"].file_checksum == note["photo"].file_checksum


def test_files_in_zones(work: Database) -> None:
    saved = work.save(Record("Note", {"photo": Asset(HELLO)}, name="n1"))
    assert work.download("n1", "photo") == work.download(saved, "photo")


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        (3, TypeError, "bytes, a path or an Asset, not 3"),
        (Asset(size=3), ValueError, "has no contents"),
    ],
    ids=repr,
)
def test_what_is_no_file(
    cloud: Cloud, database: Database, wrong: Any, kind: type[Exception], message: str
) -> None:
    for upload in (
        lambda: database.upload(wrong, "Note", "photo"),
        lambda: database.upload_all([wrong], "Note", "photo"),
        lambda: cloud.private.put_asset("mockcloud://uploads/x", wrong),
    ):
        with pytest.raises(kind, match=message):
            upload()


def test_an_asset_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "photo"
    path.write_bytes(HELLO)
    assert Asset(path=path).read_bytes() == Asset(path=str(path)).read_bytes() == HELLO
    assert Asset(path=path).to_wire() == {"path": str(path)}
    Asset(b"").write_to(str(path))
    assert path.read_bytes() == b""
    with pytest.raises(FileNotFoundError):
        Asset(path=tmp_path / "no").read_bytes()


def test_a_string_is_a_path(cloud: Cloud, database: Database, tmp_path: Path) -> None:
    path = tmp_path / "photo"
    path.write_bytes(HELLO)
    photo = database.upload(str(path), "Note", "photo")
    database.save(Record("Note", {"photo": photo}, name="n1"))
    assert database.download("n1", "photo").read_bytes() == HELLO
    assert len(database.upload_all(str(path), "Note", "photos")) == 1
    url = database.upload_url("Note", "photo")
    assert cloud.private.put_asset(url, str(path)).size == len(HELLO)
    with pytest.raises(FileNotFoundError):
        database.upload(str(tmp_path / "none"), "Note", "photo")
