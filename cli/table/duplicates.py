"""Likely duplicates, pointed out when a match is recorded or imported."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tablescribe.domain.words.text import Text, listed, plural

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.ledger.matches.ledger import Ledger
    from tablescribe.ledger.read_models.summaries import Summary


def warning_of(ledger: Ledger, match: Match) -> tuple[list[Text], list[str]]:
    """Return a sentence if a match that was just closed is likely recorded already, and the ids of those matches."""
    from tablescribe.ledger.read_models.duplicates import duplicates_of

    ledger.lists.fresh()
    found = [one.id for one in duplicates_of(ledger.asking, match.id)]
    if not found:
        return [], []
    text = plural(
        len(found),
        "This looks like match {matches}: the same game, day, people and result. If it is the same one: {command}",
        "This looks like one of {n} matches ({matches}): the same game, day, people and result. "
         "If it is one of them: {command}",
        matches=listed(found), command=f"tablescribe void {match.id} --instead {found[0]} --because …",
    )  # fmt: skip
    return [text], found


def groups_of(ledger: Ledger, among: Collection[str]) -> list[list[Summary]]:
    """Return groups of likely duplicates that have one of these matches, as after an import."""
    from tablescribe.ledger.read_models.duplicates import duplicates

    if not among:
        return []
    ledger.lists.fresh()
    return duplicates(ledger.asking, among)


def say_groups(groups: Sequence[Sequence[Summary]]) -> Text:
    """Return in words how many matches may have been recorded twice, and how to look at them."""
    return plural(
        len(groups), "1 match may have been recorded twice: {command}",
        "{n} matches may have been recorded twice: {command}",
        command="tablescribe matches --duplicates",
    )  # fmt: skip
