"""Word the events of a tournament: its log as people read it."""

from __future__ import annotations

from fractions import Fraction

from tablescribe.domain.tournament.model.events import (
    Adjusted,
    Announced,
    Appealed,
    ByeRequested,
    CheckedIn,
    Clocked,
    Corrected,
    Decided,
    Entered,
    Finished,
    LotDrawn,
    LotSealed,
    Paired,
    PairedAlike,
    Penalised,
    Reported,
    Restated,
    Returned,
    SlipTyped,
    TournamentEvent,
    Unsealed,
    Withdrawn,
)
from tablescribe.domain.tournament.model.roles import HALL
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Text, plural, say
from tablescribe.replays.reading.wording import written
from tablescribe.replays.tournaments.tournament import BYES, Names, points_text, result_words


def event_text(tournament: Tournament, event: TournamentEvent, names: Names) -> Text:
    """Return an event in words."""
    if isinstance(event, Announced):
        return plural(tournament.plan.rounds, "announced: {title}, 1 round; plan {digest}",
                      "announced: {title}, {n} rounds; plan {digest}", title=tournament.plan.title,
                      digest=event.digest[:16])  # fmt: skip
    if isinstance(event, Entered):
        return say("{name} entered as number {number}, starting in round {round}", name=names[event.entrant],
                   number=event.number, round=event.entered_in)  # fmt: skip
    if isinstance(event, Withdrawn):
        return say("{name} withdrew after round {round}: {reason}", name=names[event.entrant], round=event.after,
                   reason=written(event.reason) or "–")  # fmt: skip
    if isinstance(event, Returned):
        return say("{name} returned: {reason}", name=names[event.entrant], reason=written(event.reason) or "–")
    if isinstance(event, PairedAlike):
        return plural(len(event.pods),
                      "round {round} was paired by {engine}: 1 table, its shuffle sealed by {commitment}",
                      "round {round} was paired by {engine}: {n} tables with the same shuffle, sealed by {commitment}",
                      round=event.round, engine=f"{event.engine} {event.engine_version}",
                      commitment=event.commitment[:16])  # fmt: skip
    if isinstance(event, Paired):
        return plural(len(event.pods), "round {round} was paired by {engine}: 1 table",
                      "round {round} was paired by {engine}: {n} tables", round=event.round,
                      engine=f"{event.engine} {event.engine_version}")  # fmt: skip
    if isinstance(event, LotSealed):
        return say("the drawing of lots for stage {stage} is sealed by {commitment}", stage=event.stage + 1,
                   commitment=event.commitment[:16])  # fmt: skip
    if isinstance(event, LotDrawn):
        return lot_text(event, names)
    if isinstance(event, Unsealed):
        return say("all tables of round {round} have finished: the seed is {seed}", round=event.round, seed=event.seed)
    if isinstance(event, Adjusted):
        return say("seats changed in round {round}: {reason}", round=event.round, reason=written(event.reason))
    if isinstance(event, Reported):
        result = result_words(event, _seated(tournament, event, names))
        return say("round {round}, table {table}: {result}", round=event.round, table=event.table, result=result)
    return _ruling_text(tournament, event, names)


def lot_text(event: LotDrawn, names: Names) -> Text:
    """Return in words the order of a lot, and how it was drawn."""
    people = ", ".join(names[ref] for ref in event.order)
    if event.seed:
        return say("lots for stage {stage}, drawn from the seed {seed}: {people}", stage=event.stage + 1,
                   seed=event.seed, people=people)  # fmt: skip
    return say("lots for stage {stage}, drawn by hand ({how}): {people}", stage=event.stage + 1,
               how=written(event.how), people=people)  # fmt: skip


