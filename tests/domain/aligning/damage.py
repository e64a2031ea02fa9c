"""Damaged logs: mistakes of a second recorder."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tablescribe.domain.aligning.alignment import align_entries
from tablescribe.domain.aligning.deciding import CannotBe, Decider
from tablescribe.domain.aligning.difference import Alignment, Difference, Take
from tablescribe.domain.aligning.entries import Entry, entries_of, entry_of
from tablescribe.domain.games import opening
from tablescribe.domain.match.events import Played, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import UNKNOWN
from tablescribe.domain.table.table import Table
from tablescribe.ledger.matches.fact_checks import read_facts
from tests.support import STAMP

MATCHES = Path(__file__).parents[2] / "matches"


@cache
def golden(name: str) -> Match:
    """Return a golden match such as `ultime/three_players`, played in memory."""
    first, *lines = [json.loads(line) for line in (MATCHES / f"{name}.jsonl").read_text("utf-8").splitlines()]
    new = first["new"]
    fixed = opening(new["game"], len(new["seats"]), new.get("options"), new.get("catalogue"))
    seats = [Seat(f"r{n}", "c") for n in range(len(new["seats"]))]
    match = Match.open("m", fixed, seats, STAMP, outcomes=new.get("outcomes", ()), chance=new.get("chance", "table"))
    for line in lines:
        _record(match, line)
    return match


def _record(match: Match, line: dict[str, Any]) -> None:
    if "undo" in line:
        at = match.line.parent[match.head]
        while isinstance(move := match.moves[at], Played) and move.implied:
            at = match.line.parent[at]
        match.take_back(at, STAMP, judge=True)
    elif "ruling" in line:
        told = line["ruling"]
        match.rule(read_facts(match.table, told["facts"]), STAMP, clause=told["clause"], reason=told["reason"])
    elif "do" in line:
        seat, outcomes, as_played = (line.pop(key, None) for key in ("seat", "outcomes", "as_played"))
        action = match.opening.game.read_action(line)
        match.play(
            seat or match.to_act[0], action, match.chance(outcomes or ()), STAMP, as_played=bool(as_played)
        )  # fmt: skip


class Truth:
    """A match as it really was: its entries, and the table before each of them."""

    def __init__(self, match: Match, decider: Decider | None = None) -> None:
        self.match = match
        self.entries = entries_of(match)
        self.decider = decider or Decider(match, match)
        self.tables: list[Table] = []
        table, drawn = match.line.beginning().table, len(match.opened.outcomes)
        for entry in self.entries:
            self.tables.append(table.copy())
            drawn += self.decider.play(table, entry, drawn, as_played=entry.irregular)
        self.last = table

    def align(self, first: Sequence[Entry], second: Sequence[Entry], takes: dict[int, Take]) -> Alignment:
        """Align two logs of this match."""
        table, drawn = self.match.line.beginning().table, len(self.match.opened.outcomes)
        return align_entries(Decider(self.match, self.match), table, drawn, first, second, takes)

    def after(self, entries: Sequence[Entry], at: int) -> Table | None:
        """Return the table after some entries, beginning before entry `at`."""
        table = self.tables[at].copy()
        try:
            for entry in entries:
                self.decider.play(table, entry, 0)
        except CannotBe:
            return None
        return table


Damage = Callable[[Truth, list[Entry | None], int, random.Random], bool]
"""A function that damages the log at a place, if possible; a missing entry is `None`."""


def missing(truth: Truth, log: list[Entry | None], at: int, choose: random.Random) -> bool:
    """Omit a move."""
    log[at] = None
    return True


def swapped(truth: Truth, log: list[Entry | None], at: int, choose: random.Random) -> bool:
    """Write two moves in the wrong order, where it makes a difference."""
    if at + 1 >= len(log) or log[at].content == log[at + 1].content:  # type: ignore[union-attr]
        return False
    if _independent(truth, at):
        return False
    log[at], log[at + 1] = log[at + 1], log[at]
    return True


def other_order(truth: Truth, log: list[Entry | None], at: int, choose: random.Random) -> bool:
    """Write two moves in another order, where it makes no difference."""
    if at + 1 >= len(log) or log[at].content == log[at + 1].content:  # type: ignore[union-attr]
        return False
    if not _independent(truth, at):
        return False
    log[at], log[at + 1] = log[at + 1], log[at]
    return True


def _independent(truth: Truth, at: int) -> bool:
    a, b = truth.entries[at], truth.entries[at + 1]
    after = truth.after([b, a], at)
    return after is not None and after == truth.after([a, b], at)


def other_card(truth: Truth, log: list[Entry | None], at: int, choose: random.Random) -> bool:
    """Write another card, place or die."""
    entry = truth.entries[at]
    move, table, match = entry.move, truth.tables[at], truth.match
    if not isinstance(move, Played) or entry.action is None:
        return False
    others: list[Played] = []
    for n, outcome in enumerate(move.outcomes):
        if outcome == UNKNOWN:
            continue
        for known in {one for e in truth.entries if isinstance(e.move, Played) for one in e.move.outcomes}:
            if known not in (outcome, UNKNOWN) and type(known) is type(outcome) and _alike(known, outcome):
                told = (*move.outcomes[:n], known, *move.outcomes[n + 1 :])
                others.append(msgspec.structs.replace(move, outcomes=told))
    said: list[Action] = list(match.opening.game.offers(match.opening, table, move.seat))[:2000]
    others += [
        msgspec.structs.replace(move, action=one.data())
        for one in said
        if type(one) is type(entry.action) and one != entry.action
    ]
    if not others:
        return False
    log[at] = entry_of(match.opening, choose.choice(others))
    return True


def _alike(one: object, other: object) -> bool:
    return isinstance(one, int) or str(one).split(":")[0] == str(other).split(":")[0]


KINDS: dict[str, Damage] = {
    "missing": missing, "swapped": swapped, "other card": other_card, "other order": other_order,
}  # fmt: skip


@dataclass(frozen=True)
class Copy:
    """A damaged log, with the kind and place of each damage."""

    entries: list[Entry]
    damages: list[tuple[str, int]]


def damaged(
    truth: Truth, choose: random.Random, kinds: Sequence[str], n: int, apart_from: Sequence[tuple[str, int]] = ()
) -> Copy:
    """Return a copy of a match with `n` damages of these kinds, each at a different place not in `apart_from`."""
    log: list[Entry | None] = [*truth.entries]
    taken = {place for kind, at in apart_from for place in (at, at + (kind in ("swapped", "other order")))}
    damages: list[tuple[str, int]] = []
    for _ in range(400):
        if len(damages) == n:
            break
        kind, at = choose.choice(list(kinds)), choose.randrange(len(log))
        places = {at, at + 1} if kind in ("swapped", "other order") else {at}
        if places & taken or max(places) >= len(log):
            continue
        if KINDS[kind](truth, log, at, choose):
            damages.append((kind, at))
            taken |= places
    return Copy([one for one in log if one is not None], sorted(damages, key=lambda one: one[1]))


# --- a person who was there -----------------------------------------------------------------------


def answered(truth: Truth, question: Difference, alignment: Alignment) -> Take | None:
    """Return the answer of a person who was there; `None` if no reading is the truth."""
    left = [one.content for one in truth.entries]
    for column in alignment.played[: question.at]:
        assert column.played is not None
        if column.played.content not in left:
            return None
        left.remove(column.played.content)
    wanted = left[0] if left else None
    fitting = [one.take for one in question.possible if (one.entry and one.entry.content) == wanted]
    sides = [side[0].content for side in (question.first, question.second) if side]
    if "both" in fitting and not (len(sides) == 2 and sorted(sides) == sorted(left[:2])):
        fitting.remove("both")
    elif "both" in fitting:
        return "both"
    return fitting[0] if fitting else None


def same_match(truth: Truth, alignment: Alignment) -> bool:
    """Return whether the alignment is the true match: the same moves, leading to the same table."""
    played = [column.played for column in alignment.played]
    if sorted(one.content for one in played if one) != sorted(one.content for one in truth.entries):
        return False
    table, drawn = truth.match.line.beginning().table, len(truth.match.opened.outcomes)
    for column in alignment.played:
        assert column.played is not None
        drawn += truth.decider.play(table, column.played, drawn, as_played=column.as_played or column.played.irregular)
    return table == truth.last
