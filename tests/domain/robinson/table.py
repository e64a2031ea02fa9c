"""A table for tests in the form "given this island, these camps and goods, when a seat does this, then …"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.games.robinson.actions.placing import Arrange, Rest
from tablescribe.domain.games.robinson.board import TURN, catalogue_of, options_of
from tablescribe.domain.games.robinson.marks import gave
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome, ScriptedChance
from tablescribe.domain.rules.deciding import unused
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import face_down, unseen
from tests.support import STAMP, do

CHARACTERS = ("carpenter", "cook", "explorer", "soldier")
"""Seat 1 plays the Carpenter, 2 the Cook, 3 the Explorer, 4 the Soldier."""

DRAWN = ("basket", "bow", "cellar", "sling", "shield")
"""The inventions on the board besides the default ones."""

DEALT = (
    "biscuits", "flask_of_rum", "pipe_and_tobacco", "empty_bottle", "pistol", "hammer_and_nails", "storm_glass",
    "bible",
)  # fmt: skip
"""The starting items: seat 1 has the first two, seat 2 the next two, and so on."""

TILES = (4, 5, 6, 10)
"""The start tiles: 4 (hills) for seat 1, 5 (mountain) for 2, 6 (plains) for 3, 10 (river) for 4; wood and food each."""


def given(
    *,
    seats: int = 2,
    camps: Mapping[int, int] | None = None,
    tiles: Mapping[int, int] | None = None,
    levels: Mapping[str, int] | None = None,
    stock: Mapping[int, Mapping[str, int]] | None = None,
    items: Mapping[int, Iterable[str]] | None = None,
    starting: Mapping[int, Mapping[str, int]] | None = None,
    on_board: Iterable[str] = (),
    hunting: int = 0,
    tokens: Iterable[str] = (),
    values: Mapping[str, Any] | None = None,
    more: Callable[[Play], None] | None = None,
    catalogue: Any = None,
    chance: str = "table",
    begun: Match | None = None,
    edition: str = "",
    **options: Any,
) -> Match:
    """Return a match in this position in which seat 1 is to place the first pawn.

    Args:
        camps: other positions of camps, by seat.
        tiles: more tiles on the island, by space.
        levels: hearts, determination and levels, such as `weapon:1`.
        stock: what each seat has instead of the first round's wood, food and determination.
        items: built inventions, by seat.
        starting: more starting items with their markers, by seat.
        on_board: more inventions on the board.
        hunting: the number of beasts in the hunting deck.
        tokens: fields with an adventure token.
        values: values of the table.
        more: further changes of the table.
        chance: `open`: what only one player looks at is also recorded.
        begun: an existing match.
        edition: the edition of the rules, if not the current one.
    """
    match = begun or opened(seats, catalogue=catalogue, chance=chance, edition=edition, **options)
    while (closing := unused(match.opening, match.table)) is not None:
        do(match, *closing)
    play = Play(match.opening, match.table.copy(), ScriptedChance())
    for seat, number in (camps or {}).items():
        play.move(f"camp:{seat}", 1, play.table.where(f"camp:{seat}")[0], f"space:{number}")
    for number, tile in (tiles or {}).items():
        fetch(play, f"tile:{tile}", f"space:{number}")
    for seat, goods in (stock or {}).items():
        play.move_all(f"stock:{seat}", "supply")
        for good, n in goods.items():
            play.move(good, n, "supply", f"stock:{seat}")
    _lay_cards(play, items or {}, starting or {}, on_board)
    play.move("?beast", hunting, "deck:beast", "hunting")
    for work in tokens:
        play.move(f"token:{work}", 1, "supply", f"field:{work}")
    for key, value in {**(levels or {}), **(values or {})}.items():
        play.set(key, value)
    if more is not None:
        more(play)
    if play.facts:
        match.rule(play.facts, STAMP, clause="a prepared position", reason="test")
    return match


def opened(seats: int = 2, *, catalogue: Any = None, chance: str = "table", edition: str = "", **options: Any) -> Match:
    """Return a match at its beginning: seat 1 is the first player, all else is dealt in the order of the lists above.

    The scenario is the Idols by default. In the Signal Race the first question is whether a pyre is fed.
    """
    fixed = opening("robinson", seats, {"scenario": "idols", **options}, catalogue, edition)
    people = [Seat(f"p{n}", "c") for n in range(1, seats + 1)]
    return Match.open("m", fixed, people, STAMP, chance=chance, outcomes=set_up_outcomes(fixed))


def set_up_outcomes(fixed: Opening) -> list[Outcome]:
    """Return the outcomes of the set-up. If a single piece is left, nobody is asked."""
    seats, options = fixed.seats, options_of(fixed)
    told: list[Outcome] = [f"character:{one}" for one in CHARACTERS[: min(seats, 3)]]
    told += [f"invention:{one}" for one in DRAWN]
    told += [f"starting:{one}" for one in DEALT[: 2 * seats]]
    told.append(1)
    if options.start_mode == "scenario":
        told += [f"tile:{tile}" for tile in TILES[: 3 if options.scenario == "signal_race" else 4][:seats]]
    return told


def _lay_cards(
    play: Play,
    items: Mapping[int, Iterable[str]],
    starting: Mapping[int, Mapping[str, int]],
    on_board: Iterable[str],
) -> None:
    for seat, names in items.items():
        for name in names:
            fetch(play, f"invention:{name}", f"items:{seat}")
            _note_what_it_gave(play, f"invention:{name}")
    for name in on_board:
        fetch(play, f"invention:{name}", "inventions")
    for seat, cards in starting.items():
        for name, markers in cards.items():
            fetch(play, f"starting:{name}", f"starting:{seat}")
            play.set(f"uses:starting:{name}", markers)


def _note_what_it_gave(play: Play, piece: str) -> None:
    """Count the levels of a built item as given: they are among those of the position (RC-98)."""
    once = catalogue_of(play.opening).invention(piece).one_off
    for track, n in (("palisade", once.palisade), ("weapon", once.weapon)) if once is not None else ():
        play.set(gave(piece, track), n or None)


def fetch(play: Play, piece: str, to: str) -> None:
    """Move a card or tile from wherever it is; an unknown one comes from its deck."""
    deck = piece.partition(":")[0]
    places = [zone for zone in play.table.where(piece) if zone != unseen(deck)]
    if places:
        play.move(piece, 1, places[0], to)
    else:
        play.move(face_down(deck), 1, f"deck:{deck}", to)
        play.reveal(to, deck, piece)


def play_it(match: Match, seat: int, action: Action, *outcomes: Outcome) -> None:
    """Carry out a seat's action: first with these dice and cards, then with calm ones."""
    told = list(outcomes)
    while True:
        try:
            do(match, seat, action, *told)
            return
        except NeedsOutcome as needs:
            told.append(calm(needs))


