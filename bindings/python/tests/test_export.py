"""Exported records are the same after they are seeded."""

from __future__ import annotations

import json
import tempfile
from base64 import b64encode
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockcloud import Asset, Cloud, Location, Record, Reference, Typed
from mockcloud.harness import stored as _bulk
from mockcloud.io import seeding as _seeding
from mockcloud.io.tables import schema_types

pytestmark = pytest.mark.usefixtures("nothing_stays_open")

MOMENT = datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=timezone.utc)

FIELDS: dict[str, Any] = {
    "text": 'a, "b"\r\nc',
    "empty": "",
    "quoted": '"x"',
    "count": -3,
    "ratio": 0.1,
    "whole": 3.0,
    "at": MOMENT,
    "raw": b"\0\xff",
    "to": Reference("n2", "VALIDATE"),
    "where": Location(52.5, 13.4, altitude=-0.0),
    "file": Asset(b"hello"),
    "tags": ["a", "", "c,d"],
    "none": Typed([], "INT64_LIST"),
    "files": [Asset(b"1"), Asset(b"2")],
    "moments": [MOMENT],
    "recordName": "a field of that name",
}


@pytest.fixture(params=["all.jsonl", "all.csv"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(tmp_path, request.param)


def seeded_again(path: Path, **place: Any) -> bytes:
    """Returns the export of a cloud that was seeded only with the file."""
    with Cloud(seed=2) as other:
        other.seed(path, **place)
        other.export(path, **place)
        assert other.state.problems() == []
    return path.read_bytes()


class TestRoundTrips:
    def test_every_kind_of_value(self, cloud: Cloud, path: Path) -> None:
        home = cloud.private.in_zone(cloud.private.create_zone("Home"))
        record = Record("Note", FIELDS, name="n1", encrypted={"secret": "s", "empty2": ""})
        cloud.private.save_all([record, Record("Other", {"count": "a text here"}, name="n2")])
        home.save(Record("Note", {"count": 7}, name="n1"))
        home.save(Record("Note", name="child", parent="n1"))
        assert cloud.export(path) == 4
        written = path.read_bytes()
        assert seeded_again(path) == written
        with Cloud(seed=3) as other:
            other.seed(path)
            note = other.private.fetch("n1")
            assert dict(note) == dict(cloud.private.fetch("n1"))
            assert dict(note.encrypted) == {"secret": "s", "empty2": ""}
            assert other.private.in_zone("Home").fetch("child").parent == "n1"

    def test_shares_in_json_lines(self, cloud: Cloud, tmp_path: Path) -> None:
        path = tmp_path / "all.jsonl"
        cloud.accounts.add_user("bob", email="bob@example.com")
        home = cloud.private.in_zone(cloud.private.create_zone("Home"))
        home.share(home.save(Record("List", name="zz")), participants=["bob@example.com"])
        assert cloud.export(path) == 2
        shared = [json.loads(line)["recordType"] for line in path.read_text().splitlines()]
        assert shared == ["List", "cloudkit.share"]  # a share comes after the shared record
        with Cloud(seed=1) as other:
            other.accounts.add_user("bob", email="bob@example.com")
            other.seed(path)
            assert other.private.in_zone("Home").fetch("zz").share_name is not None
        with pytest.raises(ValueError, match="cannot contain shares"):
            cloud.export(tmp_path / "all.csv")
        assert cloud.export(tmp_path / "all.csv", record_type="List") == 1

    def test_pages_and_chunks(
        self, cloud: Cloud, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_bulk, "_PAGE", 7)
        monkeypatch.setattr(_seeding, "CHUNK_RECORDS", 10)
        done: list[int] = []
        cloud.seed(Record("Note", {"rank": rank}, name=f"n{rank:03}") for rank in range(50))
        count = cloud.export(path, progress=lambda count, total: done.append(count))
        assert count == 50
        assert done == [7, 14, 21, 28, 35, 42, 49, 50]
        written = path.read_bytes()
        assert seeded_again(path) == written

    def test_of_one_type_zone_and_database(self, cloud: Cloud, path: Path) -> None:
        cloud.accounts.add_user("bob")
        bob: Any = {"user": "bob", "database": "private"}
        for zone, kind in (("Home", "Note"), ("Home", "List"), ("Work", "Note")):
            name = f"{zone}-{kind}"
            wire = {"recordName": name, "recordType": kind, "zoneID": {"zoneName": zone}}
            cloud.seed([wire], **bob)
        assert cloud.export(path) == 0
        assert cloud.export(path, **bob) == 3
        assert cloud.export(path, zone="Home", **bob) == 2
        assert cloud.export(path, zone="Home", record_type="Note", **bob) == 1
        assert [each.name for each in cloud.iter_records(zone="Work", **bob)] == ["Work-Note"]

    def test_an_empty_cloud(self, cloud: Cloud, path: Path) -> None:
        assert cloud.export(path) == 0
        assert cloud.seed(path)["records"] == 0

    def test_a_failed_export_leaves_the_file(self, cloud: Cloud, path: Path) -> None:
        def enough(done: int, total: int | None) -> None:
            raise TimeoutError

        cloud.seed([{"recordName": "n1", "recordType": "Note"}])
        path.write_text("kept")
        with pytest.raises(TimeoutError):
            cloud.export(path, progress=enough)
        assert path.read_text() == "kept"
        assert list(path.parent.iterdir()) == [path]

    def test_records_are_those_of_one_moment(
        self, cloud: Cloud, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_bulk, "_PAGE", 2)
        cloud.seed(Record("Note", {"rank": rank}, name=f"n{rank}") for rank in range(6))
        found = []
        for record in cloud.iter_records("Note"):
            found.append(record["rank"])
            cloud.private.delete(f"n{record['rank']}")
        assert found == list(range(6))
        assert list(cloud.iter_records()) == []


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
integers = st.integers(-(2**63), 2**63 - 1)
doubles = st.floats(allow_nan=False, allow_infinity=False)
values: dict[str, st.SearchStrategy[Any]] = {
    "STRING": texts,
    "INT64": integers,
    "DOUBLE": doubles,
    "TIMESTAMP": integers,
    "BYTES": st.binary(max_size=8).map(lambda raw: b64encode(raw).decode()),
    "REFERENCE": st.builds(
        lambda name, action: {"recordName": name, "action": action},
        st.sampled_from(["a", "b c", "[x]"]),
        st.sampled_from(["NONE", "DELETE_SELF", "VALIDATE"]),
    ),
    "LOCATION": st.builds(
        lambda latitude, longitude: {"latitude": latitude, "longitude": longitude},
        st.floats(-90, 90),
        st.floats(-180, 180),
    ),
    "ASSETID": st.binary(max_size=8).map(lambda raw: {"data": b64encode(raw).decode()}),
}


@st.composite
def records(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Records of two types whose fields each have one type, as a schema requires."""
    names = st.sampled_from(["a", "b", "recordType", "C_1"])
    kinds = st.sampled_from([*values, *(f"{kind}_LIST" for kind in values)])
    schema = {each: draw(st.dictionaries(names, kinds)) for each in ("Note", "List")}
    found = []
    for name in draw(st.lists(st.sampled_from("pqrstu"), unique=True)):
        record_type = draw(st.sampled_from(["Note", "List"]))
        fields = {}
        for field, kind in schema[record_type].items():
            if draw(st.booleans()):
                strategy = values[kind.removesuffix("_LIST")]
                listed = kind.endswith("_LIST")
                value = draw(st.lists(strategy, max_size=3) if listed else strategy)
                fields[field] = {"value": value, "type": kind}
        found.append({"recordName": name, "recordType": record_type, "fields": fields})
    return found


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
@settings(max_examples=60, deadline=None)
@given(records())
def test_what_is_exported_and_seeded_again_is_the_same(
    suffix: str, made: list[dict[str, Any]]
) -> None:
    with tempfile.TemporaryDirectory() as folder, Cloud(seed=1) as cloud:
        path = Path(folder, f"all.{suffix}")
        cloud.seed(made)
        assert cloud.export(path) == len(made)
        wires = [_stored(record) for record in cloud.iter_records()]
        written = path.read_bytes()
        assert seeded_again(path) == written
        with Cloud(seed=1) as other:
            other.seed(path)
            assert [_stored(record) for record in other.iter_records()] == wires


def _stored(record: Record) -> dict[str, Any]:
    return dict(record.response)


def test_types_of_a_schema(cloud: Cloud) -> None:
    cloud.seed(Record("Note", FIELDS, name="n1", encrypted={"secret": [1.5]}))
    types = {name: str(kind) for name, kind in schema_types(cloud.schema.text())["Note"].items()}
    stored = cloud.private.fetch("n1").response["fields"]
    assert types == {
        name: ("ENCRYPTED " if "isEncrypted" in field else "") + field["type"]
        for name, field in stored.items()
    }