def _about(tournament: Tournament, version: int, names: Names) -> Text:
    """Return in words the report or penalty, given by its version, that a ruling is about."""
    if taken := tournament.penalties.get(version):
        return say("the penalty of {name} in round {round}", name=names[taken.entrant], round=taken.round)
    if (report := tournament.reports.get(version)) is None:  # a forged log
        return say("event {version}", version=version)
    people = " – ".join(names[ref] for ref in tournament.seating(report.round).pods[report.table - 1])
    return say("round {round}, table {table} ({people})", round=report.round, table=report.table, people=people)


def _seated(tournament: Tournament, report: Reported, names: Names) -> list[str]:
    """Return the names of the people at the table of a report."""
    return [names[ref] for ref in tournament.seating(report.round).pods[report.table - 1]]


def _ruling_text(tournament: Tournament, event: TournamentEvent, names: Names) -> Text:
    if isinstance(event, Corrected | Restated):
        what, people = (
            _about(tournament, event.report, names),
            _seated(tournament, tournament.reports[event.report], names),
        )
        if isinstance(event, Restated):
            return say("{what}: changed to {result}", what=what, result=result_words(event, people))
        return say("{what}: corrected to {result} by {clause}: {reason}", what=what, result=result_words(event, people),
                   clause=written(event.clause), reason=written(event.reason))  # fmt: skip
    if isinstance(event, Penalised):
        return say("{name} lost {points} in round {round} by {clause}: {reason}", name=names[event.entrant],
                   points=points_text(Fraction(event.points)), round=event.round, clause=written(event.clause),
                   reason=written(event.reason))  # fmt: skip
    if isinstance(event, Appealed):
        return say("{name} appealed against {what}: {reason}", name=names[event.entrant],
                   what=_about(tournament, event.about, names), reason=written(event.reason))  # fmt: skip
    if isinstance(event, Decided):
        outcome = say("upheld") if event.upheld else say("dismissed")
        appeal = tournament.appeals[event.appeal]
        return say("the appeal of {name} against {what} was {outcome}: {reason}", name=names[appeal.entrant],
                   what=_about(tournament, appeal.about, names), outcome=outcome,
                   reason=written(event.reason))  # fmt: skip
    if isinstance(event, Clocked):
        return _clock_text(event)
    if isinstance(event, CheckedIn):
        name = names[event.entrant]
        return say("{name} checked in", name=name) if event.here else say("check-in of {name} undone", name=name)
    if isinstance(event, ByeRequested):
        name = names[event.entrant]
        if not event.bye:
            return say("{name} cancelled the bye in round {round}", name=name, round=event.round)
        return say("{name} asked for a bye in round {round}: {bye}", name=name, round=event.round,
                   bye=BYES[event.bye])  # fmt: skip
    if isinstance(event, SlipTyped):
        seating = tournament.seating(event.round)
        if event.table not in seating.reports:  # the second typist must not see it
            return say("round {round}, table {table}: a slip was typed", round=event.round, table=event.table)
        people = [names[ref] for ref in seating.seats_at(event.match)]
        return say("round {round}, table {table}: typed from the slip: {result}", round=event.round, table=event.table,
                   result=result_words(event, people))  # fmt: skip
    assert isinstance(event, Finished)
    return say("finished; standings {digest}", digest=event.digest[:16])


def _clock_text(event: Clocked) -> Text:
    minutes = points_text(Fraction(event.seconds, 60))
    time = say("1 minute") if event.seconds == 60 else say("{minutes} minutes", minutes=minutes)
    reason = written(event.reason)
    done = {
        "start": say("round {round} started at its time", round=event.round)
        if event.by == HALL
        else say("the timer of round {round} was started", round=event.round),
        "pause": say("the timer of round {round} was stopped: {reason}", round=event.round, reason=reason),
        "resume": say("the timer of round {round} was resumed", round=event.round),
        "extend": say("round {round} was extended by {time}: {reason}", round=event.round, time=time, reason=reason),
    }  # fmt: skip
    return done.get(event.does, say("the timer of round {round}: {what}", round=event.round, what=event.does))
