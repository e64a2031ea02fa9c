"""Warn of likely duplicates when a match is recorded or imported."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tablescribe.domain.words.text import Text, listed, plural

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.ledger.matches.ledger import Ledger
    from tablescribe.ledger.read_models.summaries import Summary


def warning_of(ledger: Ledger, match: Match) -> tuple[list[Text], list[str]]:
    """Return a warning if a match just closed is probably recorded already, and the ids of the other matches."""
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
    """Return groups of likely duplicates that contain one of these matches, for use after an import."""
    from tablescribe.ledger.read_models.duplicates import duplicates

    if not among:
        return []
    ledger.lists.fresh()
    return duplicates(ledger.asking, among)


def say_groups(groups: Sequence[Sequence[Summary]]) -> Text:
    """Say how many matches may be recorded twice, and how to list them."""
    return plural(
        len(groups), "1 match may have been recorded twice: {command}",
        "{n} matches may have been recorded twice: {command}",
        command="tablescribe matches --duplicates",
    )  # fmt: skip
