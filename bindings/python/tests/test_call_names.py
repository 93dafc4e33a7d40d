"""Filters of calls that cannot choose any call are refused; their legitimate neighbours are not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from mockcloud import CKError, Cloud, Record, read_journal
from mockcloud._core.words import misspelt
from mockcloud.errors import ZoneBusy
from mockcloud.inspect.findings import FINDING_KINDS, FindingKind
from support import ROOT


@pytest.fixture
def world(cloud: Cloud) -> Cloud:
    cloud.accounts.add_user("bob", devices=["phone"])
    cloud.private.create_zone("Home")
    cloud.private.in_zone("Home").save(Record("Note", {"a": 1}, name="n1"))
    cloud.as_user("bob").private.save(Record("Note", name="n2"))
    return cloud


@pytest.mark.parametrize(
    ("filters", "text"),
    [
        ({"zone": "Hom"}, "zone: no zone is named 'Hom'; did you mean 'Home'?"),
        ({"zone": "home"}, "did you mean 'Home'?"),
        ({"record_type": "Nots"}, "record_type: no type is named 'Nots'; did you mean 'Note'?"),
        ({"status": 99}, "status: no call returns 99; expected 0, or the code of a CKError (1 to"),
        ({"status": -5}, "status: no call returns -5"),
        ({"status": []}, "status: an empty list has no effect; leave it out for all calls"),
        ({"status": "zoneBusy"}, "for a name, error='zoneBusy'"),
        ({"status": True}, "status must be an integer, not True"),
        ({"status": CKError}, "status: CKError has no code of CloudKit: use a class such as"),
        ({"error": CKError}, "error: CKError has no code of CloudKit: use a class such as"),
        ({"since": 4}, "since: there is no call 4 yet; the latest call has the number 3"),
        ({"since": -1}, "since is a number of calls, not -1"),
        ({"record": ""}, "record: no call has an empty name"),
        ({"user": ""}, "user: no call has an empty name"),
        ({"faults": "no"}, "faults must be True or False, not 'no'"),
    ],
)
def test_filters_that_no_call_can_match(world: Cloud, filters: Any, text: str) -> None:
    with pytest.raises((TypeError, ValueError), match=re.escape(text)):
        world.assert_not_called("records/modify", **filters)
    with pytest.raises((TypeError, ValueError), match=re.escape(text)):
        world.calls("records/modify")(**filters)


def test_names_that_come_later(world: Cloud) -> None:
    for zone in ("Work", "Home2", "HomeB", "Home-2", "X", "_defaultZone"):
        world.assert_not_called("records/lookup", zone=zone)
    for kind in ("Article", "Note2"):
        world.assert_not_called(record_type=kind)
    for status in (0, 23, ZoneBusy, (ZoneBusy, 0)):
        world.assert_not_called("records/lookup", status=status)
    world.assert_not_called(since=world.calls[-1].number)
    world.assert_not_called(since=len(world.calls))
    world.assert_not_called(faults=True)


def test_names_that_were_there(world: Cloud) -> None:
    world.private.create_zone("Hom")
    world.private.delete_zone("Hom")
    world.assert_not_called("records/lookup", zone="Hom")
    world.journal.clear()
    world.state.purge_zone("Home")
    world.assert_not_called(zone="Home")
    with pytest.raises(ValueError, match="did you mean 'Home'"):
        world.assert_not_called(zone="Hoem")
    with pytest.raises(ValueError, match="the latest call has the number 5"):
        world.calls(since=6)
    assert len(world.calls(since=5)) == 0


def test_numbers_of_calls_to_come_in_a_journal(world: Cloud, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the latest call has the number 3"):
        world.journal.lines(since=4)
    with pytest.raises(ValueError, match="the latest call has the number 3"):
        world.journal.write(tmp_path / "journal.jsonl", since=4)
    assert world.journal.lines(since=3) == "" and world.journal.lines(since=2).count("\n") == 1


def test_what_is_no_call_is_not_looked_for(world: Cloud) -> None:
    calls: Any = world.calls
    for look in (calls.count, calls.index, calls.__contains__):
        with pytest.raises(TypeError, match=re.escape("calls('zones/list') are those of an op")):
            look("zones/list")
        with pytest.raises(TypeError, match="the elements are calls, not 3"):
            look(3)
    first = calls[0]
    assert first in calls and (calls.index(first), calls.count(first)) == (0, 1)
    assert first not in calls[1:] and calls[1:].count(first) == 0
    with pytest.raises(ValueError):
        calls.index(first, 1)


def test_kinds_of_findings(world: Cloud) -> None:
    loose: Any = world.calls.findings
    with pytest.raises(ValueError, match="did you mean 'moreComingIgnored'"):
        loose("moreComing")
    assert [world.calls.findings(kind) for kind in get_args(FindingKind)] == [[]] * 6
    source = (ROOT / "Sources/MockCloudCore/Replay/ClientFinding.swift").read_text()
    kinds = source.partition("enum Kind")[2].partition("public let")[0]
    assert tuple(re.findall(r"case (\w+)", kinds)) == FINDING_KINDS


def test_steps_are_separate(world: Cloud) -> None:
    loose: Any = world.assert_called_in_order
    lists: list[list[Any]] = [["records/modify", "zones/modify"], ["records/modify"], []]
    for steps in (*lists, [("zones/list", {})]):
        with pytest.raises(TypeError, match="steps are separate arguments"):
            loose(steps)
    with pytest.raises(TypeError, match="it has no filter 'last'"):
        loose(("records/modify", {"last": 1}))
    world.assert_called_in_order("zones/modify", ["records/modify", "records/lookup"])
    with pytest.raises(AssertionError):
        world.assert_called_in_order("records/modify", "zones/modify")


def test_calls_of_a_file(world: Cloud, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    world.journal.write(path)
    calls = read_journal(path)
    for filters in (
        {"zone": "Hom"},
        {"record_type": "Nots"},
        {"user": "bbo"},
        {"device": "phoen"},
        {"since": 4},
    ):
        loose: Any = calls.assert_not_called
        with pytest.raises(ValueError, match=r"did you mean|the latest call has"):
            loose(**filters)
    calls.assert_not_called(user="eve")
    calls.assert_not_called(device="tablet", zone="Work")
    assert len(calls(user="bob")) == 1


def test_calls_outlive_their_cloud() -> None:
    with Cloud(seed=1) as cloud:
        cloud.private.save(Record("Note", name="n1"))
        before = cloud.calls
        cloud.private.zones()
        after = cloud.calls
    assert [call.operation for call in after] == ["records/modify", "zones/list"]
    assert len(before) == 1 and before[0].records == ("n1",) and before[-1].caller == "me"
    before.assert_called("records/modify", user="me", times=1)
    before.assert_not_called("zones/list", user="me", zone="Work")
    with pytest.raises(ValueError, match="did you mean 'Note'"):
        before.assert_not_called(record_type="Nots")
    with pytest.raises(ValueError, match="closed"):
        _ = cloud.calls


@pytest.mark.parametrize(
    ("name", "known", "found"),
    [
        ("Hom", "Home", True),
        ("Pirvate", "Private", True),
        ("Projcts", "Projects", True),
        ("bbo", "bob", True),
        ("Work", "Home", False),
        ("Home1", "Home2", False),
        ("Home", "Home1", False),
        ("ZoneA", "ZoneB", False),
        ("zone-a", "zone-b", False),
        ("ListA1", "ListB1", False),
        ("Home", "Home 2", False),
        ("A", "B", False),
        ("x" * 100, "x" * 99, True),
        ("x" * 100, "y" * 100, False),
    ],
)
def test_misspelt(name: str, known: str, found: bool) -> None:
    assert (misspelt(name, ["Something", known]) == known) is found
