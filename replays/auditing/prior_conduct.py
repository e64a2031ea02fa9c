"""Audit earlier matches of the same people: changed keys, and sealed matches that were opened and abandoned."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Text, Thing, both, listed, say
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.prior_conduct import AbandonedMatch, dropped_before, known_keys
from tablescribe.replays.auditing.findings import Finding, about_match


def of_earlier(ledger: Ledger, match: Match) -> Iterator[Finding]:
    """Yield notes about keys known from earlier matches, and about earlier openings of the same sealed match."""
    known = known_keys(ledger, match) if match.papers.keys else {}
    for holder, before in known.items():
        now = match.papers.keys.get(holder)
        if now is not None and now != before.key:
            why = say(
                "{holder} had a different key in match {match} ({key}): ask that person whether they "
                    "changed keys",
                holder=Thing(holder), match=before.match, key=before.key,
            )  # fmt: skip
            yield about_match("key.changed", "note", match.papers.enrolled[now].originator_version, why)
    if match.opened.chance != "sealed":
        return
    dropped = dropped_before(ledger, match)
    if dropped:
        why = say(
            "opening number {n} by these people within a day; abandoned before: {matches}",
            n=len(dropped) + 1, matches=listed(map(_named, dropped)),
        )  # fmt: skip
        yield about_match("opening.again", "note", 1, why)


def _named(one: AbandonedMatch) -> Text:
    """Return an abandoned match in words, with its number of moves and who prevented its deal."""
    if not one.silent:
        return Text("{match} ({moves})", {"match": one.match, "moves": one.moves})
    return say(
        "{match} (never dealt: {seats} did not reveal a contribution)",
        match=one.match, seats=both(Thing(seat_name(seat)) for seat in one.silent),
    )  # fmt: skip
