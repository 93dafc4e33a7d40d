"""Recordings of CloudKit Web Services are converted to scripts, without credentials."""

from __future__ import annotations

import base64
import copy
import json
from typing import Any, Literal

import pytest

from cli_support import has_scripts
from mockcloud import Cloud, Record
from mockcloud.errors import ScriptMismatch, ServiceUnavailable, UnknownItem
from mockcloud.har import Options
from mockcloud.har.responses import CODES
from recordings import (
    BASE,
    HOST,
    LINE,
    NOTE,
    SAVE,
    TOKENS,
    entry,
    har,
    imported,
)


def test_a_call_becomes_an_entry(operations: dict[str, list[str]]) -> None:
    made = imported(har(SAVE), operations)
    pattern = {**NOTE, "recordChangeTag": "$any"}
    assert made.script == {
        "mode": "strict",
        "entries": [
            {
                "operation": "records/modify",
                "request": {
                    "container": "iCloud.example.notes",
                    "operations": [{"operationType": "update", "record": pattern}],
                },
                "response": {"records": [{**NOTE, "recordChangeTag": "k2"}]},
            }
        ],
    }
    assert made.notes == ["log.entries[0]: keys that MockCloud does not have: clientId"]


def test_how_much_of_the_request_is_expected(operations: dict[str, list[str]]) -> None:
    full = imported(har(SAVE), operations, Options(request="full", mode="anyOrder", delays=True))
    assert full.script["mode"] == "anyOrder"
    (one,) = full.script["entries"]
    assert (one["request"]["environment"], one["request"]["database"]) == ("development", "private")
    assert one["request"]["operations"][0]["record"] == NOTE
    assert one["delay"] == 0.1255
    (one,) = imported(har(SAVE), operations, Options(request="none")).script["entries"]
    assert "request" not in one and "delay" not in one


def test_other_members_beside_the_codes_of_the_service(operations: dict[str, list[str]]) -> None:
    url = f"{BASE}/private/records/lookup"
    foreign = {"ckErrorCode": "zz", "ckErrorName": 5, "serverErrorCode": "NOT_FOUND"}
    made = imported(
        har(
            entry(url, {}, {"records": [foreign, {"recordName": "a", "ckErrorCode": 3}]}),
            entry(url, {}, {"serverErrorCode": "THROTTLED", "ckErrorCode": "zz"}),
            entry(url, {}, {"records": [], "error": None, "ckErrorCode": 3}),
        ),
        operations,
    )
    items, throttled, succeeded = [each["response"] for each in made.script["entries"]]
    assert items["records"][0]["ckErrorCode"] == 11
    assert items["records"][1] == {"recordName": "a"}
    assert (throttled["error"]["ckErrorCode"], succeeded) == (7, {"records": []})
    if has_scripts():
        with Cloud({}) as cloud:
            cloud.call("mock/script/load", script=made.script)


MADE = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
GIVEN = "0d3c4ab1-5a2e-4f6b-9d3e-9f1f0c1a2b3c"


def test_the_names_that_a_client_makes_up_are_captured(operations: dict[str, list[str]]) -> None:
    url = f"{BASE}/private/records"
    records: list[dict[str, Any]] = [
        {"recordName": MADE, "recordType": "Note", "fields": {}},
        {"recordType": "Note"},
    ]
    made = [{"operationType": "create", "record": each} for each in records]
    answer = {"records": [records[0], {**records[1], "recordName": GIVEN}]}
    names = [{"recordName": MADE}, {"recordName": GIVEN}]
    document = har(
        entry(f"{url}/modify", {"operations": made}, answer),
        entry(f"{url}/lookup", {"records": names}, answer),
    )
    first, second = imported(document, operations).script["entries"]
    assert first["request"]["operations"][0]["record"]["recordName"] == "$id1"
    assert second["request"]["records"] == [{"recordName": "$id1"}, {"recordName": GIVEN}]
    for each in (first, second):
        assert [each["recordName"] for each in each["response"]["records"]] == ["$id1", GIVEN]
    for options in (Options(request="full"), Options(mode="anyOrder")):
        assert "$id" not in json.dumps(imported(document, operations, options).script)


