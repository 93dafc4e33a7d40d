"""docs/TASKS.md has the tested tasks, each in C, Python and Swift."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import tasks_page


def test_the_page_is_up_to_date() -> None:
    page = tasks_page.PAGE.read_text()
    assert tasks_page.made(page) == page, "run tasks_page.py --write"


def test_the_page_has_each_task_once() -> None:
    names = [row.name for row in tasks_page.rows(tasks_page.PAGE.read_text()) if row.name]
    assert len(names) >= 60
    assert [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("language", tasks_page.LANGUAGES, ids=lambda language: str(language.name))
def test_every_language_has_every_task(language: tasks_page.Language) -> None:
    listed = sorted(row.name for row in tasks_page.rows(tasks_page.PAGE.read_text()))
    assert sorted(name for name, _ in tasks_page.tasks(language)) == listed


def test_every_task_says_what_to_do_and_where_it_comes_from() -> None:
    page = tasks_page.PAGE.read_text()
    assert [row for row in tasks_page.rows(page) if not (row.do and row.name)] == []
    bodies = re.findall(r"^### ([^\n]+)\n(.*?)^\*\*Do:", page, re.M | re.S)
    source = re.compile(r"\((?:DOC|DECIDED|INFER|LOG|\[[\w.-]+/[\w.-]+#\d+\]\()")
    assert [title for title, body in bodies if not source.search(body)] == []


def index_of(page: str) -> dict[str, str]:
    """The rows of the page's index, by their titles."""
    return dict(re.findall(r"^\| \[([^]]+)\]\(#[^)]+\) \| .* \| (.*) \|$", page, re.M))


def test_a_user_of_cloudkit_finds_the_tasks_by_its_words() -> None:
    page = tasks_page.PAGE.read_text()
    found = index_of(page)
    assert "`CKError.zoneBusy`" in found["Zone busy, twice"]
    assert "fetchChanges" in found["The first sync of 10,000 records"]
    rows = tasks_page.rows(page)
    assert list(found) == [row.title for row in rows]
    last = rows[-1].group
    assert [row.title for row in rows if not found[row.title] and row.group != last] == []


def test_the_index_has_the_errors_that_tasks_expect() -> None:
    found = index_of(tasks_page.PAGE.read_text())
    titles = {row.name: row.title for row in tasks_page.rows(tasks_page.PAGE.read_text())}
    for name, code in tasks_page.tasks(tasks_page.LANGUAGES[-1]):
        for error in re.findall(r"expect\(\.(\w+)\)", code):
            assert f"`CKError.{error}`" in found[titles[name]]
    words = re.findall(r"^\*\*In CloudKit:\*\* (.+)$", tasks_page.PAGE.read_text(), re.M)
    assert len(words) >= 80
    assert [
        each for each in words if not re.fullmatch(r"(?:`[\w.():]+`(?:, (?=`)|$))+", each)
    ] == []


def test_no_two_headings_have_the_same_anchor() -> None:
    titles = re.findall(r"^##+ (.+)$", tasks_page.PAGE.read_text(), re.M)
    anchors = Counter(map(tasks_page.anchor, titles))
    assert [anchor for anchor, count in anchors.items() if count > 1] == []


def test_every_task_in_c_runs() -> None:
    folder = tasks_page.LANGUAGES[0].folder
    for path in folder.glob("*.c"):
        text = path.read_text()
        assert sorted(re.findall(r"RUN\((\w+)\)", text)) == sorted(
            re.findall(r"^TASK\((\w+)\)", text, re.M)
        )
