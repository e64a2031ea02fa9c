"""Log entries about boards: relationships, prices, outcast, leaders, ministers, characters, quests …"""

from __future__ import annotations

from tablescribe.domain.games.root.board import SUITS as CLEARING_SUITS
from tablescribe.domain.games.root.board import catalogue_of, controller
from tablescribe.domain.games.root.pieces import (
    DUCHY,
    EYRIE,
    HUNDREDS,
    LIZARDS,
    RIVERFOLK,
    VAGABOND,
    VAGABOND2,
    warrior,
)
from tablescribe.domain.games.root.rootlog.belongings import home
from tablescribe.domain.games.root.rootlog.cards import forget_lost_souls
from tablescribe.domain.games.root.rootlog.letters import COLUMNS, FACTIONS, PRICES, QUESTS, RELATIONS, SUITS
from tablescribe.domain.games.root.rootlog.saying import Saying, named
from tablescribe.domain.games.root.rootlog.things import Board, Card, Hireling, Marker, Place
from tablescribe.domain.games.root.rootlog.values import Mark
from tablescribe.domain.games.root.rules.hand import pile_of
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import face_down, unseen
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

# --- markers --------------------------------------------------------------------------------------


def set_mark(says: Saying, what: Mark) -> None:
    """Set markers to a value, each according to its kind."""
    for marker in what.markers:
        owner = says.key(marker.owner)
        if owner in (VAGABOND, VAGABOND2):
            _relation(says, owner, marker, what.to)
        elif owner == EYRIE and not marker.name and not what.to:
            purge(says)
        elif marker.name == "f" and what.to.isdigit():
            _funds(says, int(what.to))
        elif owner == RIVERFOLK and what.to.isdigit():
            _price(says, marker, int(what.to))
        elif owner == LIZARDS and marker.name in ("o", "ho"):
            _outcast(says, what.to, hated=marker.name == "ho")
        else:
            raise Impossible(say("{marker} is not a marker of that board", marker=marker.text()))


def _relation(says: Saying, owner: str, marker: Marker, to: str) -> None:
    if marker.name not in FACTIONS or to not in RELATIONS:
        raise Impossible(say("write a relationship as a faction and h, 0, 1, 2 or a"))
    other, seat = says.key(marker.name), says.board.seat_of(owner)
    says.play.set(f"relation:{seat}:{other}", RELATIONS[to])


def purge(says: Saying) -> None:
    """Discard the Decree except its viziers, and depose the leader (RO-7.7)."""
    says.play.cite("RO-7.7")
    for column in COLUMNS.values():
        for piece, n in says.play.table.pieces(f"decree:{column}").items():
            is_card = piece.startswith(("card:", "?card"))
            says.play.move(piece, n, f"decree:{column}", pile_of(says.play, piece) if is_card else f"supply:{EYRIE}")
    says.play.set("leader", None)


def _funds(says: Saying, n: int) -> None:
    """Reduce the funds to a number. The excess returns to its owners' supplies, the Riverfolk's own first."""
    table = says.play.table
    more = sum(table.count(zone, one) for zone in ("funds", "payments") for one in table.pieces(zone)) - n
    if more < 0:
        why = say("the log says {n} funds; {k} fewer are known", n=n, k=-more)
        says.doubt("RO-LOG-2", why)
    for zone in ("funds", "payments"):
        for piece, there in sorted(table.pieces(zone).items(), key=lambda one: one[0] != warrior(RIVERFOLK)):
            if (k := min(there, more)) > 0:
                says.play.move(piece, k, zone, f"supply:{piece.partition(':')[0]}")
                more -= k


def _price(says: Saying, marker: Marker, to: int) -> None:
    if marker.name and marker.name not in PRICES:
        raise Impossible(say("{marker} is not a price", marker=marker.text()))
    if not 1 <= to <= 4:
        raise Impossible(say("a price must be 1 to 4"))
    for letter, name in PRICES.items():
        if marker.name in ("", letter):
            says.play.set(f"price:{name}", to)


def _outcast(says: Saying, to: str, *, hated: bool) -> None:
    suit = SUITS.get(to, "")
    if suit not in CLEARING_SUITS:
        raise Impossible(say("the outcast must be fox, rabbit or mouse"))
    says.play.set("outcast", suit)
    says.play.set("hated", hated)
    forget_lost_souls(says)


# --- names ----------------------------------------------------------------------------------------


def is_a_name(says: Saying, card: Card, place: Board) -> bool:
    """Return whether a card in an entry is not from the deck but a leader, mood, minister or character."""
    if not card.name or card.suits:
        return False
    owner = says.key(place.owner)
    return bool(_named(says, owner, card.name))


