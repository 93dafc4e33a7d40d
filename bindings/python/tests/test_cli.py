"""The command `mockcloud`: what it prints, its exit codes, and what it says of bad input."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mockcloud import Cloud, Record, ZoneSubscription, _raw
from mockcloud.cli import main
from mockcloud.cli.output import visible
from support import SCENARIOS


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command within this process."""

    def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as ended:  # argparse's way of refusing a command line
            assert isinstance(ended.code, int)
            code = ended.code
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, Any], Path]:
    """Writes a file of text, bytes or JSON and returns its path."""

    def write(name: str, content: Any) -> Path:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


Write = Callable[[str, Any], Path]

PASSING = {"name": "passes", "config": {"seed": 1}, "steps": [{"call": "mock/clock"}]}
FAILING = {
    "name": "fails",
    "config": {"seed": 1},
    "steps": [
        {"call": "mock/clock"},
        {"call": "mock/clock", "response": {"now": "yesterday", "then": 1, "gone": "$absent"}},
    ],
}


# The whole


def test_the_version(run: Run) -> None:
    result = run("--version")
    assert (result.code, result.out) == (0, "mockcloud 0.1.0\n")


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["run"], ["state"], ["info", "--what"]])
def test_a_wrong_command_line(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.code == 2 and "usage:" in result.err


def test_info(run: Run) -> None:
    result = run("info", "--operations")
    assert result.code == 0
    assert _raw.library().path in result.out
    assert "records/query " in result.out and "itemsPerRequest        400" in result.out
    told = run("info", "--json").json
    assert told["library"] == _raw.library().path and told["limits"]["itemsPerRequest"] == 400


def test_the_readme_lists_the_commands(run: Run) -> None:
    page = (Path(__file__).parents[1] / "README.md").read_text()
    table = page[page.index("| Command | Does |") :].split("\n\n")[0]
    listed = {name for line in table.splitlines()[2:] for name in re.findall(r"`([a-z-]+)", line)}
    known = set(re.findall(r"^    ([a-z-]+) ", run("--help").out, re.MULTILINE))
    assert known and known <= listed


FILES = [
    ["run"],
    ["state", "show"],
    ["state", "validate"],
    ["state", "diff", os.devnull],
    ["script", "validate"],
    ["script", "diff", os.devnull],
    ["schema", "check"],
    ["import-har"],
    ["journal", "show"],
    ["explain", "Note", "--state"],
    ["explain", "Note", "--schema"],
]


@pytest.mark.parametrize("command", FILES, ids=" ".join)
def test_a_file_that_is_not_there(run: Run, command: list[str]) -> None:
    command = ["/no/such/file" if each == os.devnull else each for each in command]
    result = run(*command, "/no/such/file")
    assert result.code == 2
    assert "/no/such/file: cannot be read: No such file or directory" in result.err + result.out
    result = run(*command, "/no/such/file", "--json")
    assert result.code == 2
    assert "/no/such/file" in json.dumps(result.json)


@pytest.mark.parametrize("command", FILES, ids=" ".join)
@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"", b"{", b"[" * 5000, b'"\\ud800"', b"1e999", b"null", b"[[]]"]
)
def test_a_file_of_rubbish(run: Run, write: Write, command: list[str], content: bytes) -> None:
    path = write("rubbish", content)
    command = [str(path) if each == os.devnull else each for each in command]
    result = run(*command, path)
    is_empty_journal = command[0] == "journal" and not content
    assert result.code in ((0,) if is_empty_journal else (1, 2))
    assert is_empty_journal or "rubbish" in result.err + result.out


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert visible("a\x1b[31mb\x07\n\tc\x00é\u202e") == "a\\x1b[31mb\\x07\n\tc\\x00é\\u202e"


# run


