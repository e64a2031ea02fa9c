"""Word moves and other events as a viewer may read them.

Each function returns a `Text`, which a `Reader` (`reader.py`) renders in a language. Every log can be worded: what
the game's code does not know is shown as recorded.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import cast

from tablescribe.domain.match.clock_events import Clocking
from tablescribe.domain.match.contribution_events import Awaited, BeaconGiven, Committed, Contribution, Revealed
from tablescribe.domain.match.correction_events import Amended, Correction, Reinstated
from tablescribe.domain.match.events import (
    AnyEvent,
    Closed,
    Described,
    Disclosed,
    Missed,
    Noted,
    Opened,
    Played,
    Restored,
    Ruled,
    Settled,
    Sourced,
    TakenBack,
)
from tablescribe.domain.match.line import Line
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.pictures import pictures_of
from tablescribe.domain.match.secrecy import told_action, told_data
from tablescribe.domain.match.signature_events import Enrolled, EnrolledBy, Paper, Revoked, RevokedBy, Signed
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Irregularity
from tablescribe.domain.words.rewordings import reworded
from tablescribe.domain.words.text import Slot, Text, Thing, both, listed, plural, say
from tablescribe.ledger.log.text_marks import ERASED, WITHHELD
from tablescribe.replays.reading.clock import say_clock
from tablescribe.replays.reading.discretion import EVERYTHING, Discretion, Viewer
from tablescribe.replays.reading.outcome import say_result
from tablescribe.replays.reading.reader import a_seat
from tablescribe.replays.reading.titles import titled

CHANCE = {"table": say("at the table"), "open": say("open"), "sealed": say("sealed")}
"""Names of the modes of chance; see `tablescribe.domain.match.events.CHANCE_MODES`."""


def say_move(match: Match, number: int, viewer: Viewer = None, cursor: Line | None = None) -> Text:
    """Return a move in words, as the viewer may read it; see `say_event`."""
    return say_event(match, match.moves[number], viewer, cursor)


def action_seen(match: Match, move: Played, viewer: Viewer) -> Action | None:
    """Return a move's action as the viewer may read it; `None` if it may only know that the seat has answered.

    Raises:
        Exception: today's rules do not know the action, or the game's code fails on it.
    """
    if viewer == EVERYTHING:
        return match.opening.game.read_action(move.action)
    return told_action(match.opening.game, match.moves, move, viewer)


def withholds(match: Match, move: Played, viewer: Viewer) -> bool:
    """Return whether part of a move's action is hidden from the viewer now."""
    if viewer in (EVERYTHING, move.seat):
        return False
    try:
        return told_data(match.opening.game, match.moves, move, viewer) != move.action
    except Exception:  # today's rules do not know the action, so all of it might be hidden
        return True


def say_action(match: Match, move: Played, viewer: Viewer = None, cursor: Line | None = None) -> Text:
    """Return what a seat did, in words, without the outcomes of chance.

    An action may name a card that stays face down (one seat hands another a card). A viewer who sees neither
    hand reads "some card". `cursor` is used as in `say_event`.
    """
    seat = a_seat(move.seat)
    try:
        action = action_seen(match, move, viewer) if move.action else None  # a bundle withholds secret answers
        if action is None:
            return say("{seat} has answered", seat=seat)
        return Discretion(match, move, viewer, cursor).of(say("{seat} {deed}", seat=seat, deed=action.deed(move.seat)))
    except Exception:  # any log must be readable, even with actions that no rules know any more
        what = json.dumps(move.action, ensure_ascii=False) if viewer == EVERYTHING else str(move.action.get("do", "?"))
        return say("{seat} does something that the current rules do not have: {action}", seat=seat, action=what)


def say_event(match: Match, event: AnyEvent, viewer: Viewer = None, cursor: Line | None = None) -> Text:
    """Return an event in words, as the viewer may read it.

    Args:
        match: the match it belongs to.
        event: the event.
        viewer: who reads; by default a spectator, so that nothing hidden is said.
        cursor: a line to move along, shared when many events are worded (`Timeline.say` passes its own).
    """
    if isinstance(event, Opened):
        return _opened(match, event)
    if isinstance(event, Played):
        return _played(match, event, viewer, cursor)
    if isinstance(event, Ruled):
        return _ruled(event)
    if isinstance(event, Missed):
        return _because(
            plural(event.moves, "about 1 move was not recorded", "about {n} moves were not recorded"), event.reason
        )
    if isinstance(event, TakenBack):
        return _because(_taken_back(event), event.reason)
    if isinstance(event, Restored):
        return _because(say("restored up to move {move}", move=event.to), event.reason)
    if isinstance(event, Noted):
        return _noted(event)
    if isinstance(event, Described):
        return say("described: {words}", words=say_data(event))
    return _beside_play(match, event)


