"""Converts recordings of CloudKit Web Services into scripts for `mock/script/load`.

A recording is a HAR file, as saved by browsers and proxies, or JSON lines with `method`, `url`,
`status`, `request` and `response`. Tokens, keys, signatures and cookies are removed.
"""

from __future__ import annotations

from .script import Imported, Options, import_recording

__all__ = ["Imported", "Options", "import_recording"]
