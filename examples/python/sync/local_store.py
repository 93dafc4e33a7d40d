"""The local store: notes in SQLite, each with the changes that were not sent to the server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mockcloud import Record

Fields = dict[str, str | int | None]

SCHEMA = """
CREATE TABLE IF NOT EXISTS note (
  name TEXT PRIMARY KEY,
  fields TEXT NOT NULL,               -- the current fields
  changed TEXT NOT NULL DEFAULT '[]', -- keys of fields with unsent changes
  tag TEXT,                           -- change tag of the server's version; NULL: none
  deleted INTEGER NOT NULL DEFAULT 0, -- a tombstone, until the deletion is sent
  seen INTEGER NOT NULL DEFAULT 0     -- number of the last feed reading with the note
);
CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT);
"""


@dataclass
class Note:
    """A row of the table."""

    name: str
    fields: Fields
    changed: list[str]
    tag: str | None = None
    deleted: bool = False

    @property
    def sent(self) -> Fields:
        """The fields that a save sends."""
        return {key: self.fields.get(key) for key in self.changed}


class LocalStore:
    """The data that the app reads and changes, with or without a network."""

    def __init__(self, path: str = ":memory:") -> None:
        self._rows = sqlite3.connect(path, isolation_level=None)
        self._rows.executescript(SCHEMA)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Stores the changes in the block together, or none of them if it raises."""
        self._rows.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._rows.execute("ROLLBACK")
            raise
        self._rows.execute("COMMIT")

    # Methods for the app

    def edit(self, name: str, **fields: str | int | None) -> None:
        """Creates a note, or changes fields of an existing one. None clears a field."""
        note = self._note(name) or Note(name, {}, [])
        changed = [*note.changed, *(key for key in fields if key not in note.changed)]
        self._put(Note(name, {**note.fields, **fields}, changed, note.tag))

    def delete(self, name: str) -> None:
        """Marks a note as deleted. The tombstone remains until the deletion is sent."""
        self._rows.execute("UPDATE note SET deleted = 1 WHERE name = ?", (name,))

    def notes(self) -> dict[str, Fields]:
        """Returns the fields of all notes by name."""
        return {
            note.name: {key: value for key, value in note.fields.items() if value is not None}
            for note in self._all("NOT deleted")
        }

    # Local changes

    def pending(self) -> list[Note]:
        """Returns the notes with unsent changes, and the tombstones."""
        return list(self._all("deleted OR changed != '[]' OR tag IS NULL"))

    # Changes from the server

    def merge(self, record: Record) -> None:
        """Stores the server's version of a note, except for fields with unsent changes."""
        name = str(record.name)
        note = self._note(name) or Note(name, {}, [])
        fields: Fields = {**dict(record), **note.sent}
        self._put(Note(name, fields, note.changed, record.change_tag, note.deleted))

    def saved(self, record: Record, sent: Fields) -> None:
        """Clears the marks of the sent changes. Fields that were edited since remain marked."""
        name = str(record.name)
        note = self._note(name)
        if note is not None:
            note.changed = [
                key for key in note.changed if key not in sent or sent[key] != note.fields.get(key)
            ]
            self._put(note)
            self.merge(record)

    def remove(self, names: Iterable[str]) -> None:
        """Removes notes that the server does not have."""
        self._rows.executemany("DELETE FROM note WHERE name = ?", [(name,) for name in names])

    # Starting over

    def forget_token(self) -> None:
        """Forgets the token, so that the feed is read from its beginning.

        Afterwards, `sweep` removes the notes that the feed no longer contains.
        """
        self.token = None
        self["reading"] = str(self._reading + 1)
        self["sweep"] = "yes"

    def sweep(self) -> None:
        """Removes the notes that a complete reading did not contain, except unsent changes."""
        if self["sweep"] is not None:
            self._rows.execute(
                "DELETE FROM note WHERE seen < ? AND tag IS NOT NULL AND changed = '[]'",
                (self._reading,),
            )
            self["sweep"] = None

    def forget_server(self) -> None:
        """Marks all notes as unsent, because the server lost its data."""
        self.forget_token()
        self._rows.execute("DELETE FROM note WHERE deleted")
        for note in self._all("1"):
            self._put(Note(note.name, note.fields, list(note.fields)))

    def clear(self) -> None:
        """Removes all notes, including unsent ones."""
        self.forget_token()
        self._rows.execute("DELETE FROM note")

    # Persistent settings

    def __getitem__(self, key: str) -> str | None:
        row = self._rows.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
        value: str | None = row[0] if row else None
        return value

    def __setitem__(self, key: str, value: str | None) -> None:
        self._rows.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (key, value))

    @property
    def token(self) -> str | None:
        """The token of the last page that was read from the zone's feed."""
        return self["token"]

    @token.setter
    def token(self, token: str | None) -> None:
        self["token"] = token

    @property
    def _reading(self) -> int:
        return int(self["reading"] or 0)

    def _all(self, condition: str) -> Iterator[Note]:
        columns = "name, fields, changed, tag, deleted"
        rows = self._rows.execute(f"SELECT {columns} FROM note WHERE {condition} ORDER BY name")
        for name, fields, changed, tag, deleted in rows.fetchall():
            yield Note(name, json.loads(fields), json.loads(changed), tag, bool(deleted))

    def _note(self, name: str) -> Note | None:
        columns = "name, fields, changed, tag, deleted"
        row = self._rows.execute(f"SELECT {columns} FROM note WHERE name = ?", (name,)).fetchone()
        if row is None:
            return None
        return Note(row[0], json.loads(row[1]), json.loads(row[2]), row[3], bool(row[4]))

    def _put(self, note: Note) -> None:
        self._rows.execute(
            "INSERT OR REPLACE INTO note VALUES (?, ?, ?, ?, ?, ?)",
            (
                note.name,
                json.dumps(note.fields),
                json.dumps(note.changed),
                note.tag,
                note.deleted,
                self._reading,
            ),
        )
