"""The audit of what was taken back, restored, and ruled instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.events import Opened, Restored, Ruled, TakenBack, shows_chance
from domain.match import Match
from domain.refusals import TakeBackRefused, check_take_back
from replays.findings import Finding, about_match, about_move


def of_take_backs(match: Match) -> Iterator[Finding]:
    """Yield what is to be said about take-backs, restores, and rulings that replace a move."""
    events = sorted([*match.moves[1:], *match.take_backs], key=lambda event: event.originator_version)
    head, replaced = 0, 0  # where the line ends; the first move that a judge took back just before, 0 if none
    for event in events:
        if isinstance(event, TakenBack):
            undone = _after(match, head, event.to)
            yield from _of_take_back(match, event, undone)
            head, replaced = event.to, undone[-1] if undone and event.judge else 0
        elif isinstance(event, Restored):
            yield from _of_restore(match, event, head)
            head, replaced = event.to, 0
        elif not isinstance(event, Opened):
            if isinstance(event, Ruled) and event.replaces is not None and event.replaces != replaced:
                why = f"it says that it replaces move {event.replaces}, which no judge took back for it"
                yield about_move(match, "ruling.stray", "doubt", event, event.clause, why)
            head, replaced = event.number, 0


def _of_take_back(match: Match, event: TakenBack, after: Sequence[int]) -> Iterator[Finding]:
    version, opened = event.originator_version, match.opened
    if not after:
        why = f"taken back to move {event.to}, which was not an earlier move of the line then"
        yield about_match("taken_back.refused", "breach", version, why)
        return
    undone = [match.moves[n] for n in after]
    showing = sorted(move.number for move in undone if not isinstance(move, Opened) and shows_chance(move))
    moves = f"move{'s' * (len(showing) > 1)} {', '.join(map(str, showing))}"
    if showing:
        agreed = (
            f"seat{'s' * (len(event.agreed) > 1)} {', '.join(map(str, event.agreed))}" if event.agreed else "nobody"
        )
        who = "by a judge" if event.judge else f"with the consent of {agreed}"
        why = f"taken back to move {event.to} {who} after a die or a card had been seen ({moves})"
        yield about_match("taken_back.seen", "note", version, why + (f": {event.reason}" if event.reason else ""))
    if event.seen != bool(showing):
        said = "a die or a card had been seen" if event.seen else "nothing had been seen"
        truth = f"{moves} had shown chance" if showing else "no move had shown any"
        why = f"taken back to move {event.to}: the log says that {said}, but {truth}"
        yield about_match("taken_back.denied", "doubt", version, why)
    if strangers := _strangers(match, event.by, *event.agreed):
        why = f"taken back to move {event.to} in the name of {strangers}"
        yield about_match("taken_back.refused", "breach", version, why)
    if event.judge:
        return
    try:
        check_take_back(opened.take_back, undone, match.opening.people, event.by, event.agreed, seen=bool(showing))
    except TakeBackRefused as error:
        why = f"taken back to move {event.to} against the policy of the match ({opened.take_back}): {error}"
        yield about_match("taken_back.refused", "breach", version, why)


def _of_restore(match: Match, event: Restored, head: int) -> Iterator[Finding]:
    version = event.originator_version
    if not _after(match, event.to, head):
        why = f"restored up to move {event.to}, which does not follow move {head}"
        yield about_match("taken_back.refused", "breach", version, why)
    if strangers := _strangers(match, event.by):
        why = f"restored up to move {event.to} in the name of {strangers}"
        yield about_match("taken_back.refused", "breach", version, why)


def _after(match: Match, last: int, stem: int) -> list[int]:
    """Return the moves that lead from one move to a later one, last first; none if they do not lie on one line."""
    depth, parent = match.line.depth, match.line.parent
    moves: list[int] = []
    while depth[last] > depth[stem]:
        moves.append(last)
        last = parent[last]
    return moves if last == stem else []


def _strangers(match: Match, *seats: int | None) -> str:
    """Return in words those of some seats that this match has not; the empty text if it has them all."""
    unknown = sorted({seat for seat in seats if seat is not None and not 1 <= seat <= match.opening.seats})
    return f"seat {', '.join(map(str, unknown))}, which this match has not" if unknown else ""
