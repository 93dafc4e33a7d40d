"""Builds graphs from state documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from ._names import names
from ._wording import check_limit
from .graphs import ARROWS, LIMIT, EdgeKind, Graph, GraphEdge, GraphNode, GraphZone
from .states import SHARE, Names, State, document_of

_Wire = Mapping[str, Any]

#: The number of participants that a share shows.
_PARTICIPANTS = 5

#: The key of a record: the number of its zone, and its name.
_Key = tuple[int, str]


def graph(state: State, *, zones: Iterable[str] | None = None, limit: int | None = LIMIT) -> Graph:
    """Returns the graph of a cloud, of a state document, or of the file at a path.

    `zones` are the names of the zones to show, by default all. The graph has at most `limit`
    records, or all if it is None; records with links come first. It contains the numbers of omitted
    records, zones and links.
    """
    check_limit(limit)
    wanted = None if zones is None else names(zones, "zones")
    return graph_of(document_of(state), wanted, limit)


def graph_of(document: _Wire, zones: list[str] | None, limit: int | None) -> Graph:
    """Returns the graph of a document."""
    return _Reader(document, zones).graph(limit)


@dataclass(frozen=True)
class _Zone:
    """A zone of the document."""

    name: str
    database: str
    records: dict[str, _Wire]


class _Link(NamedTuple):
    source: _Key
    target: _Key
    kind: EdgeKind
    field: str | None
    action: str | None


class _Reader:
    """Finds the records of a document and the links between them, which are within one zone."""

    def __init__(self, document: _Wire, wanted: list[str] | None) -> None:
        self._names = Names.of(document)
        zones = [
            _Zone(
                zone["zoneName"],
                self._names.database(database),
                {each["recordName"]: each for each in zone["records"]},
            )
            for database in document["databases"]
            for zone in database["zones"]
        ]
        if wanted is not None:
            _check(wanted, zones)
            chosen = frozenset(wanted)
            zones = [zone for zone in zones if zone.name in chosen]
        self._zones = zones

    def graph(self, limit: int | None) -> Graph:
        """Returns the graph with at most `limit` records."""
        links = list(self._links())
        connected = dict.fromkeys(key for each in links for key in (each.source, each.target))
        chosen = islice({**connected, **dict.fromkeys(self._keys())}, limit)
        nodes = self._nodes(chosen)
        drawn = (each for each in links if each.source in nodes and each.target in nodes)
        edges = tuple(
            GraphEdge(nodes[each.source].id, nodes[each.target].id, *each[2:])
            for each in islice(drawn, None if limit is None else limit * ARROWS)
        )
        zones = self._drawn_zones(nodes, limit)
        return Graph(zones, edges, len(self._zones) - len(zones), len(links) - len(edges))

    def _keys(self) -> Iterator[_Key]:
        for number, zone in enumerate(self._zones):
            for name in zone.records:
                yield number, name

    def _nodes(self, chosen: Iterable[_Key]) -> dict[_Key, GraphNode]:
        """Returns the nodes of the chosen records by zone, existing records before absent ones."""
        keys = sorted(chosen, key=lambda key: (key[0], key[1] not in self._zones[key[0]].records))
        return {key: self._node(f"n{index}", key) for index, key in enumerate(keys)}

    def _node(self, id: str, key: _Key) -> GraphNode:
        number, name = key
        record = self._zones[number].records.get(name)
        if record is None:
            return GraphNode(id, "absent", name)
        kind = record["recordType"]
        if kind != SHARE:
            return GraphNode(id, "record", name, kind)
        people = record.get("participants", ())
        shown = people[:_PARTICIPANTS]
        texts = [f"{self._names.participant(each)} {each['permission']}" for each in shown]
        if len(people) > _PARTICIPANTS:
            texts.append(f"... {len(people) - _PARTICIPANTS} more")
        return GraphNode(id, "share", name, kind, tuple(texts), "forRecord" not in record)

    def _drawn_zones(
        self, nodes: Mapping[_Key, GraphNode], limit: int | None
    ) -> tuple[GraphZone, ...]:
        """Returns the zones of the nodes, and other zones up to the limit."""
        inside: dict[int, list[GraphNode]] = {}
        for (number, _), node in nodes.items():
            inside.setdefault(number, []).append(node)
        others = (number for number in range(len(self._zones)) if number not in inside)
        room = None if limit is None else max(0, limit - len(inside))
        numbers = sorted([*inside, *islice(others, room)])
        return tuple(self._zone(number, inside.get(number, [])) for number in numbers)

    def _zone(self, number: int, nodes: list[GraphNode]) -> GraphZone:
        zone = self._zones[number]
        there = sum(node.kind != "absent" for node in nodes)
        hidden = len(zone.records) - there
        return GraphZone(f"z{number}", zone.name, zone.database, tuple(nodes), hidden)

    def _links(self) -> Iterator[_Link]:
        """Yields the links of all records, in the order of the document."""
        for number, zone in enumerate(self._zones):
            for name, record in zone.records.items():
                for target, kind, field, action in _targets(record):
                    to = number, target["recordName"]
                    yield _Link((number, name), to, kind, field, action)


def _check(wanted: list[str], zones: list[_Zone]) -> None:
    known = dict.fromkeys(zone.name for zone in zones)
    for name in wanted:
        if name not in known:
            found = ", ".join(map(repr, islice(known, 10))) or "none"
            raise ValueError(f"zones: there is no zone {name!r}; there are {found}")


def _targets(record: _Wire) -> Iterator[tuple[_Wire, EdgeKind, str | None, str | None]]:
    """Yields the targets of a record's links, which need not exist."""
    if "parent" in record:
        yield record["parent"], "parent", None, None
    for field, value in record["fields"].items():
        for each in _references(value):
            yield each, "reference", field, each.get("action", "NONE")
    if record["recordType"] == SHARE and "forRecord" in record:
        yield record["forRecord"], "share", None, None


def _references(field: _Wire) -> Iterable[_Wire]:
    """Returns the references in a field."""
    match field.get("type"):
        case "REFERENCE":
            return (field["value"],)
        case "REFERENCE_LIST":
            references: list[_Wire] = field["value"]
            return references
    return ()