def test_scenarios_pass(run: Run, write: Write) -> None:
    path = write("good.json", PASSING)
    result = run("run", path)
    assert (result.code, result.out) == (0, f"ok    {path}\n1 passed\n")
    result = run("run", SCENARIOS / "modify-create.json", path, "--quiet")
    assert (result.code, result.out) == (0, "2 passed\n")
    assert run("run", "-", stdin=json.dumps(PASSING).encode()).out.startswith(
        "ok    standard input\n"
    )


def test_a_scenario_fails_readably(run: Run, write: Write) -> None:
    path = write("bad.json", FAILING)
    result = run("run", path)
    assert result.code == 1
    assert result.out.splitlines()[:7] == [
        f"FAIL  {path}, step 2 (mock/clock)",
        "      now",
        '        expected  "yesterday"',
        '        came      "2026-01-01T00:00:00.000Z"',
        "      then",
        "        expected  1",
        "        came      nothing",
    ]
    (told,) = run("run", path, "--json").json["scenarios"]
    assert told["differences"] == [
        {"path": "now", "expected": "yesterday", "came": "2026-01-01T00:00:00.000Z"},
        {"path": "then", "expected": 1},
    ]
    assert (told["step"], told["action"], told["outcome"]) == (2, "mock/clock", "failed")


def test_a_folder_of_scenarios(run: Run, write: Write, tmp_path: Path) -> None:
    write("1.json", FAILING)
    write("2.json", {"steps": [{"call": 1}]})
    write("3.json", PASSING)
    result = run("run", tmp_path)
    assert result.code == 2
    assert f"ERROR {tmp_path}/2.json: steps[0].call: expected a text" in result.out
    assert result.out.endswith("1 passed, 1 failed, 1 unusable\n")
    assert run("run", tmp_path, "-x").out.endswith("0 passed, 1 failed\n")
    told = run("run", tmp_path, "--json").json
    assert (told["passed"], told["failed"], told["unusable"]) == (1, 1, 1)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("run", empty).code == 2


# state


@pytest.fixture
def states(tmp_path: Path) -> tuple[Path, Path]:
    """A world, and the same some calls later."""
    paths = tmp_path / "a.json", tmp_path / "b.json"
    with Cloud(seed=1) as cloud:
        cloud.add_user("bob", email="bob@example.com")
        home = cloud.private.in_zone(cloud.private.create_zone("Home"))
        root = home.save(Record("List", {"fields": ["x"], "title": "Shopping"}, name="root"))
        home.share(root, participants=["bob@example.com"])
        home.save(Record("Item", {"text": "Glue"}, name="glue"))
        home.save_subscription(ZoneSubscription("Home"))
        cloud.set_error("zoneBusy", operation="records/query")
        cloud.save_state(paths[0])
        cloud.advance_clock(60)
        root = home.fetch("root")
        root["title"] = "To buy"
        home.save(root)
        home.delete("glue")
        home.save(Record("Item", {"text": "Tape"}, name="tape"))
        cloud.save_state(paths[1])
    return paths


def test_a_state_is_shown(run: Run, states: tuple[Path, Path]) -> None:
    result = run("state", "show", states[0])
    assert result.code == 0
    for line in (
        "clock 2026-01-01T00:00:00.000Z, seed 1",
        "user bob  bob@example.com",
        "  device device-1: available",
        "  zone Home: 1 Item, 1 List, 1 cloudkit.share",
        "  bob: USER READ_ONLY INVITED",
        "set errors: 1 for operations, 0 for records",
    ):
        assert line in result.out.splitlines()
    told = run("state", "show", "-", "--json", stdin=states[0].read_bytes()).json
    (share,) = told["shares"]
    assert (share["root"], [each["who"] for each in share["participants"]]) == (
        "root", ["me", "bob"],
    )  # fmt: skip
    assert [each["zoneName"] for each in told["subscriptions"]] == ["Home"]


