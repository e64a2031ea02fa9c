"""An entry carried out on the table: what the log says happened is done, and what is odd about it is noted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from domain.games.root.board import CARD, clearing, dominance, path, this
from domain.games.root.pieces import CLOSED, HIRELINGS, RIVERFOLK, kind_of, owner_of, pawn, warrior
from domain.games.root.rootlog import worth
from domain.games.root.rootlog.belongings import gain_crafted, move_items
from domain.games.root.rootlog.boards import become, hire, is_a_name, set_mark, take_quests
from domain.games.root.rootlog.cards import craft_item_card, move_cards, printed, take_named
from domain.games.root.rootlog.doubts import doubt_journey, doubt_order
from domain.games.root.rootlog.figures import destination, hide_plot, must_fit, source, turn_plot_up, which
from domain.games.root.rootlog.letters import ITEMS, SUITS
from domain.games.root.rootlog.riverfolk import PAYMENTS_EMPTY, infer_protectionism
from domain.games.root.rootlog.saying import Saying
from domain.games.root.rootlog.values import (
    Battle,
    Board,
    Card,
    Clearing,
    Craft,
    Expose,
    Flip,
    Hireling,
    Item,
    Landmark,
    LeaveTrack,
    Mark,
    Move,
    OpenPath,
    Piece,
    Place,
    Quests,
    Reveal,
    Score,
    Term,
    Trick,
    Unread,
    What,
)
from domain.games.root.rules.hand import pile_of
from domain.games.root.rules.points import gain
from domain.names import hand
from domain.table import BOX, Impossible
from domain.text import Text, Thing, say

FIGHT = this("battle")
"""The defender and the clearing of the battle whose hits are being told: `cult@clearing:3`."""


def play_entry(says: Saying, what: What) -> None:
    """Do what an entry says.

    Raises:
        Impossible: it cannot have happened.
    """
    match what:
        case Move():
            _move(says, what)
        case Mark():
            set_mark(says, what)
        case Reveal():
            _reveal(says, what)
        case Flip():
            _flip(says, what)
        case Battle():
            _battle(says, what)
        case Craft():
            _craft(says, what)
        case Score():
            _score(says, what)
        case LeaveTrack():
            _leave_track(says, what)
        case OpenPath():
            _open_path(says, what)
        case Trick():
            _trick(says, what)
        case Expose():
            says.play.cite("RO-13.2.4")
        case Unread():
            raise Impossible(what.why)


# --- moves ----------------------------------------------------------------------------------------


def _move(says: Saying, what: Move) -> None:
    """Move each term to each place."""
    _as_many_as_can(says, [partial(_move_term, says, term, None, what.to) for term in what.terms])


def _as_many_as_can(says: Saying, parts: list[Callable[[], None]]) -> None:
    """Do the parts of an entry; those that cannot have happened are named, and the others are done.

    Raises:
        Impossible: none of them can.
    """
    failed: list[Impossible] = []
    for part in parts:
        try:
            part()
        except Impossible as impossible:
            failed.append(impossible)
    if failed and len(failed) == len(parts):
        raise failed[0]
    for error in failed:
        text = error.text
        assert isinstance(text, Text)
        says.doubt("RO-LOG-5", text)


def _move_term(says: Saying, term: Term, start: Place | None, to: tuple[Place, ...]) -> None:
    start = term.start if term.start is not None else start
    thing = term.things
    if isinstance(thing, tuple):
        parts = [Term(part.n * term.n, part.things, part.start) for part in thing]
        _as_many_as_can(says, [partial(_move_term, says, part, start, to) for part in parts])
    elif isinstance(thing, Item):
        move_items(says, term.n, thing, start, to)
    elif isinstance(thing, Hireling):
        hire(says, thing, to)
    else:
        _as_many_as_can(says, [partial(_move_one, says, term.n, thing, start, place) for place in to or (None,)])


def _move_one(says: Saying, n: int, thing: Piece | Card | Landmark, start: Place | None, to: Place | None) -> None:
    if isinstance(thing, Piece):
        move_figures(says, n, thing, start, to)
    elif isinstance(thing, Landmark):
        _place_landmark(says, thing, to)
    elif isinstance(start, Quests):
        take_quests(says, n, thing)
    elif isinstance(to, Board) and is_a_name(says, thing, to):
        become(says, thing, to)
    elif isinstance(start, Board) and is_a_name(says, thing, start):
        become(says, thing, to, start)
    else:
        move_cards(says, n, thing, start, to)


def move_figures(says: Saying, n: int, piece: Piece, start: Place | None, to: Place | None) -> None:
    """Move figures from where they are, or from the supply, to a place, or back to the supply."""
    if piece.kind == "r" and piece.mark in ("b", "t"):
        right = Piece(piece.owner, piece.mark, piece.kind)
        says.doubt("RO-LOG-3", say("{piece} is written for {right}", piece=piece.text(), right=right.text()))
        piece = right
    owner = _owner(says, piece, start)
    zones = source(says, owner, piece, start)
    if owner == RIVERFOLK and "payments" in zones:
        infer_protectionism(says, n)
    for zone, name, k in _lying(says, owner, piece, zones, n, to):
        dst = destination(says, owner, name, to, zone)
        _move_figure(says, owner, name, k, zone, dst)


def _owner(says: Saying, piece: Piece, start: Place | None) -> str:
    """Return whose figures are meant: on another's board, where the player has none, that one's."""
    owner = says.key(piece.owner)
    if piece.owner or piece.kind != "w" or not isinstance(start, Board) or not start.owner:
        return owner
    other = says.key(start.owner)
    if any(says.play.table.count(zone, warrior(owner)) for zone in source(says, owner, piece, start)):
        return owner
    says.doubt(
        "RO-LOG-3", say("{piece} is written for a warrior of {faction}", piece=piece.text(), faction=Thing(other))
    )
    return other


def _lying(
    says: Saying, owner: str, piece: Piece, zones: list[str], n: int, to: Place | None
) -> list[tuple[str, str, int]]:
    """Return where the figures lie: as many as there are in the likeliest zone, the rest in the others.

    Raises:
        Impossible: there are not so many.
    """
    found: list[tuple[str, str, int]] = []
    left, missing = n, Impossible(say("there is no {piece} in {where}", piece=piece.text(), where=Thing(zones[0])))
    for zone in zones:
        try:
            name = which(says, owner, piece, zone, to)
        except Impossible as impossible:
            missing = impossible if zone == zones[0] else missing
            continue
        if k := min(left, says.play.table.count(zone, name)):
            found.append((zone, name, k))
            left -= k
        if not left:
            return found
    if not found:
        raise missing
    where = Thing(zones[0])
    says.doubt("RO-LOG-5", say("{where} has only {n} of {m} {piece}", where=where, n=n - left, m=n, piece=piece.text()))
    return found


def _move_figure(says: Saying, owner: str, piece: str, n: int, src: str, dst: str) -> None:
    on_map = src.startswith("clearing:")
    if dst.startswith("clearing:"):
        if on_map and kind_of(piece) == "warrior":
            doubt_journey(says, owner, piece, n, src, dst)
        must_fit(says, piece, n, dst)
    says.play.move(piece, n, src, dst)
    if dst == "payments" and owner == says.owner:
        says.play.set(PAYMENTS_EMPTY, None)
    if on_map and not dst.startswith("clearing:"):
        doubt_order(says, owner, piece, src)
        worth.removed(says, owner, piece, n)
        if piece.startswith("corvids:plot."):
            hide_plot(says, dst, piece, n)
    if dst.startswith("clearing:") and not on_map:
        worth.placed(says, piece, n)


def _place_landmark(says: Saying, landmark: Landmark, to: Place | None) -> None:
    if not isinstance(to, Clearing):
        raise Impossible(say("a landmark stands in a clearing"))
    piece = f"landmark:{landmark.name}"
    zones = sorted(says.play.table.where(piece), key=lambda zone: zone == BOX)
    if not zones:
        raise Impossible(say("{landmark} does not play", landmark=Thing(piece)))
    says.play.move(piece, 1, zones[0], says.zone(to))


# --- what is shown and turned ---------------------------------------------------------------------


def _reveal(says: Saying, what: Reveal) -> None:
    """Let cards be shown: who is named must play, and hold something."""
    if what.to:
        says.seat_of(what.to)
    if what.owner:
        says.seat_of(what.owner)


def _flip(says: Saying, what: Flip) -> None:
    """Turn a token up: a plot, or a relic with its value."""
    piece, place = what.term.things, what.term.start
    if not isinstance(piece, Piece) or not isinstance(place, Clearing):
        raise Impossible(say("a token is turned where it lies"))
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


def _trick(says: Saying, what: Trick) -> None:
    """Let two plots change places (RO-13.5.4)."""
    one, other = (says.zone(Clearing(n)) for n in what.clearings)
    plots = [[piece for piece in says.play.table.pieces(zone) if _is_plot(piece)] for zone in (one, other)]
    if not all(plots):
        raise Impossible(say("there are no plots in {one} and {other}", one=Thing(one), other=Thing(other)))
    says.play.move(plots[0][0], 1, one, other)
    says.play.move(plots[1][0], 1, other, one)


def _is_plot(piece: str) -> bool:
    return piece == "?plot" or piece.startswith("corvids:plot.")


# --- battles --------------------------------------------------------------------------------------


def _battle(says: Saying, what: Battle) -> None:
    """Let a battle begin: both sides must be there; an ambush and its foil are discarded; hits follow as removals."""
    at, attacker, defender = says.zone(Clearing(what.clearing)), says.key(what.attacker), says.key(what.defender)
    says.play.cite("RO-4.3")
    there = {owner_of(piece): kind_of(piece) for piece in says.play.table.pieces(at)}
    if defender not in there:
        raise Impossible(say("{defender} has no piece in {at}", defender=Thing(defender), at=Thing(at)))
    fights = says.play.table.count(at, warrior(attacker)) or says.play.table.count(at, pawn(attacker))
    lone = attacker == "hundreds" and says.play.table.count(at, "hundreds:warlord")
    why = say("{attacker} has no warrior in {at}", attacker=Thing(attacker), at=Thing(at))
    says.play.require("RO-4.3", fights or lone, why)
    says.play.set(FIGHT, f"{defender}@{at}")
    worth.battle(says, attacker)
    if what.roll is not None and max(what.roll) > 3:
        raise Impossible(say("a die shows no more than 3"))
    _ambushes(says, what, attacker, defender)


def _ambushes(says: Saying, what: Battle, attacker: str, defender: str) -> None:
    suit = says.board.suit(what.clearing)
    for letter, side in ((what.ambush, defender), (what.foil, attacker)):
        if not letter:
            continue
        says.play.cite("RO-4.3.1")
        if side in HIRELINGS:
            raise Impossible(say("a hireling plays no ambush"))
        card = f"card:ambush-{SUITS[letter]}"
        fits = SUITS[letter] in ("bird", suit)
        says.play.require("RO-4.3.1", fits, say("the ambush does not match {at}", at=Thing(clearing(what.clearing))))
        take_named(says, card, hand(says.board.seat_of(side)), pile_of(says.play, card))


# --- crafting, points -----------------------------------------------------------------------------


def _craft(says: Saying, what: Craft) -> None:
    """Craft an item, by the card it must have been, or a card that stays or is discarded."""
    if isinstance(what.what, Item):
        name = ITEMS[what.what.kind]
        gain_crafted(says, name)
        craft_item_card(says, name)
        worth.crafted(says, name)
        return
    card = printed(says.play.opening, what.what)
    if card is None or not card.cost:
        raise Impossible(say("{card} is not crafted", card=what.what.text()))
    if card.item is not None:
        gain_crafted(says, card.item)
        worth.crafted(says, card.item)
    stays = card.kind == "persistent"
    before = f"crafted:{says.seat}"
    again = say("{card} lies in your play area already", card=Thing(card.piece))
    says.play.require("RO-4.1.4", not (stays and says.play.table.count(before, card.piece)), again)
    take_named(says, card.piece, hand(says.seat), before if stays else pile_of(says.play, card.piece))


def _score(says: Saying, what: Score) -> None:
    """Score or lose points; whoever has thirty has won (RO-3.1)."""
    seat = says.seat_of(what.owner)
    worth.told(says, seat, what.points)
    gain(says.play, seat, what.points)


def _leave_track(says: Saying, what: LeaveTrack) -> None:
    """Let a score marker leave the track, for dominance or for a coalition (RO-3.3.1, RO-9.2.8)."""
    seat = says.seat_of(what.board)
    before = f"crafted:{says.seat}"
    card = next((one for one in says.play.table.pieces(before) if one.startswith(f"{CARD}:dominance")), "")
    if seat == says.seat:
        if not card:
            raise Impossible(say("no dominance card lies before {seat}", seat=Thing(f"seat:{seat}")))
        says.play.cite("RO-3.3.1")
        says.play.set(dominance(seat), card)
        return
    says.play.cite("RO-9.2.8")
    says.play.set(f"coalition:{says.seat}", seat)


def _open_path(says: Saying, what: OpenPath) -> None:
    """Take the marker of a closed path out of the game (RO-16.2.3-III)."""
    zone = path(*what.clearings)
    if not says.play.table.count(zone, CLOSED):
        raise Impossible(
            say("there is no closed path between {one} and {other}", one=what.clearings[0], other=what.clearings[1])
        )
    says.play.cite("RO-16.2.3-III")
    says.play.move(CLOSED, 1, zone, BOX)
    worth.due(says, 1)
