"""The contents of databases, and the equality of views and zone IDs."""

from __future__ import annotations

import pytest

from mockcloud import Asset, Cloud, Record, ZoneID
from mockcloud.testing.comparing import compared


def test_contents(cloud: Cloud) -> None:
    private = cloud.private
    assert private == {} and private.contents() == {}
    note = Record("Note", {"title": "Buy glue", "tags": ["diy"]}, name="n1")
    note.encrypted["secret"] = "hush"
    private.save(note)
    home = private.in_zone(private.create_zone("Home"))
    root = home.save(Record("List", {"photo": Asset(b"x")}, name="l1"))
    home.share(root)
    fields = {"title": "Buy glue", "tags": ["diy"], "secret": "hush"}
    assert private == {"n1": fields, "l1": {"photo": Asset(b"x")}}
    assert {"n1": fields, "l1": {"photo": Asset(b"x")}} == private
    assert home == {"l1": {"photo": Asset(b"x")}} and private.in_zone("_defaultZone") == {
        "n1": note
    }
    assert private != {"n1": fields} and private != {}
    private.delete("n1")
    assert private == {"l1": {"photo": Asset(b"x")}}
    assert cloud.public == {}
    before = len(cloud.calls)
    cloud.accounts.set_status("noAccount")
    assert home == home.contents() and len(cloud.calls) == before


def test_one_name_in_several_zones(cloud: Cloud) -> None:
    cloud.private.save(Record("Note", name="n1"))
    cloud.private.in_zone(cloud.private.create_zone("Home")).save(Record("Note", name="n1"))
    with pytest.raises(ValueError, match="the zones 'Home' and '_defaultZone' both have a record"):
        assert cloud.private == {}
    assert cloud.private.in_zone("Home") == {"n1": {}}


def test_differences_are_shown(cloud: Cloud) -> None:
    cloud.private.save_all(
        [Record("Note", {"title": "a", "rank": 1}, name="n1"), Record("Note", name="n2")]
    )
    wanted = {"n1": {"title": "b", "rank": 1}, "n3": {"title": "c"}}
    assert compared(cloud.private, wanted) == [
        f"{cloud.private!r} == {wanted!r}",
        "record 'n1':",
        "  title: 'a' != 'b'",
        "record 'n2': only left, {}",
        "record 'n3': only right, {'title': 'c'}",
    ]
    assert compared(wanted, cloud.private) == [
        f"{wanted!r} == {cloud.private!r}",
        "record 'n1':",
        "  title: 'b' != 'a'",
        "record 'n3': only left, {'title': 'c'}",
        "record 'n2': only right, {}",
    ]
    many: dict[str, dict[str, int]] = {f"m{number}": {} for number in range(20)}
    assert (compared(cloud.private, many) or [])[-1] == "and 12 more lines"
    assert compared(cloud.private, {"n1": 3, "n2": {}}) == [
        f"{cloud.private!r} == {{'n1': 3, 'n2': {{}}}}",
        "record 'n1': {'rank': 1, 'title': 'a'} != 3",
    ]
    assert compared(cloud.private, 3) is None


def test_equal_views(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob", devices=["phone"])
    assert cloud.private == cloud.private and hash(cloud.private) == hash(cloud.private)
    assert cloud.private == cloud.database("private", user="me")
    assert cloud.private == cloud.as_user("me", "device-1").private
    name = cloud.accounts.users()[0].record_name
    assert cloud.private == cloud.as_user(name).private
    assert cloud.private == cloud.container("iCloud.mockcloud.default").private
    assert cloud.private != cloud.public and cloud.private != cloud.as_user("bob").private
    assert cloud.private != cloud.private.in_zone("Home")
    assert cloud.private.in_zone("Home") == cloud.private.in_zone(ZoneID("Home", name))
    assert cloud.private != cloud.database("private", user=None)
    assert cloud.container() == cloud.container(
        "iCloud.mockcloud.default", environment="development"
    )
    assert cloud.container() != cloud.container("iCloud.other")
    assert cloud.as_user("me") == cloud.as_user(name, "device-1") != cloud.as_user("bob")
    assert len({cloud.private, cloud.database("private"), cloud.public}) == 2
    with Cloud(seed=1) as other:
        assert cloud.private != other.private and cloud.as_user("me") != other.as_user("me")
    views = cloud.private, cloud.container(), cloud.as_user("me")
    for each in views:
        assert each != "me" and each is not None and not each == 3
    cloud.close()
    assert views[0] == cloud.private and views[0] != cloud.public


def test_equal_zone_ids(cloud: Cloud) -> None:
    zone = cloud.private.create_zone("Home")
    assert zone.zone_id.owner_record_name is not None
    assert zone.zone_id == ZoneID("Home") and hash(zone.zone_id) == hash(ZoneID("Home"))
    assert ZoneID("Home") == zone.zone_id != ZoneID("Work")
    assert zone.zone_id != ZoneID("Home", "_other") and zone.zone_id != "Home"
    assert ZoneID("Home") in [each.zone_id for each in cloud.private.zones()]
    assert {zone.zone_id: 1}[ZoneID("Home")] == 1
    assert ZoneID("caf\u00e9") != ZoneID("cafe\u0301")
    saved = cloud.private.save(Record("Note", {"a": 1}, name="n1", zone="Home"))
    again = Record("Note", {"a": 1}, name="n1", zone="Home")
    again.change_tag = saved.change_tag
    assert again == saved


def test_lists(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob", email="bob@example.com", devices=["phone", "pad"])
    cloud.accounts.set_status("restricted", device="pad")
    cloud.network.set("offline", device="phone")
    me, bob = cloud.accounts.users()
    assert (me.alias, bob.alias, bob.email) == ("me", "bob", "bob@example.com")
    assert [(each.name, each.account_status, each.network) for each in bob.devices] == [
        ("phone", "available", "offline"),
        ("pad", "restricted", None),
    ]
    assert [each.name for each in cloud.accounts.devices()] == ["device-1", "phone", "pad"]
    assert (
        cloud.accounts.devices(user="bob")
        == cloud.accounts.devices(user=bob.record_name)
        == list(bob.devices)
    )
    with pytest.raises(ValueError, match="did you mean 'bob'"):
        cloud.accounts.devices(user="bbo")
    cloud.state.snapshot("b")
    cloud.state.snapshot("a")
    assert cloud.state.snapshots() == ["a", "b"]
