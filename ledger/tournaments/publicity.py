"""Visibility of names and comments on a tournament's public pages; hidden by default.

The setting is not an event: it takes effect at once and can be revoked. Bundles have their own options.
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
    """Visibility settings of a tournament's public pages.

    Attributes:
        names: whether to show names; otherwise starting numbers.
        words: whether to show the reasons and clauses that officials entered.
        room: whether screens and printouts in the room show names, even if the public pages do not.
    """

    names: bool = False
    words: bool = False
    room: bool = True

    @property
    def in_room(self) -> Publicity:
        """The settings for screens and printouts in the room."""
        return Publicity(names=self.names or self.room, words=self.words, room=self.room)


WALL = "wall"
"""Label of a public link for a screen in the room; its pages use the settings for the room."""

OPEN = Publicity(names=True, words=True)
"""The settings for officials and players of a tournament."""


def shown(ledger: Ledger, tournament_id: str) -> Publicity:
    """Return the visibility settings of a tournament."""
    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key == _key(tournament_id)))
    except LedgerReadOnly:  # a role that may not read it: then nothing is shown
        return Publicity()
    said = json.loads(found[0][0]) if found else {}
    return Publicity(said.get("names") is True, said.get("words") is True, said.get("room") is not False)


def show(
    ledger: Ledger, tournament_id: str, *, names: bool | None = None, words: bool | None = None,
    room: bool | None = None, by: str,
) -> Publicity:  # fmt: skip
    """Show or hide names and words on the pages of a tournament, and in its room; `None` leaves a setting unchanged.

    Raises:
        RoleRefused: the role may not announce tournaments, so it may not change this.
    """
    must_be_allowed(by, "announce")
    was = shown(ledger, tournament_id)
    wanted = {"names": names, "words": words, "room": room}
    now = replace(was, **{key: value for key, value in wanted.items() if value is not None})
    value = json.dumps({"names": now.names, "words": now.words, "room": now.room})
    ledger.log.write(delete(service).where(service.c.key == _key(tournament_id)))
    ledger.log.write(ledger.log.into(service).values(key=_key(tournament_id), value=value))
    return now


def _key(tournament_id: str) -> str:
    return f"shown {tournament_id}"
