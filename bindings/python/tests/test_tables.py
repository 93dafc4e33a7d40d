"""Tables and JSON lines as files to seed from: heads, cells, and errors."""

from __future__ import annotations

import csv
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from mockcloud import (
    BadJSON,
    BadMockRequest,
    Cloud,
    Location,
    Record,
    Reference,
)

pytestmark = pytest.mark.usefixtures("nothing_stays_open")

MOMENT = datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=timezone.utc)


class TestTables:
    def seed(self, cloud: Cloud, tmp_path: Path, text: str, **more: Any) -> list[Record]:
        path = tmp_path / "made.csv"
        path.write_text(text, encoding="utf-8")
        cloud.seed(path, **more)
        return cloud.records()

    def test_what_is_not_said_is_text(self, cloud: Cloud, tmp_path: Path) -> None:
        (record,) = self.seed(
            cloud, tmp_path, "\ufeffrecordName,title,rank\nn1,Buy glue,3\n", record_type="Note"
        )
        assert dict(record) == {"title": "Buy glue", "rank": "3"}

    def test_types_by_head_argument_and_schema(self, cloud: Cloud, tmp_path: Path) -> None:
        cloud.schema.load(
            text="DEFINE SCHEMA RECORD TYPE Note (rank INT64 QUERYABLE, secret ENCRYPTED STRING, "
            'tags LIST<STRING>, GRANT READ TO "_world");'
        )
        (record,) = self.seed(
            cloud,
            tmp_path,
            "recordType,rank,secret,tags,done,ratio:DOUBLE,due,to,where\n"
            'Note,7,s,"[""a""]",true,2,2026-01-02T03:04:05.678Z,n2,"52.5, 13.4"\n',
            types={
                "done": "INT64",
                "due": "TIMESTAMP",
                "to": "REFERENCE",
                "where": "LOCATION",
            },
        )
        assert dict(record) == {
            "rank": 7,
            "tags": ["a"],
            "done": 1,
            "ratio": 2.0,
            "due": MOMENT,
            "to": Reference("n2"),
            "where": Location(52.5, 13.4),
        }
        assert dict(record.encrypted) == {"secret": "s"}

    def test_the_schema_of_the_environment_that_is_seeded(
        self, cloud: Cloud, tmp_path: Path
    ) -> None:
        cloud.schema.load(text="DEFINE SCHEMA RECORD TYPE Note (rank INT64);", container="iCloud.x")
        self.seed(cloud, tmp_path, "rank\n7\n", record_type="Note", container="iCloud.x")
        (record,) = cloud.records(container="iCloud.x")
        assert record["rank"] == 7

    def test_an_empty_cell_is_no_field(self, cloud: Cloud, tmp_path: Path) -> None:
        (record,) = self.seed(cloud, tmp_path, 'recordName,a,b\nn1,,""""""\n\n', record_type="Note")
        assert dict(record) == {"b": ""}

    def test_heads_of_an_export(self, cloud: Cloud, tmp_path: Path) -> None:
        fields = {"title": "x", "rank": 1, "tags": ["a"], "recordName": "r"}
        cloud.private.save(Record("Note", fields, name="n1", encrypted={"key": b"k"}))
        path = tmp_path / "all.csv"
        cloud.export(path)
        with open(path, newline="", encoding="utf-8") as file:
            (row,) = csv.DictReader(file)
        assert list(row)[:4] == [
            "recordName",
            "recordType",
            "zoneID.zoneName",
            "recordChangeTag",
        ]
        assert list(row)[-5:] == [
            "key:ENCRYPTED BYTES",
            "rank:INT64",
            "recordName:STRING",
            "tags:STRING_LIST",
            "title",
        ]
        assert row["rank:INT64"] == "1" and row["created.timestamp"] == "2026-01-01T00:00:00.000Z"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("a:NUMBER\n1\n", r"line 1: 'NUMBER' is not a field type"),
            ("a:INT64\nx\n", r"line 2, column 'a:INT64': 'x' is not of type INT64"),
            ("a:DOUBLE\nnan\n", r"line 2, column 'a:DOUBLE': 'nan' is not of type DOUBLE"),
            ("a:TIMESTAMP\n2026-01-01\n", r"column 'a:TIMESTAMP'"),
            ("a:LOCATION\n1\n", r"'1' is not of type LOCATION"),
            ("a:STRING_LIST\nx\n", r"'x' is not of type STRING_LIST"),
            ("a:ASSETID\n[]\n", r"is not of type ASSETID"),
            ("a,b\n1\n", r"line 2: 1 cells instead of 2"),
            ('a\n"x"y\n', r"made\.csv: "),
            ("created.timestamp\nnow\n", r"column 'created.timestamp'"),
        ],
    )
    def test_what_cannot_be_read(
        self, cloud: Cloud, tmp_path: Path, text: str, message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            self.seed(cloud, tmp_path, text, record_type="Note")
        assert cloud.records() == []

    def test_rows_need_a_type_of_record(self, cloud: Cloud, tmp_path: Path) -> None:
        with pytest.raises(BadMockRequest, match=r"records\[0\].*recordType"):
            self.seed(cloud, tmp_path, "a\n1\n")

    def test_the_limit_of_cells_is_put_back(self, cloud: Cloud, tmp_path: Path) -> None:
        limit = csv.field_size_limit()
        long = "x" * (limit + 1)
        (record,) = self.seed(cloud, tmp_path, f"a\n{long}\n", record_type="Note")
        assert record["a"] == long
        assert csv.field_size_limit() == limit


@pytest.mark.parametrize(
    ("text", "message"), [("{}\n\n{", "line 3"), ("[1]", "a record dictionary is expected")]
)
def test_json_lines_that_are_none(cloud: Cloud, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "made.jsonl"
    path.write_text(text)
    with pytest.raises(BadJSON, match=message):
        cloud.seed(path)
