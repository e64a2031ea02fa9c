"""Descriptions of moves in the players' words: "Pit Trap is laid in column 2, depth 3", not which counter changed.

They use only what the reader has seen, and also work for facts that never happened.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator

from tablescribe.domain.games.tomb_raider import board
from tablescribe.domain.games.tomb_raider.actions.moving import Step
from tablescribe.domain.games.tomb_raider.actions.start import ChooseEntrance, KeepCard
from tablescribe.domain.games.tomb_raider.labels import label_value
from tablescribe.domain.games.tomb_raider.windows import TEXT
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, DUE, bare, deck_of, state_of
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import BOX, HIDDEN, Changed, Fact, Moved, Turned
from tablescribe.domain.words.text import Text, Thing, both, say

SILENT = frozenset(
    {"steps", "extra_steps", "halted", "held", "met", "fought", "dead", "used", "order_rolled", "looker", "printed",
     "carrier", "prize", board.ACTIVE, board.FIRST, board.WINNERS, "unseen"}
)  # fmt: skip
"""Values that only the rules need, and those that the action itself describes."""

ROUNDS: dict[str, Text] = {
    "ready": say("the ready round begins"), "action": say("the action round begins"),
    "search": say("the search round begins"), "draw": say("the draw round begins"),
}  # fmt: skip

INJURIES: dict[str, Text] = {
    "fight": say("{raider} is injured: Fight"), "move": say("{raider} is injured: Move"),
    "search": say("{raider} is injured: Search"), "think": say("{raider} is injured: Think"),
}  # fmt: skip

SIDES: dict[str, Text] = {
    "exit_forward": say("{place} has an exit forward now"), "exit_right": say("{place} has an exit to the right now"),
    "exit_back": say("{place} has an exit back now"), "exit_left": say("{place} has an exit to the left now"),
    "block_forward": say("the forward exit of {place} is blocked"),
    "block_right": say("the right exit of {place} is blocked"),
    "block_back": say("the back exit of {place} is blocked"),
    "block_left": say("the left exit of {place} is blocked"),
}  # fmt: skip


def tell(setting: Setting, seen: Seen) -> Telling:
    """Return the description of a move, and the facts that it leaves out."""
    said: list[Text] = []
    for text in _sentences(setting, seen):
        if text not in said:
            said.append(text)
    return said, [fact for fact in seen.facts if not _is_said(setting, seen, fact)]


def _sentences(setting: Setting, seen: Seen) -> Iterator[Text]:
    """Yield everything in order, then what begins and how the match ended."""
    draws = Counter[str]()
    if seen.rolls:
        yield say("rolls {dice}", dice=both(seen.rolls))
    for fact in seen.facts:
        if isinstance(fact, Turned):
            yield from _turned(fact)
        elif isinstance(fact, Moved):
            yield from _moved(setting, seen, fact, draws)
        else:
            yield from _lived(setting, fact)
    for zone, n in draws.items() if not isinstance(seen.action, KeepCard) else ():
        who = _of_seat(setting, zone)
        if who is not None:
            yield say("{seat} draws a card", seat=who) if n == 1 else say("{seat} draws {n} cards", seat=who, n=n)
    yield from _stops(seen)
    yield from _what_begins(setting, seen)


# --- revealed cards ---------------------------------------------------------------------------


def _turned(fact: Turned) -> Iterator[Text]:
    """Yield locations that were mapped, and obstacles that were hit."""
    if board.is_of_level(fact.to) and board.at(fact.zone) != (0, 0):
        yield from _mapped(fact.to, fact.zone)
    elif state_of(fact.to).isdecimal() and bare(fact.to) == bare(fact.face):
        yield say("{card} has taken {n} damage", card=Thing(bare(fact.to)), n=int(state_of(fact.to)))


def _mapped(piece: str, zone: str) -> Iterator[Text]:
    """Yield the placement of a location: face up with the direction of its top, or face down and known."""
    if state_of(piece) in board.WAYS:
        yield say("{card} is mapped at {place}", card=Thing(bare(piece)), place=Thing(zone))
    elif state_of(piece) == board.DOWN:
        yield say("{card} is face down at {place}", card=Thing(bare(piece)), place=Thing(zone))


# --- pieces that move -------------------------------------------------------------------------


def _moved(setting: Setting, seen: Seen, fact: Moved, draws: Counter[str]) -> Iterator[Text]:
    """Yield figures' places, markers, and what was placed, removed or shuffled; count the draws."""
    kind = fact.dst.partition(":")[0]
    if fact.piece.startswith("marker:"):
        if fact.src == BOX or not _has_died(setting, seen, fact.src):
            yield from _marked(setting, fact)
    elif fact.piece.startswith("figure:"):
        seat = _of_seat(setting, fact.piece)
        if seat is not None and kind == "space" and not isinstance(seen.action, Step | ChooseEntrance):
            yield say("{seat} moves to {place}", seat=seat, place=Thing(fact.dst))
    elif kind == "hand" and fact.src.startswith("deck:"):
        draws[fact.dst] += fact.n
    else:
        yield from _card_moved(setting, fact, kind)


