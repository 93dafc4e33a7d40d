"""Calls are logged with Python's `logging`."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from mockcloud import Cloud, Record, errors
from mockcloud.inspect.call_log import LoggedCall

NAME = "mockcloud.calls"


@pytest.mark.usefixtures("codec")
def test_calls_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, NAME), Cloud(seed=1) as cloud:
        cloud.accounts.add_user("bob", devices=["phone"])
        bob = cloud.as_user("bob", "phone").private
        bob.save(Record("Note", {"n": 1}, name="n1"))
        with pytest.raises(errors.UnknownItem):
            bob.fetch("n2")
        cloud.call_raw("zones/list", '{"user": null, "database": "public"}')
        cloud.call_raw("zones/list", "nonsense")
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("INFO", "records/modify by bob/phone: save Note n1 -> ok"),
        ("INFO", "records/lookup by bob/phone: n2 (unknownItem) -> partialFailure"),
        ("INFO", "zones/list by nobody in public -> ok"),
        ("INFO", "zones/list -> BadJSON"),
    ]
    assert {record.filename for record in caplog.records} == {"test_logging.py"}
    arguments: Any = caplog.records[1].args
    [logged] = arguments
    assert (logged.user, logged.device, logged.error) == ("bob", "phone", "partialFailure")


def test_the_harness_is_logged_for_debugging(
    cloud: Cloud, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, NAME):
        cloud.fail("zoneBusy")
        with pytest.raises(errors.ZoneBusy):
            cloud.private.zones()
        with pytest.raises(errors.BadMockRequest):
            cloud.call("mock/clock/advance", seconds=-1)
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("DEBUG", "mock/faults/add -> ok"),
        ("INFO", "zones/list -> zoneBusy"),
        ("DEBUG", "mock/clock/advance -> BadMockRequest"),
    ]


def test_texts_are_made_by_handlers_only(
    cloud: Cloud, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[LoggedCall] = []

    def text(call: LoggedCall) -> str:
        made.append(call)
        return "made"

    monkeypatch.setattr(LoggedCall, "__str__", text)
    caplog.set_level(logging.WARNING, NAME)
    cloud.private.zones()
    caplog.set_level(logging.DEBUG, NAME)
    logger = logging.getLogger(NAME)
    monkeypatch.setattr(logger, "filters", [lambda record: False])
    cloud.private.zones()
    assert made == []
    monkeypatch.setattr(logger, "filters", [])
    cloud.private.zones()
    assert {call.operation for call in made} == {"zones/list"}
