"""The pages of docs/ are correct: operations, keys and examples, rules and their scenarios."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import faults_page
import fidelity
import swift_page
from mockcloud import Cloud, NotificationInfo, QuerySubscription, Record
from mockcloud.testing import scenarios
from support import README, ROOT, SCENARIOS
from tutorial import blocks

DOCS = ROOT / "docs"
#: The reference of requests and responses, in the order in which its examples run.
DIALECT = [
    DOCS / "dialect" / f"{name}.md" for name in ("conventions", "service", "events", "harness")
]


class Section(NamedTuple):
    """The section of a page of docs/dialect about one operation."""

    operation: str
    keys: list[str]
    #: A request, the beginning of the line above its response, and the response.
    examples: list[tuple[str, str, str]]


def sections() -> Iterator[Section]:
    page = "\n".join(path.read_text() for path in DIALECT)
    parts = re.split(r"^## `([^`]+)`\n", page, flags=re.MULTILINE)[1:]
    for operation, text in zip(parts[::2], parts[1::2], strict=True):
        own = re.split(r"^#", text, maxsplit=1, flags=re.MULTILINE)[0]
        table = re.search(r"^\| Key \|.*?(?=\n\n|\Z)", own, re.MULTILINE | re.DOTALL)
        keys = re.findall(r"^\| `([^`]+)` \|", table[0], re.MULTILINE) if table else []
        examples = re.findall(
            r"^Request:\n\n```json\n(.*?)\n```\n\n(Response.*?):\n\n```json\n(.*?)\n```",
            text,
            re.MULTILINE | re.DOTALL,
        )
        yield Section(operation, keys, examples)


SECTIONS = list(sections())


def test_the_dialect_describes_every_operation(cloud: Cloud) -> None:
    listed = {each["name"]: sorted(each["keys"]) for each in cloud.info()["operations"]}
    described = {section.operation: sorted(section.keys) for section in SECTIONS}
    assert described == listed


def test_no_operation_is_described_twice() -> None:
    assert len({section.operation for section in SECTIONS}) == len(SECTIONS)


def test_the_examples_of_the_dialect_are_what_the_library_returns() -> None:
    wrong: list[str] = []
    with Cloud({}) as cloud, Cloud({}) as matcher:
        for section in SECTIONS:
            for request, line, answer in section.examples:
                _, text = cloud.call_raw(section.operation, request)
                if "shortened" in line:
                    continue
                found = matcher.script.match(json.loads(answer), json.loads(text or "null"))
                wrong += [f"{section.operation}: {each}" for each in found]
    assert wrong == []


def other_blocks() -> list[Any]:
    """Returns the JSON of docs/dialect that is no example of an operation."""
    examples = {each for section in SECTIONS for one in section.examples for each in one}
    found = (block for path in DIALECT for block in blocks(path.read_text()))
    texts = [block.text.rstrip("\n") for block in found if block.language == "json"]
    return [json.loads(text) for text in texts if text not in examples]


def printed_by_a_cloud() -> Iterator[Any]:
    """Yields what the blocks that are no examples show, in their order."""
    with Cloud({}) as cloud:
        cloud.call("account/status", deliver="events")
        yield cloud.call("operations/list")
    with Cloud({}) as cloud:
        cloud.accounts.add_device("phone")
        cloud.seed([Record("Note", {"title": "Bread"})])  # it adds the record type
        info = NotificationInfo(alert_body="New note", desired_keys=["title"])
        new = QuerySubscription("Note", fires_on=["create"], subscription_id="new-notes", info=info)
        cloud.private.save_subscription(new)
        cloud.private.save(Record("Note", {"title": "Milk"}, name="n-1"))
        cloud.clock.advance()
        yield json.loads(cloud.next_event_raw() or b"")
    with Cloud({}) as cloud:
        zone = {"zoneID": {"zoneName": "w"}}
        cloud.private.create_zone("w")
        deletion = {"operationType": "delete", "zone": zone}
        cloud.call("zones/modify", operations=[deletion], deliver="events")
        cloud.clock.run_until_idle()
        yield json.loads(cloud.next_event_raw() or b"")


def test_the_other_json_of_the_dialect_is_what_a_cloud_returns(cloud: Cloud) -> None:
    *shown, shortened = other_blocks()
    printed = list(printed_by_a_cloud())
    assert len(shown) == len(printed)
    wrong = [cloud.script.match(*pair) for pair in zip(shown, printed, strict=True)]
    assert wrong == [()] * len(shown)
    # The request of `mock/state/load` has a part of the document that is saved.
    assert cloud.state.save().keys() > shortened["state"].keys()


RULES = fidelity.read(fidelity.PAGE.read_text())


def test_every_rule_names_its_source() -> None:
    assert len(RULES) >= 250
    assert [rule for rule in RULES if not rule.tags] == []


def test_the_sum_of_the_rules_is_up_to_date() -> None:
    assert fidelity.SUM.written() == fidelity.summary(RULES), "run fidelity.py --write"


def test_no_rule_stands_twice() -> None:
    times = Counter(rule.text for rule in RULES)
    assert [text for text, count in times.items() if count > 1] == []


def test_rules_and_scenarios_name_each_other() -> None:
    linked = {proof for rule in RULES for proof in rule.proofs}
    assert [rule for rule in RULES if not rule.proofs] == []
    missing = [proof for proof in linked if not (ROOT / proof).is_file()]
    assert sorted(missing) == [], "rules link to scenarios that are not there"
    there = {str(path.relative_to(ROOT)) for path in SCENARIOS.glob("*.json")}
    assert sorted(there - linked) == [], "scenarios prove no rule of docs/FIDELITY.md"


def test_rules_name_tests_in_swift_that_are_there() -> None:
    named = [proof for rule in RULES for proof in rule.swift_tests]
    assert len(named) >= 20
    missing = [
        f"{name} in {path}"
        for path, name in named
        if not re.search(rf"\bfunc {re.escape(name)}\(", (ROOT / path).read_text())
    ]
    assert missing == [], "rules name tests that are not in the file to which they link"


def test_the_example_of_a_scenario_runs() -> None:
    page = (DOCS / "SCENARIOS.md").read_text()
    (example,) = re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    scenarios.run(scenarios.Scenario.from_document(json.loads(example), "the example"))


PAGES = [
    README,
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "bindings/python/README.md",
    *DOCS.rglob("*.md"),
    *(ROOT / "examples").rglob("*.md"),
]


def prose(page: Path) -> str:
    """Returns the text of a page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


