"""Parser for one entry of a turn: `2w3->5`, `XA7M@`, `(w+2Cw)9->`, `F#^P` …"""

from __future__ import annotations

import re
from collections.abc import Callable

from tablescribe.domain.games.root.rootlog.letters import FACTIONS, ITEMS, LANDMARKS, OWNER
from tablescribe.domain.games.root.rootlog.things import (
    Between,
    Board,
    Card,
    Clearing,
    Discard,
    Hand,
    Hireling,
    Item,
    ItemSpot,
    Landmark,
    Marker,
    Piece,
    Place,
    Quests,
    Term,
    Thing,
)
from tablescribe.domain.games.root.rootlog.values import (
    Battle,
    Craft,
    Expose,
    Flip,
    LeaveTrack,
    Mark,
    Move,
    OpenPath,
    Reveal,
    Score,
    Trick,
    Unread,
    What,
)
from tablescribe.domain.words.text import Text, say


class _Bad(Exception):
    """The entry is not valid notation."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


def read_entry(words: str) -> What:
    """Return the value of an entry; `Unread` with the reason if it is not valid notation."""
    said = "".join(words.split())
    try:
        return next((found for form in _FORMS if (found := form(said)) is not None), None) or _moved_or_shown(said)
    except _Bad as bad:
        return Unread(words, bad.why)


# --- special forms --------------------------------------------------------------------------------

_NAME = r"[a-z@][a-z@'&!.]*"
_BATTLE = re.compile(rf"({OWNER})?X({OWNER})(\d+)(?:([BFRM])@(?:([BFRM])@)?)?(?:\((\d),(\d)\))?")
_CRAFT = re.compile(rf"Z(?:%([{''.join(ITEMS)}])|([{''.join(ITEMS)}])|(?:([BFRM])?#)?({_NAME}))")
_SCORE = re.compile(rf"({OWNER})?(\+\+|--)(\d{{1,3}})?")
_LEAVE = re.compile(rf"\+\+->({OWNER})?\$")
_OPEN = re.compile(r"(\d+)_(\d+)->")
_EXPOSE = re.compile(r"\?P?t(?:_([bsre])(\d+)|(\d+)\^t_([bsre]))")
_TRICK = re.compile(r"P?t(\d+)<->P?t(\d+)")


def _battle(said: str) -> Battle | None:
    if not (found := _BATTLE.fullmatch(said)):
        return None
    attacker, defender, clearing, ambush, foil, high, low = found.groups("")
    roll = (int(high), int(low)) if high else None
    return Battle(attacker, defender, int(clearing), ambush, foil, roll)


def _craft(said: str) -> Craft | None:
    if not (found := _CRAFT.fullmatch(said)):
        return None
    item, older, suit, name = found.groups("")
    return Craft(Card(((1, suit),) if suit else (), name) if name else Item(item or older))


def _score(said: str) -> Score | None:
    if not (found := _SCORE.fullmatch(said)):
        return None
    owner, sign, n = found.groups("")
    points = int(n or 1)
    if not points:
        raise _Bad(say("an entry must score at least one point"))
    return Score(owner, points if sign == "++" else -points)


def _leave(said: str) -> LeaveTrack | None:
    found = _LEAVE.fullmatch(said)
    return LeaveTrack(found[1] or "") if found else None


def _open(said: str) -> OpenPath | None:
    found = _OPEN.fullmatch(said)
    return OpenPath((int(found[1]), int(found[2]))) if found else None


def _expose(said: str) -> Expose | None:
    found = _EXPOSE.fullmatch(said)
    return Expose(found[1] or found[4], int(found[2] or found[3])) if found else None


def _trick(said: str) -> Trick | None:
    found = _TRICK.fullmatch(said)
    return Trick((int(found[1]), int(found[2]))) if found else None


_FORMS: tuple[Callable[[str], What | None], ...] = (_battle, _craft, _score, _leave, _open, _expose, _trick)

# --- moves, marks, reveals ------------------------------------------------------------------------


def _moved_or_shown(said: str) -> What:
    if "->" in said:
        left, _, right = said.partition("->")
        return _marked(left, right) or Move(_terms(left), _places(right))
    if "^" in said:
        left, _, right = said.partition("^")
        return _shown(left, right)
    raise _Bad(say("an entry must move (->), show (^), battle (X), craft (Z) or score (++)"))


_MARKER = re.compile(rf"({OWNER})?\$_([A-Za-z]*)")
_MARKED = re.compile(r"\(?((?:[A-Z]?\$_[A-Za-z]*\+?)+)\)?")
_VALUE = re.compile(r"[a-zA-Z0-9]{0,2}")


def _marked(left: str, right: str) -> Mark | None:
    if not (found := _MARKED.fullmatch(left)):
        return None
    markers = [_MARKER.fullmatch(one) for one in found[1].split("+")]
    if not all(markers) or not _VALUE.fullmatch(right):
        raise _Bad(say("set a marker to one value, such as h, 2 or F"))
    return Mark(tuple(Marker(one[1] or "", one[2]) for one in markers if one), right)


_WHO = re.compile(rf"({OWNER})?")


def _shown(left: str, right: str) -> Reveal | Flip:
    if _WHO.fullmatch(left) and _WHO.fullmatch(right):
        return Reveal((), left, right)
    terms = _terms(left)
    if all(_is_of_cards(term) for term in terms):
        if not _WHO.fullmatch(right):
            raise _Bad(say("show cards to one faction, or name none"))
        return Reveal(terms, "", right)
    if len(terms) > 1 or not isinstance(terms[0].things, Piece):
        raise _Bad(say("flip one token at a time"))
    return Flip(terms[0], int(right) if re.fullmatch(r"[0-9]", right) else _one_piece(right))


def _is_of_cards(term: Term) -> bool:
    if isinstance(term.things, tuple):
        return all(_is_of_cards(part) for part in term.things)
    return isinstance(term.things, Card)


def _one_piece(said: str) -> Piece:
    if not (found := _PIECE.fullmatch(said)):
        raise _Bad(say("{words} is not a piece", words=said or "…"))
    return Piece(found[1] or "", found[2], found[3] or "")


def _places(said: str) -> tuple[Place, ...]:
    if not said:
        return ()
    places = []
    for one in said.split("+"):
        place, end = _place(one, 0)
        if place is None or end < len(one):
            raise _Bad(say("{words} is not a place", words=one or "…"))
        places.append(place)
    return tuple(places)


# --- terms ----------------------------------------------------------------------------------------

_NUMBER = re.compile(r"\d{0,2}")
_SUITS = re.compile(r"\(((?:\d*[BFRM]\+?)+)\)#")
_PIECE = re.compile(rf"({OWNER})?([wpbtfr])(?:_((?:\d_)?[a-z](?:_[a-z])?))?")
_CARD = re.compile(rf"([BFRM])?#({_NAME})?")
_ITEM = re.compile(rf"%([{''.join(ITEMS)}_])?")
_HIRELING = re.compile(r"h_[CEAVLODPHKTSJ]d?")
_LANDMARK = re.compile("|".join(LANDMARKS))

DEEPEST = 3
"""The greatest depth of nested brackets."""


def _terms(said: str) -> tuple[Term, ...]:
    """Parse a sequence of terms: `w+2Cw9`."""
    terms, at = _sum(said, 0, DEEPEST)
    if at < len(said):
        raise _Bad(say("{words} is not understood", words=said[at:]))
    return terms


def _sum(said: str, at: int, depth: int) -> tuple[tuple[Term, ...], int]:
    """Parse as many terms as possible; return them and the end position."""
    terms = []
    while True:
        term, at = _term(said, at, depth)
        terms.append(term)
        if not said.startswith("+", at):
            return tuple(terms), at
        at += 1


def _term(said: str, at: int, depth: int) -> tuple[Term, int]:
    """Parse one term; return it and the end position."""
    number = _NUMBER.match(said, at)
    assert number is not None  # can be empty
    n, at = int(number[0] or 1), number.end()
    things: Thing | tuple[Term, ...]
    if said.startswith("(", at) and depth and not _SUITS.match(said, at):
        things, at = _sum(said, at + 1, depth - 1)
        if not said.startswith(")", at):
            raise _Bad(say("a bracket is not closed"))
        at += 1
    else:
        things, at = _thing(said, at)
    start, at = _place(said, at)
    if not n:
        raise _Bad(say("a number of pieces must be at least 1"))
    return Term(n, things, start), at


def _thing(said: str, at: int) -> tuple[Thing, int]:
    """Parse one thing; return it and the end position."""
    thing: Thing
    if found := _SUITS.match(said, at):
        name = re.compile(_NAME).match(said, found.end())
        suits = (re.fullmatch(r"(\d*)([BFRM])", one) for one in found[1].split("+"))
        thing = Card(tuple((int(one[1] or 1), one[2]) for one in suits if one), name[0] if name else "")
        return thing, name.end() if name else found.end()
    if found := _LANDMARK.match(said, at):
        thing = Landmark(found[0])
    elif found := _PIECE.match(said, at):
        thing = Piece(found[1] or "", found[2], found[3] or "")
    elif found := _CARD.match(said, at):
        thing = Card(((1, found[1]),) if found[1] else (), found[2] or "")
    elif found := _ITEM.match(said, at):
        thing = Item(found[1] or "")
    elif found := _HIRELING.match(said, at):
        thing = Hireling(found[0])
    else:
        raise _Bad(say("{words} is not a piece, card or item", words=said[at:] or "…"))
    return thing, found.end()


_PLAYER = "".join(FACTIONS)
_PLACE = re.compile(
    rf"(?P<between>\d+(?:_\d+)+)|(?P<clearing>\d+)|(?P<board>([{_PLAYER}])?\$(?:_([a-z0-9]+))?(\d+)?)|(?P<hand>[{_PLAYER}])"
    r"|(?P<discard>\*)|(?P<quests>Q)|(?P<spot>[sdt]?[re]|[sdt])"
)


def _place(said: str, at: int) -> tuple[Place | None, int]:
    """Parse a place, if there is one; return it and the end position."""
    if not (found := _PLACE.match(said, at)):
        return None, at
    kind, words = found.lastgroup, found[0]
    for group in ("between", "clearing", "board", "hand", "discard", "quests", "spot"):
        if found[group] is not None:
            kind = group
    place: Place
    if kind == "between":
        place = Between(tuple(map(int, words.split("_"))))
    elif kind == "clearing":
        place = Clearing(int(words))
    elif kind == "board":
        place = Board(found[4] or "", found[5] or "", int(found[6] or 0))
    elif kind == "hand":
        place = Hand(words)
    elif kind == "discard":
        place = Discard()
    elif kind == "quests":
        place = Quests()
    else:
        state = words[-1] if words[-1] in "re" else ""
        place = ItemSpot(words.removesuffix(state) if state else words, state)
    return place, found.end()
