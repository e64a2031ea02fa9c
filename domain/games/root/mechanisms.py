"""Names of rule mechanisms that explain a move, each with the rule that caused it."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.decree import VIZIER, decree, remaining, suit_in_decree
from tablescribe.domain.games.root.rules.decree import COLUMNS, column_now
from tablescribe.domain.rules.game import Seen
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Changed, Fact, Moved
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

NAMES: dict[str, Text] = {
    "RO-4.3.1-II": say("the ambush deals 2 hits"),
    "RO-4.3.3-II": say("defenceless: 1 extra hit"),
    "RO-8.2.2": say("guerrilla war: the defender uses the higher die"),
    "RO-7.8.3": say("the Commander: 1 extra hit"),
    "RO-6.2.3": say("field hospitals"),
    "RO-8.4.1": say("revolt"),
    "RO-8.2.6": say("outrage"),
    "RO-3.3.1-I": say("dominance: three clearings of the card's suit"),
    "RO-3.3.1-II": say("dominance: two opposite corners"),
    "RO-9.2.9-III": say("infamy: a faction becomes hostile"),
    "RO-9.2.9-IIIa": say("infamy: points for pieces of a hostile faction"),
    "RO-12.2.3": say("price of failure"),
    "RO-13.7.4": say("raid"),
    "RO-14.4.1": say("mobs raze, then roll the mob die"),
    "RO-10.4.1": say("the Lost Souls choose the outcast"),
    "RO-16.2.2-V": say("ferry ride"),
    "RO-L1": say("ferry ride"),
    "RO-16.2.3-IV": say("the Pass"),
    "RO-16.4.1-I": say("a hireling is gained"),
    "RO-16.4.1-III": say("a hireling loses a marker"),
}
"""The mechanisms mentioned in descriptions, by rule. Those that the action itself names are left out."""

CONTROL = "RO-16.4.1-II"


def names(seen: Seen) -> Iterator[Text]:
    """Yield the names of the mechanisms that a move used, in order."""
    for rule in seen.citations:
        if rule == CONTROL:
            rolled = [roll for roll in seen.rolls if isinstance(roll, str | int)][-1:]
            yield from (say("roll for control: {pips}", pips=str(roll)) for roll in rolled)
        elif (name := NAMES.get(rule)) is not None:
            yield name


# --- turmoil (RO-7.7) -----------------------------------------------------------------------------


def turmoil(setting: Setting, seen: Seen) -> tuple[list[Text], list[Fact]]:
    """Return the description of a turmoil and the facts it covers (RO-7.7); both empty if there was none."""
    fell = next((fact for fact in seen.facts if _falls(fact)), None)
    if not isinstance(fell, Changed):
        return [], []
    laid = [fact for fact in seen.facts if isinstance(fact, Moved) and fact.src in map(decree, COLUMNS)]
    discarded: list[Slot] = [Thing(fact.piece) for fact in laid for _ in range(fact.n)]
    first: Fact = laid[0] if laid else fell
    told = [say("turmoil: {what} cannot be resolved", what=_failing(setting, seen, first))]
    if birds := _birds(setting, seen):
        told.append(say("birds in the Decree: {n}", n=birds))
    if discarded:
        told.append(say("discarded from the Decree: {cards}", cards=listed(discarded)))
    leader = fell.key.partition(":")[2]
    told.append(say("deposed: {leader}", leader=Thing(f"leader:{leader}")))
    covered = [fact for fact in seen.facts if isinstance(fact, Changed) and fact.key == "leader" and fact.now is None]
    return told, [*laid, fell, *covered]


def _falls(fact: Fact) -> bool:
    return isinstance(fact, Changed) and fact.key.startswith("fallen:") and fact.now is True


def _failing(setting: Setting, seen: Seen, until: Fact) -> Text:
    """Return the cards that could not be resolved and their column, at the moment of turmoil."""
    table = seen.before.copy()
    for fact in seen.facts:
        if fact is until:
            break
        table.apply(fact)
    board = Board(setting, table)
    column = column_now(board)
    if column is None:  # a Recruit card was resolved only as far as warriors were left
        return say("{column} in full", column=Thing(decree("recruit")))
    left = remaining(board, column)
    lying = table.pieces(decree(column))
    cards: list[Slot] = [Thing(card) for card in lying if suit_in_decree(board, card) in left]
    return say("{cards} in {column}", cards=listed(cards), column=Thing(decree(column)))


def _birds(setting: Setting, seen: Seen) -> int:
    """Return the number of birds in the Decree, viziers included."""
    board = Board(setting, seen.before)
    lying = (one for column in COLUMNS for one in seen.before.pieces(decree(column)).items())
    return sum(n for card, n in lying if card == VIZIER or suit_in_decree(board, card) == "bird")
