"""Cards in log entries: which ones, from where, to where. Hands stay unknown until a card is named."""

from __future__ import annotations

from tablescribe.domain.games.root.board import CARD, DOMINANCES, LOST_SOULS, catalogue_of, crafted, options_of, this
from tablescribe.domain.games.root.cards import suit_of
from tablescribe.domain.games.root.components import Card as Printed
from tablescribe.domain.games.root.pieces import ALLIANCE, EYRIE, KEEPERS
from tablescribe.domain.games.root.rootlog.letters import AMBUSH, COLUMNS, DOMINANCE, EFFECTS, RETAINER, SUITS
from tablescribe.domain.games.root.rootlog.saying import Saying
from tablescribe.domain.games.root.rootlog.things import Board, Card, Discard, Hand, Place
from tablescribe.domain.games.root.rules.hand import pile_of
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import deck_of, discard, face_down, hand, unseen
from tablescribe.domain.table.table import BOX, HIDDEN, Impossible
from tablescribe.domain.words.text import Thing, say

SOME = face_down(CARD)
DOMINANCE_LAID = this("log-dominance")
"""The dominance card that was put in front of its player this turn, to be activated."""


# --- identifying cards ----------------------------------------------------------------------------


def printed(setting: Setting, card: Card) -> Printed | None:
    """Return the card that an entry names; `None` if it names none, or several match.

    Raises:
        Impossible: the deck has no card of that name.
    """
    if not card.name:
        return None
    suit = SUITS[card.suits[0][1]] if card.suits else ""
    fitting = [one for one in catalogue_of(setting).decks[options_of(setting).deck] if is_called(one, card.name, suit)]
    if not fitting:
        raise Impossible(say("the deck has no card called {name}", name=card.name))
    suited = [one for one in fitting if one.suit == suit] or fitting
    return suited[0] if len(suited) == 1 else None


def is_called(card: Printed, name: str, suit: str) -> bool:
    """Return whether a card matches a name: its full name, short form, or the start of its name."""
    if name in (AMBUSH, DOMINANCE):
        kind = {AMBUSH: "ambush", DOMINANCE: "dominance"}[name]
        return card.kind == kind and suit in ("", card.suit)
    for ending in ("favor", "part"):
        if name.endswith(ending) and len(name) <= len(ending) + 1:
            wanted = SUITS.get(name[0].upper(), "") if len(name) > len(ending) else suit
            return ending in card.id and wanted in ("", card.suit)
    if name in EFFECTS:
        return card.id == EFFECTS[name]
    letters = _letters(card.name), card.id.replace("-", "")
    return _letters(name) in letters or (len(name) > 3 and any(one.startswith(_letters(name)) for one in letters))


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalpha())


# --- source and destination -----------------------------------------------------------------------


def source(says: Saying, card: Card, named: Printed | None, start: Place | None) -> str:
    """Return the zone that cards come from."""
    table = says.play.table
    if start is None:
        beside = named is not None and named.kind == "dominance" and table.count(DOMINANCES, named.piece)
        return DOMINANCES if beside else deck_zone(CARD)
    if isinstance(start, Hand):
        return hand(says.seat_of(start.owner))
    if isinstance(start, Discard):
        piles = (discard(CARD), LOST_SOULS)
        holds = [pile for pile in piles if table.count(pile, named.piece if named else SOME)]
        return (holds or [pile for pile in piles if table.pieces(pile)] or [discard(CARD)])[0]
    return _on_board(says, named, start, card)


def destination(says: Saying, named: Printed | None, to: Place | None, card: Card) -> str:
    """Return the zone that cards go to; by default where discarded cards go (RO-16.6.5)."""
    if to is None:
        return pile_of(says.play, named.piece if named is not None else SOME)
    if isinstance(to, Hand):
        return hand(says.seat_of(to.owner))
    return _on_board(says, None, to, card)


def _on_board(says: Saying, named: Printed | None, place: Place, card: Card) -> str:
    """Return the zone of cards on a board: the Decree, the Retinue, supporters, or crafted cards."""
    if not isinstance(place, Board):
        raise Impossible(say("{card} cannot be in {place}", card=card.text(), place=place.text()))
    key = says.key(place.owner)
    if key == EYRIE and place.part in COLUMNS:
        return f"decree:{COLUMNS[place.part]}"
    if key == KEEPERS and place.part in ("1", "2", "3"):
        return f"retinue:{place.part}"
    if place.part:
        raise Impossible(say("{place} is not part of that board", place=place.text()))
    before = crafted(says.seat_of(place.owner))
    if key == ALLIANCE and not (named is not None and says.play.table.count(before, named.piece)):
        return "supporters"
    return before


# --- moving them ----------------------------------------------------------------------------------


