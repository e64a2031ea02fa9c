"""Opening of a match: its terms are checked before any name is stored or event recorded."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from tablescribe.domain.clock.control import TimeControl
from tablescribe.domain.games import check_edition, game, opening
from tablescribe.domain.match import clocking
from tablescribe.domain.match.description import described
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.duplicate_play import TITLE as TITLE_OF_MARKS
from tablescribe.domain.rules.game import TITLE
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.contributing import RequestedParts, ask_for
from tablescribe.ledger.matches.ids import new_id
from tablescribe.ledger.matches.series import follow
from tablescribe.ledger.read_models.person_names import seated

if TYPE_CHECKING:
    from tablescribe.ledger.matches.ledger import Ledger


class Terms(TypedDict, total=False):
    """Terms of a new match, apart from its game and people; each has a default.

    Attributes:
        options: options of the game.
        catalogue: components of the game, if not the standard ones.
        chance: source of dice rolls and cards; `table` by default.
        take_back: rule for undoing moves; `free` by default.
        nonces: further parts of the seed.
        outcomes: outcomes of chance during the set-up.
        match_id: id of the match; random by default.
        seats: references of the people, if they exist already, as for entrants of a tournament.
        data: details (title, event, tags); see `Scribe.describe`.
        parts: the contributions that a sealed match waits for before the deal.
        seed: seed of a sealed match, such as a tournament round's; random by default.
        edition: edition of the rules, if not the current one.
        clock: time control of the match, if it has a clock.
        clock_by: role in which the clock is set; `keeper` by default.
    """

    options: Mapping[str, Any] | None
    catalogue: Mapping[str, Any] | None
    chance: str
    take_back: str
    nonces: Sequence[str]
    outcomes: Iterable[Outcome]
    match_id: str | None
    seats: Sequence[Seat] | None
    data: Mapping[str, Any] | None
    parts: RequestedParts | None
    seed: bytes | None
    edition: str
    clock: TimeControl | None
    clock_by: str


def open_match(
    ledger: Ledger,
    now: Callable[[], datetime],
    stamp: Callable[[], Stamp],
    key: str,
    names: Sequence[str],
    **terms: Unpack[Terms],
) -> Match:
    """Open a match of the game with key `key` for these people, in seat order, and record it.

    Raises:
        UnknownGame, WrongOptions, Refused, Illegal, NeedsOutcome: see `Match.open`.
        Refused: the previous match of its series is not in this ledger or not over; a name is missing or used twice;
            or the details are too long.
    """
    names, edition = seated(names), terms.get("edition", "")
    options, data = titled(key, terms.get("options") or {}, terms.get("data") or {})
    if edition:
        check_edition(key, edition)
    fixed = opening(key, len(names), options, terms.get("catalogue"), edition)
    follow(ledger, fixed, names)
    said = described(None, data, title=str(getattr(fixed.options, TITLE, "")))
    chance, nonces, seed = terms.get("chance", "table"), tuple(terms.get("nonces", ())), terms.get("seed")
    if seed is None and any(one.startswith(TITLE_OF_MARKS) for one in nonces):
        raise Refused(say("that contribution is reserved for tournament rounds. Choose another"))
    if chance == "sealed" and seed is None:
        seed = secrets.token_bytes(32)
    parts, clock, clock_by = terms.get("parts"), terms.get("clock"), terms.get("clock_by", "keeper")
    arguments: dict[str, Any] = {"chance": chance, "take_back": terms.get("take_back", "free"), "seed": seed}
    arguments |= {"nonces": nonces, "outcomes": tuple(terms.get("outcomes", ())), "waits": parts is not None}
    nobody = Stamp(now(), "", "")
    # A trial without names, so that invalid terms are refused before names are stored.
    trial = Match.open("trial", fixed, [Seat("", "")] * len(names), nobody, **arguments)
    if clock is not None:
        clocking.set_control(trial, clock, nobody, by=clock_by)
    seats = terms.get("seats")
    if seats is None:
        seats = [Seat(*one) for one in ledger.introduce_all(names)]
    match = Match.open(terms.get("match_id") or new_id(), fixed, seats, stamp(), **arguments)
    if parts is not None:
        ask_for(parts, match, seed, stamp())
    if any(said[name] for name in data if name in said):
        match.describe(stamp(), **said)
    if clock is not None:
        clocking.set_control(match, clock, stamp(), by=clock_by)
    if seed is not None:
        ledger.keep_seed(match.id, seed)
    ledger.save(match, expected_version=0)
    return match


def titled(
    key: str, options: Mapping[str, Any], data: Mapping[str, Any]
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the options and details of a new match; if the game has a title option, the title moves to the options."""
    title = str(data.get(TITLE, ""))
    if not title or TITLE not in game(key).options.model_fields:
        return options, data
    return {TITLE: title, **options}, {name: value for name, value in data.items() if name != TITLE}
