"""Removes tokens, keys, signatures and cookies from recordings.

Scripts do not copy headers, cookies and the queries of request URLs, where HTTP has credentials.
This module replaces the credentials in bodies: the members that contain them, the queries of URLs,
and all other occurrences of values that the recording used as credentials.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from .exchange import WebExchange

#: Replaces credentials in responses. It is valid base64, which some members require.
REDACTED = "redacted"

#: The members of bodies that contain credentials, in lower case.
_MEMBERS = frozenset(
    """ckapitoken ckwebauthtoken cksession webauthtoken apnstoken webcourierurl wrappingkey receipt
    protectedfulltoken encryptedpublicsharingkey authorization cookie""".split()
)
_PARAMETERS = frozenset({"ckapitoken", "ckwebauthtoken", "cksession", "webauthtoken", "dsid"})
_HEADERS = frozenset(
    """authorization cookie set-cookie x-apple-cloudkit-request-keyid
    x-apple-cloudkit-request-signaturev1 x-apple-cloudkit-web-auth-token
    x-apple-cloudkit-session""".split()
)
_PAIR = re.compile(r"(?i)\b(ckAPIToken|ckWebAuthToken|ckSession|webAuthToken)=[^&\s#\"']+")
_URL = re.compile(r"(?i)\bhttps?://")
_USER = re.compile(r"(?i)^(https?://)[^/@]*@")
_RUN = re.compile(r"[A-Za-z0-9_-]{8,}")
#: The minimum length of credentials in cookies, which may also contain short values such as a
#: language.
_SHORTEST_IN_COOKIE = 16


class Secrets:
    """The credentials in the exchanges of a recording."""

    def __init__(self, exchanges: Iterable[WebExchange]) -> None:
        self._runs: set[str] = set()
        for exchange in exchanges:
            self._collect(exchange)

    def _collect(self, exchange: WebExchange) -> None:
        try:
            query = urlsplit(exchange.url).query
        except ValueError:
            query = ""
        for name, value in parse_qsl(query, max_num_fields=None):
            if name.lower() in _PARAMETERS:
                self._add(value)
        for name, value in (*exchange.request_headers, *exchange.response_headers):
            if name.lower() in _HEADERS:
                self._add(value, _SHORTEST_IN_COOKIE if "cookie" in name.lower() else 0)
        for value in exchange.cookies:
            self._add(value, _SHORTEST_IN_COOKIE)

    def _add(self, value: str, shortest: int = 0) -> None:
        # The `/`, `+` and `=` of a token may be percent-encoded.
        for form in (value, unquote(value)):
            self._runs.update(run for run in _RUN.findall(form) if len(run) >= shortest)

    def clean(self, value: Any, replacement: str, key: str | None = None) -> Any:
        """Returns the value of the member `key` with credentials replaced."""
        if isinstance(value, str):
            if key is not None and key.lower() in _MEMBERS:
                return replacement
            return self._clean_text(value, is_data=key == "value")
        if isinstance(value, list):
            return [self.clean(each, replacement, key) for each in value]
        if isinstance(value, dict):
            return {
                self._without_runs(name): self.clean(each, replacement, name)
                for name, each in value.items()
            }
        return value

    def _clean_text(self, text: str, is_data: bool) -> str:
        if not is_data and _URL.match(text):
            # The query of an upload or download URL is its signature.
            text = _USER.sub(r"\1", text.split("?", 1)[0])
        return self._without_runs(_PAIR.sub(rf"\1={REDACTED}", text))

    def _without_runs(self, text: str) -> str:
        if not self._runs:
            return text
        return _RUN.sub(lambda run: REDACTED if run[0] in self._runs else run[0], text)
