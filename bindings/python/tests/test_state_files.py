"""Files beside a state document."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from documents import FULL, document

from mockcloud import BadMockRequest, Cloud


class TestFilesBesideADocument:
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        path = tmp_path / "state.json"
        with Cloud(state=str(FULL)) as cloud:
            cloud.state.save(path, assets="files")
        return path

    def test_they_are_read_with_it(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert b"aGVsbG8" not in json.dumps(json.loads(path.read_text())["databases"]).encode()
        names = sorted(os.listdir(f"{path}.assets"))
        assert [len(name) for name in names] == [28] * 2
        assert not any("/" in name or "+" in name for name in names)
        with Cloud(state=str(FULL)) as cloud, Cloud(state=str(path)) as other:
            assert document(cloud) == document(other)
            other.state.load(path)
            assert document(cloud) == document(other)
            monkeypatch.setenv("MOCKCLOUD_STATE", str(path))
            with Cloud() as launched:
                assert document(launched) == document(cloud)
            # Saving again writes the same.
            before = path.read_bytes()
            other.state.save(path, assets="files")
            assert path.read_bytes() == before
            assert sorted(os.listdir(f"{path}.assets")) == names

    @pytest.mark.parametrize("damage", ["removed", "other bytes", "same size"])
    def test_a_file_that_is_not_what_it_was_is_refused_with_its_place(
        self, path: Path, damage: str, cloud: Cloud
    ) -> None:
        before = document(cloud)
        file = Path(f"{path}.assets") / sorted(os.listdir(f"{path}.assets"))[0]
        if damage == "removed":
            file.unlink()
        else:
            file.write_bytes(b"hellO" if damage == "same size" else b"x")
        with pytest.raises(BadMockRequest, match="is missing or has other bytes") as refusal:
            cloud.state.load(path)
        assert refusal.value.key is not None
        assert document(cloud) == before

    def test_a_document_without_its_place_is_refused(self, path: Path, cloud: Cloud) -> None:
        before = document(cloud)
        with pytest.raises(BadMockRequest, match="beside the document"):
            cloud.state.load(json.loads(path.read_text()))
        assert document(cloud) == before
        with pytest.raises(BadMockRequest, match="assets"):
            cloud.call("mock/state/save", assets="files")
        state = json.loads(path.read_text())
        state["uploads"][0]["file"] = "../state.json"
        path.write_text(json.dumps(state))
        with pytest.raises(BadMockRequest, match=r"uploads\[0\]"):
            cloud.state.load(path)


def test_a_checksum_of_other_bytes_is_refused(cloud: Cloud) -> None:
    text = FULL.read_text().replace('"data": "aGVsbG8="', '"data": "aGVsbG9v"')
    with pytest.raises(BadMockRequest, match="fileChecksum"):
        cloud.state.load(json.loads(text))
