"""Clients with a bug each, to measure which tests find it.

Each class changes one method of the correct client. Without faults, all of them work.
"""

from __future__ import annotations

from local_store import Note
from mockcloud import CKError, ZoneChanges
from mockcloud import errors as ck
from sync_client import SyncClient


class TokenBeforePage(SyncClient):
    """Stores the token of each page as it is received, and the changes when all are there."""

    def _pull(self) -> None:
        pages: list[ZoneChanges] = []
        for page in self._unzoned.zone_changes(self._zone, self.store.token):
            if page.errors:
                raise page.errors[0]
            self.store.token = page.token
            pages.append(page)
        for page in pages:
            self._apply(page)
        self.store.sweep()


class QueueDroppedOnSignOut(SyncClient):
    """Removes the user's data from the device at a sign-out, with the unsent changes."""

    def _pause(self) -> None:
        super()._pause()
        self.store.clear()


class DeletionsKept(SyncClient):
    """Reads all notes again after an expired token, but keeps those that were deleted since."""

    def _start_over(self) -> None:
        self.store.token = None


class LostResponseDoubled(SyncClient):
    """Sends new notes again under other names if there was no response."""

    def _send(self, notes: list[Note]) -> None:
        try:
            super()._send(notes)
        except ck.ServerResponseLost:
            for note in notes:
                if note.tag is None and not note.deleted:
                    self.store.remove([note.name])
                    self.store.edit(f"{note.name}-again", **note.fields)
            raise


class TagDropped(SyncClient):
    """Merges the server's fields after a conflict, but does not store the server's tag."""

    def _refused(self, note: Note, error: CKError) -> CKError | None:
        if isinstance(error, ck.ServerRecordChanged) and error.server_record is not None:
            server = error.server_record
            server.change_tag = None
            self.store.merge(server)
            return None
        return super()._refused(note, error)


class EarlyRetry(SyncClient):
    """Tries again at once, and often, whatever `retryAfter` says."""

    attempts = 100

    def _wait(self, error: CKError, attempt: int) -> None:
        pass


class MoreComingIgnored(SyncClient):
    """Reads only the first page of the changes."""

    def _pull(self) -> None:
        self._apply(self._unzoned.zone_changes_page(self._zone, self.store.token))
        self.store.sweep()


class BatchNotSplit(SyncClient):
    """Leaves a batch that is too large for the next sync, which sends it again."""

    def _send_parts(self, notes: list[Note]) -> None:
        raise ck.LimitExceeded("the batch is too large")


#: The bugs by the names of docs/FAULTS.md.
BUGS: dict[str, type[SyncClient]] = {
    "token stored before its page": TokenBeforePage,
    "queue dropped on sign-out": QueueDroppedOnSignOut,
    "deletions kept after an expired token": DeletionsKept,
    "lost response doubled": LostResponseDoubled,
    "tag dropped": TagDropped,
    "early retry": EarlyRetry,
    "`moreComing` ignored": MoreComingIgnored,
    "batch not split": BatchNotSplit,
}