def test_fields_may_have_any_name(operations: dict[str, list[str]]) -> None:
    fields = {"size": {"value": 3}, "recordChangeTag": {"value": "x"}, "receipt": {"value": "y"}}
    save = {"operations": [{"operationType": "create", "record": {"fields": fields}}]}
    recorded = entry(f"{BASE}/public/records/modify", save, {"records": [{"fields": fields}]})
    (one,) = imported(har(recorded), operations).script["entries"]
    assert one["request"]["operations"][0]["record"]["fields"] == fields
    assert one["response"]["records"][0]["fields"] == fields


def test_dollars_are_no_marks(operations: dict[str, list[str]]) -> None:
    fields = {"a": {"value": "$any"}, "b": {"value": ["$absent", "$$x", "x$"]}}
    save = {"operations": [{"operationType": "create", "record": {"fields": fields}}]}
    answer = {"records": [{"recordName": "$name", "fields": fields}]}
    (one,) = imported(har(entry(f"{BASE}/public/records/modify", save, answer)), operations).script[
        "entries"
    ]
    escaped = {"a": {"value": "$$any"}, "b": {"value": ["$$absent", "$$$x", "x$"]}}
    assert one["request"]["operations"][0]["record"]["fields"] == escaped
    assert one["response"]["records"] == [{"recordName": "$$name", "fields": escaped}]


def test_an_error_keeps_its_dictionary(operations: dict[str, list[str]]) -> None:
    error = {
        "uuid": "u-1",
        "serverErrorCode": "AUTHENTICATION_REQUIRED",
        "reason": "request needs authorization",
        "redirectURL": "https://www.icloud.com/sign-in?token=x",
    }
    url = f"{BASE}/private/records/query"
    (one,) = imported(har(entry(url, {}, error, status=421)), operations).script["entries"]
    error = {**error, "redirectURL": "https://www.icloud.com/sign-in"}
    assert one["response"] == {
        "error": {"ckErrorCode": 9, "ckErrorName": "notAuthenticated", **error}
    }


@pytest.mark.parametrize(
    ("status", "text", "code"),
    [(503, "<html>busy</html>", 6), (500, "", 15), (429, "{}", 7), (404, '{"reason": "?"}', 11)],
)
def test_an_error_without_a_dictionary(
    operations: dict[str, list[str]], status: int, text: str, code: int
) -> None:
    failed = entry(f"{BASE}/public/records/query", {}, {}, status=status)
    failed["response"]["content"]["text"] = text
    failed["response"]["headers"].append({"name": "Retry-After", "value": "12"})
    (one,) = imported(har(failed), operations).script["entries"]
    error = one["response"]["error"]
    assert (error["ckErrorCode"], error["retryAfter"]) == (code, 12)
    assert error["reason"] in (f"HTTP status {status}", "?")


def test_errors_of_items_are_a_partial_failure(operations: dict[str, list[str]]) -> None:
    missing = {"recordName": "n2", "reason": "Record not found", "serverErrorCode": "NOT_FOUND"}
    lookup = entry(f"{BASE}/private/records/lookup", {"records": []}, {"records": [NOTE, missing]})
    (one,) = imported(har(lookup), operations).script["entries"]
    whole = {**missing, "ckErrorCode": 11, "ckErrorName": "unknownItem"}
    assert one["response"]["records"] == [NOTE, whole]
    assert one["response"]["error"]["ckErrorCode"] == 2
    assert one["response"]["error"]["partialErrors"] == [whole]


def test_the_codes_of_the_library_are_known(cloud: Cloud) -> None:
    theirs: dict[str, set[int]] = {}
    for each in cloud.info()["errors"]:
        if "serverErrorCode" in each:
            theirs.setdefault(each["serverErrorCode"], set()).add(each["ckErrorCode"])
    assert theirs.keys() <= CODES.keys()
    assert [name for name, codes in theirs.items() if CODES[name] not in codes] == []


