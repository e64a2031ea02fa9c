"""Display names: those of the core, of pieces, and of each faction, hirelings and landmarks."""

from __future__ import annotations

import re

from tablescribe.domain.games.root.board import ENDING, FIRST, PHASE, SETTING_UP, STAGE, THIS, TURN, WINNER
from tablescribe.domain.games.root.cards import LOCKED, card_of, quest_of
from tablescribe.domain.games.root.labels import (
    advanced,
    alliance,
    core,
    corvids,
    duchy,
    eyrie,
    hirelings,
    hundreds,
    keepers,
    landmarks,
    lizards,
    pieces,
    riverfolk,
    vagabond,
)
from tablescribe.domain.games.root.pieces import OWNERS, owner_of
from tablescribe.domain.games.root.reign import DOWN, side
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import bare, is_the_kernels, seat, state_of, who
from tablescribe.domain.table.table import Table, Value
from tablescribe.domain.words.text import Slot, Text, Thing, say

NAMES: dict[str, Text] = {
    **core.NAMES, **core.CHANCES, **{f"stage:{stage}": text for stage, text in core.STAGES.items()}, **pieces.OWNERS,
    **{name: text for module in (
        eyrie, alliance, vagabond, lizards, riverfolk, duchy, corvids, hundreds, keepers, hirelings, landmarks,
        advanced,
    ) for name, text in module.NAMES.items()},
}  # fmt: skip

OF_SEATS = core.OF_SEATS | advanced.OF_SEATS | hirelings.OF_SEATS | vagabond.OF_SEATS

NOBODYS_CONCERN = (THIS, "battle:", "ready:", "home:", "hire:", "dealing:", "unseen:")
"""Prefixes of names that are not shown to people."""

_PLACE = re.compile(r"\d+([-_]\d+)*")


def label(setting: Setting, name: str) -> Text | str:
    """Return the display name of a piece, zone, seat or value; the empty string for names that are not shown."""
    if is_the_kernels(name) or name.startswith(NOBODYS_CONCERN):
        return ""
    if name in NAMES:
        return NAMES[name]
    if (card := card_of(setting, name)) is not None:
        return say("{card} ({suit})", card=card.name, suit=core.SUITS[card.suit])
    if (quest := quest_of(setting, name)) is not None:
        return say("{card} ({suit})", card=quest.name, suit=core.SUITS[quest.suit])
    return _of_a_kind(name) or name


def _of_a_kind(name: str) -> Text | None:
    """Return the display name of a numbered thing, or of a faction's or hireling's piece."""
    kind, _, rest = name.partition(":")
    if kind in OF_SEATS and rest.isdecimal() and len(rest) < 3:
        return Text(OF_SEATS[kind].template, {"n": int(rest)} if kind == "seat" else {"seat": who(int(rest))})
    if kind == "relation" and (owner := rest.partition(":")[2]) in OWNERS:
        return say("the Vagabond's relationship with {owner}", owner=pieces.OWNERS[owner])
    if kind in core.OF_PLACES and _PLACE.fullmatch(rest) and len(rest) < 30:
        return Text(core.OF_PLACES[kind].template, {"n": rest.replace("_", "\N{EN DASH}")})
    if kind in hirelings.OF_SPACES and rest.isdecimal() and len(rest) < 3:
        return Text(hirelings.OF_SPACES[kind].template, {"n": int(rest)})
    if kind in advanced.OF_OWNERS and bare(rest) in OWNERS:
        named = Text(advanced.OF_OWNERS[kind].template, {"owner": pieces.OWNERS[bare(rest)]})
        return say("{card}, locked", card=named) if state_of(rest) == LOCKED else named
    owner = owner_of(name)
    if rest == "warrior" and owner in pieces.WARRIORS:
        return pieces.WARRIORS[owner]
    if rest == "pawn" and owner in pieces.OWNERS:
        return pieces.OWNERS[owner]
    return pieces.PIECES.get(rest) if owner else None


def label_on(setting: Setting, table: Table, name: str) -> Text | None:
    """Return the display name of a hireling or its pieces by the demoted side of its card; `None` if it is promoted."""
    kind, _, rest = name.partition(":")
    key = kind if rest in ("", "pawn") else rest
    if key not in pieces.DEMOTED or table.values.get(side(key)) != DOWN or kind == "side":
        return None
    if kind == key:
        return pieces.DEMOTED[key]
    whose = advanced.OF_OWNERS.get(kind)
    return None if whose is None else Text(whose.template, {"owner": pieces.DEMOTED[key]})


SEATS = (TURN, WINNER, FIRST, SETTING_UP, "trader", "controls", "coalition")
"""Values that hold a seat, by the word before the colon."""

THINGS = ("hiring", "faction", "dominance")
"""Values that hold the name of a thing."""

WORDS: dict[str, dict[str, Text]] = {
    ENDING: core.ENDINGS, "suit": core.SUITS, "outcast": core.SUITS, "relation": vagabond.RELATIONS,
    "character": vagabond.CHARACTERS, "mood": hundreds.MOODS, "side": advanced.SIDES, "setup-step": advanced.STEPS,
}  # fmt: skip
"""Words for values, by the word before the colon."""


def label_value(setting: Setting, key: str, value: Value) -> Slot:
    """Return the display text of a value: for the turn, the seat's name instead of its number."""
    kind = key.partition(":")[0]
    if kind in SEATS and value in setting.all_seats:
        return Thing(seat(int(value or 0)))
    if kind in (PHASE, STAGE, "leader") and value is not None:
        return Thing(f"{kind}:{value}")
    if kind in THINGS:
        return Thing(str(value))
    if value in WORDS.get(kind, {}):
        return WORDS[kind][str(value)]
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return value if isinstance(value, int) else str(value)
