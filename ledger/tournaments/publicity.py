"""Public visibility of names and comments on a tournament's pages; hidden by default.

The setting is not an event: it can be revoked at once, and erased names disappear. Bundles have their own options.
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
    """What a tournament's public pages show.

    Attributes:
        names: whether to show names; otherwise starting numbers.
        words: whether to show the reasons and clauses that officials entered.
        room: whether the wall of the room and its papers show names, even if the public pages do not.
    """

    names: bool = False
    words: bool = False
    room: bool = True

    @property
    def in_room(self) -> Publicity:
        """What is shown on the wall of the room and on its papers."""
        return Publicity(names=self.names or self.room, words=self.words, room=self.room)


WALL = "wall"
"""The label of a public link for a screen in the room: its pages show what the room may see."""

OPEN = Publicity(names=True, words=True)
"""What officials and players of a tournament see."""


def shown(ledger: Ledger, tournament_id: str) -> Publicity:
    """Return what the public pages of a tournament show."""
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
