"""What each key of a match is worth: who enrolled it, by whose pass, when, whether it was known before, and signed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from tablescribe.domain.match.events import Enrolled, EnrolledBy
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Text, listed, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.matches.prior_conduct import KnownKey
from tablescribe.ledger.proofs.keys.signing import check_signatures, fingerprint
from tablescribe.replays.reading.wording import by_whom


@dataclass(frozen=True)
class KeyStanding:
    """A key, as it stands in a match.

    Attributes:
        holder: for whom it speaks, or spoke: `seat:2` or `judge`.
        key: base64 of its 32 bytes.
        by: by whose pass it was enrolled, see `EnrolledBy`; `None` where the log does not say so.
        at: when it was enrolled.
        version: of the event that enrolled it.
        late: whether that was after the match was closed.
        speaks: whether it speaks for its holder now.
        revoked: whether it was revoked.
        signed: whether a good signature under the result was made with it.
        known: the key that the person at that seat had in the latest other match, if any.
    """

    holder: str
    key: str
    by: str | None
    at: datetime
    version: int
    late: bool
    speaks: bool
    revoked: bool
    signed: bool
    known: KnownKey | None

    @property
    def fingerprint(self) -> str:
        """By what people compare it."""
        return fingerprint(self.key)

    @property
    def change(self) -> str:
        """How it compares with earlier matches: `known`, `changed`, or `new` where there was none."""
        if self.known is None:
            return "new"
        return "known" if self.known.key == self.key else "changed"


def standings(match: Match, closing: Row | None, known: Mapping[str, KnownKey]) -> list[KeyStanding]:
    """Return every key of a match as it stands now, in the order in which they were enrolled.

    Args:
        match: the match.
        closing: its stored closing event, if it is closed.
        known: the keys that the people had in other matches, by holder.
    """
    papers = match.papers
    checks = check_signatures(match.opened, papers, closing) if closing is not None else []
    good = {(check.holder, check.key) for check in checks if check.fault is None}
    latest = {event.key: event for event in papers.events if isinstance(event, Enrolled)}
    return [
        KeyStanding(
            event.holder, event.key, event.by if isinstance(event, EnrolledBy) else None, event.at,
            event.originator_version, closing is not None and event.originator_version > closing.version,
            papers.keys.get(event.holder) == event.key, event.key in papers.revoked,
            (event.holder, event.key) in good, known.get(event.holder),
        )
        for event in latest.values()
    ]  # fmt: skip


def worth(one: KeyStanding) -> Text:
    """Return what a key proves, in words; nothing in them tells of which other match it is known."""
    return listed(_parts(one), "; ")


def _parts(one: KeyStanding) -> Iterator[Text]:
    if one.by is None:
        yield say("nobody says by whose pass it was enrolled: a signature is the word of whoever keeps the ledger")
    elif one.by != one.holder:
        yield say("enrolled by {by}: a signature is that word, unless you know the key", by=by_whom(one.by))
    else:
        yield say("enrolled by its holder’s own pass")
    if one.change == "known":
        yield say("the same key as in an earlier match")
    elif one.change == "changed":
        yield say("another key than in an earlier match: ask that person whether there is a new one")
    else:
        yield say("seen here for the first time: compare its fingerprint")
    if one.late:
        yield say("enrolled only after the end")
    if one.revoked:
        yield say("revoked since: what it signed before counts")
    elif not one.speaks:
        yield say("replaced by another since")
