"""Trees: drawings of a cloud's contents."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockcloud import BadHandle, Cloud, CloudTree, Record, ZoneSubscription, tree
from mockcloud.inspect.branches import Branch
from mockcloud.inspect.tree import ZoneTree
from mockcloud.io.documents import DocumentError


@pytest.fixture
def home(cloud: Cloud) -> Cloud:
    """A list that me shares with bob, some items, a subscription, and an injected error."""
    cloud.accounts.add_user("bob", email="bob@example.com", devices=["phone"])
    home = cloud.private.in_zone(cloud.private.create_zone("Home"))
    root = home.save(Record("List", {"title": "Shopping"}, name="list"))
    home.save_all([Record("Item", name=f"item-{number}", parent=root) for number in range(3)])
    home.delete("item-2")
    home.save_subscription(ZoneSubscription("Home", subscription_id="homes"))
    share = home.share(home.fetch("list"), participants=["bob@example.com"])
    cloud.as_user("bob").accept(share)
    cloud.public.save(Record("Shop", name="shop"))
    cloud.call("mock/error/set", {"operation": "records/query", "error": "zoneBusy"})
    cloud.private.create_zone("Old")
    cloud.state.purge_zone("Old")
    return cloud


DRAWING = """\
cloud at 2026-01-01T00:00:00.000Z, seed 1
├── user me
│   └── device device-1: available
├── user bob, bob@example.com
│   └── device phone: available
├── container iCloud.mockcloud.default, development
│   ├── record types: Item, List, Shop, cloudkit.share
│   ├── public database
│   │   └── zone _defaultZone: 1 Shop
│   ├── private database of me
│   │   ├── zone Home: 2 Item, 1 List, 1 cloudkit.share, 1 deletion
│   │   │   └── share of list
│   │   │       ├── me: OWNER READ_WRITE ACCEPTED
│   │   │       └── bob: USER READ_ONLY ACCEPTED
│   │   ├── zone _defaultZone: empty
│   │   ├── zone Old: lost, purged
│   │   └── subscription homes of me: zone Home
│   └── shared database of bob
│       └── zone Home of me
├── set errors: 1 for operations, 0 for records
└── waiting: 1 push"""


def test_the_drawing(home: Cloud) -> None:
    before = home.state.save()
    assert str(home) == str(home.tree()) == DRAWING
    assert home.state.save() == before
    assert repr(home).startswith("<Cloud 0x")


def test_the_drawing_of_a_large_cloud_asks_for_what_it_shows(cloud: Cloud) -> None:
    names = [f"n{number}" for number in range(50)]
    zones = [{"zoneName": name} for name in names]
    cloud.call("mock/seed", {"users": [{"alias": name} for name in names], "zones": zones})
    for name in names[:25]:
        cloud.state.purge_zone(name)
    drawing = str(cloud)
    assert drawing == str(cloud.tree())
    assert "... 31 more users" in drawing
    assert "... 31 more zones" in drawing


def test_the_tree_has_parts(home: Cloud) -> None:
    found = home.tree()
    assert [user.alias for user in found.users] == ["me", "bob"]
    assert found.users[1].devices[0].name == "phone"
    (container,) = found.containers
    public, private, shared = container.databases
    assert (public.scope, public.user) == ("public", None)
    assert (private.scope, private.user) == ("private", "me")
    assert shared.zones == (ZoneTree("Home", "me"),)
    zone = private.zones[0]
    assert zone.records == {"Item": 2, "List": 1, "cloudkit.share": 1}
    assert [each.who for each in zone.shares[0].participants] == ["me", "bob"]
    assert private.zones[-1].lost == "purged"
    assert found.pending[1] == "waiting: 1 push"


def test_a_state_is_drawn_as_its_cloud(home: Cloud, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    home.state.save(path)
    assert tree(home) == tree(home.state.save()) == tree(path) == tree(str(path)) == home.tree()


def test_what_is_no_state_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"the state document: stateVersion: "):
        tree({})
    path = tmp_path / "state.json"
    path.write_text("{")
    with pytest.raises(DocumentError, match=r"state\.json: line 1, column 2: is not JSON"):
        tree(path)
    with pytest.raises(TypeError, match="a state is a Cloud, a state document or its path, not 7"):
        tree(7)  # type: ignore[arg-type]


def test_long_lists_are_shortened(cloud: Cloud) -> None:
    for number in range(25):
        cloud.private.create_zone(f"Z{number:02}")
    cloud.private.save_all([Record(f"T{number:02}") for number in range(22)])
    found = cloud.tree()
    text = str(found)
    assert "zone Z19" in text and "zone Z20" not in text
    assert "... 6 more zones" in text  # the default zone is the 26th
    assert "T19, ... 2 more types" in text
    assert len(found.containers[0].databases[0].zones) == 26
    assert "... 23 more zones" in str(cloud.tree(limit=3))
    for whole in (cloud.tree(limit=None), found.all()):
        assert "more" not in str(whole) and "zone Z24: empty" in str(whole)
    with pytest.raises(ValueError, match="limit is at least 1, or None for all, not 0"):
        cloud.tree(limit=0)
    with pytest.raises(TypeError, match="limit is a number, or None for all, not '3'"):
        cloud.tree(limit="3")  # type: ignore[arg-type]


def test_a_closed_cloud_is_printed(cloud: Cloud) -> None:
    cloud.close()
    assert str(cloud) == repr(cloud)
    assert cloud._repr_html_() == repr(cloud).replace("<", "&lt;").replace(">", "&gt;")
    assert cloud.__rich__() == repr(cloud)
    with pytest.raises(BadHandle, match="the cloud is closed"):
        cloud.tree()
    assert "not made" in str(Cloud.__new__(Cloud))


def test_other_containers_and_networks_are_drawn(cloud: Cloud) -> None:
    other = cloud.container("iCloud.other", environment="production")
    other.private.create_zone("Home")
    cloud.network.set("offline", device="device-1")
    text = str(cloud)
    assert "device device-1: available, network offline" in text
    assert "container iCloud.other, production" in text


def plain(html: str) -> str:
    """Returns the texts of a fragment of HTML, one per line."""
    texts = re.sub(r"<[^>]*>", "\n", html).split("\n")
    return "\n".join(unescape(each) for each in texts if each)


def test_html_of_a_cloud(home: Cloud) -> None:
    html = home._repr_html_()
    assert html.count("<li>") == len(DRAWING.splitlines()) - 1
    assert plain(html) == "\n".join(each.lstrip("│├└─ ") for each in DRAWING.splitlines())


@given(st.text(), st.text())
def test_names_break_no_drawing(first: str, second: str) -> None:
    branch = Branch(first, (Branch(second, (Branch("leaf"),)), Branch(first)))
    lines = list(branch.lines())
    assert len(lines) == 4 and all(each.isprintable() for each in lines)
    tags = {each.strip("</>") for each in re.findall(r"<[^>]*>", branch.html())}
    assert tags == {
        "details open",
        "details",
        "summary",
        "ul",
        "li",
    }
    assert branch.html().count("<li>") == 3


def test_rich_draws_the_same(home: Cloud) -> None:
    rich = pytest.importorskip("rich.console")
    console = rich.Console(width=200, record=True, file=io.StringIO())
    console.print(home)
    assert console.export_text().rstrip("\n") == DRAWING
    console.print(CloudTree("[red]now", 1, (), (), ("[/] [bold]",)))
    assert console.export_text().splitlines() == ["cloud at [red]now, seed 1", "└── [/] [bold]"]
