"""Errors that a test creates, to inject them, to raise them, or as base classes."""

from __future__ import annotations

import copy
import pickle
from datetime import timedelta
from typing import Any

import pytest

from mockcloud import CKError, Cloud, Record
from mockcloud.errors import CK_ERRORS, PartialFailure, ServerRecordChanged, ZoneBusy


@pytest.mark.parametrize("kind", CK_ERRORS.values(), ids=lambda kind: kind.name)
def test_every_class_can_be_made(kind: type[CKError]) -> None:
    plain = kind()
    assert (plain.code, plain.retry_after, plain.reason) == (kind.code, None, "")
    assert str(plain) == f"{kind.name} ({kind.code})"
    error = kind(retry_after=3, reason="too many cooks", record_name="n1", zone="Work")
    assert str(error) == f"{kind.name} ({kind.code}) for 'n1': too many cooks"
    assert error.zone_id is not None and error.zone_id.zone_name == "Work"
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is kind and other.document == error.document
        assert (other.retry_after, other.record_name) == (3, "n1")


def test_a_text_is_the_reason() -> None:
    assert ZoneBusy("too many cooks").reason == "too many cooks"
    assert ZoneBusy(retry_after=timedelta(seconds=2)).retry_after == 2


def test_records_and_errors_within() -> None:
    server = Record("Note", {"title": "theirs"}, name="n1")
    conflict = ServerRecordChanged(record_name="n1", server_record=server)
    assert conflict.server_record == {"title": "theirs"}
    whole = PartialFailure(partial_errors=[conflict, ZoneBusy(record_name="n2")])
    assert [type(each) for each in whole.partial_errors] == [ServerRecordChanged, ZoneBusy]
    assert isinstance(whole.partial_error("n2"), ZoneBusy)
    assert "serverRecordChanged (14) for 'n1'" in str(whole)


@pytest.mark.parametrize(
    ("given", "kind", "message"),
    [
        ({"retry_after": "soon"}, TypeError, "a number of seconds or a timedelta"),
        ({"retry_after": -1}, ValueError, "retry_after must not be negative: -1"),
        ({"retry_after": float("nan")}, ValueError, "a duration is a finite number of seconds"),
        ({"server_record": "n1"}, TypeError, "holds a Record"),
        ({"partial_errors": ["zoneBusy"]}, TypeError, "are CKErrors"),
        ({"zone": 3}, TypeError, "a zone is given as"),
    ],
)
def test_what_no_error_is_made_of(
    given: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        ZoneBusy(**given)
    loose: Any = ZoneBusy
    with pytest.raises(TypeError, match="an error dictionary or a reason, not 3"):
        loose(3)


def test_one_made_by_hand_is_injected(cloud: Cloud) -> None:
    cloud.fail(ZoneBusy(retry_after=3, reason="too many cooks"), operation="zones/list")
    with pytest.raises(ZoneBusy, match="too many cooks") as caught:
        cloud.private.zones()
    assert caught.value.retry_after == 3


def test_a_class_of_ones_own_replaces_none(cloud: Cloud) -> None:
    class Mine(ZoneBusy):
        pass

    class Other(CKError):
        code, name = 23, "zoneBusy"

    for kind in (Mine, Other):
        cloud.fail(kind, operation="zones/list")
        with pytest.raises(ZoneBusy) as caught:
            cloud.private.zones()
        assert type(caught.value) is ZoneBusy
    assert CK_ERRORS[23] is ZoneBusy


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        (ValueError, TypeError, "an error is a CKError"),
        (TimeoutError("slow"), TypeError, "an error is a CKError"),
        (2.5, TypeError, "an error is a CKError"),
        (True, TypeError, "an error is a CKError"),
        (CKError, ValueError, "no code of CloudKit"),
        ("zoneBuzy", ValueError, "did you mean 'zoneBusy'"),
        (99, ValueError, "99 is not an error code of CloudKit; expected 1 to 37"),
    ],
    ids=repr,
)
def test_what_is_no_error(cloud: Cloud, wrong: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        cloud.fail(wrong)
    with pytest.raises(kind, match=message):
        cloud.fail(wrong, records=["n1"])
