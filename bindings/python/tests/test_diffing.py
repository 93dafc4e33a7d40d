"""Comparisons of clouds, state documents and files."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mockcloud import (
    Change,
    Cloud,
    Diff,
    QuerySubscription,
    Record,
    Reference,
    Share,
    ZoneSubscription,
    assert_same,
    diff,
)
from mockcloud.inspect.comparison import compare
from mockcloud.inspect.differing import COUNTS, IGNORABLE, PARTS
from mockcloud.io.documents import DocumentError
from support import ROOT

#: The differences that depend on the history of a state, and that apps do not see.
NOISE = ("tags", "times", "history")


def fill(cloud: Cloud) -> Share:
    cloud.accounts.add_user("bob", email="bob@example.com")
    home = cloud.private.in_zone(cloud.private.create_zone("Home"))
    root = home.save(Record("List", {"title": "Shopping", "tags": ["a"]}, name="root"))
    home.save(Record("Item", {"text": "Glue"}, name="glue"))
    return home.share(root, participants=["bob@example.com"])


def test_the_list(cloud: Cloud) -> None:
    share = fill(cloud)
    with cloud.fork() as later:
        later.clock.advance(60)
        home = later.private.in_zone("Home")
        root = home.fetch("root")
        root.update(title="To buy", urgent=1)
        home.save(root)
        home.delete("glue")
        home.save(Record("Item", {"text": "Tape"}, name="tape"))
        later.as_user("bob").accept(share)
        later.private.create_zone("Work")
        later.private.save_subscription(ZoneSubscription("Home", subscription_id="homes"))
        later.accounts.add_user("eve", email="eve@example.com")
        later.container(environment="production").private.create_zone("Live")
        later.call("mock/error/set", {"operation": "records/query", "error": "zoneBusy"})
        assert (
            str(diff(cloud, later, ignore=NOISE))
            == """\
+ user eve: eve@example.com
+ errors / operations / records/query: {"operation":"records/query","error":{"code":"zoneBusy"}}
schema of development, record type List:
  + field urgent: INT64
private database of me, zone Home:
  ~ share of root, participants / bob / acceptanceStatus: "INVITED" -> "ACCEPTED"
  - record glue (Item): {"text":"Glue"}
  ~ record root (List), field title: "Shopping" -> "To buy"
  + record root (List), field urgent: 1
  + record tape (Item): {"text":"Tape"}
private database of me:
  + zone Work: empty
private database of me in production:
  + zone Live: empty
