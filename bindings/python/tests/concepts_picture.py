"""The picture of the concepts: what there is in a cloud, and where a call passes."""

from __future__ import annotations

from drawing import (
    AMBER,
    BLUE,
    GREEN,
    GREY,
    LIGHT_BLUE,
    LIGHT_GREEN,
    PALE,
    RED,
    WHITE,
    Drawing,
)

#: The stations of a call. Those of faults are red.
STATIONS = (
    ("1", "view", "user, device", BLUE),
    ("2", "network", "of the device", RED),
    ("3", "checks", "account, limits", BLUE),
    ("4", "faults", "before", RED),
    ("5", "operation", "items, commit", BLUE),
    ("6", "faults", "after", RED),
    ("7", "journal", "call and response", BLUE),
)


def concepts() -> str:
    drawing = Drawing("The parts of a cloud, and the path of a call", 960, 640)
    outside(drawing)
    drawing.box(14, 116, 932, 424, fill="#fafafa", stroke=BLUE, radius=10)
    drawing.text(30, 140, "cloud", bold=True, size=15, fill=BLUE)
    path(drawing)
    container(drawing)
    surroundings(drawing)
    fork(drawing)
    return drawing.svg()


def outside(drawing: Drawing) -> None:
    drawing.labelled(30, 16, 200, 56, ["program under test", "C, Python, Swift, ..."], fill=WHITE)
    drawing.line((100, 72), (100, 158), stroke=BLUE, arrow=True)
    drawing.text(108, 98, "call", size=12)
    drawing.line((170, 158), (170, 74), stroke=BLUE, arrow=True, dashed=True)
    drawing.text(178, 98, "response", size=12)
    drawing.labelled(
        560,
        16,
        370,
        56,
        ["test", "seeds, adds faults, moves the clock, reads the journal"],
        fill=WHITE,
    )
    drawing.line((745, 72), (745, 114), stroke=GREEN, arrow=True)
    drawing.text(753, 98, "harness: mock/...", size=12)


def path(drawing: Drawing) -> None:
    width, gap = 116.0, 12.0
    for number, (label, title, meaning, colour) in enumerate(STATIONS):
        x = 30 + number * (width + gap)
        drawing.labelled(x, 160, width, 56, [title, meaning], fill=WHITE, stroke=colour)
        drawing.circle(x + 4, 162, 10, fill=colour, label=label)
        if number:
            drawing.line((x - gap, 188), (x - 2, 188), stroke=GREY, arrow=True)
    at = 30 + 4 * (width + gap) + width / 2
    drawing.line((at, 216), (at, 330), (512, 330), stroke=BLUE, arrow=True)
    drawing.text(at + 8, 240, "faults at each item", size=12, fill=RED)
    drawing.text(at + 8, 256, "and before the commit", size=12, fill=RED)


def container(drawing: Drawing) -> None:
    drawing.box(30, 240, 480, 286, fill=LIGHT_BLUE, stroke=BLUE)
    drawing.text(46, 262, "container iCloud.example.app", bold=True)
    drawing.text(494, 262, "environment development", anchor="end", size=12, fill=GREY)
    databases = (
        ("public", "one for all users", ["_defaultZone"]),
        ("private of me", "", ["_defaultZone", "Notes"]),
        ("private of bob", "", ["_defaultZone", "Home"]),
        ("shared of me", "what bob shares", ["Home of bob"]),
    )
    for number, (title, meaning, zones) in enumerate(databases):
        x = 44 + number * 115.0
        drawing.box(x, 276, 108, 236, fill=WHITE)
        drawing.text(x + 54, 296, title, anchor="middle", bold=True, size=12)
        drawing.text(x + 54, 312, meaning, anchor="middle", size=11, fill=GREY)
        for row, zone in enumerate(zones):
            y = 322 + row * 92.0
            drawing.box(x + 7, y, 94, 84, fill=LIGHT_GREEN, stroke=GREEN, radius=4)
            drawing.text(x + 54, y + 16, zone, anchor="middle", size=11)
            for record in range(3):
                drawing.box(x + 17, y + 26 + 18 * record, 74, 13, fill=WHITE, stroke=PALE, radius=2)
                drawing.text(x + 22, y + 36 + 18 * record, "record", size=9, fill=GREY)


def surroundings(drawing: Drawing) -> None:
    drawing.labelled(
        640, 276, 290, 52, ["users and their devices", "me: phone, pad; bob: laptop"], fill=WHITE
    )
    drawing.labelled(
        640,
        340,
        290,
        52,
        ["clock", "stands still until the test moves it"],
        fill=WHITE,
        stroke=AMBER,
    )
    drawing.labelled(
        640,
        404,
        290,
        52,
        ["faults", "rules, networks, errors that were set"],
        fill=WHITE,
        stroke=RED,
    )
    drawing.labelled(
        640, 468, 290, 52, ["events", "pushes, and blocks of operations, by device"], fill=WHITE
    )
    drawing.line((640, 366), (600, 366), (600, 484), (638, 484), stroke=AMBER, arrow=True)
    drawing.text(594, 430, "what is due", anchor="end", size=11, fill=GREY)


def fork(drawing: Drawing) -> None:
    drawing.line((480, 540), (480, 572), stroke=BLUE, arrow=True, dashed=True)
    drawing.text(490, 560, "fork", size=12)
    drawing.box(14, 574, 932, 52, fill=WHITE, stroke=BLUE, dashed=True, radius=10)
    drawing.text(480, 598, "another cloud", anchor="middle", bold=True)
    drawing.text(
        480,
        615,
        "with the same users, records, clock and faults; from then on, each changes by itself",
        anchor="middle",
        size=12,
        fill=GREY,
    )
