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
