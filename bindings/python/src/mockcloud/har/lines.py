"""Reads JSON lines: one object per line, with `method`, `url`, `status`, `request`, `response`.

`request` and `response` are objects or their JSON text, `requestHeaders` and `responseHeaders` are
objects with texts. As in HAR files, `time` is a duration in milliseconds and `startedDateTime` is a
time.
"""

from __future__ import annotations

from typing import Any

from ..io.documents import parse_json
from .exchange import BODY_DEPTH, Body, WebExchange
from .members import Node


def read(text: str, file: str) -> list[WebExchange]:
    """Returns the exchanges in JSON lines, in their order."""
    return [
        exchange(parse_json(line, file, line=number), file, f"line {number}")
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip()
    ]


def exchange(value: Any, file: str, place: str) -> WebExchange:
    """Returns the exchange in one line."""
    line = Node(file, place, value)
    milliseconds = line.member("time").optional_number()
    return WebExchange(
        place=place,
        method=line.member("method").text(),
        url=line.member("url").text(),
        status=line.member("status").integer(),
        request=_body(line.member("request")),
        response=_body(line.member("response")),
        request_headers=_headers(line.member("requestHeaders")),
        response_headers=_headers(line.member("responseHeaders")),
        seconds=None if milliseconds is None else milliseconds / 1000,
        started=line.member("startedDateTime").optional_text(),
    )


def _body(node: Node) -> Body:
    if isinstance(node.value, str):
        return Body(node.place, node.value)
    if node.value is not None and not isinstance(node.value, dict):
        raise node.refuse("expected an object or a string")
    if _is_deep(node.value):
        raise node.refuse(f"is nested more than {BODY_DEPTH} levels deep")
    return Body(node.place, value=node.value)


def _is_deep(value: Any) -> bool:
    pending = [(value, 0)]
    while pending:
        each, level = pending.pop()
        if isinstance(each, (dict, list)):
            if level == BODY_DEPTH:
                return True
            inner = each.values() if isinstance(each, dict) else each
            pending += ((one, level + 1) for one in inner)
    return False


def _headers(node: Node) -> list[tuple[str, str]]:
    if node.value is None:
        return []
    if not isinstance(node.value, dict):
        raise node.refuse("expected an object")
    return [(name, node.member(name).text()) for name in node.value]
