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
    Container,
    Event,
    Notification,
    Record,
    ZoneChanges,
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


class SyncClient:
    """The sync engine of one device.

    `sleep` waits for a number of seconds. The tests pass a function that advances the clock. The
    client has no state that the store does not have, except for `signed_in`, which it asks for.
    """

    #: The number of attempts of a sync, and of the saves of a record that others save too.
    attempts = 6

    def __init__(
        self, container: Container, store: LocalStore, sleep: Callable[[float], object], zone: str
    ) -> None:
        self.store = store
        self.signed_in = True
        self._container = container
        self._zone = zone
        self._subscription = f"sync-{zone}"
        self._unzoned = container.private
        self._database = container.private.in_zone(zone)
        self._sleep = sleep

    # When to sync

    def handle(self, event: Event) -> bool:
        """Handles an event: pushes and sign-ins start a sync. Returns whether that succeeded."""
        if isinstance(event, AccountChange):
            self.signed_in = event.status == "available"
            return self.signed_in and self.sync()
        if isinstance(event, Notification) and event.subscription_id == self._subscription:
            return self.sync()
        return True

    def sync(self) -> bool:
        """Sends and fetches changes until it succeeds, and handles the error of each attempt.

        Returns whether it succeeded. If not, it must be called again later.
        """
        for attempt in range(self.attempts):
            try:
                if not self.signed_in and self._container.account_status() != "available":
                    return False
                self.signed_in = True
                self._set_up()
                if not self._push():
                    return False
                self._pull()
                return True
            except TRANSIENT as error:
                self._wait(error, attempt)
            except SIGNED_OUT:
                self._pause()
            except ck.ChangeTokenExpired:
                self._start_over()
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

    def _wait(self, error: CKError, attempt: int) -> None:
        self._sleep(error.retry_after or min(2**attempt, 60))

    def _pause(self) -> None:
        """Stops syncing until the account is available. Unsent changes remain in the store."""
        self.signed_in = False

    def _start_over(self) -> None:
        """Reads all notes again, and then removes those that the server no longer has."""
        self.store.forget_token()

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

    def _push(self) -> bool:
        """Sends all local changes. Returns false if others save the same notes again and again."""
        for _ in range(self.attempts):
            if not (notes := self.store.pending()):
                return True
            self._send(notes)
        return not self.store.pending()

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
            self._send_parts(notes)
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

    def _send_parts(self, notes: list[Note]) -> None:
        """Sends notes that are too many for one call."""
        self._send(notes[: len(notes) // 2])
        self._send(notes[len(notes) // 2 :])

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
            self._apply(page)
        self.store.sweep()

    def _apply(self, page: ZoneChanges) -> None:
        """Stores a page together with its token."""
        if page.errors:
            raise page.errors[0]  # the page is read again
        with self.store.transaction():
            for record in page.records:
                self.store.merge(record)
            self.store.remove(deletion.name for deletion in page.deletions)
            self.store.token = page.token