def test_what_is_no_call_is_left_out_with_a_note(operations: dict[str, list[str]]) -> None:
    url = f"{BASE}/private/records/query"
    without_body = entry(url, {}, {})
    del without_body["response"]["content"]["text"]
    made = imported(
        har(
            entry("https://cvws.icloud-content.com/B/secretPath?s=secretSign", None, {}),
            entry(url, None, None, method="OPTIONS", status=204),
            entry(f"{BASE}/private/records/photos", {}, {}),
            entry(url, {}, {}, status=0),
            entry(url, {}, {}, status=302),
            without_body,
            SAVE,
        ),
        operations,
    )
    assert len(made.script["entries"]) == 1
    assert made.notes[:-1] == [
        "log.entries[0]: left out: cvws.icloud-content.com is not CloudKit Web Services",
        "log.entries[2]: left out: MockCloud has no operation 'records/photos'",
        "log.entries[3]: left out: records/query received no response",
        "log.entries[4]: left out: records/query has the status HTTP 302",
        "log.entries[5]: left out: the response to records/query has no body",
    ]


def test_the_bytes_of_files_are_left_out(operations: dict[str, list[str]]) -> None:
    upload = "https://cvws.icloud-content.com/U/secretPath"
    tokens = [{"recordType": "Note", "fieldName": "file"}]
    begin = entry(
        f"{BASE}/private/assets/upload",
        {"tokens": tokens},
        {"tokens": [{"recordName": "n1", "fieldName": "file", "url": f"{upload}?sign=a"}]},
    )
    made = imported(
        har(begin, entry(f"{upload}?sign=a", None, {"singleFile": {}}), SAVE), operations
    )
    assert len(made.script["entries"]) == 2
    assert made.script["entries"][0]["response"]["tokens"][0]["url"] == upload
    note = "log.entries[1]: left out: the bytes of a file, to cvws.icloud-content.com"
    assert made.notes[0] == note


def test_tokens_belong_to_no_database(operations: dict[str, list[str]]) -> None:
    url = f"{HOST}/device/1/iCloud.example.notes/production/tokens/create"
    answer = {"apnsToken": "tokenThatNobodyHas", "webcourierURL": "https://x.example/a?b=c"}
    (one,) = imported(
        har(entry(url, {"apnsEnvironment": "development"}, answer)), operations
    ).script["entries"]
    assert one["operation"] == "tokens/create"
    assert one["request"] == {
        "container": "iCloud.example.notes",
        "environment": "production",
        "apnsEnvironment": "development",
    }
    assert one["response"] == {"apnsToken": "redacted", "webcourierURL": "redacted"}


@pytest.mark.parametrize("style", ["pattern", "full"])
def test_the_only_database_of_an_operation_is_not_expected(
    operations: dict[str, list[str]], style: Literal["pattern", "full"]
) -> None:
    caller = {"userRecordName": "_u", "nameComponents": {"givenName": "A", "familyName": "B"}}
    recorded = har(
        entry(f"{BASE}/public/users/caller", None, caller, method="GET"),
        entry(f"{BASE}/public/records/resolve", {"shortGUIDs": []}, {"results": []}),
        entry(f"{BASE}/public/records/query", {"query": {"recordType": "T"}}, {"records": []}),
    )
    script = imported(recorded, operations, Options(request=style)).script
    databases = [each["request"].get("database") for each in script["entries"]]
    assert databases == [None, None, "public"]
    if not has_scripts():
        pytest.skip("the library has no scripts")
    with Cloud({}) as cloud:
        cloud.script.load(script)
        request = {"container": "iCloud.example.notes"}
        if style == "full":
            request["environment"] = "development"
        assert cloud.call("users/caller", request)["userRecordName"] == "_u"


