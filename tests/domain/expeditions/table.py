"""A table for tests in the form "given this table, when a seat does this, then …"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tablescribe.domain.games import game, opening
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.effects import AnyEffect
from tablescribe.domain.match.events import Played, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome, ScriptedChance
from tablescribe.domain.rules.play import Play
from tests.support import STAMP

SOUTH = tuple(f"south:{n}" for n in range(1, 7))
"""Location 1 is at S1, 2 at S2, 3 at S3, 4 at S5, 5 at S6, 6 at S7."""

SLOTS = ("card:i01", "card:i02", "card:m01", "card:q01", "card:q02")
"""The face-up cards in slots M1 to M5."""

CHARACTER, COMPANION = "starter:p1-character", "starter:p1-companion"


def house() -> Any:
    """Return the catalogue as plain data, for a test to change."""
    return game("expeditions").catalogue.model_dump(mode="json", exclude_none=True)


def with_ability(effect: Mapping[str, Any], card: str = "i01") -> Any:
    """Return the catalogue with another ability on a card, which any worker can use."""
    data = house()
    for one in data["cards"]:
        if one["id"] == card:
            one |= {"ability": effect, "worker": "any"}
    return data


def given(
    here: str = "",
    *,
    tiles: Mapping[str, int] | None = None,
    stacks: Mapping[str, Sequence[str]] | None = None,
    hand: Iterable[str] = (),
    active: Iterable[tuple[str, str]] = (),
    tucked: Mapping[str, Iterable[str]] | None = None,
    workers: Mapping[str, int] | None = None,
    taken: Mapping[int, Iterable[str]] | None = None,
    maps: Mapping[int, int] | None = None,
    boasted: Iterable[str] = (),
    automa: Mapping[str, str] | None = None,
    glory: int = 0,
    values: Mapping[str, Any] | None = None,
    turn: int = 1,
    catalogue: Any = None,
    more: Callable[[Play], None] | None = None,
    edition: str = "",
    **options: Any,
) -> Match:
    """Return a match in this position.

    Args:
        here: the position of the human's mech; by default Basecamp.
        tiles: the locations face up at places, besides the south.
        stacks: the corruption of places in the order drawn, such as `orange3`, `turquoise4` or `twenty`.
        hand: cards in the hand besides the two starting cards.
        active: the active row from left to right, each card with its worker's colour or nothing.
        tucked: cards at the edges of the mat, by `solved`, `upgraded`, `melded`.
        workers: on the human's mat, by colour.
        taken, maps: corruption and map tokens, by seat.
        boasted: the categories on which the human has a token.
        automa: the positions of its mechs, by region.
        glory: the number of tokens that the Automa has placed.
        values: values of the table, such as `power` or `token`.
        turn: the seat in turn.
        more: further changes of the table.
        edition: the edition of the rules; by default the current one.
    """
    chosen = {"mech": "tatanka", "pair": "p1", "first_player": turn, **options}
    fixed = opening("expeditions", 2, chosen, catalogue, edition)
    seats = [Seat("human", "c"), Seat("automa", "c")]
    match = Match.open("m", fixed, seats, STAMP, outcomes=[*SOUTH, *SLOTS])
    play = Play(fixed, match.table.copy(), ScriptedChance())
    _lay_map(play, tiles or {}, stacks or {})
    _lay_cards(play, hand, active, tucked or {})
    _lay_tokens(play, workers or {}, taken or {}, maps or {}, boasted)
    _lay_mechs(play, here, automa or {})
    for k in range(1, glory + 1):
        play.move("glory:2", 1, f"glorycard:{k}", "basecamp")
    for key, value in (values or {}).items():
        play.set(key, value)
    if more is not None:
        more(play)
    if play.facts:
        match.rule(play.facts, STAMP, clause="a prepared position", reason="test")
    return match


def _lay_map(play: Play, tiles: Mapping[str, int], stacks: Mapping[str, Sequence[str]]) -> None:
    for place, number in tiles.items():
        region = Board(play.opening, play.table).region(place)
        play.reveal(f"cell:{place}", region, f"{region}:{number}")
        play.move("map", 1, f"cell:{place}", "supply")
    for place, tokens in stacks.items():
        for k, token in enumerate(tokens, start=1):
            lay_token(play, token, f"stack:{place}:{k}")


def _lay_cards(
    play: Play, hand: Iterable[str], active: Iterable[tuple[str, str]], tucked: Mapping[str, Iterable[str]]
) -> None:
    for zone, cards in {"hand:1": hand, **{f"{edge}:1": cards for edge, cards in tucked.items()}}.items():
        for card in cards:
            lay_card(play, card, zone)
    for k, (card, colour) in enumerate(active, start=1):
        lay_card(play, card, f"active:{k}")
        if colour:
            play.move(f"worker:{colour}", 1, "supply", f"active:{k}")


def _lay_tokens(
    play: Play,
    workers: Mapping[str, int],
    taken: Mapping[int, Iterable[str]],
    maps: Mapping[int, int],
    boasted: Iterable[str],
) -> None:
    for colour, n in workers.items():
        play.move(f"worker:{colour}", n, "supply", "workers:1")
    for seat, tokens in taken.items():
        for token in tokens:
            lay_token(play, token, f"taken:{seat}")
    for seat, n in maps.items():
        play.move("map", n, "supply", f"maps:{seat}")
    for category in boasted:
        play.move("glory:1", 1, "mat:1", f"category:{category}")


def _lay_mechs(play: Play, here: str, automa: Mapping[str, str]) -> None:
    if here:
        play.move("mech:human", 1, "basecamp", f"cell:{here}")
    for side, place in automa.items():
        play.move(f"mech:{side}", 1, play.table.where(f"mech:{side}")[0], f"cell:{place}")


def lay_token(play: Play, token: str, zone: str) -> None:
    """Put a corruption token somewhere: the 20, or one from the bag."""
    if token == "twenty":
        play.move(token, 1, "beside", zone)
        return
    play.move("?corruption", 1, "deck:corruption", zone)
    play.reveal(zone, "corruption", f"corruption:{token}")


def lay_card(play: Play, card: str, zone: str) -> None:
    """Put a card somewhere, from the hand, a slot or the deck."""
    places = [place for place in play.table.where(card) if not place.startswith("unseen:")]
    if places:
        play.move(card, 1, places[0], zone)
        return
    play.move("?card", 1, "deck:card", zone)
    play.reveal(zone, "card", card)


def when(
    match: Match, do: str, *outcomes: Outcome, as_played: bool = False, seat: int = 0, **fields: Any
) -> list[Played]:
    """Let the human act, or the Automa take its turn, with these outcomes of chance."""
    who = seat or (2 if do == "automa" else 1)
    return match.play(who, said(do, **fields), match.chance(outcomes), STAMP, as_played=as_played)


def said(do: str, **fields: Any) -> Action:
    """Return an action from its words."""
    return game("expeditions").read_action({"do": do, **fields})


def at(match: Match, mech: str) -> str:
    """Return the position of a mech."""
    return match.table.where(f"mech:{mech}")[0].removeprefix("cell:")


def number(match: Match, key: str) -> int:
    """Return a number among the table's values."""
    return match.table.number(key)


def lies(match: Match, zone: str) -> list[str]:
    """Return the pieces of a zone."""
    return list(match.table.each(zone))


def due(match: Match) -> list[AnyEffect]:
    """Return what is due."""
    return [effect for _, effect in Board(match.opening, match.table).dues]


def row(match: Match) -> list[str]:
    """Return the active row from left to right."""
    return [card for _, card in Board(match.opening, match.table).row]


def cited(match: Match) -> set[str]:
    """Return the rules that the last move cites."""
    last = match.moves[match.head]
    assert isinstance(last, Played)
    return set(last.citations)