def _card_moved(setting: Setting, fact: Moved, kind: str) -> Iterator[Text]:
    piece = fact.piece
    if kind == "space" and board.is_of_level(piece):
        yield from _mapped(piece, fact.dst)
    elif kind == "space" and _is_obstacle(piece) and fact.src != BOX:
        yield say("{card} is placed at {place}", card=Thing(piece), place=Thing(fact.dst))
    elif kind == "discard" and fact.src.startswith("space:") and _is_obstacle(piece):
        yield say("{card} is removed", card=Thing(bare(piece)))
    elif kind == "unsaved" and fact.src.startswith("unsaved:"):
        seat = _of_seat(setting, fact.dst)
        if seat is not None:
            yield say("{seat} now has {card}", seat=seat, card=Thing(piece))
    elif kind == "deck" and fact.src.startswith("discard:"):
        yield say("{pile} are shuffled into a new deck", pile=Thing(fact.src))
    elif fact.dst == f"discard:{board.OBSTACLES}" and fact.src == "passed":
        yield say("{card} is skipped", card=Thing(piece))


def _has_died(setting: Setting, seen: Seen, zone: str) -> bool:
    """Return whether the raider to whom a zone belongs died by this move, which removes its markers."""
    key = f"resets:{zone.partition(':')[2]}"
    return zone.startswith("raider:") and any(isinstance(one, Changed) and one.key == key for one in seen.facts)


def _is_obstacle(piece: str) -> bool:
    """Return whether a piece can be an obstacle card, of a draw deck or the solo deck."""
    deck = deck_of(piece)
    return deck == board.OBSTACLES or deck.startswith("draw")


def _marked(setting: Setting, fact: Moved) -> Iterator[Text]:
    """Yield the meaning of markers that were placed or removed."""
    put = fact.src == BOX
    zone, marker = (fact.dst, fact.piece) if put else (fact.src, fact.piece)
    raider = _of_seat(setting, zone) if zone.startswith("raider:") else None
    if raider is not None:
        yield from _on_raider(raider, marker, fact.n, put)
    elif board.at(zone) != (0, 0) and put:
        yield from _on_place(Thing(zone), marker, fact.n)
    elif board.at(zone) != (0, 0) and marker.startswith("marker:block_"):
        yield say("an exit of {place} is open again", place=Thing(zone))


def _on_raider(raider: Thing, marker: str, n: int, put: bool) -> Iterator[Text]:
    injured = marker.removeprefix("marker:injury_")
    if marker == board.DAMAGE:
        yield say("{raider} takes {n} damage", raider=raider, n=n) if put else say("{raider} is healed", raider=raider)
    elif marker == board.STUCK:
        yield say("{raider} is stuck", raider=raider) if put else say("{raider} is no longer stuck", raider=raider)
    elif marker == board.HEALTH and put:
        yield say("{raider} gains {n} health", raider=raider, n=n)
    elif injured in INJURIES:
        yield Text(INJURIES[injured].template, {"raider": raider}) if put else say("{raider} is healed", raider=raider)


def _on_place(place: Thing, marker: str, n: int) -> Iterator[Text]:
    side = marker.removeprefix("marker:")
    if marker == board.DAMAGE:
        yield say("the obstacle at {place} takes {n} damage", place=place, n=n)
    elif marker == board.SKULL:
        yield say("the obstacle at {place} is removed", place=place)
    elif marker == board.EMPTY:
        yield say("{place} is searched and empty", place=place)
    elif marker == board.SAVE_POINT:
        yield say("{place} is now a save point", place=place)
    elif side in SIDES:
        yield Text(SIDES[side].template, {"place": place})


# --- life and death ---------------------------------------------------------------------------


