"""Seeding as a stream: in chunks, all or nothing."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest

from mockcloud import BadJSON, BadMockRequest, Cloud, Record, ZoneSubscription
from mockcloud.errors import BadHandle
from mockcloud.io import seeding as _seeding

COUNT = 25


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_seeding, "CHUNK_RECORDS", 10)


def record(number: int, **more: Any) -> dict[str, Any]:
    fields = {"rank": {"value": number}}
    return {"recordName": f"n{number:04}", "recordType": "Note", "fields": fields, **more}


def requests(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Records the seeds that the cloud receives from here on."""
    sent: list[bytes] = []
    call_raw = cloud.call_raw

    def noted(operation: str, request: str | bytes | None = None) -> Any:
        assert operation == "mock/seed" and isinstance(request, bytes)
        sent.append(request)
        return call_raw(operation, request)

    monkeypatch.setattr(cloud, "call_raw", noted)
    return sent


class TestStreams:
    def test_a_generator_is_taken_in_chunks(
        self, cloud: Cloud, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent = requests(cloud, monkeypatch)
        taken = 0
        most = 0

        def records() -> Iterator[Record]:
            nonlocal taken, most
            for number in range(COUNT):
                taken += 1
                most = max(most, taken - 10 * len(sent))
                yield Record("Note", {"rank": number}, name=f"n{number:04}")

        counts = cloud.seed(records())
        assert counts == {"zones": 0, "records": COUNT, "subscriptions": 0, "users": 0}
        assert len(sent) == 3
        assert most == 20  # at most two chunks were taken from the generator
        assert [each["rank"] for each in cloud.records()] == list(range(COUNT))

    def test_chunks_are_bounded_in_bytes(
        self, cloud: Cloud, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_seeding, "CHUNK_BYTES", 1000)
        sent = requests(cloud, monkeypatch)
        text = {"text": {"value": "x" * 600}}
        cloud.seed(record(number, fields=text) for number in range(6))
        assert len(sent) == 3
        assert all(len(request) < 2200 for request in sent)

    def test_it_makes_what_one_request_makes(self) -> None:
        def records() -> list[dict[str, Any]]:
            found = [record(number) for number in range(COUNT)]
            for each in found[::3]:
                del each["recordName"]  # the cloud chooses the name
            return found

        with Cloud(seed=1) as streamed, Cloud(seed=1) as whole:
            streamed.seed(iter(records()))
            whole.call("mock/seed", {"records": records()})
            assert streamed.state.save() == whole.state.save()

    def test_what_is_beside_the_records_goes_with_the_first_and_the_last(
        self, cloud: Cloud
    ) -> None:
        counts = cloud.seed(
            (record(number, zoneID={"zoneName": "Home"}) for number in range(COUNT)),
            zones=["Home", "Work"],
            users=[{"alias": "bob"}],
            databases=[
                {"database": "private", "user": "bob", "records": [Record("Note", name="b1")]},
                {"database": "private", "user": "bob", "zones": ["Bobs"]},
            ],
            subscriptions=[ZoneSubscription("Home")],
        )
        assert counts == {"zones": 3, "records": COUNT + 1, "subscriptions": 1, "users": 1}
        assert [each.name for each in cloud.records(user="bob")] == ["b1"]

    def test_one_record_alone(self, cloud: Cloud) -> None:
        assert cloud.seed(record(1))["records"] == 1
        assert cloud.seed(Record("Note", name="n2"))["records"] == 1

    def test_the_caller_is_named(self, cloud: Cloud) -> None:
        cloud.accounts.add_user("bob")
        place: Any = {"container": "iCloud.x", "environment": "production", "user": "bob"}
        cloud.seed((record(number) for number in range(COUNT)), **place)
        assert len(cloud.records(**place)) == COUNT
        assert cloud.records() == []


class TestAllOrNothing:
    @pytest.fixture
    def used(self) -> Iterator[Cloud]:
        """A cloud with earlier calls: records, a token, events that were not taken."""
        with Cloud(seed=1) as cloud:
            cloud.accounts.add_device("phone")
            home = cloud.private.in_zone(cloud.private.create_zone("Home"))
            home.save_subscription(ZoneSubscription("Home"))
            home.save(Record("Note", {"rank": -1}, name="h1"))
            cloud.private.save(Record("Note", {"rank": -1}, name="n0003"))
            cloud.clock.advance(1)
            yield cloud

    def test_a_refused_record_leaves_the_cloud_as_it_was(self, used: Cloud) -> None:
        before = used.state.save()
        bad = record(23, fields={"rank": {"value": "three"}})
        with pytest.raises(BadMockRequest) as raised:
            used.seed(bad if number == 23 else record(number) for number in range(COUNT))
        assert raised.value.key == "records[23].fields"
        assert raised.value.message.startswith("records[23]")
        assert used.state.save() == before
        assert used.state.problems() == []

    def test_an_iterable_that_fails_leaves_the_cloud_as_it_was(self, used: Cloud) -> None:
        before, hashed = used.state.save(), used.state.hash()

        def records() -> Iterator[Any]:
            yield from map(record, range(22))
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            used.seed(records())
        assert used.state.save() == before
        assert used.state.hash() == hashed

    def test_tokens_and_events_of_before_hold(self, used: Cloud) -> None:
        home = {"zoneID": {"zoneName": "Home"}}
        (zone,) = used.private.call("changes/zone", zones=[home])["zones"]
        with pytest.raises(TypeError, match="seed takes Records and record dictionaries, not 3"):
            used.seed([*map(record, range(22)), 3])  # type: ignore[list-item]
        since = {**home, "syncToken": zone["syncToken"]}
        (zone,) = used.private.call("changes/zone", zones=[since])["zones"]
        assert zone["records"] == [] and "ckErrorCode" not in zone
        events = list(used.events())
        assert [event.device for event in events] == ["phone"]

    def test_no_snapshot_stays(self, used: Cloud) -> None:
        used.state.snapshot("mine")
        used.seed(map(record, range(COUNT)))
        with pytest.raises(ValueError, match="not known") as raised:
            used.state.restore("other")
        assert raised.value.expected == "mine"  # type: ignore[attr-defined]
        used.state.restore("mine")
        assert [each.name for each in used.records()] == ["h1", "n0003"]

    @pytest.mark.parametrize("places", [(3, 5), (3, 23), (13, 24)])
    def test_a_name_that_comes_twice_is_refused(self, used: Cloud, places: tuple[int, int]) -> None:
        before = used.state.save()
        numbers = list(range(COUNT))
        numbers[places[1]] = places[0]
        with pytest.raises(BadMockRequest, match=rf"records\[{places[1]}\].*more than once"):
            used.seed(record(number) for number in numbers)
        assert used.state.save() == before

    def test_what_was_there_is_replaced(self, used: Cloud) -> None:
        used.seed(map(record, range(COUNT)))
        used.seed(map(record, range(COUNT)))
        assert len(used.records()) == COUNT + 1
        assert used.private.fetch("n0003")["rank"] == 3

    def test_references_point_forward_over_chunks(self, used: Cloud) -> None:
        last = f"n{COUNT - 1:04}"
        target = {"value": {"recordName": last, "action": "VALIDATE"}, "type": "REFERENCE"}
        used.seed(record(number, fields={"next": target}) for number in range(COUNT))
        assert used.state.problems() == []

    def test_seeds_within_seeds(self, used: Cloud) -> None:
        def records() -> Iterator[Any]:
            used.seed(record(100 + number) for number in range(COUNT))
            yield from map(record, range(COUNT))

        used.seed(records())
        assert len(used.records()) == 2 * COUNT + 1

    def test_what_json_cannot_say_is_named(self, used: Cloud) -> None:
        wrong = record(21, fields={"rank": {"value": float("nan")}})
        with pytest.raises(BadJSON, match=r"records\[21\]"):
            used.seed([*map(record, range(21)), wrong])
        assert len(used.records()) == 2

    def test_a_cloud_that_is_closed_meanwhile(self) -> None:
        cloud = Cloud(seed=1)

        def records() -> Iterator[Any]:
            yield from map(record, range(COUNT))
            cloud.close()

        with pytest.raises(BadHandle):
            cloud.seed(records())


class TestProgress:
    def test_a_function_gets_how_many_of_how_many(self, cloud: Cloud) -> None:
        calls: list[tuple[int, int | None]] = []
        cloud.seed(
            map(record, range(COUNT)), progress=lambda done, total: calls.append((done, total))
        )
        assert calls == [(10, None), (20, None), (25, None)]
        calls.clear()
        cloud.seed(
            [record(number) for number in range(12)],
            progress=lambda done, total: calls.append((done, total)),
        )
        assert calls == [(10, 12), (12, 12)]

    def test_a_function_that_raises_ends_it(self, cloud: Cloud) -> None:
        def enough(done: int, total: int | None) -> None:
            if done == 20:
                raise TimeoutError

        with pytest.raises(TimeoutError):
            cloud.seed(map(record, range(COUNT)), progress=enough)
        assert cloud.records() == []

    def test_anything_else_is_refused(self, cloud: Cloud) -> None:
        with pytest.raises(TypeError, match="progress is True, False or a function, not 'yes'"):
            cloud.seed([record(1)], progress="yes")  # type: ignore[arg-type]
        assert cloud.records() == []

    def test_tqdm_shows_a_bar(self, cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
        shown: list[Any] = []

        class Bar:
            def __init__(self, **options: Any) -> None:
                self.n = 0
                shown.append(options)

            def __enter__(self) -> Bar:
                return self

            def __exit__(self, *_: object) -> None:
                shown.append("closed")

            def update(self, more: int) -> None:
                self.n += more
                shown.append(self.n)

        monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Bar))
        cloud.seed([record(number) for number in range(12)], progress=True)
        options = {"total": 12, "desc": "seeding", "unit": " records"}
        assert shown == [options, 10, 12, "closed"]

    def test_rich_shows_a_bar(self, cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("rich")
        monkeypatch.setitem(sys.modules, "tqdm", None)
        assert cloud.seed(map(record, range(COUNT)), progress=True)["records"] == COUNT

    def test_without_both_a_terminal_gets_a_count(
        self, cloud: Cloud, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for module in ("tqdm", "rich.progress"):
            monkeypatch.setitem(sys.modules, module, None)
        cloud.seed([record(number) for number in range(12)], progress=True)
        assert capsys.readouterr().err == ""
        monkeypatch.setattr("sys.stderr.isatty", lambda: True)
        cloud.seed([record(number) for number in range(12)], progress=True)
        shown = capsys.readouterr().err
        assert shown == "\rseeding: 10 of 12 records\rseeding: 12 of 12 records\n"


class TestRefusals:
    @pytest.mark.parametrize("given", [b"x", 3, None])
    def test_what_cannot_be_gone_through(self, cloud: Cloud, given: Any) -> None:
        with pytest.raises(TypeError, match="records takes a list"):
            cloud.seed(given)

    def test_types_of_columns_are_for_tables(self, cloud: Cloud) -> None:
        with pytest.raises(TypeError, match="for tables"):
            cloud.seed([record(1)], record_type="Note")
        with pytest.raises(TypeError, match="for tables"):
            cloud.seed("x.jsonl", types={"rank": "INT64"})

    def test_a_file_says_what_it_is_by_its_name(self, cloud: Cloud) -> None:
        with pytest.raises(ValueError, match=r"'n1' has no suffix of a file with records: .*\.csv"):
            cloud.seed("n1")
