"""The audit of what the same people did before: keys that changed, and sealed matches that were opened and left."""

from __future__ import annotations

from collections.abc import Iterator

from domain.match import Match
from domain.text import Thing, say
from ledger.earlier import dropped_before, known_keys
from ledger.ledger import Ledger
from replays.findings import Finding, about_match


def of_earlier(ledger: Ledger, match: Match) -> Iterator[Finding]:
    """Yield notes about keys known from earlier matches, and about earlier openings of the same sealed match."""
    known = known_keys(ledger, match) if match.papers.keys else {}
    for holder, before in known.items():
        now = match.papers.keys.get(holder)
        if now is not None and now != before.key:
            why = say(
                "{holder} had another key in match {match} ({key}): ask that person whether there is a new one",
                holder=Thing(holder), match=before.match, key=before.key,
            )  # fmt: skip
            yield about_match("key.changed", "note", match.papers.enrolled[now].originator_version, why)
    if match.opened.chance != "sealed":
        return
    dropped = dropped_before(ledger, match)
    if dropped:
        why = say(
            "opening {n} of these people within a day; left before: {matches}",
            n=len(dropped) + 1, matches=", ".join(f"{one.match} ({one.moves})" for one in dropped),
        )  # fmt: skip
        yield about_match("opening.again", "note", 1, why)
