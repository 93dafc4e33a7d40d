"""In how many ways a client can read changes, and its bugs."""

from __future__ import annotations

from dataclasses import dataclass

from chance import Chance

#: The planted bugs: the client stops after a page with `moreComing`, continues with a token that
#: another call returns, or does not send a stored token.
BUGS = ("ignoresMore", "takesNewest", "throwsAway")


@dataclass(frozen=True)
class Habits:
    """How a client reads."""

    #: When it stores tokens: after a `page`, a `zone` or a `pass`.
    stores: str
    #: How it finds its zones: by the `feed` of the database, by a `list`, or by fixed `names`.
    finds: str
    #: What it does about a failed record: `stop`, read on and store nothing (`later`), read the
    #: page `again`, `ignore` it, or read the page again and go on with the `newest` token.
    failed_record: str
    #: Whether it begins again with its zones when the token of the database has expired.
    begins_all_again: bool
    #: Whether it makes several calls at a time, for several zones each, in random order, and by
    #: `records/changes`.
    overlaps: bool
    groups: bool
    mixes: bool
    reads_records: bool
    #: Whether it ends a pass at the first failure.
    gives_up: bool
    #: Whether it uses the blocks that it got before an operation ended early.
    uses_blocks: bool
    bug: str | None = None

    @staticmethod
    def any(chance: Chance, bug: str | None) -> Habits:
        stores = chance.one("page", "zone", "pass")
        # A client that stores a pass as a whole does so without failed records.
        more = ("stop", "later") if stores == "pass" else ("again", "ignore", "newest")
        failed_record = chance.one("stop", "later", *more)
        return Habits(
            stores,
            finds=chance.one("feed", "list", "names"),
            failed_record=failed_record,
            begins_all_again=chance.maybe(0.5),
            overlaps=chance.maybe(0.6),
            groups=chance.maybe(0.5),
            mixes=chance.maybe(0.5),
            reads_records=chance.maybe(0.3),
            gives_up=chance.maybe(0.3),
            uses_blocks=chance.maybe(0.9),
            bug=bug,
        )
