"""The pictures of docs/pictures, drawn from what the library and the tests do.

`python3 bindings/python/tests/pictures.py --write` draws them, without the option it names those
that are out of date. The picture of the concepts alone has a layout and words of its own.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from itertools import groupby

from concepts_picture import concepts
from drawing import (
    AMBER,
    BLUE,
    GREEN,
    GREY,
    INK,
    LIGHT_BLUE,
    LIGHT_GREEN,
    LIGHT_RED,
    PALE,
    RED,
    WHITE,
    Drawing,
)
from terminal_picture import failing_test

import fidelity
from mockcloud import Call, Cloud, ExplorationFailed, Graph, Record, Reference, explore
from mockcloud.errors import CKError, ServerRecordChanged, ServerResponseLost, ZoneBusy
from mockcloud.testing.exploration import Report
from support import ROOT

FOLDER = ROOT / "docs" / "pictures"


# The conflict of two devices in time


def conflicting_calls() -> tuple[list[Call], list[str]]:
    """Two devices edit one note. Returns their calls, and what each of them read or sent."""
    with Cloud(seed=1, users=[{"alias": "me", "devices": ["phone", "pad"]}]) as cloud:
        cloud.seed([Record("Note", {"title": "Milk"}, name="n1")])
        phone, pad = cloud.as_user("me", "phone").private, cloud.as_user("me", "pad").private
        mine, other = phone.fetch("n1"), pad.fetch("n1")
        words = [f"n1, tag {mine.change_tag}", f"n1, tag {other.change_tag}"]
        other["title"] = "Oats"
        words.append(f"Oats, tag {other.change_tag}")
        pad.save(other)
        mine["title"] = "Bread"
        words.append(f"Bread, tag {mine.change_tag}")
        try:
            phone.save(mine)
        except ServerRecordChanged as conflict:
            assert conflict.server_record is not None
            server: Record = conflict.server_record
        server["title"] = f"{server['title']}, Bread"
        words.append(f"{server['title']}, tag {server.change_tag}")
        phone.save(server)
        return list(cloud.calls), words


def conflict() -> str:
    calls, words = conflicting_calls()
    drawing = Drawing("The conflict of two devices that edit the same record", 860, 440)
    lanes = {"phone": 150.0, "cloud": 430.0, "pad": 710.0}
    for name, x in lanes.items():
        drawing.labelled(x - 70, 14, 140, 32, [name], fill=LIGHT_BLUE)
        drawing.line((x, 46), (x, 425), stroke=PALE)
    y = 82.0
    drawing.text(lanes["cloud"] + 10, y - 16, "n1: Milk, tag 1", size=12, fill=GREY)
    for call, sent in zip(calls, words, strict=True):
        device = call.device or ""
        x, cloud = lanes[device], lanes["cloud"]
        failed = call.item_errors.get("n1")
        middle = (x + cloud) / 2
        colour = RED if failed else BLUE
        reads = call.operation == "records/lookup"
        asked = "fetch n1" if reads else f"save {sent}"
        drawing.text(middle, y - 5, asked, anchor="middle", size=12)
        drawing.line((x, y), (cloud - (6 if x < cloud else -6), y), stroke=colour, arrow=True)
        got = failed or (sent if reads else "saved")
        if not failed and not reads:
            record = call.response["records"][0]
            title, tag = record["fields"]["title"]["value"], record["recordChangeTag"]
            got = f"saved, tag {tag}"
            beside = cloud + 10 if x < cloud else cloud - 10
            drawing.text(
                beside,
                y + 14,
                f"n1: {title}, tag {tag}",
                anchor="start" if x < cloud else "end",
                size=12,
                fill=GREY,
            )
        drawing.text(middle, y + 19, got, anchor="middle", size=12, fill=RED if failed else INK)
        drawing.line((cloud, y + 24), (x, y + 24), stroke=colour, arrow=True, dashed=True)
        if failed:
            carried = ["the error has three records:"]
            item = call.response["records"][0]
            for kind in ("serverRecord", "clientRecord", "ancestorRecord"):
                carried.append(f"{kind}: {item[kind]['fields']['title']['value']}")
            drawing.box(lanes["cloud"] + 14, y - 24, 226, 84, fill=LIGHT_RED, stroke=RED)
            drawing.lines(lanes["cloud"] + 26, y - 5, carried, size=12)
        y += 74
    return drawing.svg()


# The points of a call where faults act

POINTS = {
    "before": ("before the operation", "nothing has happened yet"),
    "items": ("at each item", "one record, zone or file fails"),
    "commit": ("before the commit", "all checked, none stored yet"),
    "after": ("after the operation", "everything is stored"),
    "push": ("at a push", "once for each receiving device"),
}


def fault_points() -> str:
    with Cloud() as cloud:
        language = cloud.info()["faults"]
    width, gap = 150.0, 16.0
    drawing = Drawing("The points of a call where faults act, with their effects", 860, 474)
    drawing.text(20, 20, "request", bold=True)
    drawing.text(610, 20, "response", anchor="end", bold=True)
    drawing.text(771, 20, "and then", anchor="middle", bold=True)
    drawing.line((20, 30), (668, 30), stroke=BLUE, arrow=True)
    for number, phase in enumerate(language["phases"]):
        x = 20 + number * (width + gap) + (12 if phase == "push" else 0)
        title, meaning = POINTS[phase]
        drawing.line((x + width / 2, 30), (x + width / 2, 56), stroke=BLUE, arrow=True)
        drawing.box(x, 58, width, 402, fill=LIGHT_BLUE if phase != "push" else WHITE)
        drawing.text(x + 10, 80, phase, bold=True, mono=True)
        drawing.text(x + 10, 98, title, size=12)
        for row, words in enumerate(wrapped(meaning, 22)):
            drawing.text(x + 10, 114 + 14 * row, words, size=11, fill=GREY)
        effects = [each["name"] for each in language["effects"] if phase in each["phases"]]
        for row, effect in enumerate(effects):
            drawing.text(x + 10, 150 + 14.5 * row, effect, size=11.5, mono=True)
    return drawing.svg()


def wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


# An exploration, as a grid of calls and faults


def order(cloud: Cloud) -> bool:
    """A client with three mistakes: it overwrites a record, repeats a creation whose response was
    lost, and ignores a busy zone. Returns whether it reported success.
    """
    database = cloud.private
    try:
        customer = database.fetch("c1")
        customer["orders"] = 1
        database.save(customer, save_policy="allKeys")
        try:
            database.save(Record("Order"))
        except ServerResponseLost:
            database.save(Record("Order"))
        except ZoneBusy:
            pass
    except CKError:
        return False
    return True


def explored() -> Report:
    """Returns the report of an exploration of `order`, whose result must be what it reported."""
    with Cloud(seed=1) as cloud:
        cloud.seed([Record("Customer", {"orders": 0, "vip": 0}, name="c1")])
        runs = explore(cloud, conflicts={"field": {"vip": 1}}, allow=["notReached"])
        try:
            for run in runs:
                with run:
                    ordered = order(cloud)
                    cloud.faults.pause()
                    count = len(cloud.records("Order"))
                    assert count == 1 if ordered else count <= 1
                    if ordered and run.case is not None and run.case.effect == "conflict":
                        assert cloud.private.fetch("c1")["vip"] == 1
        except ExplorationFailed as failed:
            return failed.report
    raise AssertionError("the mistakes were not found")


def exploration() -> str:
    report = explored()
    cells = {(each.case.effect, each.case.call): each for each in report.outcomes}
    effects = list(dict.fromkeys(effect for effect, _ in cells))
    calls = {each.case.call: each.case.operation for each in report.outcomes}
    width, height, left, top = 150.0, 19.0, 260.0, 62.0
    bottom = top + height * len(effects)
    drawing = Drawing("An exploration: each fault at each call", 740, bottom + 46)
    for column, (number, operation) in enumerate(sorted(calls.items())):
        x = left + column * width + width / 2
        drawing.text(x, 30, f"call {number}", anchor="middle", bold=True)
        drawing.text(x, 48, operation, anchor="middle", size=12, mono=True)
    for row, effect in enumerate(effects):
        y = top + row * height
        drawing.text(left - 10, y + 14, effect, anchor="end", size=12, mono=True)
        for column, number in enumerate(sorted(calls)):
            outcome = cells.get((effect, number))
            x = left + column * width + 2
            if outcome is None:
                continue
            drawing.box(
                x,
                y + 1,
                width - 4,
                height - 2,
                fill=LIGHT_RED if outcome.failed else LIGHT_GREEN,
                stroke=RED if outcome.failed else GREEN,
                radius=3,
            )
            word = "fails" if outcome.failed else "holds"
            drawing.text(x + width / 2 - 2, y + 14, word, anchor="middle", size=11)
    failed = len(report.failures)
    drawing.text(left, bottom + 26, f"{failed} of {len(report.outcomes)} cases fail", bold=True)
    drawing.text(left + 170, bottom + 26, "empty: the call cannot fail so", fill=GREY, size=12)
    return drawing.svg()


# The sources of the rules, as a bar

SOURCES = {
    "DOC": ("Apple's documentation", BLUE),
    "LIVE": ("reports of calls to the real service", "#5c6bc0"),
    "HOSTCONST": ("public constants, printed on a Mac", "#7986cb"),
    "LOG": ("error lines that apps printed", "#9fa8da"),
    "PORT": ("other implementations", "#c5cae9"),
    "DISAGREE": ("sources contradict each other", AMBER),
    "INFER": ("our conclusions", "#ef6c00"),
    "DECIDED": ("our decisions", RED),
}


def sources() -> str:
    rules = [each for each in fidelity.read(fidelity.PAGE.read_text()) if each.is_about_cloudkit]
    counts = Counter(rule.strongest for rule in rules)
    assert set(counts) <= set(SOURCES)
    drawing = Drawing("The strongest source of each rule about CloudKit", 860, 196)
    drawing.text(20, 30, f"{len(rules)} rules about CloudKit, by their strongest source", bold=True)
    x = 20.0
    for tag in SOURCES:
        width = 820 * counts[tag] / len(rules)
        drawing.box(x, 46, width, 34, fill=SOURCES[tag][1], stroke=WHITE, radius=0)
        x += width
    for number, (tag, (meaning, colour)) in enumerate(SOURCES.items()):
        x, y = 20 + 425 * (number // 4), 106 + 22 * (number % 4)
        drawing.box(x, y - 11, 14, 14, fill=colour, stroke=colour, radius=2)
        drawing.text(x + 22, y, f"{tag}: {counts[tag]}")
        drawing.text(x + 142, y, meaning, fill=GREY)
    return drawing.svg()


# A cloud's graph


def layout(graph: Graph) -> dict[str, tuple[float, float]]:
    """Returns the places of the nodes: arrows lead to the right, and each column is by itself."""
    ranks = {node.id: 0 for node in graph.nodes}
    for _ in ranks:
        for edge in graph.edges:
            ranks[edge.source] = max(ranks[edge.source], ranks[edge.target] + 1)
    places: dict[str, tuple[float, float]] = {}
    by_rank = sorted(graph.nodes, key=lambda node: ranks[node.id])
    for rank, group in groupby(by_rank, key=lambda node: ranks[node.id]):
        nodes = list(group)
        x = 40 + 300.0 * (max(ranks.values()) - rank)
        for row, node in enumerate(nodes):
            places[node.id] = (x, 180 - 48.0 * (len(nodes) - 1) + 96 * row)
    return places


def graph() -> str:
    with Cloud(
        seed=1, users=[{"alias": "me"}, {"alias": "bob", "emailAddress": "bob@example.com"}]
    ) as cloud:
        home = cloud.private.in_zone(cloud.private.create_zone("Home"))
        shopping = home.save(Record("List", {"title": "Shopping"}, name="shopping"))
        for name in ("milk", "bread"):
            item = Record("Item", {"list": Reference("shopping", "DELETE_SELF")}, name=name)
            item.parent = shopping
            home.save(item)
        home.save(Record("Photo", {"of": Reference("milk", "NONE")}, name="carton"))
        home.share(shopping, participants=["bob@example.com"])
        made = cloud.graph(zones="Home")
    (zone,) = made.zones
    places = layout(made)
    drawing = Drawing("The records of a zone with their references", 860, 330)
    drawing.box(14, 14, 832, 302, fill="#fafafa", stroke=PALE)
    drawing.text(30, 38, ", ".join(zone.lines), bold=True)
    for node in made.nodes:
        x, y = places[node.id]
        fill = LIGHT_GREEN if node.kind == "share" else LIGHT_BLUE
        drawing.labelled(x, y - 28, 150, 56, node.lines, fill=fill)
    seen: Counter[tuple[str, str]] = Counter()
    for edge in made.edges:
        (x1, y1), (x2, y2) = places[edge.source], places[edge.target]
        between = (edge.source, edge.target)
        shift = -8.0 + 16.0 * seen[between]
        seen[between] += 1
        start, end = (x1 + 150, y1 + shift), (x2 - 2, y2 + shift)
        drawing.line(start, end, stroke=GREY, arrow=True, dashed=edge.is_weak)
        near = (
            start[1] + 0.1 * (end[1] - start[1]) + (13 if shift > 0 and seen[between] > 1 else -6)
        )
        drawing.text(start[0] + 12, near, edge.label, size=11, fill=GREY)
    return drawing.svg()


PICTURES: dict[str, Callable[[], str]] = {
    "concepts": concepts,
    "conflict": conflict,
    "exploration": exploration,
    "failing-test": failing_test,
    "fault-points": fault_points,
    "graph": graph,
    "sources": sources,
}


def main() -> None:
    for name, drawn in PICTURES.items():
        path = FOLDER / f"{name}.svg"
        if "--write" in sys.argv[1:]:
            path.write_text(drawn())
        elif not path.is_file() or path.read_text() != drawn():
            print(path)


if __name__ == "__main__":
    main()