def _lived(setting: Setting, fact: Changed) -> Iterator[Text]:
    """Yield who died, came back, saved, entered or finished."""
    kind, _, _ = fact.key.partition(":")
    seat = _of_seat(setting, fact.key)
    if seat is None:
        return
    says: dict[str, Callable[[], Text]] = {
        "resets": lambda: say("{seat} dies", seat=seat),
        "save": lambda: say("{seat} saves at {place}", seat=seat, place=Thing(str(fact.now))),
        "entrance": lambda: say("{seat} begins at {place}", seat=seat, place=Thing(str(fact.now))),
        "finished": lambda: say("{seat} has finished the level", seat=seat),
    }
    if kind in says and fact.now is not None:
        yield says[kind]()


def _what_begins(setting: Setting, seen: Seen) -> Iterator[Text]:
    """Yield the turn and round that begin, who is active, and how the match ended."""
    now = {fact.key: fact.now for fact in seen.facts if isinstance(fact, Changed)}
    if board.ENDING in now and now[board.ENDING] is not None:
        yield Text("{end}", {"end": label_value(setting, board.ENDING, now[board.ENDING])})
        winners = [int(one) for one in str(now.get(board.WINNERS) or "").split(",") if one.isdecimal()]
        if winners:
            yield say("winner: {seat}", seat=both(Thing(seat_name(one)) for one in winners))
        return
    if isinstance(now.get(board.TURN), int):
        yield say("turn {n} begins", n=int(now[board.TURN] or 0))
    if str(now.get(board.ROUND)) in ROUNDS and (now[board.ROUND] != board.READY or board.TURN not in now):
        yield ROUNDS[str(now[board.ROUND])]
    if now.get(board.FIRST) in setting.all_seats:
        yield say("{seat} is first player", seat=Thing(seat_name(int(now[board.FIRST] or 0))))
    elif now.get(board.ACTIVE) in setting.all_seats and setting.seats > 1:
        yield say("it is {seat}'s turn", seat=Thing(seat_name(int(now[board.ACTIVE] or 0))))


def _stops(seen: Seen) -> Iterator[Text]:
    """Yield the free text for which play stops (TR-135)."""
    if any(isinstance(fact, Changed) and (fact.key, fact.now) == (AWAITS, TEXT.name) for fact in seen.facts):
        kept = [str(fact.now) for fact in seen.facts if isinstance(fact, Changed) and fact.key.startswith(DUE)]
        for step in (json.loads(one) for one in kept if one.startswith("{")):
            if step["do"] == "text":
                yield say("the table resolves: {text}", text=step["says"])


# --- remaining facts --------------------------------------------------------------------------


def _of_seat(setting: Setting, name: str) -> Thing | None:
    """Return the seat to which a zone or value belongs, if it is in this match."""
    number = name.partition(":")[2]
    held = number.isdecimal() and len(number) < 3 and int(number) in setting.all_seats
    return Thing(seat_name(int(number))) if held else None


def _is_said(setting: Setting, seen: Seen, fact: Fact) -> bool:
    """Return whether a fact is described already, by the sentences or the action, or is not shown."""
    if isinstance(fact, Changed):
        kind = fact.key.partition(":")[0]
        told = kind in ("resets", "entrance", "save", "finished") and _of_seat(setting, fact.key) is not None
        return told or kind in SILENT or fact.key in (board.TURN, board.ROUND, board.ENDING)
    if isinstance(fact, Turned):
        unaccounted = fact.zone.startswith(("unseen:", "deck:", "hand:", "discard:", "passed", "rejected", "top:"))
        return unaccounted or any(True for _ in _turned(fact)) or fact.face.startswith(HIDDEN)
    if seen.action is not None and fact.piece in seen.action.touches():
        return True
    if fact.piece.startswith("marker:") and BOX in (fact.src, fact.dst):
        return True
    if any(True for _ in _moved(setting, seen, fact, Counter())):
        return True
    src, dst = fact.src.partition(":")[0], fact.dst.partition(":")[0]
    by_itself = src == "unseen" or (src, dst) in PASSING or (src == "deck" and dst == "space")
    return by_itself or fact.piece.startswith("figure:")


PASSING = frozenset(
    {("deck", "hand"), ("deck", "passed"), ("passed", "discard"), ("passed", "space"), ("space", "rejected"),
     ("rejected", "deck"), ("hand", "offer"), ("offer", "hand"), ("hand", "discard"), ("unsaved", "saved"),
     ("hand", "deck"), ("hand", "unsaved"), ("hand", "saved"), ("unsaved", "discard"), ("discard", "deck")}
)  # fmt: skip
"""Moves of pieces that are described elsewhere, or that follow from what was described."""
