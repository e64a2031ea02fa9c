"""Audit the event stream itself: how the match was opened, and whether each event is where it belongs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tablescribe.domain.match.events import CHANCE_MODES, FORMAT, TAKE_BACK_POLICIES, AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Text, either, listed, plural, say
from tablescribe.replays.auditing.findings import Finding, about_match, about_move
from tablescribe.replays.auditing.take_backs import POLICIES

FORMATS = range(1, FORMAT + 1)
"""The event formats that this version can read."""


def of_opening(match: Match) -> Iterator[Finding]:
    """Yield changes of the rules since the match was opened, and faults of its opening."""
    yield from _of_rules(match)
    yield from _of_opening(match)


def _of_rules(match: Match) -> Iterator[Finding]:
    opened, game = match.opened, match.opening.game
    if opened.edition in game.earlier:
        why = say(
            "opened and audited under edition {edition} of the rules; the current edition is {ours}",
            edition=opened.edition or "?", ours=game.edition,
        )  # fmt: skip
        yield about_match("rules.changed", "note", 1, why)
    elif opened.edition != game.edition:
        why = say(
            "opened under edition {edition} of the rules; this audit uses edition {ours}",
            edition=opened.edition or "?", ours=game.edition,
        )  # fmt: skip
        yield about_match("rules.changed", "note", 1, why)
    elif opened.rulebook not in (*game.reworded, game.rulebook.digest):
        edition = opened.edition
        why = say("opened under edition {edition} of the rules, whose rulebook has been changed since", edition=edition)
        yield about_match("rules.changed", "note", 1, why)
    ours, theirs = game.catalogue, match.opening.catalogue
    if ours != theirs and (ours.name, ours.edition) == (theirs.name, theirs.edition):
        why = say(
            "its components are labelled {name}, edition {edition}, but differ from the known ones",
            name=ours.name, edition=ours.edition,
        )  # fmt: skip
        yield about_match("rules.changed", "note", 1, why)


def _of_opening(match: Match) -> Iterator[Finding]:
    """Yield the ways in which the opening is invalid."""
    opened, seats = match.opened, match.opening.seats
    game, sealed = match.opening.game, opened.chance == "sealed"
    faults = (
        (
            opened.format not in FORMATS,
            say(
                "its events use format {form}; this version reads format {known}",
                form=opened.format,
                known=either(FORMATS),
            ),
        ),
        (
            opened.chance not in CHANCE_MODES,
            say(
                "its source of chance is {mode}; allowed here: {modes}",
                mode=repr(opened.chance),
                modes=either(CHANCE_MODES),
            ),
        ),
        (opened.take_back not in TAKE_BACK_POLICIES, _wrong_policy(opened.take_back)),
        (
            seats not in game.seats,
            plural(seats, "it has 1 seat, not {known}", "it has {n} seats, not {known}", known=either(game.seats)),
        ),
        (sealed != bool(opened.commitment), say("a sealed match must have a commitment, and other matches must not")),
    )
    for wrong, why in faults:
        if wrong:
            yield about_move(match, "opened.wrong", "doubt", opened, "", why)


def _wrong_policy(policy: str) -> Text:
    return say(
        "its undo policy is {policy}; allowed: {policies}", policy=repr(policy), policies=either(POLICIES.values())
    )


def of_record(match: Match) -> Iterator[Finding]:
    """Yield misplaced events: of another match, after the close, or missing."""
    opened, moves, closed = match.opened, match.moves, match.closed
    parts = match.contributions.events if match.contributions is not None else []
    known: list[AnyEvent] = [opened, *moves[1:], *match.take_backs, *match.notes, *match.papers.events, *parts]
    known += [*match.descriptions, *match.settled, *match.corrections.events]
    known += match.clock.events if match.clock is not None else []
    known += [event for event in (match.sourced, match.disclosed, closed) if event is not None]
    strays = [event for event in known if event.originator_id != match.id]
    if strays:
        yield about_match("record.stray", "doubt", strays[0].originator_version, _strays(strays))
    for note in match.notes:
        about, version = note.about or 0, note.originator_version
        if not 0 <= about < len(moves) or moves[about].originator_version > version:
            why = say("a note refers to move {move}, which did not exist", move=about)
            yield about_match("record.stray", "doubt", version, why)
    versions = {event.originator_version for event in known}
    for version in sorted(set(range(1, match.version + 1)) - versions):
        why = say("event {event} closed the match, and it was closed again", event=version)
        yield about_match("record.gap", "doubt", version, why)
    yield from _of_clock(known)
    for event in [*moves[1:], *match.take_backs, *parts]:
        if closed is not None and event.originator_version > closed.originator_version:
            number = getattr(event, "number", None)
            why = say("recorded after the match was closed, when only notes and signatures can be added")
            yield Finding("after_end", "doubt", number, event.originator_version, "", "", why)


def _of_clock(known: Sequence[AnyEvent]) -> Iterator[Finding]:
    """Yield each event whose time is before that of its predecessor."""
    for before, event in pairwise(sorted(known, key=lambda one: one.originator_version)):
        if event.at < before.at:
            why = say(
                "its time is {seconds} s earlier than that of the previous event: the clock was set back",
                seconds=f"{(before.at - event.at).total_seconds():g}",
            )
            yield Finding(
                "clock.backwards", "note", getattr(event, "number", None), event.originator_version, "", "", why
            )


def _strays(strays: Sequence[AnyEvent]) -> Text:
    shown = listed(
        say("{event} (of match {match})", event=event.originator_version, match=event.originator_id)
        for event in strays[:3]
    )
    if len(strays) <= 3:
        return say("events of other matches: {events}", events=shown)
    return say("events of other matches: {events} and {n} more", events=shown, n=len(strays) - 3)
