"""`mockcloud explain`: shows the interpretation and the plan of a query."""

from __future__ import annotations

import argparse
from typing import Any

from .._core.wording import counted, shown
from ..cloud import Cloud
from ..errors import CKError, UsageError
from ..io.documents import DocumentError, parse_json
from .exits import FAILED, OK
from .output import Output
from .worlds import from_state, load_schema

_SYSTEM_FIELDS = (
    "recordName share parent createdUserRecordName createdTimestamp modifiedTimestamp "
    "modifiedUserRecordName"
).split()


def register(commands: Any, shared: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("explain", parents=[shared], help="explain a query")
    parser.add_argument("type", metavar="TYPE", help="the record type")
    parser.add_argument("predicate", nargs="?", metavar="PREDICATE", help="an NSPredicate format")
    parser.add_argument(
        "--argument", action="append", default=[], metavar="JSON", help="a value for %%@ or %%K"
    )
    parser.add_argument("--filter-by", metavar="JSON", help="filters in place of a predicate")
    parser.add_argument(
        "--sort", action="append", default=[], metavar="FIELD[:desc]", help="may be repeated"
    )
    parser.add_argument("--schema", metavar="FILE", help="a .ckdb file")
    parser.add_argument("--state", metavar="FILE", help="a state document")
    for key in ("container", "environment", "database", "user"):
        parser.add_argument(f"--{key}")
    parser.add_argument("--zone", metavar="NAME")
    parser.add_argument("--zone-wide", action="store_true", help="all zones")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, output: Output) -> int:
    request = _request(options)
    with from_state(options.state) if options.state else Cloud({}) as cloud:
        if options.schema:
            load_schema(cloud, options.schema, options.environment or "development")
        try:
            response = cloud.call("mock/explain", request)
        except (UsageError, CKError) as error:
            output.error(str(error), reason=str(error))
            if not (options.schema or options.state):
                output.note("a new cloud has no record types: use --schema or --state")
            return FAILED
    output.json(response)
    _show(response, output)
    return OK


def _request(options: argparse.Namespace) -> dict[str, Any]:
    query: dict[str, Any] = {"recordType": options.type}
    if options.predicate is not None:
        query["predicate"] = options.predicate
    if options.argument:
        query["predicateArguments"] = [
            parse_json(text, f"--argument {number}")
            for number, text in enumerate(options.argument, start=1)
        ]
    if options.filter_by is not None:
        query["filterBy"] = parse_json(options.filter_by, "--filter-by")
    if options.sort:
        query["sortBy"] = [_sort(each) for each in options.sort]
    context = {key: getattr(options, key) for key in ("container", "environment", "database")}
    request = {"query": query, "user": options.user, **context}
    if options.zone is not None:
        request["zoneID"] = {"zoneName": options.zone}
    if options.zone_wide:
        request["zoneWide"] = True
    return {key: value for key, value in request.items() if value is not None}


def _sort(text: str) -> dict[str, Any]:
    name, _, direction = text.partition(":")
    if direction not in ("", "asc", "desc"):
        raise DocumentError("--sort", None, f"{direction!r} is not known; expected asc or desc")
    key = "systemFieldName" if name in _SYSTEM_FIELDS else "fieldName"
    return {key: name, "ascending": direction != "desc"}


def _show(response: dict[str, Any], output: Output) -> None:
    plan = response["plan"]
    output.line(f"query      {shown(response['query'])}")
    if "predicate" in response:
        output.line(f"predicate  {response['predicate']}")
    for value in response.get("predicateArguments", ()):
        output.line(f"           {shown(value)}")
    for zone in plan["zones"]:
        name = zone["zoneID"]["zoneName"]
        records = counted(zone["recordsOfType"], f"{plan['recordType']} record")
        output.line(f"zone {name}: {records}", "head")
        output.line(f"  access {zone['access']}, {counted(zone['candidates'], 'candidate')}")
        for each in zone.get("filters", ()):
            field = each.get("fieldName") or each.get("systemFieldName") or "any field"
            offer = "no index"
            if "index" in each:
                used = "used" if each["used"] else "not used"
                count = counted(each["candidates"], "candidate") if "candidates" in each else "?"
                offer = f"index {each['index']}, {count}, {used}"
            output.line(f"    {field} {each['comparator']}: {offer}")
    if "order" in plan:
        output.line(f"order by {plan['order']}")
    found = f"{counted(plan['recordsExamined'], 'record')} examined, {plan['recordsFound']} found"
    output.line(found)