def test_bodies_in_base64(operations: dict[str, list[str]]) -> None:
    coded = copy.deepcopy(SAVE)
    content = coded["response"]["content"]
    content["text"] = base64.b64encode(content["text"].encode()).decode()
    content["encoding"] = "base64"
    assert imported(har(coded), operations).script == imported(har(SAVE), operations).script


def test_entries_are_sorted_by_time_where_all_have_one(operations: dict[str, list[str]]) -> None:
    url = f"{BASE}/private/zones/list"
    early = entry(url, None, {"zones": []}, method="GET")
    early["startedDateTime"] = "2026-11-22T11:59:59.1234567+02:00"
    made = imported(har(SAVE, early), operations)
    assert [each["operation"] for each in made.script["entries"]] == [
        "zones/list",
        "records/modify",
    ]
    for outside in ("0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-12:00", "yesterday"):
        early["startedDateTime"] = outside
        made = imported(har(SAVE, early), operations)
        assert [each["operation"] for each in made.script["entries"]] == [
            "records/modify",
            "zones/list",
        ]


def test_json_lines(operations: dict[str, list[str]]) -> None:
    text = json.dumps(LINE) + "\n\n" + json.dumps({**LINE, "request": None}) + "\n"
    made = imported(text, operations, Options(delays=True))
    assert [each["response"] for each in made.script["entries"]] == [{"records": [NOTE]}] * 2
    assert made.script["entries"][0]["request"]["records"] == [{"recordName": "n1"}]
    assert "records" not in made.script["entries"][1]["request"]
    assert made.script["entries"][0]["delay"] == 0.02
    assert imported(json.dumps(LINE, indent=2), operations).script["entries"]


@pytest.mark.skipif(not has_scripts(), reason="the library has no scripts")
def test_a_recording_is_replayed(operations: dict[str, list[str]]) -> None:
    url = f"{BASE}/private/records"
    made = {"recordName": MADE, "recordType": "Note", "fields": {"a": {"value": "$5"}}}
    missing = {"recordName": GIVEN, "reason": "Record not found", "serverErrorCode": "NOT_FOUND"}
    busy = {"serverErrorCode": "TRY_AGAIN_LATER", "reason": "busy", "retryAfter": 7, "uuid": "u"}
    document = har(
        entry(
            f"{url}/modify?{TOKENS}",
            {"operations": [{"operationType": "create", "record": made}]},
            {"records": [{**made, "recordChangeTag": "k1"}]},
        ),
        entry(
            f"{url}/lookup",
            {"records": [{"recordName": MADE}, {"recordName": "n2"}]},
            {"records": [{**made, "recordChangeTag": "k1"}, missing]},
        ),
        entry(f"{url}/query", {"query": {"recordType": "Note"}}, busy, status=503),
    )
    script = imported(document, operations, Options(delays=True)).script
    with Cloud(seed=1) as cloud:
        cloud.call("mock/script/load", script=script)
        database = cloud.container("iCloud.example.notes").private
        started = cloud.now
        ours = {**made, "recordName": "a-name-of-our-own"}
        saved = database.call(
            "records/modify", operations=[{"operationType": "create", "record": ours}]
        )["records"]
        assert saved == [{**ours, "recordChangeTag": "k1"}]
        assert (cloud.now - started).total_seconds() == pytest.approx(0.1255, abs=0.001)
        found, theirs = database.fetch_all(["a-name-of-our-own", "n2"], return_exceptions=True)
        assert isinstance(found, Record) and (found.name, found["a"]) == (
            "a-name-of-our-own",
            "$5",
        )
        assert isinstance(theirs, UnknownItem) and theirs.record_name == GIVEN
        with pytest.raises(ServiceUnavailable) as caught:
            database.query("Note")
        assert (caught.value.retry_after, caught.value.uuid) == (7, "u")
        assert cloud.call("mock/script/status")["remaining"] == []
        with pytest.raises(ScriptMismatch):
            database.query("Note")
