"""Set-up: the first table built from the options (EX-3 to EX-17)."""

from __future__ import annotations

from typing import cast

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.components import REGIONS, ExpeditionsCatalogue, Region
from tablescribe.domain.games.expeditions.zones import (
    ASIDE,
    AUTOMA,
    AUTOMA_GLORY,
    BASECAMP,
    BESIDE,
    CARD,
    CENTRAL_MECH,
    COINS,
    CORRUPTION,
    DECISION,
    GUILE,
    HAND,
    HUMAN,
    HUMAN_GLORY,
    HUMAN_MECH,
    MAP,
    MAT,
    MECH,
    NORTH_MECH,
    POWER,
    PROGRESS,
    REFRESH,
    SUPPLY,
    TOKEN,
    TURN,
    TWENTY,
    cell,
    glory,
    slot,
    worker,
)
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, face_down
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import Thing, listed, say

WITHOUT_LIMIT = 99
"""The number of pieces in the box for those without a limit: more than a match can use up (EX-86)."""

SET_ASIDE = 2  # decision cards set aside unseen (EX-15)


def decks(catalogue: ExpeditionsCatalogue) -> dict[str, dict[str, int]]:
    """Return the decks by name: the cards, the decision cards, the bag, and each region's tiles."""
    tiles: dict[str, dict[str, int]] = {
        region: {f"{region}:{one.id}": 1 for one in catalogue.locations if one.region == region} for region in REGIONS
    }
    return {
        CARD: {f"card:{card.id}": 1 for card in catalogue.cards},
        DECISION: {f"decision:{card.id}": 1 for card in catalogue.decisions},
        CORRUPTION: {token.piece: token.count for token in catalogue.tokens},
        **tiles,
    }


def box(setting: Setting) -> dict[str, int]:
    """Return the contents of the box."""
    catalogue = cast(ExpeditionsCatalogue, setting.catalogue)
    pieces = {HUMAN_MECH: 1, NORTH_MECH: 1, CENTRAL_MECH: 1, TWENTY: 1, MAP: catalogue.map_tokens or WITHOUT_LIMIT}
    pieces |= {glory(HUMAN): HUMAN_GLORY, glory(AUTOMA): AUTOMA_GLORY}
    pieces |= {worker(colour): catalogue.workers_per_colour or WITHOUT_LIMIT for colour in catalogue.workers}
    pieces |= {piece: 1 for piece in catalogue.by_piece if piece.startswith("starter:")}
    for name, cards in decks(catalogue).items():
        pieces |= deck_box(name, cards)
    return pieces


def set_up(play: Play) -> None:
    """Lay out the map, the supply, the human's mat and the Automa's components, and decide who begins (EX-3 on)."""
    board = Board(play.opening, play.table)
    play.require("EX-3", play.opening.seats == AUTOMA, say("a match needs two seats: yours and the Automa's"))
    for name, cards in decks(board.catalogue).items():
        play.lay_deck(name, cards)
    lay_supply(play, board)
    lay_human(play, board)
    lay_map(play, board)
    lay_automa(play, board)
    play.cite("EX-17")
    play.set(TURN, board.options.first_player or int(play.lot("the first player", [1, 2], say("who begins"))))


def lay_supply(play: Play, board: Board) -> None:
    """Put workers and spare maps in the supply, and the 20 beside the bag (EX-8, EX-9, EX-86)."""
    play.cite("EX-8")
    play.cite("EX-86")
    for colour in board.catalogue.workers:
        play.move(worker(colour), play.table.count(BOX, worker(colour)), BOX, SUPPLY)
    play.move(MAP, play.table.count(BOX, MAP), BOX, SUPPLY)
    play.cite("EX-9")
    play.move(TWENTY, 1, BOX, BESIDE)


def lay_human(play: Play, board: Board) -> None:
    """Set up the human: mech, character, companion, glory tokens, action token on Refresh (EX-4, EX-10 to EX-12)."""
    catalogue, options = board.catalogue, board.options
    mechs, pairs = [mech.id for mech in catalogue.mechs], [pair.id for pair in catalogue.pairs]
    mech = options.mech or play.lot("the mech", mechs, say("which mech the human gets"))
    play.require(
        "EX-10", mech in mechs, say("there is no mech {mech}; choose one of {mechs}", mech=mech, mechs=listed(mechs))
    )
    pair = options.pair or play.lot("the character", pairs, say("which character the human gets"))
    play.require(
        "EX-11", pair in pairs, say("there is no pair {pair}; choose one of {pairs}", pair=pair, pairs=listed(pairs))
    )
    play.set(MECH, mech)
    for kind in ("character", "companion"):
        play.move(f"starter:{pair}-{kind}", 1, BOX, HAND)
    play.cite("EX-4")
    play.move(HUMAN_MECH, 1, BOX, BASECAMP)
    play.cite("EX-12")
    play.move(glory(HUMAN), HUMAN_GLORY, BOX, MAT)
    play.set(TOKEN, REFRESH)
    for track in (POWER, GUILE, COINS):
        play.set(track, 0)


def lay_map(play: Play, board: Board) -> None:
    """Lay out the tiles, the map tokens and five face-up cards (EX-5 to EX-7)."""
    play.cite("EX-5")
    for one in board.catalogue.cells:
        if one.region == "south":
            play.draw("south", cell(one.id), HUMAN, say("which location lies at {place}", place=Thing(cell(one.id))))
        else:
            play.move(face_down(one.region), 1, deck(one.region), cell(one.id))
            play.cite("EX-6")
            play.move(MAP, 1, SUPPLY, cell(one.id))
    play.cite("EX-7")
    for gap in board.catalogue.slots:
        play.draw(CARD, slot(gap.id), HUMAN, say("which card lies in {slot}", slot=Thing(slot(gap.id))))


def lay_automa(play: Play, board: Board) -> None:
    """Lay out the Automa's mechs, progress, decision deck and glory (EX-13 to EX-16)."""
    catalogue, level = board.catalogue, board.options.level
    starts: dict[Region, str] = {"north": catalogue.north[0], "central": catalogue.central[-1]}
    play.cite("EX-13")
    for region, place in starts.items():
        play.move(f"mech:{region}", 1, BOX, cell(place))
    levels = listed(card.level for card in catalogue.levels)
    missing = say("there is no progress card of level {level}; levels are {levels}", level=level, levels=levels)
    play.require("EX-14", catalogue.progress(level), missing)
    play.set(PROGRESS, 0)
    play.cite("EX-15")
    play.move(face_down(DECISION), SET_ASIDE, deck(DECISION), ASIDE)
    play.cite("EX-16")
    for space in range(1, AUTOMA_GLORY + 1):
        play.move(glory(AUTOMA), 1, BOX, f"glorycard:{space}")
