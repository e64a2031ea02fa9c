"""Facts typed by people, for changes of the table that no rule produces.

The forms are `move PIECE N FROM TO`, `turn ZONE FACE TO N` and `set KEY VALUE` (`null` deletes the value). Naming a
face-down card turns it face up and removes it from the pool of unseen cards. A card that goes back into its deck joins
the pool.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import Field

from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import deck_of, face_down, is_the_kernels, unseen
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Impossible, Moved, Table, Turned
from tablescribe.domain.words.text import Slot, Spoken, Text, Thing, listed, say

if TYPE_CHECKING:
    from tablescribe.domain.rules.play import Play

FORM = "`move PIECE N FROM TO`, `turn ZONE FACE TO N` or `set KEY VALUE`"

_PATTERN = r"^(move \S+ [0-9]{1,3} \S+ \S+|turn \S+ \S+ \S+ [0-9]{1,3}|set \S+ \S+)$"

ToldFacts: TypeAlias = Annotated[
    tuple[Annotated[str, Field(pattern=_PATTERN, max_length=200)], ...], Field(max_length=40)
]
"""A field of an action with typed facts; clients ask for one fact per line."""


class BadFact(Spoken, ValueError):
    """A typed fact does not have the required form, or would leave the table inconsistent."""

    code = "fact.form"


def plain(text: str) -> Any:
    """Parse a word as an integer, boolean or `null`; anything else is returned as text."""
    if re.fullmatch(r"-?[0-9]{1,18}", text):
        return int(text)
    return {"true": True, "false": False, "null": None}.get(text, text)


def read_facts(table: Table, texts: Iterable[str]) -> list[Fact]:
    """Parse typed facts, and add their effects on the pools of unseen cards.

    Raises:
        BadFact: one of them does not have the required form.
    """
    told = [text.split() for text in texts]
    by_hand = {word for words in told for word in words if word.startswith("unseen:")}  # typed pools are not derived
    trial, facts = table.copy(), list[Fact]()
    for words in told:
        for fact in _with_its_pool(trial, _read(trial, words), by_hand):
            facts.append(fact)
            with suppress(Impossible):  # refused with a reason when it is recorded
                trial.apply(fact)
    return facts


def read_told(table: Table, texts: Iterable[str]) -> list[Fact]:
    """Parse the typed effect of a card's free text, and try it on a copy of the table.

    Raises:
        BadFact: one of the facts does not have the required form.
        Impossible: one does not fit the table, or changes a value of the kernel, such as open windows and due steps.
    """
    facts = read_facts(table, texts)
    for fact in facts:
        if isinstance(fact, Changed) and is_the_kernels(fact.key):
            raise Impossible(say("a text cannot change {key}", key=fact.key))
    trial = table.copy()
    for fact in facts:
        trial.apply(fact)
    return facts


def make_true(play: Play, facts: Iterable[Fact]) -> None:
    """Apply typed facts in a move."""
    for fact in facts:
        if isinstance(fact, Moved):
            play.move(fact.piece, fact.n, fact.src, fact.dst)
        elif isinstance(fact, Turned):
            play.turn(fact.zone, fact.face, fact.to, fact.n)
        else:
            play.set(fact.key, fact.now)


def told_of(text: Thing, texts: Sequence[str]) -> Text:
    """Return a sentence that says which effect of a free text was recorded, and with which facts."""
    if not texts:
        return say("records what this did: {benefit}", benefit=text)
    facts = listed([_in_words(one.split()) for one in texts], "; ")
    return say("records what this did: {benefit} ({facts})", benefit=text, facts=facts)


def fact_text(fact: str) -> Text:
    """Return a typed fact as a sentence for people."""
    told = _in_words(fact.split())
    return told if isinstance(told, Text) else say("{fact}", fact=told)


def _in_words(words: Sequence[str]) -> Slot:
    match words:
        case ["move", piece, n, src, dst]:
            return Text("{pieces}: {src} → {dst}", {"pieces": _pieces(piece, n), "src": Thing(src), "dst": Thing(dst)})
        case ["turn", zone, face, to, n]:
            return Text("{zone}: {pieces} → {to}", {"zone": Thing(zone), "pieces": _pieces(face, n), "to": Thing(to)})
        case ["set", key, value]:
            return Text("{key}: {value}", {"key": Thing(key), "value": "–" if value == "null" else value})
    return " ".join(words)


def _pieces(piece: str, n: str) -> Slot:
    return Thing(piece) if n == "1" else Text("{n} × {piece}", {"n": n, "piece": Thing(piece)})


def _read(table: Table, words: Sequence[str]) -> Fact:
    verb, *rest = words or [""]
    try:
        if verb == "move":
            piece, n, src, dst = rest
            return Moved(piece, int(n), src, dst)
        if verb == "turn":
            zone, face, to, n = rest
            return Turned(zone, face, to, int(n))
        if verb == "set":
            key, value = rest
            return Changed(key, table.get(key), plain(value))
    except ValueError:
        pass
    raise BadFact(say("{fact} is not a fact: write {form}", fact=repr(" ".join(words)), form=FORM))


def _with_its_pool(table: Table, fact: Fact, by_hand: set[str]) -> Iterator[Fact]:
    """Yield a fact, together with the changes of the pool of unseen cards if it turns a card."""
    if isinstance(fact, Moved):
        deck, n = deck_of(fact.piece), fact.n
        hidden, pool = face_down(deck), unseen(deck)
        plays = pool in table.zones and pool not in by_hand and not fact.piece.startswith(HIDDEN)
        lies_down = not table.count(fact.src, fact.piece) and table.count(fact.src, hidden)
        if plays and lies_down and fact.src != pool:
            yield Moved(hidden, n, fact.src, fact.dst)
            yield Turned(fact.dst, hidden, fact.piece, n)
            yield Turned(pool, fact.piece, hidden, n)
            return
        if plays and fact.dst == deck_zone(deck):
            yield Turned(fact.src, fact.piece, hidden, n)
            yield Turned(pool, hidden, fact.piece, n)
            yield Moved(hidden, n, fact.src, fact.dst)
            return
    yield fact
    if isinstance(fact, Turned):
        deck = deck_of(fact.face)
        hidden, pool = face_down(deck), unseen(deck)
        if pool in table.zones and pool not in by_hand and fact.zone != pool and hidden in (fact.face, fact.to):
            yield Turned(pool, fact.to, fact.face, fact.n)


def next_words(table: Table, words: Sequence[str], zones: Iterable[str] = ()) -> list[str]:
    """Return completions for the next word of a fact: verbs, pieces, counts and zones.

    Args:
        table: the table.
        words: the words typed so far.
        zones: further zones to offer as destinations, such as empty ones.

    Pools of unseen cards are not offered. Face-down cards are offered by their backs.
    """
    if not words:
        return ["move", "turn", "set"]
    verb, *rest = words
    held = sorted(zone for zone, pieces in table.zones.items() if pieces and not zone.startswith("unseen:"))
    known = sorted({*held, *(zone for zone in zones if not zone.startswith("unseen:"))})
    pieces = sorted({piece for some in table.zones.values() for piece in some})
    if verb == "move":
        lies = [zone for zone in held if rest and rest[0] in table.zones[zone]]
        found = [pieces, ["1"], lies or held, known]
    elif verb == "turn":
        found = [held, sorted(table.zones.get(rest[0], {})) if rest else [], pieces, ["1"]]
    else:
        found = [sorted(table.values), []] if verb == "set" else []
    return found[len(rest)] if len(rest) < len(found) else []


def zones_in(facts: Iterable[Fact]) -> set[str]:
    """Return the zones that facts name."""
    found = set[str]()
    for fact in facts:
        if isinstance(fact, Moved):
            found |= {fact.src, fact.dst}
        elif isinstance(fact, Turned):
            found.add(fact.zone)
    return found


def left_drawable(table: Table, facts: Iterable[Fact]) -> str:
    """Return a deck that facts leave inconsistent, or the empty text.

    The number of a deck's face-down cards must equal the number of cards in its pool of unseen cards. A card that is
    face up but still in the pool could be drawn again.
    """
    change: Counter[str] = Counter()
    for fact in facts:
        if isinstance(fact, Moved):
            for zone, n in ((fact.src, -fact.n), (fact.dst, fact.n)):
                _count(change, zone, fact.piece, n)
        elif isinstance(fact, Turned):
            _count(change, fact.zone, fact.face, -fact.n)
            _count(change, fact.zone, fact.to, fact.n)
    return next((deck for deck, n in sorted(change.items()) if n and unseen(deck) in table.zones), "")


def _count(change: Counter[str], zone: str, piece: str, n: int) -> None:
    """Add a change to the balance of a deck: its face-down cards minus the cards in its pool of unseen cards."""
    hidden, deck = piece.startswith(HIDDEN), deck_of(piece)
    pool = zone == unseen(deck)
    if hidden and not pool:
        change[deck] += n
    elif pool and not hidden:
        change[deck] -= n


def still_drawable(deck: str) -> Text:
    """Return a sentence: the card would be face up and could still be drawn, and how to enter it instead."""
    return say(
        "the card would be face up and still be drawn from {deck}: name it where it is face down (move CARD 1 FROM "
        "TO), which turns it up",
        deck=Thing(deck_zone(deck)),
    )  # fmt: skip


def refuse_left_drawable(table: Table, facts: Iterable[Fact]) -> None:
    """Refuse facts that leave a card face up and still drawable.

    Raises:
        BadFact: a deck would be inconsistent; see `left_drawable`.
    """
    if deck := left_drawable(table, facts):
        raise BadFact(still_drawable(deck))


__all__ = [
    "FORM",
    "BadFact",
    "ToldFacts",
    "fact_text",
    "left_drawable",
    "make_true",
    "next_words",
    "plain",
    "read_facts",
    "read_told",
    "refuse_left_drawable",
    "still_drawable",
    "told_of",
    "zones_in",
]  # fmt: skip
