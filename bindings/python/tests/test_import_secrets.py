"""Scripts that are made from recordings contain no credentials."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockcloud.har import Options
from recordings import (
    API_TOKEN,
    BASE,
    COOKIE,
    KEY_ID,
    NEXT_TOKEN,
    SAVE,
    SECRETS,
    SIGNATURE,
    TOKENS,
    WEB_TOKEN,
    entry,
    har,
    imported,
)


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
        "redirectURL": f"https://me:secretWord@www.icloud.com/sign-in?ckAPIToken={API_TOKEN}",
        "echo": [COOKIE, KEY_ID, f"Bearer {NEXT_TOKEN}"],
    }
    made = imported(
        har(SAVE, entry(f"{BASE}/private/records/modify?{TOKENS}", save, answer)),
        operations,
        Options(request="full"),
    )
    text = json.dumps([made.script, made.notes])
    for secret in (*SECRETS, "receiptThatNobodyHas", "keyThatNobodyHas", "short1", "secretWord"):
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


@given(
    st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=5, max_size=40).map(
        "tk7".__add__  # the prefix ensures that the token is not a word of the script
    )
)
def test_a_token_is_nowhere(operations: dict[str, list[str]], token: str) -> None:
    """The script has no token, even if requests or responses of the recording repeat it."""
    note = {"recordName": "n1", "fields": {"a": {"value": f"it is {token}."}, token: {"value": 1}}}
    save = entry(
        f"{BASE}/private/records/modify?ckAPIToken={token}",
        {"operations": [{"operationType": "create", "record": note}]},
        {"records": [note], "url": f"https://example.com/{token}/x", "list": [[token]]},
    )
    made = imported(har(save), operations, Options(request="full"))
    assert token not in json.dumps(made.script)


@pytest.mark.parametrize("place", ["cookies", "headers"])
def test_a_cookie_is_nowhere(operations: dict[str, list[str]], place: str) -> None:
    cookie = {"name": "Set-Cookie", "value": "onlyHereAndInTheAnswer42"}
    answer = {"zones": [], "echo": "it was onlyHereAndInTheAnswer42"}
    listed = entry(f"{BASE}/private/zones/list", None, answer)
    listed["response"][place] = [cookie]
    (one,) = imported(har(listed), operations).script["entries"]
    assert one["response"]["echo"] == "it was redacted"
