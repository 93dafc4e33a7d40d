"""docs/tasks has the tested tasks, each in C, Python and Swift, and docs/TASKS.md their index."""

from __future__ import annotations

import builtins
import re
import symtable
from collections import Counter
from pathlib import Path

import pytest

import tasks_page


@pytest.mark.parametrize("page", tasks_page.pages(), ids=lambda page: str(page.stem))
def test_a_page_is_up_to_date(page: Path) -> None:
    text = page.read_text()
    assert tasks_page.made(text) == text, "run tasks_page.py --write"


def test_every_page_is_a_group() -> None:
    assert sorted(tasks_page.FOLDER.glob("*.md")) == sorted(tasks_page.pages()[1:])


def test_each_task_is_there_once() -> None:
    names = [row.name for row in tasks_page.rows() if row.name]
    assert len(names) >= 60
    assert [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("language", tasks_page.LANGUAGES, ids=lambda language: str(language.name))
def test_every_language_has_every_task(language: tasks_page.Language) -> None:
    listed = sorted(row.name for row in tasks_page.rows())
    assert sorted(name for name, _ in tasks_page.tasks(language)) == listed


def test_a_task_in_python_has_the_imports_that_it_needs() -> None:
    python = next(each for each in tasks_page.LANGUAGES if each.name == "Python")
    groups = ("tasks", *tasks_page.GROUPS)
    helpers = {
        name
        for group in groups
        for name in re.findall(r"^(?:def )?(\w+)(?=\(| = )", tasks_page.set_up(python, group), re.M)
    }
    for name, code in tasks_page.tasks(python):
        assert missing(code) <= helpers, name
    assert missing("import os\n\ndef f() -> None:\n    os.sep + path\n") == {"path"}


def missing(code: str) -> set[str]:
    """Returns the global names that a module uses and neither defines nor imports."""
    module = symtable.symtable(code, "code", "exec")
    known = {
        each.get_name() for each in module.get_symbols() if each.is_assigned() or each.is_imported()
    }
    used: set[str] = set()
    tables = [module]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        used |= {
            each.get_name() for each in table.get_symbols() if each.is_global() or table is module
        }
    return used - known - set(dir(builtins))


def test_every_task_says_what_to_do_and_where_it_comes_from() -> None:
    assert [row for row in tasks_page.rows() if not (row.do and row.name)] == []
    source = re.compile(r"\((?:DOC|DECIDED|INFER|LOG|\[[\w.-]+/[\w.-]+#\d+\]\()")
    for page in tasks_page.pages()[2:]:
        bodies = re.findall(r"^## ([^\n]+)\n(.*?)^\*\*Do:", page.read_text(), re.M | re.S)
        assert [title for title, body in bodies if not source.search(body)] == []


def index() -> dict[str, str]:
    """The rows of the index, by their titles."""
    page = tasks_page.INDEX.read_text()
    return dict(re.findall(r"^\| \[([^]]+)\]\([^)]+\) \| .* \| (.*) \|$", page, re.M))


def test_a_user_of_cloudkit_finds_the_tasks_by_its_words() -> None:
    found = index()
    assert "`CKError.zoneBusy`" in found["Zone busy, twice"]
    assert "fetchChanges" in found["The first sync of 10,000 records"]
    rows = tasks_page.rows()
    assert list(found) == [row.title for row in rows]
    last = rows[-1].group
    assert [row.title for row in rows if not found[row.title] and row.group != last] == []


def test_the_index_has_the_errors_that_tasks_expect() -> None:
    found = index()
    rows = tasks_page.rows()
    titles = {row.name: row.title for row in rows}
    for name, code in tasks_page.tasks(tasks_page.LANGUAGES[-1]):
        for error in re.findall(r"expect\(\.(\w+)\)", code):
            assert f"`CKError.{error}`" in found[titles[name]]
    words = [row.cloudkit for row in rows if row.cloudkit]
    assert len(words) >= 80
    assert [
        each for each in words if not re.fullmatch(r"(?:`[\w.():]+`(?:, (?=`)|$))+", each)
    ] == []


def test_no_two_headings_have_the_same_anchor() -> None:
    for page in tasks_page.pages():
        titles = re.findall(r"^##+ (.+)$", page.read_text(), re.M)
        anchors = Counter(map(tasks_page.anchor, titles))
        assert [anchor for anchor, count in anchors.items() if count > 1] == []


def test_every_task_in_c_runs() -> None:
    folder = tasks_page.LANGUAGES[0].folder
    for path in folder.glob("*.c"):
        text = path.read_text()
        assert sorted(re.findall(r"RUN\((\w+)\)", text)) == sorted(
            re.findall(r"^TASK\((\w+)\)", text, re.M)
        )
