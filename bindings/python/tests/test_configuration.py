"""`Configuration` has exactly the keys that the library accepts."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from mockcloud import BadMockRequest, Cloud, Configuration, Record
from mockcloud.harness import configuration

SCHEMA = "DEFINE SCHEMA\nRECORD TYPE Note (title STRING);"

NAME = {
    "namePrefix": "Dr.",
    "givenName": "Alice",
    "middleName": "B.",
    "familyName": "Sand",
    "nameSuffix": "Jr.",
    "nickname": "Al",
    "phoneticRepresentation": "Aliss",
}
USER = {
    "alias": "alice",
    "userRecordName": "_a",
    "emailAddress": "alice@example.com",
    "phoneNumber": "+123",
    "nameComponents": NAME,
    "devices": ["phone"],
    "roles": ["editor"],
}
DEFAULTS = {
    "container": "iCloud.example.app",
    "environment": "production",
    "database": "public",
    "user": "me",
    "device": "device-1",
}
IN_SCHEMA = {"schema": SCHEMA, "container": "iCloud.a", "environment": "production"}
LIMITS = {
    name: {"bool | None": True, "FirstReading | None": "live"}.get(str(kind), 7)
    for name, kind in configuration.LimitConfiguration.__annotations__.items()
    for kind in [getattr(kind, "__forward_arg__", kind)]
}

#: A value for every key.
EXAMPLES: dict[str, Any] = {
    "seed": 7,
    "clock": "2026-02-01T00:00:00.000Z",
    "defaults": DEFAULTS,
    "containers": "declared",
    "account": {"accountStatus": "restricted"},
    "users": [USER],
    "limits": LIMITS,
    "schema": IN_SCHEMA,
    "state": {},
    "faults": [{"then": {"error": "zoneBusy"}}],
    "script": {"mode": "strict", "entries": []},
}

NESTED: dict[type[Any], dict[str, Any]] = {
    Configuration: EXAMPLES,
    configuration.CallerConfiguration: DEFAULTS,
    configuration.AccountConfiguration: EXAMPLES["account"],
    configuration.UserConfiguration: USER,
    configuration.NameConfiguration: NAME,
    configuration.LimitConfiguration: LIMITS,
    configuration.SchemaConfiguration: {**IN_SCHEMA, "path": "a.ckdb"},
}


@pytest.mark.parametrize("kind", NESTED, ids=lambda kind: kind.__name__)
def test_the_examples_have_every_key(kind: type[Any]) -> None:
    assert get_type_hints(kind).keys() == NESTED[kind].keys()


@pytest.mark.parametrize("key", EXAMPLES)
def test_the_library_takes_every_key(cloud: Cloud, key: str) -> None:
    value = cloud.state.save() if key == "state" else EXAMPLES[key]
    with Cloud({key: value}) as made:
        assert made.state.problems() == []


def test_the_keys_are_the_librarys(cloud: Cloud) -> None:
    keys = {each["name"]: set(each["keys"]) for each in cloud.info()["operations"]}
    assert keys["mock/users/add"] == USER.keys()
    assert cloud.info()["limits"].keys() == LIMITS.keys()
    unknown: dict[str, Any] = {"no key": 1}
    with pytest.raises(BadMockRequest) as refused:
        Cloud(unknown)
    assert set((refused.value.expected or "").split(", ")) == EXAMPLES.keys()


@pytest.mark.parametrize(
    ("given", "key", "nearest"),
    [
        ({"schema": {"pth": ""}}, "schema.pth", "path"),
        ({"defaults": {"usr": "me"}}, "defaults.usr", "user"),
        ({"account": {"accountStatis": "restricted"}}, "account.accountStatis", "accountStatus"),
        ({"users": [{"alias": "a", "emailAdress": "a"}]}, "users[0].emailAdress", "emailAddress"),
        ({"limits": {"pagesize": 3}}, "limits.pagesize", "pageSize"),
        ({"schema": {"schma": ""}}, "schema.schma", "schema"),
    ],
    ids=repr,
)
def test_an_unknown_key_is_refused_by_name(given: Any, key: str, nearest: str) -> None:
    with pytest.raises(BadMockRequest) as refused:
        Cloud(**given)
    assert (refused.value.key, refused.value.nearest) == (key, nearest)


def test_keywords_and_mappings(tmp_path: Path) -> None:
    with Cloud({"seed": 1, "clock": "system"}, seed=2) as mixed, Cloud(seed=2) as plain:
        assert mixed.private.save(Record("Note")).name == plain.private.save(Record("Note")).name
        assert mixed.now > plain.now
    given: Configuration = {"users": [{"alias": "bob", "devices": ["pad"]}]}
    with Cloud(given) as cloud, Cloud(**given) as other:
        for each in (cloud, other):
            assert each.as_user("bob", "pad").account_status() == "available"


def test_times_and_paths(tmp_path: Path) -> None:
    (tmp_path / "app.ckdb").write_text(SCHEMA)
    now = datetime(2026, 5, 1, 12, tzinfo=timezone.utc)
    with Cloud(clock=now, schema=tmp_path / "app.ckdb") as cloud:
        assert cloud.now == now
        assert "RECORD TYPE Note" in cloud.schema.text()
        cloud.state.save(tmp_path / "state.json")
    with Cloud(state=tmp_path / "state.json") as again:
        assert again.now == now
    placed: configuration.SchemaConfiguration = {
        "path": tmp_path / "app.ckdb",
        "environment": "production",
    }
    with Cloud(schema=placed) as cloud:
        assert "RECORD TYPE Note" in cloud.schema.text(environment="production")
        assert "RECORD TYPE Note" not in cloud.schema.text()
    (tmp_path / "script.json").write_text('{"mode": "strict", "entries": []}')
    with Cloud(script=tmp_path / "script.json") as cloud:
        assert cloud.script.status().mode == "strict"
    with pytest.raises(ValueError, match="time zone"):
        Cloud(clock=datetime(2026, 5, 1))
