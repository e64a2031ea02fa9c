"""Another match like one: who sits where, with which options, and where those who played before find it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.ledger.matches.ledger import Ledger

OF_ONE_MATCH = ("played", "minutes", "follows")
"""Options that apply to one match only: date, duration, and previous match of the series. A rematch omits them."""

OF_PEOPLE = ("decks",)
"""Options with one part per seat that belongs to the person; a part follows its person to another seat."""


def order_of(former: Match, *, same_seats: bool) -> list[int]:
    """Return, for each seat, the former seat of its person.

    Without `same_seats`, people move one seat on, and the last person gets the first seat. Automata keep their seats.
    """
    people = [seat for seat in former.opening.all_seats if seat not in former.opening.game.automata]
    moved = people if same_seats else [people[-1], *people[:-1]]
    now = dict(zip(people, moved, strict=True))
    return [now.get(seat, seat) for seat in former.opening.all_seats]


def options_of(former: Match, order: Sequence[int]) -> dict[str, Any]:
    """Return the options of a rematch with this seating (see `order_of`)."""
    options = {name: value for name, value in former.opened.options.items() if name not in OF_ONE_MATCH}
    for name in OF_PEOPLE:
        parts = options.get(name)
        if isinstance(parts, str) and len(several := parts.split("\n---\n")) == len(order):
            options[name] = "\n---\n".join(several[seat - 1] for seat in order)
        elif isinstance(parts, list | tuple) and len(parts) == len(order):
            options[name] = [parts[seat - 1] for seat in order]
    return options


def description_of(former: Match) -> dict[str, Any]:
    """Return the details of a rematch: title, event, place and tags of the former match; empty if it has none."""
    if not former.descriptions:
        return {}
    last = former.descriptions[-1]
    return {"title": last.title, "event": last.event, "place": last.place, "tags": last.tags}


def note_rematch(ledger: Ledger, former_id: str, match_id: str) -> None:
    """Note that a match is the rematch of a former one; the latest counts. It is kept beside the log."""
    from tablescribe.ledger.log.schema import service

    new = ledger.log.backend.into(service).values(key=_key(former_id), value=match_id)
    ledger.log.write(new.on_conflict_do_update(index_elements=["key"], set_={"value": match_id}))


def rematch_of(ledger: Ledger, former_id: str) -> str:
    """Return the id of the rematch of a match, or nothing."""
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import service

    rows = ledger.log.select(select(service.c.value).where(service.c.key == _key(former_id)))
    return str(rows[0][0]) if rows else ""


def same_person(ledger: Ledger, former: Match, seat: int, new: Match) -> int | None:
    """Return the seat in a new match of who had a seat in a former one; nothing if they are not in it."""
    refs = [one.ref for one in new.opened.seats]
    names = ledger.called([former.opened.seats[seat - 1].ref, *refs])
    name = names.get(former.opened.seats[seat - 1].ref)
    return next((k for k, ref in enumerate(refs, start=1) if name and names.get(ref) == name), None)


def _key(former_id: str) -> str:
    return f"rematch {former_id}"
