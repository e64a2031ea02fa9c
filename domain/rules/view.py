"""Hide from a table what a viewer may not see."""

from __future__ import annotations

from tablescribe.domain.rules.chance import NoChance
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import SEALED
from tablescribe.domain.table.table import HIDDEN, Table


def view(opening: Opening, table: Table, seat: int | None) -> Table:
    """Return a copy of the table as a seat may see it (`None`: as a spectator may).

    Hidden cards are face down and count among the unseen cards. Hidden values, and values that other seats have sealed,
    are `?`.
    """
    seen = table.copy()
    play = Play(opening, seen, NoChance())
    for secret in opening.game.secrets(opening, table):
        if seat in secret.seats:
            continue
        for card, n in seen.pieces(secret.zone).items():
            if card.startswith(secret.deck + ":"):
                play.conceal(secret.zone, secret.deck, card, n)
    mine = f"{SEALED}{seat}:"
    others = [key for key in seen.values if key.startswith(SEALED) and not key.startswith(mine)]
    for key in (*opening.game.hidden_values(opening, table, seat), *others):
        if key in seen.values:
            play.set(key, HIDDEN)
    return seen
