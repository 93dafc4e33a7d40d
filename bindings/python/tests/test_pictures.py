"""The pictures of docs/pictures are up to date, and pages show them."""

from __future__ import annotations

import re
from pathlib import Path

import pictures
import pytest
import terminal_picture
from drawing import Drawing

from support import README, ROOT


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_a_picture_is_up_to_date(name: str) -> None:
    written = (pictures.FOLDER / f"{name}.svg").read_text()
    assert pictures.PICTURES[name]() == written, "run pictures.py --write"


def test_every_picture_is_shown_with_a_description() -> None:
    shown: set[Path] = set()
    for page in [README, ROOT / "bindings/python/README.md", *(ROOT / "docs").rglob("*.md")]:
        for description, link in re.findall(r"!\[([^]]*)\]\(([^)]+\.svg)\)", page.read_text()):
            assert len(description) > 15, f"{page}: {link}"
            shown.add((page.parent / link).resolve())
    assert set(pictures.FOLDER.iterdir()) <= shown


def test_the_conflict_is_one() -> None:
    calls, words = pictures.conflicting_calls()
    assert [call.item_errors.get("n1") for call in calls][-2:] == ["serverRecordChanged", None]
    assert len(words) == len(calls)


def test_each_mistake_of_the_client_is_found() -> None:
    failed = {(each.case.call, each.case.effect) for each in pictures.explored().failures}
    assert failed == {(2, "conflict"), (3, "zoneBusy"), (3, "lostResponse")}


def test_colours_of_a_terminal() -> None:
    line = "a \x1b[1m\x1b[31mb\x1b[0m c"
    red = terminal_picture.COLOURS["31"]
    found = list(terminal_picture.spans(line))
    assert found == [
        ("a ", terminal_picture.INK, False),
        ("b", red, True),
        (" c", terminal_picture.INK, False),
    ]


def test_a_drawing_escapes_its_texts() -> None:
    drawing = Drawing("a < b", 10, 10)
    drawing.text(1, 2, "<&>")
    drawing.line((0, 0), (5, 5), arrow=True)
    svg = drawing.svg()
    assert "<title>a &lt; b</title>" in svg and "&lt;&amp;&gt;</text>" in svg
    assert svg.count("<marker") == 1 and 'marker-end="url(#head0)"' in svg