def _beside_play(match: Match, event: AnyEvent) -> Text:
    """Return in words an event that is about neither moves nor notes, such as the closing or a signature."""
    if isinstance(event, Closed | Disclosed):
        return _end(match, event)
    if isinstance(event, Contribution):
        return _part(event)
    if isinstance(event, Clocking):
        return say_clock(match, event)
    if isinstance(event, Correction):
        return say_correction(match.opening, event)
    return say_reading(event) if isinstance(event, Sourced | Settled) else _paper(match, cast(Paper, event))


def _end(match: Match, event: Closed | Disclosed) -> Text:
    if isinstance(event, Disclosed):
        return say("the seed of the draws is revealed")
    return say("closed: {result}", result=say_result(match.opening, event.result))


def _noted(event: Noted) -> Text:
    words: Slot = written(event.text)
    if photos := pictures_of(event):
        many = plural(len(photos), "1 photo", "{n} photos")
        words = listed([words, many], " · ") if event.text else many
    if event.about is None:
        return say("note: {words}", words=words)
    return say("note on move {move}: {words}", move=event.about, words=words)


def say_data(event: Described) -> Text:
    """Return the details of a match (title, event, place, round, table, tags) in words."""
    said = (event.title, event.event, event.place, event.round, event.table, *event.tags)
    return listed(written(one) for one in said if one)


def say_correction(opening: Opening, event: Correction) -> Text:
    """Return in words what was corrected after a match was closed, by whom and why."""
    by = by_whom(event.by)
    if isinstance(event, Reinstated):
        return _because(say("counts again ({by})", by=by), event.reason)
    if isinstance(event, Amended):
        told = say("result corrected ({by}): {result}", by=by, result=say_result(opening, event.result))
        if event.played:
            told = say("{said}, played {day}", said=told, day=event.played.replace("T", " "))
        return _because(told, event.reason)
    if event.instead:
        told = say("void ({by}); match {match} counts instead", by=by, match=event.instead)
        return _because(told, event.reason)
    return _because(say("void ({by})", by=by), event.reason)


def say_reading(event: Sourced | Settled) -> Text:
    """Return in words which logs were merged, or how one of their differences was settled."""
    if isinstance(event, Sourced):
        names = both([f"{one.match} ({one.version}, {one.head[:12]}…)" for one in event.sources] or [say("nothing")])
        return say("merged from two logs of one match: {logs}", logs=names)
    ours, theirs = (", ".join(map(str, numbers)) or say("nothing") for numbers in (event.first, event.second))
    says = say("the first log has {first}, the second {second}", first=ours, second=theirs)
    taken = listed([say("{number} of log {log}", number=n, log=log) for log, n in event.moves] or [say("nothing")])
    if event.how == "person":
        told = say("{difference}: settled by {by}: {taken}", difference=says, by=by_whom(event.by), taken=taken)
        return _because(told, event.reason)
    if event.how == "order":
        return say("{difference}, in another order, which makes no difference", difference=says)
    rule = event.rule or say("what was possible")
    return say("{difference}: settled by {by}: {taken}", difference=says, by=rule, taken=taken)


def _part(event: Contribution) -> Text:
    """Return an event about contributions to the seed in words."""
    if isinstance(event, Awaited):
        whose: list[Slot] = [*map(a_seat, event.seats)]
        if event.chain:
            whose.append(say("round {round} of a beacon ({time})", round=event.round, time=_moment(event.due)))
        return say("the draws wait for contributions from {whose}", whose=both(whose or [say("nobody")]))
    if isinstance(event, Committed):
        return say("{seat} commits to a contribution ({by})", seat=a_seat(event.seat), by=by_whom(event.by))
    if isinstance(event, Revealed):
        return say("{seat} reveals a contribution ({by})", seat=a_seat(event.seat), by=by_whom(event.by))
    if isinstance(event, BeaconGiven):
        return say(
            "the beacon gave {randomness}… in round {round}", randomness=event.randomness[:12], round=event.round
        )
    return say("all contributions are there: the setup is dealt")


