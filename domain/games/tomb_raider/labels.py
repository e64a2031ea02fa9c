"""Display names of zones, pieces and values."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.board import ACTIVE, FIRST, ROUND, WINNERS, at, catalogue_of
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import bare, is_the_kernels, state_of, who
from tablescribe.domain.table.table import BOX, HIDDEN, Value
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

DECKS: dict[str, Text] = {
    "level": say("the level deck"), "obstacles": say("the obstacle pile"), "levelspare": say("the spare locations"),
}  # fmt: skip

OF_SEATS: dict[str, Text] = {
    "seat": say("seat {n}"), "figure": say("the figure of {seat}"), "raider": say("the raider of {seat}"),
    "unsaved": say("the unsaved row of {seat}"), "saved": say("the saved row of {seat}"),
    "hand": say("the hand of {seat}"), "offer": say("the offer of {seat}"), "score": say("the points of {seat}"),
    "dead": say("whether the raider of {seat} is dead"), "steps": say("the steps of {seat}"),
    "extra_steps": say("the extra steps of {seat}"),
    "entrance": say("the entrance of {seat}"), "save": say("the save point of {seat}"),
    "fought": say("whether {seat} used Fight"), "resets": say("the deaths of {seat}"),
    "finished": say("the turn in which {seat} finished"),
}  # fmt: skip

PILES: dict[str, Text] = {
    "deck": say("{deck}, face down"), "discard": say("the discards of {deck}"), "unseen": say("unseen cards of {deck}"),
}  # fmt: skip

NAMES: dict[str, Text] = {
    BOX: say("the box"), "rejected": say("locations set aside"), "passed": say("the obstacle turned up"),
    "turn": say("the turn"), ROUND: say("the round"), FIRST: say("who moves first"), ACTIVE: say("the active player"),
    WINNERS: say("the winners"), "ending": say("the end"), "d6": say("a die"),
    "carrier": say("who carries the treasure"), "prize": say("the treasure to be brought back"),
    "prize:number": say("the search result needed to pick up the treasure"),
    "marker:damage": say("damage"), "marker:removed": say("removed"), "marker:empty": say("empty"),
    "marker:save": say("save point"), "marker:stuck": say("stuck"), "marker:health": say("extra health"),
    "marker:injury_fight": say("injured Fight"), "marker:injury_move": say("injured Move"),
    "marker:injury_search": say("injured Search"), "marker:injury_think": say("injured Think"),
    "marker:exit_forward": say("exit forward"), "marker:exit_right": say("exit to the right"),
    "marker:exit_back": say("exit back"), "marker:exit_left": say("exit to the left"),
    "marker:block_forward": say("block forward"), "marker:block_right": say("block to the right"),
    "marker:block_back": say("block back"), "marker:block_left": say("block to the left"),
}  # fmt: skip

COUNTERS = ("halted", "held", "met", "used", "looker", "order_rolled")
"""Values that the rules use to remember what was done; they are not shown."""

ROUNDS: dict[str, Text] = {
    "ready": say("ready"), "action": say("action"), "search": say("search"), "draw": say("draw"),
}  # fmt: skip

ENDINGS: dict[str, Text] = {
    "treasure": say("the treasure is found"), "recovery": say("the treasure is brought back"),
    "bounty": say("the treasure is found, and points are counted"), "turns": say("the last turn is over"),
    "resets": say("too many resets"), "searched": say("every location is searched"),
    "cleared": say("every obstacle is cleared"), "timed": say("everybody has finished the level"),
    "series": say("the series"),
}  # fmt: skip


def label(setting: Setting, name: str) -> Text | str:
    """Return the display name of a piece, zone, seat or value; the empty string for those that are not shown."""
    if is_the_kernels(name) or name.partition(":")[0] in COUNTERS:
        return ""
    if name in NAMES:
        return NAMES[name]
    kind, _, rest = name.partition(":")
    if name == HIDDEN:
        return say("some card")
    if name.startswith(HIDDEN):
        return say("some card of {deck}", deck=deck_name(kind.removeprefix(HIDDEN)))
    if kind == "benefit":
        return rest.replace("_", " ")
    if kind in OF_SEATS and rest.isdecimal() and len(rest) < 3:
        return Text(OF_SEATS[kind].template, {"n": int(rest)} if kind == "seat" else {"seat": who(int(rest))})
    if kind in PILES:
        return Text(PILES[kind].template, {"deck": deck_name(rest)})
    if kind in ("top", "bottom"):
        return say("cards of {deck} that were looked at", deck=deck_name(rest.partition(":")[0]))
    if kind in ("printed", "searched"):
        return (
            say("whether {place} was searched", place=Thing(rest))
            if kind == "searched"
            else say("what is printed on card {number}", number=rest)
        )
    if at(name) != (0, 0):
        col, depth = at(name)
        return say("column {col}, depth {depth}", col=col, depth=depth)
    card = catalogue_of(setting).card(bare(name).partition(":")[2]) if rest else None
    if card is not None:
        damaged = state_of(name)
        return say("{card} ({n} damage)", card=card.name, n=int(damaged)) if damaged.isdecimal() else card.name
    return name


def deck_name(deck: str) -> Text | str:
    """Return the display name of a deck."""
    if deck in DECKS:
        return DECKS[deck]
    if deck.startswith("draw") and deck[4:].isdecimal():
        return say("the deck of {seat}", seat=who(int(deck[4:])))
    if deck.startswith("level") and deck[5:].isdecimal():
        return say("level deck {n}", n=int(deck[5:]))
    return deck


def label_value(setting: Setting, key: str, value: Value) -> Slot:
    """Return the display text of a value: for the active seat, its name instead of its number."""
    kind, _, _ = key.partition(":")
    if key in (FIRST, ACTIVE, "carrier") and value in setting.all_seats:
        return who(int(value or 0))
    if key == ROUND:
        return ROUNDS.get(str(value), str(value))
    if key == "ending":
        return ENDINGS.get(str(value), str(value))
    if key == WINNERS:
        return listed(who(int(one)) for one in str(value).split(",") if one.isdecimal())
    if key == "prize":
        return Thing(str(value))
    if kind in ("entrance", "save") and at(str(value)) != (0, 0):
        return Thing(str(value))
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return value if isinstance(value, int) else str(value)
