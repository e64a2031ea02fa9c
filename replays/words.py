"""Moves, facts and events in words, as a certain viewer may read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from domain.events import AnyEvent, Closed, Missed, Noted, Opened, Played, Restored, Ruled, TakenBack
from domain.game import Opening, view
from domain.match import Match
from domain.table import HIDDEN, Changed, Fact, Moved, Table, Turned

EVERYTHING: Literal["everything"] = "everything"

Viewer: TypeAlias = int | Literal["everything"] | None
"""Who looks: a seat, a spectator (`None`), or a judge who may see `EVERYTHING`."""


def seen(opening: Opening, table: Table, viewer: Viewer) -> Table:
    """Return the table as the viewer may see it."""
    return table if viewer == EVERYTHING else view(opening, table, viewer)


def say_facts(opening: Opening, facts: Iterable[Fact]) -> list[str]:
    """Return facts in words, leaving out those that concern nobody at the table."""
    return [words for fact in facts if (words := _say_fact(opening, fact))]


def _say_fact(opening: Opening, fact: Fact) -> str:
    label = opening.label
    if isinstance(fact, Moved):
        times = f"{fact.n} × " if fact.n > 1 else ""
        if fact.dst.startswith("unseen:"):
            return ""
        if fact.src.startswith("unseen:"):  # what a viewer comes to know; see `Timeline.changes`
            return f"{times}{label(fact.piece)}: now in {label(fact.dst)}"
        return f"{times}{label(fact.piece)}: {label(fact.src)} → {label(fact.dst)}"
    if isinstance(fact, Turned):
        if HIDDEN in (fact.face[:1], fact.to[:1]):
            return ""
        times = f"{fact.n} × " if fact.n > 1 else ""
        return f"{label(fact.zone)}: {times}{label(fact.face)} turned to {label(fact.to)}"
    return _say_change(label(fact.key), fact)


def _say_change(name: str, fact: Changed) -> str:
    if not name:
        return ""
    if fact.now is None:
        return f"{name}: no longer {fact.was}"
    return f"{name}: {fact.now}" if fact.was is None else f"{name}: {fact.was} → {fact.now}"


def say_action(match: Match, move: Played) -> str:
    """Return what a seat did, in words. Actions are said aloud at the table; outcomes are not told here."""
    action = match.opening.game.read_action(move.action)
    who = match.opening.label(f"seat:{move.seat}")
    return f"{who} {action.say(match.opening.label)}"


def say_event(match: Match, event: AnyEvent) -> str:
    """Return an event in words, without anything that only some may see."""
    if isinstance(event, Opened):
        return f"{match.opening.game.title}, {len(event.seats)} seats, edition {event.edition}, chance: {event.chance}"
    if isinstance(event, Played):
        broken = "".join(f" [breaks {one.rule}: {one.why}]" for one in event.irregularities)
        return say_action(match, event) + (" (nobody used the window)" if event.implied else "") + broken
    if isinstance(event, Ruled):
        instead = f" instead of move {event.replaces}" if event.replaces is not None else ""
        return f"the judge rules{instead}, by {event.clause}: {event.reason}"
    if isinstance(event, Missed):
        return f"about {event.moves} moves were not recorded" + (f": {event.reason}" if event.reason else "")
    if isinstance(event, TakenBack):
        return f"taken back to move {event.to}{_authority(event)}" + (f": {event.reason}" if event.reason else "")
    if isinstance(event, Restored):
        return f"restored up to move {event.to}" + (f": {event.reason}" if event.reason else "")
    if isinstance(event, Noted):
        return (f"note on move {event.about}: " if event.about is not None else "note: ") + event.text
    return _say_result(match, event)


def _authority(event: TakenBack) -> str:
    who = (
        ", by a judge" if event.judge else f", agreed by seats {', '.join(map(str, event.agreed))}" * bool(event.agreed)
    )
    return who + (" (a die or card had been seen)" if event.seen else "")


def _say_result(match: Match, event: Closed) -> str:
    result = event.result
    if not result.winners:
        return f"closed: {result.ending}"
    winners = " and ".join(match.opening.label(f"seat:{seat}") for seat in result.winners)
    scores = ", ".join(f"{match.opening.label(f'seat:{k}')} {n}" for k, n in enumerate(result.scores, start=1))
    return f"closed: {winners} won ({result.rule}): {scores}"
