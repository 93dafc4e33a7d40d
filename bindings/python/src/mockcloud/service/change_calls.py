"""The operations of a database that read change feeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .. import service
from .._core.names import names
from .._core.wire import Wire
from .._core.words import flag, text_or_none
from ..errors import ck_error, error_for
from ..records.zones import ZoneLike
from .calls import DatabaseCalls
from .requests import page_limit


class ChangeFeeds(DatabaseCalls):
    """The methods that read change feeds. Without a token, a feed starts with all contents.

    The limit `first_reading` chooses the deletions that such a reading of a zone returns.
    """

    __slots__ = ()

    def changes(self, token: str | None = None) -> service.DatabaseChanges:
        """Returns the zones that changed since the token was issued, from all pages.

        Raises `ChangeTokenExpired` if the service does not accept the token any more: begin
        without one.
        """
        page = self.changes_page(token)
        zones = list(page.zones)
        while page.more_coming:
            page = self.changes_page(page.token)
            zones += page.zones
        return service.DatabaseChanges(tuple(zones), page.token)

    def changes_page(
        self, token: str | None = None, *, results_limit: int | None = None
    ) -> service.DatabaseChanges:
        """Returns one page of the zones that changed since the token was issued."""
        request = _given(
            syncToken=text_or_none(token, "token"), resultsLimit=page_limit(results_limit)
        )
        return service.DatabaseChanges.from_wire(self._zoneless("changes/database", request))

    def zone_changes(
        self,
        zone: ZoneLike | None = None,
        token: str | None = None,
        *,
        results_limit: int | None = None,
        desired_keys: Sequence[str] | None = None,
        record_types: Sequence[str] | None = None,
        reverse: bool | None = None,
    ) -> Iterator[service.ZoneChanges]:
        """Iterates over pages of the changes in a zone since the token was issued.

        Without `zone`, it is that of `in_zone`: `database.in_zone("Notes").zone_changes()`. Store
        the token of each page, to continue after it.

        Raises `ChangeTokenExpired` if the service does not accept the token any more: begin
        without one, and remove what is no longer there. Raises `ZoneNotFound` if there is no such
        zone.
        """
        chosen = self._chosen_zone(zone, "zone_changes")
        while True:
            page = self.zone_changes_page(
                chosen,
                token,
                results_limit=results_limit,
                desired_keys=desired_keys,
                record_types=record_types,
                reverse=reverse,
            )
            yield page
            token = page.token
            if not page.more_coming:
                return

    def zone_changes_page(
        self,
        zone: ZoneLike | None = None,
        token: str | None = None,
        *,
        results_limit: int | None = None,
        desired_keys: Sequence[str] | None = None,
        record_types: Sequence[str] | None = None,
        reverse: bool | None = None,
    ) -> service.ZoneChanges:
        """Returns one page of the changes in a zone since the token was issued.

        Without `zone`, it is that of `in_zone`. Raises the error of the zone if it has one.
        `record_types` filters the records, but not the deletions. With `reverse`, the newest
        changes come first.
        """
        asked = _given(
            syncToken=text_or_none(token, "token"),
            resultsLimit=page_limit(results_limit),
            desiredKeys=None if desired_keys is None else names(desired_keys, "desired_keys"),
            desiredRecordTypes=None
            if record_types is None
            else names(record_types, "record_types"),
            reverse=None if reverse is None else flag(reverse, "reverse"),
        )
        chosen = self._chosen_zone(zone, "zone_changes_page")
        request: Wire = {"zones": [{"zoneID": chosen.to_wire(), **asked}]}
        request.update(self._zoneless_context())
        status, response = self._cloud.exchange("changes/zone", request)
        zones = response.get("zones")
        if not zones:
            raise error_for(status, response)
        if "ckErrorCode" in zones[0]:
            raise ck_error(zones[0], response)
        return service.ZoneChanges.from_wire(zones[0], desired_keys)


def _given(**keys: Any) -> Wire:
    return {key: value for key, value in keys.items() if value is not None}
