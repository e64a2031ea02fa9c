"""Word facts: what changed on the table."""

from __future__ import annotations

from collections.abc import Iterable

from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.names import AWAITS, DUE, SEALED
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Moved
from tablescribe.domain.words.text import Text, Thing, say, several
from tablescribe.replays.reading.reader import value_text

PRIVATE = ("hand:", "deck:", "discard:")
"""Zones in which revealing a card is not reported: it belongs to a seat, or is reported when it moves."""

_KERNELS = (f"{AWAITS}:", DUE, SEALED)
"""Values that the kernel keeps about pending decisions and sealed answers; players do not see them."""


def say_facts(opening: Opening, facts: Iterable[Fact], *, reveal: bool = False) -> list[Text]:
    """Return facts in words, without those that are internal.

    Args:
        opening: what names the pieces, zones and values.
        facts: what happened.
        reveal: say which card a face-down one was; only for judges, who may see everything.
    """
    return [words for fact in facts if (words := _say_fact(opening, fact, reveal)) is not None]


def _say_fact(opening: Opening, fact: Fact, reveal: bool) -> Text | None:
    if isinstance(fact, Changed):
        return _say_change(opening, fact)
    if isinstance(fact, Moved):
        return _say_moved(fact)
    zone, face, to = Thing(fact.zone), several(fact.n, fact.face), Thing(fact.to)
    if HIDDEN not in (fact.face[:1], fact.to[:1]):
        return say("{zone}: {face} turned to {to}", zone=zone, face=face, to=to)
    if fact.zone.startswith("unseen:"):
        return None
    if fact.face.startswith(HIDDEN) and not fact.zone.startswith(PRIVATE):
        return say("{card} lies in {zone}", card=to, zone=zone)
    if not reveal:
        return None
    if fact.face.startswith(HIDDEN):
        return say("{zone}: {face} is {card}", zone=zone, face=face, card=to)
    return say("{zone}: {face} turned face down", zone=zone, face=face)


def _say_moved(fact: Moved) -> Text | None:
    if fact.dst.startswith("unseen:"):
        return None
    piece, dst = several(fact.n, fact.piece), Thing(fact.dst)
    if fact.src.startswith("unseen:"):  # a card that the viewer learns of; see `Timeline.facts`
        return say("{piece}: now in {zone}", piece=piece, zone=dst)
    return say("{piece}: {from_zone} → {to_zone}", piece=piece, from_zone=Thing(fact.src), to_zone=dst)


def _say_change(opening: Opening, fact: Changed) -> Text | None:
    if fact.key.startswith(_KERNELS) or _is_nobodys_concern(opening, fact.key):
        return None
    key, was, now = Thing(fact.key), value_text(opening, fact.key, fact.was), value_text(opening, fact.key, fact.now)
    if fact.now is None:
        return say("{key}: no longer {was}", key=key, was=was)
    return say("{key}: {now}", key=key, now=now) if fact.was is None else say(
        "{key}: {was} → {now}", key=key, was=was, now=now
    )  # fmt: skip


def _is_nobodys_concern(opening: Opening, key: str) -> bool:
    try:
        return opening.label(key) == ""
    except Exception:  # a forged log can hold a key that the game does not know
        return False