def calm(needs: NeedsOutcome) -> Outcome:
    """Return the outcome with the least effect: success without wound or adventure, no rain, the first card."""
    among = list(needs.question.among)
    return next((one for one in QUIET if one in among), min(among, key=str))


QUIET: tuple[Outcome, ...] = (
    "success", "blank", "rain_1", "snow_1", "adventure:explore", "beast:birds", "discovery:candles"
)  # fmt: skip


def when(match: Match, *said: tuple[int, Action]) -> Match:
    """Carry out seats' actions in order, with calm dice."""
    for seat, action in said:
        play_it(match, seat, action)
    return match


def all_rest(match: Match, *outcomes: Outcome) -> Match:
    """Place all remaining pawns on rest; the outcomes are those of what follows the last pawn."""
    return _all_do(match, Rest(), outcomes)


def all_arrange(match: Match, *outcomes: Outcome) -> Match:
    """Place all remaining pawns on arranging the camp, so that nobody heals."""
    return _all_do(match, Arrange(), outcomes)


def _all_do(match: Match, act: Action, outcomes: Sequence[Outcome]) -> Match:
    while seat := match.table.number(TURN):
        last = sum(match.table.count(f"pawns:{one}", f"pawn:{one}") for one in match.opening.all_seats) == 1
        play_it(match, seat, act, *(outcomes if last else ()))
        if last:
            break
    return match


def go_on(match: Match) -> Match:
    """Decline all windows until a pawn is to be placed, or an answer is required."""
    while (closing := unused(match.opening, match.table)) is not None:
        play_it(match, *closing)
    return match


def number(match: Match, key: str) -> int:
    """Return a number among the table's values."""
    return match.table.number(key)


def goods(match: Match, zone: str) -> dict[str, int]:
    """Return the contents of a zone."""
    return match.table.pieces(zone)


def rolled(match: Match) -> list[str]:
    """Return the outcomes of the last move."""
    return [str(one) for one in getattr(match.moves[match.head], "outcomes", ())]