def _named(says: Saying, owner: str, name: str) -> str:
    """Return a faction's leader, mood, minister or character by its name."""
    catalogue = catalogue_of(says.play.opening)
    known: dict[str, list[str]] = {
        EYRIE: list(catalogue.eyrie.leaders),
        HUNDREDS: list(catalogue.hundreds.moods),
        DUCHY: list(catalogue.duchy.ministers),
        VAGABOND: [one.id for one in catalogue.characters],
        VAGABOND2: [one.id for one in catalogue.characters],
    }
    return next((one for one in known.get(owner, []) if one.replace("-", "") == name.replace("-", "")), "")


def become(says: Saying, card: Card, to: Place | None, start: Board | None = None) -> None:
    """Install a leader, change a mood, sway or lose a minister, or choose a character."""
    place = start if start is not None else to
    assert isinstance(place, Board)
    owner = says.key(place.owner)
    name, seat = _named(says, owner, card.name), says.board.seat_of(owner)
    if owner == EYRIE:
        _lead(says, name)
    elif owner == HUNDREDS:
        says.play.set("mood", name)
    elif owner == DUCHY:
        _minister(says, name, swayed=start is None)
    else:
        says.play.set(f"character:{seat}", name)
        character = catalogue_of(says.play.opening).character(name)
        for item in character.items if character is not None else ():
            piece = f"item:{item}"
            says.play.move(piece, 1, BOX, home(says, owner, piece))


def _lead(says: Saying, name: str) -> None:
    """Install a leader and put the viziers in the leader's columns (RO-7.8)."""
    says.play.set("leader", name)
    columns = dict(catalogue_of(says.play.opening).eyrie.leaders)[name]  # type: ignore[index]
    for column in columns:
        for zone in (f"supply:{EYRIE}", BOX):
            vizier = next((one for one in says.play.table.pieces(zone) if "vizier" in one), "")
            if vizier:
                says.play.move(vizier, 1, zone, f"decree:{column}")
                break


def _minister(says: Saying, name: str, *, swayed: bool) -> None:
    piece = f"minister:{name}"
    places = says.play.table.where(piece)
    if not places:
        raise Impossible(say("{minister} is not in this match", minister=Thing(piece)))
    if (places[0] == "ministers") == swayed:
        raise Impossible(
            say("{minister} is already swayed", minister=Thing(piece))
            if swayed
            else say("{minister} is not swayed", minister=Thing(piece))
        )
    says.play.move(piece, 1, places[0], "ministers" if swayed else "unswayed")


# --- quests, hirelings ----------------------------------------------------------------------------


def take_quests(says: Saying, n: int, card: Card) -> None:
    """Complete face-up quests and turn up new ones (RO-9.5.5).

    New quests stay unknown, except one that is named.

    Raises:
        Impossible: there is no such face-up quest.
    """
    name, suit = QUESTS.get(card.name, card.name), SUITS[card.suits[0][1]] if card.suits else ""
    table = says.play.table
    says.play.cite("RO-9.5.5")
    for _ in range(n):
        named = [one for one in quest_ids(says, name, suit) if name]
        if named and not table.count("quests", named[0]) and table.count(unseen("quest"), named[0]):
            says.play.reveal("quests", "quest", named[0])
        piece = named[0] if named else next(iter(table.pieces("quests")), "")
        if not table.count("quests", piece):
            raise Impossible(say("{card} is not an open quest", card=card.text()))
        says.play.move(piece, 1, "quests", f"quests:{says.seat}")
        if table.count(deck_zone("quest"), face_down("quest")):
            says.play.move(face_down("quest"), 1, deck_zone("quest"), "quests")


def quest_ids(says: Saying, name: str, suit: str) -> list[str]:
    """Return the quests with a name, and with a suit if one is given."""
    known = catalogue_of(says.play.opening).quests
    return [f"quest:{one.id}" for one in known if name in one.id and suit in ("", one.suit)]


def hire(says: Saying, hireling: Hireling, to: tuple[Place, ...]) -> None:
    """Give a hireling to a seat, with its control markers (RO-16.4.1)."""
    key = named(says.board, hireling.name)
    for place in to:
        if not isinstance(place, Board):
            raise Impossible(say("a hireling can go only to a faction board"))
        says.play.cite("RO-16.4.1-II")
        says.play.set(controller(key), says.seat_of(place.owner))
        says.play.set(f"markers:{key}", place.markers or None)
