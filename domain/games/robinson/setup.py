"""Set-up, from the box to the first round (RC-7 to RC-10, RC-62, RC-97)."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.games.robinson.board import (
    ADVENTURE,
    ADVENTURE_CARD,
    BEAST,
    BOOK_CARD,
    DISCOVERY,
    EVENTS,
    FIRST,
    GOODS,
    INVENTION,
    INVENTIONS,
    RELIC,
    STARTING,
    SUPPLY,
    TILE,
    WORKS,
    Board,
    camp,
    catalogue_of,
    character,
    event_token,
    hearts,
    helper,
    options_of,
    pawn,
    pawns,
    personal,
    shortcut,
    space,
    starting,
)
from tablescribe.domain.games.robinson.cards import HELPER_NAMES
from tablescribe.domain.games.robinson.components import RobinsonCatalogue, Scenario
from tablescribe.domain.games.robinson.rules import rounds
from tablescribe.domain.games.robinson.rules.declaring import mark
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import who
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import Text, Thing, listed, say

PLENTY = 200
"""The amount of each resource in the box: more than a match can use up."""

HELPERS = 8
"""The number of neutral pawns of each kind in the box: more than items and tokens can give at once."""

RELICS = 30
"""The number of relics in the box: more than totems, treasures and signs can give."""

PAWNS = 2  # for each character (RC-B11)
DEALT = 2  # starting items for each player (RC-7)
DRAWN = 5  # inventions on the board besides the default ones (RC-B70)


def box(setting: Setting) -> dict[str, int]:
    """Return the contents of the box."""
    catalogue = catalogue_of(setting)
    pieces: dict[str, int] = dict.fromkeys(GOODS, PLENTY)
    pieces |= {RELIC: RELICS, BOOK_CARD: catalogue.icons.book}
    pieces[ADVENTURE_CARD] = sum(_adventures(catalogue).values())
    pieces |= {helper(work): HELPERS for work in _helpers(catalogue)}
    pieces |= {event_token(work): 1 for work in WORKS}
    for seat in setting.all_seats:
        pieces |= {pawn(seat): PAWNS, camp(seat): 1, shortcut(seat): 1}
    pieces |= {f"character:{one.id}": 1 for one in catalogue.characters}
    for name, cards in _decks(catalogue).items():
        pieces |= deck_box(name, cards)
    return pieces


def _decks(catalogue: RobinsonCatalogue) -> dict[str, dict[str, int]]:
    """Return the cards of each deck, whether they start in it or not."""
    return {
        TILE: {f"tile:{tile.id}": 1 for tile in catalogue.tiles},
        BEAST: {f"beast:{beast.id}": 1 for beast in catalogue.beasts},
        INVENTION: {f"invention:{one.id}": 1 for one in catalogue.inventions},
        DISCOVERY: {f"discovery:{token.id}": token.count for token in catalogue.discoveries},
        STARTING: {f"starting:{item.id}": 1 for item in catalogue.starting_items},
        ADVENTURE: _adventures(catalogue),
    }


def _adventures(catalogue: RobinsonCatalogue) -> dict[str, int]:
    icons = catalogue.icons
    return {"adventure:build": icons.build, "adventure:gather": icons.gather, "adventure:explore": icons.explore}


def _helpers(catalogue: RobinsonCatalogue) -> set[str]:
    """Return the kinds of neutral pawns: those of items, and one for each kind of action."""
    if any(one.blank for one in catalogue.inventions):
        return set(HELPER_NAMES)
    return {"hunt", *WORKS, *(one.helper for one in catalogue.inventions if one.helper)}


# --- the first table ------------------------------------------------------------------------------


def set_up(play: Play) -> None:
    """Lay out common components, deal to each player, place the camps on the island, and begin the first round."""
    catalogue = catalogue_of(play.opening)
    scenario = chosen_scenario(play)
    for rule in ("RC-1", "RC-2", "RC-3", "RC-63"):
        play.cite(rule)
    lay_supply(play, catalogue)
    lay_events(play, catalogue, scenario)
    deal_characters(play, catalogue)
    lay_inventions(play, catalogue)
    deal_starting_items(play, catalogue)
    play.cite("RC-B1")
    first = by_lot(play, "the first player", list(play.opening.all_seats), say("who is the first player"))
    play.set(FIRST, int(first))
    lay_camps(play, catalogue, scenario)
    rounds.begin(play)


def chosen_scenario(play: Play) -> Scenario:
    """Return the scenario in the options; it must support this number of players (RC-61, RC-62)."""
    catalogue, name = catalogue_of(play.opening), options_of(play.opening).scenario
    scenario = catalogue.scenario(name)
    names = listed(one.id for one in catalogue.scenarios)
    play.require(
        "RC-61", scenario, say("there is no scenario {name}: there are {names}", name=name, names=names)
    )  # fmt: skip
    found = scenario or catalogue.scenarios[0]
    seats = play.opening.seats
    play.require(
        "RC-62", seats in found.players,
        say("this scenario is for {players} players, not {seats}", players=listed(found.players), seats=seats),
    )  # fmt: skip
    return found


def by_lot(play: Play, what: str, among: Sequence[str | int], why: Text) -> str | int:
    """Return a random one of several options; a single one is taken without a question."""
    return among[0] if len(among) == 1 else play.lot(what, among, why)


def lay_supply(play: Play, catalogue: RobinsonCatalogue) -> None:
    """Set out resources, relics, neutral pawns and adventure tokens; adventure cards stay in the box (RC-9, RC-10)."""
    play.cite("RC-9")
    play.cite("RC-10")
    for good in GOODS:
        play.move(good, PLENTY, BOX, SUPPLY)
    play.move(RELIC, RELICS, BOX, SUPPLY)
    for kind in sorted(_helpers(catalogue)):
        play.move(helper(kind), HELPERS, BOX, SUPPLY)
    for work in WORKS:
        play.move(event_token(work), 1, BOX, SUPPLY)
    decks = _decks(catalogue)
    for name in (BEAST, DISCOVERY, ADVENTURE):
        play.lay_deck(name, decks[name])


def lay_events(play: Play, catalogue: RobinsonCatalogue, scenario: Scenario) -> None:
    """Build the event deck, without a wreckage card in the threat field (RC-8, RC-B2)."""
    play.cite("RC-8")
    play.cite("RC-B2")
    n = scenario.cards_of_each_icon
    play.move(BOOK_CARD, min(n, catalogue.icons.book), BOX, EVENTS)
    play.move(ADVENTURE_CARD, min(n, play.table.count(BOX, ADVENTURE_CARD)), BOX, EVENTS)


def deal_characters(play: Play, catalogue: RobinsonCatalogue) -> None:
    """Deal each seat a random character with pawns, hearts and personal invention (RC-10, RC-B11, RC-B60)."""
    for rule in ("RC-B11", "RC-B60"):
        play.cite(rule)
    free = [f"character:{one.id}" for one in catalogue.characters]
    for seat in play.opening.all_seats:
        whose = who(seat)
        piece = str(by_lot(play, "the character", free, say("which character {seat} plays", seat=whose)))
        free.remove(piece)
        person = catalogue.character(piece)
        play.move(piece, 1, BOX, character(seat))
        play.move(pawn(seat), PAWNS, BOX, pawns(seat))
        play.move(f"invention:{person.invention}", 1, BOX, personal(seat))
        play.set(hearts(seat), person.wounds_to_die)


def lay_inventions(play: Play, catalogue: RobinsonCatalogue) -> None:
    """Set out the default inventions and five drawn ones; unused personal ones are in the deck (RC-B70)."""
    play.cite("RC-B70")
    for one in catalogue.inventions:
        if one.group == "default":
            play.move(f"invention:{one.id}", 1, BOX, INVENTIONS)
    others = [f"invention:{one.id}" for one in catalogue.inventions if one.group != "default"]
    play.lay_deck(INVENTION, {piece: 1 for piece in others if play.table.count(BOX, piece)})
    for _ in range(min(DRAWN, play.table.count("deck:invention"))):
        play.draw(INVENTION, INVENTIONS, 1, say("an invention for the board"))


def deal_starting_items(play: Play, catalogue: RobinsonCatalogue) -> None:
    """Deal each player two starting items with their markers (RC-7, RC-B71)."""
    play.cite("RC-7")
    play.cite("RC-B71")
    play.lay_deck(STARTING, _decks(catalogue)[STARTING])
    for seat in play.opening.all_seats:
        whose = who(seat)
        for _ in range(min(DEALT, play.table.count("deck:starting"))):
            item = play.draw(STARTING, starting(seat), seat, say("a starting item for {seat}", seat=whose))
            mark(play, item)


def lay_camps(play: Play, catalogue: RobinsonCatalogue, scenario: Scenario) -> None:
    """Place camps and start tiles; the other tiles form the stack. Start tiles count for no player (RC-5, RC-97)."""
    for rule in ("RC-5", "RC-62", "RC-97", "RC-B26", "RC-B27"):
        play.cite(rule)
    board = Board(play.opening, play.table)
    layout = catalogue.layout(board.options.layout)
    spaces = scenario.start.of(layout.id, play.opening.seats) if board.options.start_mode == "scenario" else ()
    beach = [f"tile:{tile.id}" for tile in catalogue.tiles if tile.terrain == "beach"]
    beach = beach or [f"tile:{tile.id}" for tile in catalogue.tiles if tile.blank]
    pool = [f"tile:{number}" for number in scenario.start.pool] if spaces else beach
    for number in spaces or (layout.start,):
        place = Thing(space(number))
        tile = str(by_lot(play, "the start tile", pool, say("which tile lies at {place}", place=place)))
        pool.remove(tile)
        play.move(tile, 1, BOX, space(number))
    for k, seat in enumerate(play.opening.clockwise_from(board.first)):
        play.move(camp(seat), 1, BOX, space(spaces[k] if spaces else layout.start))
    stack = _decks(catalogue)[TILE]
    play.lay_deck(TILE, {piece: 1 for piece in stack if play.table.count(BOX, piece)})
