"""Every error has an exception class, with all members of the error dictionary."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from mockcloud import CKError, Cloud, PartialFailure, Record, UsageError, errors
from mockcloud._core import json as _json
from mockcloud.errors import CK_ERRORS, USAGE_ERRORS, ck_error

BUILTINS = {
    errors.InternalError: RuntimeError,
    errors.NetworkUnavailable: ConnectionError,
    errors.NetworkFailure: ConnectionError,
    errors.NotAuthenticated: PermissionError,
    errors.PermissionFailure: PermissionError,
    errors.UnknownItem: LookupError,
    errors.InvalidArguments: ValueError,
    errors.AssetFileNotFound: FileNotFoundError,
    errors.ZoneNotFound: LookupError,
    errors.ManagedAccountRestricted: PermissionError,
    errors.ServerResponseLost: ConnectionError,
    errors.LibraryError: ImportError,
    errors.BadHandle: ValueError,
    errors.BadJSON: ValueError,
    errors.BadMockRequest: ValueError,
    errors.UnknownOperation: LookupError,
    errors.ScriptMismatch: AssertionError,
    errors.LibraryFailure: RuntimeError,
    errors.NullArgument: TypeError,
}


def test_every_error_names_its_public_place() -> None:
    for name in errors.__all__:
        member = getattr(errors, name)
        if isinstance(member, type):
            assert member.__module__ == "mockcloud.errors"


def test_there_is_a_class_for_each_code() -> None:
    assert sorted(CK_ERRORS) == list(range(1, 38))
    assert sorted(USAGE_ERRORS) == list(range(-7, 0))
    for kind in CK_ERRORS.values():
        assert kind.__name__[0].lower() + kind.__name__[1:] == kind.name
        assert kind.__name__ in errors.__all__
        assert kind.__doc__


def test_the_library_knows_the_same_codes(cloud: Cloud) -> None:
    for code, kind in CK_ERRORS.items():
        with pytest.raises(kind) as caught, cloud.fail(code, operation="records/query"):
            cloud.private.query("Note")
        assert type(caught.value) is kind
        assert (caught.value.code, caught.value.name) == (code, kind.name)
        assert str(code) in str(caught.value)


@pytest.mark.parametrize(("kind", "builtin"), BUILTINS.items())
def test_natural_builtins(kind: type[Exception], builtin: type[Exception]) -> None:
    assert issubclass(kind, builtin)


def test_what_an_error_says(codec: _json.Codec, cloud: Cloud) -> None:
    cloud.fail({"code": "zoneBusy", "retryAfter": 2.5, "reason": "too many cooks"})
    with pytest.raises(errors.ZoneBusy, match="too many cooks") as caught:
        cloud.private.zones()
    error = caught.value
    assert error.retry_after == 2.5
    assert error.reason == "too many cooks"
    assert error.uuid
    assert error.partial_errors == ()
    assert error.server_record is None
    cloud.faults.clear()
    cloud.private.zones()


@pytest.mark.parametrize(
    "given",
    [26, "zoneNotFound", errors.ZoneNotFound, {"ckErrorCode": 26}],
    ids=["code", "name", "class", "dictionary"],
)
def test_errors_to_inject(cloud: Cloud, given: Any) -> None:
    cloud.fail(given, operation=["zones/list"])
    with pytest.raises(errors.ZoneNotFound):
        cloud.private.zones()


def test_an_error_fails_some_calls_of_some_callers(cloud: Cloud) -> None:
    cloud.fail("zoneBusy", operation="zones/list", times=1, after=1, database="private")
    cloud.public.zones()
    cloud.private.zones()
    with pytest.raises(errors.ZoneBusy):
        cloud.private.zones()
    cloud.private.zones()


def test_an_error_fails_some_readings_of_a_record(cloud: Cloud) -> None:
    cloud.private.save(Record("Note", name="n"))
    cloud.fail("zoneBusy", records=["n"], times=1, after=1, database="private")
    cloud.private.fetch("n")
    with pytest.raises(errors.ZoneBusy):
        cloud.private.fetch("n")
    cloud.private.fetch("n")


def test_an_error_that_was_caught_can_be_injected(cloud: Cloud) -> None:
    cloud.fail({"code": 26, "userDidResetEncryptedData": True, "reason": "keys are gone"})
    with pytest.raises(errors.ZoneNotFound) as first:
        cloud.private.zones()
    cloud.faults.clear()
    cloud.fail(first.value)
    with pytest.raises(errors.ZoneNotFound, match="keys are gone") as second:
        cloud.private.zones()
    assert second.value.user_did_reset_encrypted_data


def test_the_records_of_a_conflict(cloud: Cloud) -> None:
    database = cloud.private
    first = database.save(Record("Note", {"title": "a"}, name="n"))
    mine = database.fetch("n")
    first["title"] = "b"
    second = database.save(first)
    mine["title"] = "c"
    with pytest.raises(errors.ServerRecordChanged) as caught:
        database.save(mine)
    error = caught.value
    assert error.record_name == "n"
    assert error.zone_id is not None
    assert error.zone_id.zone_name == "_defaultZone"
    assert error.server_record is not None
    assert error.client_record is not None
    assert error.ancestor_record is not None
    assert error.server_record["title"] == "b"
    assert error.server_record.change_tag == second.change_tag
    assert error.client_record["title"] == "c"
    assert error.ancestor_record["title"] == "a"
    merged = error.server_record
    merged["title"] = "b and c"
    assert database.save(merged)["title"] == "b and c"
    assert error.server_record["title"] == "b"


def test_a_partial_failure(cloud: Cloud) -> None:
    database = cloud.private
    database.save(Record("Note", {"title": "a"}, name="n1"))
    records = [Record("Note", {"title": "b"}, name=name) for name in ("n0", "n1")]
    with pytest.raises(PartialFailure) as caught:
        database.save_all(records, atomic=False)
    error = caught.value
    assert [type(each) for each in error.partial_errors] == [errors.ServerRecordChanged]
    assert error.partial_error("n1").code == 14
    assert error.partial_error("n1", "_defaultZone").record_name == "n1"
    with pytest.raises(KeyError):
        error.partial_error("n0")
    with pytest.raises(KeyError):
        error.partial_error("n1", "Work")
    assert error.response["records"][0]["recordName"] == "n0"
    assert "n1" in str(error)


def test_zone_errors_have_their_zone(cloud: Cloud) -> None:
    with pytest.raises(errors.ZoneNotFound, match="Nowhere") as caught:
        cloud.private.fetch_zone("Nowhere")
    assert caught.value.zone_id is not None
    assert caught.value.zone_id.zone_name == "Nowhere"


def test_misuse_says_where(cloud: Cloud) -> None:
    with pytest.raises(errors.UnknownOperation) as unknown:
        cloud.call("records/modfy")
    assert unknown.value.nearest == "records/modify"
    assert "records/modify" in str(unknown.value)
    with pytest.raises(errors.BadMockRequest) as bad:
        cloud.call("mock/clock/advance", {"second": 1})
    assert bad.value.key == "second"
    status, text = cloud.call_raw("mock/clock", b'{"a": 1,\n  }')
    assert status == -3
    error = errors.error_for(status, _json.PLAIN.decode(text))
    assert isinstance(error, errors.BadJSON)
    assert (error.line, error.column) == (2, 3)
    assert str(error).count("line 2, column 3") == 1
    assert error.expected


def test_a_message_says_everything_once() -> None:
    document = {"message": "odd comma", "line": 1, "column": 2, "expected": "a value"}
    assert str(errors.error_for(-3, {"error": document})) == (
        "odd comma (line 1, column 2); expected a value"
    )
    document["message"] = "line 1, column 2: odd comma, expected a value"
    assert str(errors.error_for(-3, {"error": document})) == document["message"]


def test_an_unknown_code_is_still_an_error() -> None:
    error = ck_error({"ckErrorCode": 99, "ckErrorName": "novel", "reason": "later"})
    assert type(error) is CKError
    assert (error.code, error.name, str(error)) == (99, "novel", "novel (99): later")
    misuse = errors.error_for(-99, {"error": {"message": "later"}})
    assert type(misuse) is UsageError
    assert misuse.status == -99


@pytest.mark.parametrize("code", CK_ERRORS)
def test_ck_errors_travel(code: int) -> None:
    document = {"ckErrorCode": code, "reason": "why", "recordName": "n", "retryAfter": 1.0}
    error = ck_error(document, {"records": [document]})
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (copy.document, copy.response, str(copy)) == (document, error.response, str(error))


def test_usage_errors_travel() -> None:
    error = errors.error_for(-5, {"error": {"message": "what", "key": "k", "nearest": "key"}})
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is errors.BadMockRequest
    assert str(copy) == str(error) == "what; did you mean 'key'?"
