"""Recordings of CloudKit Web Services become scripts, without what gives access."""

from __future__ import annotations

import base64
import copy
import json
import random
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockcloud import Cloud, Record
from mockcloud.documents import DocumentError
from mockcloud.errors import ScriptMismatch, ServiceUnavailable, UnknownItem
from mockcloud.importing import Imported, Options, import_recording
from mockcloud.importing.answers import CODES
from mockcloud.importing.script import Mode, RequestStyle

HOST = "https://api.apple-cloudkit.com"
BASE = f"{HOST}/database/1/iCloud.example.notes/development"

#: None of these is real. Whatever holds one of them must not come out.
API_TOKEN = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
WEB_TOKEN = "158__54__AYmadeUpForThisTest/withSlash+andPlus=="
KEY_ID = "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"
SIGNATURE = "MEUCIQDmadeUpSignatureOfThisTest1234567890abcdefghij"
COOKIE = "cookieThatNobodyHas0123456789"
NEXT_TOKEN = "158__54__nextTokenMadeUpForThisTest"
SECRETS = (API_TOKEN, "AYmadeUpForThisTest", "withSlash", KEY_ID, SIGNATURE, COOKIE, NEXT_TOKEN)


@pytest.fixture(scope="module")
def operations() -> dict[str, list[str]]:
    with Cloud({}) as cloud:
        return {each["name"]: each["keys"] for each in cloud.info()["operations"]}


def entry(
    url: str, request: Any, response: Any, *, method: str = "POST", status: int = 200, **more: Any
) -> dict[str, Any]:
    """An entry of a HAR file, as browsers write them."""
    made: dict[str, Any] = {
        "startedDateTime": "2026-11-22T10:00:00.000Z",
        "time": 125.5,
        "request": {
            "method": method,
            "url": url,
            "headers": [
                {"name": "X-Apple-CloudKit-Request-KeyID", "value": KEY_ID},
                {"name": "X-Apple-CloudKit-Request-SignatureV1", "value": SIGNATURE},
                {"name": "Cookie", "value": f"session={COOKIE}; lang=en"},
            ],
            "cookies": [{"name": "session", "value": COOKIE}],
        },
        "response": {
            "status": status,
            "headers": [{"name": "X-Apple-CloudKit-Web-Auth-Token", "value": NEXT_TOKEN}],
            "content": {"mimeType": "application/json", "text": json.dumps(response)},
        },
    }
    if request is not None:
        made["request"]["postData"] = {"mimeType": "text/plain", "text": json.dumps(request)}
    return {**made, **more}


def har(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"log": {"version": "1.2", "creator": {"name": "test"}, "entries": list(entries)}}


TOKENS = f"ckAPIToken={API_TOKEN}&ckWebAuthToken={WEB_TOKEN.replace('+', '%2B')}"
NOTE = {
    "recordName": "n1",
    "recordType": "Note",
    "recordChangeTag": "k1",
    "fields": {"title": {"value": "Costs $5", "type": "STRING"}},
}
SAVE = entry(
    f"{BASE}/private/records/modify?{TOKENS}",
    {"operations": [{"operationType": "update", "record": NOTE}], "clientId": "x"},
    {"records": [{**NOTE, "recordChangeTag": "k2"}]},
)


def imported(
    document: Any, operations: dict[str, list[str]], options: Options | None = None
) -> Imported:
    text = document if isinstance(document, str) else json.dumps(document)
    return import_recording(text, "a.har", operations, options)


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


