"""A sync client in CloudCore's way: synchronises a local store with one zone of a database.

It pushes what was changed here, and only that, then pulls what was changed elsewhere, by token.
It handles every error that CloudKit expects clients to handle, see `sync`.
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
    """One device's engine. `sleep` waits that many seconds: here it moves the cloud's clock."""

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
        """A push triggers a sync, and so does a user who is back."""
        if isinstance(event, AccountChange):
            self.signed_in = event.status == "available"
            if self.signed_in:
                self.sync()
        elif isinstance(event, Notification) and event.subscription_id == self._subscription:
            self.sync()

    def sync(self) -> bool:
        """Pushes, then pulls, again until it succeeds, after what each error asks for.

        False: it must be tried again later.
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
                # Nothing helps but the user; the change of the account will be an event.
                self.signed_in = False
            except ck.ChangeTokenExpired:
                self.store.forget_token()
            except ck.UserDeletedZone:
                # The user wanted the data gone, so it goes here too, sent or not.
                self.store.clear()
                self.store["zone"] = None
            except ck.ZoneNotFound as error:
                # At the first run, or somebody lost it: everything that is here is uploaded.
                self.store.forget_server()
                reset = error.user_did_reset_encrypted_data
                self.store["zone"] = "reset" if reset else None
        return False

    def _set_up(self) -> None:
        """Makes the zone and subscribes, once; both do no harm where they were done before."""
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
        """Sends notes in one call, or in two halves where that is too much."""
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
        """Settles what can be settled for one note, so that the next turn can send it."""
        if isinstance(error, ck.ServerRecordChanged) and error.server_record is not None:
            self.store.merge(error.server_record)
        elif isinstance(error, ck.UnknownItem):
            # Deleted elsewhere while it was changed here: deletions win.
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
                raise page.errors[0]  # before the token is kept: the page will come again
            self.store.token = page.token
        self.store.sweep()
