"""Log entries beyond moves of pieces: reveals, battles, crafting, points, paths."""

from __future__ import annotations

from tablescribe.domain.games.root.board import clearing, coalition, dominance, path, this
from tablescribe.domain.games.root.pieces import (
    ALLIANCE,
    CLOSED,
    HIRELINGS,
    RIVERFOLK,
    kind_of,
    owner_of,
    pawn,
    warrior,
)
from tablescribe.domain.games.root.rootlog import worth
from tablescribe.domain.games.root.rootlog.belongings import gain_crafted
from tablescribe.domain.games.root.rootlog.cards import DOMINANCE_LAID, craft_item_card, printed, take_named
from tablescribe.domain.games.root.rootlog.figures import turn_plot_up, which
from tablescribe.domain.games.root.rootlog.letters import ITEMS, SUITS
from tablescribe.domain.games.root.rootlog.riverfolk import PAID
from tablescribe.domain.games.root.rootlog.saying import Saying
from tablescribe.domain.games.root.rootlog.things import Clearing, Item, Piece
from tablescribe.domain.games.root.rootlog.values import (
    Battle,
    Craft,
    Expose,
    Flip,
    LeaveTrack,
    OpenPath,
    Reveal,
    Score,
    Trick,
)
from tablescribe.domain.games.root.rules.hand import pile_of
from tablescribe.domain.table.names import hand
from tablescribe.domain.table.names import score as score_of
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

FIGHT = this("battle")
"""The defender and clearing of the battle whose hits follow: `lizards@clearing:3`."""

# --- reveals and flips ----------------------------------------------------------------------------


def reveal(says: Saying, what: Reveal) -> None:
    """Reveal cards: check that the named players exist."""
    if what.to:
        says.seat_of(what.to)
    if what.owner:
        says.seat_of(what.owner)


def flip(says: Saying, what: Flip) -> None:
    """Flip a token: a plot, or a relic with its value."""
    piece, place = what.term.things, what.term.start
    if not isinstance(piece, Piece) or not isinstance(place, Clearing):
        raise Impossible(say("a token can be flipped only where it is"))
    zone, owner = says.zone(place), says.key(piece.owner)
    if isinstance(what.to, Piece) and what.to.mark in ("b", "s", "r", "e"):
        name = {"b": "bomb", "s": "snare", "r": "raid", "e": "extortion"}[what.to.mark]
        if not says.play.table.count(zone, "?plot"):
            raise Impossible(say("there is no facedown plot in {zone}", zone=Thing(zone)))
        turn_plot_up(says, zone, name)
        worth.flipped(says)
        return
    value = what.to if isinstance(what.to, int) else what.to.mark.partition("_")[0]
    letter = (piece.mark or "").rpartition("_")[2] if isinstance(what.to, int) else what.to.mark.rpartition("_")[2]
    which(says, owner, Piece("", "t", f"{value}_{letter}"), zone, None)


def expose(says: Saying, what: Expose) -> None:
    """Cite the guess; its outcome is in later entries (RO-13.2.4)."""
    says.zone(Clearing(what.clearing))
    says.play.cite("RO-13.2.4")


def trick(says: Saying, what: Trick) -> None:
    """Swap two plots (RO-13.5.4)."""
    one, other = (says.zone(Clearing(n)) for n in what.clearings)
    plots = [[piece for piece in says.play.table.pieces(zone) if _is_plot(piece)] for zone in (one, other)]
    if not all(plots):
        raise Impossible(say("there are no plots in {one} and {other}", one=Thing(one), other=Thing(other)))
    says.play.move(plots[0][0], 1, one, other)
    says.play.move(plots[1][0], 1, other, one)


def _is_plot(piece: str) -> bool:
    return piece == "?plot" or piece.startswith("corvids:plot.")


# --- battles --------------------------------------------------------------------------------------