+ shared database of bob: zone Home
+ subscription homes in private database of me: zone
12 differences"""
        )


def test_a_change_has_parts(cloud: Cloud) -> None:
    fill(cloud)
    with cloud.fork() as later:
        home = later.private.in_zone("Home")
        root = home.fetch("root")
        root["title"] = 7.5
        cloud_path = ("databases", "iCloud.mockcloud.default development private me")
        with pytest.raises(Exception, match="title"):
            home.save(root)  # the field is a string in the schema
        root["title"] = "To buy"
        home.save(root)
        home.delete("glue")
        found = diff(cloud, later, ignore=NOISE)
        removed, changed = found
        assert isinstance(found, Diff) and len(found) == 2 and found[:1] == Diff((removed,))
        assert removed.subject == "record" and removed.kind == "removed" and removed.after is None
        assert removed.before["fields"]["text"]["value"] == "Glue"
        assert changed == Change(
            "changed",
            "record",
            ("private database of me", "zone Home", "record root (List)"),
            (*cloud_path, "zones", "Home", "records", "root", "fields", "title"),
            {"value": "Shopping", "type": "STRING"},
            {"value": "To buy", "type": "STRING"},
        )
        assert changed.is_field and changed.member == "field title" and removed.member == ""
        assert str(changed) == (
            "~ private database of me, zone Home, record root (List), "
            'field title: "Shopping" -> "To buy"'
        )
        assert repr(found) == "<Diff: 2 differences>" and repr(changed) == f"<Change {changed}>"
        back = diff(later, cloud, ignore=NOISE)
        assert [each.kind for each in back] == ["changed", "added"]
        assert (back[0].before, back[0].after) == (changed.after, changed.before)


def test_rules_are_shown_without_the_numbers_of_the_library(cloud: Cloud) -> None:
    with closing(cloud.fork()) as later:
        later.fail("zoneBusy", operation="records/query")
        text = str(diff(cloud, later))
        assert "zoneBusy" in text and "identity" not in text


def test_types_and_long_texts_show_where_they_differ() -> None:
    def world(**fields: Any) -> dict[str, Any]:
        record = {"recordName": "r", "recordType": "T", "fields": fields}
        zones = [{"zoneName": "Z", "records": [record]}]
        return {"databases": [{"database": "public", "zones": zones}]}

    def only(before: Any, after: Any) -> str:
        (found,) = compare(world(a=before), world(a=after))
        return found.text(0)

    assert only({"value": 1, "type": "INT64"}, {"value": 1, "type": "DOUBLE"}) == (
        "~ field a: 1 (INT64) -> 1 (DOUBLE)"
    )
    first, second = ({"value": "x" * 300 + end, "type": "STRING"} for end in ("left", "right"))
    assert only(first, second) == f'~ field a: ...{"x" * 20}left" -> ...{"x" * 20}right"'
    assert only({"value": True}, {"value": 1}) == "~ field a: true -> 1"
    assert not list(compare(world(a={"value": 1}), world(a={"value": 1.0})))
    assert only({"value": 1, "isEncrypted": True}, {"value": 1}) == (
        '~ field a: {"value":1,"isEncrypted":true} -> {"value":1}'
    )


def test_the_same_world_in_any_form_is_the_same(cloud: Cloud, tmp_path: Path) -> None:
    fill(cloud)
    path = tmp_path / "state.json"
    cloud.state.save(path, assets="files")
    with cloud.fork() as fork:
        for other in (cloud, fork, cloud.state.save(), path, str(path)):
            assert_same(cloud, other)
            assert_same(other, cloud)
    assert not diff(path, path) and str(diff(path, path)) == "no differences"


def test_the_assertion_lists_the_differences(cloud: Cloud) -> None:
    with cloud.fork() as later:
        later.clock.advance(1)
        assert_same(cloud, later, ignore=("tags", "times"))
        assert_same(cloud, later, ignore="times")
        with pytest.raises(AssertionError) as raised:
            assert_same(cloud, later, ignore="tags")
        assert str(raised.value) == (
            "the clouds differ (ignored: tags):\n"
            '~ clock: "2026-01-01T00:00:00.000Z" -> "2026-01-01T00:00:01.000Z"\n'
            "1 difference"
        )


def test_many_differences_are_shortened(cloud: Cloud) -> None:
    with Cloud(seed=1) as other:
        other.private.save_all([Record("Note", name=f"n{number:03}") for number in range(70)])
        found = diff(cloud, other, ignore=NOISE)
    assert len(found) == 71  # including the schema
    assert found[1].path[2:] == ("zones", "_defaultZone", "records", "n000")
    assert str(found).splitlines()[-2:] == ["... 21 more differences", "71 differences"]
    assert len(found.text(limit=None).splitlines()) == 73
    assert found.text(limit=1).splitlines()[-2:] == ["... 70 more differences", "71 differences"]
    with pytest.raises(ValueError, match="limit is at least 1"):
        found.text(limit=0)


def test_saving_again_is_no_difference_without_tags_and_times(cloud: Cloud) -> None:
    cloud.private.create_zone("Home")
    home = cloud.private.in_zone("Home")
    home.save(Record("Item", {"text": "Glue"}, name="glue"))
    with cloud.fork() as later:
        later.clock.advance(5)
        for text in ("Tape", "Glue"):
            later.private.in_zone("Home").save(
                Record("Item", {"text": text}, name="glue"), save_policy="allKeys"
            )
        assert diff(cloud, later, ignore="times")
        assert_same(cloud, later, ignore=("tags", "times"))
        later.private.create_zone("Old")
        later.private.delete_zone("Old")
        (left,) = diff(cloud, later, ignore=("tags", "times"))
        assert left.after["deletionReason"] == "deleted"
        assert_same(cloud, later, ignore=NOISE)
        later.private.create_zone("New")
        assert [each.path[-1] for each in diff(cloud, later, ignore=("tags", "times"))] == [
            "New", "Old of me",
        ]  # fmt: skip


def test_worlds_of_other_seeds() -> None:
    with Cloud(seed=1) as first, Cloud(seed=2) as second:
        for cloud in (first, second):
            share = fill(cloud)
            cloud.as_user("bob").accept(share)
            home = cloud.private.in_zone("Home")
            root = home.fetch("root")
            home.save(Record("Item", {"in": Reference("root")}, name="r", parent=root))
            home.save_subscription(QuerySubscription("Item", subscription_id="items"))
        found = diff(first, second, ignore="pending")
        members = {each.path[-1] for each in found}
        assert members == {
            "seed", "userRecordName", "recordName", "shortGUID", "url", "participantId",
        }  # fmt: skip
        # Users are identified by alias, and each record name is reported only at its user.
        assert sum(each.path[-1] == "userRecordName" for each in found) == 2
        assert_same(first, second, ignore=("names", "pending"))
        second.private.in_zone("Home").delete("r")
        assert diff(first, second, ignore=("names", *NOISE, "pending"))


def test_shares_of_zones_have_names_of_their_zones(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob")
    for zone in "YZ":
        cloud.private.create_zone(zone)
        created = cloud.private.in_zone(zone).share_zone(public_permission="READ_WRITE")
        cloud.as_user("bob").accept(created)
    with cloud.fork() as other:
        other.private.delete_zone("Y")
        other.private.in_zone("Z").save(Record("N", name="n"))
        # Also for documents, which have the names of the fork's users.
        for found in diff(cloud, other), diff(cloud.state.save(), other.state.save()):
            views = [each for each in found if "views" in each.path and "Z" in each.path]
            assert {(each.kind, each.path[-1]) for each in views} <= {
                ("changed", "position"), ("added", "n"),
            }  # fmt: skip


def test_shares_of_several_zones_with_one_name(cloud: Cloud) -> None:
    def document(sequence: int, *roots: str) -> dict[str, Any]:
        share = {"recordName": "s", "recordType": "cloudkit.share"}
        zones = [
            {
                "zoneName": root,
                "records": [{**share, "forRecord": {"recordName": root}}],
                "changes": [{"recordName": "s", "sequence": sequence}],
            }
            for root in roots
        ]
        return {"databases": [{"database": "private", "zones": zones}]}

    found = list(compare(document(1, "a", "b"), document(2, "a")))
    assert [each.path[3:] for each in found] == [("a", "changes", "share of a", "sequence"), ("b",)]


def test_what_is_ignored() -> None:
    record = {
        "recordName": "r", "recordType": "T", "fields": {}, "recordChangeTag": "1", "sequence": 1,
        "created": {"timestamp": 1}, "modified": {"deviceID": "a"},
    }  # fmt: skip
    zone = {"zoneName": "Z", "records": [record], "deletions": []}

    def world(record: Any = record, zone: Any = zone, **parts: Any) -> dict[str, Any]:
        database = {"database": "public", "zones": [{**zone, "records": [record]}]}
        return {"databases": [database], "users": [], **parts}

    user = {"alias": "bob", "userRecordName": "_b"}
    kind = {"container": "c", "environment": "development", "recordTypes": []}
    subscription = {"subscriptionID": "s", "database": "private", "subscriptionType": "zone"}
    others = {
        "tags": world({**record, "recordChangeTag": "2", "sequence": 4}),
        "times": world({**record, "created": {"timestamp": 2}}),
        "stamps": world({**record, "modified": {"deviceID": "b"}}),
        "history": world(zone={**zone, "deletions": [{"recordName": "x"}]}),
        "names": world(seed=7),
        "configuration": world(limits={"pageSize": 1}),
        "users": world(users=[user]),
        "schema": world(schemas=[kind]),
        "subscriptions": world(subscriptions=[subscription]),
        "faults": world(errors={"operations": []}),
        "pending": world(pushes=[{"time": "t"}]),
    }
    assert others.keys() == IGNORABLE.keys()
    for name, other in others.items():
        assert list(compare(world(), other)), name
        assert not list(compare(world(), other, [name])), name
        rest = IGNORABLE.keys() - {name, *(("times", "stamps") if name == "times" else ())}
        if name not in ("names",):  # the seed is also part of the configuration
            assert list(compare(world(), other, rest)), name


def test_every_part_of_a_document_has_a_name(cloud: Cloud) -> None:
    known = {*PARTS, *COUNTS, "databases", "sharedDatabases"}
    assert cloud.state.save().keys() <= known


def test_wrong_arguments(cloud: Cloud, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="ignore: 'colours' is not known; expected one of tags, "):
        diff(cloud, cloud, ignore=("tags", "colours"))
    with pytest.raises(TypeError, match="ignore takes names, which are strings, not 1"):
        assert_same(cloud, cloud, ignore=[1])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a state is a Cloud"):
        diff(cloud, None)  # type: ignore[arg-type]
    with pytest.raises(DocumentError, match=r"missing\.json: cannot be read"):
        diff(cloud, tmp_path / "missing.json")
    with pytest.raises(DocumentError, match="the state document: colours: "):
        diff(cloud, {**cloud.state.save(), "colours": []})


def test_the_page_has_the_words_to_ignore() -> None:
    page = (ROOT / "docs" / "python" / "looking.md").read_text()
    section = page.split("`ignore` excludes differences:")[1].split("\n\n")[1]
    rows = [row.split("|")[1:3] for row in section.splitlines()[2:]]
    words = [word.strip(" `") for names, _ in rows for word in names.split(",")]
    assert words == list(IGNORABLE)
    for names, meaning in rows:
        if "," not in names:
            assert meaning.strip() == IGNORABLE[names.strip(" `")].meaning
