"""Tasks: operations that are cancelled, time out, or outlive the app."""

from __future__ import annotations

from mockcloud import Cloud, Database, OperationBlock, Record


# set-up begins
def save(name: str) -> dict[str, object]:
    record = {"recordName": name, "recordType": "Note"}
    return {"operationType": "create", "record": record}


# set-up ends


def test_cancelled_before_it_runs(cloud: Cloud, phone: Database) -> None:
    operation = phone.call("records/modify", operations=[save("n2")], deliver="events")
    cloud.operations.cancel(operation)
    result, completion = cloud.run(operation)
    assert (result.status, completion.status) == (20, 20)
    assert [record.name for record in cloud.records()] == ["n1"]


def test_cancelled_midway(cloud: Cloud, phone: Database) -> None:
    saves = [save("n2"), save("n3")]
    operation = phone.call("records/modify", operations=saves, deliver="events")
    cloud.clock.advance(0)
    first = [next(cloud.events()) for _ in range(3)]  # progress 0 and 1, and n2 is saved
    cloud.operations.cancel(operation)
    rest = cloud.run(operation)
    assert isinstance(first[-1], OperationBlock) and first[-1].block == "perRecordSave"
    assert rest[-1].status == 20  # only n2 was reported to the client
    assert len(cloud.records()) == 3  # n3 is stored nevertheless


def test_timeout(cloud: Cloud, phone: Database) -> None:
    cloud.faults.add({"then": {"hang": True}})
    operation = phone.call("records/modify", operations=[save("n2")], deliver="events", timeout=5)
    *_, completion = cloud.run(operation)
    assert completion.status == 4  # networkFailure, 5 s later


def test_long_lived_operation(cloud: Cloud, phone: Database) -> None:
    request = {"operations": [save("n2")], "deliver": "events", "longLived": True}
    operation = phone.call("records/modify", request)
    cloud.run(operation)  # the app is killed before it handles the blocks, and starts again
    (kept,) = cloud.operations.in_flight(device="phone")
    assert kept.state == "finished"
    same = {"operationID": kept.operation_id, "deliver": "events", "device": "phone"}
    again = cloud.run(cloud.call("records/modify", same))
    assert [block.block for block in again][-3:] == ["perRecordSave", "result", "completion"]


def test_long_lived_through_view(cloud: Cloud) -> None:
    app, other = cloud.as_user("me", "phone"), cloud.as_user("me", "pad")
    request = {"operations": [save("n2")], "deliver": "events", "longLived": True}
    _, submitted = app.exchange("records/modify", request)
    assert other.exchange("operations/list") == (0, {"operations": []})
    cloud.run(submitted)
    _, listed = app.exchange("operations/list")
    assert [each["operationID"] for each in listed["operations"]] == [submitted["operationID"]]
    _, again = app.exchange("records/modify", {**submitted, "deliver": "events"})
    assert cloud.run(again)[-1].status == 0
    assert app.exchange("operations/list") == (0, {"operations": []})


def test_operations_in_order(cloud: Cloud, phone: Database) -> None:
    make = {"operationType": "create", "zone": {"zoneID": {"zoneName": "Tasks"}}}
    first = cloud.call("zones/modify", operations=[make], deliver="events")
    second = cloud.private.in_zone("Tasks").call(
        "records/modify",
        operations=[save("t1")],
        deliver="events",
        dependsOn=[first["operationID"]],
        priority="veryHigh",
    )
    assert cloud.run(second)[-1].status == 0  # the zone existed


def test_breaks_off_midway(cloud: Cloud, phone: Database) -> None:
    cloud.faults.add({"when": {"op": "records/query"}, "then": {"interrupt": 1}})
    phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    query = phone.call("records/query", query={"recordType": "Note"}, deliver="events")
    blocks = cloud.run(query)
    assert [block.block for block in blocks] == ["recordMatched", "result", "completion"]
    assert blocks[-1].status == 4  # one of two records arrived
