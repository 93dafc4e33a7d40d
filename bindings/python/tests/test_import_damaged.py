"""Damaged recordings of CloudKit Web Services are refused, unless they can be replayed."""

from __future__ import annotations

import base64
import copy
import json
import random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli_support import has_scripts
from damage import damage_text, damage_value
from mockcloud import Cloud
from mockcloud.har import Options
from mockcloud.har.script import RequestStyle
from mockcloud.harness.script import Mode
from mockcloud.io.documents import DocumentError
from recordings import BASE, HOST, LINE, SAVE, changed, entry, har, imported

#: A value with 50 levels, which are allowed in a document and not in a body.
DEEP = json.loads('{"a":' * 50 + "1" + "}" * 50)

HAS_SCRIPTS = has_scripts()

DAMAGED: list[tuple[Any, str]] = [
    ("", "a.har: line 1, column 1: is not JSON"),
    ("{", "a.har: line 1, column 2: is not JSON"),
    ("[1]", "a.har: expected an object"),
    ("{}", "a.har: log: expected an object"),
    ({"log": {}}, "a.har: log.entries: is missing: this is not a HAR file"),
    ({"log": {"entries": {}}}, "a.har: log.entries: expected a list"),
    ({"log": {"entries": []}}, "a.har: contains no call of CloudKit Web Services"),
    ({"log": {"entries": [1]}}, r"a.har: log.entries\[0\]: expected an object"),
    (changed("log.entries.0.request.url", 1), r"log.entries\[0\].request.url: expected a string"),
    (changed("log.entries.0.request.url", "http://[x/"), r"log.entries\[0\], url: is not a URL"),
    (changed("log.entries.0.response.status", "200"), "response.status: expected an integer"),
    (changed("log.entries.0.response.status", True), "response.status: expected an integer"),
    (changed("log.entries.0.time", "1"), r"log.entries\[0\].time: expected a number"),
    (changed("log.entries.0.request.headers", {}), "request.headers: expected a list"),
    (changed("log.entries.0.request.headers.0.name", 1), r"headers\[0\].name: expected a string"),
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
        changed("log.entries.0.response.content", {"text": "e3!0=", "encoding": "base64"}),
        "text: is not base64",
    ),
    (
        changed("log.entries.0.response.content.text", '{"records": [], "error": "x"}'),
        "content.text: a response that succeeded has no 'error'",
    ),
    (json.dumps({**LINE, "response": DEEP}), "line 1.response: is nested more than 46 levels"),
    (
        changed("log.entries.0.request.url", f"{HOST}/database/1/iCloud.x/staging/public/a/b"),
        "the environment is 'staging'; expected development, production",
    ),
    (
        changed("log.entries.0.request.url", f"{HOST}/database/1/iCloud.x/production/mine/a/b"),
        "the database is 'mine'; expected public, private, shared",
    ),
    ("[" * 100_000, "a.har: is nested more than"),
    (json.dumps(LINE) + "\n{", "a.har: line 2, column 2: is not JSON"),
    (json.dumps({**LINE, "status": None}), "a.har: line 1.status: is missing"),
    (json.dumps({**LINE, "request": [1]}), "a.har: line 1.request: expected an object or a string"),
    (
        json.dumps({**LINE, "requestHeaders": {"a": 1}}),
        "line 1.requestHeaders.a: expected a string",
    ),
]


@pytest.mark.parametrize(("document", "message"), DAMAGED)
def test_a_damaged_recording_is_refused(
    operations: dict[str, list[str]], document: Any, message: str
) -> None:
    with pytest.raises(DocumentError, match=message):
        imported(document, operations)


@given(seed=st.integers(0, 2**32), count=st.integers(1, 4))
@settings(max_examples=400)
def test_damage_is_refused_or_does_no_harm(
    operations: dict[str, list[str]], seed: int, count: int
) -> None:
    chance = random.Random(seed)
    document = har(copy.deepcopy(SAVE), entry(f"{BASE}/private/zones/list", None, {"zones": [{}]}))
    for _ in range(count):
        damage_value(document, chance)
    text = json.dumps(document)
    if chance.random() < 0.5:
        text = damage_text(text, chance)
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


def test_more_calls_than_a_script_has_entries_are_refused(
    operations: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mockcloud.har.script._MOST_ENTRIES", 2)
    with pytest.raises(DocumentError, match=r"log.entries\[2\]: a script has at most 2 entries"):
        imported(har(SAVE, SAVE, SAVE), operations)