def test_what_gives_access_stays_behind(operations: dict[str, list[str]]) -> None:
    asset = {
        "fileChecksum": "AbC",
        "size": 3,
        "receipt": "receiptThatNobodyHas",
        "wrappingKey": "keyThatNobodyHas",
        "downloadURL": f"https://cvws.icloud-content.com/B/x/${{f}}?s={SIGNATURE}&k=v",
    }
    save = {
        "operations": [
            {
                "operationType": "create",
                "record": {
                    "recordType": "Note",
                    "fields": {
                        "file": {"value": asset},
                        "receipt": {"value": "of the shop", "type": "STRING"},
                        "link": {"value": "https://example.com/?page=2", "type": "STRING"},
                        "leak": {"value": f"see {WEB_TOKEN} and ckAPIToken=short1"},
                    },
                },
            }
        ]
    }
    answer = {
        "records": [save["operations"][0]["record"]],
        "redirectURL": f"https://www.icloud.com/sign-in?ckAPIToken={API_TOKEN}",
        "echo": [COOKIE, KEY_ID, f"Bearer {NEXT_TOKEN}"],
    }
    made = imported(
        har(SAVE, entry(f"{BASE}/private/records/modify?{TOKENS}", save, answer)),
        operations,
        Options(request="full"),
    )
    text = json.dumps([made.script, made.notes])
    for secret in (*SECRETS, "receiptThatNobodyHas", "keyThatNobodyHas", "short1"):
        assert secret not in text
    fields = made.script["entries"][1]["request"]["operations"][0]["record"]["fields"]
    assert fields["file"]["value"]["receipt"] == "$any"
    assert fields["receipt"]["value"] == "of the shop"
    assert fields["link"]["value"] == "https://example.com/?page=2"
    response = made.script["entries"][1]["response"]
    kept = response["records"][0]["fields"]["file"]["value"]
    assert kept["downloadURL"] == "https://cvws.icloud-content.com/B/x/${f}"
    assert kept["wrappingKey"] == "redacted"
    assert response["redirectURL"] == "https://www.icloud.com/sign-in"
    assert response["echo"] == ["redacted", "redacted", "Bearer redacted"]


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
        "log.entries[3]: left out: no answer to records/query came",
        "log.entries[4]: left out: records/query was answered by HTTP 302",
        "log.entries[5]: left out: no body of the answer to records/query was kept",
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
    early["startedDateTime"] = "yesterday"
    made = imported(har(SAVE, early), operations)
    assert [each["operation"] for each in made.script["entries"]] == [
        "records/modify",
        "zones/list",
    ]


LINE = {
    "method": "POST",
    "url": f"{BASE}/private/records/lookup?{TOKENS}",
    "status": 200,
    "request": {"records": [{"recordName": "n1"}]},
    "response": json.dumps({"records": [NOTE]}),
    "requestHeaders": {"Cookie": f"s={COOKIE}"},
    "time": 20,
}


def test_json_lines(operations: dict[str, list[str]]) -> None:
    text = json.dumps(LINE) + "\n\n" + json.dumps({**LINE, "request": None}) + "\n"
    made = imported(text, operations, Options(delays=True))
    assert [each["response"] for each in made.script["entries"]] == [{"records": [NOTE]}] * 2
    assert made.script["entries"][0]["request"]["records"] == [{"recordName": "n1"}]
    assert "records" not in made.script["entries"][1]["request"]
    assert made.script["entries"][0]["delay"] == 0.02
    assert imported(json.dumps(LINE, indent=2), operations).script["entries"]


def changed(path: str, value: Any) -> dict[str, Any]:
    """A HAR file with one value replaced; the path is dotted."""
    document = har(copy.deepcopy(SAVE))
    *way, last = (int(part) if part.isdecimal() else part for part in path.split("."))
    place: Any = document
    for part in way:
        place = place[part]
    place[last] = value
    return document