def test_states_are_compared(run: Run, states: tuple[Path, Path]) -> None:
    result = run("state", "diff", *states, "--ignore", "tags,times,history")
    assert result.code == 1
    place = "iCloud.mockcloud.default development private me / Home"
    assert result.out.splitlines() == [
        next(line for line in result.out.splitlines() if line.startswith(f"- {place} / glue ")),
        f'~ {place} / root / fields / title / value  "Shopping" -> "To buy"',
        next(line for line in result.out.splitlines() if line.startswith(f"+ {place} / tape ")),
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


def has_scripts() -> bool:
    with Cloud({}) as cloud:
        return any(each["name"] == "mock/script/load" for each in cloud.info()["operations"])


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

SCHEMA = """DEFINE SCHEMA
  RECORD TYPE Task (
    title STRING QUERYABLE SORTABLE,
    GRANT READ TO "_world"
  );
"""


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
    assert result.code == 1 and "name a --schema or a --state" in result.err
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
    assert result.err == f"mockcloud: {damaged}: line 2.method: expected a text\n"
    assert target.read_text() == "old"
    result = run("import-har", write("good.jsonl", json.dumps(LINE)), "-o", tmp_path / "no" / "x")
    assert result.code == 2 and "cannot be written: No such file or directory" in result.err


def test_a_journal_is_shown(run: Run, write: Write) -> None:
    with Cloud(seed=1) as cloud:
        cloud.private.save(Record("Note", {"a": 1}, name="n1"))
        cloud.set_error("zoneBusy", operation="records/query")
        cloud.exchange("records/query", {"query": {"recordType": "Note"}})
        calls = cloud.journal()
    lines = write("journal.jsonl", "\n".join(map(json.dumps, calls)))
    whole = write("journal.json", json.dumps({"calls": calls, "dropped": 0}, indent=1))
    for path in (lines, whole):
        result = run("journal", "show", path)
        assert result.code == 0
        first, second, last = result.out.splitlines()
        assert "records/modify  ok" in first and "records/query  23 zoneBusy" in second
        assert last == "2 calls"
        assert [
            call["n"] for call in run("journal", "show", path, "--failed", "--json").json["calls"]
        ]
        assert run("journal", "show", path, "--operation", "zones/list").out == "0 calls\n"
    bad = write("bad.jsonl", json.dumps(calls[0]) + '\n{"operation": 1}')
    result = run("journal", "show", bad)
    assert (result.code, result.err) == (
        2,
        f"mockcloud: {bad}: line 2, operation: expected a text\n",
    )


# As a process


def process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mockcloud", *arguments],
        capture_output=True, text=True, check=False, **more,
    )  # fmt: skip


def test_the_module_is_the_command() -> None:
    done = process("schema", "check", "-", input=SCHEMA)
    assert (done.returncode, done.stdout) == (0, "standard input: 1 record type\n  Task\n")


def test_without_a_library() -> None:
    done = process("info", env={**os.environ, _raw.LIBRARY_VARIABLE: "/no/such.so"})
    assert done.returncode == 2
    assert "the mockcloud library was not found" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away() -> None:
    command = f"'{sys.executable}' -m mockcloud info --operations | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == "" and done.stdout.startswith("mockcloud ")


def test_an_encoding_that_lacks_letters(write: Write) -> None:
    path = write("bad.json", {"steps": [{"call": "mock/clock", "response": {"now": "é"}}]})
    done = process("run", str(path), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 1 and 'expected  "\\xe9"' in done.stdout


@pytest.mark.parametrize("colour", [True, False])
def test_colours_on_a_terminal(write: Write, colour: bool) -> None:
    pytest.importorskip("rich")
    import pty

    path = write("good.json", PASSING)
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "" if colour else "1"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mockcloud", "run", str(path), str(path)]
    done = subprocess.run(command, stdout=theirs, stderr=theirs, env=environment, check=False)
    os.close(theirs)
    shown = b""
    while b"passed" not in shown:
        shown += os.read(ours, 65536)
    os.close(ours)
    assert done.returncode == 0
    assert (b"\x1b[32m" in shown) == colour
