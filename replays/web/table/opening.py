"""Open matches for clients, idempotently: each command id opens one match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablescribe.domain.clock.control import read_control
from tablescribe.domain.games import opening
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import UNKNOWN, Outcome
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import CommandReused, NoSuchMatch
from tablescribe.ledger.matches.boxes import opened_with
from tablescribe.ledger.matches.contributing import parts_of
from tablescribe.ledger.matches.opening import titled
from tablescribe.ledger.matches.results import id_from
from tablescribe.ledger.read_models.person_names import seated
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.table.commands import Commands, told_data
from tablescribe.replays.web.table.components import components


def open_match(
    commands: Commands,
    who: Pass,
    game: str,
    names: Sequence[str],
    *,
    options: Mapping[str, Any],
    catalogue: Mapping[str, Any] | None,
    catalogue_file: str | None = None,
    chance: str,
    take_back: str,
    nonces: Sequence[str],
    outcomes: Iterable[Outcome],
    command_id: str | None,
    data: Mapping[str, Any] | None = None,
    contribute: bool = False,
    beacon: int = 0,
    template: str | None = None,
    box: str | None = None,
    clock: str | None = None,
    flag_loses: bool = False,
) -> Match:
    """Open a match. Its id is derived from the command id, so a retry opens it only once.

    Raises:
        UnknownGame, WrongOptions, Refused, Illegal, NeedsOutcome: see `Scribe.new`.
        CommandReused: that command opened another match.
    """
    who.require(who.organises, say("open matches"))
    catalogue = components(commands.ledger, game, catalogue, catalogue_file, template, box)
    options, data = titled(game, options, told_data(data))
    wanted: dict[str, Any] = {
        "options": options, "catalogue": catalogue, "chance": chance, "take_back": take_back,
        "nonces": tuple(nonces), "outcomes": tuple(outcomes),
    }  # fmt: skip
    scribe = commands.scribe(who)
    control = read_control(clock, loses=flag_loses) if clock else None
    timed: dict[str, Any] = {"clock": control, "clock_by": who.role}
    parts = parts_of(seats=contribute, beacon=beacon, now=scribe.now())
    if not command_id:
        return scribe.new(game, names, **wanted, **timed, data=data, parts=parts)
    match_id = id_from(f"{who.id} {command_id}")
    with commands.queries.access.coordination.alone("open", match_id):  # a retry may arrive while the first is running
        if (known := _known(commands, match_id)) is None:
            more: dict[str, Any] = {"match_id": match_id, "data": data, "parts": parts}
            return scribe.new(game, names, **wanted, **timed, **more)
    awaited = known.contributions.awaited if known.contributions is not None else None
    asked = (bool(awaited and awaited.seats), bool(awaited and awaited.chain))
    if box is not None and box in opened_with(commands.ledger, known):  # it may have learnt since, also from that match
        wanted["catalogue"] = known.opened.catalogue
    other = control is not None and (known.clock is None or known.clock.control != control)
    if other or asked != (contribute, beacon > 0) or not _is_that(commands, known, game, seated(names), **wanted):
        raise CommandReused(
            say(
                "command id {command} was already used to open another match. Use a new command id",
                command=command_id,
            )
        )
    return known


def _is_that(
    commands: Commands, match: Match, game: str, names: Sequence[str], *, options: Any, catalogue: Any, outcomes: Any,
    **more: str,
) -> bool:  # fmt: skip
    """Return whether a match is the requested one; an erased name matches any name."""
    fixed, opened = opening(game, len(names), options, catalogue), match.opened
    known = commands.ledger.names(seat.ref for seat in opened.seats)
    return (
        (fixed.game, fixed.seats, fixed.options) == (match.opening.game, match.opening.seats, match.opening.options)
        and fixed.catalogue == match.opening.catalogue
        and all(getattr(opened, field) == value for field, value in more.items())
        and (opened.chance == "sealed" or not outcomes or _told(opened.outcomes) == _told(outcomes))
        and all(known.get(seat.ref, name) == name for seat, name in zip(opened.seats, names, strict=True))
    )


def _known(commands: Commands, match_id: str) -> Match | None:
    try:
        return commands.queries.cache.now(match_id).match
    except NoSuchMatch:
        return None


def _told(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Return the outcomes that people entered; secret draws are never entered."""
    return [one for one in outcomes if one != UNKNOWN]
