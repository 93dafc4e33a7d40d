"""The names that the package has as types are those of the library."""

from __future__ import annotations

import inspect
from dataclasses import fields
from operator import attrgetter
from typing import Any, get_args

import pytest

import mockcloud
import vocabulary
from mockcloud import Cloud, ErrorName, Limits, OperationName, Record
from mockcloud.errors import CK_ERRORS
from mockcloud.harness import limits
from mockcloud.harness.limits import LimitSettings

#: Keywords of these methods are keys of requests.
RAW = {("Cloud", "call"), ("Database", "call"), ("Cloud", "seed"), ("Record", "__init__")}


def words(alias: Any) -> set[str]:
    return {word for part in get_args(alias) for word in get_args(part) or (part,)}


def test_the_vocabulary_is_up_to_date(cloud: Cloud) -> None:
    """If this fails, run `python3 bindings/python/tests/vocabulary.py --write`."""
    assert vocabulary.MODULE.read_text() == vocabulary.module(cloud.info())
    assert vocabulary.SWIFT.read_text() == vocabulary.swift(cloud.info())


def test_the_names_are_the_librarys(cloud: Cloud) -> None:
    info = cloud.info()
    assert words(OperationName) == {each["name"] for each in info["operations"]}
    assert words(ErrorName) == {each.name for each in CK_ERRORS.values()}


def test_limits_are_the_librarys(cloud: Cloud) -> None:
    known = cloud.info()["limits"]
    loose: Any = cloud
    named = [each.name for each in fields(Limits)]
    assert [limits._key(name) for name in named] == list(known)
    assert list(inspect.signature(LimitSettings.set).parameters) == ["self", *named]
    for name in named:
        before = getattr(cloud.limits.get(), name)
        new: Any = (not before) if isinstance(before, bool) else 7
        if isinstance(before, str):
            new = next(word for word in vocabulary.choices(limits._key(name)) if word != before)
        assert getattr(loose.limits.set(**{name: new}), name) == new
        assert getattr(cloud.limits.get(), name) == new
        assert loose.limits.set(**{name: None}) == Limits.from_wire(known)


def test_parameters_are_named() -> None:
    found = {
        (kind.__name__, name)
        for kind in vars(mockcloud).values()
        if inspect.isclass(kind) and kind.__module__.startswith("mockcloud")
        for name, member in inspect.getmembers(kind, inspect.isfunction)
        if member.__module__.startswith("mockcloud")
        and (not name.startswith("_") or name in ("__init__", "__call__"))
        for parameter in inspect.signature(member).parameters.values()
        if parameter.kind is parameter.VAR_KEYWORD
        and not parameter.annotation.startswith("Unpack[")
    }
    assert found <= RAW


@pytest.mark.parametrize(
    "name",
    [
        "records",
        "limits.set",
        "state.expire_tokens",
        "state.purge_zone",
        "state.reset_encrypted_data",
    ],
)
def test_a_wrong_keyword_is_a_type_error(cloud: Cloud, name: str) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'recordTyp'"):
        attrgetter(name)(cloud)(recordTyp="Note")


def test_a_wrong_keyword_of_fail_is_a_type_error(cloud: Cloud) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'recordTyp'"):
        cloud.fail("zoneBusy", recordTyp="Note")  # type: ignore[call-arg]


def test_records_of_a_place(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob", devices=["pad"])
    for user in ("me", "bob"):
        cloud.seed([Record("Note", {"of": user}, name="n1", zone="Work")], user=user)
    cloud.seed([Record("List", name="l1", zone="Work")])
    cloud.seed([Record("Note", {"of": "all"}, name="n1")], database="public")

    def of(**place: Any) -> list[str]:
        return [record["of"] for record in cloud.records("Note", **place)]

    assert of() == of(zone="Work") == of(user="me") == ["me"]
    assert of(zone="_defaultZone") == []
    assert of(user="bob") == of(device="pad") == ["bob"]
    assert of(database="public") == ["all"]
    assert sorted(of(all=True)) == ["all", "bob", "me"]
    assert of(environment="production") == of(container="iCloud.example.app") == []
    assert [record.name for record in cloud.records()] == ["l1", "n1"]
