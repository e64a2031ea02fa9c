"""Free texts that people carry out: play stops until the table records what they did (RC-B97).

What people enter is accepted if the pieces exist and the game can go on. Cards known to one seat alone cannot be
mentioned, because a refusal would reveal them to others.
"""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.effects import Tell
from tablescribe.domain.games.robinson.board import (
    BEAST,
    DISCOVERY,
    GOODS,
    HUNTING,
    INVENTION,
    INVENTIONS,
    RELIC,
    STARTING,
    SUPPLY,
    TILE,
    Board,
    camp,
    fresh,
    hearts,
    uses,
)
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.declaring import mark, shows
from tablescribe.domain.games.robinson.rules.gains import full_hearts
from tablescribe.domain.games.robinson.rules.one_offs import revert, take_the_shortcut_away
from tablescribe.domain.games.robinson.rules.rewards import asked_for
from tablescribe.domain.games.robinson.windows import JUDGE
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.typed_facts import left_drawable, make_true, read_told, still_drawable
from tablescribe.domain.table.names import deck, deck_of, discard, face_down, who
from tablescribe.domain.table.table import BOX, HIDDEN, Changed, Fact, Impossible, Moved, Table
from tablescribe.domain.words.text import Thing, say

OF_ONE_SEAT = ("look", "top", "bottom")
"""Zones of cards known to one seat alone, by the first part of their names."""

GOES: dict[str, frozenset[str]] = {
    **dict.fromkeys(GOODS, frozenset({SUPPLY, "stock", "future"})), RELIC: frozenset({SUPPLY, "goods"}),
    TILE: frozenset({"space", deck(TILE), BOX}), BEAST: frozenset({HUNTING, discard(BEAST), deck(BEAST), BOX}),
    INVENTION: frozenset({INVENTIONS, "items", deck(INVENTION), BOX}),
    STARTING: frozenset({"starting", deck(STARTING), BOX}), DISCOVERY: frozenset({"tokens", deck(DISCOVERY), BOX}),
    "token": frozenset({"field", SUPPLY}), "helper": frozenset({"pawns", SUPPLY}), "camp": frozenset({"space"}),
}  # fmt: skip
"""Where a text may put pieces: by kind of piece, the zones or the first parts of their names."""

VALUES = ("hearts", "determination", "shelter", "roof", "palisade", "weapon", "uses")
"""The values that a text may change, by the first part of their names: levels, hearts, markers."""

MOST = 99


@action.step("judge", of="seat")
def ask(play: Play, *, seat: int, text: str) -> None:
    """Ask what a text did before play goes on (RC-B97)."""
    if Board(play.opening, play.table).is_alive(seat):
        play.cite("RC-B97")
        play.then("judge", seat=seat, text=text)
        play.ask(JUDGE, seat)


def name_of(text: str) -> str:
    """Return a text as one word, as actions name it."""
    return "_".join(text.split())


def asked_of(table: Table) -> str:
    """Return the pending text as one word; the empty string if there is none."""
    step = waiting(table, "judge")
    return name_of(str(step.arguments["text"])) if step is not None else ""


@action(Tell)
def tell(play: Play, seat: int, act: Tell) -> None:
    """Record what a text did, as people enter it (RC-B97)."""
    step = asked_for(play, "judge")
    if act.benefit != asked_of(play.table):
        raise Impossible(say("no benefit called {name} is available now", name=act.benefit))
    facts = _checked(play, act.facts)
    _stay_apart(play, facts)
    play.cite("RC-B97")
    play.checked()
    play.drop(step)
    play.answered(int(step.arguments["seat"]))
    make_true(play, facts)
    for fact in facts:
        if isinstance(fact, Moved) and deck_of(fact.piece) == STARTING:
            _set_markers(play, fact.dst)
        if isinstance(fact, Moved) and deck_of(fact.piece) == INVENTION and fact.src.startswith("items:"):
            change_owner(play, fact)
    dies = any(not play.table.number(hearts(one)) for one in Board(play.opening, play.table).living)
    if dies and not any(one.do == "deaths" for one in play.dues):
        play.then("deaths")


def change_owner(play: Play, moved: Moved) -> None:
    """Let the one-time gain of an item that a text takes from a player go, and come to who gets it (RC-53, RC-98).

    In the first three editions, neither happened.
    """
    board, seat = Board(play.opening, play.table), int(moved.src.partition(":")[2])
    if board.before_fourth_edition or moved.src == moved.dst:
        return
    stays_an_item = moved.dst.startswith("items:")
    came = play.table.get(fresh(moved.piece)) is None
    if came and (board.options.revert_on_theft or not stays_an_item):
        play.cite("RC-98")
        revert(play, seat, moved.piece)
    else:
        take_the_shortcut_away(play, seat, moved.piece)
    if stays_an_item:
        play.cite("RC-53")
    play.set(fresh(moved.piece), "received" if stays_an_item else None)


def _stay_apart(play: Play, facts: list[Fact]) -> None:
    """Refuse a text that puts a camp on another's tile (RC-34); the first edition allowed it."""
    after = play.table.copy()
    for fact in facts:
        after.apply(fact)
    board = Island(play.opening, after)
    for fact in facts:
        if isinstance(fact, Moved) and fact.piece.startswith("camp:") and not board.first_edition:
            seat, number = int(fact.piece.partition(":")[2]), int(fact.dst.partition(":")[2])
            enemies = board.enemies_on(number, seat)
            why = say("the camp of {seat} is there", seat=who(enemies[0] if enemies else seat))
            play.require("RC-34", not enemies, why)