@cache
def anchors(page: Path, levels: str = "1,6") -> tuple[str, ...]:
    """Returns the anchors of a page's headings, as GitHub and mkdocs write them."""
    headings = re.findall(rf"^#{{{levels}}} (.+)$", prose(page), re.MULTILINE)
    return tuple(
        re.sub(r"[^\w\- ]", "", each).strip().lower().replace(" ", "-") for each in headings
    )


def lost(page: Path) -> Iterator[str]:
    """Yields the links of a page that have no target."""
    text = re.sub(r"`[^`\n]*`", "", prose(page))
    for link in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield f"{page.relative_to(ROOT)}: {link}"


def test_the_links_of_the_pages_lead_somewhere() -> None:
    assert [link for page in PAGES for link in lost(page)] == []


def test_the_contents_of_the_reference_list_every_section() -> None:
    assert sorted((DOCS / "dialect").glob("*.md")) == sorted(DIALECT)
    contents = prose(DOCS / "DIALECT.md").split("## Contents\n")[1]
    listed = re.findall(r"\]\(dialect/(\w+)\.md#([^)]+)\)", contents)
    sections = [(page.stem, section) for page in DIALECT for section in anchors(page, "2")]
    assert Counter(listed) == Counter(sections)
    assert {page.stem for page in DIALECT} == set(re.findall(r"\]\(dialect/(\w+)\.md", contents))


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.json")), ids=lambda path: str(path.stem))
def test_every_scenario_names_its_source(path: Any) -> None:
    source = json.loads(path.read_text())["source"]
    assert fidelity.Rule("", "", source, []).tags, source


def test_the_dialect_describes_every_comparator(cloud: Cloud) -> None:
    page = (DOCS / "dialect" / "service.md").read_text()
    table = page[page.index("| Comparator | Matches") :].split("\n\n")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    described = {name for cell in first_cells for name in re.findall(r"`([A-Z_]+)`", cell)}
    text = (ROOT / "Sources/MockCloudCore/Query/FilterComparator.swift").read_text()
    assert described == set(re.findall(r'case \w+ = "([A-Z_]+)"', text))


def tables(page: str) -> dict[str, list[list[str]]]:
    """Returns the rows of the table under each heading of a page, as lists of cells."""
    parts = re.split(r"^## (.+)\n", page, flags=re.MULTILINE)[1:]
    return {
        heading: [
            [cell.strip() for cell in line.strip("|").split(" | ")]
            for line in re.findall(r"^\| `.*\|$", text, re.MULTILINE)
        ]
        for heading, text in zip(parts[::2], parts[1::2], strict=True)
    }


def test_the_page_of_faults_has_the_words_of_the_language(cloud: Cloud) -> None:
    language = cloud.info()["faults"]
    page = tables((DOCS / "FAULTS.md").read_text())
    for heading, words in (("A rule", "rule"), ("When", "when"), ("Limit", "limit")):
        assert [row[0].strip("`") for row in page[heading]] == language[words]
    described = {row[0].strip("`"): re.findall(r"`(\w+)`", row[2]) for row in page["Then"]}
    assert described == {each["name"]: each["phases"] for each in language["effects"]}


def test_the_table_of_swift_operations_is_up_to_date(cloud: Cloud) -> None:
    assert swift_page.TABLE.written() == swift_page.table(), "run swift_page.py --write"
    assert swift_page.HARNESS.written() == swift_page.harness(), "run swift_page.py --write"
    assert {name for name, _, _ in swift_page.operations()} == {
        operation["name"] for operation in cloud.info()["operations"]
    }


def test_the_index_of_faults_is_up_to_date(cloud: Cloud) -> None:
    index = faults_page.index(cloud)
    assert faults_page.INDEX.written() == index, "run faults_page.py --write"
    unshown = [line for line in index.splitlines() if line.endswith("|  |")]
    assert unshown == [], "words that no scenario shows"