def _moment(seconds: int) -> str:
    """Return a Unix time as UTC, or as the bare number if it is out of range."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, ValueError, OSError):
        return str(seconds)


def _opened(match: Match, event: Opened) -> Text:
    return plural(
        len(event.seats), "{game}, 1 seat, edition {edition}, chance: {chance}",
        "{game}, {n} seats, edition {edition}, chance: {chance}", game=titled(match.opening.title),
        edition=event.edition, chance=CHANCE.get(event.chance, event.chance),
    )  # fmt: skip


def _played(match: Match, event: Played, viewer: Viewer, cursor: Line | None) -> Text:
    said = say_action(match, event, viewer, cursor)
    if event.implied:
        said = say("{deed} (no one responded)", deed=said)
    if event.irregularities and withholds(match, event, viewer):
        return said  # naming the broken rule could reveal what is hidden
    discretion, unknown = Discretion(match, event, viewer, cursor), _is_unknown(match, event, viewer)
    for broken in event.irregularities:
        rule = Text("{rule}", {"rule": broken.rule}) if unknown else say_breach(broken, discretion)
        said = say("{deed} [breaks {rule}]", deed=said, rule=rule)
    return said


def _is_unknown(match: Match, move: Played, viewer: Viewer) -> bool:
    """Return whether reasons for broken rules are hidden: today's rules lack the action, and the viewer is no judge."""
    try:
        if move.irregularities:
            match.opening.game.read_action(move.action)
    except Exception:
        return viewer != EVERYTHING
    return False


def say_breach(broken: Irregularity, discretion: Discretion) -> Text:
    """Return the broken rule and the reason, as a viewer may read them.

    Reasons in logs of format 1 are plain strings and may name a hidden card. So if cards are hidden from the
    viewer, only the rule's number is returned.
    """
    if isinstance(broken.why, Text):
        return discretion.of(say("{rule}: {why}", rule=broken.rule, why=reworded(broken.why)))
    if discretion.hides:
        return Text("{rule}", {"rule": broken.rule})
    return say("{rule}: {why}", rule=broken.rule, why=broken.why)


def _because(said: Text, reason: str) -> Text:
    return say("{said}: {reason}", said=said, reason=written(reason)) if reason else said


def written(words: str) -> str | Text:
    """Return a person's words, or say that they were erased or withheld."""
    if words == ERASED:
        return say("(erased)")
    return say("(withheld)") if words == WITHHELD else words


def _ruled(event: Ruled) -> Text:
    clause, reason = written(event.clause), written(event.reason)
    if event.replaces is None:
        return say("the judge rules, by {clause}: {reason}", clause=clause, reason=reason)
    return say(
        "the judge rules instead of move {move}, by {clause}: {reason}",
        move=event.replaces, clause=clause, reason=reason,
    )  # fmt: skip


def _taken_back(event: TakenBack) -> Text:
    if event.judge:
        said = say("taken back to move {move}, by a judge", move=event.to)
    elif event.agreed:
        seats = listed(map(a_seat, event.agreed))
        said = say("taken back to move {move}, agreed by {seats}", move=event.to, seats=seats)
    else:
        said = say("taken back to move {move}", move=event.to)
    return say("{said} (a die or card had been seen)", said=said) if event.seen else said


def by_whom(by: str) -> Slot:
    """Return in words whose pass was used, such as "the organiser"."""
    others = {
        "organiser": say("the organiser"),
        "recorder": say("the recorder"),
        "keeper": say("the ledger's owner"),
        "judge": say("the judge"),
    }
    return others.get(by) or Thing(by)


def _paper(match: Match, event: Paper) -> Text:
    if isinstance(event, EnrolledBy):
        return say(
            "key {key}… is enrolled for {holder} by {by}",
            key=event.key[:12], holder=Thing(event.holder), by=by_whom(event.by),
        )  # fmt: skip
    if isinstance(event, Enrolled):
        return say("key {key}… is enrolled for {holder}", key=event.key[:12], holder=Thing(event.holder))
    if isinstance(event, RevokedBy):
        return say(
            "key {key}… is revoked by {by}: {reason}",
            key=event.key[:12], by=by_whom(event.by), reason=written(event.reason),
        )  # fmt: skip
    if isinstance(event, Revoked):
        return say("key {key}… is revoked: {reason}", key=event.key[:12], reason=written(event.reason))
    amended = any(
        one.originator_version < event.originator_version
        for one in match.corrections.events if isinstance(one, Amended)
    )  # fmt: skip
    if isinstance(event, Signed) and amended:
        return say(
            "{holder} signed the corrected result with key {key}…", holder=Thing(event.holder), key=event.key[:12]
        )
    if isinstance(event, Signed):
        return say("{holder} signed the result with key {key}…", holder=Thing(event.holder), key=event.key[:12])
    if amended:
        return say("an authority stamped the time of the corrected result")
    return say("an authority stamped the time of the result")