def move_cards(says: Saying, n: int, card: Card, start: Place | None, to: Place | None) -> None:
    """Move cards from where they are to a place."""
    if card.name == RETAINER:
        _retainer(says, start, to)
        return
    says.play.cite("RO-LOG-2")
    named = printed(says.play.opening, card)
    src, dst = source(says, card, named, start), destination(says, named, to, card)
    if named is not None:
        for _ in range(n):
            take_named(says, named.piece, src, dst)
        if named.kind == "dominance" and isinstance(to, Board):
            says.play.set(DOMINANCE_LAID, named.piece)
        return
    for times, suit in card.suits or ((1, ""),):
        take_some(says, n * times, SUITS.get(suit, ""), src, dst)


def take_named(says: Saying, piece: str, src: str, dst: str) -> None:
    """Move a named card; an unknown card in the zone may become this one.

    Raises:
        Impossible: the card cannot be there.
    """
    table = says.play.table
    if not table.count(src, piece):
        if not table.count(src, SOME):
            _must_have_drawn(says, src)
        _may_be_anywhere(says, piece)
        if src == deck_zone(CARD):
            says.play.move(SOME, 1, src, dst)
            says.play.reveal(dst, CARD, piece)
            return
        says.play.reveal(src, CARD, piece)
    says.play.move(piece, 1, src, dst)


def _may_be_anywhere(says: Saying, piece: str) -> None:
    """Return a card from the discard pile to the unseen ones: the pile must have been shuffled."""
    table = says.play.table
    if not table.count(unseen(CARD), piece) and (n := table.count(discard(CARD), piece)):
        says.doubt("RO-LOG-2", say("{card} was in the discard pile, and the log shows no shuffle", card=Thing(piece)))
        says.play.conceal(discard(CARD), CARD, piece, n)


def take_some(says: Saying, n: int, suit: str, src: str, dst: str) -> None:
    """Move cards of which at most the suit is known, unknown cards first."""
    for _ in range(n):
        says.play.move(_some(says, suit, src), 1, src, dst)


def _some(says: Saying, suit: str, src: str) -> str:
    """Return a card of a zone that may be meant; if there is none, draw one that the log does not mention."""
    table = says.play.table
    if src == deck_zone(CARD):
        _must_be_there(says)
        return SOME
    if table.count(src, SOME):
        return SOME
    known = [one for one in table.pieces(src) if deck_of(one) == CARD and not one.startswith(HIDDEN)]
    fitting = [one for one in known if suit in ("", suit_of(says.play.opening, one))]
    if fitting:
        return fitting[0]
    _must_have_drawn(says, src)
    return SOME


def _must_have_drawn(says: Saying, zone: str) -> None:
    """Draw a card into a hand (or the supporters) that spends more than the log says it drew.

    Raises:
        Impossible: the zone is no hand, and the card is not there.
    """
    if not zone.startswith("hand:") and zone != "supporters":
        raise Impossible(say("there is no such card in {zone}", zone=Thing(zone)))
    says.doubt("RO-LOG-2", say("{zone} has no cards left: an earlier draw is missing", zone=Thing(zone)))
    _must_be_there(says)
    says.play.move(SOME, 1, deck_zone(CARD), zone)


def _must_be_there(says: Saying) -> None:
    """Shuffle the discard pile into an empty deck (RO-2.1).

    Raises:
        Impossible: no card is left.
    """
    table = says.play.table
    if table.count(deck_zone(CARD), SOME):
        return
    says.play.cite("RO-2.1")
    says.play.shuffle_in(discard(CARD), CARD)
    if not table.count(deck_zone(CARD), SOME):
        raise Impossible(say("there are no cards left to draw"))


def forget_lost_souls(says: Saying) -> None:
    """Discard the Lost Souls; dominance cards go beside the map (RO-10.4.2)."""
    says.play.cite("RO-10.4.2")
    for piece, n in says.play.table.pieces(LOST_SOULS).items():
        open_ = piece.startswith("card:dominance")
        says.play.move(piece, n, LOST_SOULS, DOMINANCES if open_ else discard(CARD))


def _retainer(says: Saying, start: Place | None, to: Place | None) -> None:
    """Move a Faithful Retainer between columns; a discarded one leaves the game (RO-15.2)."""
    src = f"retinue:{start.part}" if isinstance(start, Board) else "supply:keepers"
    dst = f"retinue:{to.part}" if isinstance(to, Board) else BOX
    found = [one for zone in (src, BOX) for one in says.play.table.pieces(zone) if "retainer" in one]
    if not found:
        raise Impossible(say("there is no Faithful Retainer there"))
    at = src if says.play.table.count(src, found[0]) else BOX
    says.play.move(found[0], 1, at, dst)


def craft_item_card(says: Saying, name: str) -> None:
    """Discard the card of a crafted item: the only possible one, or an unknown card."""
    setting, table = says.play.opening, says.play.table
    mine, pile = hand(says.seat), pile_of(says.play, SOME)
    makers = [one.piece for one in catalogue_of(setting).decks[options_of(setting).deck] if one.item == name]
    held = [one for one in makers if table.count(mine, one)]
    possible = held or [one for one in makers if table.count(unseen(CARD), one)]
    if len(possible) == 1:
        take_named(says, possible[0], mine, pile)
    elif held:
        take_named(says, held[0], mine, pile)
    else:
        take_some(says, 1, "", mine, pile)
