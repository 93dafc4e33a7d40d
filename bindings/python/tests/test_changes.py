"""Change feeds in Python, and the operations of the harness that affect them."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Database, Record, ZoneID, errors


@pytest.fixture
def work(cloud: Cloud) -> Database:
    cloud.private.create_zone("Work")
    database = cloud.private.in_zone("Work")
    database.save_all([Record("Note", {"n": n}, name=f"n{n}") for n in range(5)])
    return database


def names(records: tuple[Record, ...]) -> list[str | None]:
    return [record.name for record in records]


def test_pages_of_a_zone(cloud: Cloud, work: Database) -> None:
    pages = list(work.zone_changes("Work", results_limit=2))
    assert [names(page.records) for page in pages] == [["n0", "n1"], ["n2", "n3"], ["n4"]]
    assert [page.more_coming for page in pages] == [True, True, False]
    assert pages[0].zone_id.zone_name == "Work"
    # The token of a page continues after that page.
    again = work.zone_changes_page("Work", pages[0].token, results_limit=2)
    assert names(again.records) == ["n2", "n3"]


def test_the_zone_of_a_database_need_not_be_named_again(cloud: Cloud, work: Database) -> None:
    pages = list(work.zone_changes(results_limit=3))
    assert [names(page.records) for page in pages] == [["n0", "n1", "n2"], ["n3", "n4"]]
    assert work.zone_changes_page(token=pages[0].token) == pages[1]
    # A zone that is named comes first.
    cloud.private.create_zone("Home")
    assert work.zone_changes_page("Home").zone_id == ZoneID("Home")
    assert work.share_zone().zone_id == ZoneID("Work")
    for method in ("zone_changes_page", "share_zone"):
        with pytest.raises(TypeError, match=rf"{method}\(\) needs a zone.*in_zone\('Notes'\)"):
            getattr(cloud.private, method)()
    with pytest.raises(TypeError, match=r"Database\.zone_changes\(\) needs a zone"):
        next(cloud.private.zone_changes())


def test_what_changed_since(cloud: Cloud, work: Database) -> None:
    token = list(work.zone_changes("Work"))[-1].token
    note = work.fetch("n1")
    note["n"] = 10
    work.save(note)
    work.delete("n3")
    (page,) = work.zone_changes("Work", token)
    assert [record["n"] for record in page.records] == [10]
    (deletion,) = page.deletions
    assert (deletion.name, deletion.record_type) == ("n3", "Note")
    assert deletion.zone_id == page.zone_id
    assert work.zone_changes_page("Work", page.token).records == ()


def test_options(cloud: Cloud, work: Database) -> None:
    work.save(Record("Task", {"n": 1, "t": "x"}, name="task"))
    page = work.zone_changes_page("Work", record_types=["Task"], desired_keys=["t"])
    assert [dict(record) for record in page.records] == [{"t": "x"}]
    newest = work.zone_changes_page("Work", results_limit=1, reverse=True)
    assert names(newest.records) == ["task"]


def test_a_page_holds_a_failing_record_as_an_error(cloud: Cloud, work: Database) -> None:
    cloud.fail("zoneBusy", records=["n2"])
    page = work.zone_changes_page("Work")
    assert names(page.records) == ["n0", "n1", "n3", "n4"]
    (error,) = page.errors
    assert isinstance(error, errors.ZoneBusy)
    assert error.record_name == "n2"


def test_a_zones_own_error(cloud: Cloud) -> None:
    with pytest.raises(errors.ZoneNotFound):
        list(cloud.private.zone_changes("Nowhere"))
    cloud.fail("networkFailure", operation="changes/zone")
    with pytest.raises(errors.NetworkFailure):
        cloud.private.zone_changes_page("Work")


def test_a_client_change_token(cloud: Cloud, work: Database) -> None:
    work.modify([Record("Note", name="x")], client_change_token="mine")
    assert work.zone_changes_page("Work").client_change_token == "mine"
    cloud.accounts.add_device("pad")
    pad = cloud.database("private", device="pad")
    assert pad.zone_changes_page("Work").client_change_token is None


def test_changes_of_the_database(cloud: Cloud) -> None:
    database = cloud.private
    for name in ("A", "B", "C"):
        database.create_zone(name)
    first = database.changes_page(results_limit=2)
    assert [change.zone_id.zone_name for change in first.zones] == ["A", "B"]
    assert first.more_coming
    cloud.limits.set(page_size=1)
    everything = database.changes()
    assert [change.zone_id.zone_name for change in everything.zones] == ["A", "B", "C"]
    assert not everything.more_coming
    database.delete_zone("B")
    cloud.state.purge_zone("A")
    since = database.changes(everything.token)
    assert [
        (each.zone_id.zone_name, each.deleted, each.deletion_reason) for each in since.zones
    ] == [
        ("B", True, "deleted"),
        ("A", True, "purged"),
    ]


def test_expired_tokens(cloud: Cloud, work: Database) -> None:
    token = work.zone_changes_page("Work").token
    other = cloud.private.create_zone("Other").sync_token
    cloud.state.expire_tokens("Work")
    with pytest.raises(errors.ChangeTokenExpired) as expired:
        work.zone_changes_page("Work", token)
    assert expired.value.zone_id == ZoneID("Work", cloud.container().user_record_name())
    work.zone_changes_page("Other", other)
    of_database = work.changes().token
    cloud.state.expire_tokens()
    with pytest.raises(errors.ChangeTokenExpired):
        work.changes(of_database)
    with pytest.raises(errors.ChangeTokenExpired):
        work.zone_changes_page("Other", other)


def test_a_purged_zone(cloud: Cloud, work: Database) -> None:
    cloud.state.purge_zone("Work", user="me")
    with pytest.raises(errors.UserDeletedZone):
        work.zone_changes_page("Work")
    work.create_zone("Work")
    assert work.zone_changes_page("Work").records == ()


def test_a_reset_keychain(cloud: Cloud, work: Database) -> None:
    assert not cloud.state.reset_encrypted_data("Work")
    work.save(Record("Note", name="secret", encrypted={"s": "x"}))
    assert cloud.state.reset_encrypted_data("Work")
    with pytest.raises(errors.ZoneNotFound) as lost:
        work.zone_changes_page("Work")
    assert lost.value.user_did_reset_encrypted_data


def test_modify_mixes(cloud: Cloud, work: Database) -> None:
    stale = work.fetch("n0")
    work.save(Record("Note", {"n": 7}, name="n0"), save_policy="changedKeys")
    stale["n"] = 8
    results = work.modify([stale, Record("Note", name="new")], ["n1"], atomic=False)
    assert isinstance(results[0], errors.ServerRecordChanged)
    assert isinstance(results[1], Record)
    assert results[2] == "n1"
    cloud.fail("zoneBusy")
    with pytest.raises(errors.ZoneBusy):
        work.modify([], ["n2"])
