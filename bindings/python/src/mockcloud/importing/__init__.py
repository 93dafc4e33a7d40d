"""Recordings of CloudKit Web Services, made into scripts for `mock/script/load`.

A recording is a HAR file, as browsers and proxies save it, or JSON lines with `method`, `url`,
`status`, `request` and `response`. Tokens, keys, signatures and cookies stay behind.
"""

from __future__ import annotations

from .script import Imported, Options, import_recording

__all__ = ["Imported", "Options", "import_recording"]
