"""Reads HAR files (HTTP Archive 1.2), as saved by browsers and proxies."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from .exchange import Body, WebExchange
from .members import Node


def read(document: Any, file: str) -> list[WebExchange]:
    """Returns the exchanges in a HAR file, in the order of its entries."""
    log = Node(file, "", document).member("log")
    entries = log.member("entries")
    if entries.value is None:
        raise entries.refuse("is missing: this is not a HAR file")
    return [_exchange(entry) for entry in entries.elements()]


def _exchange(entry: Node) -> WebExchange:
    request, response = entry.member("request"), entry.member("response")
    milliseconds = entry.member("time").optional_number()
    return WebExchange(
        place=entry.place,
        method=request.member("method").text(),
        url=request.member("url").text(),
        status=response.member("status").integer(),
        request=_body(request.member("postData")),
        response=_body(response.member("content")),
        request_headers=request.member("headers").pairs(),
        response_headers=response.member("headers").pairs(),
        cookies=[
            value for each in (request, response) for _, value in each.member("cookies").pairs()
        ],
        seconds=None if milliseconds is None else milliseconds / 1000,
        started=entry.member("startedDateTime").optional_text(),
    )


def _body(node: Node) -> Body:
    if node.value is None:
        return Body(node.place)
    text = node.member("text")
    encoding = node.member("encoding").optional_text()
    plain = text.optional_text()
    if plain is None or encoding is None:
        return Body(text.place, plain)
    if encoding.lower() != "base64":
        raise node.member("encoding").refuse(f"{encoding[:40]!r} is not known; expected base64")
    try:
        decoded = base64.b64decode("".join(plain.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise text.refuse(f"is not base64: {error}") from None
    try:
        return Body(text.place, decoded.decode("utf-8-sig"))
    except UnicodeDecodeError:
        # Binary data such as an image. It is refused later if JSON is expected.
        return Body(text.place, "\ufffd")
