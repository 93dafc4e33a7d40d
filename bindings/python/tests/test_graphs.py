"""Graphs of the links between records, in Mermaid and in DOT, the language of Graphviz."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockcloud import Cloud, Graph, Record, Reference, graph
from mockcloud._core.wording import abbreviated
from mockcloud.inspect.graph_reading import graph_of

MERMAID = """\
flowchart LR
  subgraph z0["zone Home<br/>private database of me"]
    n0(["share<br/>me READ_WRITE<br/>bob READ_ONLY"])
    n1["list<br/>List"]
    n2["milk<br/>Item"]
    n3["gone<br/>absent"]:::absent
  end
  subgraph z1["zone #95;defaultZone<br/>private database of me"]
    n4["note-1<br/>Note"]
  end
  n0 -.->|"shares"| n1
  n2 ==>|"parent"| n1
  n2 -.->|"also #40;no action#41;"| n3
  n2 -.->|"also #40;no action#41;"| n1
  n2 -->|"list #40;delete self#41;"| n1
  classDef absent stroke-dasharray:4
  classDef note stroke-width:0,font-style:italic
"""

DOT = """\
digraph cloud {
  rankdir=LR;
  subgraph cluster_z0 {
    label="zone Home\\nprivate database of me";
    n0 [label="share\\nme READ_WRITE\\nbob READ_ONLY", shape=ellipse];
    n1 [label="list\\nList", shape=box, style="rounded"];
    n2 [label="milk\\nItem", shape=box, style="rounded"];
    n3 [label="gone\\nabsent", shape=box, style="rounded,dashed"];
  }
  subgraph cluster_z1 {
    label="zone _defaultZone\\nprivate database of me";
    n4 [label="note-1\\nNote", shape=box, style="rounded"];
  }
  n0 -> n1 [label="shares", style=dotted];
  n2 -> n1 [label="parent", style=bold];
  n2 -> n3 [label="also (no action)", style=dashed];
  n2 -> n1 [label="also (no action)", style=dashed];
  n2 -> n1 [label="list (delete self)", style=solid];
}
"""


@pytest.fixture
def home(cloud: Cloud) -> Cloud:
    cloud.accounts.add_user("bob", email="bob@example.com")
    home = cloud.private.in_zone(cloud.private.create_zone("Home"))
    root = home.save(Record("List", name="list"))
    also = [Reference("gone"), Reference("list")]
    fields = {"list": Reference("list", "DELETE_SELF"), "also": also}
    home.save(Record("Item", fields, name="milk", parent=root))
    home.share(root, participants=["bob@example.com"])
    cloud.private.save(Record("Note", {"title": "Buy glue"}, name="note-1"))
    return cloud


def test_the_texts(home: Cloud, tmp_path: Path) -> None:
    found = home.graph()
    assert str(found) == found.mermaid() == MERMAID
    assert found.dot() == DOT
    path = tmp_path / "state.json"
    home.state.save(path)
    assert graph(home) == graph(home.state.save()) == graph(path) == found
    bundle = found._repr_mimebundle_()
    assert bundle == {"text/vnd.mermaid": MERMAID, "text/plain": MERMAID}


def test_the_graph_has_parts(home: Cloud) -> None:
    found = home.graph()
    names = {node.id: node.name for node in found.nodes}
    arrows = [
        (each.kind, names[each.target], each.field, each.action)
        for each in found.edges
        if names[each.source] == "milk"
    ]
    assert arrows == [
        ("parent", "list", None, None),
        ("reference", "gone", "also", "NONE"),
        ("reference", "list", "also", "NONE"),
        ("reference", "list", "list", "DELETE_SELF"),
    ]
    assert [node.kind for node in found.nodes] == ["share", "record", "record", "absent", "record"]
    share = next(iter(found.nodes))
    assert share.participants == ("me READ_WRITE", "bob READ_ONLY")


def test_some_zones(cloud: Cloud) -> None:
    for zone in ("A", "B"):
        cloud.private.create_zone(zone)
        cloud.private.in_zone(zone).save(Record("T", {"to": Reference("gone")}, name=f"in {zone}"))
    one = cloud.graph(zones="A")
    assert [(node.name, node.kind) for node in one.nodes] == [
        ("in A", "record"), ("gone", "absent"),
    ]  # fmt: skip
    assert (one.zones_left_out, one.edges_left_out, len(one.edges)) == (0, 0, 1)
    assert len(cloud.graph(zones=["B", "A"]).zones) == 2
    assert '"empty"' in cloud.graph(zones="_defaultZone").mermaid()
    with pytest.raises(
        ValueError, match="zones: 'zones' is 'D', which is not known; expected A, B, "
    ):
        cloud.graph(zones=["A", "D"])


def test_databases_with_zones_of_one_name_are_apart(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob")
    for user in ("me", "bob"):
        database = cloud.database("private", user=user)
        database.save(Record("T", {"to": Reference(user)}, name="from"))
        cloud.public.save(Record("T", {"to": Reference("from")}, name=user))
    found = cloud.graph()
    homes = {node.id: zone.database for zone in found.zones for node in zone.nodes}
    assert all(homes[each.source] == homes[each.target] for each in found.edges)
    assert sorted({*homes.values()}) == [
        "private database of bob", "private database of me", "public database",
    ]  # fmt: skip


def test_a_share_of_a_zone(cloud: Cloud) -> None:
    cloud.private.share_zone(cloud.private.create_zone("Home"))
    assert 'label="share of the zone\\nme READ_WRITE"' in cloud.graph().dot()
    people = [f"p{number}@example.com" for number in range(6)]
    cloud.private.share_zone(cloud.private.create_zone("Work"), participants=people)
    last = 'p3@example.com READ_ONLY\\n... 2 more", shape=ellipse];'
    assert last in cloud.graph(zones="Work").dot()


def test_large_graphs_say_what_they_leave_out(cloud: Cloud) -> None:
    links = [Reference("n0")] * 10
    notes = [Record("Note", name=f"n{number}") for number in range(30)]
    cloud.private.save_all([*notes, Record("Hub", {"links": links}, name="z-hub")])
    found = cloud.graph(limit=2)
    # The records with arrows come first, independent of their position.
    assert [node.name for node in found.nodes] == ["z-hub", "n0"]
    assert (len(found.edges), found.edges_left_out) == (8, 2)
    assert found.zones[0].left_out == 29
    assert "29 more records" in found.dot() and "2 more arrows" in found.dot()
    assert "29 more records" in found.mermaid() and "2 more arrows" in found.mermaid()
    for number in range(5):
        cloud.private.create_zone(f"Z{number}")
    assert cloud.graph(limit=2).zones_left_out == 4
    assert "4 more zones" in cloud.graph(limit=2).mermaid()
    whole = cloud.graph(limit=None)
    assert len(list(whole.nodes)) == 31 and len(whole.edges) == 10
    assert whole.zones_left_out == whole.edges_left_out == 0 and "more" not in str(whole)
    with pytest.raises(ValueError, match="limit is at least 1"):
        cloud.graph(limit=-1)


def test_graphs_of_large_worlds_take_linear_time(cloud: Cloud) -> None:
    cloud.seed(
        Record("T", {"to": Reference(f"r{number // 2}")}, name=f"r{number}")
        for number in range(20_000)
    )
    found = cloud.graph(limit=100)
    assert len(found.dot().splitlines()) < 1000
    assert (found.zones[0].left_out, found.edges_left_out) == (19_900, 20_000 - len(found.edges))
    assert len(list(cloud.graph(limit=None).nodes)) == 20_000


# Names with any characters

NASTY = [
    '"', '"]', '\\', '\\"', "\\N", "\n", "\0", "]:::x", "|", "%%{init: {}}%%", "%%", "#quot;",
    "#35;", ";", "end", "`**x**`", "_x_", "<b>", "<br/>", "&lt;", "&amp;", "$$x$$", "ﬂ°°35¶ß",
    "www.x.org", "1. x", "- x", "fa:fa-car", "\u202e", "\ud800", "style a:#35;", "}", "-->", "",
    "記録", "ab" * 200,
]  # fmt: skip

texts = st.one_of(st.text(max_size=20), st.lists(st.sampled_from(NASTY)).map("".join))


def response(
    zone: str, records: list[tuple[str, str | None]], links: list[tuple[int, str]]
) -> dict[str, Any]:
    """Returns a response of `mock/graph` with such names."""
    place = {"container": "c", "environment": "development", "database": "public"}
    nodes = [
        {"zone": 0, "recordName": name} | ({} if kind is None else {"recordType": kind})
        for name, kind in records
    ]
    arrows = [
        {
            "source": number % len(nodes),
            "target": 0,
            "kind": "reference",
            "field": field,
            "action": "VALIDATE",
        }
        for number, field in links
        if nodes
    ]
    count = sum(kind is not None for _, kind in records)
    return {
        "defaults": {},
        "zones": [{**place, "zoneName": zone, "records": count}],
        "records": nodes,
        "links": arrows,
        "linkCount": len(arrows),
    }


def responses() -> st.SearchStrategy[dict[str, Any]]:
    # A share would have participants.
    kinds = st.none() | texts.filter(lambda kind: kind != "cloudkit.share")
    records = st.lists(st.tuples(texts, kinds), max_size=4)
    links = st.lists(st.tuples(st.integers(0, 3), texts), max_size=4)
    return st.builds(response, texts, records, links)


def expected(found: Graph) -> list[list[str]]:
    """Returns the lines of all labels, in the order of both languages."""
    labels: list[list[str]] = []
    for zone in found.zones:
        labels += [list(zone.lines), *(list(node.lines) for node in zone.nodes)]
        if not zone.nodes:
            labels.append(["empty"])
    labels += [[edge.label] for edge in found.edges]
    return [[abbreviated(line, 60) for line in label] for label in labels]


QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


def read_dot(text: str) -> list[list[str]]:
    """Returns the labels of a DOT text, as Graphviz reads them, and checks all other text."""
    rest = QUOTED.sub("Q", text)
    for line in rest.splitlines():
        assert re.fullmatch(
            r"digraph cloud \{|  rankdir=LR;|  subgraph cluster_z\d+ \{|    label=Q;"
            r"|    \w+ \[label=Q, shape=\w+(, style=Q)?\];|  \}|\}"
            r"|  n\d+ -> n\d+ \[label=Q, style=\w+\];",
            line,
        ), line
    labels = re.findall(rf"label={QUOTED.pattern}", text)
    escapes = {"\\\\": "\\", '\\"': '"', "\\n": "\0"}
    return [
        html.unescape(re.sub(r"\\.", lambda found: escapes[found[0]], label)).split("\0")
        for label in labels
    ]


def read_mermaid(text: str) -> list[list[str]]:
    """Returns the labels of a Mermaid text, and checks that they have no special characters."""
    for line in text.splitlines():
        assert re.fullmatch(
            r"flowchart LR|  classDef [-\w: ,]+|  end|  subgraph z\d+\[Q\]"
            r"|    \w+(\[Q\]|\(\[Q\]\))(:::(absent|note))?|  n\d+ [-=.]+>\|Q\| n\d+",
            re.sub(r'"[^"]*"', "Q", line),
        ), line
    found = []
    for label in re.findall(r'"([^"]*)"', text):
        lines = label.split("<br/>")
        for line in lines:
            assert re.fullmatch(r"(?:[^\W_]|[ ]|(?<=\w)[-_.](?=\w)|#\d+;)*", line), line
            assert "www." not in line.lower()
        found.append([re.sub(r"#(\d+);", lambda each: chr(int(each[1])), line) for line in lines])
    return found


@given(responses())
def test_any_name_is_quoted(response: dict[str, Any]) -> None:
    found = graph_of(response)
    assert read_dot(found.dot()) == expected(found)
    assert read_mermaid(found.mermaid()) == expected(found)


def test_graphviz_reads_it(home: Cloud) -> None:
    dot = shutil.which("dot")
    if dot is None:
        pytest.skip("Graphviz is not installed")
    records = [(f"{name}{number}", name or "T") for number, name in enumerate(NASTY)]
    nasty = graph_of(response("".join(NASTY), [*records], []))
    for found in (home.graph(), nasty, home.graph(limit=1)):
        done = subprocess.run(
            [dot, "-Tplain"], input=found.dot(), capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        nodes = [line for line in done.stdout.splitlines() if line.startswith("node ")]
        assert len(nodes) >= len(list(found.nodes))


def test_an_empty_list_of_zones_is_refused(home: Cloud) -> None:
    for draw in (home.graph, partial(graph, home)):
        with pytest.raises(ValueError, match="zones: an empty list shows nothing"):
            draw(zones=[])
