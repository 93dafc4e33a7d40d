"""A sync client modelled on CloudCore. It synchronises a local store with one zone of a database.

It sends only the local changes, and then fetches the changes of other devices by token. It handles
all errors that CloudKit expects clients to handle, see `sync`.
"""

from __future__ import annotations

from collections.abc import Callable

from local_store import LocalStore, Note
from mockcloud import (
    AccountChange,
    CKError,
    Database,
    Event,
    Notification,
    Record,
    ZoneSubscription,
)
from mockcloud import errors as ck

TRANSIENT = (
    ck.NetworkFailure,
    ck.NetworkUnavailable,
    ck.RequestRateLimited,
    ck.ServerResponseLost,
    ck.ServiceUnavailable,
    ck.ZoneBusy,
)
SIGNED_OUT = (ck.NotAuthenticated, ck.AccountTemporarilyUnavailable)
ATTEMPTS = 20


class SyncClient:
    """The sync engine of one device.

    `sleep` waits for a number of seconds. The tests pass a function that advances the clock.
    """

    def __init__(
        self, database: Database, store: LocalStore, sleep: Callable[[float], object], zone: str
    ) -> None:
        self.store = store
        self.signed_in = True
        self._zone = zone
        self._subscription = f"sync-{zone}"
        self._unzoned = database
        self._database = database.in_zone(zone)
        self._sleep = sleep

    # When to sync

    def handle(self, event: Event) -> None:
        """Handles an event: pushes and sign-ins start a sync."""
        if isinstance(event, AccountChange):
            self.signed_in = event.status == "available"
            if self.signed_in:
                self.sync()
        elif isinstance(event, Notification) and event.subscription_id == self._subscription:
            self.sync()

    def sync(self) -> bool:
        """Sends and fetches changes until it succeeds, and handles the error of each attempt.

        Returns whether it succeeded. If not, it must be called again later.
        """
        for attempt in range(ATTEMPTS):
            if not self.signed_in:
                return False
            try:
                self._set_up()
                self._push()
                self._pull()
                return True
            except TRANSIENT as error:
                self._sleep(error.retry_after or min(2**attempt, 60))
            except SIGNED_OUT:
                # Only the user can resolve this. The change of the account will be an event.
                self.signed_in = False
            except ck.ChangeTokenExpired:
                self.store.forget_token()
            except ck.UserDeletedZone:
                # The user chose to delete the data, so unsent local data is deleted as well.
                self.store.clear()
                self.store["zone"] = None
            except ck.ZoneNotFound as error:
                # This is the first run, or the zone was lost: all local data is uploaded.
                self.store.forget_server()
                reset = error.user_did_reset_encrypted_data
                self.store["zone"] = "reset" if reset else None
        return False

    def _set_up(self) -> None:
        """Creates the zone and the subscription once. Repeating both has no effect."""
        if self.store["zone"] == "ready":
            return
        if self.store["zone"] == "reset":
            self._unzoned.delete_zone(self._zone)
            self.store["zone"] = None
        self._unzoned.create_zone(self._zone)
        subscription = ZoneSubscription(self._zone, subscription_id=self._subscription)
        self._unzoned.save_subscription(subscription)
        self.store["zone"] = "ready"

    # Push

    def _push(self) -> None:
        for _ in range(ATTEMPTS):
            if not (notes := self.store.pending()):
                return
            self._send(notes)

    def _send(self, notes: list[Note]) -> None:
        """Sends notes in one call, or in two halves if they exceed a limit."""
        saves = [note for note in notes if not note.deleted]
        deletions = [note for note in notes if note.deleted]
        try:
            results = self._database.modify(
                [self._record(note) for note in saves], [note.name for note in deletions]
            )
        except ck.LimitExceeded:
            if len(notes) == 1:
                raise
            self._send(notes[: len(notes) // 2])
            self._send(notes[len(notes) // 2 :])
            return
        failed: CKError | None = None
        for note, result in zip([*saves, *deletions], results, strict=True):
            if isinstance(result, Record):
                self.store.saved(result, note.sent)
            elif isinstance(result, str):
                self.store.remove([result])
            else:
                failed = self._refused(note, result) or failed
        if failed is not None:
            raise failed

    def _refused(self, note: Note, error: CKError) -> CKError | None:
        """Handles the error of one note so that the next attempt can send it, or returns it."""
        if isinstance(error, ck.ServerRecordChanged) and error.server_record is not None:
            self.store.merge(error.server_record)
        elif isinstance(error, ck.UnknownItem):
            # The note was deleted on another device. Deletions override local changes.
            self.store.remove([note.name])
        elif not isinstance(error, ck.BatchRequestFailed):
            return error
        return None

    @staticmethod
    def _record(note: Note) -> Record:
        record = Record("Note", note.sent, name=note.name)
        record.change_tag = note.tag
        return record

    # Pull

    def _pull(self) -> None:
        for page in self._unzoned.zone_changes(self._zone, self.store.token):
            for record in page.records:
                self.store.merge(record)
            self.store.remove(deletion.name for deletion in page.deletions)
            if page.errors:
                raise page.errors[0]  # before the token is stored, so the page is read again
            self.store.token = page.token
        self.store.sweep()
