"""Tasks: change feeds and their tokens."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Database, Deletion, Record
from mockcloud.errors import ChangeTokenExpired


# set-up begins
def names(page_records: tuple[Record, ...]) -> list[str | None]:
    return [record.name for record in page_records]


# set-up ends


def test_first_sync(cloud: Cloud, phone: Database) -> None:
    cloud.seed([Record("Note", {"n": n}, name=f"b{n}", zone="Notes") for n in range(10_000)])
    pages = list(phone.zone_changes("Notes"))
    assert len(pages) == 51  # 200 records a page
    assert sum(len(page.records) for page in pages) == 10_001


def test_first_sync_breaks_off(cloud: Cloud, phone: Database) -> None:
    cloud.seed([Record("Note", {"n": n}, name=f"b{n}", zone="Notes") for n in range(500)])
    first = phone.zone_changes_page("Notes")  # the app is killed here, with its token stored
    rest = list(phone.zone_changes("Notes", first.token))
    assert [len(page.records) for page in rest] == [200, 101]


def test_more_coming(cloud: Cloud, phone: Database) -> None:
    cloud.limits.set(page_size=2)
    for name in ("b1", "b2", "b3"):
        phone.save(Record("Note", {"title": "Bread"}, name=name))
    pages = list(phone.zone_changes("Notes"))
    assert [page.more_coming for page in pages] == [True, False]
    assert cloud.findings() == []  # a client that ignores moreComing would be listed


def test_tombstones(phone: Database, pad: Database) -> None:
    token = phone.zone_changes_page("Notes").token
    pad.delete("n1")
    changes = phone.zone_changes_page("Notes", token)
    assert changes.records == ()
    (deletion,) = changes.deletions
    assert isinstance(deletion, Deletion) and deletion[:2] == ("n1", "Note")


def test_token_expired(cloud: Cloud, phone: Database) -> None:
    token = phone.zone_changes_page("Notes").token
    cloud.state.expire_tokens("Notes")
    with pytest.raises(ChangeTokenExpired):
        phone.zone_changes_page("Notes", token)
    assert names(phone.zone_changes_page("Notes").records) == ["n1"]  # from the beginning


def test_token_expires_midway(cloud: Cloud, phone: Database) -> None:
    cloud.limits.set(page_size=1)
    phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    page = phone.zone_changes_page("Notes")
    assert page.more_coming
    cloud.faults.add({"limit": {"injections": 1}, "then": {"expireTokens": True}})
    with pytest.raises(ChangeTokenExpired):
        phone.zone_changes_page("Notes", page.token)  # page 2 of 2


def test_token_thrown_away(cloud: Cloud, phone: Database) -> None:
    phone.zone_changes_page("Notes")
    phone.zone_changes_page("Notes")  # from the beginning, despite a valid token
    assert [finding.kind for finding in cloud.findings()] == ["tokenThrownAway"]


def test_own_changes_come_back(phone: Database) -> None:
    token = phone.zone_changes_page("Notes").token
    saved = phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    (echo,) = phone.zone_changes_page("Notes", token).records
    assert echo.change_tag == saved.change_tag  # so a client recognises its own
    assert echo.modified is not None and echo.modified.device_id == "phone"


def test_child_comes_first(cloud: Cloud, phone: Database) -> None:
    records = [Record("List", {}, name="list"), Record("Item", {}, name="item", parent="list")]
    phone.save_all(records)
    phone.save(Record("List", {"title": "Shopping"}, name="list"), save_policy="changedKeys")
    assert names(phone.zone_changes_page("Notes").records) == ["n1", "item", "list"]


def test_changes_in_another_order(cloud: Cloud, phone: Database) -> None:
    phone.save_all([Record("Note", {"n": n}, name=f"b{n}") for n in range(5)])
    usual = names(phone.zone_changes_page("Notes").records)
    cloud.faults.add({"then": {"shuffle": True}})
    other = names(phone.zone_changes_page("Notes").records)
    assert other != usual and set(other) == set(usual)


def test_changes_come_twice(cloud: Cloud, phone: Database) -> None:
    phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    cloud.faults.add({"limit": {"injections": 1}, "then": {"repeatChanges": 1}})
    first = phone.zone_changes_page("Notes")
    again = phone.zone_changes_page("Notes", first.token)
    assert (names(first.records), names(again.records)) == (["n1", "n2"], ["n2"])


def test_two_devices(phone: Database, pad: Database) -> None:
    token = phone.zone_changes_page("Notes").token
    pad.save(Record("Note", {"title": "Bread"}, name="from-pad"))
    phone.save(Record("Note", {"title": "Butter"}, name="from-phone"))
    changes = phone.zone_changes_page("Notes", token)
    assert names(changes.records) == ["from-pad", "from-phone"]  # in the order of the service


def test_sync_loop(phone: Database, pad: Database) -> None:
    # A client stores a token for the database, and one for each zone.
    token = phone.changes().token
    zone_tokens = {"Notes": phone.zone_changes_page("Notes").token}
    pad.save(Record("Note", {"title": "Bread"}, name="n2"))
    for change in phone.changes(token).zones:
        zone_token = zone_tokens[change.zone_id.zone_name]
        (page,) = phone.zone_changes(change.zone_id, zone_token)
        assert [record["title"] for record in page.records] == ["Bread"]
