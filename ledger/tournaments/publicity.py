"""Public visibility of names and comments on a tournament's pages; hidden by default.

It is no event: it can be taken back at once, and an erased name is gone there, too. Bundles go by their own options.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from sqlalchemy import delete, select

from tablescribe.domain.tournament.model.roles import must_be_allowed
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.log.schema import service
from tablescribe.ledger.matches.ledger import Ledger


@dataclass(frozen=True)
class Publicity:
    """What everybody reads.

    Attributes:
        names: what people are called; else their starting numbers.
        words: reasons and clauses, which people wrote.
    """

    names: bool = False
    words: bool = False


OPEN = Publicity(names=True, words=True)
"""What officials and players of a tournament read."""


def shown(ledger: Ledger, tournament_id: str) -> Publicity:
    """Return what the pages of a tournament show to everybody."""
    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key == _key(tournament_id)))
    except LedgerReadOnly:  # a role that may not look there: then nothing is shown
        return Publicity()
    said = json.loads(found[0][0]) if found else {}
    return Publicity(said.get("names") is True, said.get("words") is True)


def show(
    ledger: Ledger, tournament_id: str, *, names: bool | None = None, words: bool | None = None, by: str
) -> Publicity:
    """Let the pages of a tournament show names or words from now on, or not; `None` leaves it as it is.

    Raises:
        RoleRefused: only who announces tournaments says so.
    """
    must_be_allowed(by, "announce")
    was = shown(ledger, tournament_id)
    now = replace(was, names=was.names if names is None else names, words=was.words if words is None else words)
    value = json.dumps({"names": now.names, "words": now.words})
    ledger.log.write(delete(service).where(service.c.key == _key(tournament_id)))
    ledger.log.write(ledger.log.into(service).values(key=_key(tournament_id), value=value))
    return now


def _key(tournament_id: str) -> str:
    return f"shown {tournament_id}"
