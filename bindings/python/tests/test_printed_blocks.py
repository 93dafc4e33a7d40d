"""The blocks of documents with what a program prints are printed by such a program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tutorial
from support import ROOT

DOCS = ROOT / "docs"

REPORT = """
import pytest
from mockcloud import CKError, Cloud, Record

@pytest.mark.mockcloud(seed=12)
def test_sync(mockcloud: Cloud) -> None:
    mockcloud.private.create_zone("Notes")
    notes = mockcloud.private.in_zone("Notes")
    mockcloud.faults.profile("everything", intensity=0.5)
    for n in range(40):
        try:
            notes.save(Record("Note", {"n": n}, name=f"n{n % 3}"), save_policy="allKeys")
            list(notes.zone_changes("Notes"))
        except CKError:
            mockcloud.advance(5)
    assert len(mockcloud.records(zone="Notes")) == 4
"""

EXPLORATION = """
import pytest
from mockcloud import CKError, Cloud, Database, Record
from mockcloud.errors import RequestRateLimited, ZoneBusy

class Client:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.saved = False

    def sync(self) -> None:
        try:
            self.database.zones()
        except CKError:
            return  # the next sync saves it
        if self.saved:
            return
        try:
            self.database.save(Record("Note", {"text": "Milk"}))
            self.saved = True
        except (RequestRateLimited, ZoneBusy):
            raise
        except CKError:
            pass  # the next sync saves it

@pytest.mark.explore
def test_sync(mockcloud: Cloud) -> None:
    client = Client(mockcloud.private)
    client.sync()
    mockcloud.faults.pause()
    client.sync()
    assert len(mockcloud.records("Note")) == 1
"""

RECORDS = """
from mockcloud import Cloud, Record

def test_notes(mockcloud: Cloud) -> None:
    mockcloud.accounts.add_user("bob", devices=["phone"])
    bob = mockcloud.as_user("bob", "phone").private
    mockcloud.seed([], zones=["Work"], user="bob")
    note = mockcloud.private.save(Record("Note", {"title": "Buy glue"}, name="n1"))
    bob.in_zone("Work").get("n1")
    note.change_tag = None
    assert note == Record("Note", {"title": "Buy paper"}, name="n1", zone=note.zone_id)
"""

JOURNAL = """
from mockcloud import Cloud, Record
from mockcloud.errors import ServerRecordChanged

def test_calls(mockcloud: Cloud) -> None:
    note = mockcloud.private.save(Record("Note", {"title": "Milk"}, name="n1"))
    mockcloud.private.save(note)
    try:
        mockcloud.private.save(note)
    except ServerRecordChanged:
        pass
    mockcloud.assert_called("records/modify", record="n2")
"""

#: The programs that print the blocks of a page, in their order.
PROGRAMS = {
    DOCS / "FAULTS.md": [REPORT, EXPLORATION],
    DOCS / "python/pytest.md": [RECORDS],
    DOCS / "python/journal.md": [JOURNAL],
}


def printed_blocks(page: Path) -> list[str]:
    return [each.text for each in tutorial.blocks(page.read_text()) if each.language == "text"]


def missing_line(block: str, printed: str) -> str | None:
    """Returns the first line of a block that is not printed after those before it, or None."""
    rest = iter(printed.splitlines())
    for line in block.splitlines():
        pattern = ".*".join(map(re.escape, line.rstrip().split("...")))
        if not any(re.fullmatch(f"(E {{3,}})?{pattern} *", each) for each in rest):
            return line
    return None


@pytest.mark.parametrize(
    ("page", "number"),
    [(page, number) for page, texts in PROGRAMS.items() for number in range(len(texts))],
    ids=lambda value: value.stem if isinstance(value, Path) else str(value),
)
def test_a_program_prints_the_block(page: Path, number: int, tests: pytest.Pytester) -> None:
    blocks = printed_blocks(page)
    assert len(blocks) == len(PROGRAMS[page]), "a block without a program that prints it"
    tests.makepyfile(test_sync=PROGRAMS[page][number])
    printed = tests.runpytest_subprocess("-p", "no:randomly").stdout.str()
    assert missing_line(blocks[number], printed) is None, printed


def test_a_wrong_block_is_noticed() -> None:
    assert missing_line("a\n... b", "a\nc\nd b\n") is None
    assert missing_line("a\n  b", "E       a\nE         b\n") is None
    assert missing_line("b\na", "a\nb\n") == "a"
    assert missing_line("a", "ab\n") == "a"


def test_other_blocks_name_what_exists() -> None:
    """Two blocks are no Python: a message of the sample app, and a part of a manifest."""
    others = {page for page in DOCS.rglob("*.md") if page.parent.name != "tutorials"}
    pages = {page for page in others if printed_blocks(page)}
    assert pages == {*PROGRAMS, DOCS / "SWIFT.md"}
    log, manifest = printed_blocks(DOCS / "SWIFT.md")
    app = (ROOT / "Tests/swift-shims/Sources/Places/PlaceStore.swift").read_text()
    message = re.search(r"\[([\w.]+):(\w+)\] (\w+) <private>, (\w+) ", log)
    assert message and all(part in app for part in message.groups())
    named = re.findall(r'\.product\(name: "(\w+)", package: "mockcloud"\)', manifest)
    declared = re.findall(r'\.library\(\s*name: "(\w+)"', (ROOT / "Package.swift").read_text())
    assert named and set(named) <= set(declared)