DAMAGED: list[tuple[Any, str]] = [
    ("", "a.har: line 1, column 1: is not JSON"),
    ("{", "a.har: line 1, column 2: is not JSON"),
    ("[1]", "a.har: expected an object"),
    ("{}", "a.har: log: expected an object"),
    ({"log": {}}, "a.har: log.entries: is missing: this is no HAR file"),
    ({"log": {"entries": {}}}, "a.har: log.entries: expected a list"),
    ({"log": {"entries": []}}, "a.har: holds no call of CloudKit Web Services"),
    ({"log": {"entries": [1]}}, r"a.har: log.entries\[0\]: expected an object"),
    (changed("log.entries.0.request.url", 1), r"log.entries\[0\].request.url: expected a text"),
    (changed("log.entries.0.request.url", "http://[x/"), r"log.entries\[0\], url: is no URL"),
    (changed("log.entries.0.response.status", "200"), "response.status: expected an integer"),
    (changed("log.entries.0.response.status", True), "response.status: expected an integer"),
    (changed("log.entries.0.time", "1"), r"log.entries\[0\].time: expected a number"),
    (changed("log.entries.0.request.headers", {}), "request.headers: expected a list"),
    (changed("log.entries.0.request.headers.0.name", 1), r"headers\[0\].name: expected a text"),
    (
        changed("log.entries.0.request.postData.text", "{,}"),
        r"log.entries\[0\].request.postData.text, line 1, column 2: is not JSON",
    ),
    (changed("log.entries.0.request.postData.text", "[]"), "postData.text: expected an object"),
    (changed("log.entries.0.response.content.text", "<html>"), "content.text, line 1, column 1"),
    (
        changed("log.entries.0.response.content.text", '{"a":' * 50 + "1" + "}" * 50),
        "content.text, .*is nested more than 46 levels",
    ),
    (
        changed("log.entries.0.response.content.text", '{"a": 1e999}'),
        "content.text, a: a number that is too large",
    ),
    (
        changed("log.entries.0.response.content.text", '{"a": "\\ud800"}'),
        "content.text, a: a text with half",
    ),
    (changed("log.entries.0.response.content.encoding", "gzip"), "encoding: 'gzip' is not known"),
    (changed("log.entries.0.response.content.encoding", "base64"), "text: is not base64"),
    (
        changed("log.entries.0.request.url", f"{HOST}/database/1/iCloud.x/staging/public/a/b"),
        "the environment is 'staging'; expected development, production",
    ),
    (
        changed("log.entries.0.request.url", f"{HOST}/database/1/iCloud.x/production/mine/a/b"),
        "the database is 'mine'; expected public, private, shared",
    ),
    ("[" * 100_000, "a.har: is nested more than"),
    (json.dumps(LINE) + "\n{", "a.har: line 2, line 1, column 2: is not JSON"),
    (json.dumps({**LINE, "status": None}), "a.har: line 1.status: is missing"),
    (json.dumps({**LINE, "request": [1]}), "a.har: line 1.request: expected an object or a text"),
    (json.dumps({**LINE, "requestHeaders": {"a": 1}}), "line 1.requestHeaders.a: expected a text"),
]


@pytest.mark.parametrize(("document", "message"), DAMAGED)
def test_a_damaged_recording_is_refused(
    operations: dict[str, list[str]], document: Any, message: str
) -> None:
    with pytest.raises(DocumentError, match=message):
        imported(document, operations)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a document with a key of it."""
    for key, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(each, (dict, list)):
            yield from places(each)


JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    1e308,
    2**70,
    "",
    "x",
    "\ud800",
    [],
    {},
    [{}],
    {"a": []},
    "{",
    "$any",
]


def has_scripts() -> bool:
    with Cloud({}) as cloud:
        return any(each["name"] == "mock/script/load" for each in cloud.info()["operations"])


HAS_SCRIPTS = has_scripts()


@pytest.mark.skipif(not HAS_SCRIPTS, reason="the library has no scripts")
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
        assert isinstance(found, Record) and (found.record_name, found["a"]) == (
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


@given(seed=st.integers(0, 2**32), count=st.integers(1, 4))
@settings(max_examples=400)
def test_damage_is_refused_or_does_no_harm(
    operations: dict[str, list[str]], seed: int, count: int
) -> None:
    chance = random.Random(seed)
    document = har(copy.deepcopy(SAVE), entry(f"{BASE}/private/zones/list", None, {"zones": [{}]}))
    for _ in range(count):
        place, key = chance.choice(list(places(document)))
        place[key] = copy.deepcopy(chance.choice(JUNK))
    text = json.dumps(document)
    if chance.random() < 0.5:
        start = chance.randrange(len(text))
        text = text[:start] + chance.choice(["", "\0", '"', "}", "[" * 2000]) + text[start + 1 :]
    options = Options(
        mode=chance.choice(get_args(Mode)),
        request=chance.choice(get_args(RequestStyle)),
        delays=chance.random() < 0.5,
    )
    try:
        made = imported(text, operations, options)
    except DocumentError as error:
        assert error.file == "a.har" and error.reason
    else:
        json.dumps(made.script, allow_nan=False, ensure_ascii=False).encode()
        if HAS_SCRIPTS:
            with Cloud({}) as cloud:
                cloud.call("mock/script/load", script=made.script)


@given(st.text(max_size=60), st.binary(max_size=60))
@settings(max_examples=200)
def test_any_body_is_refused_or_taken(
    operations: dict[str, list[str]], text: str, coded: bytes
) -> None:
    for content in (
        {"text": text},
        {"text": base64.b64encode(coded).decode(), "encoding": "base64"},
    ):
        document = changed("log.entries.0.response.content", content)
        try:
            imported(document, operations)
        except DocumentError as error:
            assert error.place is None or error.place.startswith("log.entries[0]")