def _set_markers(play: Play, zone: str) -> None:
    """Place markers on a starting item gained by a text, and remove those of a lost one (RC-B71)."""
    for item in play.table.each(zone):
        if item.startswith("starting:") and play.table.get(uses(item)) is None:
            mark(play, item)
        elif zone == BOX:
            play.set(uses(item), None)


# --- possible facts ---------------------------------------------------------------------------


def _checked(play: Play, texts: tuple[str, ...]) -> list[Fact]:
    """Return the entered words as facts.

    Raises:
        Impossible: they cannot be true, the game could not go on, or they concern what one seat alone knows.
    """
    for text in texts:
        _tells_nothing_hidden(play.table, text.split())
    facts = read_told(play.table, texts)
    board, after = Board(play.opening, play.table), play.table.copy()
    for fact in facts:
        if isinstance(fact, Changed):
            _is_a_level(board, fact)
        elif isinstance(fact, Moved):
            _has_its_place(board, fact)
        elif deck_of(fact.face) != deck_of(fact.to) or not fact.face.startswith(HIDDEN) ^ fact.to.startswith(HIDDEN):
            raise Impossible(say("{card} cannot become {other}", card=Thing(fact.face), other=Thing(fact.to)))
        after.apply(fact)
    if left := left_drawable(play.table, facts):
        raise Impossible(still_drawable(left))
    _can_be_played(Island(play.opening, play.table), Island(play.opening, after))
    return facts


def _tells_nothing_hidden(table: Table, words: list[str]) -> None:
    """Refuse facts about cards known to one seat alone or in the pool, whatever they are."""
    verb, *rest = words
    zones = rest[2:] if verb == "move" else rest[:1] if verb == "turn" else []
    shut = (*OF_ONE_SEAT, "unseen", *(("deck", HUNTING, BOX) if verb == "turn" else ()))
    for zone in zones:
        if zone.partition(":")[0] in shut:
            raise Impossible(say("you cannot reveal what is in {zone}", zone=Thing(zone)))
    pieces = rest[:1] if verb == "move" else rest[1:3] if verb == "turn" else []
    for piece in pieces:
        if piece.startswith(HIDDEN):
            continue
        name = deck_of(piece)
        if HUNTING in zones or (_is_known_to_one(table, name) and not shows(table, piece)):
            raise Impossible(say("you cannot reveal which card {piece} is", piece=Thing(face_down(name))))


def _is_known_to_one(table: Table, name: str) -> bool:
    """Return whether one seat alone knows a card of a deck, so that a refusal would reveal it."""
    zones = (zone for zone in table.zones if zone.partition(":")[0] in OF_ONE_SEAT)
    return any(deck_of(piece) == name for zone in zones for piece in table.zones[zone])


def _is_a_level(board: Board, fact: Changed) -> None:
    """Refuse values that a text cannot change, or that a camp or character cannot have."""
    kind, _, rest = fact.key.partition(":")
    known = kind in VALUES and isinstance(fact.was, int)
    if not known or isinstance(fact.now, bool) or not isinstance(fact.now, int):
        raise Impossible(say("a text cannot change {key}", key=fact.key))
    most = 1 if kind == "shelter" else full_hearts(board, int(rest)) if kind == "hearts" else MOST
    if not (1 if kind == "uses" else 0) <= fact.now <= most:
        raise Impossible(say("{key} cannot be {n}", key=Thing(fact.key), n=fact.now))


def _has_its_place(board: Board, fact: Moved) -> None:
    """Refuse moves from or to a zone where pieces of this kind cannot be."""
    goes = GOES.get(fact.piece) or GOES.get(deck_of(fact.piece), frozenset())
    for zone in (fact.src, fact.dst):
        kind, _, rest = zone.partition(":")
        owned = kind in goes and rest.isdecimal() and rest.isascii() and len(rest) < 3
        if zone not in goes and not (
            (owned and (kind == "space" or int(rest) in board.living))
            or (kind == "field" and kind in goes and fact.piece == f"token:{rest}")
        ):
            raise Impossible(say("{piece} does not belong in {zone}", piece=Thing(fact.piece), zone=Thing(zone)))


def _can_be_played(before: Island, after: Island) -> None:
    """Refuse results with face-down cards where all are open, two tiles on a space, or a camp off the tiles."""
    for zone, pieces in after.table.zones.items():
        kind, _, rest = zone.partition(":")
        closed = sum(n for piece, n in pieces.items() if piece.startswith(HIDDEN))
        was = sum(n for piece, n in before.table.pieces(zone).items() if piece.startswith(HIDDEN))
        tiles = sum(n for piece, n in pieces.items() if deck_of(piece) == TILE)
        shut = closed > was and kind not in (HUNTING, "deck", "unseen")
        if shut or (kind == "space" and (tiles > 1 or int(rest) not in after.layout.spaces)):
            raise Impossible(say("the game could not continue with that in {zone}", zone=Thing(zone)))
    for seat in after.living:
        home = after.camp_of(seat)
        if home is not None and home not in after.explored:
            raise Impossible(say("{camp} would not be on a tile", camp=Thing(camp(seat))))
