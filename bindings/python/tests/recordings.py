"""Recordings of CloudKit Web Services for the tests of their import. All tokens are invented."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from mockcloud.har import Imported, Options, import_recording
from mockcloud.har.script import service_operations

HOST = "https://api.apple-cloudkit.com"
BASE = f"{HOST}/database/1/iCloud.example.notes/development"

#: All of these are invented. No result may contain any of them.
API_TOKEN = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
WEB_TOKEN = "158__54__AYmadeUpForThisTest/withSlash+andPlus=="
KEY_ID = "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"
SIGNATURE = "MEUCIQDmadeUpSignatureOfThisTest1234567890abcdefghij"
COOKIE = "cookieThatNobodyHas0123456789"
NEXT_TOKEN = "158__54__nextTokenMadeUpForThisTest"
SECRETS = (API_TOKEN, "AYmadeUpForThisTest", "withSlash", KEY_ID, SIGNATURE, COOKIE, NEXT_TOKEN)


def entry(
    url: str, request: Any, response: Any, *, method: str = "POST", status: int = 200, **more: Any
) -> dict[str, Any]:
    """Returns an entry of a HAR file, as browsers write it."""
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


@pytest.fixture(scope="session")
def operations() -> dict[str, list[str]]:
    """Returns the operations of the service with their keys."""
    return service_operations()


def imported(
    document: Any, operations: dict[str, list[str]], options: Options | None = None
) -> Imported:
    text = document if isinstance(document, str) else json.dumps(document)
    return import_recording(text, "a.har", options, operations)


LINE = {
    "method": "POST",
    "url": f"{BASE}/private/records/lookup?{TOKENS}",
    "status": 200,
    "request": {"records": [{"recordName": "n1"}]},
    "response": json.dumps({"records": [NOTE]}),
    "requestHeaders": {"Cookie": f"s={COOKIE}"},
    "time": 20,
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """Returns a HAR file with one value replaced; the path is dotted."""
    document = har(copy.deepcopy(SAVE))
    *way, last = (int(part) if part.isdecimal() else part for part in path.split("."))
    place: Any = document
    for part in way:
        place = place[part]
    place[last] = value
    return document
