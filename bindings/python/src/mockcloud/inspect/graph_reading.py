"""Builds graphs from the responses of `mock/graph`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from .._core.calls import Caller
from .._core.names import names
from .._core.wording import check_limit
from .graph import ARROWS, Graph
from .graph_parts import GraphEdge, GraphNode, GraphZone
from .names import SHARE, Names
from .sizes import GRAPH_LIMIT

_Wire = Mapping[str, Any]

#: The number of participants that a share shows.
_PARTICIPANTS = 5


def read_graph(
    cloud: Caller, zones: Iterable[str] | None = None, limit: int | None = GRAPH_LIMIT
) -> Graph:
    """Returns the graph of the zones with these names, with at most `limit` records."""
    check_limit(limit)
    request: dict[str, Any] = {}
    if zones is not None:
        request["zones"] = names(zones, "zones")
        if not request["zones"]:
            raise ValueError("zones: an empty list shows nothing; leave it out for all zones")
    if limit is not None:
        request.update(recordsLimit=limit, linksLimit=limit * ARROWS, zonesLimit=limit)
    return graph_of(cloud.call("mock/graph", request), limit)


def graph_of(found: _Wire, limit: int | None = None) -> Graph:
    """Returns the graph of a response."""
    nodes = _nodes(found["records"])
    edges = tuple(
        GraphEdge(
            nodes[each["source"]][1].id,
            nodes[each["target"]][1].id,
            each["kind"],
            each.get("field"),
            each.get("action"),
        )
        for each in found["links"]
    )
    zones = _zones(found, nodes, limit)
    hidden = len(found["zones"]) - len(zones) + found.get("omittedZones", 0)
    return Graph(zones, edges, hidden, found["linkCount"] - len(edges))


#: The nodes by their place in the response, each with the index of its zone.
_Nodes = Mapping[int, tuple[int, GraphNode]]


def _nodes(records: list[_Wire]) -> _Nodes:
    """Returns the nodes by zone, existing records before absent ones."""

    def place(index: int) -> tuple[int, bool]:
        return records[index]["zone"], "recordType" not in records[index]

    order = sorted(range(len(records)), key=place)
    return {
        index: (records[index]["zone"], _node(f"n{number}", records[index]))
        for number, index in enumerate(order)
    }


def _node(id: str, record: _Wire) -> GraphNode:
    name, kind = record["recordName"], record.get("recordType")
    if kind is None:
        return GraphNode(id, "absent", name)
    if kind != SHARE:
        return GraphNode(id, "record", name, kind)
    people = record["participants"]
    texts = [f"{each['who']} {each['permission']}" for each in people[:_PARTICIPANTS]]
    if len(people) > _PARTICIPANTS:
        texts.append(f"... {len(people) - _PARTICIPANTS} more")
    return GraphNode(id, "share", name, kind, tuple(texts), "root" not in record)


def _zones(found: _Wire, nodes: _Nodes, limit: int | None) -> tuple[GraphZone, ...]:
    """Returns the zones of the nodes, and other zones up to the limit."""
    inside: dict[int, list[GraphNode]] = {}
    for zone, node in nodes.values():
        inside.setdefault(zone, []).append(node)
    others = (number for number in range(len(found["zones"])) if number not in inside)
    room = None if limit is None else max(0, limit - len(inside))
    defaults = found["defaults"]
    spelling = Names({}, defaults.get("container"), defaults.get("environment"))
    zones: list[GraphZone] = []
    for number in sorted([*inside, *islice(others, room)]):
        zone, shown = found["zones"][number], inside.get(number, [])
        hidden = zone["records"] - sum(node.kind != "absent" for node in shown)
        zones.append(
            GraphZone(f"z{number}", zone["zoneName"], spelling.database(zone), tuple(shown), hidden)
        )
    return tuple(zones)