def battle(says: Saying, what: Battle) -> None:
    """Start a battle: both sides must be there. Discard an ambush and its foil; hits follow as removals."""
    at, attacker, defender = says.zone(Clearing(what.clearing)), says.key(what.attacker), says.key(what.defender)
    says.play.cite("RO-4.3")
    there = {owner_of(piece): kind_of(piece) for piece in says.play.table.pieces(at)}
    if defender not in there:
        raise Impossible(say("{defender} has no piece in {at}", defender=Thing(defender), at=Thing(at)))
    fights = says.play.table.count(at, warrior(attacker)) or says.play.table.count(at, pawn(attacker))
    bought = says.play.table.get(PAID) and says.play.table.count(at, warrior(RIVERFOLK))
    lone = attacker == "hundreds" and says.play.table.count(at, "hundreds:warlord")
    why = say("{attacker} has no warrior in {at}", attacker=Thing(attacker), at=Thing(at))
    says.play.require("RO-4.3", fights or lone or bought, why)
    says.play.set(FIGHT, f"{defender}@{at}")
    worth.battle(says, attacker)
    if what.roll is not None:
        says.play.require("RO-4.3.2", max(what.roll) <= 3, say("a die shows at most 3"))
    _ambushes(says, what, attacker, defender)


def _ambushes(says: Saying, what: Battle, attacker: str, defender: str) -> None:
    suit = says.board.suit(what.clearing)
    for letter, side in ((what.ambush, defender), (what.foil, attacker)):
        if not letter:
            continue
        says.play.cite("RO-4.3.1")
        if side in HIRELINGS:
            raise Impossible(say("a hireling cannot play an ambush"))
        card = f"card:ambush-{SUITS[letter]}"
        fits = SUITS[letter] in ("bird", suit)
        says.play.require("RO-4.3.1", fits, say("the ambush does not match {at}", at=Thing(clearing(what.clearing))))
        take_named(says, card, hand(says.board.seat_of(side)), pile_of(says.play, card))


# --- crafting, points -----------------------------------------------------------------------------


def craft(says: Saying, what: Craft) -> None:
    """Craft an item by its only possible card, or a card that stays or is discarded."""
    says.play.set(FIGHT, None)
    if isinstance(what.what, Item):
        name = ITEMS[what.what.kind]
        gain_crafted(says, name)
        craft_item_card(says, name)
        worth.crafted(says, name)
        return
    card = printed(says.play.opening, what.what)
    if card is None or not card.cost:
        raise Impossible(say("{card} cannot be crafted", card=what.what.text()))
    if card.item is not None:
        gain_crafted(says, card.item)
        worth.crafted(says, card.item)
    stays = card.kind == "persistent"
    before = f"crafted:{says.seat}"
    again = say("you already have {card} in your play area", card=Thing(card.piece))
    says.play.require("RO-4.1.4", not (stays and says.play.table.count(before, card.piece)), again)
    take_named(says, card.piece, hand(says.seat), before if stays else pile_of(says.play, card.piece))


def score(says: Saying, what: Score) -> None:
    """Score or lose points, not below 0 (RO-AMB-10). A win is recorded by the log's own entry."""
    seat = says.seat_of(what.owner)
    worth.told(says, seat, what.points)
    says.play.add(score_of(seat), max(what.points, -says.board.score(seat)))


def leave_track(says: Saying, what: LeaveTrack) -> None:
    """Remove a score marker from the track, for dominance or a coalition (RO-3.3.1, RO-9.2.8)."""
    seat = says.seat_of(what.board)
    zones = [f"crafted:{says.seat}", *(["supporters"] if says.owner == ALLIANCE else [])]
    card = says.play.table.text(DOMINANCE_LAID)
    before = next((zone for zone in zones if card and says.play.table.count(zone, card)), "")
    if seat == says.seat:
        if not before:
            raise Impossible(say("{seat} has no activated dominance card", seat=Thing(f"seat:{seat}")))
        says.play.cite("RO-3.3.1")
        says.play.set(dominance(seat), card)
    else:
        says.play.cite("RO-9.2.8")
        says.play.set(coalition(says.seat), seat)
    if before:
        says.play.move(card, 1, before, BOX)
    says.play.set(score_of(says.seat), None)


def open_path(says: Saying, what: OpenPath) -> None:
    """Remove the marker of a closed path from the game (RO-16.2.3-III)."""
    zone = path(*what.clearings)
    if not says.play.table.count(zone, CLOSED):
        raise Impossible(
            say("there is no closed path between {one} and {other}", one=what.clearings[0], other=what.clearings[1])
        )
    says.play.cite("RO-16.2.3-III")
    says.play.move(CLOSED, 1, zone, BOX)
    worth.due(says, 1)
