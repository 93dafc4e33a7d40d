"""Uploads and saves of files on the host, which requests name by path."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mockcloud import BadMockRequest, Cloud


def save(cloud: Cloud, value: Mapping[str, Any]) -> Any:
    record = {"recordName": "n1", "recordType": "Note", "fields": {"file": {"value": value}}}
    request = {"operations": [{"operationType": "forceUpdate", "record": record}]}
    return cloud.exchange("records/modify", request)[1]["records"][0]


def upload(cloud: Cloud, path: Path) -> Any:
    target = {"recordName": "n1", "recordType": "Note", "fieldName": "file", "path": str(path)}
    return cloud.exchange("assets/upload", {"assets": [target]})[1]["assets"][0]


def download(cloud: Cloud) -> Any:
    request = {"assets": [{"recordName": "n1", "fieldName": "file"}]}
    return cloud.exchange("assets/download", request)[1]["assets"][0].get("data")


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "photo"
    path.write_bytes(b"hello")
    return path


def test_a_saved_path_is_read_once(cloud: Cloud, photo: Path) -> None:
    assert save(cloud, {"path": str(photo)})["fields"]["file"]["value"]["size"] == 5
    photo.unlink()
    assert download(cloud) == "aGVsbG8="


def test_an_uploaded_path_is_saved_unchanged(cloud: Cloud, photo: Path) -> None:
    uploaded = upload(cloud, photo)
    assert uploaded["size"] == 5
    assert save(cloud, uploaded)["fields"]["file"]["value"]["size"] == 5
    assert download(cloud) == "aGVsbG8="


def test_a_file_that_changes_between_upload_and_save(cloud: Cloud, photo: Path) -> None:
    uploaded = upload(cloud, photo)
    photo.write_bytes(b"hullo")
    before = cloud.exchange("mock/state/hash", {})
    refused = save(cloud, {"receipt": uploaded["receipt"]})
    assert (refused["ckErrorCode"], refused["ckErrorName"]) == (17, "assetFileModified")
    assert cloud.exchange("mock/state/hash", {}) == before
    photo.write_bytes(b"hello")
    assert "ckErrorCode" not in save(cloud, uploaded)


def test_a_file_that_goes_between_upload_and_save(cloud: Cloud, photo: Path) -> None:
    uploaded = upload(cloud, photo)
    photo.unlink()
    refused = save(cloud, uploaded)
    assert (refused["ckErrorCode"], refused["ckErrorName"]) == (16, "assetFileNotFound")
    assert download(cloud) is None


def test_a_path_put_to_an_url(cloud: Cloud, photo: Path) -> None:
    tokens = {"tokens": [{"recordType": "Note", "fieldName": "file"}]}
    url = cloud.exchange("assets/upload", tokens)[1]["tokens"][0]["url"]
    status, put = cloud.exchange("mock/assets/put", {"url": url, "path": str(photo)})
    assert status == 0
    # The cloud has the bytes, so the file is no longer needed.
    photo.unlink()
    assert save(cloud, put["singleFile"])["fields"]["file"]["value"]["size"] == 5


def test_a_path_put_that_is_not_there(cloud: Cloud, tmp_path: Path) -> None:
    tokens = {"tokens": [{"recordType": "Note", "fieldName": "file"}]}
    url = cloud.exchange("assets/upload", tokens)[1]["tokens"][0]["url"]
    with pytest.raises(BadMockRequest) as refused:
        cloud.call("mock/assets/put", {"url": url, "path": str(tmp_path / "x")})
    assert refused.value.key == "path"


def test_a_fork_keeps_its_files(cloud: Cloud) -> None:
    save(cloud, {"data": "aGVsbG8="})
    with cloud.fork() as fork:
        save(cloud, {"data": "d29ybGQ="})
        assert download(fork) == "aGVsbG8="
        assert download(cloud) == "d29ybGQ="
        assert fork.exchange("mock/info", {})[1]["assets"] == {"files": 1, "bytes": 5}


@pytest.mark.parametrize("seed", range(20))
def test_files_are_counted_once_and_let_go(seed: int) -> None:
    """`mock/info` counts the files of the stored records and the uploads that are still valid."""
    random = Random(seed)
    contents = [b"", b"a", b"hello", b"world!"]
    with Cloud(seed=seed) as cloud:
        cloud.private.create_zone("Work")
        for _ in range(80):
            zone = {"zoneName": random.choice(["Work", "_defaultZone"])}
            name = random.choice(["a", "b", "c"])
            files = [
                {"data": b64encode(random.choice(contents)).decode()}
                for _ in range(random.randint(0, 3))
            ]
            fields = {
                "files": {"value": files or None, "type": "ASSETID_LIST"},
                "file": {"value": files[0] if files else None, "type": "ASSETID"},
            }
            record = {"recordName": name, "recordType": "Note", "fields": fields}
            kind = random.choice(["forceUpdate", "forceUpdate", "forceReplace", "forceDelete"])
            operation = {"operationType": kind, "record": record}
            cloud.call("records/modify", {"zoneID": zone, "operations": [operation]})
            if random.random() < 0.1:
                cloud.call("mock/state/load", {"state": cloud.call("mock/state/save")})
            if random.random() < 0.05:
                for kind in ("delete", "create"):
                    zones = [{"operationType": kind, "zone": {"zoneID": {"zoneName": "Work"}}}]
                    cloud.call("zones/modify", {"operations": zones})
            held = {
                value["fileChecksum"]: value["size"]
                for each in cloud.call("mock/records")["records"]
                for stored in each["fields"].values()
                for value in as_list(stored["value"])
            }
            expected = {"files": len(held), "bytes": sum(held.values())}
            assert cloud.info()["assets"] == expected


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
