"""Audit take-backs, restores and rulings that replace moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablescribe.domain.match.events import Opened, Restored, Ruled, TakenBack, shows_chance
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import TakeBackRefused, check_take_back
from tablescribe.domain.words.text import Text, listed, say
from tablescribe.replays.auditing.findings import Finding, about_match, about_move
from tablescribe.replays.reading.reader import a_seat


def of_take_backs(match: Match) -> Iterator[Finding]:
    """Yield the findings about take-backs, restores and rulings that replace a move."""
    events = sorted([*match.moves[1:], *match.take_backs], key=lambda event: event.originator_version)
    head, replaced = 0, 0  # the end of the line; the first move that a judge has just taken back, or 0
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
                why = say("it replaces move {move}, but no judge took that move back", move=event.replaces)
                yield about_move(match, "ruling.stray", "doubt", event, event.clause, why)
            head, replaced = event.number, 0


def _of_take_back(match: Match, event: TakenBack, after: Sequence[int]) -> Iterator[Finding]:
    version, to = event.originator_version, event.to
    if not after:
        why = say("taken back to move {move}, which was not an earlier move at that time", move=to)
        yield about_match("taken_back.refused", "breach", version, why)
        return
    undone = [match.moves[n] for n in after]
    showing = sorted(move.number for move in undone if not isinstance(move, Opened) and shows_chance(move))
    if showing:
        why = say(
            "taken back to move {move} {who} after a die or a card had been seen ({moves})",
            move=to, who=_who(event), moves=_moves(showing),
        )  # fmt: skip
        because = say("{said}: {reason}", said=why, reason=event.reason) if event.reason else why
        yield about_match("taken_back.seen", "note", version, because)
    if event.seen != bool(showing):
        yield about_match("taken_back.denied", "doubt", version, _denied(event, showing))
    if strangers := _strangers(match, event.by, *event.agreed):
        why = say("taken back to move {move} on behalf of {strangers}", move=to, strangers=strangers)
        yield about_match("taken_back.refused", "breach", version, why)
    if event.judge:
        return
    policy = match.opened.take_back
    try:
        check_take_back(policy, undone, match.opening.people, event.by, event.agreed, seen=bool(showing))
    except TakeBackRefused as error:
        why = say(
            "taken back to move {move} against the policy of the match ({policy}): {why}",
            move=to, policy=POLICIES.get(policy, policy), why=error.text,
        )  # fmt: skip
        yield about_match("taken_back.refused", "breach", version, why)


POLICIES = {"free": say("free"), "own": say("own"), "consent": say("consent"), "judge": say("judge")}
"""Names of the take-back policies; see `tablescribe.domain.match.events.TAKE_BACK_POLICIES`."""


def _who(event: TakenBack) -> Text:
    if event.judge:
        return say("by a judge")
    if not event.agreed:
        return say("without any consent")
    return say("with the consent of {seats}", seats=listed(map(a_seat, event.agreed)))


def _moves(numbers: Sequence[int]) -> Text:
    if len(numbers) == 1:
        return say("move {number}", number=numbers[0])
    return say("moves {numbers}", numbers=", ".join(map(str, numbers)))


def _denied(event: TakenBack, showing: Sequence[int]) -> Text:
    """Say that the log is wrong about whether a die or card had been seen."""
    if showing:
        return say(
            "taken back to move {move}: according to the log nothing had been seen, but {moves} had "
            "shown a die or a card",
            move=event.to, moves=_moves(showing),
        )  # fmt: skip
    return say(
        "taken back to move {move}: according to the log a die or a card had been seen, but no "
        "move had shown one",
        move=event.to,
    )  # fmt: skip


def _of_restore(match: Match, event: Restored, head: int) -> Iterator[Finding]:
    version = event.originator_version
    if not _after(match, event.to, head):
        why = say("restored up to move {move}, which does not follow move {head}", move=event.to, head=head)
        yield about_match("taken_back.refused", "breach", version, why)
    if strangers := _strangers(match, event.by):
        why = say("restored up to move {move} on behalf of {strangers}", move=event.to, strangers=strangers)
        yield about_match("taken_back.refused", "breach", version, why)


def _after(match: Match, last: int, stem: int) -> list[int]:
    """Return the moves after `stem` up to `last`, last first; none if they are not on one line."""
    depth, parent = match.line.depth, match.line.parent
    moves: list[int] = []
    while depth[last] > depth[stem]:
        moves.append(last)
        last = parent[last]
    return moves if last == stem else []


def _strangers(match: Match, *seats: int | None) -> Text | None:
    """Return in words the seats that this match does not have; `None` if it has them all."""
    unknown = sorted({seat for seat in seats if seat is not None and not 1 <= seat <= match.opening.seats})
    return (
        say("seat {seats}, which does not exist in this match", seats=", ".join(map(str, unknown))) if unknown else None
    )
