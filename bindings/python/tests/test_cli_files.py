"""The command's output for states, scripts, schemas, queries, recordings and journals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli_support import SCHEMA, Run, Write, has_scripts
from mockcloud import Cloud, Record
from mockcloud.inspect.comparison import compare

# state


def test_a_state_is_shown(run: Run, states: tuple[Path, Path]) -> None:
    result = run("state", "show", states[0])
    assert result.code == 0
    for line in (
        "cloud at 2026-01-01T00:00:00.000Z, seed 1",
        "user bob, bob@example.com",
        "device device-1: available",
        "zone Home: 1 Item, 1 List, 1 cloudkit.share",
        "bob: USER READ_ONLY INVITED",
        "set errors: 1 for operations, 0 for records",
    ):
        assert line in [each.lstrip("│├└─ ") for each in result.out.splitlines()]
    told = run("state", "show", "-", "--json", stdin=states[0].read_bytes()).json
    (share,) = told["shares"]
    assert (share["root"], [each["who"] for each in share["participants"]]) == (
        "root", ["me", "bob"],
    )  # fmt: skip
    assert [each["zoneName"] for each in told["subscriptions"]] == ["Home"]


def test_states_are_compared(run: Run, states: tuple[Path, Path]) -> None:
    result = run("state", "diff", *states, "--ignore", "tags,times,history")
    assert result.code == 1
    assert result.out.splitlines() == [
        "private database of me, zone Home:",
        '  - record glue (Item): {"text":"Glue"}',
        '  ~ record root (List), field title: "Shopping" -> "To buy"',
        '  + record tape (Item): {"text":"Tape"}',
        "3 differences",
    ]
    everything = run("state", "diff", *states, "--json").json["differences"]
    paths = [each["path"] for each in everything]
    assert ["clock"] in paths
    assert any(path[-1] == "recordChangeTag" for path in paths)
    assert any("deletions" in path for path in paths)
    assert {"added", "removed", "changed"} == {each["change"] for each in everything}
    assert run("state", "diff", states[0], states[0]).out == ""
    assert run("state", "diff", states[0], "-", stdin=states[0].read_bytes()).code == 0
    assert run("state", "diff", *states, "--ignore", "colours").code == 2
    assert run("state", "diff", "-", "-", stdin=b"{}").code == 2


def test_names_of_fields_are_no_keys_to_ignore() -> None:
    before = {"databases": [], "fields": {"timestamp": {"value": 1}}, "clock": 1, "added": 1}
    after = {"databases": [], "fields": {"timestamp": {"value": True}}, "clock": 2, "added": 1.0}
    found = list(compare(before, after, frozenset({"times"})))
    assert [each.path for each in found] == [("fields", "timestamp")]


def test_states_are_checked(run: Run, write: Write, states: tuple[Path, Path]) -> None:
    assert run("state", "validate", *states).out == "".join(f"{path}: ok\n" for path in states)
    document = json.loads(states[0].read_text())
    record = document["databases"][0]["zones"][0]["records"][0]
    record["recordType"] = 7
    damaged = write("damaged.json", document)
    result = run("state", "validate", states[0], damaged)
    assert result.code == 1
    place = "databases[0].zones[0].records[0].recordType"
    assert f"{damaged}: {place}: " in result.out
    told = run("state", "validate", damaged, "--json").json["states"]
    assert told[0]["problems"][0]["where"] == place
    result = run("state", "validate", "-", stdin=damaged.read_bytes())
    assert f"standard input: {place}: " in result.out
    assert run("state", "show", damaged).code == 2


# script


def script(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"mode": "strict", "entries": list(entries), **more}


QUERY = {"operation": "records/query", "response": {"records": [{"recordName": "a"}]}}
LIST = {"operation": "zones/list", "response": {"zones": []}}


def test_scripts_are_compared(run: Run, write: Write) -> None:
    first = write("1.json", script(QUERY, LIST, QUERY))
    other = {**QUERY, "response": {"records": [{"recordName": "b"}, {}]}, "note": "for people"}
    second = write("2.json", script(LIST, {**QUERY, "delay": 1}, other, LIST, mode="anyOrder"))
    result = run("script", "diff", first, second)
    assert result.code == 1
    assert result.out.splitlines() == [
        '~ mode  "strict" -> "anyOrder"',
        "+ records/query #1.delay  1",
        '~ records/query #2.response.records.0.recordName  "a" -> "b"',
        "+ records/query #2.response.records.1  {}",
        '+ zones/list #2  {"operation":"zones/list","response":{"zones":[]}}',
        '~ order, entry 1  "records/query #1" -> "zones/list #1"',
        "6 differences",
    ]
    assert run("script", "diff", first, first).code == 0
    told = run("script", "diff", first, second, "--json").json["differences"]
    assert told[0] == {"path": "mode", "before": "strict", "after": "anyOrder"}
    broken = write("3.json", script({"response": {}}))
    result = run("script", "diff", first, broken)
    assert (result.code, result.err) == (2, f"mockcloud: {broken}: entries[0]: expected an entry\n")


def test_one_entry_too_many_is_one_difference(run: Run, write: Write) -> None:
    def lookup(*names: str) -> dict[str, Any]:
        request = {"records": [{"recordName": name} for name in names]}
        return {"operation": "records/lookup", "request": request, "response": {}}

    entries = [lookup(f"n{number}") for number in range(5)]
    first = write("1.json", script(*entries))
    second = write("2.json", script(lookup("new"), *entries))
    result = run("script", "diff", first, second)
    assert result.out.splitlines()[0].startswith("+ records/lookup #1  {")
    assert result.out.splitlines()[1:] == ["1 difference"]
    result = run("script", "diff", second, first)
    assert result.out.splitlines()[0].startswith("- records/lookup #1  {")
    third = write("3.json", script(lookup("x", "a", "b"), *entries[1:]))
    fourth = write("4.json", script(lookup("a", "b"), *entries[1:]))
    assert run("script", "diff", third, fourth).out.splitlines() == [
        '- records/lookup #1.request.records.0  {"recordName":"x"}',
        "1 difference",
    ]


def test_long_scripts_are_compared_in_linear_time(run: Run, write: Write) -> None:
    entries = [{**QUERY, "delay": number} for number in range(20_000)]
    first = write("1.json", script(*entries))
    second = write("2.json", script(*reversed(entries)))
    assert run("script", "diff", first, second).out.splitlines()[-1] == "20000 differences"


def test_scripts_are_checked(run: Run, write: Write) -> None:
    good = write("good.json", script(QUERY, LIST))
    if not has_scripts():
        assert "mock/script/load" in run("script", "validate", good).err
        pytest.skip("the library has no scripts")
    assert run("script", "validate", good).out == f"{good}: 2 entries\n"
    bad = write("bad.json", script({"operation": "records/qury", "response": {}}))
    result = run("script", "validate", good, bad)
    assert result.code == 1
    assert f"{bad}: entries[0].operation: " in result.out
    assert "records/query" in result.out
    assert run("script", "validate", bad, "--json").json["scripts"][0]["error"]["place"]


# schema, explain


def test_schemas_are_checked(run: Run, write: Write) -> None:
    good = write("good.ckdb", SCHEMA)
    assert run("schema", "check", good).out == f"{good}: 1 record type\n  Task\n"
    told = run("schema", "check", "-", "--json", stdin=SCHEMA.encode()).json
    assert told == {"schemas": [{"file": "standard input", "recordTypes": ["Task"]}]}
    bad = write("bad.ckdb", SCHEMA.replace("STRING", "STRNG"))
    result = run("schema", "check", bad, good)
    assert result.code == 1
    assert f"{bad}: line 3, column 11: expected" in result.out
    assert "      title STRNG QUERYABLE SORTABLE,\n            ^\n" in result.out
    (told, _) = run("schema", "check", bad, good, "--json").json["schemas"]
    assert told["error"]["place"] == "line 3, column 11"


def test_a_query_is_explained(run: Run, write: Write, states: tuple[Path, Path]) -> None:
    schema = write("app.ckdb", SCHEMA)
    result = run(
        "explain", "Task", "title BEGINSWITH %@", "--argument", '"a"', "--sort", "title:desc",
        "--schema", schema,
    )  # fmt: skip
    assert result.code == 0
    assert "title BEGINS_WITH" in result.out and "zone _defaultZone: 0 Task records" in result.out
    told = run(
        "explain", "Item", "text == 'Glue'", "--zone", "Home", "--state", states[0], "--json"
    )
    assert told.json["plan"]["recordsFound"] == 1
    filters = '[{"fieldName": "text", "comparator": "EQUALS", "fieldValue": {"value": "Tape"}}]'
    told = run("explain", "Item", "--filter-by", filters, "--zone-wide", "--state", states[1])
    assert told.out.endswith("2 records examined, 1 found\n") or "1 found" in told.out
    result = run("explain", "Task", "title === 'a'", "--schema", schema)
    assert result.code == 1 and "expected a value, found '=='" in result.err
    result = run("explain", "Task")
    assert result.code == 1 and "use --schema or --state" in result.err
    assert run("explain", "Task", "a == %@", "--argument", "{").code == 2
    assert run("explain", "Task", "--sort", "title:down", "--schema", schema).code == 2


# import-har, journal

LINE = {
    "method": "POST",
    "url": "https://api.apple-cloudkit.com/database/1/iCloud.a/production/private/zones/list?ck=1",
    "status": 200,
    "response": {"zones": []},
}


def test_a_recording_is_imported(run: Run, write: Write, tmp_path: Path) -> None:
    recording = write("recorded.jsonl", json.dumps(LINE))
    result = run("import-har", recording, "--mode", "perOperation", "--request", "none")
    expected = {
        "mode": "perOperation",
        "entries": [{"operation": "zones/list", "response": {"zones": []}}],
    }
    assert result.json == expected
    target = tmp_path / "script.json"
    target.write_text("old")
    target.chmod(0o640)
    result = run("import-har", recording, "-o", target)
    assert (result.code, result.out) == (0, f"{target}: 1 entry\n  1 zones/list\n")
    assert target.stat().st_mode & 0o777 == 0o640
    assert json.loads(target.read_text())["mode"] == "strict"
    told = run("import-har", recording, "-o", target, "--json").json
    assert told == {"output": str(target), "entries": 1, "notes": []}
    assert sorted(tmp_path.iterdir()) == [recording, target]
    if has_scripts():
        assert run("script", "validate", target).code == 0


def test_a_damaged_recording_leaves_the_file_alone(run: Run, write: Write, tmp_path: Path) -> None:
    target = write("script.json", "old")
    damaged = write("damaged.jsonl", json.dumps(LINE) + '\n{"method": 1}')
    result = run("import-har", damaged, "-o", target)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"mockcloud: {damaged}: line 2.method: expected a string\n"
    assert target.read_text() == "old"
    result = run("import-har", write("good.jsonl", json.dumps(LINE)), "-o", tmp_path / "no" / "x")
    assert result.code == 2 and "cannot be written: No such file or directory" in result.err


def test_misspelt_names_of_a_journal(run: Run, write: Write) -> None:
    with Cloud(seed=1, users=[{"alias": "bob", "devices": ["phone"]}]) as cloud:
        cloud.as_user("bob").private.zones()
        path = write("journal.jsonl", cloud.journal.lines())
        person = cloud.calls[0].user
        assert person is not None
    for option, given, text in (
        ("--operation", "zones/lst", "--operation: 'zones/lst' is not known; did you mean 'zones/"),
        ("--user", "bbo", "--user: no call has 'bbo'; did you mean 'bob'?"),
        ("--device", "phoen", "--device: no call has 'phoen'; did you mean 'phone'?"),
    ):
        result = run("journal", "show", path, option, given)
        assert (result.code, result.out) == (2, "") and text in result.err
    for user in ("bob", person):
        assert run("journal", "show", path, "--user", user).out.endswith("\n1 call\n")
    result = run("journal", "show", path, "--user", "eve")
    assert (result.code, result.out) == (0, "0 calls\n")
    assert (
        "no call of the journal has the user 'eve'; it has " in result.err and "bob" in result.err
    )
    assert run("journal", "show", path, "--operation", "zones/modify").out == "0 calls\n"
    nothing = write("empty.jsonl", "")
    assert run("journal", "show", nothing, "--user", "bob") == (0, "0 calls\n", "")


def test_a_journal_is_shown(run: Run, write: Write) -> None:
    with Cloud(seed=1) as cloud:
        cloud.private.save(Record("Note", {"a": 1}, name="n1"))
        cloud.fail("zoneBusy", operation="records/query")
        cloud.exchange("records/query", {"query": {"recordType": "Note"}})
        calls = cloud.call("mock/journal")["calls"]
    lines = write("journal.jsonl", "\n".join(map(json.dumps, calls)))
    whole = write("journal.json", json.dumps({"calls": calls, "dropped": 0}, indent=1))
    for path in (lines, whole):
        result = run("journal", "show", path)
        assert result.code == 0
        first, second, last = result.out.splitlines()
        assert "records/modify  ok" in first
        assert "records/query  23 zoneBusy  [rule-1]" in second
        assert last == "2 calls"
        failed = run("journal", "show", path, "--failed", "--json").json["calls"]
        assert [call["n"] for call in failed] == [2]
        assert run("journal", "show", path, "--operation", "zones/list").out == "0 calls\n"
    wrong = write("wrong.jsonl", json.dumps(calls[0]) + "\n{")
    assert run("journal", "show", wrong).err.startswith(f"mockcloud: {wrong}: line 2, column 2: is")
    bad = write("bad.jsonl", json.dumps(calls[0]) + '\n{"operation": 1}')
    result = run("journal", "show", bad)
    assert (result.code, result.err) == (
        2,
        f"mockcloud: {bad}: line 2, operation: expected a string\n",
    )
