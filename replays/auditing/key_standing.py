"""Report on each key of a match: who enrolled it and when, whether it was known before, and whether it signed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tablescribe.domain.match.match import Match
from tablescribe.domain.match.signature_events import Enrolled, EnrolledBy
from tablescribe.domain.words.text import Text, listed, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.matches.prior_conduct import KnownKey
from tablescribe.ledger.proofs.keys.signing import check_signatures, fingerprint
from tablescribe.replays.reading.wording import by_whom


@dataclass(frozen=True)
class KeyStanding:
    """The status of a key in a match.

    Attributes:
        holder: its current or former holder: `seat:2` or `judge`.
        key: base64 of its 32 bytes.
        by: the pass that enrolled it, see `EnrolledBy`; `None` if the log does not say.
        at: the time of enrolment.
        version: the version of the event that enrolled it.
        late: whether it was enrolled after the match was closed.
        speaks: whether it is its holder's current key.
        revoked: whether it was revoked.
        signed: whether it made a valid signature under the result that counts.
        known: the key that this person used in their latest other match, if any.
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
        """The fingerprint by which people compare keys."""
        return fingerprint(self.key)

    @property
    def change(self) -> str:
        """Compared with earlier matches: `known`, `changed`, or `new` if there was none."""
        if self.known is None:
            return "new"
        return "known" if self.known.key == self.key else "changed"


def standings(match: Match, results: Sequence[Row], known: Mapping[str, KnownKey]) -> list[KeyStanding]:
    """Return the status of every key of a match, in the order of enrolment.

    Args:
        match: the match.
        results: its stored closing event and corrections, if it is closed.
        known: the keys that these people used in other matches, by holder.
    """
    papers = match.papers
    checks = check_signatures(match.opened, papers, results) if results else []
    good = {(one.holder, one.key) for one in checks if one.fault is None and one.of == results[-1].version}
    latest = {event.key: event for event in papers.events if isinstance(event, Enrolled)}
    return [
        KeyStanding(
            event.holder, event.key, event.by if isinstance(event, EnrolledBy) else None, event.at,
            event.originator_version, bool(results) and event.originator_version > results[0].version,
            papers.keys.get(event.holder) == event.key, event.key in papers.revoked,
            (event.holder, event.key) in good, known.get(event.holder),
        )
        for event in latest.values()
    ]  # fmt: skip


def worth(one: KeyStanding) -> Text:
    """Return what a key proves, in words that do not identify another match."""
    return listed(_parts(one), "; ")


def _parts(one: KeyStanding) -> Iterator[Text]:
    if one.by is None:
        yield say("it is not recorded who enrolled this key: its signatures rest on the word of the ledger's owner")
    elif one.by != one.holder:
        yield say("enrolled by {by}: its signatures rest on their word, unless you know the key", by=by_whom(one.by))
    else:
        yield say("enrolled by its holder")
    if one.change == "known":
        yield say("the same key as in an earlier match")
    elif one.change == "changed":
        yield say("not the key used in an earlier match: ask that person whether they changed keys")
    else:
        yield say("seen here for the first time: compare its fingerprint")
    if one.late:
        yield say("enrolled after the match was closed")
    if one.revoked:
        yield say("revoked later: earlier signatures remain valid")
    elif not one.speaks:
        yield say("replaced by another key later")
